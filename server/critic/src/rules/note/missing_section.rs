//! `note/missing-section`

mod profiles;

pub use profiles::Expected;

use crate::analysis::folding::fold;
use crate::analysis::sections::{self, Section};
use crate::rules::note::{Diagnosis, diagnosis};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, Check, CriticRule, Draft, FixContext, Profile, Scan, UnitKind};
use profiles::of_profile;
use referee_findings::{FileEdit, Finding, Fix, FixKind, Remark, Rule, Scope, Severity};
use referee_syntax::Format;
use referee_text::Span;
use std::cell::LazyCell;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/missing-section",
        summary: "A section that this kind of note needs is absent or empty",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A section of the note's profile that is absent, or whose heading has nothing below it. Profiles are `soap`, \
`history-and-physical`, `discharge` and `tumour-board`; the profile comes from the front matter \
(`referee: {profile: soap}`), the setting `critic.profile`, or the name of the file; a note that calls itself “SOAP” in its \
first lines has that one. Without a profile the rule is silent.

A tumour board note has findings, diagnostic validation, staging, management options and a recommendation; further \
performance status, comorbidity, biomarkers, the question to the board, and who attended. Staging and biomarkers are \
asked for only once the diagnosis is confirmed.

## Why

What is not written down is asked for again, or assumed.

## Example

```text
Subjective: cough for three days.
Objective: lungs clear.
Plan: fluids and rest.
```

With `critic.profile = \"soap\"` the assessment is missing.

## What it cannot tell

Whether a section has a name that it does not know. Names are compared without case, accents and numbers, in \
English and Spanish; a line that begins with the name and a colon counts as a heading. A word in the text is no section.
",
            notice!(),
            "
## Fixes

Add the headings that are missing, at the end of the note.

## Sources

The usual structure of these notes; for tumour boards the items that minimum data sets of multidisciplinary meetings \
have in common.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: Some(fixes),
};

/// The sections that a part of a note begins, and its effect on those that were open before.
struct Outline {
    /// Each section: its first heading, and whether any of its headings has text.
    begun: Vec<(Section, Span, bool)>,
    /// The headings still open at the end: level and section.
    open: Vec<(u8, Section)>,
    /// The lowest heading level; it closes open headings of this level and deeper.
    least_level: u8,
    /// Headings that were already open at a level lower than this have text in this part.
    gives_text_below: u8,
}

impl Default for Outline {
    fn default() -> Self {
        Outline { begun: Vec::new(), open: Vec::new(), least_level: u8::MAX, gives_text_below: 0 }
    }
}

impl Outline {
    /// Adds text, which belongs to every open heading.
    fn text(&mut self) {
        self.gives_text_below = self.gives_text_below.max(self.least_level);
        for (_, section) in &self.open {
            if let Some(known) = self.begun.iter_mut().find(|(known, ..)| known == section) {
                known.2 = true;
            }
        }
    }

    /// Adds a heading. A heading followed only by a deeper one shares that one's text.
    fn heading(&mut self, section: Section, level: u8, span: Span, has_text: bool) {
        self.close(level);
        if has_text {
            self.text();
        }
        self.note(section, span, has_text);
        self.open.push((level, section));
    }

    /// Closes open headings of a level and deeper.
    fn close(&mut self, level: u8) {
        self.open.retain(|(known, _)| *known < level);
        self.least_level = self.least_level.min(level);
    }

    fn note(&mut self, section: Section, span: Span, has_text: bool) {
        match self.begun.iter_mut().find(|(known, ..)| *known == section) {
            Some(known) => known.2 |= has_text,
            None => self.begun.push((section, span, has_text)),
        }
    }

    /// Adds the next part, which begins at `start`.
    fn add(&mut self, behind: &Outline, start: usize) {
        for (level, section) in &self.open {
            if *level < behind.gives_text_below
                && let Some(known) = self.begun.iter_mut().find(|(known, ..)| known == section)
            {
                known.2 = true;
            }
        }
        if behind.gives_text_below > 0 {
            let reached = self.least_level.min(behind.gives_text_below);
            self.gives_text_below = self.gives_text_below.max(reached);
        }
        self.close(behind.least_level);
        for (section, span, has_text) in &behind.begun {
            self.note(*section, span.shift(start), *has_text);
        }
        self.open.extend_from_slice(&behind.open);
    }
}

impl Scan for Outline {
    type State = ();
    type Summary = Outline;

