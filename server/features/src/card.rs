//! The card of a reference: its work, its verdict with the sources, and links.

use crate::links;
use crate::markup::{Markup, Style};
use referee_bibliography::render::{short, vancouver};
use referee_bibliography::{Date, Work};
use referee_citations::{CitedPage, Judgement, Origin, Outcome, Reference, Verdict};
use referee_records::services::would_cover;
use referee_records::{Notice, NoticeKind, Record, SourceError};

/// The most differences that a card lists.
const MAX_DIFFERENCES: usize = 4;

/// The most characters of an abstract that a card shows: its links lead to the rest.
const MAX_ABSTRACT_CHARACTERS: usize = 300;

/// The card of a reference.
#[must_use]
pub fn card(reference: &Reference, judgement: Option<&Judgement>, style: Style) -> String {
    card_heard(reference, judgement, None, style)
}

/// The card of a reference, with the day of this session on which an online source answered about it.
#[must_use]
pub fn card_heard(
    reference: &Reference,
    judgement: Option<&Judgement>,
    heard: Option<Date>,
    style: Style,
) -> String {
    let mut card = Markup::new(style);
    // A bare identifier has no description; its record has one.
    let record = judgement.and_then(|judgement| judgement.record.as_ref());
    match record.filter(|_| reference.origin == Origin::Identifier) {
        Some(record) => describe(&mut card, &record.work),
        None if reference.origin == Origin::Identifier => {
            card.strong(&reference.label);
        }
        None => describe(&mut card, &reference.work),
    }
    if let Some(judgement) = judgement {
        for notice in &judgement.notices {
            card.paragraph();
            announce(&mut card, notice);
        }
        card.paragraph();
        tell_verdict(&mut card, reference, judgement);
        tell_differences(&mut card, judgement);
        if let Some(published) = &judgement.published {
            card.paragraph().words("Published since as: ");
            describe(&mut card, &published.work);
        }
        consulted(&mut card, judgement, heard);
    }
    // The record of another work says nothing about this one.
    let same =
        judgement.filter(|judgement| matches!(judgement.verdict, Verdict::Verified | Verdict::Differs));
    let recorded = same.and_then(|judgement| judgement.record.as_ref()?.work.summary.as_deref());
    if let Some(summary) = recorded.or(reference.work.summary.as_deref()).map(str::trim)
        && !summary.is_empty()
    {
        card.paragraph().strong("Abstract:").words(" ").words(&beginning(summary, MAX_ABSTRACT_CHARACTERS));
    }
    let mut links = links::of_work(&reference.work);
    if let Some(record) = record {
        for link in links::of_work(&record.work) {
            if !links.contains(&link) {
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

/// The beginning of a text: whole words, at most `max_characters` of them, and `…` where more follows.
fn beginning(text: &str, max_characters: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let Some((end, _)) = text.char_indices().nth(max_characters) else { return text };
    let cut = text.get(..end).unwrap_or_default();
    let whole = cut.rfind(' ').and_then(|at| cut.get(..at)).unwrap_or(cut);
    format!("{} …", whole.trim_end_matches([',', ';', ':']))
}

/// A work in a few words: who and when.
#[must_use]
pub fn name(work: &Work) -> String {
    short(work)
}

/// A work as a list of references writes it.
#[must_use]
pub fn reference(work: &Work) -> String {
    vancouver(work)
}

/// A work in one line: author and year, title, journal.
#[must_use]
pub fn one_line(work: &Work) -> String {
    let title = work.full_title().unwrap_or_default();
    let container = work.container.clone().unwrap_or_default();
    let parts = [short(work), title, container];
    let parts: Vec<&str> =
        parts.iter().map(|part| part.trim_end_matches('.')).filter(|part| !part.is_empty()).collect();
    shortened(&parts.join(". "))
}

/// Writes a work as a reference list would.
fn describe(card: &mut Markup, work: &Work) {
    card.words(&vancouver(work));
}

/// Writes a retraction, a correction or another notice.
fn announce(card: &mut Markup, notice: &Notice) {
    let what = match notice.kind {
        NoticeKind::Retraction => "Retracted",
        NoticeKind::Withdrawal => "Withdrawn",
        NoticeKind::Removal => "Removed",
        NoticeKind::Concern => "An expression of concern was published",
        NoticeKind::Correction => "A correction was published",
        NoticeKind::Reinstatement => "The retraction was taken back",
    };
    card.strong(what);
    if let Some(date) = notice.date {
        card.words(" on ").words(&day(date));
    }
    card.words(", according to ").words(source_name(&notice.source)).words(".");
    if let Some(reason) = &notice.reason {
        card.words(" Reason: ").words(reason.trim_end_matches('.')).words(".");
    }
    for link in links::of_identifiers(&notice.identifiers) {
        card.words(" ").link(&link.title, &link.target);
    }
}

fn tell_verdict(card: &mut Markup, reference: &Reference, judgement: &Judgement) {
    let (word, rest) = match judgement.verdict {
        Verdict::Verified => ("Verified", "the record describes the same work."),
        Verdict::Differs => {
            ("Differs", "the record describes the same work, and some fields are not the same.")
        }
        Verdict::Misidentified => ("Misidentified", "an identifier belongs to another work."),
        Verdict::NotFound => {
            ("Not found", "every source that covers this kind of work answered, and none has it.")
        }
        Verdict::Uncovered => ("Not covered", "no source that was asked lists this kind of work."),
        Verdict::Unchecked => ("Not checked", unchecked(judgement.unchecked_because)),
    };
    card.strong(word).words(": ").words(rest);
    if judgement.verdict == Verdict::Uncovered {
        card.words(" What would: ").words(would_cover(reference.work.kind)).words(".");
    }
    if let Some(page) = &judgement.page {
        tell_page(card, page);
    }
    if let Some(record) = &judgement.record {
        card.words(" ");
        provenance(card, record);
    }
    if let Some((identifier, record)) = &judgement.other {
        card.line().words(&format!("{identifier} is: "));
        describe(card, &record.work);
    }
}

/// What became of the page that a reference names, and where a copy of it is.
fn tell_page(card: &mut Markup, page: &CitedPage) {
    match page.is_there {
        Some(true) => card.words(" Its page is there."),
        Some(false) => card.words(" Its page is not there any more."),
        None => card,
    };
    if let Some(copy) = &page.copy {
        card.words(" ").link(&format!("A copy at {}", source_name(&copy.source)), &copy.address);
        if let Some(date) = copy.date {
            card.words(" is of ").words(&day(date));
        }
        card.words(".");
    }
}

fn unchecked(why: Option<SourceError>) -> &'static str {
    match why {
        Some(SourceError::Offline) => "no source on this machine has it, and none was asked online.",
        Some(SourceError::NotAsked) => "a source was not asked yet.",
        Some(SourceError::Unsuited) => "no source could be asked for it.",
        Some(SourceError::Private) => "what would be asked may not leave a clinical note.",
        Some(SourceError::Unavailable) => "a source could not be read or reached.",
        Some(SourceError::Timeout) => "a source did not answer in time.",
        Some(SourceError::Busy) => "a source is busy and wants to be asked later.",
        Some(SourceError::Unreadable) => "a source sent something that is no answer.",
        Some(SourceError::Refused) => "a source refused the question.",
        Some(SourceError::Cancelled) => "checking was cancelled.",
        None => "no source on this machine has it, and its absence there says nothing.",
    }
}

fn provenance(card: &mut Markup, record: &Record) {
    card.words("Source: ").words(source_name(&record.source));
    if let Some(date) = record.as_of {
        card.words(", as of ").words(&day(date));
    }
    card.words(".");
}

fn tell_differences(card: &mut Markup, judgement: &Judgement) {
    for difference in judgement.differences.iter().take(MAX_DIFFERENCES) {
        card.item().words(difference.field).words(": ");
        if difference.claimed.is_empty() {
            card.words("missing here, ");
        } else {
            card.words("“").words(&shortened(&difference.claimed)).words("” here, ");
        }
        card.words("“").words(&shortened(&difference.recorded)).words("” in the record");
    }
    let more = judgement.differences.len().saturating_sub(MAX_DIFFERENCES);
    if more > 0 {
        card.item().words(&format!("and {more} more"));
    }
}

/// Writes which sources were asked, what came of it, and when.
fn consulted(card: &mut Markup, judgement: &Judgement, heard: Option<Date>) {
    let named = |outcome: Outcome| -> Vec<&str> {
        let of = judgement.consulted.iter().filter(|consulted| consulted.outcome == outcome);
        of.map(|consulted| source_name(&consulted.name)).collect()
    };
    let (has, lacks) = (named(Outcome::Match), named(Outcome::NoMatch));
    let silent: Vec<String> = judgement
        .consulted
        .iter()
        .filter(|consulted| consulted.outcome == Outcome::Error)
        .map(|consulted| match consulted.why {
            Some(why) => format!("{} ({why})", source_name(&consulted.name)),
            None => source_name(&consulted.name).to_owned(),
        })
        .collect();
    let accused = matches!(judgement.verdict, Verdict::NotFound | Verdict::Misidentified);
    if (heard.is_some() || accused) && !(has.is_empty() && lacks.is_empty()) {
        card.paragraph().words("Checked");
        if let Some(date) = heard {
            card.words(" on ").words(&day(date));
        }
        if !has.is_empty() {
            card.words(": in ").words(&has.join(", "));
        }
        if !lacks.is_empty() {
            card.words(if has.is_empty() { ": not in " } else { ", not in " }).words(&lacks.join(", "));
        }
        card.words(".");
    }
    if !silent.is_empty() {
        card.paragraph().words("Without an answer: ").words(&silent.join(", ")).words(".");
    }
}

/// The name of a source as people write it.
#[must_use]
pub fn source_name(name: &str) -> &str {
    match name {
        "pubmed" => "PubMed",
        "crossref" => "Crossref",
        "datacite" => "DataCite",
        "openalex" => "OpenAlex",
        "europepmc" => "Europe PMC",
        "semanticscholar" => "Semantic Scholar",
        "openlibrary" => "Open Library",
        "webpage" => "the page itself",
        "softwareheritage" => "Software Heritage",
        "internetarchive" => "the Internet Archive",
        "arxiv" => "arXiv",
        "doi" => "doi.org",
        "clinicaltrials" => "ClinicalTrials.gov",
        "idconv" => "the PMC ID converter",
        "retraction-watch" => "Retraction Watch",
        "library" => "the library",
        "shared-library" => "the shared library",
        "bibtex" => "a BibTeX file in the library",
        "ris" => "a RIS file in the library",
        "csl-json" => "a CSL-JSON file in the library",
        "nbib" => "an NBIB file in the library",
        other => other,
    }
}

/// A date as people read it: `2 February 2010`, `February 2010`, `2010`.
fn day(date: Date) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let month = date.month.and_then(|month| MONTHS.get(usize::from(month).checked_sub(1)?));
    match (month, date.day) {
        (Some(month), Some(day)) => format!("{day} {month} {}", date.year),
        (Some(month), None) => format!("{month} {}", date.year),
        _ => date.year.to_string(),
    }
}

fn shortened(text: &str) -> String {
    const MAX_CHARACTERS: usize = 120;
    if text.chars().count() <= MAX_CHARACTERS {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(MAX_CHARACTERS).collect();
    out.push('…');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::{Identifier, Name};
    use referee_text::{FileId, Span};
    use std::sync::Arc;

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
            other: None,
            notices: Vec::new(),
            published: None,
            differences: Vec::new(),
            consulted: Vec::new(),
            page: None,
            unchecked_because: None,
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
        let card = card(&wakefield(), Some(&judgement), Style::Plain);
        assert!(card.contains("Retracted on 6 February 2010, according to PubMed."), "{card}");
    }

    #[test]
    fn a_card_shows_the_beginning_of_the_abstract_and_that_of_no_other_work() {
        let mut reference = wakefield();
        let summary = format!("Sleep was studied. {}", "Every word of it counts. ".repeat(40));
        reference.work = Arc::new(Work { summary: Some(summary), ..Work::default() });
        let text = card(&reference, None, Style::Plain);
        let shown =
            text.lines().find(|line| line.starts_with("Abstract: Sleep was studied.")).unwrap_or_default();
        assert!(shown.ends_with(" …") && shown.chars().count() < 320, "{text}");

        let other = Work { summary: Some(String::from("Of another work.")), ..Work::default() };
        let record = |work| Some(Record::new("pubmed", work));
        let about = |verdict| Judgement { record: record(other.clone()), ..judgement(verdict) };
        let said =
            |verdict| card(&wakefield(), Some(&about(verdict)), Style::Plain).contains("Of another work.");
        assert!(said(Verdict::Differs) && !said(Verdict::Misidentified));
    }

    #[test]
    fn what_was_not_checked_is_not_called_wrong() {
        let card = card(&wakefield(), Some(&judgement(Verdict::Unchecked)), Style::Plain);
        assert!(card.contains("Not checked: no source on this machine has it"), "{card}");
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
        let text = card(&reference, None, Style::Plain);
        assert_eq!(text, "Okafor AB, The Group. Who said it? Lancet. 1998;351(9103):637-641.");
    }
}
