#!/usr/bin/env bash
# Python's readers of WebVTT on a recorded visit: who said what is lost or wrong in two of three.
#
# webvtt-py 0.6.0, pysubs2 1.8.1, pycaption 2.3.14; voices are `<v Name>` (W3C WebVTT, section 3.5).
#   Two voices in one cue: webvtt-py joins their words and names only the first voice, so the patient's “No.” is the
#   doctor's. pysubs2 drops every voice: its SRT is a visit without speakers. pycaption names each.
#   A time inside a cue (`<00:00:06.000>`): pysubs2 keeps it in the text, between two spoken words.
#   `&lt;` and `&amp;`: only pycaption decodes them; pysubs2 writes them into an SRT, in which they mean themselves.
# So a program that compares a note with a converted transcript must expect speech without speakers, and numbers that
# nobody said.
#
# Output seen on 2026-11-29:
#   webvtt-py  Doctor: Any chest pain?|No.
#   webvtt-py  Dr. Example: Do you take warfarin?
#   webvtt-py  Patient: Half a tablet, 2.5 &lt; 3 mg
#   pysubs2    -: Any chest pain?|No.
#   pysubs2    -: Do you take <00:00:06.000>warfarin?
#   pysubs2    -: Half a tablet, 2.5 &lt; 3 mg
#   pycaption  Doctor: Any chest pain?|Patient: No.
#   pycaption  Dr. Example: Do you take warfarin?
#   pycaption  Patient: Half a tablet, 2.5 < 3 mg
#
# Needs Python 3.10 or later. Ends with 1 if a line differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  webvtt-py==0.6.0 pysubs2==1.8.1 pycaption==2.3.14

cat > "$folder/visit.vtt" <<'VISIT'
WEBVTT

00:00:01.000 --> 00:00:04.000
<v Doctor>Any chest pain?</v>
<v Patient>No.</v>

00:00:05.000 --> 00:00:09.000
<v Dr. Example>Do you take <00:00:06.000>warfarin?</v>

00:00:09.000 --> 00:00:12.000
<v Patient>Half a tablet, 2.5 &lt; 3 mg</v>
VISIT

cat > "$folder/read.py" <<'READ'
import sys

import pycaption
import pysubs2
import webvtt

path = sys.argv[1]
line = lambda reader, voice, text: print(f"{reader:10} {voice}{text}".replace("\n", "|"))
for cue in webvtt.read(path):
    line("webvtt-py", f"{cue.voice}: ", cue.text)
for event in pysubs2.load(path):
    line("pysubs2", f"{event.name or '-'}: ", event.plaintext)
captions = pycaption.WebVTTReader().read(open(path, encoding="utf-8").read())
for caption in captions.get_captions(captions.get_languages()[0]):
    line("pycaption", "", caption.get_text())
READ

seen=$("$folder/python/bin/python" "$folder/read.py" "$folder/visit.vtt")
echo "$seen"
diff <(sed -n '/^# Output seen/,/^#$/s/^#   //p' "$0") <(echo "$seen")
