//! The cancer treatments that a note recommends.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::drugs::{self, Class};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::analysis::tense;
use crate::analysis::terms::{Term, Treatment};
use crate::pattern::{Pattern, any_case, any_of, context, forms, word_list, words};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// A recommended treatment with its location in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Treatments {
    /// Its location in the file.
    pub span: Span,
    /// Its class.
    pub treatment: Treatment,
}

/// The cancer treatments that a note recommends.
#[must_use]
pub fn treatments(draft: &Draft<'_>) -> Vec<Treatments> {
    let mut out = Vec::new();
    for block in draft.flagged(BlockFlags::TREATMENT) {
        if block.in_references {
            continue;
        }
        let here = AdvisedTreatments::of(&block);
        out.extend(
            here.0
                .iter()
                .map(|one| Treatments { span: one.span.shift(block.start), treatment: one.treatment }),
        );
    }
    out
}

/// The treatments that a block recommends, and those that it reports as ongoing, with their locations.
#[derive(Default)]
struct AdvisedTreatments(Vec<Treatments>, Vec<Treatments>);

impl AdvisedTreatments {
    fn of(block: &BlockContext<'_>) -> Arc<AdvisedTreatments> {
        block
            .fact_of_sentences(|block, sentence, here: &mut AdvisedTreatments| advised(block, sentence, here))
    }
}

/// The maximum number of treatment names in a remark.
const MAX_NAMES: usize = 4;
/// The maximum number of related locations in a remark.
const MAX_RELATED: usize = 4;

/// The recommended treatments of a draft, as far as the rule needs them.
#[derive(Default)]
pub(super) struct AdvisedTreatmentScan {
    pub(super) first: Vec<Treatments>,
    /// The first names, folded, each with its first location.
    pub(super) names: Vec<(String, Span)>,
    pub(super) has_other_than_surgery: bool,
    pub(super) has_only_for_cancer: bool,
    pub(super) has_chemotherapy_or_radiotherapy: bool,
    /// The first treatments other than operations that are reported as started or recently given.
    pub(super) under_way: Vec<Treatments>,
}

impl AdvisedTreatmentScan {
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

    /// Adds the summary of a group that begins at `start`.
    pub(super) fn add(&mut self, group: &AdvisedTreatmentScan, start: usize) {
        for one in &group.first {
            self.remember(one.treatment, one.span.shift(start));
        }
        for one in group.under_way.iter().take(1_usize.saturating_sub(self.under_way.len())) {
            self.under_way.push(Treatments { span: one.span.shift(start), treatment: one.treatment });
        }
        for (name, span) in &group.names {
            self.remember_name(name, span.shift(start));
        }
        self.has_other_than_surgery |= group.has_other_than_surgery;
        self.has_only_for_cancer |= group.has_only_for_cancer;
        self.has_chemotherapy_or_radiotherapy |= group.has_chemotherapy_or_radiotherapy;
    }
}

impl Scan for AdvisedTreatmentScan {
    type State = ();
    type Summary = AdvisedTreatmentScan;
    const NEEDS: BlockFlags = BlockFlags::TREATMENT;

    fn visit((): &mut (), summary: &mut AdvisedTreatmentScan, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        for one in &AdvisedTreatments::of(block).0 {
            let span = one.span.shift(block.start);
            summary.remember(one.treatment, span);
            summary.remember_name(&fold(block.slice(one.span)), span);
        }
        if let (Some(one), true) = (AdvisedTreatments::of(block).1.first(), summary.under_way.is_empty()) {
            summary
                .under_way
                .push(Treatments { span: one.span.shift(block.start), treatment: one.treatment });
        }
    }
}