    fn visit((): &mut (), summary: &mut Outline, block: &BlockContext<'_>) {
        if !block.is_prose() {
            return;
        }
        for unit in block.units() {
            let heading = (unit.kind == UnitKind::Heading)
                .then(|| block.headings().iter().find(|heading| heading.span.overlaps(unit.span)))
                .flatten();
            match (heading, unit.label.as_ref()) {
                (Some(heading), _) => {
                    let section =
                        sections::of_note(&heading.text).or_else(|| sections::of_heading(&heading.text));
                    let span = heading.span.shift(block.start);
                    summary.heading(section.unwrap_or_default(), heading.level, span, false);
                }
                (None, Some(label)) => {
                    let span = label.span.shift(block.start);
                    summary.heading(label.section, sections::LABEL_LEVEL, span, label.has_text);
                }
                (None, None) => summary.text(),
            }
        }
    }
}

/// The sections of a draft.
fn outline(draft: &Draft<'_>) -> Outline {
    let mut out = Outline::default();
    for group in draft.scan::<Outline>(()) {
        out.add(&group.summary, group.start);
    }
    out
}

/// The sections that a profile expects and a draft lacks, each with the location of its heading if that exists without
/// text.
#[must_use]
pub fn missing(draft: &Draft<'_>, profile: Option<Profile>) -> Vec<(&'static Expected, Option<Span>)> {
    if of_profile(profile).is_empty() {
        return Vec::new();
    }
    missing_of(draft, profile, matches!(diagnosis(draft), Diagnosis::Confirmed(_)))
}

/// The sections that a text lacks for a profile, if it is known whether the diagnosis is confirmed.
#[must_use]
pub fn missing_of(
    draft: &Draft<'_>,
    profile: Option<Profile>,
    confirmed: bool,
) -> Vec<(&'static Expected, Option<Span>)> {
    let expected = of_profile(profile);
    let mut out = Vec::new();
    let outline = outline(draft);
    let named = LazyCell::new(|| named(draft, profile));
    for (index, one) in expected.iter().enumerate() {
        if one.only_confirmed && !confirmed {
            continue;
        }
        let here = || outline.begun.iter().filter(|(section, ..)| one.sections.contains(section));
        let empty = here().map(|(_, span, _)| *span).min();
        if here().any(|(_, _, has_text)| *has_text) || (!one.words.is_empty() && *named & 1 << index != 0) {
            continue;
        }
        out.push((one, empty));
    }
    out
}

/// The sections of a profile that words in the note make unnecessary, as bits by index.
fn named(draft: &Draft<'_>, profile: Option<Profile>) -> u16 {
    draft.scan::<WaivedSections>(profile).iter().fold(0, |all, group| all | *group.summary)
}

/// The sections of a profile that words in a block make unnecessary.
struct WaivedSections {
    profile: Option<Profile>,
    bits: u16,
}

impl WaivedSections {
    fn of(block: &BlockContext<'_>, profile: Option<Profile>) -> WaivedSections {
        let folded = fold(block.prose());
        let mut bits = 0;
        for (index, one) in of_profile(profile).iter().enumerate() {
            if one.words.iter().any(|word| has_word(&folded, word)) {
                bits |= 1 << index;
            }
        }
        WaivedSections { profile, bits }
    }
}

impl Scan for WaivedSections {
    type State = Option<Profile>;
    type Summary = u16;

    fn visit(profile: &mut Option<Profile>, summary: &mut u16, block: &BlockContext<'_>) {
        if block.is_prose() {
            let known = block.fact(|block| WaivedSections::of(block, *profile));
            let bits =
                if known.profile == *profile { known.bits } else { WaivedSections::of(block, *profile).bits };
            *summary |= bits;
        }
    }
}

/// Whether a folded text contains a word, alone or followed by anything but a letter.
fn has_word(folded: &str, word: &str) -> bool {
    folded.match_indices(word).any(|(at, _)| {
        let before = folded.get(..at).and_then(|text| text.chars().next_back());
        let behind = folded.get(at + word.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphabetic)
    })
}

/// The first visible line of a draft, where missing sections are reported.
fn first_line(draft: &Draft<'_>) -> Option<Span> {
    let block = draft.blocks().find(|block| block.is_prose())?;
    let first = block.units().first()?;
    let line = block.slice(first.span).lines().next().unwrap_or_default();
    let start = block.start + first.span.start as usize;
    Some(Span::new(start, start + line.len()))
}

