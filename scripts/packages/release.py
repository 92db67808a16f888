"""Shared parts of all packages of a release: version, texts, the program of one platform, and writing of files."""

import gzip
import io
import os
import re
import subprocess
import tarfile
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

import executable

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
REPOSITORY = "https://github.com/referee-lsp/referee"
HOMEPAGE = "https://referee-lsp.github.io/referee"
LICENCE = "MIT OR Apache-2.0"
LICENCE_FILES = ("LICENSE-MIT", "LICENSE-APACHE")
# The name in the registry of the Model Context Protocol, which looks for it in the packages on npm and PyPI.
MCP_NAME = "io.github.referee-lsp/referee"
SUMMARY = "Checks, while you write, that every citation is real and is the work it claims to be"

# Packages are reproducible: a fixed time stamp. Zip has no years before 1980.
STAMP = max(int(os.environ.get("SOURCE_DATE_EPOCH", "1767225600")), 315532800)

# The platforms of a release, which the workflow `release.yml` builds.
RELEASED = (
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)


class CannotPack(Exception):
    """A package cannot be built; the message has its name and the reason."""


def version():
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    return manifest["workspace"]["package"]["version"]


def text(path):
    """A text of the repository, as bytes."""
    return (ROOT / path).read_bytes()


def filled(path, **values):
    """A template below this folder with each `@NAME@` replaced."""
    out = (HERE / path).read_text(encoding="utf-8")
    for name, value in values.items():
        out = out.replace(f"@{name.upper()}@", value)
    left = re.search(r"@[A-Z_]+@", out)
    if left:
        raise CannotPack(f"{path}: nothing is known for {left[0]}")
    return out.encode()


def platform(target):
    """Returns system and machine of a Rust target, in the terms of `executable`."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(target.split("-")[0])
    system = next((name for part, name in SYSTEMS.items() if part in target), None)
    if machine is None or system is None:
        raise CannotPack(f"{target}: no package is made for this platform")
    return system, machine


SYSTEMS = {"-linux-": "linux", "-apple-darwin": "macos", "-windows-": "windows"}
NODE_SYSTEMS = {"linux": "linux", "macos": "darwin", "windows": "win32"}


def node_platform(target):
    """Returns a Rust target in Node.js notation: `linux-x64`."""
    system, machine = platform(target)
    return f"{NODE_SYSTEMS[system]}-{machine}"


@dataclass(frozen=True)
class Program:
    """A built program with its man pages and completions."""

    target: str
    data: bytes
    facts: executable.Executable
    manuals: dict[str, bytes]
    """Man pages by file name."""
    completions: dict[str, bytes]
    """Completions by shell."""
    sbom: bytes | None
    """The crates in it, as CycloneDX."""

    @property
    def file_name(self):
        return "referee.exe" if self.facts.system == "windows" else "referee"


def load(target, path, pages_from, sbom=None):
    """The program at `path`; `pages_from` is one of the same version that runs on this machine."""
    facts = executable.read(path)
    if (facts.system, facts.machine) != platform(target):
        raise CannotPack(f"{path} is for {facts.system} {facts.machine}, not for {target}")

    def printed(*arguments):
        return subprocess.run([pages_from, *arguments], check=True, stdout=subprocess.PIPE).stdout

    said = printed("--version").decode().split()[-1]
    if said != version():
        raise CannotPack(f"{pages_from} is version {said}, and Cargo.toml says {version()}")
    with tempfile.TemporaryDirectory() as folder:
        printed("man", folder)
        manuals = {page.name: page.read_bytes() for page in sorted(Path(folder).iterdir())}
    completions = {shell: printed("completions", shell) for shell in ("bash", "zsh", "fish")}
    return Program(
        target=target,
        data=Path(path).read_bytes(),
        facts=facts,
        manuals=manuals,
        completions=completions,
        sbom=Path(sbom).read_bytes() if sbom else None,
    )


def gzipped(data):
    return gzip.compress(data, compresslevel=9 if len(data) < 1 << 20 else 6, mtime=0)


def tar(files, *, folders=True, dotted=False):
    """A tar archive of `files`, path to content or (content, mode); root owns everything."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        prefix = "./" if dotted else ""
        seen = set()

        def folder(path):
            if path in seen or not folders:
                return
            seen.add(path)
            entry = tarfile.TarInfo(f"{prefix}{path}/" if path else "./")
            entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, 0o755, STAMP
            entry.uname = entry.gname = "root" if dotted else ""
            archive.addfile(entry)

        if dotted:
            folder("")
        for path in sorted(files):
            parts = path.split("/")[:-1]
            for depth in range(1, len(parts) + 1):
                folder("/".join(parts[:depth]))
            data, mode = files[path] if isinstance(files[path], tuple) else (files[path], 0o644)
            entry = tarfile.TarInfo(prefix + path)
            entry.size, entry.mode, entry.mtime = len(data), mode, STAMP
            entry.uname = entry.gname = "root" if dotted else ""
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()
