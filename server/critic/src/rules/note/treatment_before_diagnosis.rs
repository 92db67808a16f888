//! `note/treatment-before-diagnosis`

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::drugs;
use crate::analysis::drugs::Class;
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::analysis::staging::ClaimedStage;
use crate::analysis::tense;
use crate::analysis::terms::{Term, Treatment};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Profile, Scan, Sentence};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::Arc;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/treatment-before-diagnosis",
        summary: "A treatment of cancer is advised before tissue has confirmed the diagnosis",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

An operation for a tumour, radiotherapy, chemotherapy, immunotherapy, targeted or hormone therapy that a note advises, \
while nothing in the note confirms a malignant diagnosis: pathology is not mentioned, negative, not done, pending, or \
only suspected.

## Why

A treatment that cannot be taken back should rest on tissue. The finding links what the note says of it.

## Example

```text
CT shows a mass suspicious for malignancy. Biopsy is pending.
Plan: start chemotherapy.
```

## What it cannot tell

The exceptions of practice: tumours that are treated on imaging and markers (hepatocellular carcinoma, germ cell \
tumours), emergencies, operations that are themselves the diagnosis. A diagnosis that the note states as a fact counts as \
confirmed unless the note itself says that pathology is pending or negative. Advice that is negated (“surgery is not \
indicated”) or depends on a result (“if confirmed”, “until pathology”) is passed over.
",
            notice!(),
            "
## Fixes

None: add the result of the pathology, or make the advice depend on it.

## Sources

The order of diagnosis and treatment in oncology guidelines; assertion after Harkema et al. 2009, DOI \
10.1016/j.jbi.2009.05.002.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

/// What a note says of a malignant diagnosis. Places are in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diagnosis {
    /// Tissue, or the note as a fact, confirms it; here.
    Confirmed(Span),
    /// It is said not to be so, to be awaited, or to be possible; here.
    Open(Span, State),
    /// Nothing is said of it.
    Absent,
}

/// What speaks for and against a diagnosis: the first of each kind, with its place.
#[derive(Clone, Copy, Default)]
struct Evidence {
    histology: Option<Span>,
    stated: Option<Span>,
    open_pathology: Option<(Span, State)>,
    suspected: Option<(Span, State)>,
}

impl Evidence {
    /// Adds what a block says that begins at `start`.
    fn add(&mut self, other: Evidence, start: usize) {
        let moved = |span: Span| span.shift(start);
        let moved_with = |(span, state): (Span, State)| (span.shift(start), state);
        self.histology = self.histology.or(other.histology.map(moved));
        self.stated = self.stated.or(other.stated.map(moved));
        self.open_pathology = self.open_pathology.or(other.open_pathology.map(moved_with));
        self.suspected = self.suspected.or(other.suspected.map(moved_with));
    }
}

/// Finds the first [`Evidence`] of each kind in a draft.
struct EvidenceOfDraft;

impl Scan for EvidenceOfDraft {
    type State = ();
    type Summary = Evidence;
    const NEEDS: BlockFlags = BlockFlags::TUMOUR.and(BlockFlags::STAGE);

    fn visit((): &mut (), summary: &mut Evidence, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        let here = block.fact(|block| {
            let mut evidence = Evidence::default();
            for sentence in block.sentences() {
                weigh(block, *sentence, &mut evidence);
            }
            evidence
        });
        summary.add(*here, block.start);
    }
}

/// What a note says of a malignant diagnosis.
#[must_use]
pub fn diagnosis(draft: &Draft<'_>) -> Diagnosis {
    let mut evidence = Evidence::default();
    for group in draft.scan::<EvidenceOfDraft>(()) {
        evidence.add(*group.summary, group.start);
    }
    if let Some(span) = evidence.histology {
        return Diagnosis::Confirmed(span);
    }
    match (evidence.open_pathology, evidence.stated, evidence.suspected) {
        (Some((span, state)), _, _) => Diagnosis::Open(span, state),
        (None, Some(span), _) => Diagnosis::Confirmed(span),
        (None, None, Some((span, state))) => Diagnosis::Open(span, state),
        (None, None, None) => Diagnosis::Absent,
    }
}