/// Whether `QT` is the ECG interval rather than "quimioterapia": always in English texts, and in Spanish depending on
/// the adjacent words.
fn is_interval(block: &BlockContext<'_>, span: Span) -> bool {
    if !block.slice(span).eq_ignore_ascii_case("qt") {
        return false;
    }
    let text = block.prose();
    let beside = |part: &str, words: &[&str]| words.iter().any(|word| part.contains(word));
    let before = fold(text.get(..span.start as usize).unwrap_or_default());
    let behind = fold(text.get(span.end as usize..).unwrap_or_default());
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let next = behind.split_whitespace().next().unwrap_or_default();
    !block.in_spanish()
        || beside(last, &["interval", "segment", "prolong", "alarg", "largo", "long"])
        || beside(next, &["interval", "larg", "prolong", "alarg", "corregid", "cort", "ms", "="])
}

fn advised(block: &BlockContext<'_>, sentence: Sentence, out: &mut AdvisedTreatments) {
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
        if is_interval(block, found.span) {
            continue;
        }
        if matches!(found.meaning, Meaning::Drug(_)) && is_local(block.slice(sentence.span)) {
            continue;
        }
        let section = block.section_at(found.span.start as usize);
        // "Plan radical cystectomy", without a colon.
        let advised = section.is_plan()
            || fold(block.slice(sentence.span)).starts_with("plan ")
            || treatment == Treatment::Surgery
                && fold(block.slice(Span { start: sentence.span.start, end: found.span.start }))
                    .contains("plan: ")
            || block
                .terms_in(sentence.span, |term| term == Term::Recommend)
                .any(|word| word.span.end <= found.span.start || word.span.start >= found.span.end)
            || treatment == Treatment::Surgery && is_scheduled(block.slice(sentence.span));
        let text = block.slice(sentence.span);
        let under_way = is_under_way(text) && (treatment != Treatment::Surgery || is_of_these_days(text));
        if !advised && !under_way
            || is_quiet(section)
            || is_something_else(block.prose(), found.span, treatment)
            || waits_for_tissue(block, sentence, found.span)
            || is_asked_about(block, sentence, found.span)
            || depends_on_tissue(block.slice(sentence.span))
        {
            continue;
        }
        let recommended = block
            .terms_in(sentence.span, |term| term == Term::Recommend)
            .any(|word| is_recommended(block.slice(word.span)));
        let said = assertion::within(block, sentence, found.span);
        let before = Span { start: sentence.span.start, end: found.span.start };
        let is_scheduled = treatment == Treatment::Surgery && is_scheduled(block.slice(sentence.span));
        let is_patient = said.experiencer == Experiencer::Patient;
        let is_given_now = matches!(said.state, State::Confirmed | State::Pending)
            || said.state == State::Uncertain && is_for_likely_tumour(block, said.cue, found.span);
        if under_way && is_patient && is_given_now {
            out.1.push(Treatments { span: found.span.shift(block.start), treatment });
        }
        if !advised
            || said.experiencer == Experiencer::Relative
            || (!recommended
                && !is_scheduled
                && !is_asked_to_start(block.slice(before))
                && (tense::is_past_tense(block, sentence, found.span) || is_given(block.slice(before))))
            || matches!(said.state, State::Negated | State::Historical)
            || said.state == State::Uncertain && !is_for_likely_tumour(block, said.cue, found.span)
        {
            continue;
        }
        out.0.push(Treatments { span: found.span.shift(block.start), treatment });
    }
}

/// Whether a sentence reports a treatment as started or recently given: "cycle 1 administered today", "radiotherapy
/// commenced yesterday". Treatments of years ago, for another tumour, do not count.
fn is_under_way(sentence: &str) -> bool {
    static TREATMENT_STARTED: LazyLock<Pattern> =
        LazyLock::new(|| context("treatment-before-diagnosis/advised-treatments/treatment-started"));
    static PAST_TIME: LazyLock<Pattern> =
        LazyLock::new(|| context("treatment-before-diagnosis/advised-treatments/past-time"));
    TREATMENT_STARTED.is_match(sentence) && !PAST_TIME.is_match(sentence)
}

/// Whether a sentence is about today or yesterday.
fn is_of_these_days(sentence: &str) -> bool {
    static RECENT_TIME: LazyLock<Pattern> =
        LazyLock::new(|| context("treatment-before-diagnosis/advised-treatments/recent-time"));
    RECENT_TIME.is_match(sentence)
}

