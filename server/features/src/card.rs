//! Writes the card of a reference: its work, its verdict with the sources, and links.

mod verdict;
mod words;

use crate::links;
use crate::markup::{Markup, Style};
use referee_bibliography::printed::PrintedWords;
use referee_bibliography::render::{short, vancouver};
use referee_bibliography::{Date, Work};
use referee_citations::{Judgement, Origin, Reference, Verdict};
use referee_records::{Notice, NoticeKind, source_name};
use referee_text::Language;
use verdict::{consulted, tell_differences, tell_verdict};
use words::{describe, on_day, shortened, show_printed};

/// The maximum length of an abstract on a card, in characters; the links lead to the rest.
const MAX_ABSTRACT_CHARACTERS: usize = 300;

/// The display options of a card.
#[derive(Clone, Copy)]
pub struct CardView<'a> {
    /// The language of the editor.
    pub language: Language,
    /// The date in this session on which an online source answered about the reference.
    pub heard: Option<Date>,
    /// The output format: Markdown or plain text.
    pub style: Style,
    /// Prints a work in the citation style of the draft; `None` if the draft does not set one.
    pub print: &'a dyn Fn(&Work) -> Option<Vec<PrintedWords>>,
}

impl CardView<'_> {
    /// Creates a view without a date that prints works in the same style for all drafts.
    #[must_use]
    pub fn plain(language: Language, style: Style) -> Self {
        CardView { language, heard: None, style, print: &|_| None }
    }
}

/// Returns the card of a reference.
#[must_use]
pub fn card(reference: &Reference, judgement: Option<&Judgement>, view: CardView<'_>) -> String {
    let CardView { language, heard, style, .. } = view;
    let mut card = Markup::new(style);
    // A bare identifier lacks a description, so use that of its record.
    let record = judgement.and_then(|judgement| judgement.record.as_ref());
    let work = match record.filter(|_| reference.origin == Origin::Identifier) {
        Some(record) => Some(&record.work),
        None if reference.origin == Origin::Identifier => None,
        None => Some(&*reference.work),
    };
    match (work, work.and_then(view.print)) {
        (_, Some(printed)) => show_printed(&mut card, &printed),
        (Some(work), None) => describe(&mut card, work),
        (None, None) => {
            card.strong(&reference.label);
        }
    }
    if let Some(judgement) = judgement {
        for notice in &judgement.notices {
            card.paragraph();
            announce(language, &mut card, notice);
        }
        card.paragraph();
        tell_verdict(language, &mut card, reference, judgement, heard);
        tell_differences(language, &mut card, judgement);
        if let Some(published) = &judgement.published {
            card.paragraph().words(language.pick("Published since as: ", "Publicado después como: "));
            describe(&mut card, &published.work);
        }
        consulted(language, &mut card, judgement, heard);
    }
    // The record of another work does not describe this one.
    let same =
        judgement.filter(|judgement| matches!(judgement.verdict, Verdict::Verified | Verdict::Differs));
    let recorded = same.and_then(|judgement| judgement.record.as_ref()?.work.summary.as_deref());
    if let Some(summary) = recorded.or(reference.work.summary.as_deref()).map(str::trim)
        && !summary.is_empty()
    {
        card.paragraph()
            .strong(language.pick("Abstract:", "Resumen:"))
            .words(" ")
            .words(&beginning(summary, MAX_ABSTRACT_CHARACTERS));
    }
    let mut links = links::of_work(language, &reference.work);
    if let Some(record) = record {
        for mut link in links::of_work(language, &record.work) {
            if links.iter().all(|other| other.target != link.target) {
                // Two links with the same name cannot be distinguished.
                if links.iter().any(|other| other.title == link.title) {
                    link.title = format!("{} ({})", link.title, source_name(language, &record.source));
                }
                links.push(link);
            }
        }
    }
    for (index, link) in links.iter().enumerate() {
        if index == 0 {
            card.paragraph();
        } else {
            card.words(if style == Style::Plain { "\n" } else { " · " });
        }
        card.link(&link.title, &link.target);
    }
    card.finish()
}

/// Returns the beginning of a text: whole words, at most `max_characters` characters, and `…` if it
/// was shortened.
fn beginning(text: &str, max_characters: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let Some((end, _)) = text.char_indices().nth(max_characters) else { return text };
    let cut = text.get(..end).unwrap_or_default();
    let whole = cut.rfind(' ').and_then(|at| cut.get(..at)).unwrap_or(cut);
    format!("{} …", whole.trim_end_matches([',', ';', ':']))
}

/// Returns the authors and the year of a work in short form.
#[must_use]
pub fn name(work: &Work) -> String {
    short(work)
}

/// Returns a work as a list of references writes it.
#[must_use]
pub fn reference(work: &Work) -> String {
    vancouver(work)
}

/// Returns a work in one line: author and year, title, journal.
#[must_use]
pub fn one_line(work: &Work) -> String {
    let title = work.full_title().unwrap_or_default();
    let container = work.container.clone().unwrap_or_default();
    let parts = [short(work), title, container];
    let parts: Vec<&str> =
        parts.iter().map(|part| part.trim_end_matches('.')).filter(|part| !part.is_empty()).collect();
    shortened(&parts.join(". "))
}

