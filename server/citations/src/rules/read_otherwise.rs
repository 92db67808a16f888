//! Implements the rule `bibliography/read-otherwise`.

mod in_draft;
mod in_file;
mod program_effects;

use super::context::RuleContext;
use super::definition::{Check, CitationRule};
use referee_findings::{Finding, Fix, Rule, Scope, Severity};

pub use program_effects::consequence_of_damage;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "bibliography/read-otherwise",
        summary: "The program that builds the draft reads a place differently",
        severity: Some(Severity::Error),
        scope: Scope::Bibliography,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A place in a .bib file that the program which builds the draft reads differently from what its author means: names \
separated by semicolons, a field that occurs twice, a date such as `Feb 2002`, an abbreviation that nothing defines, a \
sign @ outside of an entry, a % that LaTeX takes for a comment, an entry that is commented out and that BibTeX prints all \
the same, a `@preamble` that Typst does not read, a brace that is not closed before the quotation mark, a list of pages whose commas Typst \
leaves out, a `crossref` or \
`xdata` that names no entry. In a draft of Pandoc also a paragraph that starts with `(@key)`: it is an item of an example list. In a .ris file that Pandoc \
reads: a date with slashes, a suffix after the first name, a group or initials without a comma. The places in these \
files are reported when the draft is checked, too. An error where the program stops or the reference is not \
printed; a warning where another work, another author or no year is printed; information where a field is lost.

## Why

BibTeX, Biber, Pandoc and Typst disagree about such places, most of them without a message. The paper shows another \
work, or no reference at all.

## Example

```bibtex
@article{smith2020, author = {Smith, Ada; Doe, Bob}, title = {On waking}, date = {Feb 2020}}
```

Biber prints one person and no year.

```text
AU  - World Health Organization
PY  - 2020/12/05/
```

Pandoc prints a person called Organization and no year.

## What it cannot tell

Which program builds a draft that does not say so. It takes Biber for LaTeX with biblatex (BibTeX with \
`backend=bibtex`), BibTeX for LaTeX with `\\bibliography`, Pandoc for Markdown, Quarto and R Markdown, Typst for Typst, \
and nothing for Sphinx, MyST and Org's own processor. For a file that no draft names, or where the program is not known, \
it tells only what every one of the four reads differently. Entries that nothing cites are passed over, unless the \
program stops at them. A style or a class may define more than is seen here, and a source map of biblatex \
may drop a field. If a field occurs twice, the value that the program prints is looked up; if no program is known, the \
first. Other versions may behave otherwise.

## Fixes

- In a .ris file none, because it is an export: the message says what to write, and `referee references list.ris --format \
csl-json` makes a list that Pandoc reads as it is meant.
- Write what every program reads as it is meant, where that is certain: safe, and part of `check --fix`.
- Where two readings are possible, one fix for each.
- A `crossref` or `xdata` that names no entry: write the nearest key, or remove the field. No program prints anything for it, \
so that the reference stays as it is.

## Sources

The programs themselves: BibTeX 0.99d and 0.99e, Biber 2.18 and 2.22, Pandoc 3.9 and Typst 0.15.2, run on 2026-11-28. \
`docs/bibliography-programs.md` has what each of them printed. For RIS: Pandoc 3.9, run on 2026-11-29 \
(`findings/ris-in-pandoc.sh`).
",
    },
    checks: &[
        Check::Bibliography(in_file::check),
        Check::Citation(in_draft::citation),
        Check::Draft(in_draft::example_labels),
    ],
    fixes: Some(fixes),
};

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    match context.draft {
        Some(_) => in_draft::fixes(context, finding),
        None => in_file::fixes(context, finding),
    }
}
