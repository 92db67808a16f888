//! Making a bare identifier a citation.

use super::{draft, file_edit, in_order, key};
use crate::rules::context::RuleContext;
use crate::rules::wording;
use referee_bibliography::{Identifier, Work, edit};
use referee_findings::{Fix, FixKind};
use referee_syntax::{Citation, Document, Format, Mode, Target};
use referee_text::{Span, TextEdit};
use std::collections::HashMap;

/// Replaces a bare identifier in the draft under review by a citation of `work`, and adds an entry for it to the
/// first bibliography of the draft unless one has it already. `None` where the draft has no bibliography or its
/// format no citations by key.
#[must_use]
pub fn cite_identifier(context: &RuleContext<'_>, citation: &Citation, work: &Work) -> Option<Fix> {
    let document = context.draft?;
    let Target::Identifier(identifier) = &citation.target else { return None };
    if document.format() == Format::PlainText {
        return None;
    }
    let (key, added) = match existing(context, identifier, work) {
        Some(key) => (key, None),
        None => {
            let file = context.bibliographies.first()?;
            let key = key::new_key(context, &file.bibliography, work);
            let edit = edit::append_entry(&file.bibliography, &key, work)?;
            (key, Some(file_edit(&file.file, edit)))
        }
    };
    let title = match &added {
        Some(_) => format!(
            "Add {} to {} and cite it",
            wording::work(work),
            context.bibliographies.first()?.file.name()
        ),
        None => format!("Cite the entry “{key}”"),
    };
    let mut edits = vec![file_edit(context.file, citation_edit(document, citation, &key)?)];
    edits.extend(added);
    Some(Fix { title, kind: FixKind::Chosen, preferred: true, edits: in_order(edits) })
}

/// The key of the entry that has the identifier, or another one of the same work.
fn existing(context: &RuleContext<'_>, identifier: &Identifier, work: &Work) -> Option<String> {
    let wanted: Vec<Identifier> =
        work.identifiers.iter().chain([identifier]).map(Identifier::canonical).collect();
    entry_with(context, &wanted)
}

/// The key of the first entry that has one of these identifiers.
pub(super) fn entry_with(context: &RuleContext<'_>, wanted: &[Identifier]) -> Option<String> {
    context.bibliographies.iter().find_map(|file| {
        file.bibliography
            .entries()
            .find(|entry| {
                !entry.key().is_empty()
                    && entry.work().identifiers.iter().any(|own| wanted.contains(&own.canonical()))
            })
            .map(|entry| entry.key().to_owned())
    })
}

/// The citation of `key` in the draft's own syntax, in the place of the identifier and of brackets that hold
/// nothing else.
fn citation_edit(document: &Document, citation: &Citation, key: &str) -> Option<TextEdit> {
    let text = document.text();
    let mut span = citation.group;
    let byte = |at: usize| text.get_byte(at);
    let (start, end) = (span.start as usize, span.end as usize);
    let bracketed = start > 0
        && matches!((byte(start - 1), byte(end)), (Some(b'('), Some(b')')) | (Some(b'['), Some(b']')));
    // `[PMID: 1](https://…)` is a link, and its text stays in its brackets.
    if bracketed && !matches!(byte(end + 1), Some(b'(' | b'[' | b'{')) {
        span = Span::new(start - 1, end + 1);
    }
    let words = citation_words(document, key, span.end as usize)?;
    Some(TextEdit::new(span, words))
}

/// The citation of `key` in the draft's own syntax, to stand before the byte `end`.
pub(super) fn citation_words(document: &Document, key: &str, end: usize) -> Option<String> {
    let text = document.text();
    Some(match document.format() {
        Format::Markdown | Format::Quarto | Format::RMarkdown => {
            if draft::plain_in_markdown(key) {
                format!("[@{key}]")
            } else {
                format!("[@{{{key}}}]")
            }
        }
        Format::Latex => format!("\\{}{{{key}}}", usual_command(document)),
        Format::Typst => {
            let plain = key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'))
                && !key.ends_with([':', '.']);
            let mut behind = text.get_byte_slice(end..)?.chars();
            let of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
            let joined = match behind.next() {
                // A mark belongs to the key only where the key goes on behind it.
                Some('.' | ':') => behind.next().is_some_and(of_key),
                Some(c) => of_key(c) || c == '[',
                None => false,
            };
            match (plain, joined) {
                (true, false) => format!("@{key}"),
                (true, true) => format!("#cite(<{key}>)"),
                (false, _) => format!("#cite(label(\"{}\"))", key.replace('\\', "\\\\").replace('"', "\\\"")),
            }
        }
        Format::PlainText => return None,
    })
}

