//! `draft/assistant-leftover`

use crate::block_text::OpaqueKind;
use crate::pattern::{Pattern, any_case};
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, FixContext};
use aho_corasick::AhoCorasick;
use referee_findings::{FileEdit, Finding, Fix, FixKind, Remark, Rule, Scope, Severity};
use referee_text::{Language, Message, Span, TextEdit};
use std::sync::{LazyLock, OnceLock};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "draft/assistant-leftover",
        summary: "Text that a writing assistant left in the draft",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

Marks of a program's own citations (`contentReference[oaicite:0]`, `turn0search3`, `【4†source】`, `[cite_start]`), addresses \
with `utm_source=chatgpt.com`, sentences in which an assistant speaks (“Certainly! Here is a revised version of your \
introduction”, “As an AI language model, I …”, “Would you like me to …?”), and blanks that were never filled in (“[Insert \
citation here]”). In English, Spanish, Portuguese, French, German, Italian, Chinese and Japanese. In a bibliography, marks \
and such addresses in the fields that hold an address or a remark (`url`, `doi`, `note`, `howpublished`, `annote`, \
`addendum`).

## Why

They show that a passage was copied and not read. arXiv has refused papers with such leftovers since May 2026, and a claim or \
a reference next to one has often not been checked by a person.

## Example

```text
Certainly! Here is a possible introduction for your topic: Statins lower cholesterol :contentReference[oaicite:0]{index=0}.
```

## What it cannot tell

Who wrote a passage without such marks: it does not judge style. What is in quotation marks, in a block quotation or in code \
is left alone, since papers about assistants quote them.

## Fixes

- Remove a mark, or the part of an address. Sentences and blanks have no fix: read the passage.

## Sources

`server/critic/src/rules/draft/assistant_leftovers.tsv` names the source and the date of checking of each row.
",
    },
    checks: &[Check::block(Applies::Both, BlockFlags::NONE, check)],
    fixes: Some(fixes),
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Mark,
    Speech,
    Blank,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Anywhere,
    Sentence,
    Paragraph,
    Line,
}

/// A row of the table.
struct Leftover {
    kind: Kind,
    place: Place,
    trigger: &'static str,
    pattern: &'static str,
    /// The program that produces it, if only one does.
    by: Option<&'static str>,
    compiled: OnceLock<Pattern>,
}

impl Leftover {
    fn read(line: &'static str) -> Option<Self> {
        let mut columns = line.split('\t');
        let kind = match columns.next()? {
            "mark" => Kind::Mark,
            "speech" => Kind::Speech,
            "blank" => Kind::Blank,
            _ => return None,
        };
        let place = match columns.next()? {
            "anywhere" => Place::Anywhere,
            "sentence" => Place::Sentence,
            "paragraph" => Place::Paragraph,
            "line" => Place::Line,
            _ => return None,
        };
        let (trigger, pattern) = (columns.next()?, columns.next()?);
        let by = columns.nth(1).filter(|by| *by != "-");
        Some(Leftover { kind, place, trigger, pattern, by, compiled: OnceLock::new() })
    }

    fn pattern(&self) -> &Pattern {
        // Editors insert a curved apostrophe.
        self.compiled.get_or_init(|| any_case(&format!("(?m){}", self.pattern.replace('\'', "['’]"))))
    }
}

static TABLE: &str = include_str!("assistant_leftovers.tsv");

static LEFTOVERS: LazyLock<Vec<Leftover>> =
    LazyLock::new(|| TABLE.lines().filter_map(Leftover::read).collect());

static TRIGGERS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder().ascii_case_insensitive(true).build(LEFTOVERS.iter().map(|row| row.trigger)).ok()
});

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let Some(triggers) = TRIGGERS.as_ref() else { return Vec::new() };
    let text = block.text();
    let mut rows: Vec<usize> =
        triggers.find_overlapping_iter(text).map(|found| found.pattern().as_usize()).collect();
    rows.sort_unstable();
    rows.dedup();
    // Markup is searched for marks too: addresses and attributes contain them.
    let mut spans: Vec<(Span, &Leftover)> = Vec::new();
    for row in rows.into_iter().filter_map(|row| LEFTOVERS.get(row)) {
        for found in row.pattern().find_iter(text) {
            let span = Span::new(found.start(), found.end());
            let is_known = spans.iter().any(|(known, _)| known.start < span.end && span.start < known.end);
            if !is_known && is_leftover(block, row, span) {
                spans.push((span, row));
            }
        }
    }
    spans.sort_by_key(|(span, _)| span.start);
    spans.into_iter().map(|(span, row)| Remark::new(span, message(block, row, span))).collect()
}