/// Writes a retraction, a correction or another notice.
fn announce(language: Language, card: &mut Markup, notice: &Notice) {
    let (english, spanish) = match notice.kind {
        NoticeKind::Retraction => ("Retracted", "Retractado"),
        NoticeKind::Withdrawal => ("Withdrawn", "Retirado"),
        NoticeKind::Removal => ("Removed", "Suprimido"),
        NoticeKind::Concern => {
            ("An expression of concern was published", "Se publicó una expresión de preocupación")
        }
        NoticeKind::Correction => ("A correction was published", "Se publicó una corrección"),
        NoticeKind::Reinstatement => ("The retraction was taken back", "La retractación se anuló"),
    };
    card.strong(language.pick(english, spanish));
    if let Some(date) = notice.date {
        card.words(" ").words(&on_day(language, date));
    }
    let according = language.pick(", according to ", ", según ");
    card.words(according).words(source_name(language, &notice.source)).words(".");
    if let Some(reason) = &notice.reason {
        card.words(language.pick(" Reason: ", " Motivo: ")).words(reason.trim_end_matches('.')).words(".");
    }
    for link in links::of_identifiers(language, &notice.identifiers) {
        card.words(" ").link(&link.title, &link.target);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::{Identifier, Name};
    use referee_records::{Record, SourceError};
    use referee_text::{FileId, Span};
    use std::sync::Arc;

    fn in_plain_text(reference: &Reference, judgement: Option<&Judgement>) -> String {
        card(reference, judgement, CardView::plain(Language::English, Style::Plain))
    }

    fn wakefield() -> Reference {
        Reference::from_identifier(
            &FileId::new("/draft.md"),
            &Identifier::Doi(String::from("10.1016/s0140-6736(97)11096-0")),
            Span::at(0),
        )
    }

    fn judgement(verdict: Verdict) -> Judgement {
        Judgement {
            verdict,
            record: None,
            with_abstract: None,
            other: None,
            notices: Vec::new(),
            published: None,
            differences: Vec::new(),
            consulted: Vec::new(),
            page: None,
            unregistered: Vec::new(),
            unchecked_because: None,
            withdrawal_unchecked: None,
            listed_retraction: None,
        }
    }

    #[test]
    fn a_retraction_is_told_with_its_date_and_who_says_so() {
        let notice = Notice {
            kind: NoticeKind::Retraction,
            date: Some(Date { year: 2010, month: Some(2), day: Some(6) }),
            identifiers: Vec::new(),
            source: String::from("pubmed"),
            reason: None,
        };
        let judgement = Judgement { notices: vec![notice], ..judgement(Verdict::Verified) };
        let card = in_plain_text(&wakefield(), Some(&judgement));
        assert!(card.contains("Retracted on 6 February 2010, according to PubMed."), "{card}");
    }

    #[test]
    fn a_card_shows_the_beginning_of_the_abstract_and_that_of_no_other_work() {
        let mut reference = wakefield();
        let summary = format!("Sleep was studied. {}", "Every word of it counts. ".repeat(40));
        reference.work = Arc::new(Work { summary: Some(summary), ..Work::default() });
        let text = in_plain_text(&reference, None);
        let shown =
            text.lines().find(|line| line.starts_with("Abstract: Sleep was studied.")).unwrap_or_default();
        assert!(shown.ends_with(" …") && shown.chars().count() < 320, "{text}");

        let other = Work { summary: Some(String::from("Of another work.")), ..Work::default() };
        let record = |work| Some(Record::new("pubmed", work));
        let about = |verdict| Judgement { record: record(other.clone()), ..judgement(verdict) };
        let said = |verdict| in_plain_text(&wakefield(), Some(&about(verdict))).contains("Of another work.");
        assert!(said(Verdict::Differs) && !said(Verdict::Misidentified));
    }

    #[test]
    fn what_was_not_checked_is_not_called_wrong() {
        let card = in_plain_text(&wakefield(), Some(&judgement(Verdict::Unchecked)));
        assert!(card.contains("Not checked: no source on this machine has it"), "{card}");
    }

    #[test]
    fn a_card_says_that_a_withdrawal_was_not_checked() {
        let busy = Some((String::from("arxiv"), SourceError::Busy));
        let judgement = Judgement { withdrawal_unchecked: busy, ..judgement(Verdict::Verified) };
        let card = in_plain_text(&wakefield(), Some(&judgement));
        assert!(card.contains("Withdrawal not checked: arXiv is busy"), "{card}");
    }

    #[test]
    fn a_work_is_described_as_in_a_reference_list() {
        let mut reference = wakefield();
        reference.origin = Origin::Entry;
        reference.work = Arc::new(Work {
            title: Some(String::from("Who said it?")),
            authors: vec![Name::person("Okafor", "Ada B"), Name::organisation("The Group")],
            container: Some(String::from("Lancet")),
            date: Some(Date { year: 1998, month: None, day: None }),
            volume: Some(String::from("351")),
            issue: Some(String::from("9103")),
            pages: Some(String::from("637-641")),
            ..Work::default()
        });
        let text = in_plain_text(&reference, None);
        assert_eq!(text, "Okafor AB, The Group. Who said it? Lancet. 1998;351(9103):637-641.");
    }
}
