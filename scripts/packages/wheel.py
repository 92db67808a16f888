"""The package for pip, pipx and uv: a wheel with the program as a script."""

import base64
import hashlib

import archive
import release

# Libraries that every Linux with the wheel's glibc tag provides (PEP 600); a wheel may not need others.
PRESENT_EVERYWHERE = ("libc.so", "libm.so", "libgcc_s.so", "libpthread.so", "libdl.so", "librt.so", "ld-linux")


def tags(facts):
    """Returns the platform tags of a wheel with this program."""
    cpu = {"x64": "x86_64", "arm64": "aarch64"}[facts.machine]
    if facts.system == "windows":
        return [{"x64": "win_amd64", "arm64": "win_arm64"}[facts.machine]]
    if facts.system == "macos":
        major, minor = facts.macos
        # From macOS 11 on tags have no minor version.
        minor = minor if major == 10 else 0
        return [f"macosx_{major}_{minor}_{ {'x64': 'x86_64', 'arm64': 'arm64'}[facts.machine] }"]
    if facts.static:
        # It loads no C library, so use the oldest tags that current installers support.
        return [f"manylinux_2_17_{cpu}", f"manylinux2014_{cpu}", f"musllinux_1_1_{cpu}"]
    strange = [name for name in facts.libraries if not name.startswith(PRESENT_EVERYWHERE)]
    if strange or not facts.glibc[0]:
        raise release.CannotPack(f"wheel: the program needs {', '.join(strange) or 'a C library that is not glibc'}")
    major, minor = max(facts.glibc, (2, 17))
    return [f"manylinux_{major}_{minor}_{cpu}"]


def pack(program, out):
    version = release.version()
    platforms = tags(program.facts)
    stem = f"referee_lsp-{version}"
    metadata = release.filled(
        "pypi/METADATA",
        version=version,
        summary=release.SUMMARY,
        licence=release.LICENCE,
        repository=release.REPOSITORY,
        homepage=release.HOMEPAGE,
    )
    about = f"{stem}.dist-info"
    files = {
        f"{stem}.data/scripts/{program.file_name}": (program.data, 0o755),
        f"{about}/METADATA": metadata + (release.HERE / "pypi/README.md").read_bytes() + f"\n<!-- mcp-name: {release.MCP_NAME} -->\n".encode(),
        f"{about}/WHEEL": "".join(
            ["Wheel-Version: 1.0\n", "Generator: referee scripts/packages\n", "Root-Is-Purelib: false\n"]
            + [f"Tag: py3-none-{name}\n" for name in platforms]
        ).encode(),
        f"{about}/entry_points.txt": b"[console_scripts]\nreferee-lsp = referee_lsp.__main__:main\n",
    }
    for module in ("__init__.py", "__main__.py"):
        files[f"referee_lsp/{module}"] = (release.HERE / "pypi/referee_lsp" / module).read_bytes()
    for licence in release.LICENCE_FILES:
        files[f"{about}/licenses/{licence}"] = release.text(licence)
    if program.sbom:
        files[f"{about}/sboms/referee.cdx.json"] = program.sbom
    files[f"{about}/RECORD"] = record(files, f"{about}/RECORD")
    path = out / f"{stem}-py3-none-{'.'.join(platforms)}.whl"
    path.write_bytes(archive.zipped(files))
    return [path]


def record(files, own_path):
    """Returns the list of files with checksums; its own line has no checksum."""
    lines = []
    for path, content in files.items():
        data = content[0] if isinstance(content, tuple) else content
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    return "".join([*lines, f"{own_path},,\n"]).encode()
