#!/usr/bin/env bash
# Readers of Word files on a clinical note lose the answers of a form, and characters that Word stores as elements.
#
# Forms of hospitals have boxes and lists, as legacy fields (`w:checkBox`, `w:ddList`) or as content controls. A key
# keeps “25-50 mg” on one line (`w:noBreakHyphen`), and the symbol table inserts µ and ≥ (`w:sym`).
#   Boxes: docx2txt 0.9 (PyPI), officeparser 7.8.0 (npm) and Pandoc 3.9 (pypandoc_binary 1.17, PyPI) print both answers
#   of a legacy box and no mark, python-docx 1.2.0 (PyPI) those of both kinds. MarkItDown 0.1.9 (PyPI) prints the marks.
#   Lists: none prints the choice. “The patient denies chest pain” and “reports chest pain” are the same text.
#   Hyphen: docx2txt and officeparser join the numbers: 25-50 mg is 2550 mg.
#   Symbols: python-docx, docx2txt and officeparser omit them: 50 µg is 50 g, and a limit has no direction.
# No reader prints a warning. Programs that read notes from Word files must look for these elements in the XML.
#
# Output seen on 2026-11-29 (the file says: no allergy; not pregnant; reports; 25-50 mg; 50 µg; ≥ 5.5):
#   python-docx   Penicillin allergy: yes no
#   python-docx   Pregnant: yes no
#   python-docx   The patient chest pain.
#   python-docx   Metoprolol 25-50 mg twice a day.
#   python-docx   Fentanyl 50 g was given.
#   python-docx   No potassium if it is 5.5 mmol/L.
#   docx2txt      Penicillin allergy: yes no
#   docx2txt      Pregnant: ☐ yes ☒ no
#   docx2txt      The patient chest pain.
#   docx2txt      Metoprolol 2550 mg twice a day.
#   docx2txt      Fentanyl 50 g was given.
#   docx2txt      No potassium if it is 5.5 mmol/L.
#   Pandoc        Penicillin allergy: yes no
#   Pandoc        Pregnant: ☐ yes ☒ no
#   Pandoc        The patient chest pain.
#   Pandoc        Metoprolol 25‑50 mg twice a day.
#   Pandoc        Fentanyl 50 μg was given.
#   Pandoc        No potassium if it is ≥ 5.5 mmol/L.
#   MarkItDown    Penicillin allergy: [ ] yes [x] no
#   MarkItDown    Pregnant: [ ] yes [x] no
#   MarkItDown    The patient chest pain.
#   MarkItDown    Metoprolol 25‑50 mg twice a day.
#   MarkItDown    Fentanyl 50 μg was given.
#   MarkItDown    No potassium if it is ≥ 5.5 mmol/L.
#   officeparser  Penicillin allergy: yes no
#   officeparser  Pregnant: ☐ yes ☒ no
#   officeparser  The patient chest pain.
#   officeparser  Metoprolol 2550 mg twice a day.
#   officeparser  Fentanyl 50 g was given.
#   officeparser  No potassium if it is 5.5 mmol/L.
#
# Needs Python 3.10 or later, Node.js 20 or later and npm. Ends with 1 if a line differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  python-docx==1.2.0 docx2txt==0.9 "markitdown[docx]==0.1.9" pypandoc_binary==1.17
npm install --silent --no-fund --no-audit --prefix "$folder" officeparser@7.8.0

cat >"$folder/write.py" <<'PYTHON'
import sys
import zipfile

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
WORD_2010 = "http://schemas.microsoft.com/office/word/2010/wordml"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-"


def text(words):
    return f'<w:r><w:t xml:space="preserve">{words}</w:t></w:r>'


def field(name, data):
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Field"/><w:enabled/>'
        f'<w:calcOnExit w:val="0"/>{data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> {name} </w:instrText></w:r>'
        + mark.format("separate") + mark.format("end")
    )


def box(checked):
    state = "<w:checked/>" if checked else ""
    return field("FORMCHECKBOX", f'<w:checkBox><w:sizeAuto/><w:default w:val="0"/>{state}</w:checkBox>')


def control(checked):
    return (
        f'<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="{int(checked)}"/></w14:checkbox></w:sdtPr>'
        f'<w:sdtContent>{text("☒" if checked else "☐")}</w:sdtContent></w:sdt>'
    )


def choice(number, *words):
    entries = "".join(f'<w:listEntry w:val="{word}"/>' for word in words)
    return field("FORMDROPDOWN", f'<w:ddList><w:result w:val="{number}"/>{entries}</w:ddList>')


def symbol(code):
    return f'<w:r><w:sym w:font="Symbol" w:char="{code}"/></w:r>'


PARAGRAPHS = [
    text("Penicillin allergy: ") + box(False) + text(" yes ") + box(True) + text(" no"),
    text("Pregnant: ") + control(False) + text(" yes ") + control(True) + text(" no"),
    text("The patient ") + choice(1, "denies", "reports") + text(" chest pain."),
    text("Metoprolol 25") + "<w:r><w:noBreakHyphen/></w:r>" + text("50 mg twice a day."),
    text("Fentanyl 50 ") + symbol("F06D") + text("g was given."),
    text("No potassium if it is ") + symbol("F0B3") + text(" 5.5 mmol/L."),
]
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
    f'<Default Extension="rels" ContentType="{TYPE}package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{TYPE}officedocument.wordprocessingml.document.main+xml"/>'
    "</Types>",
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/_rels/document.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"/>',
    "word/document.xml": f'<w:document xmlns:w="{WORD}" xmlns:w14="{WORD_2010}">'
    f'<w:body>{"".join(f"<w:p>{paragraph}</w:p>" for paragraph in PARAGRAPHS)}<w:sectPr/></w:body></w:document>',
}
with zipfile.ZipFile(sys.argv[1], "w") as note:
    for name, part in PARTS.items():
        note.writestr(name, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' + part)
PYTHON

cat >"$folder/read.py" <<'PYTHON'
import os
import pathlib
import sys

import docx
import docx2txt
import pypandoc
from markitdown import MarkItDown

# Not the Pandoc of the path.
os.environ["PYPANDOC_PANDOC"] = str(pathlib.Path(pypandoc.__file__).parent / "files" / "pandoc")
path = sys.argv[1]
for reader, text in [
    ("python-docx", "\n".join(paragraph.text for paragraph in docx.Document(path).paragraphs)),
    ("docx2txt", docx2txt.process(path)),
    ("Pandoc", pypandoc.convert_file(path, "plain", extra_args=["--wrap=none"])),
    ("MarkItDown", MarkItDown().convert(path).text_content),
]:
    for line in filter(None, map(str.strip, text.splitlines())):
        print(f"{reader:12}  {' '.join(line.split())}")
PYTHON

cat >"$folder/read.mjs" <<'JAVASCRIPT'
import { parseOffice } from "officeparser";

for (const line of (await parseOffice("note.docx")).toText().split("\n").filter((line) => line.trim()))
  console.log("officeparser  " + line.trim().split(/ +/).join(" "));
JAVASCRIPT

python3 "$folder/write.py" "$folder/note.docx"
seen=$(PYTHONUTF8=1 "$folder/python/bin/python" "$folder/read.py" "$folder/note.docx" && cd "$folder" && node read.mjs)
echo "$seen"
diff <(sed -n '/^# Output seen/,/^#$/s/^#   //p' "$0") <(echo "$seen")
