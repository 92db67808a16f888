"""Runs BibTeX, Biber, Pandoc, Typst and `referee` on many real .bib files and lists where they disagree.

Called by scripts/bibliography-corpus. A file counts as many pieces of a few entries each, with the `@string`s of the file
before them, so that one place that stops a program does not hide the rest. Of each piece every program prints all
entries; `referee check` looks at a draft of that program. What is counted:

  stops, silent       the program reads no entry, and `referee` reports no error
  stops, told         the same, with an error
  reads, accused      `referee` says that no entry is read, and the program reads them
  differs, silent     of an entry the program prints other authors, another year or title than the other programs, or
                      nothing, and `referee` reports nothing at it
  differs, told       the same, with a finding of `bibliography/read-otherwise` or `bibliography/damaged-entry`
"""

import argparse
import collections
import concurrent.futures
import difflib
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unicodedata

ENTRY = re.compile(r"^[ \t]*@[ \t]*([A-Za-z][\w+-]*)[ \t]*\{[ \t]*([^\s,{}]+)[ \t]*,", re.M)
OTHER = {"comment", "string", "preamble"}
RULES = {"bibliography/read-otherwise", "bibliography/damaged-entry", "citation/duplicate-key"}

BST = r"""
ENTRY { author date title year } {} { label }
INTEGERS { at }
STRINGS { all }
FUNCTION {not} { { #0 } { #1 } if$ }
FUNCTION {text} { duplicate$ missing$ { pop$ "" } 'skip$ if$ }
FUNCTION {names}
{ "" 'all :=
  author missing$ 'skip$
    { #1 'at :=
      { at author num.names$ > not }
      { all "[" * author at "{ll}" format.name$ * "]" * 'all :=
        at #1 + 'at := }
      while$ }
  if$
  all }
FUNCTION {default.type}
{ "@@E " cite$ * write$ newline$ "@@A " names * write$ newline$ "@@T " title text * write$ newline$
  "@@Y " year missing$ { date text } { year } if$ * write$ newline$ }
FUNCTION {article} { default.type }
READ
ITERATE {call.type$}
"""

CSL = """<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>x</title><id>x</id><updated>2026-01-01T00:00:00+00:00</updated></info>
<macro name="all"><names variable="author"><name form="short" delimiter="][" et-al-min="99" et-al-use-first="99"/></names>
<text value="@@T "/><text variable="title"/><text value="@@Y "/>
<date variable="issued"><date-part name="year"/></date></macro>
<citation><layout><text macro="all"/></layout></citation>
<bibliography><layout><text macro="all"/></layout></bibliography>
</style>
"""

DRAFTS = {
    "bibtex": ("p.tex", "\\documentclass{article}\n\\begin{document}\n\\nocite{*}\n\\bibliographystyle{plain}\n\\bibliography{r}\n\\end{document}\n"),
    "biber": ("p.tex", "\\documentclass{article}\n\\usepackage{biblatex}\n\\addbibresource{r.bib}\n\\begin{document}\n\\nocite{*}\n\\printbibliography\n\\end{document}\n"),
    "pandoc": ("p.md", "---\nbibliography: r.bib\nnocite: '@*'\n---\n\nWords.\n"),
    "typst": ("p.typ", "Words.\n\n#bibliography(\"r.bib\", full: true)\n"),
}

BIBER = r"""
use strict; use warnings;
use Biber; use Biber::Utils; use Biber::Config; use Unicode::Collate::Locale; use IPC::Cmd; use Pod::Usage;
use Getopt::Long; use Log::Log4perl;
$| = 1;
my $program = shift @ARGV;
while (my $folder = <STDIN>) {
  chomp $folder;
  my $pid = fork();
  if ($pid == 0) {
    chdir $folder; open STDOUT, '>', '/dev/null'; open STDERR, '>', '/dev/null';
    @ARGV = ('r'); $0 = $program; do $program; exit 0;
  }
  local $SIG{ALRM} = sub { kill 9, $pid }; alarm 120; waitpid $pid, 0; alarm 0;
  print "$folder\n";
}
"""


