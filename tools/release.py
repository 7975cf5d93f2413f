"""A release from a tag: `make release TAG=v0.2.0`; docs/releasing.md says what comes before and after.

Of the tagged commit alone, whatever else lies in the folder: sdist, wheel, what the wheel contains (SBOM), an
image where there is a tool for it, the notes of the changelog, and sums of them all. Nothing is sent anywhere.
`--dry-run` does the same without an image, in a folder that is thrown away; without a tag it rehearses the files
as they are now.
"""

import argparse
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parent.parent
SECTION = re.compile(r"^## (?:\[)?(?P<name>[^\]\s]+)[^\n]*\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
UNRELEASED = "Unreleased"
PAGE = "tablee/server/static/page/index.html"
SUMS = "SHA256SUMS"


class Refused(Exception):
    """Why there is no release, in a sentence for whoever wanted it."""


class Plan(Struct, frozen=True):
    version: str
    notes: str
    commit: str
    at: int
    """When the commit was made, in seconds: the only time that gets into what is built."""


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(("git", *arguments), cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()


def section(changelog: str, name: str) -> str:
    """What the changelog says of a version, without its heading."""
    found = {part["name"]: part["text"].strip() for part in SECTION.finditer(changelog)}
    if name not in found:
        raise Refused(f"CHANGELOG.md has no section « ## {name} »: it has {', '.join(found) or 'none'}.")
    if not found[name]:
        raise Refused(f"The section « ## {name} » of CHANGELOG.md is empty.")
    return found[name]


def plan(root: Path, tag: str) -> Plan:
    """What would be released of this tag, or why nothing can be."""
    if changed := git(root, "status", "--porcelain"):
        files = ", ".join(line[2:].strip() for line in changed.splitlines()[:5])
        raise Refused(f"The tree has changes that are in no commit ({files}): commit them or put them away.")
    if not git(root, "tag", "--list", tag):
        raise Refused(f"There is no tag {tag}: git tag --annotate {tag}.")
    commit, here = git(root, "rev-parse", f"{tag}^{{commit}}"), git(root, "rev-parse", "HEAD")
    if commit != here:
        raise Refused(f"The tag {tag} is at {commit[:9]}, and you are at {here[:9]}: git switch --detach {tag}.")
    version = version_of(root)
    if tag != f"v{version}":
        raise Refused(f"The tag {tag} does not fit the version in pyproject.toml: {version} wants v{version}.")
    notes = section((root / "CHANGELOG.md").read_text("utf-8"), version)
    return Plan(version, notes, commit, int(git(root, "log", "-1", "--format=%ct", commit)))


def rehearsal(root: Path) -> Plan:
    """The files as they are, as if they were tagged."""
    text = (root / "CHANGELOG.md").read_text("utf-8")
    version = version_of(root)
    new = any(part["name"] == UNRELEASED and part["text"].strip() for part in SECTION.finditer(text))
    notes = section(text, UNRELEASED if new else version)
    return Plan(version, notes, git(root, "rev-parse", "HEAD"), int(git(root, "log", "-1", "--format=%ct")))


def version_of(root: Path) -> str:
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def exported(root: Path, commit: str, place: Path) -> Path:
    """The files of the commit and nothing else."""
    packed = subprocess.run(("git", "archive", commit), cwd=root, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        tar.extractall(place, filter="data")
    return place


def packages(sources: Path, out: Path, made: Plan) -> list[Path]:
    """Sdist and wheel; the page is built where it is not there yet."""
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(made.at)}
    build = (sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(out))
    subprocess.run(build, cwd=sources, env=env, check=True, stdout=subprocess.DEVNULL)
    wheel, sdist = out / f"tablee-{made.version}-py3-none-any.whl", out / f"tablee-{made.version}.tar.gz"
    with tarfile.open(sdist) as tar:
        if f"tablee-{made.version}/src/{PAGE}" not in tar.getnames():
            raise Refused(f"{sdist.name} lacks the page.")
    with zipfile.ZipFile(wheel) as packed:
        info = f"tablee-{made.version}.dist-info"
        told = HeaderParser().parsestr(packed.read(f"{info}/METADATA").decode())["Version"]
        if told != made.version or PAGE not in packed.namelist():
            raise Refused(f"{wheel.name} says version {told}, or lacks the page.")
        contents = out / f"tablee-{made.version}.cdx.json"
        contents.write_bytes(packed.read(f"{info}/sboms/tablee.cdx.json"))
    return [wheel, sdist, contents]


def container_tool() -> str | None:
    """A tool that builds images and answers; a client whose daemon is not running is none."""
    for name in ("docker", "podman"):
        if shutil.which(name) and not subprocess.run((name, "info"), capture_output=True, check=False).returncode:
            return name
    return None


def image(tool: str, sources: Path, out: Path, made: Plan) -> Path:
    name = f"tablee:{made.version}"
    subprocess.run((tool, "build", "-f", "deploy/Containerfile", "-t", name, "."), cwd=sources, check=True)
    file = out / f"tablee-{made.version}-image.tar"
    subprocess.run((tool, "save", "-o", str(file), name), check=True)
    return file


def sums(files: list[Path]) -> str:
    """As `sha256sum --check` reads them."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files]
    return "\n".join(sorted(lines, key=lambda line: line[66:])) + "\n"


def release(sources: Path, out: Path, made: Plan, *, tool: str | None) -> list[Path]:
    files = packages(sources, out, made)
    if tool is not None:
        files.append(image(tool, sources, out, made))
    notes = out / "NOTES.md"
    notes.write_text(made.notes + "\n", "utf-8")
    files.append(notes)
    (out / SUMS).write_text(sums(files), "utf-8")
    return [*files, out / SUMS]


def told(files: list[Path]) -> None:
    for file in files:
        print(f"  {file.name:40}{file.stat().st_size:>12,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("tag", nargs="?", help="v and the version, as v0.2.0")
    parser.add_argument(
        "--dry-run", action="store_true", help="keep nothing; without a tag: these files as they are"
    )
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist", help="where the release goes, in a folder of its own"
    )
    args = parser.parse_args()
    try:
        if not args.tag and not args.dry_run:
            raise Refused("Which tag? make release TAG=v0.2.0, or --dry-run to rehearse.")
        made = plan(ROOT, args.tag) if args.tag else rehearsal(ROOT)
        tool = container_tool()
        if tool is None:
            print("No image: no container tool answers here (docker, podman); deploy/Containerfile makes it.")
        elif args.dry_run:
            print(f"No image in a rehearsal; {tool} would make it.")
        with tempfile.TemporaryDirectory() as scratch:
            sources = exported(ROOT, made.commit, Path(scratch) / "sources") if args.tag else ROOT
            out = Path(scratch) / "out" if args.dry_run else args.out / args.tag
            if out.exists():
                raise Refused(f"{out} is there already: a release is made once. Delete it to make it again.")
            out.mkdir(parents=True)
            print(f"Tablée {made.version} of {made.commit[:9]}")
            told(release(sources, out, made, tool=None if args.dry_run else tool))
        print(
            "Nothing was kept: this was a rehearsal."
            if args.dry_run
            else f"It lies in {out}; nothing was sent anywhere."
        )
    except Refused as why:
        raise SystemExit(f"No release. {why}") from None


if __name__ == "__main__":
    main()
