"""The plain archive: program, man pages, completions, the Neovim plugin and the licences in one folder."""

import io
import time
import zipfile

import release


def pack(program, out):
    name = f"referee-{release.version()}-{program.target}"
    files = {program.file_name: (program.data, 0o755)}
    for text in ("README.md", "CHANGELOG.md", "SECURITY.md", *release.LICENCE_FILES):
        files[text] = release.text(text)
    for page, data in program.manuals.items():
        files[f"man/man1/{page}"] = data
    for shell, data in program.completions.items():
        files[f"completions/referee.{shell}"] = data
    plugin = release.ROOT / "editors/neovim"
    for file in sorted(plugin.rglob("*")):
        if file.is_file() and file.relative_to(plugin).as_posix() != "doc/tags":
            files[f"editors/neovim/{file.relative_to(plugin).as_posix()}"] = file.read_bytes()
    files = {f"{name}/{path}": data for path, data in files.items()}
    # Windows opens only zip archives by a double click.
    if program.facts.system == "windows":
        path, data = out / f"{name}.zip", zipped(files)
    else:
        path, data = out / f"{name}.tar.gz", release.gzipped(release.tar(files))
    path.write_bytes(data)
    return [path]


def zipped(files):
    """A zip archive of `files`, path to content or (content, mode), in this order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            data, mode = content if isinstance(content, tuple) else (content, 0o644)
            entry = zipfile.ZipInfo(path, time.gmtime(release.STAMP)[:6])
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()
