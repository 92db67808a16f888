#!/usr/bin/env bash
# Pandoc 3.9 (pypandoc_binary 1.17, PyPI) on RIS, the format in which journals and databases export references.
#
# The specification of RIS writes dates as “YYYY/MM/DD/other info”, in which the slashes are not optional, and names as
# “Lastname, Firstname, Suffix”. Pandoc reads a date as a bare year and a name as BibTeX does, without a message:
#   “PY  - 2020/12/05/”: the reference has no year; the list prints “n.d.”.
#   “Y1  - 2020/12/05” before “PY  - 2020”, as some journals export it: no year either; the first one counts.
#   “PY  - 2020//”, a year without month and day: a range that does not end; the list prints “2020–”.
#   “Smith, John, Jr.”: “Jr.” becomes the first name and “John” the suffix.
#   “World Health Organization”: a person whose last name is Organization. A comma after the name prevents this.
# Citation.js 0.8.2 (npm) reads all of these as they are meant. So whoever gives Pandoc a .ris as a bibliography has to
# look at the years and names in the printed list, or to convert the file to CSL-JSON with another program.
#
# Output seen on 2026-11-29: the year or range, the names (last name / first name / suffix), the printed reference.
#   pandoc       bare year      2020 | Smith / John | Smith, John. 2020. “A Trial.”
#   pandoc       full date      - | Smith / John | Smith, John. n.d. “A Trial.”
#   pandoc       Y1, then PY    - | Smith / John | Smith, John. n.d. “A Trial.”
#   pandoc       year, slashes  2020 to 0 | Smith / John | Smith, John. 2020–. “A Trial.”
#   pandoc       suffix         2020 | Smith / Jr. / John | Smith, Jr., John. 2020. “A Trial.”
#   pandoc       group          2020 | Organization / World Health | Organization, World Health. 2020. “A Trial.”
#   citation-js  bare year      2020 | Smith / John
#   citation-js  full date      2020 | Smith / John
#   citation-js  Y1, then PY    2020 | Smith / John
#   citation-js  year, slashes  2020 | Smith / John
#   citation-js  suffix         2020 | Smith / John / Jr.
#   citation-js  group          2020 | World Health Organization
#
# Needs Python 3.9 or later, Node.js 18 or later and npm. Ends with 1 if a line differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check pypandoc_binary==1.17
npm install --silent --no-fund --no-audit --prefix "$folder" @citation-js/core@0.8.2 @citation-js/plugin-ris@0.8.2

# One file for each case: its name, the line of the author, and the lines of the date.
record() {
  printf '%s\n' "TY  - JOUR" "ID  - k" "AU  - $2" "${@:3}" "TI  - A trial" "T2  - Lancet" "ER  - " >"$folder/$1.ris"
}
record "1 bare year" "Smith, John" "PY  - 2020"
record "2 full date" "Smith, John" "PY  - 2020/12/05/"
record "3 Y1, then PY" "Smith, John" "Y1  - 2020/12/05" "PY  - 2020"
record "4 year, slashes" "Smith, John" "PY  - 2020//"
record "5 suffix" "Smith, John, Jr." "PY  - 2020"
record "6 group" "World Health Organization" "PY  - 2020"

cat >"$folder/pandoc.py" <<'PYTHON'
import json
import os
import pathlib
import sys

import pypandoc

# Not the Pandoc of the path.
os.environ["PYPANDOC_PANDOC"] = str(pathlib.Path(pypandoc.__file__).parent / "files" / "pandoc")
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.ris")):
    item = json.loads(pypandoc.convert_file(str(path), "csljson", format="ris"))[0]
    years = " to ".join(str(date[0]) for date in item["issued"]["date-parts"][:2]) or "-"
    parts = ("dropping-particle", "family", "given", "suffix")
    names = "; ".join(" / ".join(name[part] for part in parts if part in name) for name in item["author"])
    draft = f"---\nbibliography: '{path}'\nnocite: '@k'\n---\n"
    printed = pypandoc.convert_text(draft, "plain", format="markdown", extra_args=["--citeproc", "--wrap=none"])
    print(f"pandoc       {path.stem[2:]:13}  {years} | {names} | {printed.split(' Lancet')[0].strip()}")
PYTHON

cat >"$folder/citation.mjs" <<'JAVASCRIPT'
import { readdirSync, readFileSync } from "node:fs";
import { Cite } from "@citation-js/core";
import "@citation-js/plugin-ris";

for (const file of readdirSync(".").filter((name) => name.endsWith(".ris")).sort()) {
  const [item] = new Cite(readFileSync(file, "utf8")).data;
  const years = item.issued["date-parts"].map((date) => date[0]).join(" to ");
  const parts = ({ literal, family, given, suffix }) => [literal, family, given, suffix].filter(Boolean).join(" / ");
  console.log(`citation-js  ${file.slice(2, -4).padEnd(13)}  ${years} | ${item.author.map(parts).join("; ")}`);
}
JAVASCRIPT

seen=$("$folder/python/bin/python" "$folder/pandoc.py" "$folder" && cd "$folder" && node citation.mjs)
echo "$seen"
diff <(sed -n '/^# Output seen/,/^#$/s/^#   //p' "$0") <(echo "$seen")
