#!/usr/bin/env bash
# medspaCy 1.3.1 (ConText) and negspacy 1.0.4 (NegEx), the usual readers of negation in clinical notes, on lines that
# electronic records print: a question and its answer.
#
# Both attach a “no” to what follows it, so the answer of one question negates the next one:
#   “Fever - no; chest pain - yes”: fever is affirmed and chest pain is negated, by both.
#   “Fever: no↵Chest pain: yes”: negspacy exchanges the two; medspaCy reads it correctly.
#   “Penicillin allergy: No”: negspacy affirms the allergy; medspaCy negates it.
#   “Penicillin allergy: N”, “Penicillin allergy? No.”, “Fever: denies”: both affirm.
# A line “Denies fever.” is read correctly by both.
#
# Output seen on 2026-11-28 (x: the reader says that the patient has it; -: that he does not):
#   medspacy  Denies fever.                 fever -
#   medspacy  Fever - no; chest pain - yes  fever x, chest pain -
#   medspacy  Fever: no|Chest pain: yes     fever -, chest pain x
#   medspacy  Penicillin allergy: No        penicillin allergy -
#   medspacy  Penicillin allergy: N         penicillin allergy x
#   medspacy  Penicillin allergy? No.       penicillin allergy x
#   medspacy  Fever: denies                 fever x
#   negspacy  Denies fever.                 fever -
#   negspacy  Fever - no; chest pain - yes  fever x, chest pain -
#   negspacy  Fever: no|Chest pain: yes     fever x, chest pain -
#   negspacy  Penicillin allergy: No        penicillin allergy x
#   negspacy  Penicillin allergy: N         penicillin allergy x
#   negspacy  Penicillin allergy? No.       penicillin allergy x
#   negspacy  Fever: denies                 fever x
#
# Needs Python 3.9 to 3.12 and about 400 MB in the temporary folder. Ends with 1 if a line differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet "medspacy==1.3.1" "negspacy==1.0.4" "spacy==3.7.5"

cat >"$folder/read.py" <<'PYTHON'
import warnings

warnings.filterwarnings("ignore")
from loguru import logger

logger.remove()
import medspacy
import spacy
from medspacy.ner import TargetRule
from negspacy.negation import Negex  # noqa: F401  (registers the component)

NAMES = ["penicillin allergy", "fever", "chest pain"]
LINES = [
    "Denies fever.",
    "Fever - no; chest pain - yes",
    "Fever: no\nChest pain: yes",
    "Penicillin allergy: No",
    "Penicillin allergy: N",
    "Penicillin allergy? No.",
    "Fever: denies",
]

context = medspacy.load(medspacy_enable=["medspacy_pyrush", "medspacy_target_matcher", "medspacy_context"])
context.get_pipe("medspacy_target_matcher").add([TargetRule(name, "NAME") for name in NAMES])

negex = spacy.blank("en")
negex.add_pipe("sentencizer")
ruler = negex.add_pipe("entity_ruler")
ruler.add_patterns(
    [{"label": "NAME", "pattern": [{"LOWER": word} for word in name.split()]} for name in NAMES]
)
negex.add_pipe("negex", config={"ent_types": ["NAME"]})

for reader, model, is_negated in [
    ("medspacy", context, lambda entity: entity._.is_negated),
    ("negspacy", negex, lambda entity: entity._.negex),
]:
    for line in LINES:
        read = [f"{entity.text.lower()} {'-' if is_negated(entity) else 'x'}" for entity in model(line).ents]
        print(f"{reader}  {line.replace(chr(10), '|'):28}  {', '.join(read)}")
PYTHON

"$folder/env/bin/python" "$folder/read.py" 2>/dev/null >"$folder/seen"
sed -n 's/^#   \(medspacy  \|negspacy  \)/\1/p' "$0" >"$folder/wanted"
diff "$folder/wanted" "$folder/seen" && echo "as on 2026-11-28"