/// Words that confirm, beside a word for an examination of tissue, folded.
const CONFIRMS: &[&str] = &[
    "confirmed",
    "confirms",
    "confirm",
    "confirming",
    "positive",
    "proven",
    "consistent",
    "compatible",
    "shows",
    "showed",
    "reveals",
    "revealed",
    "demonstrates",
    "demonstrated",
    "malignant",
    "diagnosed",
    "confirma",
    "confirmo",
    "confirmado",
    "confirmada",
    "positiva",
    "positivo",
    "muestra",
    "mostro",
    "revela",
    "revelo",
    "demuestra",
    "demostro",
    "informa",
    "informo",
    "compatible",
    "maligno",
    "maligna",
    "malignas",
    "malignos",
    "evidencia",
    "evidencio",
];

fn weigh(block: &BlockContext<'_>, sentence: Sentence, evidence: &mut Evidence) {
    let section = block.section_at(sentence.span.start as usize);
    if section == Section::FamilyHistory {
        return;
    }
    let has_pathology = block.has_pathology_term(sentence.span) || section == Section::Pathology;
    let has_cancer =
        block.terms_in(sentence.span, |term| matches!(term, Term::Cancer | Term::Histology)).next().is_some();
    for found in block.phrases_in(sentence.span) {
        let Meaning::Term(term) = found.meaning else { continue };
        if !matches!(term, Term::Histology | Term::Cancer | Term::Pathology | Term::Mass) {
            continue;
        }
        let said = assertion::within(block, sentence, found.span);
        let at = found.span.shift(block.start);
        if said.experiencer == Experiencer::Relative {
            continue;
        }
        match (term, said.state) {
            (Term::Histology, State::Confirmed) if !is_of_treatment(block, sentence, found.span) => {
                evidence.histology.get_or_insert(at);
            }
            (Term::Histology, State::Historical) => {
                evidence.stated.get_or_insert(at);
            }
            (Term::Histology | Term::Cancer, State::Uncertain | State::Pending | State::Negated) => {
                evidence.suspected.get_or_insert((at, said.state));
            }
            (Term::Cancer, State::Confirmed) => {
                let words = block.slice(sentence.span);
                let confirms = words
                    .split(|c: char| !c.is_alphabetic())
                    .any(|word| CONFIRMS.contains(&fold(word).as_str()));
                let is_word = is_a_diagnosis(block.slice(found.span));
                if has_pathology && confirms && !is_screening(words) {
                    evidence.histology.get_or_insert(at);
                } else if is_word {
                    evidence.stated.get_or_insert(at);
                }
            }
            (Term::Cancer, State::Historical) => {
                evidence.stated.get_or_insert(at);
            }
            (Term::Pathology, State::Negated | State::Pending | State::Uncertain) if !has_cancer => {
                evidence.open_pathology.get_or_insert((at, said.state));
            }
            (Term::Pathology, State::Negated | State::Pending) => {
                evidence.open_pathology.get_or_insert((at, said.state));
            }
            _ => {}
        }
    }
    for stage in block.stages().iter().filter(|stage| sentence.span.contains(stage.span)) {
        let ClaimedStage::Tnm(tnm) = &stage.says else { continue };
        if assertion::within(block, sentence, stage.span).state == State::Confirmed
            && tnm.prefix.contains('p')
        {
            evidence.stated.get_or_insert(stage.span.shift(block.start));
        }
    }
}

/// "cancer" is the name of a disease; "tumour", "neoplasm" and "malignant" are less.
fn is_a_diagnosis(word: &str) -> bool {
    let folded = fold(word);
    ["cancer", "metasta"].iter().any(|stem| folded.starts_with(stem))
}

fn is_screening(sentence: &str) -> bool {
    let folded = fold(sentence);
    ["screening", "cribado", "markers", "marcadores"].iter().any(|word| folded.contains(word))
}

/// "lymphoma clinic", "carcinoma protocol": the name of something else.
fn is_of_treatment(block: &BlockContext<'_>, sentence: Sentence, term: Span) -> bool {
    let behind = block.prose().get(term.end as usize..sentence.span.end as usize).unwrap_or_default();
    let next = behind.split_whitespace().next().unwrap_or_default();
    matches!(
        fold(next).as_str(),
        "clinic" | "screening" | "protocol" | "service" | "risk" | "prevention" | "team"
    )
}

/// The treatments that a note advises: place in the file, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Treatments {
    /// Where, in the file.
    pub span: Span,
    /// Which.
    pub treatment: Treatment,
}

