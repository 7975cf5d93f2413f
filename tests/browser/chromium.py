"""The browser of the tests: the Chromium of this machine, or else one that is fetched for them.

python -m tests.browser.chromium     makes sure that there is one
"""

import os
import shutil
import subprocess
import sys
from contextlib import suppress

from playwright.sync_api import Browser, Playwright, sync_playwright
from playwright.sync_api import Error as Trouble

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first one has no windows: it takes two thirds of the others' time."""
QUIET = (
    "--disable-background-networking",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-gpu",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
"""It talks to this machine and to nobody else."""


def installed() -> str | None:
    """The browser on the path."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """The machine's own, if it starts; otherwise the one that Playwright has fetched."""
    alone = os.name == "posix" and os.geteuid() == 0
    args = [*QUIET, *(["--no-sandbox"] if alone else [])]
    found = installed()
    if found is not None:
        with suppress(Trouble):
            return playwright.chromium.launch(executable_path=found, args=args)
    return playwright.chromium.launch(args=args)


def from_the_system() -> bool:
    """Debian's and Ubuntu's package, where we may install it."""
    if shutil.which("apt-get") is None:
        return False
    root = os.geteuid() == 0
    if not root and (not shutil.which("sudo") or subprocess.run(["sudo", "-n", "true"], check=False).returncode):
        return False
    become = [] if root else ["sudo", "-n"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def apt_get(*step: str) -> bool:
        return not subprocess.run(
            [*become, "apt-get", *step], env=quiet, stdout=sys.stderr, check=False
        ).returncode

    def install(package: str) -> bool:
        return apt_get("install", "-y", "-q", "--no-install-recommends", package)

    return apt_get("update", "-q") and (install(NAMES[0]) or install(NAMES[1])) and installed() is not None


def works() -> bool:
    """Whether there is one that starts."""
    with sync_playwright() as playwright:
        try:
            launch(playwright).close()
        except Trouble:
            return False
        return True


def make_sure() -> None:
    """What is there; else the system's package, where we may; else Playwright's own."""
    if works() or (from_the_system() and works()):
        return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=True)
    if not works():
        raise SystemExit("No Chromium: install one (chromium, google-chrome) and put it on the path.")


if __name__ == "__main__":
    make_sure()
