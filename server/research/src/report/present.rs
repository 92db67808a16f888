//! Renders a report as a page, completely or one section.

use super::{ReportSection, ResearchReport, Sentence};
use crate::hypotheses::counted;
use crate::page::{Block, CitationSyntax, Inline, Page, text};
use referee_bibliography::{Bibliography, Format as BibliographyFormat, Program, Programs, edit, render};
use referee_syntax::Format;
use referee_text::Rope;
use std::collections::BTreeMap;

/// Renders the complete report. `listed` adds the references at the end; a draft with a
/// bibliography lists them itself.
#[must_use]
pub fn page(report: &ResearchReport, listed: bool) -> Page {
    let mut page = Page::default();
    page.heading(1, &report.title);
    for name in super::SECTIONS.iter().filter(|name| listed || **name != "references") {
        section(&mut page, report, name, 2);
    }
    page.blocks.push(Block::Rule);
    page.words(format!(
        "Report generated from {} across {}. Confidence: {} (a rank, not a probability). {}, {}.",
        counted(report.total_papers_reviewed, "paper"),
        counted(report.search_iterations as usize, "search iteration"),
        report.confidence_score,
        report.made_by,
        report.date
    ));
    page
}

/// Renders one section by its name in [`super::SECTIONS`]; `None` for another name.
#[must_use]
pub fn section_page(report: &ResearchReport, name: &str) -> Option<Page> {
    let name = super::SECTIONS.iter().find(|known| known.eq_ignore_ascii_case(name.trim()))?;
    let mut page = Page::default();
    section(&mut page, report, name, 1);
    Some(page)
}

fn section(page: &mut Page, report: &ResearchReport, name: &str, level: u8) {
    match name {
        "summary" => {
            page.heading(level, "Executive Summary");
            page.words(&report.executive_summary);
        }
        "question" => {
            page.heading(level, "Research Question");
            page.words(&report.research_question);
        }
        "methodology" => items(page, level, &report.methodology),
        "hypotheses" => {
            page.heading(level, "Hypotheses Tested");
            if report.hypotheses_tested.is_empty() {
                page.words("No chain from a drug to an effect was read in the evidence; none was tested.");
            }
            for one in &report.hypotheses_tested {
                let mut parts = vec![
                    Inline::Strong(one.mechanism.clone()),
                    text(format!(" ({}): {} supporting", one.status.as_str(), one.supporting.len())),
                ];
                parts.push(Inline::Cite(one.supporting.clone()));
                parts.push(text(format!(", {} contradicting", one.contradicting.len())));
                parts.push(Inline::Cite(one.contradicting.clone()));
                page.item(parts);
            }
        }
        "mechanistic" => items(page, level, &report.mechanistic_findings),
        "clinical" => items(page, level, &report.clinical_findings),
        "candidates" => {
            page.heading(level, "Drug Candidates");
            if report.drug_candidates.is_empty() {
                page.words("No sentence of the evidence was read as saying that a drug acts.");
            }
            list(page, &report.drug_candidates);
        }
        "limitations" => {
            page.heading(level, "Limitations");
            list(page, &report.limitations);
        }
        "conclusion" => {
            page.heading(level, "Conclusion");
            for sentence in &report.conclusion {
                page.paragraph(inlines(sentence));
            }
        }
        _ => {
            page.heading(level, "References");
            if report.references.is_empty() {
                page.words("Nothing is cited.");
            }
            for reference in &report.references {
                page.blocks.push(Block::Numbered(reference.number, render::vancouver(&reference.work)));
            }
        }
    }
}

fn items(page: &mut Page, level: u8, section: &ReportSection) {
    page.heading(level, &section.title);
    list(page, &section.sentences);
}

fn list(page: &mut Page, sentences: &[Sentence]) {
    for sentence in sentences {
        page.item(inlines(sentence));
    }
}

fn inlines(sentence: &Sentence) -> Vec<Inline> {
    let mut out = vec![text(&sentence.text)];
    out.extend(sentence.quote.clone().map(Inline::Quote));
    if !sentence.evidence.is_empty() {
        // The citation precedes the full stop.
        match out.first_mut() {
            Some(Inline::Text(words)) if sentence.quote.is_none() && words.ends_with('.') => {
                words.pop();
                out.push(Inline::Cite(sentence.evidence.clone()));
                out.push(text("."));
            }
            _ => {
                out.push(Inline::Cite(sentence.evidence.clone()));
                out.push(text("."));
            }
        }
    }
    out
}