/// The treatments of cancer that a note advises.
#[must_use]
pub fn treatments(draft: &Draft<'_>) -> Vec<Treatments> {
    let mut out = Vec::new();
    for block in draft.flagged(BlockFlags::TREATMENT) {
        if block.in_references {
            continue;
        }
        let here = Advised::of(&block);
        out.extend(
            here.0
                .iter()
                .map(|one| Treatments { span: one.span.shift(block.start), treatment: one.treatment }),
        );
    }
    out
}

/// The treatments that a block advises, with their places in it.
struct Advised(Vec<Treatments>);

impl Advised {
    fn of(block: &BlockContext<'_>) -> Arc<Advised> {
        block.fact(|block| {
            let mut here = Vec::new();
            for sentence in block.sentences() {
                advised(block, *sentence, &mut here);
            }
            Advised(here)
        })
    }
}

/// The most names of treatments that a remark shows.
const MAX_NAMES: usize = 4;
/// The most places beside its own that a remark names.
const MAX_RELATED: usize = 4;

/// The treatments that a draft advises, as far as the rule tells of them.
#[derive(Default)]
struct AdvisedInDraft {
    /// The first of them.
    first: Vec<Treatments>,
    /// The first names, folded, each with its first place.
    names: Vec<(String, Span)>,
    has_other_than_surgery: bool,
    has_only_for_cancer: bool,
    has_chemotherapy_or_radiotherapy: bool,
}

impl AdvisedInDraft {
    fn remember(&mut self, treatment: Treatment, span: Span) {
        if self.first.len() <= MAX_RELATED {
            self.first.push(Treatments { span, treatment });
        }
        self.has_other_than_surgery |= treatment != Treatment::Surgery;
        self.has_only_for_cancer |= treatment.is_only_for_cancer();
        self.has_chemotherapy_or_radiotherapy |=
            matches!(treatment, Treatment::Chemotherapy | Treatment::Radiotherapy);
    }

    fn remember_name(&mut self, folded: &str, span: Span) {
        if self.names.len() < MAX_NAMES && !self.names.iter().any(|(known, _)| known == folded) {
            self.names.push((folded.to_owned(), span));
        }
    }

    /// Adds what a group says that begins at `start`.
    fn add(&mut self, group: &AdvisedInDraft, start: usize) {
        for one in &group.first {
            self.remember(one.treatment, one.span.shift(start));
        }
        for (name, span) in &group.names {
            self.remember_name(name, span.shift(start));
        }
        self.has_other_than_surgery |= group.has_other_than_surgery;
        self.has_only_for_cancer |= group.has_only_for_cancer;
        self.has_chemotherapy_or_radiotherapy |= group.has_chemotherapy_or_radiotherapy;
    }
}

impl Scan for AdvisedInDraft {
    type State = ();
    type Summary = AdvisedInDraft;
    const NEEDS: BlockFlags = BlockFlags::TREATMENT;

    fn visit((): &mut (), summary: &mut AdvisedInDraft, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        for one in &Advised::of(block).0 {
            let span = one.span.shift(block.start);
            summary.remember(one.treatment, span);
            summary.remember_name(&fold(block.slice(one.span)), span);
        }
    }
}

fn advised(block: &BlockContext<'_>, sentence: Sentence, out: &mut Vec<Treatments>) {
    for found in block.phrases_in(sentence.span) {
        let treatment = match found.meaning {
            Meaning::Term(Term::Treatment(treatment)) => Some(treatment),
            Meaning::Drug(index) => drugs::drug(index).and_then(|drug| match drug.class {
                Class::Antibody => None,
                class => class.treatment(),
            }),
            _ => None,
        };
        let Some(treatment) = treatment else { continue };
        let section = block.section_at(found.span.start as usize);
        let advised = section.is_plan()
            || block
                .terms_in(sentence.span, |term| term == Term::Recommend)
                .any(|word| word.span.end <= found.span.start || word.span.start >= found.span.end)
            || treatment == Treatment::Surgery && is_scheduled(block.slice(sentence.span));
        if !advised || is_quiet(section) || is_something_else(block.prose(), found.span, treatment) {
            continue;
        }
        let recommended = block
            .terms_in(sentence.span, |term| term == Term::Recommend)
            .any(|word| is_recommended(block.slice(word.span)));
        let said = assertion::within(block, sentence, found.span);
        let before = Span { start: sentence.span.start, end: found.span.start };
        if said.experiencer == Experiencer::Relative
            || (!recommended
                && (tense::is_told(block, sentence, found.span) || is_given(block.slice(before))))
            || matches!(said.state, State::Negated | State::Uncertain | State::Historical)
        {
            continue;
        }
        out.push(Treatments { span: found.span.shift(block.start), treatment });
    }
}

