#!/bin/sh
# Shows how BibTeX, Biber, Pandoc and Typst read places of a .bib file on which they disagree.
#
# Seen on 2026-11-28 with BibTeX 0.99e and Biber 2.22 (TeX Live 2026 of Debian unstable), Pandoc 3.9 and Typst 0.15.2:
# the table in docs/bibliography-programs.md. BibTeX 0.99d and Biber 2.18 (TeX Live 2022 of Debian 12) print the same.
# Three of them stop at an e-mail address between entries, Biber drops an entry whose names are separated by
# semicolons, Pandoc and Typst take AND for a part of a name, and so on.
#
# Installs pypandoc_binary 1.17 (with Pandoc 3.9) and typst 0.15.2 from PyPI into a temporary folder; takes bibtex,
# biber and latex from the path (Debian: texlive-binaries texlive-bibtex-extra texlive-latex-recommended biber), and
# reports missing ones. `referee` is not used. The input is small, and no program crashes or hangs on it.
#
#   findings/bibliography-programs.sh           prints the table; exits with 1 if it differs from the page
#   findings/bibliography-programs.sh --write   writes the table into the page
#   PANDOC=… TYPST=…                            other versions of the two packages
set -eu
here=$(cd "$(dirname "$0")" && pwd)
page="$here/../docs/bibliography-programs.md"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet "pypandoc_binary==${PANDOC:-1.17}" "typst==${TYPST:-0.15.2}"
case "${1:-}" in
--write) "$folder/python/bin/python" "$here/bibliography-programs.py" --write "$page" ;;
*) "$folder/python/bin/python" "$here/bibliography-programs.py" --compare "$page" ;;
esac
