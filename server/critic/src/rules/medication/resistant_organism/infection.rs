//! Reads the pathogens that a note reports, their laboratory results, and the antimicrobials that
//! are given.

use super::super::allergy_conflict::mentions;
use super::antibiogram::{self, LabResult};
use super::germs;
use super::treatment::{is_antimicrobial, sites};
use crate::analysis::allergens::Substance;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, any_of, context};
use crate::{BlockContext, BlockFlags, Scan, Sentence};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// A pathogen that was found in the patient according to the note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoundGerm {
    /// Its index in the table of pathogens.
    pub(super) row: usize,
    pub(super) span: Span,
    /// The sentence that mentions it.
    pub(super) sentence: Span,
}

/// An antimicrobial that a note mentions outside of results and allergies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamedDrug {
    /// The drug or the group; `None` for a name that is missing in the list of drugs.
    pub(super) substance: Option<Substance>,
    pub(super) span: Span,
    pub(super) sentence: Span,
    /// Whether its clause says that its course has ended.
    pub(super) is_over: bool,
}

/// What a note says about an infection.
#[derive(Default)]
pub(super) struct Infection {
    pub(super) germs: Vec<FoundGerm>,
    pub(super) results: Vec<LabResult>,
    pub(super) drugs: Vec<NamedDrug>,
    /// Whether the note says that more than one pathogen grew.
    pub(super) is_mixed: bool,
    /// A pneumonia that the patient has.
    pub(super) pneumonia: Option<Span>,
    /// Whether the note mentions an infection of the blood, the skin or another site except the
    /// lung.
    pub(super) has_other_site: bool,
    /// Sentences that name an infection by its site, with the bits of [`sites`].
    pub(super) diagnoses: Vec<(Span, u32)>,
}

impl Infection {
    /// Adds the data of a block or a group of blocks that begins `start` bytes into the text.
    pub(super) fn add(&mut self, other: &Infection, start: usize) {
        self.germs.extend(other.germs.iter().map(|germ| FoundGerm {
            span: germ.span.shift(start),
            sentence: germ.sentence.shift(start),
            ..*germ
        }));
        self.results.extend(
            other.results.iter().map(|result| LabResult { span: result.span.shift(start), ..*result }),
        );
        self.drugs.extend(other.drugs.iter().map(|drug| NamedDrug {
            span: drug.span.shift(start),
            sentence: drug.sentence.shift(start),
            ..*drug
        }));
        self.is_mixed |= other.is_mixed;
        self.pneumonia = self.pneumonia.or(other.pneumonia.map(|span| span.shift(start)));
        self.has_other_site |= other.has_other_site;
        self.diagnoses.extend(other.diagnoses.iter().map(|(span, bits)| (span.shift(start), *bits)));
    }
}

/// Words that mean that a pathogen was found, or that an infection is named after it.
static GERM_FOUND: LazyLock<Pattern> = LazyLock::new(|| context("resistant-organism/infection/germ-found"));

/// Words that mean that the pathogen of a sentence causes no current infection, or is only
/// considered.
static NO_INFECTION: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&any_of("resistant-organism/infection/no-infection")));

/// Words for growth of more than one pathogen.
static SEVERAL_GERMS: LazyLock<Pattern> =
    LazyLock::new(|| context("resistant-organism/infection/several-germs"));

/// Words for a pneumonia.
static PNEUMONIA: LazyLock<Pattern> =
    LazyLock::new(|| any_case(r"\b(?:pneumonia|neumon[ií]a|VAP|HAP|NAVM)\b"));

/// An infection of a site other than the lung.
static OTHER_SITE: LazyLock<Pattern> = LazyLock::new(|| context("resistant-organism/infection/other-site"));

/// An infection by its site.
static SITE_INFECTION: LazyLock<Pattern> =
    LazyLock::new(|| context("resistant-organism/infection/site-infection"));

/// Words for a course of treatment that has ended.
static COURSE_FINISHED: LazyLock<Pattern> =
    LazyLock::new(|| context("resistant-organism/infection/course-finished"));

/// Antimicrobials that are missing in the list of drugs, and words for some that are not named.
static UNLISTED_ANTIMICROBIALS: LazyLock<Pattern> =
    LazyLock::new(|| context("resistant-organism/infection/unlisted-antimicrobials"));

/// Returns the data of a block, with places relative to its start.
fn infection_of(block: &BlockContext<'_>) -> Arc<Infection> {
    block.fact_of_sentences(add_sentence)
}

