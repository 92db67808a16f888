//! `note/follow-up`

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::{fold, joined};
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, context, contexts, forms, word_list};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, Check, CriticRule, Draft, Scan, Sentence};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/follow-up",
        summary: "A pending result, or a finding that needs a follow-up, has no plan in a discharge letter",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

In a discharge letter: a result that is pending (histology, culture, cytology, imaging, a level), and an incidental \
finding, or one that guidelines follow up (a nodule of the lung, an adrenal or renal mass, an aneurysm), if nothing in the \
letter says who looks at it or when.

## Why

Four in ten patients leave hospital with a result pending, and most of their doctors do not know of it.

## Example

```text
Discharge summary. CT: incidental 9 mm nodule of the right upper lobe.
Follow-up: none.
```

## What it cannot tell

Whether somebody has it on a list elsewhere. A follow-up without a subject (“clinic in two weeks”) counts as a plan; one for \
something else does not, and for a finding a visit to the general practitioner of which no more is said does not either, \
nor does advice to come back if something happens. A finding that is old, stable or benign is passed over.
",
            notice!(),
            "
## Fixes

None.

## Sources

Roy et al. 2005, on results pending at discharge, DOI 10.7326/0003-4819-143-2-200507190-00011.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

/// Words of a discharge letter.
static DISCHARGE: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})", forms("follow-up/discharge"))));

/// A pending result.
static PENDING: LazyLock<Pattern> = LazyLock::new(|| {
    let result = forms("follow-up/result");
    let (pending_after, pending_before) =
        (forms("follow-up/pending-after-result"), forms("follow-up/pending-before-result"));
    let still_open = forms("follow-up/still-open");
    any_case(&format!(
        r"\b(?P<before>{result})\b[^.;\n]{{0,40}}\b(?:{pending_after})\b|\b(?P<far>{result})\b[^.;\n]{{0,100}}\b(?:{still_open})\b|\b(?:{pending_before})(?: (?:the |of |at discharge:? |results? (?:of|for) |final |el |la |los |resultados? de |informe de )*)?:? ?(?:\w+ ){{0,2}}?(?P<after>{result})\b"
    ))
});

/// A finding that requires follow-up.
static FINDING: LazyLock<Pattern> = LazyLock::new(|| {
    let (incidental, named) = (forms("follow-up/incidental-finding"), forms("follow-up/finding"));
    any_case(&format!(
        r"\b(?:incidental(?:ly)?(?: (?:found|noted|finding of|detected))?[^.;\n]{{0,60}}?(?P<incidental>{incidental})|(?P<named>{named}))\b"
    ))
});

/// Words for a finding that is old, known or harmless.
static SETTLED: LazyLock<Pattern> = LazyLock::new(|| context("follow-up/settled"));

/// Words of a new finding that contain a word of [`SETTLED`]: "not previously described".
static NEWLY_FOUND: LazyLock<Pattern> = LazyLock::new(|| context("follow-up/newly-found"));

/// Words that limit a follow-up to care that is not for the finding: wounds, physiotherapy.
static OTHER_CARE: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})", forms("follow-up/other-care"))));

/// Clinics and examinations of one organ, which do not cover others.
static OTHER_CLINIC: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})", forms("follow-up/other-clinic"))));

/// The beginning of a plan for nothing but tests and a blood pressure: "GP: U&E 2/52".
static TESTS_ONLY: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"^[\s\d.)*•-]*(?:{})", forms("follow-up/tests-only"))));

/// A visit to a general practitioner and no more: "PCP in 1 week". It covers results, which this doctor gets, but no
/// finding of which the letter tells nothing else.
static GENERAL_VISIT: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(r"^[\s\d.)*•-]*(?:{})\b[^.;\n]{{0,30}}\W*$", forms("follow-up/general-visit")))
});

/// Words that look like a plan but are not: "buen control del dolor", "motivo de consulta".
static NO_VISIT: LazyLock<Pattern> = LazyLock::new(|| context("follow-up/no-visit"));

/// Words of a plan to look at something.
static PLAN: LazyLock<Pattern> = LazyLock::new(|| context("follow-up/plan"));

/// Words that exclude a plan.
static NO_PLAN: LazyLock<Pattern> = LazyLock::new(|| context("follow-up/no-plan"));

/// The subject of a follow-up: "for the blood pressure", "para control de tensión".
static SUBJECT: LazyLock<Pattern> =
    LazyLock::new(|| any_case(r"\b(?:for|regarding|re|about|para|por|sobre|de)\b(?P<what>[^.;\n]{3,60})"));

/// An open matter.
#[derive(Clone)]
struct Open {
    at: Span,
    /// Its words, folded so that a plan can be compared with them.
    stem: String,
    /// Whether it is a finding, not a pending result.
    is_finding: bool,
}

/// The open matters and the plans in a block of a letter.
#[derive(Default)]
struct Letter {
    is_discharge: bool,
    open: Vec<Open>,
    /// Sentences with a plan, folded.
    plans: Vec<String>,
}

impl Open {
    fn shift(&self, base: usize) -> Open {
        Open { at: self.at.shift(base), ..self.clone() }
    }
}

impl Scan for Letter {
    type State = ();
    type Summary = Letter;

    fn visit((): &mut (), summary: &mut Letter, block: &BlockContext<'_>) {
        if block.in_references || !block.is_prose() {
            return;
        }
        let here: Arc<Letter> = block.fact_of_sentences(add_sentence);
        summary.is_discharge |= here.is_discharge;
        summary.open.extend(here.open.iter().map(|open| open.shift(block.start)));
        summary.plans.extend(here.plans.iter().cloned());
    }
}

