#!/usr/bin/env bash
# Readers of BibTeX on the signs < > – ± as Zotero and other programs export them: {\textless} and so on.
#
# Zotero writes < and > always so, and – and ± where the file has to be ASCII. Three readers lose some of them without a
# message:
#   bibtexparser 2.1.0 (PyPI), with LatexDecodingMiddleware, and biblatex-csl-converter 3.2.2 (npm) lose < and >: adults
#   above 65 are “adults 65 years”, and p < 0.05 is “p 0.05”.
#   Pandoc 3.9 (pypandoc_binary 1.17, PyPI) and biblatex-csl-converter lose ±. Pandoc also loses –: a dose of 25–50 mg
#   is 2550 mg, and pages 123–130 are the page 123130.
# Citation.js 0.8.2 and @retorquere/bibtex-parser 9.0.29 (both npm) read all of them.
# So titles, pages and abstracts from such a file must not be compared with a record before the signs are decoded.
#
# Output seen on 2026-11-29:
#   bibtexparser            Statins in adults 65 years | 123–130 | 25–50 mg; 10 ± 2 days; p  0.05
#   Pandoc                  Statins in adults >65 years | 123130 | 2550 mg; 10  2 days; p < 0.05
#   biblatex-csl-converter  Statins in adults 65 years | 123–130 | 25–50 mg; 10  2 days; p  0.05
#   Citation.js             Statins in adults >65 years | 123-130 | 25–50 mg; 10 ± 2 days; p < 0.05
#   retorquere              Statins in adults >65 years | 123–130 | 25–50 mg; 10 ± 2 days; p < 0.05
#
# Needs Python 3.10 or later, Node.js 20 or later and npm. Ends with 1 if a line differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  bibtexparser==2.1.0 pylatexenc==2.11 pypandoc_binary==1.17
npm install --silent --no-fund --no-audit --prefix "$folder" \
  @citation-js/core@0.8.2 @citation-js/plugin-bibtex@0.8.2 @retorquere/bibtex-parser@9.0.29 biblatex-csl-converter@3.2.2

cat >"$folder/export.bib" <<'BIB'
@article{able2020,
  title = {Statins in adults {\textgreater}65 years},
  author = {Able, Ann},
  journal = {Journal of Examples},
  year = {2020},
  pages = {123{\textendash}130},
  abstract = {25{\textendash}50 mg; 10 {\textpm} 2 days; p {\textless} 0.05},
}
BIB

cat >"$folder/read.py" <<'PYTHON'
import json
import os
import pathlib
import sys

import bibtexparser
import pypandoc
from bibtexparser.middlewares import LatexDecodingMiddleware

# Not the Pandoc of the path.
os.environ["PYPANDOC_PANDOC"] = str(pathlib.Path(pypandoc.__file__).parent / "files" / "pandoc")
path = sys.argv[1]
library = bibtexparser.parse_file(path, append_middleware=[LatexDecodingMiddleware()])
fields = {name: field.value for name, field in library.entries[0].fields_dict.items()}
item = json.loads(pypandoc.convert_file(path, "csljson", format="bibtex"))[0]
for reader, title, pages, abstract in [
    ("bibtexparser", fields["title"], fields["pages"], fields["abstract"]),
    ("Pandoc", item["title"], item["page"], item["abstract"]),
]:
    print(f"{reader:22}  {title} | {pages} | {abstract}")
PYTHON

cat >"$folder/read.mjs" <<'JAVASCRIPT'
import { readFileSync } from "node:fs";
import { Cite } from "@citation-js/core";
import "@citation-js/plugin-bibtex";
import { parse } from "@retorquere/bibtex-parser";
import { BibLatexParser } from "biblatex-csl-converter";

const text = readFileSync("export.bib", "utf8");
const line = (reader, ...fields) => console.log(`${reader.padEnd(22)}  ${fields.join(" | ")}`);

const [converted] = Object.values(new BibLatexParser(text).parse().entries);
const words = (nodes) => nodes.map((node) => node.text ?? "").join("");
const { title, pages, abstract } = converted.fields;
line("biblatex-csl-converter", words(title), pages.map((range) => range.map(words).join("-")).join(), words(abstract));
const [item] = new Cite(text).data;
line("Citation.js", item.title, item.page, item.abstract);
const { fields } = parse(text).entries[0];
line("retorquere", fields.title, fields.pages, fields.abstract);
JAVASCRIPT

seen=$(PYTHONUTF8=1 "$folder/python/bin/python" "$folder/read.py" "$folder/export.bib" && cd "$folder" && node read.mjs)
echo "$seen"
diff <(sed -n '/^# Output seen/,/^#$/s/^#   //p' "$0") <(echo "$seen")
