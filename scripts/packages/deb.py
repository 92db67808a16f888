"""The package for Debian and Ubuntu."""

import hashlib
import time

import release

MAINTAINER = "The referee authors <referee-lsp@users.noreply.github.com>"
ARCHITECTURES = {"x64": "amd64", "arm64": "arm64"}
# The revision of the package; increase it when the same program is packed again.
REVISION = 1


def depends(facts):
    """Returns the dependencies of the program. A static one has none."""
    if facts.static:
        return []
    known = {"libc.so": None, "libm.so": None, "ld-linux": None, "libgcc_s.so": "libgcc-s1"}
    out = [f"libc6 (>= {facts.glibc[0]}.{facts.glibc[1]})"]
    for library in facts.libraries:
        prefix = next((prefix for prefix in known if library.startswith(prefix)), None)
        if prefix is None:
            raise release.CannotPack(f"deb: no Debian package is known that holds {library}")
        if known[prefix]:
            out.append(known[prefix])
    return sorted(set(out))


def pack(program, out):
    if program.facts.system != "linux":
        return []
    architecture = ARCHITECTURES[program.facts.machine]
    version = f"{release.version()}-{REVISION}"
    files = contents(program, version)
    sums = "".join(
        f"{hashlib.md5(content(file), usedforsecurity=False).hexdigest()}  {path}\n" for path, file in sorted(files.items())
    )
    needs = depends(program.facts)
    control = release.filled(
        "debian/control",
        version=version,
        architecture=architecture,
        maintainer=MAINTAINER,
        size=str(sum(-(-len(content(file)) // 1024) for file in files.values())),
        depends=f"Depends: {', '.join(needs)}\n" if needs else "",
        homepage=release.HOMEPAGE,
    )
    path = out / f"referee_{version}_{architecture}.deb"
    path.write_bytes(
        ar(
            {
                "debian-binary": b"2.0\n",
                "control.tar.gz": release.gzipped(
                    release.tar({"control": control, "md5sums": sums.encode()}, dotted=True)
                ),
                "data.tar.gz": release.gzipped(release.tar(files, dotted=True)),
            }
        )
    )
    return [path]


def content(file):
    return file[0] if isinstance(file, tuple) else file


def contents(program, version):
    about = "usr/share/doc/referee"
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(release.STAMP))
    changes = release.filled("debian/changelog", version=version, maintainer=MAINTAINER, date=date)
    licence = release.text("LICENSE-MIT").decode().partition("Permission is")
    mit = "".join(f" {line}\n" if line else " .\n" for line in f"{licence[1]}{licence[2]}".strip().splitlines())
    files = {
        "usr/bin/referee": (program.data, 0o755),
        f"{about}/copyright": release.filled("debian/copyright", repository=release.REPOSITORY, mit=mit.rstrip()),
        f"{about}/changelog.gz": release.gzipped(release.text("CHANGELOG.md")),
        f"{about}/changelog.Debian.gz": release.gzipped(changes),
        "usr/share/bash-completion/completions/referee": program.completions["bash"],
        "usr/share/zsh/vendor-completions/_referee": program.completions["zsh"],
        "usr/share/fish/vendor_completions.d/referee.fish": program.completions["fish"],
    }
    for page, data in program.manuals.items():
        files[f"usr/share/man/man1/{page}.gz"] = release.gzipped(data)
    return files


def ar(members):
    """Returns an ar archive, the format of a .deb."""
    out = [b"!<arch>\n"]
    for name, data in members.items():
        out.append(f"{name:<16}{release.STAMP:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode())
        out.append(data + b"\n" * (len(data) % 2))
    return b"".join(out)
