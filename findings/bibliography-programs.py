"""Runs BibTeX, Biber, Pandoc and Typst on small bibliographies and prints their output.

Called by bibliography-programs.sh, which installs what is missing. Each row has one place that at least one of the
programs reads differently from what its author means; no row crashes or hangs a program.

Behaviour seen on 2026-11-28 with the versions in docs/bibliography-programs.md: the table there. `--compare FILE`
prints the differences from that table and exits with 1 if there is one; `--write FILE` replaces the table.
"""

import argparse
import datetime
import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# The folder of temporary files, whose names are removed from the table.
FOLDER = re.escape(tempfile.gettempdir())
GOOD = "@article{good, author={Good, Gerald}, title={Fine work}, journal={Lancet}, year={2019}}\n"


def entry(author="{Able, Ann and Best, Bob}", title="{A trial}", journal="{Lancet}", year="year={2020}", more=""):
    return f"@article{{k, author={author}, title={title}, journal={journal}, {year}{more}}}\n"


# (name, text of the .bib, cited keys). An entry `good` precedes each, unless the order matters.
ROWS = [
    ("clean", entry(), ["k"]),
    ("field twice: title", entry(more=", title={Another work}"), ["k"]),
    ("field twice: doi", entry(more=", doi={10.1000/first}, doi={10.1000/second}"), ["k"]),
    ("field twice: the last empty", entry(more=", title={}"), ["k"]),
    ("field twice: pages", entry(more=", pages={1--2}, pages={7--8}"), ["k"]),
    ("years of year and date differ", entry(more=", date={2021}"), ["k"]),
    ("empty name", entry(author="{Able, Ann and and Best, Bob}"), ["k"]),
    ("names with semicolons", entry(author="{Able, Ann; Best, Bob; Cole, Cy}"), ["k"]),
    ("names with too many commas", entry(author="{Able, Ann, Best, Bob}"), ["k"]),
    ("initials last, no comma", entry(author="{Able AB and Best C}"), ["k"]),
    ("AND", entry(author="{Able, Ann AND Best, Bob}"), ["k"]),
    ("and et al.", entry(author="{Able, Ann and et al.}"), ["k"]),
    ("and {others}", entry(author="{Able, Ann and {others}}"), ["k"]),
    ("and at the end", entry(author="{Able, Ann and Best, Bob and }"), ["k"]),
    ("and at the start", entry(author="{and Able, Ann and Best, Bob}"), ["k"]),
    ("comma before and", entry(author="{Able, Ann, and Best, Bob}"), ["k"]),
    ("names with &", entry(author="{Able, Ann & Best, Bob}"), ["k"]),
    ("initials last, commas", entry(author="{Able AB, Best C}"), ["k"]),
    ("and others", entry(author="{Able, Ann and others}"), ["k"]),
    ("date: month name", entry(year="date={Feb 2002}"), ["k"]),
    ("date: slashes", entry(year="date={2002/02/07}"), ["k"]),
    ("date: 30 February", entry(year="date={2002-02-30}"), ["k"]),
    ("date: one digit", entry(year="date={2020-5-3}"), ["k"]),
    ("date: month 13", entry(year="date={2020-13}"), ["k"]),
    ("date: day first", entry(year="date={07.02.2002}"), ["k"]),
    ("date: month name, with a year", entry(year="date={Feb 2002}, year={2002}"), ["k"]),
    ("date: range", entry(year="date={2002-02-07/2002-02-09}"), ["k"]),
    ("undefined abbreviation", entry(journal="nejm"), ["k"]),
    ("abbreviation in another case", "@string{NEJM = {N Engl J Med}}\n" + entry(journal="nejm"), ["k"]),
    ("abbreviation defined later", entry(journal="nejm") + "@string{nejm = {N Engl J Med}}\n", ["k"]),
    ("month=sept", entry(more=", month=sept"), ["k"]),
    ("month=Sep", entry(more=", month=Sep"), ["k"]),
    ("month=september", entry(more=", month=september"), ["k"]),
    ("month={Sept.}", entry(more=", month={Sept.}"), ["k"]),
    ("month={Sep--Oct}", entry(more=", month={Sep--Oct}"), ["k"]),
    ("day={}", entry(more=", day={}"), ["k"]),
    ("year={in press}", entry(year="year={in press}"), ["k"]),
    ("year={n.d.}", entry(year="year={n.d.}"), ["k"]),
    ("year={c. 1850}", entry(year="year={c. 1850}"), ["k"]),
    ("year={[2020]}", entry(year="year={[2020]}"), ["k"]),
    ("year={2020a}", entry(year="year={2020a}"), ["k"]),
    ("year={2020-2021}", entry(year="year={2020-2021}"), ["k"]),
    ("year={2020--2021}", entry(year="year={2020--2021}"), ["k"]),
    ("year={2020/21}", entry(year="year={2020/21}"), ["k"]),
    ("year={ 2020 }", entry(year="year={ 2020 }"), ["k"]),
    ("year={{2020}}", entry(year="year={{2020}}"), ["k"]),
    ("year={98}", entry(year="year={98}"), ["k"]),
    ("year={}", entry(year="year={}"), ["k"]),
    ("date={}", entry(year="date={}, year={2020}"), ["k"]),
    ("year={~2020}", entry(year="year={~2020}"), ["k"]),
    ("year={May 2020}", entry(year="year={May 2020}"), ["k"]),
    ("date={2020} beside year={in press}", entry(year="date={2020}, year={in press}"), ["k"]),
    ("year=2020a", entry(year="year=2020a"), ["k"]),
    ("pages=1-10", entry(more=", pages=1-10"), ["k"]),
    ("urldate: day first", entry(more=", urldate={07.02.2021}"), ["k"]),
    ("urldate={}", entry(more=", urldate={}"), ["k"]),
    ("mail address in free text", "Mail me: joe@example.org about this file.\n" + entry(), ["k"]),
    ("sign @ alone in free text", "Papers @ home.\n" + entry(), ["k"]),
    ("free text", "Papers of the group.\n" + entry(), ["k"]),
    ("mail address behind %", "% Mail me: joe@example.org about this file.\n" + entry(), ["k"]),
    ("@comment before an entry", "@comment @article{k, author={Old, Otto}, title={Old}, journal={J}, year={1999}}\n", ["k"]),
    ("@comment, a line", "@comment jabref-meta\n" + entry(), ["k"]),
    ("@comment{entry}", "@comment{@article{k, author={Old, Otto}, title={Old}, journal={J}, year={1999}}}\n", ["k"]),
    ("% before an entry", "% @article{k, author={Old, Otto}, title={Old}, journal={J}, year={1999}}\n", ["k"]),
    ("% before an old entry", "% @article{k, author={Old, Otto}, title={Old}, journal={J}, year={1999}}\n" + entry(), ["k"]),
    ("% before each line of an old entry", "% @article{k,\n%  author={Old, Otto}, title={Old}, journal={J}, year={1999}}\n" + entry(), ["k"]),
    ("% before an old entry after the new one", entry() + "% @article{k, author={Old, Otto}, title={Old}, journal={J}, year={1999}}\n", ["k"]),
    ("@comment{entry} before another", "@comment{@article{k, author={Old, Otto}, title={Old}, journal={J}, year={1999}}}\n" + entry(), ["k"]),
    ("@comment{mail address}", "@comment{Mail joe@example.org about it}\n" + entry(), ["k"]),
    ("type with _", entry().replace("@article", "@journal_article"), ["k"]),
    ("type with -", entry().replace("@article", "@journal-article"), ["k"]),
    ("type with a digit", entry().replace("@article", "@article2"), ["k"]),
    ("type that is not known", entry().replace("@article", "@journalarticle"), ["k"]),
    ("blank before the type", entry().replace("@article", "@ article"), ["k"]),
    ("two commas", "@article{k, author={Able, Ann}, title={A trial}, year={2020},, journal={Lancet}}\n", ["k"]),
    ("comma missing", "@article{k, author={Able, Ann} title={A trial}, year={2020}, journal={Lancet}}\n", ["k"]),
    ("brace not closed", "@article{k, author={Able, Ann}, title={A trial, year={2020}, journal={Lancet}}\n\n" + GOOD.replace("good", "later"), ["k"]),
    ("no key", "@article{, author={Able, Ann}, title={A trial}, year={2020}, journal={Lancet}}\n", ["k"]),
    ("no key, no comma", "@article{author={Able, Ann}, title={A trial}, year={2020}, journal={Lancet}}\n", ["k"]),
    ("parentheses", "@article(k, author={Able, Ann}, title={A trial}, year={2020}, journal={Lancet})\n", ["k"]),
    ("% between fields", "@article{k, author={Able, Ann},\n % title={Old},\n title={A trial}, year={2020}, journal={Lancet}}\n", ["k"]),
    ("% after a field", "@article{k, author={Able, Ann}, % first\n title={A trial}, year={2020}, journal={Lancet}}\n", ["k"]),
    ("field name with a blank", entry(more=", date added={2020}"), ["k"]),
    ("field name: digit first", entry(more=", 2nd={2020}"), ["k"]),
    ("brace too many", entry().rstrip() + "}\n", ["k"]),
    ("@string(…)", "@string(nejm={N Engl J Med})\n" + entry(journal="nejm"), ["k"]),
    ("field without value", "@article{k, author={Able, Ann}, title={A trial}, note=, year={2020}, journal={Lancet}}\n", ["k"]),
    ("% in a title", entry(title="{Lowers risk by 50% in women}"), ["k"]),
    ("\\% in a title", entry(title="{Lowers risk by 50\\% in women}"), ["k"]),
    ("& in a journal", entry(journal="{Health & Place}"), ["k"]),
    ("_ in a title", entry(title="{The gene A_B}"), ["k"]),
    ("# in a title", entry(title="{Trial #2}"), ["k"]),
    ("% in a url", entry(more=", url={https://example.org/a%20b}"), ["k"]),
    ("one dollar", entry(title="{Costs $5}"), ["k"]),
    ("% in an abstract", entry(more=", abstract={We gave 5% to all}"), ["k"]),
    ("& and _ in an abstract", entry(more=", abstract={A_B & C}"), ["k"]),
    ("one dollar in an abstract", entry(more=", abstract={Costs $5}"), ["k"]),
    ("two dollars", entry(title="{Costs $5 or $6}"), ["k"]),
    ("crossref in another case", "@inproceedings{k, author={Able, Ann}, title={A trial}, crossref={Par}}\n@proceedings{par, title={Book of talks}, year={2020}, publisher={Pub}}\n", ["k"]),
    ("crossref before its child", "@proceedings{par, title={Book of talks}, year={2020}, publisher={Pub}}\n@inproceedings{k, author={Able, Ann}, title={A trial}, crossref={par}}\n", ["k"]),
    ("crossref to nothing", "@inproceedings{k, author={Able, Ann}, title={A trial}, crossref={nothing}}\n", ["k"]),
    ("brace opened in a value in quotation marks", entry(more=', note="a { b"'), ["k"]),
    ("brace with a backslash in a value in quotation marks", entry(more=', note="a \\{ b"'), ["k"]),
    ("xdata to nothing", entry(more=", xdata={nothing}"), ["k"]),
    ("@preamble joined by #", "@preamble{\"a\" # \"b\"}\n" + entry(), ["k"]),
    ("@preamble in braces", "@preamble{{a}}\n" + entry(), ["k"]),
    ("@preamble without quotation marks", "@preamble{\\newcommand{\\x}{y}}\n" + entry(), ["k"]),
    ("ids", entry(more=", ids={old}"), ["old"]),
    ("@set", "@set{s, entryset={k}}\n" + entry(), ["s"]),
    ("@xdata", "@xdata{x, journal={Lancet}}\n" + entry(), ["x"]),
    ("xdata inherited", "@xdata{x, publisher={Pub}, year={2020}}\n@book{k, author={Able, Ann}, title={A trial}, xdata={x}}\n", ["k"]),
    ("key in another case", entry().replace("{k,", "{Kay,"), ["kay"]),
    ("keys that differ in case", entry().replace("{k,", "{Kay,") + entry(title="{Another work}").replace("{k,", "{kay,"), ["kay"]),
    ("key twice", entry() + entry(title="{Another work}"), ["k"]),
] + [
    (f"key with {name}", entry().replace("{k,", "{" + key + ","), ["good"])
    for name, key in [
        ("'", "o'neil"), ("#", "a#b"), ('"', 'a"b'), ("%", "a%b"), ("=", "a=b"), ("(", "a(b)"), ("\\_", "a\\_b"),
        ("a blank", "a b"), ("~", "a~b"), ("&", "a&b"), ("é", "andré"), ("/", "a/b"), (":", "a:b"), (".", "a.b"),
        ("+", "a+b"), ("@", "a@b"), ("*", "a*b"), ("!", "a!b"), ("?", "a?b"), ("<", "a<b>"), ("[", "a[b]"), ("|", "a|b"),
        ("$", "a$b"), ("^", "a^b"), (";", "a;b"), ("`", "a`b"),
    ]
]