/// Whether a match is in the expected position and is the author's text rather than a quotation or an example.
fn is_leftover(block: &BlockContext<'_>, row: &Leftover, span: Span) -> bool {
    let text = block.text();
    let range = span.range();
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let is_shown = block.opaque().iter().any(|opaque| {
        let is_over = opaque.span.start < span.end && span.start < opaque.span.end;
        let is_text = row.kind == Kind::Mark && opaque.kind == OpaqueKind::Markup;
        is_over && !is_text
    });
    let line = before.rsplit('\n').next().unwrap_or_default();
    if is_shown || line.trim_start().starts_with('>') || is_quoted(before) {
        return false;
    }
    // `[insert](address)` is a link, `\command[insert]` an option.
    if row.kind == Kind::Blank
        && (behind.starts_with(['(', '{', '[']) || line.ends_with(|c: char| c.is_alphanumeric()))
    {
        return false;
    }
    let opening: &[char] = &['*', '_', '#', '-', '+', ' ', '\t', '~'];
    match row.place {
        Place::Anywhere => true,
        Place::Line => {
            line.trim_matches(opening).is_empty()
                && behind.lines().next().unwrap_or_default().trim_matches(opening).is_empty()
        }
        Place::Paragraph => {
            before.trim_end_matches(opening).is_empty() || before.trim_end_matches(opening).ends_with('\n')
        }
        Place::Sentence => {
            let before = before.trim_end_matches(opening);
            before.is_empty() || before.ends_with(['.', '?', '!', ':', '\n', ')', ']', '}', '。', '…'])
        }
    }
}

/// Whether a quotation is open at the end of a text or begins there.
fn is_quoted(before: &str) -> bool {
    if before.ends_with(['"', '“', '„', '‘', '\'', '«', '`', '「']) {
        return true;
    }
    let is_open = |open: char, close: char| {
        before.rfind(open).is_some_and(|at| before.rfind(close).is_none_or(|end| end < at))
    };
    let paragraph = before.rsplit("\n\n").next().unwrap_or_default();
    is_open('“', '”')
        || is_open('«', '»')
        || is_open('「', '」')
        || paragraph.matches('"').count() % 2 == 1
        || is_open_in_tex(paragraph)
}

/// Whether a TeX quotation (two grave accents) is open.
fn is_open_in_tex(before: &str) -> bool {
    before.rfind("``").is_some_and(|at| before.rfind("''").is_none_or(|end| end < at))
}

fn message(block: &BlockContext<'_>, row: &Leftover, span: Span) -> String {
    words(row, block.slice(span), block.in_spanish())
}

/// The message about `found`, a match of `row`.
fn words(row: &Leftover, found: &str, spanish: bool) -> String {
    let shown: String = found.chars().filter(|c| !('\u{E000}'..='\u{F8FF}').contains(c)).collect();
    let shown = shown.trim();
    match (row.kind, row.by, spanish) {
        (Kind::Mark, Some(by), false) => {
            format!(
                "“{shown}” is a mark that {by} leaves in copied text. Remove it, and check the claim and the reference next to it."
            )
        }
        (Kind::Mark, None, false) => {
            format!(
                "“{shown}” shows that an assistant wrote this address. Remove it, and check that the page says what it is cited for."
            )
        }
        (Kind::Speech, _, false) => {
            format!(
                "“{shown} …” is an assistant speaking to the author. Remove it, and read the passage around it."
            )
        }
        (Kind::Blank, _, false) => format!("“{shown}” is a blank that was not filled in."),
        (Kind::Mark, Some(by), true) => {
            format!(
                "«{shown}» es una marca que {by} deja en el texto copiado. Quítela y compruebe la afirmación y la referencia contiguas."
            )
        }
        (Kind::Mark, None, true) => {
            format!(
                "«{shown}» indica que un asistente escribió esta dirección. Quítelo y compruebe que la página dice lo que se le atribuye."
            )
        }
        (Kind::Speech, _, true) => {
            format!("«{shown} …» es un asistente que habla al autor. Quítelo y lea el pasaje que lo rodea.")
        }
        (Kind::Blank, _, true) => format!("«{shown}» es un hueco que no se rellenó."),
    }
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let draft = &context.draft;
    let Some(block) = draft.at(finding.span.start as usize) else { return Vec::new() };
    let Some(found) = draft.text(finding.span) else { return Vec::new() };
    if !is_mark(found) {
        return Vec::new();
    }
    let range = finding.span.range();
    let text = block.text();
    let before = range.start.checked_sub(block.start).and_then(|start| text.get(..start)).unwrap_or_default();
    let behind = range.end.checked_sub(block.start).and_then(|end| text.get(end..)).unwrap_or_default();
    let (more_before, more_behind, with) = removal(before, found, behind);
    let (start, end) = (range.start - more_before, range.end + more_behind);
    let title =
        if block.in_spanish() { format!("Quitar «{found}»") } else { format!("Remove “{found}”") };
    vec![Fix {
        title,
        kind: FixKind::Mechanical,
        preferred: true,
        edits: vec![FileEdit {
            file: context.file.clone(),
            span: Span::new(start, end),
            text: with.to_owned(),
        }],
    }]
}