/// The command with which the draft cites most often in brackets; `cite` where it does not cite yet.
fn usual_command(document: &Document) -> String {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for cited in document.citations() {
        if cited.citation.mode != Mode::Parenthetical || !matches!(cited.citation.target, Target::Key(_)) {
            continue;
        }
        let Some(text) = document.text().get_byte_slice(cited.group.range()) else { continue };
        let mut characters = text.chars();
        if characters.next() == Some('\\') {
            let name: String = characters.take_while(char::is_ascii_alphabetic).collect();
            // `\cites` takes its keys in another way.
            if name.contains("cite") && !name.ends_with("cites") {
                *counts.entry(name).or_default() += 1;
            }
        }
    }
    counts
        .into_iter()
        .max_by(|a, b| (a.1, &b.0).cmp(&(b.1, &a.0)))
        .map_or_else(|| String::from("cite"), |(name, _)| name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::rules::testing::{World, work};

    const BIB: &str =
        "@article{Jones2019,\n  author = {Jones, A},\n  title  = {On waking},\n  year   = {2019},\n}\n";

    /// The world after the first bare identifier of the draft was made a citation.
    fn cited(name: &str, text: &str, bib: &str) -> World {
        let world = World::of(&[("refs.bib", bib), (name, text)]);
        let mut known = work("On sleep & dreams", "Roe", 2021, "Sleep");
        known.identifiers.insert(Identifier::Doi("10.1000/abc".into()));
        known.identifiers.insert(Identifier::Pmid(123_456));
        let fix = world.around(name, |context| {
            let draft = context.draft.unwrap();
            let mut bare =
                draft.citations().filter(|cited| matches!(cited.citation.target, Target::Identifier(_)));
            let found = bare.next().map(|cited| cited.to_citation());
            cite_identifier(context, &found.unwrap(), &known)
        });
        world.with(&fix.unwrap())
    }

    #[test]
    fn a_bare_identifier_becomes_a_citation_and_an_entry_in_the_style_of_the_others() {
        for (name, before, after) in [
            ("paper.md", "Shown before (PMID: 123456).\n", "Shown before [@Roe2021].\n"),
            ("paper.md", "Shown before, https://doi.org/10.1000/abc.\n", "Shown before, [@Roe2021].\n"),
            (
                "paper.tex",
                "Shown by \\citep{Jones2019} and PMID: 123456.\n",
                "Shown by \\citep{Jones2019} and \\citep{Roe2021}.\n",
            ),
            ("paper.tex", "Shown before (PMID: 123456).\n", "Shown before \\cite{Roe2021}.\n"),
            ("paper.typ", "Shown before, PMID: 123456.\n", "Shown before, @Roe2021.\n"),
        ] {
            let world = cited(name, before, BIB);
            assert_eq!(world.text(name), after);
            let bib = world.text("refs.bib");
            assert!(bib.starts_with(BIB), "{bib}");
            assert!(
                bib.contains("@article{Roe2021,\n  author = {Roe, J},\n  title  = {On sleep \\& dreams},"),
                "{bib}"
            );
            let entry = world.bibliography("refs.bib").get("Roe2021").unwrap().work();
            assert_eq!(
                (entry.identifiers.doi(), entry.identifiers.pmid()),
                (Some("10.1000/abc"), Some(123_456))
            );
        }
    }

    #[test]
    fn an_entry_that_has_the_identifier_is_cited_and_none_is_added() {
        let bib = "@article{own, title={On sleep}, doi={https://doi.org/10.1000/ABC}}\n";
        let world = cited("paper.typ", "Shown before, PMID: 123456.\n", bib);
        assert_eq!(
            (world.text("paper.typ").as_str(), world.text("refs.bib").as_str()),
            ("Shown before, @own.\n", bib)
        );
    }

    #[test]
    fn a_draft_without_a_bibliography_is_left_alone() {
        let world = World::of(&[("paper.typ", "Shown before, PMID: 123456.\n")]);
        let none = world.around("paper.typ", |context| {
            let citation = Citation {
                span: Span::new(20, 26),
                group: Span::new(14, 26),
                target: Target::Identifier(Identifier::Pmid(123_456)),
                mode: Mode::Textual,
            };
            cite_identifier(context, &citation, &Work::default())
        });
        assert_eq!(none, None);
    }
}