# Rows with characters that matter to LaTeX and not to the program before it.
TYPESET = re.compile(r"% in|& |_ in|# in|dollar")

SHOWN = 150


def short(text):
    text = re.sub(r"\s+", " ", text).strip()
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def run(command, folder, timeout=600):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=timeout)
    return done.returncode, done.stdout, done.stderr


def latex(folder, name):
    """Returns the output of LaTeX for the list of references that a program wrote."""
    run(["latex", "-interaction=batchmode", f"{name}.tex"], folder)
    error = re.search(r"^! (.*)", (folder / f"{name}.log").read_text(errors="replace"), re.M)
    return f"LaTeX error: {error.group(1)}" if error else "LaTeX: no error"


class Bibtex:
    name = "BibTeX"
    command = "bibtex"

    def version(self):
        return re.search(r"BibTeX (\S+)(?: \((.*?)\))?", run(["bibtex", "--version"], ".")[1]).group(0)

    def read(self, folder, bib, keys, typeset=False):
        (folder / "r.bib").write_text(bib)
        cited = "".join(f"\\citation{{{key}}}\n" for key in keys)
        (folder / "r.aux").write_text("\\relax\n" + cited + "\\bibstyle{plain}\n\\bibdata{r}\n")
        (folder / "r.bbl").unlink(missing_ok=True)
        run(["bibtex", "r"], folder)
        log = (folder / "r.blg").read_text(errors="replace")
        errors = re.findall(r"^(.*?)---line (\d+) of file", log, re.M)
        if not errors:
            errors = re.findall(r"^(Repeated entry|A bad cross reference)", log, re.M)
        bbl = (folder / "r.bbl").read_text(errors="replace") if (folder / "r.bbl").exists() else ""
        items = re.split(r"\\bibitem\{(.*?)\}", bbl.split("\\end{the")[0])
        printed = {items[at]: items[at + 1] for at in range(1, len(items) - 1, 2)}
        out = []
        for key in keys:
            found = next((text for other, text in printed.items() if other.lower() == key.lower()), None)
            text = re.sub(r"\\[a-z]+|[{}]", " ", found or "")
            out.append(f"prints {short(text)}" if found else "no entry")
        if errors:
            first = errors[0] if isinstance(errors[0], str) else errors[0][0]
            out.append(f"error: {first}")
        if typeset:
            (folder / "r.tex").write_text(
                f"\\documentclass{{article}}\\begin{{document}}\\cite{{{keys[0]}}}"
                "\\bibliographystyle{plain}\\bibliography{r}\\end{document}\n"
            )
            out.append(latex(folder, "r"))
        return "; ".join(out)


