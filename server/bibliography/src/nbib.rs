//! Reads MEDLINE's text format: PubMed's "Send to: Citation manager" (.nbib) and "Format: PubMed".

use crate::pubmed::{complete_notice, cover_date, month_number};
use crate::tagged::{TaggedField, fields};
use crate::{Date, Identifier, Name, SourceNotice, SourceRecord, WorkKind};
use crate::{journal_id, subject};

/// Reads all records of a file, in order. Other text is skipped.
pub fn read(text: &str) -> impl Iterator<Item = SourceRecord> + '_ {
    let mut lines = fields(text).peekable();
    std::iter::from_fn(move || {
        let mut reader = Reader::default();
        // Text before the first PMID belongs to no record.
        while lines.peek().is_some_and(|field| field.tag != "PMID") {
            lines.next();
        }
        reader.take(&lines.next()?);
        while let Some(field) = lines.next_if(|field| field.tag != "PMID") {
            reader.take(&field);
        }
        Some(reader.finish().without_controls())
    })
}

/// Whether the beginning of a file looks like MEDLINE's text format.
#[must_use]
pub fn recognises(head: &str) -> bool {
    head.lines().take(40).any(|line| line.trim_start_matches('\u{feff}').starts_with("PMID- "))
}

/// Returns the kind of link that a tag records, by its name in PubMed's XML.
fn link(tag: &str) -> Option<&'static str> {
    Some(match tag {
        "RIN" => "RetractionIn",
        "ROF" => "RetractionOf",
        "PRIN" => "PartialRetractionIn",
        "PROF" => "PartialRetractionOf",
        "EIN" => "ErratumIn",
        "EFR" => "ErratumFor",
        "ECI" => "ExpressionOfConcernIn",
        "ECF" => "ExpressionOfConcernFor",
        "CRI" => "CorrectedandRepublishedIn",
        "CRF" => "CorrectedandRepublishedFrom",
        "RPI" => "RepublishedIn",
        "RPF" => "RepublishedFrom",
        "RRI" => "RetractedandRepublishedIn",
        "RRF" => "RetractedandRepublishedFrom",
        "UIN" => "UpdateIn",
        "UOF" => "UpdateOf",
        "CIN" => "CommentIn",
        "CON" => "CommentOn",
        "SPIN" => "SummaryForPatientsIn",
        "ORI" => "OriginalReportIn",
        "DDIN" => "AssociatedDataset",
        "DRIN" => "AssociatedPublication",
        _ => return None,
    })
}

/// A record that is being read.
#[derive(Default)]
struct Reader {
    record: SourceRecord,
    /// `FAU` and `CN`, in order.
    full: Vec<Name>,
    /// `AU` and `CN`, in order.
    short: Vec<Name>,
    has_full: bool,
    book: Option<String>,
    number: Option<String>,
}