impl ResearchReport {
    /// Returns the numbers of its references.
    #[must_use]
    pub fn numbers(&self) -> CitationSyntax {
        CitationSyntax::Numbers(self.references.iter().map(|one| (one.handle.clone(), one.number)).collect())
    }
}

/// Returns a bibliography, in the given format, of the references of a report, and its keys by
/// handle.
#[must_use]
pub fn bibliography(report: &ResearchReport, format: Format) -> (String, BTreeMap<String, String>) {
    let mut rope = Rope::new();
    let mut keys = BTreeMap::new();
    let programs = if format == Format::Typst { Program::Typst.into() } else { Programs::default() };
    for reference in &report.references {
        let file = Bibliography::read(BibliographyFormat::Bibtex, rope.clone()).as_printed_by(programs);
        let taken = |key: &str| file.get(key).is_some();
        let key = edit::suggest_key(&file, &reference.work, &taken);
        let entry = match format {
            Format::Latex => edit::append_entry_for_latex(&file, &key, &reference.work),
            _ => edit::append_entry(&file, &key, &reference.work),
        };
        if let Some(edit) = entry {
            edit.apply(&mut rope);
            keys.insert(reference.handle.clone(), key);
        }
    }
    (rope.to_string(), keys)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::super::compose;
    use super::*;
    use crate::page::write;
    use crate::rounds::{ResearchContext, ResearchOutcome, research};
    use crate::testing::{library, record};
    use crate::{Store, Vocabulary};
    use tokio_util::sync::CancellationToken;

    fn outcome(question: &str) -> ResearchOutcome {
        let mut trial = record(
            5,
            "Metformin in adults: a trial",
            "METHODS: Adults were randomly assigned. RESULTS: Metformin improved cognitive function in 50% of adults.",
        );
        trial.types.push("Randomized Controlled Trial".into());
        let mut retracted =
            record(6, "Metformin cures amyloid plaques", "Metformin reduces amyloid plaques.");
        retracted.types.push("Retracted Publication".into());
        let sources = library(vec![
            record(1, "Metformin and a kinase", "Metformin activated AMPK in neurons."),
            record(2, "A kinase & digestion", "In neurons, AMPK increases autophagy."),
            record(3, "Digestion and plaques", "Autophagy reduces amyloid plaques in mice."),
            trial,
            retracted,
        ]);
        let vocabulary = Vocabulary::shipped();
        let mut context = ResearchContext {
            sources: &sources,
            vocabulary: &vocabulary,
            cancel: &CancellationToken::new(),
            progress: &mut |_| {},
            model: None,
            embedder: None,
            mechanisms: None,
            query_embedder: None,
        };
        research(question, 3, &mut Store::in_memory().unwrap(), &mut context).unwrap()
    }

    #[test]
    fn the_sections_come_in_their_order_and_the_numbers_are_counted() {
        let report = compose(&outcome("metformin amyloid")).unwrap();
        let text = write(&page(&report, true), Format::Markdown, &report.numbers(), 0);
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(
            headings,
            [
                "# Evidence report: metformin amyloid",
                "## Executive Summary",
                "## Research Question",
                "## Methodology",
                "## Hypotheses Tested",
                "## Mechanistic Findings",
                "## Clinical Findings",
                "## Drug Candidates",
                "## Limitations",
                "## Conclusion",
                "## References"
            ]
        );
        assert!(
            (100..=500).contains(&report.executive_summary.chars().count()),
            "{}",
            report.executive_summary
        );
        assert_eq!((report.flow.works, report.flow.retracted), (5, 1), "{text}");
        assert!(
            text.contains("**metformin → AMPK → autophagy → amyloid plaques: fewer amyloid plaques** (reported once each): 3 supporting"),
            "{text}"
        );
        assert!(!text.contains("cures"), "retracted work is not quoted: {text}");
        assert!(text.contains("Retracted and therefore not counted: Roe, 2020."), "{text}");
        assert!(
            text.contains(
                "No study in people names what was asked. 1 study in people that does not is left out."
            ),
            "{text}"
        );
        assert!(!text.contains("50% of adults"), "it speaks of cognition, and not of amyloid: {text}");
        assert!(text.trim_end().ends_with(&format!("Counted and quoted, {}.", report.date)), "{text}");
    }

    /// The report on a question from these records.
    fn report_of(question: &str, records: Vec<referee_records::Record>) -> ResearchReport {
        let sources = library(records);
        let vocabulary = Vocabulary::shipped();
        let mut context = ResearchContext {
            sources: &sources,
            vocabulary: &vocabulary,
            cancel: &CancellationToken::new(),
            progress: &mut |_| {},
            model: None,
            embedder: None,
            mechanisms: None,
            query_embedder: None,
        };
        compose(&research(question, 1, &mut Store::in_memory().unwrap(), &mut context).unwrap()).unwrap()
    }

    #[test]
    fn works_at_hand_are_cited_by_kind_of_study_strongest_and_newest_first() {
        let study = |pmid: u32, year: i32, kind: &str, text: &str| {
            let mut one = record(pmid, &format!("Metformin and dementia, paper {pmid}"), text);
            one.types.extend((!kind.is_empty()).then(|| kind.to_owned()));
            one.work.date = one.work.date.map(|date| referee_bibliography::Date { year, ..date });
            one
        };
        let report = report_of(
            "metformin dementia",
            vec![
                study(
                    1,
                    2012,
                    "Observational Study",
                    "RESULTS: In patients metformin was associated with less dementia.",
                ),
                study(
                    2,
                    2015,
                    "Randomized Controlled Trial",
                    "RESULTS: In patients metformin reduced dementia.",
                ),
                study(
                    3,
                    2021,
                    "Randomized Controlled Trial",
                    "RESULTS: Metformin did not reduce dementia in patients.",
                ),
                study(4, 2022, "", "In mice metformin reduced dementia."),
                study(
                    5,
                    2023,
                    "Randomized Controlled Trial",
                    "METHODS: Patients with dementia take metformin.",
                ),
                study(
                    6,
                    2024,
                    "",
                    "BACKGROUND: Metformin may affect dementia in patients. AIM: To study it.",
                ),
            ],
        );
        let text = write(&page(&report, true), Format::Markdown, &report.numbers(), 0);
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
        let clinical = at("## Clinical Findings");
        let after =
            |part: &str| clinical + text[clinical..].find(part).unwrap_or_else(|| panic!("{part}: {text}"));
        // Trials precede observational studies, and newer trials precede older ones.
        assert!(
            after("Metformin did not reduce dementia in patients.")
                < after("In patients metformin reduced dementia.")
        );
        assert!(
            after("In patients metformin reduced dementia.")
                < after("metformin was associated with less dementia.")
        );
        assert!(text[clinical..].contains("2 quoted, newest first."), "{text}");
        // A work without a result is cited as left to read, and its aim is never quoted.
        assert!(text.contains("left to be read [") && !text.contains("may affect dementia"), "{text}");
        assert_eq!(report.references.len(), 6, "{text}");
        assert!(report.executive_summary.starts_with("In people, "), "{}", report.executive_summary);
    }

    #[test]
    fn a_report_without_a_citation_says_that_nothing_is_cited() {
        let mut report =
            report_of("metformin dementia", vec![record(1, "Metformin", "Metformin reduced dementia.")]);
        report.references.clear();
        let text =
            write(&section_page(&report, "references").unwrap(), Format::Markdown, &report.numbers(), 0);
        assert!(text.contains("Nothing is cited."), "{text}");
    }

    #[test]
    fn every_citation_has_its_reference_in_every_format() {
        let report = compose(&outcome("metformin amyloid")).unwrap();
        let (bib, keys) = bibliography(&report, Format::Quarto);
        assert_eq!(keys.len(), report.references.len());
        let cited = page(&report, false).cited();
        assert!(cited.iter().all(|handle| keys.contains_key(handle)), "{cited:?}");
        let citing = CitationSyntax::Keys(keys.clone());
        for (format, mark) in [(Format::Quarto, "[@"), (Format::Latex, "\\cite{"), (Format::Typst, "#cite(<")]
        {
            let text = write(&page(&report, false), format, &citing, 0);
            assert!(text.contains(mark), "{text}");
            for key in keys.values() {
                assert!(text.contains(key.as_str()) && bib.contains(&format!("{{{key},")), "{key}: {bib}");
            }
        }
    }

    #[test]
    fn nothing_found_is_no_report() {
        assert_eq!(
            compose(&outcome("chlorophyll of desert plants")).unwrap_err().to_string(),
            super::super::NO_EVIDENCE
        );
    }

    #[test]
    fn one_section_can_be_had_by_itself() {
        let report = compose(&outcome("metformin amyloid")).unwrap();
        let limits =
            write(&section_page(&report, "Limitations").unwrap(), Format::Typst, &report.numbers(), 1);
        assert!(limits.starts_with("== Limitations\n\n- Titles and abstracts only"), "{limits}");
        assert!(section_page(&report, "weather").is_none());
    }
}