class Biber:
    name = "Biber"
    command = "biber"

    def __init__(self):
        self.control = None

    def version(self):
        return "Biber " + re.search(r"version: (\S+)", run(["biber", "--version"], ".")[1]).group(1)

    def read(self, folder, bib, keys, typeset=False):
        if self.control is None:
            (folder / "c.tex").write_text(
                "\\documentclass{article}\\usepackage[backend=biber]{biblatex}\\addbibresource{r.bib}"
                "\\begin{document}\\cite{KEY}\\end{document}\n"
            )
            run(["latex", "-interaction=batchmode", "c.tex"], folder)
            self.control = (folder / "c.bcf").read_text()
        (folder / "r.bib").write_text(bib)
        line = re.search(r".*<bcf:citekey .*?>KEY</bcf:citekey>\n", self.control).group(0)
        cited = [*keys, *({"good"} - set(keys))]
        lines = "".join(line.replace(">KEY<", f">{html.escape(key)}<") for key in cited)
        (folder / "r.bcf").write_text(self.control.replace(line, lines))
        (folder / "r.bbl").unlink(missing_ok=True)
        status, log, _ = run(["biber", "r"], folder)
        problems = re.findall(r"^(?:ERROR|WARN) - (.*)", log, re.M)
        problems = [problem for problem in problems if "errors" not in problem.lower()[:8]]
        problem = re.sub(rf"\S*/(?=r\.bib)|'?{FOLDER}\S+?r\.bib\S*", "", problems[0]) if problems else ""
        problem = re.sub(r"BibTeX subsystem: [^,]*, ", "", re.sub(r"_\d+\.utf8", "", problem))
        # Biber 2.22 includes the type of the entry.
        problem = re.sub(r"^\w+ entry '", "Entry '", problem)
        bbl = (folder / "r.bbl").read_text(errors="replace") if (folder / "r.bbl").exists() else ""
        if status != 0 and "\\entry" not in bbl:
            return f"stops: {short(problem)}"
        out = []
        for key in keys:
            found = re.search(r"\\(?:entry|set)\{" + re.escape(key) + r"\}(.*?)\\end(?:entry|set)", bbl, re.S)
            alias = re.search(r"\\keyalias\{" + re.escape(key) + r"\}\{(.*?)\}", bbl)
            if not found and alias:
                found = re.search(r"\\entry\{" + re.escape(alias.group(1)) + r"\}(.*?)\\endentry", bbl, re.S)
            if not found:
                out.append("no entry")
                continue
            text = found.group(1)
            # Names of authors: `family=…, given=…` blocks of the first \name{author}.
            names = re.search(r"\\name\{author\}(.*?)\n      \}", text, re.S)
            family = re.findall(r"(family|given|prefix)=\{(.*?)\},?$", names.group(1), re.M) if names else []
            who = "; ".join(f"{kind} {name}" for kind, name in family)
            fields = [
                f"{field} {value}"
                for field, value in re.findall(r"\\(?:field|strng)\{(\w+)\}\{(.*)\}", text)
                if field in ("title", "journaltitle", "booktitle", "year", "month", "note")
            ]
            fields += re.findall(r"\\verb\{(doi)\}\s*\\verb (\S+)", text) and [
                "doi " + re.search(r"\\verb\{doi\}\s*\\verb (\S+)", text).group(1)
            ]
            out.append("prints " + short(f"[{who}] " + ", ".join(fields)))
        if problem:
            out.append(f"warns: {short(problem)}")
        if typeset:
            (folder / "r.tex").write_text((folder / "c.tex").read_text().replace("{KEY}", f"{{{keys[0]}}}").replace(
                "\\end{document}", "\\printbibliography\\end{document}"
            ))
            out.append(latex(folder, "r"))
        return "; ".join(out)