impl Reader {
    fn take(&mut self, field: &TaggedField) {
        let value = field.line();
        if value.is_empty() {
            return;
        }
        let work = &mut self.record.work;
        match field.tag.as_str() {
            "PMID" => work.identifiers.extend(Identifier::pmid(&value)),
            "PMC" => work.identifiers.extend(Identifier::pmcid(&value)),
            "AID" | "LID" => {
                if value.ends_with("[doi]") {
                    if work.identifiers.doi().is_none() {
                        work.identifiers.extend(Identifier::doi(&value));
                    }
                } else if let Some(number) = value.strip_suffix("[pii]") {
                    self.number = Some(number.trim().to_owned());
                }
            }
            "ISBN" => work.identifiers.extend(Identifier::isbn(value.split(' ').next().unwrap_or(&value))),
            "TI" => work.title = title(&value),
            "TT" => work.original_title = title(&value),
            "BTI" => self.book = title(&value),
            "FAU" => {
                self.has_full = true;
                self.full.extend(Name::family_first(&value));
            }
            "AU" => self.short.extend(Name::vancouver(&value).or_else(|| Name::parse(&value))),
            "CN" => {
                let group = Name::organisation(value.trim_end_matches('.'));
                self.full.push(group.clone());
                self.short.push(group);
            }
            "FED" => work.editors.extend(Name::family_first(&value)),
            "JT" => work.container = Some(value),
            "IS" => journal_id::add(&mut work.journal_ids, journal_id::issns(&value)),
            "JID" => journal_id::add(&mut work.journal_ids, journal_id::nlm(&value)),
            "TA" => work.container_short = Some(value),
            "DP" => work.date = cover_date(&value),
            "DEP" => work.online_date = compact_date(&value),
            "LR" => self.record.revised = compact_date(&value),
            "VI" => work.volume = Some(value),
            "IP" => work.issue = Some(value),
            "PG" => work.pages = Some(value),
            "EN" => work.edition = Some(value),
            "PB" => work.publisher = Some(value),
            "LA" if work.language.is_none() => work.language = Some(value),
            "AB" => work.summary = Some(value),
            "PT" => self.record.types.push(value),
            "MH" => {
                // `*Neoplasms/drug therapy/*genetics`: an asterisk marks the main topics of the
                // work.
                let mut parts = value.split('/').map(|part| part.trim_start_matches('*'));
                let heading = parts.next().unwrap_or_default();
                let place = subject::add_heading(&mut self.record.subjects, heading);
                for part in parts {
                    subject::add_sub_heading(&mut self.record.subjects, place, part);
                }
            }
            "OT" => {
                let keyword = value.split('/').next().unwrap_or_default().trim_start_matches('*');
                subject::add_heading(&mut self.record.subjects, keyword);
            }
            // `9100L32L2N (Metformin)`: the number in a registry, or 0, and the name.
            "RN" => {
                let name = value.split_once(" (").and_then(|(_, name)| name.strip_suffix(')'));
                if let Some(name) = name {
                    subject::add_substance(&mut self.record.subjects, name);
                }
            }
            tag => {
                if let Some(name) = link(tag) {
                    let mut notice = SourceNotice {
                        ref_type: name.to_owned(),
                        text: Some(value),
                        ..SourceNotice::default()
                    };
                    complete_notice(&mut notice);
                    self.record.notices.push(notice);
                }
            }
        }
    }

    fn finish(self) -> SourceRecord {
        let Reader { mut record, full, short, has_full, book, number } = self;
        let work = &mut record.work;
        work.authors = if has_full { full } else { short };
        let is = |name: &str| record.types.iter().any(|kind| kind == name);
        work.kind = match (&book, &work.title) {
            (Some(_), Some(_)) => WorkKind::Chapter,
            (Some(_), None) => WorkKind::Book,
            _ if is("Preprint") => WorkKind::Preprint,
            _ if is("Dataset") => WorkKind::Dataset,
            _ => WorkKind::Article,
        };
        match work.title {
            Some(_) => work.container = work.container.take().or(book),
            None => work.title = book,
        }
        work.container = work.container.take().or_else(|| work.container_short.clone());
        if work.pages.is_none() {
            work.pages = number.filter(|number| {
                let digits = number.trim_start_matches(['e', 'E']);
                (1..=8).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
            });
        }
        record
    }
}

/// Removes the full stop of a title, and the brackets of a translation.
fn title(value: &str) -> Option<String> {
    crate::pubmed::plain_title(crate::html_text::plain(value).into_owned())
}