/// Whether a sentence books an operation.
fn is_scheduled(sentence: &str) -> bool {
    let folded = fold(sentence);
    [
        "se programa",
        "programar",
        "se program",
        "scheduled for",
        "schedule for",
        "booked for",
        "listed for",
        "consented for",
        "to undergo",
        "will undergo",
        "next week",
        "proxima semana",
        "se realizara",
    ]
    .iter()
    .any(|words| folded.contains(words))
}

/// Whether the words before a treatment say that it was given.
fn is_given(before: &str) -> bool {
    let folded = fold(before);
    [
        "administrando",
        "recibiendo",
        "receiving",
        "received",
        "was given",
        "treated with",
        "tratad",
        "recibio",
        "se administr",
    ]
    .iter()
    .any(|words| folded.contains(words))
}

/// Whether a word recommends; "indicated" and "start" may tell as well.
fn is_recommended(word: &str) -> bool {
    let folded = fold(word);
    ["recom", "advis", "aconsej", "suggest", "propo", "should", "deberia"]
        .iter()
        .any(|stem| folded.contains(stem))
}

fn is_quiet(section: Section) -> bool {
    matches!(
        section,
        Section::FamilyHistory
            | Section::PastHistory
            | Section::Medications
            | Section::SocialHistory
            | Section::Procedures
    )
}

/// Words around a treatment that make it none of a tumour: an opinion, a service, a biopsy by operation.
fn is_something_else(text: &str, span: Span, treatment: Treatment) -> bool {
    let behind = text.get(span.end as usize..).unwrap_or_default();
    let behind: String = behind.chars().take(40).collect();
    let folded = fold(&behind);
    let next = folded.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    if matches!(
        next,
        "consult"
            | "consultation"
            | "referral"
            | "clinic"
            | "team"
            | "service"
            | "opinion"
            | "evaluation"
            | "oncology"
            | "department"
            | "general"
            | "plastica"
            | "toracica"
            | "maxilofacial"
            | "vascular"
            | "pediatrica"
            | "biopsy"
            | "follow"
            | "history"
            | "interconsulta"
            | "department's"
            | "exposure"
    ) {
        return true;
    }
    let before: String = text.get(..span.start as usize).unwrap_or_default().chars().rev().take(32).collect();
    let before: String = fold(&before.chars().rev().collect::<String>());
    if ["risks of", "risks from", "riesgos de", "need for further", "candidate for", "candidato a"]
        .iter()
        .any(|words| before.trim_end().ends_with(words))
    {
        return true;
    }
    let ahead =
        before.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty()).unwrap_or_default();
    if matches!(
        ahead,
        "diagnostic" | "excisional" | "post" | "after" | "prior" | "previous" | "consult" | "from" | "tras"
    ) {
        return true;
    }
    treatment == Treatment::Surgery
        && [
            "cataract",
            "dental",
            "bariatric",
            "cosmetic",
            "knee",
            "hip",
            "shoulder",
            "cardiac",
            "spine",
            "hernia",
            "cataratas",
        ]
        .iter()
        .any(|word| before.contains(word))
}

/// Diseases that are no cancer and are treated with cytotoxics, antibodies, hormones or radiation, folded.
const OTHER_USES: &[&str] = &[
    "lupus",
    "lupic",
    "nephritis",
    "nefritis",
    "vasculit",
    "arthritis",
    "artritis",
    "psoria",
    "graves",
    "ophthalmopathy",
    "orbitopat",
    "oftalmopat",
    "keloid",
    "queloid",
    "heterotopic",
    "heterotopica",
    "gynecomastia",
    "ginecomastia",
    "pterygium",
    "pterigion",
    "sickle",
    "drepanoc",
    "falciforme",
    "multiple sclerosis",
    "esclerosis multiple",
    "scleroderma",
    "esclerodermia",
    "esclerosis sistemica",
    "systemic sclerosis",
    "myasthenia",
    "miastenia",
    "transplant",
    "trasplante",
    "ectopic",
    "ectopico",
    "uveitis",
    "crohn",
    "nephrotic",
    "nefrotico",
    "plantar fasciitis",
    "fascitis plantar",
    "trigemin",
    "arteriovenous",
    "arteriovenosa",
    "hemangioma",
    "endometriosis",
    "infertil",
    "ovulation",
    "ovulacion",
    "precocious puberty",
    "pubertad precoz",
    "dermatomyositis",
    "dermatomiositis",
    "sarcoid",
    "hidradenitis",
    "pemphig",
    "penfigo",
    "granulomatosis",
    "osteoarthritis",
    "artrosis",
    "gender",
    "warts",
    "verruga",
    "colitis",
    "itp",
    "trombocitopenia inmune",
    "immune thrombocytopenia",
    "hyperthyroid",
    "hipertiroid",
    "peyronie",
];