class Pandoc:
    name = "Pandoc"
    command = "pandoc"

    def __init__(self):
        self.path = shutil.which("pandoc")
        if self.path is None:
            import pypandoc

            self.path = pypandoc.get_pandoc_path()

    def version(self):
        return run([self.path, "--version"], ".")[1].splitlines()[0]

    def read(self, folder, bib, keys, typeset=False):
        (folder / "r.bib").write_text(bib)
        cites = "; ".join(f"@{{{key}}}" for key in keys)
        (folder / "r.md").write_text(f"Text [{cites}].\n")
        command = [self.path, "--citeproc", "--bibliography=r.bib", "-t", "plain", "--wrap=none", "r.md"]
        status, out, err = run(command, folder)
        if status != 0:
            line = next((line for line in err.splitlines() if "nexpected" in line or "rror" in line[3:]), err)
            return f"stops: {short(line)}"
        warnings = [line for line in err.splitlines() if "WARNING" in line]
        printed = short(out.split("\n\n", 1)[1]) if "\n\n" in out else "no entry"
        return (f"prints {printed}" if printed != "no entry" else printed) + (
            f"; warns: {short(warnings[0].replace('[WARNING] ', ''))}" if warnings else ""
        )


class Typst:
    name = "Typst"
    command = "typst"

    def version(self):
        import importlib.metadata

        return "Typst " + importlib.metadata.version("typst")

    def read(self, folder, bib, keys, typeset=False):
        import typst

        (folder / "r.bib").write_text(bib)
        cites = "".join(f"#cite(label({quoted(key)}))" for key in keys)
        (folder / "r.typ").write_text(f'{cites}\n#bibliography("r.bib", style: "apa")\n')
        try:
            page = typst.compile(str(folder / "r.typ"), format="html").decode()
        except RuntimeError as error:
            return f"stops: {short(str(error))}"
        page = re.search(r"<section.*?</section>", page, re.S).group(0)
        page = re.sub(r"<h2>.*?</h2>", "", page)
        text = html.unescape(re.sub(r"<[^>]+>", " ", page))
        return f"prints {short(text)}"