/// Whether a sentence describes topical use on skin or eye: fluorouracil cream, mitomycin drops.
fn is_local(sentence: &str) -> bool {
    let folded = fold(sentence);
    ["topic", "cream", "crema", "ointment", "pomada", "eye drop", "colirio", "intralesional", "gel "]
        .iter()
        .any(|word| folded.contains(word))
}

/// Whether a sentence schedules an operation.
fn is_scheduled(sentence: &str) -> bool {
    static SCHEDULED: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:{words1})(?: (?:{words2}))? (?:for|to undergo|to have|in for|onto the list for|on the list for|down for|para|en lista para)\b|\b(?:programad[oa]|planificad[oa]|previst[oa]|citad[oa]|fijad[oa]|scheduled|booked|planned|listed) (?:para )?(?:el|on|for|mañana|tomorrow)\b|\b(?:theatre|OR|surgery|operation|quir[oó]fano|cirug[ií]a)\b[^.;]{{0,40}}\b(?:{words3})",
            words1 = forms("treatment-before-diagnosis/advised-treatments/scheduled"),
            words2 = forms("treatment-before-diagnosis/advised-treatments/scheduled-2"),
            words3 = forms("treatment-before-diagnosis/advised-treatments/scheduled-3")
        ))
    });
    if SCHEDULED.is_match(sentence) {
        return true;
    }
    let folded = fold(sentence);
    word_list!("treatment-before-diagnosis/advised-treatments/is-scheduled")
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

/// Whether a word recommends; "indicated" and "start" may also report.
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

/// Whether a sentence requires tissue before the treatment at `span`: "await the biopsy before any surgery".
fn waits_for_tissue(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    let before = fold(block.slice(Span { start: sentence.span.start, end: span.start }));
    let leads = [
        "before",
        "before any",
        "before planning",
        "before deciding on",
        "before considering",
        "before proceeding to",
        "before definitive",
        "before starting",
        "before any definitive",
        "prior to",
        "prior to any",
        "antes de",
        "antes de la",
        "antes de cualquier",
        "antes de plantear",
        "antes de indicar",
        "antes de decidir",
        "antes de iniciar",
    ];
    let tissue =
        ["biops", "histol", "patholog", "tissue", "cytolog", "anatomia", "patolog", "citolog", "paaf"];
    leads.iter().any(|words| before.trim_end().ends_with(words))
        && tissue.iter().any(|word| before.contains(word))
}

/// Whether the words before a treatment request it from a colleague: "I have asked oncology to commence".
fn is_asked_to_start(before: &str) -> bool {
    static ASKED_TO_START: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:asked|requested|arranged (?:with|for)|agreed with|instructed|referred|spoken (?:to|with))\b[^.;]{0,50}\bto (?:start|begin|commence|give|initiate|proceed with|administer)(?: \w+){0,2} $|\b(?:pedido|solicitado|acordado|hablado)\b[^.;]{0,50}\b(?:empiec\w+|inici\w+|comienc\w+|empezar|comenzar|administr\w+)(?: \w+){0,2} $",
        )
    });
    ASKED_TO_START.is_match(before)
}

/// Whether the treatment at `span` is the subject of a question: "the family asks whether chemo can start".
fn is_asked_about(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    static QUESTION_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
        let kin = any_of("treatment-before-diagnosis/advised-treatments/question-before-kin");
        let person = r"(?:patient|pt|he|she|they|paciente)";
        let asks = any_of("treatment-before-diagnosis/advised-treatments/person-asks");
        let wishes = any_of("treatment-before-diagnosis/advised-treatments/asks-wishes");
        any_case(&format!(
            r"\b(?:{kin}\b[^.;:]{{0,25}}\b(?:{asks}|{wishes})\b[^.;:]{{0,60}}|{person}\b[^.;:]{{0,15}}\b{asks}\b[^.;:]{{0,60}}|(?:se )?pregunta\w* (?:por|si|cu[aá]ndo)\b[^.;:]{{0,60}})$"
        ))
    });
    let before = block.slice(Span { start: sentence.span.start, end: span.start });
    QUESTION_BEFORE.is_match(before)
}