fn add_sentence(block: &BlockContext<'_>, sentence: Sentence, out: &mut Letter) {
    let text = &*joined(block.slice(sentence.span));
    let start = sentence.span.start as usize;
    let section = block.section_at(start);
    out.is_discharge |= DISCHARGE.is_match(text)
        || matches!(section, Section::DischargeMedications | Section::DischargeDiagnosis);
    if section == Section::FamilyHistory {
        return;
    }
    let is_denied = NO_PLAN.is_match(text);
    if !is_denied && PLAN.is_match(&NO_VISIT.replace_all(text, " ")) {
        out.plans.push(fold(text));
    }
    if section == Section::PastHistory {
        return;
    }
    let mut add = |found: regex::Match<'_>, is_finding: bool| {
        let span = Span::new(start + found.start(), start + found.end());
        let said = assertion::within(block, sentence, span);
        if said.state != State::Negated
            && said.state != State::Historical
            && said.experiencer == Experiencer::Patient
        {
            out.open.push(Open { at: span, stem: fold(found.as_str()), is_finding });
        }
    };
    for found in PENDING.captures_iter(text) {
        if let Some(what) = found.name("before").or_else(|| found.name("far")).or_else(|| found.name("after"))
        {
            add(what, false);
        }
    }
    if !SETTLED.is_match(&NEWLY_FOUND.replace_all(text, " ")) {
        let all: Vec<regex::Match<'_>> = FINDING
            .captures_iter(text)
            .filter_map(|found| found.name("incidental").or_else(|| found.name("named")))
            .collect();
        // "Nódulo suprarrenal, hallazgo incidental": one finding.
        let is_general = |found: &regex::Match<'_>| fold(found.as_str()).starts_with("hallazgo");
        let is_named = all.iter().any(|found| !is_general(found));
        all.into_iter().filter(|found| !is_named || !is_general(found)).for_each(|found| add(found, true));
    }
}

/// The kinds of open matter that the clinic of another organ does not look at.
const OF_NO_ORGAN: [&str; 2] = ["image", "culture"];

/// Groups of stems, folded, each for one kind of open matter, with its name.
static KINDS: LazyLock<Vec<(&'static str, Vec<String>)>> =
    LazyLock::new(|| contexts("follow-up/kind:").map(|(name, forms)| (name, split(&forms))).collect());

/// Stems of a plan that cover whatever is open.
static COVERS_ALL: LazyLock<Vec<String>> = LazyLock::new(|| split(&forms("follow-up/covers-all")));

/// The stems of a context.
fn split(forms: &str) -> Vec<String> {
    forms.split('|').map(str::to_owned).collect()
}

/// Whether a plan covers an open matter: it mentions its kind, refers to all results, or lacks a subject.
fn covers(plan: &str, open: &Open) -> bool {
    let stem = open.stem.as_str();
    let words: Vec<&str> = plan.split(|c: char| !c.is_alphanumeric()).collect();
    let starts = |stem: &str| {
        words.iter().any(|word| word.starts_with(stem) && (stem.len() > 3 || word.len() <= stem.len() + 1))
    };
    if COVERS_ALL.iter().any(|word| starts(word)) {
        return true;
    }
    let kind = KINDS.iter().find(|(_, kind)| kind.iter().any(|word| stem.contains(word.as_str())));
    if kind.is_some_and(|(_, kind)| kind.iter().any(|word| starts(word))) {
        return true;
    }
    if OTHER_CARE.is_match(plan)
        || TESTS_ONLY.is_match(plan)
        || open.is_finding && GENERAL_VISIT.is_match(plan)
    {
        return false;
    }
    // A biopsy is of the organ that its clinic looks after, as a rule.
    let is_elsewhere = kind.is_some_and(|(name, _)| OF_NO_ORGAN.contains(name))
        && !word_list!("follow-up/digestive-organs").iter().any(|organ| stem.contains(organ));
    if is_elsewhere && OTHER_CLINIC.is_match(plan) {
        return false;
    }
    let subject = SUBJECT.captures(plan).and_then(|found| found.name("what"));
    subject.is_none_or(|what| what.as_str().trim().starts_with(|c: char| c.is_ascii_digit()))
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut letter = Letter::default();
    for group in draft.scan::<Letter>(()) {
        letter.is_discharge |= group.summary.is_discharge;
        letter.open.extend(group.summary.open.iter().map(|open| open.shift(group.start)));
        letter.plans.extend(group.summary.plans.iter().cloned());
    }
    if !letter.is_discharge {
        return Vec::new();
    }
    let spanish = draft.is_spanish();
    let mut out: Vec<Remark> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for open in &letter.open {
        let is_planned = letter.plans.iter().any(|plan| covers(plan, open));
        if is_planned || told.contains(&open.stem.as_str()) {
            continue;
        }
        told.push(&open.stem);
        let shown = draft.text(open.at).unwrap_or_default();
        let message = if spanish {
            format!(
                "«{shown}» queda abierto al alta y la carta no dice quién lo revisa ni cuándo. Compruebe el seguimiento."
            )
        } else {
            format!(
                "“{shown}” is open at discharge, and the letter does not say who will review it or when. Check the follow-up."
            )
        };
        out.push(Remark::new(open.at, message));
    }
    out
}