def quoted(key):
    return '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'


def programs():
    for kind in (Bibtex, Biber, Pandoc, Typst):
        if kind in (Bibtex, Biber) and not shutil.which(kind.command):
            print(f"skipped: {kind.name} is not installed", file=sys.stderr)
            continue
        yield kind()


def cell(text):
    # Remove paths of a run, and escape Markdown.
    text = re.sub(rf"{FOLDER}/\S*?/", "", text)
    return "`" + text.replace("`", "'").replace("|", "\\|") + "`"


def table(only):
    used = list(programs())
    versions = ", ".join(program.version() for program in used)
    lines = ["| in the file | " + " | ".join(program.name for program in used) + " |", "|---" * (len(used) + 1) + "|"]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, bib, keys in ROWS:
            if only and only not in name:
                continue
            typeset = bool(TYPESET.search(name))
            results = [program.read(folder, GOOD + bib, keys, typeset) for program in used]
            lines.append(f"| {cell(name)} | " + " | ".join(cell(result) for result in results) + " |")
    return versions, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compare", metavar="FILE", type=pathlib.Path)
    parser.add_argument("--write", metavar="FILE", type=pathlib.Path)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    versions, lines = table(arguments.only)
    if arguments.write:
        before = arguments.write.read_text().split("<!-- table -->")[0]
        day = datetime.date.today().isoformat()
        after = "\n".join([f"Run on {day} with {versions}.", "", *lines])
        arguments.write.write_text(f"{before}<!-- table -->\n\n{after}\n")
        return 0
    print("\n".join([versions, "", *lines]))
    if not arguments.compare:
        return 0
    recorded = [line for line in arguments.compare.read_text().splitlines() if line.startswith("| `")]
    now = [line for line in lines if line.startswith("| `")]
    changed = [line for line in now if line not in recorded]
    for line in changed:
        print(f"differs from {arguments.compare}: {line}", file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