/// Parses a numeric date: `20020131`, `2002/01/31`.
fn compact_date(value: &str) -> Option<Date> {
    let digits: String = value.chars().filter(char::is_ascii_digit).take(8).collect();
    let year = digits.get(..4)?.parse().ok()?;
    let month = digits.get(4..6).and_then(month_number);
    let day = digits.get(6..8).and_then(|day| day.parse().ok()).filter(|day| (1..=31).contains(day));
    Some(Date { year, month, day: day.filter(|_| month.is_some()) })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "\u{feff}\nPMID- 11832527\nOWN - NLM\nDP  - 2002 Feb 7\nTI  - Reduction in the incidence of type 2 diabetes with\n      lifestyle intervention.\nPG  - 393-403\nLID - 10.1056/NEJMoa012512 [doi]\nAB  - BACKGROUND: Type 2 diabetes affects\n      DNA - binding of many.\nCI  - Copyright.\nFAU - van der Berg, William C\nAU  - van der Berg WC\nFAU - King, Martin L Jr\nAU  - King ML Jr\nCN  - Diabetes Prevention Program Research Group\nLA  - eng\nPT  - Journal Article\nPT  - Retracted Publication\nDEP - 20020131\nTA  - N Engl J Med\nJT  - The New England journal of medicine\nVI  - 346\nIP  - 6\nMH  - Diabetes Mellitus, Type 2/epidemiology/*drug therapy\nMH  - *Exercise\nRN  - 9100L32L2N (Metformin)\nRN  - 0 (Receptors, Nuclear (Orphan))\nRIN - N Engl J Med. 2010 Feb 6;362(5):445. doi: 10.1056/x1. PMID: 20137807\nPMC - PMC1370926\nLR  - 20220330\nSO  - N Engl J Med. 2002 Feb 7;346(6):393-403.\n\nPMID- 2\nAU  - Smith J\nTT  - Título.\nTI  - [Title of the work].\nBTI - The Book\n";

    #[test]
    fn records_are_read_with_all_that_they_say() {
        let records: Vec<SourceRecord> = read(TEXT).collect();
        assert_eq!(records.len(), 2);
        let work = &records[0].work;
        assert_eq!(
            work.title.as_deref(),
            Some("Reduction in the incidence of type 2 diabetes with lifestyle intervention")
        );
        assert_eq!(
            work.summary.as_deref(),
            Some("BACKGROUND: Type 2 diabetes affects DNA - binding of many.")
        );
        assert_eq!(work.authors.len(), 3);
        assert_eq!(work.authors[0].surname(), "van der Berg");
        assert_eq!(work.authors[2], Name::organisation("Diabetes Prevention Program Research Group"));
        assert_eq!(work.date, Some(Date { year: 2002, month: Some(2), day: Some(7) }));
        assert_eq!(work.online_date, Some(Date { year: 2002, month: Some(1), day: Some(31) }));
        assert_eq!(work.container_short.as_deref(), Some("N Engl J Med"));
        let identifiers: Vec<String> = work.identifiers.iter().map(ToString::to_string).collect();
        assert_eq!(identifiers, ["PMID:11832527", "doi:10.1056/nejmoa012512", "PMC1370926"]);
        assert_eq!(
            records[0].subjects,
            [
                "Diabetes Mellitus, Type 2/drug therapy",
                "Exercise",
                "[Metformin]",
                "[Receptors, Nuclear (Orphan)]"
            ]
        );
        let notice = &records[0].notices[0];
        assert_eq!(
            (notice.ref_type.as_str(), notice.date.map(|date| date.year)),
            ("RetractionIn", Some(2010))
        );
        assert_eq!(notice.identifiers, [Identifier::Doi("10.1056/x1".into()), Identifier::Pmid(20_137_807)]);
        let second = &records[1].work;
        assert_eq!((second.kind, second.title.as_deref()), (WorkKind::Chapter, Some("Title of the work")));
        assert_eq!(
            (second.original_title.as_deref(), second.container.as_deref()),
            (Some("Título"), Some("The Book"))
        );
        assert_eq!(second.authors, [Name::person("Smith", "J")]);
    }

    #[test]
    fn what_is_no_record_is_passed_over() {
        assert_eq!(read("").count(), 0);
        assert_eq!(read("TI  - A title without a number\n").count(), 0);
        assert!(recognises(TEXT) && !recognises("TY  - JOUR"));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in r"(PMID- [0-9]{0,9}|FAU - |TI  - |DP  - |\n|RIN - |      |[a-zA-Z,.0-9é]|\PC){0,40}") {
            let _ = read(&text).count();
        }
    }
}
