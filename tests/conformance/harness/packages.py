"""Installs clients by name, once, into a cache."""

import glob
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(HERE))
CACHE = os.environ.get("MCPCONV_CONFORMANCE_CACHE") or os.path.join(ROOT, "target", "conformance")


class Unavailable(Exception):
    """Why a client cannot be had here."""


def versions():
    with open(os.path.join(HERE, "versions.json"), encoding="utf-8") as file:
        return json.load(file)


def install(host, pins):
    """Installs the packages of a client and gives their folder."""
    folder = os.path.join(CACHE, host)
    mark = os.path.join(folder, "installed.json")
    wanted = pins["packages"]
    if os.path.exists(mark):
        with open(mark, encoding="utf-8") as file:
            if json.load(file) == wanted:
                return folder
    # What was begun and not finished is not to be trusted: a package may be there in part.
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    ways = {"npm": npm, "pip": pip, "cargo": cargo}
    for kind, packages in wanted.items():
        ways[kind](folder, packages)
    with open(mark, "w", encoding="utf-8") as file:
        json.dump(wanted, file)
    return folder


def npm(folder, packages):
    need("npm")
    flags = ["--no-audit", "--no-fund", "--loglevel=error"]
    call(["npm", "install", "--prefix", folder, *flags, *packages], 600)


def pip(folder, packages):
    call([python(), "-m", "venv", os.path.join(folder, "venv")], 120)
    flags = ["--quiet", "--disable-pip-version-check"]
    call([os.path.join(folder, "venv", "bin", "python"), "-m", "pip", "install", *flags, *packages], 400)


def python():
    """The newest Python that is here: some clients want a newer one than runs this."""
    for version in ("3.13", "3.12"):
        found = glob.glob(os.path.expanduser("~/.pyenv/versions/%s*/bin/python" % version))
        found = found or [it for it in [shutil.which("python" + version)] if it]
        if found:
            return found[0]
    return sys.executable


def cargo(folder, packages):
    need("cargo")
    # What a build that took too long has done is there for the next one.
    build = ["--target-dir", os.path.join(CACHE, "cargo")]
    # A package may be followed by flags, such as its features.
    for package in packages:
        call(["cargo", "install", "--quiet", "--locked", "--root", folder, *build, *package.split()], 2400)


def need(program):
    if not shutil.which(program):
        raise Unavailable("there is no %s" % program)


def call(command, timeout):
    try:
        ran = subprocess.run(command, timeout=timeout, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Unavailable("%s took longer than %d seconds" % (" ".join(command[:2]), timeout))
    if ran.returncode != 0:
        words = (ran.stderr.strip() or ran.stdout.strip()).splitlines()
        raise Unavailable("it cannot be installed: %s" % (words[-1] if words else ran.returncode))