def pieces(files, wanted):
    """At most `wanted` pieces of the files, or all if that is 0: whole files first, then pieces of fewer and fewer entries."""
    texts = []
    for path in files:
        data = path.read_bytes()
        texts.append((path.name, data.decode("utf-8", "replace").replace("\r\n", "\n")))
    out = [(name, text) for name, text in texts if len(ENTRY.findall(text)) <= 40]
    for size in (8, 4, 2, 1):
        more = []
        for name, text in texts:
            starts = [found.start() for found in re.finditer(r"^[ \t]*@", text, re.M)]
            blocks = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)])]
            kind = lambda block: re.match(r"\s*@\s*(\w*)", block).group(1).lower()
            head = "".join(block for block in blocks if kind(block) == "string")
            entries = [block for block in blocks if kind(block) not in OTHER]
            if len(entries) > size:
                groups = [entries[at : at + size] for at in range(0, len(entries), size)]
                more += [(f"{name}#{size}.{number}", head + "".join(group)) for number, group in enumerate(groups)]
        out += more
        if len(out) >= wanted:
            break
    return out[:wanted] if wanted else out


def keys_of(text):
    found = [key for kind, key in ENTRY.findall(text) if kind.lower() not in OTHER | {"set", "xdata"}]
    return list(dict.fromkeys(found))


def plain(text):
    text = re.sub(r"\\[a-zA-Z]+\s*|\\.|[{}~$]", "", text or "")
    text = unicodedata.normalize("NFKD", text)
    return "".join(c for c in text.lower() if c.isalnum() and not unicodedata.combining(c))


def one(authors, title, year, names_others=False):
    """An entry as printed; only Typst treats `others` as a person."""
    year = re.search(r"\d{4}", year or "")
    return {"authors": [plain(name) for name in authors if names_others or plain(name) != "others"], "title": plain(title), "year": year.group(0) if year else ""}


def run(command, folder, timeout=120):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=timeout)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return 124, "", "timeout"


def bibtex(folder, keys):
    (folder / "n.bst").write_text(BST)
    cited = "".join(f"\\citation{{{key}}}\n" for key in keys)
    (folder / "n.aux").write_text("\\relax\n" + cited + "\\bibstyle{n}\n\\bibdata{r}\n")
    run(["bibtex", "n"], folder)
    text = (folder / "n.bbl").read_text(errors="replace") if (folder / "n.bbl").exists() else ""
    text = re.sub(r"\n(?!@@)\s*", " ", text)
    out, key = {}, None
    for line in text.splitlines():
        mark, rest = line[:4], line[4:]
        if mark == "@@E ":
            key, out[rest.strip().lower()] = rest.strip().lower(), {}
        elif key is not None:
            out[key][mark[2]] = rest
    return {
        key: one(re.findall(r"\[(.*?)\](?=\[|$)", entry.get("A", "").strip()), entry.get("T"), entry.get("Y"))
        for key, entry in out.items()
    }


def biber(folder, keys):
    """Returns the output of an earlier run of Biber in the folder."""
    bbl = (folder / "r.bbl").read_text(errors="replace") if (folder / "r.bbl").exists() else ""
    if "\\entry{" not in bbl:
        return None
    out = {}
    for found in re.finditer(r"\\entry\{(.*?)\}\{.*?\n(.*?)\\endentry", bbl, re.S):
        text = found.group(2)
        names = re.search(r"\\name\{author\}(.*?)\n      \}", text, re.S)
        families = re.findall(r"^\s*family=\{(.*?)\},?$", names.group(1), re.M) if names else []
        families = [family.replace("\\bibnamedelima", "").replace("\\bibnamedelimb", "") for family in families]
        field = lambda name: (re.search(r"\\field\{" + name + r"\}\{(.*)\}", text) or [None, ""])[1]
        out[found.group(1)] = one(families, field("title"), field("year"))
    return out