/// Lesions that are operated on as benign ones, folded.
const BENIGN_LESIONS: &[&str] = &[
    "quiste",
    "cyst",
    "lipoma",
    "dermoid",
    "hemangioma",
    "fibroadenoma",
    "benign",
    "hernia",
    "mioma",
    "fibroid",
    "polyp",
    "polipo",
    "goiter",
    "goitre",
    "bocio",
    "catarata",
    "cataract",
    "colelit",
    "cholelit",
    "appendic",
    "apendic",
];

/// Whether the note names one of these, folded, of anybody.
fn names_any(draft: &Draft<'_>, words: &[&str]) -> bool {
    draft.blocks().filter(|block| !block.in_references).any(|block| {
        let folded = fold(block.prose());
        words.iter().any(|word| folded.contains(word))
    })
}

/// Whether a note is about a tumour at all; an operation alone does not make it so.
fn is_oncologic(draft: &Draft<'_>, advised: &AdvisedInDraft, diagnosis: &Diagnosis) -> bool {
    if draft.setting.profile == Some(Profile::TumourBoard) {
        return true;
    }
    let (mut tumour, mut mass) = (false, false);
    for group in draft.scan::<Tumours>(()) {
        tumour |= group.summary.tumour;
        mass |= group.summary.mass;
    }
    if !tumour && !mass && names_any(draft, OTHER_USES) {
        return false;
    }
    let is_open = matches!(diagnosis, Diagnosis::Open(_, State::Pending | State::Negated));
    let only_surgery = !advised.has_other_than_surgery;
    if only_surgery && !is_open && names_any(draft, BENIGN_LESIONS) {
        return false;
    }
    // Chemotherapy and radiotherapy for a mass are for a malignant one; an operation on a mass may be for anything,
    // unless its tissue is awaited.
    tumour || mass && (advised.has_only_for_cancer || is_open) || advised.has_chemotherapy_or_radiotherapy
}

/// What a draft says the patient has.
#[derive(Clone, Copy, Default)]
struct Tumours {
    /// Cancer, or a malignant histology.
    tumour: bool,
    /// A mass.
    mass: bool,
}

impl Scan for Tumours {
    type State = ();
    type Summary = Tumours;
    const NEEDS: BlockFlags = BlockFlags::TUMOUR.and(BlockFlags::STAGE);

    fn visit((): &mut (), summary: &mut Tumours, block: &BlockContext<'_>) {
        let here = block.fact(tumours_in);
        summary.tumour |= here.tumour;
        summary.mass |= here.mass;
    }
}

fn tumours_in(block: &BlockContext<'_>) -> Tumours {
    let mut out = Tumours::default();
    for sentence in block.sentences() {
        if block.section_at(sentence.span.start as usize) == Section::FamilyHistory {
            continue;
        }
        let is_tumour = |term| matches!(term, Term::Cancer | Term::Histology | Term::Mass);
        for found in block.terms_in(sentence.span, is_tumour) {
            let said = assertion::within(block, *sentence, found.span);
            if said.experiencer == Experiencer::Relative
                || matches!(said.state, State::Historical | State::Negated)
            {
                continue;
            }
            match found.meaning {
                Meaning::Term(Term::Mass) => out.mass = true,
                _ => out.tumour = true,
            }
        }
    }
    out
}

