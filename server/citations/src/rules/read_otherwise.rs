//! `bibliography/read-otherwise`

mod in_draft;
mod in_file;

use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use referee_bibliography::misreading::{Consequence, DAMAGED, Effect, Row};
use referee_bibliography::{Program, Programs};
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity};
use referee_text::{Language, Message};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "bibliography/read-otherwise",
        summary: "The program that builds the draft reads a place differently",
        severity: Some(Severity::Error),
        scope: Scope::Bibliography,
        needs_reason: false,
        documentation: "\
## What it flags

A place in a .bib file that the program which builds the draft reads differently from what its author means: names \
separated by semicolons, a field that occurs twice, a date such as `Feb 2002`, an abbreviation that nothing defines, a \
sign @ outside of an entry, a % that LaTeX takes for a comment. An error where the program stops or the reference is not \
printed; a warning where another work, another author or no year is printed; information where a field is lost.

## Why

BibTeX, Biber, Pandoc and Typst disagree about such places, most of them without a message. The paper shows another \
work, or no reference at all.

## Example

```bibtex
@article{smith2020, author = {Smith, Ada; Doe, Bob}, title = {On waking}, date = {Feb 2020}}
```

Biber prints one person and no year.

## What it cannot tell

Which program builds a draft that does not say so. It takes Biber for LaTeX with biblatex (BibTeX with \
`backend=bibtex`), BibTeX for LaTeX with `\\bibliography`, Pandoc for Markdown, Quarto and R Markdown, Typst for Typst, \
and nothing for Sphinx, MyST and Org's own processor. For a file that no draft names, or where the program is not known, \
it tells only what every one of the four reads differently. Entries that nothing cites are passed over, unless the \
program stops at them. A style or a class may define more than is seen here. Other versions may behave otherwise.

## Fixes

- Write what every program reads as it is meant, where that is certain: safe, and part of `check --fix`.
- Where two readings are possible, one fix for each.

## Sources

The programs themselves: BibTeX 0.99d, Biber 2.18, Pandoc 3.9 and Typst 0.15.2, run on 2026-11-28. \
`docs/bibliography-programs.md` has what each of them printed.
",
    },
    checks: &[
        Check::Bibliography(in_file::check),
        Check::Citation(in_draft::citation),
    ],
    fixes: Some(fixes),
};

/// How much an effect matters.
fn severity(effect: Effect) -> Severity {
    match effect {
        Effect::Stops | Effect::StopsAtEntry | Effect::DropsEntry => Severity::Error,
        Effect::OtherWork | Effect::OtherAuthor | Effect::NoYear | Effect::Complains => Severity::Warning,
        Effect::LosesField => Severity::Information,
    }
}

/// What the programs of a draft do with a kind of place, and how much that matters.
struct Verdict {
    consequences: Vec<&'static Consequence>,
    severity: Severity,
}

impl Verdict {
    /// `None` where the programs read the place as it is meant. Where it is not known which program builds the draft, a
    /// place counts that no program reads as it is meant, as much as it does for the one that minds it least.
    fn of(row: &'static Row, programs: Programs) -> Option<Verdict> {
        if programs.is_empty() {
            let consequences: Vec<_> = row.for_programs(Programs::all()).collect();
            let effect = consequences.iter().map(|one| one.effect).min()?;
            return row.is_for_all().then(|| Verdict { consequences, severity: severity(effect) });
        }
        let consequences: Vec<_> = row.for_programs(programs).collect();
        let effect = consequences.iter().map(|one| one.effect).max()?;
        Some(Verdict { consequences, severity: severity(effect) })
    }

    /// Whether it concerns more than the reference itself.
    fn is_of_file(&self) -> bool {
        self.consequences.iter().any(|one| one.effect.is_of_file())
    }
}

/// The remark about a place of the kind `row` with these words.
fn remark(row: &'static Row, words: &str, verdict: &Verdict, key: Option<&str>) -> Remark {
    let message = Message::written(|language| {
        let fact = row.fact.text(language).replace("{}", words);
        let advice = row.advice.text(language);
        format!("{fact}. {}. {advice}", consequences(&verdict.consequences, language))
    });
    let programs: Vec<&str> = verdict.consequences.iter().map(|one| one.program.name()).collect();
    let data = Data {
        key: key.map(str::to_owned),
        more: [("row", row.id.to_owned()), ("programs", programs.join(", "))].into(),
    };
    Remark { message, severity: Some(verdict.severity), data, ..Remark::default() }
}

/// “With Biber 2.18 the field is lost; with Typst 0.15.2 no entry of the file is read”.
fn consequences(all: &[&Consequence], language: Language) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for consequence in all {
        let words = consequence.words.text(language);
        let name = Program::name(consequence.program).to_owned();
        match groups.iter_mut().find(|(known, _)| *known == words) {
            Some((_, names)) => names.push(name),
            None => groups.push((words, vec![name])),
        }
    }
    let clauses: Vec<String> = groups
        .iter()
        .enumerate()
        .map(|(at, (words, names))| {
            let with = match at {
                0 => language.pick("With", "Con"),
                _ => language.pick("with", "con"),
            };
            format!("{with} {} {words}", wording::list(language, names))
        })
        .collect();
    clauses.join("; ")
}

/// What the programs do with a damaged entry: a sentence. All of them where it is not known which builds the draft.
#[must_use]
pub fn consequence_of_damage(programs: Programs) -> Message {
    let programs = if programs.is_empty() { Programs::all() } else { programs };
    let all: Vec<&Consequence> = DAMAGED.for_programs(programs).collect();
    Message::written(|language| format!("{}.", consequences(&all, language)))
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    match context.draft {
        Some(_) => in_draft::fixes(context, finding),
        None => in_file::fixes(context, finding),
    }
}
