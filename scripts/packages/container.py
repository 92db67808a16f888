"""The folder from which a container image is built: the definition, the programs for Linux and the licences."""

import release

ARCHITECTURES = {"x64": "amd64", "arm64": "arm64"}


def pack(program, out):
    """Adds the program to the folder; call it once per processor for an image for both."""
    if program.facts.system != "linux":
        return []
    if not program.facts.static:
        raise release.CannotPack(
            "container: the program is not static, and the image has no C library; scripts/release builds a static one"
        )
    folder = out / "container"
    place = folder / f"linux-{ARCHITECTURES[program.facts.machine]}"
    place.mkdir(parents=True, exist_ok=True)
    (place / "referee").write_bytes(program.data)
    (place / "referee").chmod(0o755)
    definition = release.filled(
        "container/Containerfile",
        version=release.version(),
        summary=release.SUMMARY,
        licence=release.LICENCE,
        repository=release.REPOSITORY,
        homepage=release.HOMEPAGE,
    )
    (folder / "Containerfile").write_bytes(definition)
    for licence in release.LICENCE_FILES:
        (folder / licence).write_bytes(release.text(licence))
    return [folder]