/// Whether the sentence of a treatment names a tumour.
fn is_for_tumour(draft: &Draft<'_>, treatment: &Treatments) -> bool {
    let Some(block) = draft.at(treatment.span.start as usize) else { return false };
    let at = (treatment.span.start as usize).saturating_sub(block.start);
    block.sentence_at(at).is_some_and(|sentence| {
        let tumour = |term| matches!(term, Term::Cancer | Term::Histology | Term::Mass);
        block.terms_in(sentence.span, tumour).next().is_some()
    })
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut advised = AdvisedInDraft::default();
    for group in draft.scan::<AdvisedInDraft>(()) {
        advised.add(&group.summary, group.start);
    }
    let Some(first) = advised.first.first() else { return Vec::new() };
    let diagnosis = diagnosis(draft);
    if !is_oncologic(draft, &advised, &diagnosis) {
        return Vec::new();
    }
    // An operation is done for many things: without a word of a tumour beside it, and without a word on pathology,
    // it is none of this rule's.
    let only_surgery = !advised.has_other_than_surgery;
    let is_board = draft.setting.profile == Some(Profile::TumourBoard);
    if only_surgery && !is_board && diagnosis == Diagnosis::Absent && !is_for_tumour(draft, first) {
        return Vec::new();
    }
    let spanish = draft.is_spanish();
    let (related, what) = match (diagnosis, spanish) {
        (Diagnosis::Confirmed(_), _) => return Vec::new(),
        (Diagnosis::Open(span, State::Pending), false) => (Some(span), "while pathology is still pending"),
        (Diagnosis::Open(span, State::Pending), true) => {
            (Some(span), "con la anatomía patológica aún pendiente")
        }
        (Diagnosis::Open(span, State::Negated), false) => {
            (Some(span), "while pathology is negative or was not done")
        }
        (Diagnosis::Open(span, State::Negated), true) => {
            (Some(span), "con una anatomía patológica negativa o no realizada")
        }
        (Diagnosis::Open(span, _), false) => (Some(span), "while the diagnosis is only suspected"),
        (Diagnosis::Open(span, _), true) => (Some(span), "con un diagnóstico solo de sospecha"),
        (Diagnosis::Absent, false) => (None, "and nothing in the note tells of pathology"),
        (Diagnosis::Absent, true) => (None, "y nada en la nota habla de anatomía patológica"),
    };
    let name = |(_, span): &(String, Span)| {
        let text = draft.text(*span).unwrap_or_default();
        if spanish { format!("«{text}»") } else { format!("“{text}”") }
    };
    let shown: Vec<String> = advised.names.iter().map(name).collect();
    let message = if spanish {
        format!(
            "Se indica {} {what}. Confirme antes el diagnóstico, o diga de qué depende la indicación.",
            shown.join(", ")
        )
    } else {
        let verb = if shown.len() == 1 { "is" } else { "are" };
        format!(
            "{} {verb} advised {what}. Confirm the diagnosis first, or say on what the advice depends.",
            shown.join(", ")
        )
    };
    let (of_diagnosis, here_too) = if spanish {
        ("lo que se dice del diagnóstico", "indicado también aquí")
    } else {
        ("what is said of the diagnosis", "advised here too")
    };
    let mut remark = Remark::new(first.span, message);
    if let Some(span) = related {
        remark = remark.with_related(span, of_diagnosis);
    }
    for one in advised.first.iter().skip(1) {
        remark = remark.with_related(one.span, here_too);
    }
    vec![remark]
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{note, places};
    use referee_syntax::Format;

    const ID: &str = "note/treatment-before-diagnosis";

    #[test]
    fn a_confirmed_diagnosis_is_read_in_latex_as_in_markdown() {
        let latex = "\\documentclass{article}\n\\begin{document}\n\\section{Pathology}\nInvasive ductal carcinoma on core biopsy.\n\n\\section{Plan}\nStart chemotherapy.\n\\end{document}\n";
        assert_eq!(places(ID, Format::Latex, latex, &note()), Vec::<&str>::new());
        let open = latex.replace("Invasive ductal carcinoma on core biopsy.", "Breast mass, biopsy pending.");
        assert_eq!(places(ID, Format::Latex, &open, &note()), ["chemotherapy"]);
        let item = "\\section*{Diagnosis}\n\\begin{itemize}\n\\item \\textbf{Adenocarcinoma} of the lung, confirmed by biopsy.\n\\end{itemize}\n\n\\section*{Plan}\n\\begin{itemize}\n\\item Start chemotherapy.\n\\end{itemize}\n";
        assert_eq!(places(ID, Format::Latex, item, &note()), Vec::<&str>::new());
    }
}