/// Adds the data of one sentence of a block; tables and lists of references are skipped.
fn add_sentence(block: &BlockContext<'_>, sentence: Sentence, out: &mut Infection) {
    if !block.is_prose() || block.in_references {
        return;
    }
    let text = block.slice(sentence.span);
    let start = sentence.span.start as usize;
    out.is_mixed |= SEVERAL_GERMS.is_match(text);
    out.has_other_site = out.has_other_site || OTHER_SITE.is_match(text);
    if SITE_INFECTION.is_match(text) {
        out.diagnoses.push((sentence.span, sites(text)));
    }
    if let Some(found) = PNEUMONIA.find(text).filter(|_| out.pneumonia.is_none()) {
        let span = Span::new(start + found.start(), start + found.end());
        let said = assertion::within(block, sentence, span);
        let is_now = said.state == State::Confirmed
            && said.experiencer == Experiencer::Patient
            && !NO_INFECTION.is_match(text);
        let section = block.section_at(start);
        if is_now && !matches!(section, Section::FamilyHistory | Section::PastHistory) {
            out.pneumonia = Some(span);
        }
    }
    let named = germs::named_in(text);
    if !named.is_empty() {
        let section = block.section_at(start);
        let is_now = GERM_FOUND.is_match(text) && !NO_INFECTION.is_match(text);
        for (row, from, to) in named {
            let span = Span::new(start + from, start + to);
            let said = assertion::within(block, sentence, span);
            let is_there = said.state == State::Confirmed
                && said.experiencer == Experiencer::Patient
                && !matches!(section, Section::FamilyHistory | Section::PastHistory);
            if is_now && is_there {
                out.germs.push(FoundGerm { row, span, sentence: sentence.span });
            }
        }
    }
    let is_of_allergies = block.section_at(start) == Section::Allergies
        || block
            .terms_in(sentence.span, |term| term == crate::analysis::terms::Term::Allergy)
            .next()
            .is_some();
    let results = antibiogram::results_in(block, sentence);
    // "Sensitivities: ciprofloxacin R": a list of allergies does not contain results.
    if is_of_allergies && !results.iter().any(|result| result.verdict == antibiogram::Verdict::Resistant) {
        return;
    }
    let is_result = |span: Span| results.iter().any(|result| result.span == span);
    let named = mentions::mentions(block, sentence.span);
    let unlisted: Vec<regex::Match<'_>> = UNLISTED_ANTIMICROBIALS.find_iter(text).collect();
    if named.is_empty() && unlisted.is_empty() {
        return;
    }
    // "Ceftriaxone until yesterday; cefepime 2 g": each has a separate clause.
    let is_over = |span: Span| {
        let before = block.slice(Span { end: span.start, ..sentence.span });
        let behind = block.slice(Span { start: span.end, ..sentence.span });
        [before.rsplit([';', ',', ':', '.']).next(), behind.split([';', ',', ':', '.']).next()]
            .into_iter()
            .flatten()
            .any(|clause| COURSE_FINISHED.is_match(clause))
    };
    for mention in named {
        if is_result(mention.span) || !is_antimicrobial(mention.substance) {
            continue;
        }
        let behind = block.slice(Span { start: mention.span.end, ..sentence.span });
        if is_without_synergy(behind) || is_concentration(behind) {
            continue;
        }
        let said = assertion::within(block, sentence, mention.span);
        if !matches!(said.state, State::Negated | State::Historical) {
            out.drugs.push(NamedDrug {
                substance: Some(mention.substance),
                span: mention.span,
                sentence: sentence.span,
                is_over: is_over(mention.span),
            });
        }
    }
    if !unlisted.is_empty() && !antibiogram::is_of_results(text) {
        out.drugs.extend(unlisted.into_iter().map(|found| {
            let span = Span::new(start + found.start(), start + found.end());
            NamedDrug { substance: None, span, sentence: sentence.span, is_over: is_over(span) }
        }));
    }
    out.results.extend(results.into_iter().filter(|result| is_antimicrobial(result.substance)));
}

/// Whether the words after a drug give the concentration at which it was tested, "vanc MIC 1",
/// which does not mean that it is given.
fn is_concentration(behind: &str) -> bool {
    static CONCENTRATION: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"^[ ,:(=]*(?:MICs?|CMI|trough|level|valle|nivel)\b[ ,:=<>≤≥]*\d"));
    CONCENTRATION.is_match(behind)
}

/// Whether the words after an aminoglycoside are its synergy test: "gentamicin, no synergy".
fn is_without_synergy(behind: &str) -> bool {
    static NO_SYNERGY: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"^[ ,:(]*(?:(?:a |de )?(?:alto nivel|alta carga|high[- ]level|HLR?)[ ,:(]*)?(?:no|sin|not|without|lacks?|pierde|ausencia de|absence of)(?: \w+)? (?:synerg|sinerg)",
        )
    });
    NO_SYNERGY.is_match(behind)
}

/// Whether the blocks of a note name a drug against bacteria or fungi.
pub(super) struct AntimicrobialScan;

impl Scan for AntimicrobialScan {
    type State = ();
    type Summary = bool;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut bool, block: &BlockContext<'_>) {
        *summary = *summary
            || block.phrases().iter().any(|found| match found.meaning {
                Meaning::Drug(index) => is_antimicrobial(Substance::Drug(index)),
                Meaning::DrugGroup(index) => is_antimicrobial(Substance::Label(index)),
                _ => false,
            });
    }
}

/// Collects what a note says about an infection.
pub(super) struct InfectionScan;

impl Scan for InfectionScan {
    type State = ();
    type Summary = Infection;

    fn visit((): &mut (), summary: &mut Infection, block: &BlockContext<'_>) {
        summary.add(&infection_of(block), block.start);
    }
}
