#!/usr/bin/env bash
# Libraries that write spoken numbers in digits, as transcripts of visits need them, on doses as people say them.
#
# People leave out the unit: “five hundred two times a day” is 500 mg, twice. text2num 3.0.0, whisper-normalizer 0.1.15
# (the rules by which transcripts of Whisper are compared) and number-parser 0.3.2 (all PyPI) join the two amounts into
# one number, without a message: “502 times a day”. text2num does so in Spanish, French and German, too.
# whisper-normalizer also joins numbers that no grammar joins, and loses decimals:
#   two tablets of 5 mg become tablets of 25 mg, one of 200 mg becomes one of 1200 mg;
#   a potassium of “six point one” becomes “6 one”.
# So whoever compares a note with a transcript in digits has to read “502 times” as “500, 2 times”, too. With digits
# alone nobody can tell which dose was said.
#
# Output seen on 2026-11-29 (en, es, fr, de: the language passed to text2num):
#   text2num en         metformin five hundred twice a day          metformin 500 twice a day
#   text2num en         metformin five hundred two times a day      metformin 502 times a day
#   text2num en         gabapentin three hundred three times a day  gabapentin 303 times a day
#   text2num en         ibuprofen four hundred one tablet at night  ibuprofen 401 tablet at night
#   text2num en         warfarin two five milligram tablets         warfarin 2 5 milligram tablets
#   text2num en         ibuprofen one two hundred milligram tablet  ibuprofen 1 200 milligram tablet
#   text2num en         potassium six point one                     potassium 6.1
#   text2num es         metformina quinientos dos veces al día      metformina 502 veces al día
#   text2num fr         metformine cinq cents deux fois par jour    metformine 502 fois par jour
#   text2num de         Metformin fünfhundert zwei mal am Tag       Metformin 502 mal am Tag
#   number-parser       metformin five hundred twice a day          metformin 500 twice a day
#   number-parser       metformin five hundred two times a day      metformin 502 times a day
#   number-parser       gabapentin three hundred three times a day  gabapentin 303 times a day
#   number-parser       ibuprofen four hundred one tablet at night  ibuprofen 401 tablet at night
#   number-parser       warfarin two five milligram tablets         warfarin 2 5 milligram tablets
#   number-parser       ibuprofen one two hundred milligram tablet  ibuprofen 1 200 milligram tablet
#   number-parser       potassium six point one                     potassium 6 point 1
#   whisper-normalizer  metformin five hundred twice a day          metformin 500 twice a day
#   whisper-normalizer  metformin five hundred two times a day      metformin 502 times a day
#   whisper-normalizer  gabapentin three hundred three times a day  gabapentin 303 times a day
#   whisper-normalizer  ibuprofen four hundred one tablet at night  ibuprofen 401 tablet at night
#   whisper-normalizer  warfarin two five milligram tablets         warfarin 25 milligram tablets
#   whisper-normalizer  ibuprofen one two hundred milligram tablet  ibuprofen 1200 milligram tablet
#   whisper-normalizer  potassium six point one                     potassium 6 one
#
# Needs Python 3.10 or later. Ends with 1 if a line differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  text2num==3.0.0 whisper-normalizer==0.1.15 number-parser==0.3.2

cat >"$folder/read.py" <<'PYTHON'
from number_parser import parse
from text_to_num import alpha2digit
from whisper_normalizer.english import EnglishTextNormalizer

ENGLISH = [
    "metformin five hundred twice a day",
    "metformin five hundred two times a day",
    "gabapentin three hundred three times a day",
    "ibuprofen four hundred one tablet at night",
    "warfarin two five milligram tablets",
    "ibuprofen one two hundred milligram tablet",
    "potassium six point one",
]


def line(reader, said, digits):
    print(f"{reader:18}  {said:42}  {digits}")


for said in ENGLISH:
    line("text2num en", said, alpha2digit(said, "en"))
for language, said in [
    ("es", "metformina quinientos dos veces al día"),
    ("fr", "metformine cinq cents deux fois par jour"),
    ("de", "Metformin fünfhundert zwei mal am Tag"),
]:
    line(f"text2num {language}", said, alpha2digit(said, language))
for said in ENGLISH:
    line("number-parser", said, parse(said))
for said in ENGLISH:
    line("whisper-normalizer", said, EnglishTextNormalizer()(said))
PYTHON

seen=$(PYTHONUTF8=1 "$folder/python/bin/python" "$folder/read.py")
echo "$seen"
diff <(sed -n '/^# Output seen/,/^#$/s/^#   //p' "$0") <(echo "$seen")
