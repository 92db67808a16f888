"""Runs the program `referee` that was installed with this package."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def places():
    """Yields possible paths of the program, the most likely first."""
    name = "referee.exe" if os.name == "nt" else "referee"
    # pip puts scripts next to the folder of packages, at a depth that depends on its arguments: `--target` creates a
    # folder `bin` in it, an environment has it two or three levels above.
    above = Path(__file__).resolve().parent.parents
    for folder in list(above)[:4]:
        for scripts in ("bin", "Scripts"):
            yield folder / scripts / name
    yield Path(sysconfig.get_path("scripts")) / name


def main():
    looked_at = list(dict.fromkeys(places()))
    program = next((str(file) for file in looked_at if file.is_file()), None)
    if program is None:
        print("referee: the program is not where the package was installed. Looked at:", file=sys.stderr)
        for file in looked_at:
            print(f"  {file}", file=sys.stderr)
        print("Install the package again: pip install --force-reinstall referee-lsp", file=sys.stderr)
        return 2
    command = [program, *sys.argv[1:]]
    try:
        if os.name != "nt":
            os.execv(program, command)
        # Windows cannot replace a process: wait for it, and leave Ctrl+C to it.
        child = subprocess.Popen(command)
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                continue
    except OSError as error:
        print(f"referee: {program} cannot be run on this machine: {error.strerror}", file=sys.stderr)
        print("Builds for other platforms: https://github.com/referee-lsp/referee/releases", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