/// Whether a text is a program's mark, or the parameter that it adds to an address.
fn is_mark(found: &str) -> bool {
    let is_whole =
        |row: &Leftover| row.pattern().find(found).is_some_and(|part| part.range() == (0..found.len()));
    LEFTOVERS.iter().any(|row| row.kind == Kind::Mark && is_whole(row))
}

/// How many bytes before and after a mark to remove with it, and the replacement text.
fn removal(before: &str, found: &str, behind: &str) -> (usize, usize, &'static str) {
    if found.trim_start_matches('\\').starts_with(['?', '&']) {
        // If the first of several parameters is removed, the next one takes its question mark.
        let next = ["\\&amp;", "&amp;", "\\&", "&"].iter().find(|sign| behind.starts_with(**sign));
        return match next {
            Some(sign) if found.starts_with('?') => (0, sign.len(), "?"),
            _ => (0, 0, ""),
        };
    }
    if before.ends_with(' ') && behind.starts_with([' ', '.', ',', ';', ':', '\n', ')']) {
        (1, 0, "")
    } else if before.is_empty() || before.ends_with('\n') {
        (0, usize::from(behind.starts_with(' ')), "")
    } else {
        (0, 0, "")
    }
}

/// A program's mark in a bibliography field.
#[derive(Clone, Debug)]
pub struct LeftoverMark {
    /// Its location in the field's text, in bytes.
    pub span: Span,
    /// The message.
    pub message: Message,
}

/// The marks of writing assistants in a field with an address or a remark, in order.
#[must_use]
pub fn marks_in_field(text: &str) -> Vec<LeftoverMark> {
    let Some(triggers) = TRIGGERS.as_ref() else { return Vec::new() };
    let mut rows: Vec<usize> =
        triggers.find_overlapping_iter(text).map(|found| found.pattern().as_usize()).collect();
    rows.sort_unstable();
    rows.dedup();
    let mut all: Vec<LeftoverMark> = Vec::new();
    for row in rows.into_iter().filter_map(|row| LEFTOVERS.get(row)).filter(|row| row.kind == Kind::Mark) {
        for found in row.pattern().find_iter(text) {
            let span = Span::new(found.start(), found.end());
            if !all.iter().any(|known| known.span.overlaps(span)) {
                let message =
                    Message::written(|language| words(row, found.as_str(), language == Language::Spanish));
                all.push(LeftoverMark { span, message });
            }
        }
    }
    all.sort_by_key(|mark| mark.span.start);
    all
}

/// Returns the title and the edit that removes the mark at `span` from a field's text; `None` without a mark.
#[must_use]
pub fn without_mark(text: &str, span: Span) -> Option<(Message, TextEdit)> {
    let range = span.range();
    let found = text.get(range.clone()).filter(|found| is_mark(found))?;
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let (more_before, more_behind, with) = removal(before, found, behind);
    let place = Span::new(range.start - more_before, range.end + more_behind);
    let title = Message::new(format!("Remove “{found}”"), format!("Quitar «{found}»"));
    Some((title, TextEdit::new(place, with)))
}

#[cfg(test)]
mod tests {
    use super::{LEFTOVERS, TABLE, marks_in_field, without_mark};
    use crate::rules::testing::{fixed, manuscript, note, places, said};
    use referee_findings::Severity;
    use referee_syntax::Format;

    const ID: &str = "draft/assistant-leftover";