def pandoc(folder, keys):
    status, text, _ = run([PANDOC, "-f", "biblatex", "-t", "csljson", "r.bib"], folder)
    if status != 0:
        return None
    out = {}
    for item in json.loads(text):
        authors = [name.get("family") or name.get("literal") or "" for name in item.get("author", [])]
        parts = item.get("issued", {}).get("date-parts") or [[""]]
        year = str(parts[0][0]) if parts[0] else ""
        year = year or str(item.get("issued", {}).get("literal", ""))
        out[item["id"]] = one(authors, re.sub(r"<.*?>", "", item.get("title", "")), year)
    return out


def typst(folder, keys):
    import typst as compiler

    (folder / "n.csl").write_text(CSL)
    keys = list(keys)
    for _ in range(len(keys) + 1):
        quoted = "".join('"' + key.replace("\\", "\\\\").replace('"', '\\"') + '",' for key in keys)
        (folder / "n.typ").write_text(
            f'#for k in ({quoted}) [\n\n@@E #raw(k)@@A #cite(label(k), form: "full")@@X\n\n]\n'
            '#bibliography("r.bib", style: "n.csl", full: true)\n'.replace("@@", "\\@\\@")
        )
        try:
            page = compiler.compile(str(folder / "n.typ"), format="html").decode()
            break
        except RuntimeError as error:
            missing = re.search(r"key `(.*?)` is not present", str(error))
            if not missing or missing.group(1) not in keys:
                return None
            keys.remove(missing.group(1))
    else:
        return None
    text = html.unescape(re.sub(r"<[^>]+>", "", page))
    out = {}
    for chunk in text.split("@@E ")[1:]:
        found = re.match(r"(.*?)@@A (.*?)@@T (.*?)@@Y ?(.*?)@@X", chunk, re.S)
        if not found:
            continue
        key, authors, title, year = found.groups()
        authors = [name for name in re.split(r"\]\[", authors.strip()) if name.strip()]
        out[key] = one(authors, title, year, names_others=True)
    return out


PROGRAMS = {"bibtex": bibtex, "biber": biber, "pandoc": pandoc, "typst": typst}


def prepare(folder, text):
    for name, (draft, words) in DRAFTS.items():
        place = folder / name
        place.mkdir(parents=True)
        (place / draft).write_text(words)
        (place / "r.bib").write_text(text)


def run_biber(folders, scratch):
    (scratch / "c").mkdir()
    (scratch / "c" / "r.tex").write_text(
        "\\documentclass{article}\\usepackage[backend=biber]{biblatex}\\addbibresource{r.bib}"
        "\\begin{document}\\nocite{*}\\end{document}\n"
    )
    run(["latex", "-interaction=batchmode", "r.tex"], scratch / "c")
    control = (scratch / "c" / "r.bcf").read_text()
    for folder in folders:
        (folder / "biber" / "r.bcf").write_text(control)
    (scratch / "biber.pl").write_text(BIBER)
    lines = "".join(f"{folder / 'biber'}\n" for folder in folders)
    program = os.path.realpath(shutil.which("biber"))
    subprocess.run(["perl", str(scratch / "biber.pl"), program], input=lines, text=True, capture_output=True)


def findings_of(referee, scratch):
    """The findings of `referee` by folder: rule, severity, message, key, line."""
    done = subprocess.run(
        [referee, "check", ".", "--offline", "--format", "json"], cwd=scratch / "w", capture_output=True, text=True
    )
    out = collections.defaultdict(list)
    for file in json.loads(done.stdout)["files"]:
        folder = os.path.dirname(file["path"])
        for finding in file["findings"]:
            if finding["rule"] in RULES:
                out[folder].append((finding["severity"], finding["message"], finding.get("data", {}).get("key", "")))
    return out


def alike(a, b):
    """Whether two texts are equal except for LaTeX commands, which BibTeX and Biber pass through, and a subtitle, which
    Pandoc adds to the title."""
    return a == b or min(len(a), len(b)) > 5 and (a.startswith(b) or b.startswith(a)) or difflib.SequenceMatcher(None, a, b, autojunk=False).ratio() > 0.6