/// The profile of a draft: that of the settings, or SOAP if the note calls itself so in its first lines.
fn profile_of(draft: &Draft<'_>) -> Option<Profile> {
    /// The number of blocks that may have the title.
    const TITLE_BLOCKS: usize = 3;
    let names_itself = || {
        let mut blocks = draft.blocks().filter(|block| block.is_prose()).take(TITLE_BLOCKS);
        blocks.any(|block| {
            let lines = block.prose().lines().take(TITLE_BLOCKS);
            lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).any(|word| word == "SOAP")
        })
    };
    draft.setting.profile.or_else(|| names_itself().then_some(Profile::Soap))
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let profile = profile_of(draft);
    if of_profile(profile).is_empty() {
        return Vec::new();
    }
    let Some(line) = first_line(draft) else { return Vec::new() };
    let (name, spanish_name) = profile.map_or(("note", "la nota"), Profile::in_words);
    let missing = missing(draft, profile);
    let spanish = !missing.is_empty() && is_spanish(draft);
    let says_spanish = spanish || draft.is_spanish();
    let mut out = Vec::new();
    let mut absent: Vec<&str> = Vec::new();
    for (expected, empty) in missing {
        let shown = if spanish { expected.spanish } else { expected.english };
        match empty {
            Some(heading) => {
                out.push(Remark::new(
                    heading,
                    if says_spanish {
                        format!("La sección «{shown}» está vacía.")
                    } else {
                        format!("The section “{shown}” is empty.")
                    },
                ));
            }
            None => absent.push(shown),
        }
    }
    if !absent.is_empty() {
        let is_one = absent.len() == 1;
        let message = if says_spanish {
            let quoted: Vec<String> = absent.iter().map(|name| format!("«{name}»")).collect();
            let what = if is_one { "la sección" } else { "las secciones" };
            format!(
                "En {spanish_name} {} {what} {}.",
                if is_one { "falta" } else { "faltan" },
                quoted.join(", ")
            )
        } else {
            let quoted: Vec<String> = absent.iter().map(|name| format!("“{name}”")).collect();
            let (no, what) = if is_one { ("no", "section") } else { ("none of the sections", "") };
            format!("The {name} has {no} {} {what}", quoted.join(", ")).trim_end().to_owned() + "."
        };
        out.push(Remark::new(line, message));
    }
    out
}

fn is_spanish(draft: &Draft<'_>) -> bool {
    let (mut spanish, mut all) = (0, 0);
    for group in draft.scan::<Languages>(()) {
        spanish += group.summary.spanish;
        all += group.summary.all;
    }
    spanish * 2 > all
}

/// The number of blocks, and of Spanish blocks.
#[derive(Default)]
struct Languages {
    spanish: usize,
    all: usize,
}

impl Scan for Languages {
    type State = ();
    type Summary = Languages;

    fn visit((): &mut (), summary: &mut Languages, block: &BlockContext<'_>) {
        if block.is_prose() {
            summary.all += 1;
            summary.spanish += usize::from(block.is_spanish());
        }
    }
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    if first_line(draft) != Some(finding.span) {
        return Vec::new();
    }
    let spanish = is_spanish(draft);
    let absent: Vec<&str> = missing(draft, profile_of(draft))
        .into_iter()
        .filter(|(_, empty)| empty.is_none())
        .map(|(expected, _)| if spanish { expected.spanish } else { expected.english })
        .collect();
    let end = draft.end();
    let ends_line = draft.blocks().next_back().is_none_or(|block| block.text().ends_with('\n'));
    let mut text = String::from(if ends_line { "" } else { "\n" });
    for name in &absent {
        let heading = match draft.format {
            Format::Latex => format!("\n\\section{{{name}}}\n"),
            Format::Typst => format!("\n== {name}\n"),
            Format::PlainText => format!("\n{}:\n", name.to_uppercase()),
            _ => format!("\n## {name}\n"),
        };
        text.push_str(&heading);
    }
    if absent.is_empty() {
        return Vec::new();
    }
    vec![Fix {
        title: match (absent.len(), is_spanish(draft) || draft.is_spanish()) {
            (1, false) => String::from("Add the heading"),
            (1, true) => String::from("Añadir el encabezado"),
            (many, false) => format!("Add {many} headings"),
            (many, true) => format!("Añadir {many} encabezados"),
        },
        kind: FixKind::Chosen,
        preferred: false,
        edits: vec![FileEdit { file: file.clone(), span: Span::at(end), text }],
    }]
}

#[cfg(test)]
mod tests;