    #[test]
    fn every_row_is_read_has_a_source_and_a_valid_pattern() {
        let rows: Vec<&str> =
            TABLE.lines().filter(|line| !line.starts_with(['#']) && !line.starts_with("kind\t")).collect();
        assert_eq!(rows.len(), LEFTOVERS.len());
        for row in rows {
            let columns: Vec<&str> = row.split('\t').collect();
            assert_eq!(columns.len(), 8, "{row}");
            assert!(columns.iter().all(|column| !column.trim().is_empty()), "{row}");
        }
        for row in LEFTOVERS.iter() {
            assert_eq!(row.trigger, row.trigger.to_lowercase(), "triggers are compared in small letters");
            assert!(!row.pattern().is_match(""), "{}", row.pattern);
        }
    }

    #[test]
    fn leftovers_are_found_in_each_format_and_language() {
        for (format, text, place) in [
            (
                Format::Markdown,
                "Statins lower LDL :contentReference[oaicite:0]{index=0}.",
                ":contentReference[oaicite:0]{index=0}",
            ),
            (Format::Markdown, "Statins lower LDL [oaicite:3].", "[oaicite:3]"),
            (Format::Markdown, "Statins lower LDL turn0search3.", "turn0search3"),
            (Format::Markdown, "Statins lower LDL citeturn0search3turn1view0.", "citeturn0search3turn1view0"),
            (Format::Markdown, "Statins lower LDL 【4†source】.", "【4†source】"),
            (Format::Markdown, "Statins lower LDL 【12:0†trial.pdf】.", "【12:0†trial.pdf】"),
            (
                Format::Markdown,
                "See [the page](https://example.org/a?utm_source=chatgpt.com).",
                "?utm_source=chatgpt.com",
            ),
            (Format::Markdown, "See <https://example.org/a?x=1&utm_source=openai>.", "&utm_source=openai"),
            (
                Format::Latex,
                r"See \url{https://example.org/a?utm_source=chatgpt.com}.",
                "?utm_source=chatgpt.com",
            ),
            (
                Format::Latex,
                r"See \href{https://example.org/a?utm_source=chatgpt.com}{the page}.",
                "?utm_source=chatgpt.com",
            ),
            (Format::Markdown, "[cite_start]The drug was safe [cite: 12, 14].", "[cite_start]"),
            (Format::Markdown, "Certainly! Here is a revised abstract.", "Certainly! Here is"),
            (
                Format::Latex,
                "Certainly, here is a possible introduction for your topic:Lithium batteries are common.",
                "Certainly, here is",
            ),
            (Format::Markdown, "Sure, here's the paragraph.", "Sure, here's"),
            (
                Format::Markdown,
                "Statins lower LDL. Would you like me to add a table?",
                "Would you like me to",
            ),
            (
                Format::Markdown,
                "As an AI language model, I cannot examine the patient.",
                "As an AI language model, I",
            ),
            (
                Format::Markdown,
                "I'm very sorry, but I don't have access to the data.",
                "I'm very sorry, but I don't",
            ),
            (Format::Markdown, "This was shown before [Insert citation here].", "[Insert citation here]"),
            (Format::Latex, "This was shown before [insert reference].", "[insert reference]"),
            (
                Format::Markdown,
                "Note: the data in this table is illustrative.",
                "data in this table is illustrative",
            ),
            (
                Format::Markdown,
                "Fill it in with the real numbers from your experiments.",
                "Fill it in with the real numbers",
            ),
            (Format::Markdown, "The cells were washed.\n\nRegenerate response\n", "Regenerate response"),
            (Format::Markdown, "¡Claro! Aquí tienes una versión mejorada.", "¡Claro! Aquí tienes"),
            (Format::Markdown, "¿Quieres que lo adapte a otra revista?", "¿Quieres que lo "),
            (
                Format::Markdown,
                "Como modelo de lenguaje, no puedo examinar al paciente.",
                "Como modelo de lenguaje, no puedo",
            ),
            (Format::Markdown, "Bien sûr ! Voici une version révisée.", "Bien sûr ! Voici"),
            (Format::Markdown, "Gerne! Hier ist die Einleitung.", "Gerne! Hier ist"),
            (Format::Markdown, "Claro! Aqui está a introdução.", "Claro! Aqui está"),
            (Format::Markdown, "作为一个人工智能语言模型，我不能回答。", "作为一个人工智能语言模型，我"),
        ] {
            assert_eq!(places(ID, format, text, &manuscript()).first(), Some(&place), "{text}");
        }
        let all = said(ID, Format::Markdown, "Would you like me to add an assessment?", &note());
        assert_eq!(all.len(), 1, "a note is looked at as well");
        assert_eq!(all[0].rule.severity, Some(Severity::Warning));
        assert!(
            all[0]
                .remark
                .message
                .starts_with("“Would you like me to …” is an assistant speaking to the author.")
        );
    }