def agree(a, b):
    """Whether two programs print the same persons, title and year, as far as their output can be compared."""
    first = [(one_["authors"] or [""])[0] for one_ in (a, b)]
    return (
        a["year"] == b["year"]
        and len(a["authors"]) == len(b["authors"])
        # Programs differ on whether `de` belongs to the family name.
        and (alike(*first) or first[0].endswith(first[1]) or first[1].endswith(first[0]))
        and bool(a["title"]) == bool(b["title"])
        and alike(a["title"], b["title"])
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("referee")
    parser.add_argument("--pieces", type=int, default=500)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    files = sorted(arguments.corpus.rglob("*.bib"))
    cut = pieces(files, arguments.pieces)
    scratch = arguments.scratch
    # A second run over the same folder runs only `referee`.
    known = scratch / "results.json"
    folders = [scratch / "w" / f"p{number:04}" for number in range(len(cut))]
    if not known.exists():
        for folder, (_, text) in zip(folders, cut):
            prepare(folder, text)
        if shutil.which("biber"):
            run_biber(folders, scratch)
    said = findings_of(arguments.referee, scratch)
    counts, lines = collections.Counter(), []

    def read(number):
        text = cut[number][1]
        keys = keys_of(text)
        return {name: program(folders[number] / name, keys) for name, program in PROGRAMS.items()}

    if known.exists():
        results = json.loads(known.read_text())
    else:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(read, range(len(cut))))
        known.write_text(json.dumps(results))
    for number, result in enumerate(results):
        name, text = cut[number]
        keys = keys_of(text)
        for program in PROGRAMS:
            here = said.get(f"p{number:04}/{program}", [])
            stop = re.compile("no entry of the file is read|the draft is not compiled|Typst stops")
            told_stop = any(severity == "error" and stop.search(message) for severity, message, _ in here)
            has_error = any(severity == "error" for severity, _, _ in here)
            printed = result[program]
            if printed is None:
                kind = "stops, told" if has_error else "stops, silent"
                if keys:
                    counts[program, kind] += 1
                    lines += [] if has_error else [f"{kind}: {program}: {name} (p{number:04})"]
                continue
            if told_stop and program != "bibtex":
                counts[program, "reads, accused"] += 1
                first = next(message for _, message, _ in here if stop.search(message))
                lines.append(f"reads, accused: {program}: {name} (p{number:04}): {first}")
            for key in keys:
                own = printed.get(key.lower() if program == "bibtex" else key)
                others = [
                    result[other].get(key.lower() if other == "bibtex" else key)
                    for other in PROGRAMS
                    if other != program and result[other] is not None
                ]
                others = [other for other in others if other]
                if not others:
                    continue
                # The output of most of the other programs.
                best = max(others, key=lambda one_: sum(agree(one_, other) for other in others))
                if own is not None and (agree(own, best) or sum(agree(own, other) for other in others) * 2 >= len(others)):
                    counts[program, "agrees"] += 1
                    continue
                at_entry = [message for _, message, where in here if where == key or not where]
                kind = "differs, told" if at_entry else "differs, silent"
                counts[program, kind] += 1
                if not at_entry:
                    lines.append(f"{kind}: {program}: {key} in {name} (p{number:04}): {own} others {best}")
    entries = sum(len(keys_of(text)) for _, text in cut)
    print(f"{len(files)} files, {len(cut)} pieces, {entries} entries")
    kinds = ["stops, told", "stops, silent", "reads, accused", "agrees", "differs, told", "differs, silent"]
    print("| | " + " | ".join(kinds) + " |\n|---" + "|---" * len(kinds) + "|")
    for program in PROGRAMS:
        print(f"| {program} | " + " | ".join(str(counts[program, kind]) for kind in kinds) + " |")
    print("\n".join(sorted(lines)))


def find_pandoc():
    path = shutil.which("pandoc")
    if path is None:
        import pypandoc

        path = pypandoc.get_pandoc_path()
    return path


PANDOC = find_pandoc()

if __name__ == "__main__":
    sys.exit(main())
