"""The packages for npm and npx: `referee-lsp`, which starts the program, and one with the program for each platform."""

import json

import release

MAIN = "referee-lsp"
NODE = ">=18"


def scoped(target):
    return f"@{MAIN}/{release.node_platform(target)}"


def manifest(name, description, **more):
    return {
        "name": name,
        "version": release.version(),
        "description": description,
        "license": release.LICENCE,
        "repository": {"type": "git", "url": f"git+{release.REPOSITORY}.git"},
        "homepage": release.HOMEPAGE,
        "bugs": f"{release.REPOSITORY}/issues",
        **more,
    }


def pack(program, out):
    return [pack_main(out), pack_platform(program, out)]


def pack_main(out):
    """Returns the package that authors install; it is identical on every platform."""
    version = release.version()
    about = manifest(
        MAIN,
        release.SUMMARY,
        keywords=["citation", "bibliography", "bibtex", "retraction", "doi", "pubmed", "lsp", "linter"],
        mcpName=release.MCP_NAME,
        bin={"referee": "launcher.js", MAIN: "launcher.js"},
        files=["launcher.js", *release.LICENCE_FILES],
        engines={"node": NODE},
        # npm installs the one with the `os` and `cpu` of the machine.
        optionalDependencies={scoped(target): version for target in sorted(release.RELEASED)},
    )
    files = {
        "launcher.js": ((release.HERE / "npm/launcher.js").read_bytes(), 0o755),
        "README.md": (release.HERE / "npm/README.md").read_bytes(),
    }
    return write(out, about, files)


def pack_platform(program, out):
    system, cpu = release.node_platform(program.target).split("-")
    if program.facts.system == "linux" and not program.facts.static:
        # Otherwise npm would install it on every Linux, whatever its C library.
        glibc = {"libc": ["glibc"]}
    else:
        glibc = {}
    about = manifest(
        scoped(program.target),
        f"The program of {MAIN} for {system} {cpu}",
        os=[system],
        cpu=[cpu],
        **glibc,
        # Yarn keeps packages packed, but a program cannot run from an archive.
        preferUnplugged=True,
        # The launcher compares the size of the file with this.
        programBytes=len(program.data),
        files=["bin", *release.LICENCE_FILES],
    )
    readme = f"The program `referee` for {system} {cpu}. Install [{MAIN}]({release.REPOSITORY}), which starts it.\n"
    files = {f"bin/{program.file_name}": (program.data, 0o755), "README.md": readme.encode()}
    return write(out, about, files)


def write(out, about, files):
    files = dict(files)
    files["package.json"] = (json.dumps(about, indent=2, ensure_ascii=False) + "\n").encode()
    for licence in release.LICENCE_FILES:
        files[licence] = release.text(licence)
    name = about["name"].removeprefix("@").replace("/", "-")
    path = out / f"{name}-{about['version']}.tgz"
    archive = release.tar({f"package/{file}": content for file, content in files.items()}, folders=False)
    path.write_bytes(release.gzipped(archive))
    return path
