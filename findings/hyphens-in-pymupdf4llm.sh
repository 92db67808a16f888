#!/usr/bin/env bash
# PyMuPDF4LLM 2.0 (PyPI), which turns papers into Markdown for language models, on ranges that a line ends within.
#
# PyMuPDF4LLM removes a hyphen at the end of a line, if two or more characters precede it, as if it divided a word.
# Between two numbers it is the sign of a range. No option keeps it, and nothing is reported:
#   a dose of 25-50 mg becomes one of 2550 mg;
#   the citation [3-7] becomes the citation [37], of another work;
#   pages 123-130 become the page 123130, and a DOI with a hyphen becomes the DOI of nothing;
#   a confidence interval of 1.5-2.5 becomes the number 1.52.5, and IL-6 a word that nobody looks for.
# pypdf 7.1.1 (PyPI) prints the hyphens and the line breaks of the same file. The search of PyMuPDF 2.0 finds “2550” on
# the page, and not “25-50”.
# So citations, doses and intervals in text from PyMuPDF4LLM need a comparison with another reader of the same file.
#
# Output seen on 2026-11-29 (“/”: a line break):
#   pypdf        Metoprolol was given to all adults at 25-/50 mg twice a day for the first week.
#   pypdf        Early walking after an operation shortens the stay [3-/7] and is safe in old adults.
#   pypdf        Able A, Best B. A trial of walking. Journal of Examples. 2020;12:123-/130. doi:10.1000/xyz.
#   pypdf        Able A, Best B. A trial of early walking, with a protocol. 2020. doi:10.1000/walk-/2020.5.
#   pypdf        The stay was shorter by a mean of two days (95% CI 1.5-/2.5) in the walking group.
#   pypdf        After the operation, the level of IL-/6 rose in both groups and then fell.
#   PyMuPDF4LLM  Metoprolol was given to all adults at 2550 mg twice a day for the first week.
#   PyMuPDF4LLM  Early walking after an operation shortens the stay [37] and is safe in old adults.
#   PyMuPDF4LLM  Able A, Best B. A trial of walking. Journal of Examples. 2020;12:123130. doi:10.1000/xyz.
#   PyMuPDF4LLM  Able A, Best B. A trial of early walking, with a protocol. 2020. doi:10.1000/walk2020.5.
#   PyMuPDF4LLM  The stay was shorter by a mean of two days (95% CI 1.52.5) in the walking group.
#   PyMuPDF4LLM  After the operation, the level of IL6 rose in both groups and then fell.
#   PyMuPDF      found on the first page: 2550
#
# Needs Python 3.10 or later and about 350 MB in the temporary folder. Ends with 1 if a line differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  pymupdf==2.0 pymupdf_layout==2.0 pymupdf4llm==2.0 pypdf==7.1.1

cat >"$folder/read.py" <<'PYTHON'
import sys

import pymupdf
import pymupdf4llm
import pypdf

PAGES = [
    "Metoprolol was given to all adults at 25-\n50 mg twice a day for the first week.",
    "Early walking after an operation shortens the stay [3-\n7] and is safe in old adults.",
    "Able A, Best B. A trial of walking. Journal of Examples. 2020;12:123-\n130. doi:10.1000/xyz.",
    "Able A, Best B. A trial of early walking, with a protocol. 2020. doi:10.1000/walk-\n2020.5.",
    "The stay was shorter by a mean of two days (95% CI 1.5-\n2.5) in the walking group.",
    "After the operation, the level of IL-\n6 rose in both groups and then fell.",
]

path = sys.argv[1]
document = pymupdf.open()
for text in PAGES:
    document.new_page(width=420, height=120).insert_text((20, 40), text, fontsize=10)
document.save(path)
for page in pypdf.PdfReader(path).pages:
    print("pypdf       ", page.extract_text().strip().replace("\n", "/"))
for number in range(len(PAGES)):
    print("PyMuPDF4LLM ", pymupdf4llm.to_markdown(path, pages=[number]).strip())
found = [text for text in ("2550", "25-50") if document[0].search_for(text)]
print("PyMuPDF      found on the first page:", ", ".join(found))
PYTHON

# PyMuPDF4LLM also prints messages about packages for scans.
seen=$("$folder/python/bin/python" "$folder/read.py" "$folder/pages.pdf" | grep -E '^(pypdf|PyMuPDF)')
echo "$seen"
diff <(sed -n '/^# Output seen/,/^#$/s/^#   //p' "$0") <(echo "$seen")
