"""A release is made of a tag that fits, of a clean tree, and of a version that the changelog tells of."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from tools import release
from tools.release import Plan, Refused, exported, plan, rehearsal, section, sums

CHANGES = """# Changelog

## Unreleased

- Something new.

## 1.2.0

- A game.
- Another.

## 1.1.0

"""


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Zoé", "-c", "user.email=zoe@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(("git", *who, *arguments), cwd=root, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Version 1.2.0, tagged."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "pyproject.toml").write_text('[project]\nname = "tablee"\nversion = "1.2.0"\n')
    (root / "CHANGELOG.md").write_text(CHANGES)
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "-m", "First")
    git(root, "tag", "v1.2.0")
    return root


def test_a_tag_that_fits_is_released_with_its_part_of_the_changelog(project: Path) -> None:
    made = plan(project, "v1.2.0")
    assert (made.version, made.notes) == ("1.2.0", "- A game.\n- Another.")
    assert len(made.commit) == 40
    assert made.at > 1_700_000_000


def test_a_rehearsal_needs_no_tag(project: Path) -> None:
    (project / "left.txt").write_text("a file in no commit")
    assert rehearsal(project).notes == "- Something new."


def test_right_after_a_release_its_own_section_is_rehearsed(project: Path) -> None:
    text = CHANGES.replace("- Something new.\n", "")
    (project / "CHANGELOG.md").write_text(text)
    assert rehearsal(project).notes == "- A game.\n- Another."


def test_a_tree_with_changes_is_refused(project: Path) -> None:
    (project / "left.txt").write_text("a file in no commit")
    with pytest.raises(Refused, match=r"changes that are in no commit \(left\.txt\)"):
        plan(project, "v1.2.0")


def test_a_tag_that_is_not_there_is_refused(project: Path) -> None:
    with pytest.raises(Refused, match=r"There is no tag v9\.9\.9"):
        plan(project, "v9.9.9")


def test_a_tag_of_another_version_is_refused(project: Path) -> None:
    git(project, "tag", "v1.3.0")
    with pytest.raises(Refused, match=r"v1\.3\.0 does not fit .* 1\.2\.0 wants v1\.2\.0"):
        plan(project, "v1.3.0")


def test_a_tag_that_lies_elsewhere_is_refused(project: Path) -> None:
    (project / "more.txt").write_text("more")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "-m", "Second")
    with pytest.raises(Refused, match=r"git switch --detach v1\.2\.0"):
        plan(project, "v1.2.0")


@pytest.mark.parametrize(("version", "why"), [("1.4.0", "no section « ## 1.4.0 »"), ("1.1.0", "is empty")])
def test_a_version_of_which_the_changelog_is_silent_is_refused(project: Path, version: str, why: str) -> None:
    (project / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    git(project, "commit", "--quiet", "-a", "-m", "Another version")
    git(project, "tag", f"v{version}")
    with pytest.raises(Refused, match=why):
        plan(project, f"v{version}")


def test_a_section_ends_where_the_next_begins() -> None:
    assert section(CHANGES, "Unreleased") == "- Something new."
    assert section("## [2.0.0] - 2026-11-18\n\n- Text.\n", "2.0.0") == "- Text."


def test_what_is_built_has_the_files_of_the_commit_alone(project: Path, tmp_path: Path) -> None:
    (project / "left.txt").write_text("a file in no commit")
    place = exported(project, "v1.2.0", tmp_path / "sources")
    assert sorted(file.name for file in place.iterdir()) == ["CHANGELOG.md", "pyproject.toml"]


def test_sums_are_what_sha256sum_reads(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).write_text(name)
    expected = "".join(f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n" for name in ("a", "b"))
    assert sums([tmp_path / "b", tmp_path / "a"]) == expected


def test_a_client_without_its_daemon_is_no_container_tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, answer in (("docker", 1), ("podman", 0)):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {answer}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert release.container_tool() == "podman"
    (tmp_path / "podman").unlink()
    assert release.container_tool() is None


def test_the_image_is_built_of_the_same_sources_and_kept_as_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A stand-in for the tool writes down what it was asked."""
    tool = tmp_path / "tool"
    tool.write_text(
        f'#!/bin/sh\necho "$PWD $*" >> {tmp_path}/asked\nif [ "$1" = save ]; then echo image > "$3"; fi\n'
    )
    tool.chmod(0o755)
    file = release.image(str(tool), tmp_path, tmp_path, Plan("1.2.0", "", "", 0))
    assert file.read_text() == "image\n"
    built, _ = (tmp_path / "asked").read_text().splitlines()
    assert built == f"{tmp_path} build -f deploy/Containerfile -t tablee:1.2.0 ."


def test_without_a_tag_it_says_what_it_wants() -> None:
    asked = subprocess.run((sys.executable, "-m", "tools.release"), capture_output=True, text=True, check=False)
    assert asked.returncode == 1
    assert asked.stderr.startswith("No release. Which tag?")