/// Whether a sentence makes a treatment depend on tissue: "decided on histology", "no se inicia hasta tener AP".
fn depends_on_tissue(sentence: &str) -> bool {
    static ON_TISSUE: LazyLock<Pattern> = LazyLock::new(|| {
        let tissue = any_of("treatment-before-diagnosis/advised-treatments/on-tissue-tissue");
        let words = format!(
            r"(?:(?:{words}) ){{0,5}}",
            words = forms("treatment-before-diagnosis/advised-treatments/tissue-words")
        );
        let depends = format!(
            r"(?:{words}) (?:on|upon|by|to)|(?:seg[uú]n|en funci[oó]n de|depende(?:r[aá])? de|condicionad[oa] a|a la vista de)",
            words = forms("treatment-before-diagnosis/advised-treatments/words-depends")
        );
        let no = r"(?:no|not|never|nothing|without|sin|nunca|ning[uú]n\w*)";
        let until = r"(?:until|before|without|till|unless|hasta(?: que)?|antes de|sin)";
        any_case(&format!(
            r"\b(?:(?:{depends}) {words}{tissue}|{no}\b[^.;,]{{0,60}}\b{until} {words}{tissue}|(?:once|when|after|una vez|cuando)(?: (?:se tenga|tengamos|haya|conocida|est[eé]))? {words}{tissue}(?: (?:is|are|has been|est[eé]))? ?(?:known|back|available|reported|confirmed|through|conocid[oa]|disponible|confirmad[oa])?)"
        ))
    });
    static DOES_NOT_WAIT: LazyLock<Pattern> =
        LazyLock::new(|| context("treatment-before-diagnosis/advised-treatments/does-not-wait"));
    ON_TISSUE.is_match(sentence) && !DOES_NOT_WAIT.is_match(sentence)
}

/// Whether the uncertainty of `cue` is about the diagnosis and the treatment at `span` is ordered nevertheless: "Likely
/// DLBCL -- give R-CHOP tonight".
fn is_for_likely_tumour(block: &BlockContext<'_>, cue: Option<Span>, span: Span) -> bool {
    static DOUBTS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("treatment-before-diagnosis/advised-treatments/doubts"));
    /// Separators between the diagnosis and the order.
    const PARTINGS: &[&str] = &[" - ", "--", "–", "—", ":", "->", "→", ";", ", "];
    let Some(cue) = cue.filter(|cue| cue.end <= span.start) else { return false };
    let doubt = fold(block.slice(cue));
    let between = block.slice(Span { start: cue.end, end: span.start });
    let Some(parting) = PARTINGS.iter().filter_map(|mark| Some(between.rfind(mark)? + mark.len())).max()
    else {
        return false;
    };
    let order = fold(between.get(parting..).unwrap_or_default());
    let is_short = order.split_whitespace().count() <= 6;
    let is_weighed = ["consider", "valorar", "plante", "discuss", "candidat", "if ", "si "];
    DOUBTS.iter().any(|stem| doubt.contains(stem))
        && is_short
        && !is_weighed.iter().any(|word| order.contains(word))
}

/// Words around a treatment that make it unrelated to a tumour: an opinion, a department, a surgical biopsy.
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
    // A mutation carrier does not have a tumour to confirm.
    let prevents =
        ["risk-reducing", "risk reducing", "prophylactic"].iter().any(|word| before.contains(word))
            || ["profilactic", "reductora de riesgo"].iter().any(|word| folded.contains(word));
    if prevents {
        return true;
    }
    static OTHER_THING_BEFORE: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("treatment-before-diagnosis/advised-treatments/other-thing-before"));
    if OTHER_THING_BEFORE.iter().any(|words| before.trim_end().ends_with(words)) {
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
        && word_list!("treatment-before-diagnosis/advised-treatments/is-something-else")
            .iter()
            .any(|word| before.contains(word))
}