    #[test]
    fn a_part_of_an_address_is_removed_from_a_field() {
        for (field, wanted) in [
            ("https://e.org/a?utm_source=chatgpt.com", "https://e.org/a"),
            ("https://e.org/a?utm_source=chatgpt.com&b=1#c", "https://e.org/a?b=1#c"),
            ("https://e.org/a?b=1&utm_source=openai&c=2", "https://e.org/a?b=1&c=2"),
            (r"\url{https://e.org/a?b=1\&utm\_source=chatgpt.com}", r"\url{https://e.org/a?b=1}"),
            (r"\url{https://e.org/a?utm\_source=chatgpt.com\&b=1}", r"\url{https://e.org/a?b=1}"),
            ("https://e.org/a?utm_source=perplexity.ai&amp;b=1", "https://e.org/a?b=1"),
            ("Accessed 2025 :contentReference[oaicite:0]{index=0}", "Accessed 2025 "),
            ("https://e.org/a?utm_source=newsletter", "https://e.org/a?utm_source=newsletter"),
            ("Certainly! Here is the reference.", "Certainly! Here is the reference."),
            ("", ""),
        ] {
            let mut text = field.to_owned();
            while let Some(mark) = marks_in_field(&text).first() {
                let (_, edit) = without_mark(&text, mark.span).unwrap_or_else(|| panic!("{text}"));
                text.replace_range(edit.span.range(), &edit.text);
            }
            assert_eq!(text, wanted, "{field}");
        }
    }

    #[test]
    fn texts_about_assistants_and_ordinary_words_are_left_alone() {
        for text in [
            "The model answered “As an AI language model, I cannot help”.",
            "It began with \"Certainly! Here is\" in 12% of answers.",
            "> Certainly! Here is the answer.",
            "    Certainly! Here is code.",
            "```\nturn0search3 【4†source】\n```",
            "Marks such as `oaicite` and `utm_source=chatgpt.com` were counted.",
            "ChatGPT, as an AI language model, can write text.",
            "As a large language model, GPT-4 was trained on text.",
            "At the turn, search teams left.",
            "The left turn 0 was excluded.",
            "The drug is certainly here to stay.",
            "Of course, the trial was small.",
            "We asked patients whether they would like to be called.",
            "We asked them, would you like me to call, and counted.",
            "Here is the abstract of the problem.",
            "The [inserted](page.html) figure.",
            "The element was inserted [insertion sequence].",
            "The data in this table are means.",
            "See <https://example.org/a?utm_source=newsletter>.",
            "Let me know was the name of the campaign.",
            "Claro que la dosis fue menor.",
            "The plasmid has an insert [12].",
        ] {
            assert!(places(ID, Format::Markdown, text, &manuscript()).is_empty(), "{text}");
        }
        let tex = "It answered ``As an AI language model, I cannot'' twice.";
        assert!(places(ID, Format::Latex, tex, &manuscript()).is_empty());
    }

    #[test]
    fn a_mark_is_removed_and_a_sentence_is_not() {
        for (text, wanted) in [
            ("Statins lower LDL :contentReference[oaicite:0]{index=0}.", "Statins lower LDL."),
            ("[cite_start]The drug was safe.", "The drug was safe."),
            ("See <https://e.org/a?utm_source=chatgpt.com>.", "See <https://e.org/a>."),
            ("See <https://e.org/a?utm_source=chatgpt.com&b=1>.", "See <https://e.org/a?b=1>."),
            ("See <https://e.org/a?b=1&utm_source=chatgpt.com#part>.", "See <https://e.org/a?b=1#part>."),
            ("LDL fell 【4†source】 in women.", "LDL fell in women."),
        ] {
            let all = fixed(ID, Format::Markdown, text, &manuscript());
            assert_eq!(all.first().map(|fix| fix.2.as_str()), Some(wanted), "{text}");
        }
        assert!(fixed(ID, Format::Markdown, "Would you like me to add a table?", &manuscript()).is_empty());
    }
}
