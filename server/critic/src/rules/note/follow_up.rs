//! `note/follow-up`

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::any_case;
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, Check, CriticRule, Draft, Scan, Sentence};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use regex::Regex;
use std::sync::{Arc, LazyLock};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/follow-up",
        summary: "A pending result, or a finding that needs a follow-up, has no plan in a discharge letter",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

In a discharge letter: a result that is pending (histology, culture, cytology, imaging, a level), and a finding that images \
found beside what was looked for or that guidelines follow up (a nodule of the lung, an adrenal or renal mass, an aneurysm, a \
lesion “to be followed”), where nothing in the letter says who looks at it or when.

## Why

Four in ten patients leave a hospital with a result pending, and most doctors behind the letter do not know of it.

## Example

```text
Discharge summary. CT: incidental 9 mm nodule of the right upper lobe.
Follow-up: none.
```

## What it cannot tell

Whether somebody has it on a list elsewhere. A follow-up without a subject (“GP in two weeks”) counts as a plan; one for \
something else does not. A finding that is old, stable or benign is passed over.
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

/// What makes a note a letter at discharge.
static DISCHARGE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:discharge (?:summary|letter|note|medications?|meds|diagnos[ie]s|plan|instructions)|discharged (?:home|today|to)|for discharge|fit for discharge|informe de alta|alta (?:hospitalaria|a domicilio|de hospitalizaci[oó]n|m[eé]dica)|tratamiento al alta|diagn[oó]stico al alta|se (?:procede|decide) (?:al? )?alta|es dad[oa] de alta|se va de alta|carta de alta|epicrisis|TTOs?:)",
    )
});

/// A result that is awaited.
static PENDING: LazyLock<Regex> = LazyLock::new(|| {
    let what = r"(?P<what>blood cultures?|urine cultures?|sputum cultures?|cultures?|biops(?:y|ies)|histolog\w*|histopatholog\w*|patholog\w*|cytolog\w*|microbiolog\w*|serolog\w*|autoantibod\w*|ANCA|ANA|HIV(?: test)?|hepatitis serology|genetic\w*|MRI|CT(?: scan)?|echo(?:cardiogram)?|Holter|EEG|B12|ferritin|TSH|cortisol|electrophoresis|SPEP|swabs?|AFB|TB cultures?|results?|urocultivos?|hemocultivos?|cultivos?|biopsias?|anatom[ií]a patol[oó]gica|histolog[ií]a|citolog[ií]as?|serolog[ií]as?|autoinmunidad|estudio gen[eé]tico|inmunohistoqu[ií]mica|proteinograma|resonancia|RM|TC|TAC|ecocardiograma|resultados?|AP)";
    any_case(&format!(
        r"\b{what}\b[^.;\n]{{0,40}}\b(?:pending|awaited|outstanding|not yet back|to follow|in progress|sent|still awaited|pendientes?|pdte\.?|pte\.?|en curso|a la espera|sin resultado)\b|\b(?:pending|awaiting|outstanding|pendientes? de|pendientes?:?|pdte\.? de|pte\.? de|a la espera de)(?: (?:the |of |at discharge:? |results? (?:of|for) |final |el |la |los |resultados? de |informe de )*)?:? ?(?:\w+ ){{0,2}}?{}\b",
        what.replace("?P<what>", "?P<behind>")
    ))
});

/// A finding that is followed up.
static FINDING: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:incidental(?:ly)?(?: (?:found|noted|finding of|detected))?[^.;\n]{0,60}?(?P<a>nodules?|mass(?:es)?|lesions?|cysts?|aneurysm|adenoma|incidentaloma|polyps?|opacity|lymphadenopathy|stricture|goit(?:re|er))|(?P<b>(?:pulmonary|lung|thyroid|adrenal|solitary|spiculated|ground[- ]glass|solid|renal|liver|hepatic|pancreatic|ovarian|breast) (?:nodules?|mass|lesion|incidentaloma|cyst))|(?P<c>(?:abdominal aortic|aortic|AAA|cerebral|thoracic) ?aneurysm|AAA)|(?P<d>n[oó]dulos? (?:pulmonar(?:es)?|tiroide[oa]s?|hep[aá]ticos?|suprarrenal(?:es)?|s[oó]lidos?)|masa (?:renal|suprarrenal|hep[aá]tica|pancre[aá]tica|anexial)|lesi[oó]n (?:hep[aá]tica|pancre[aá]tica|renal|suprarrenal)|incidentaloma|aneurisma(?: de aorta(?: abdominal)?)?|hallazgo incidental(?: de)?[^.;\n]{0,40}|quiste pancre[aá]tico)|(?P<e>(?:microscopic|persistent) ha?ematuria|unexplained (?:anaemia|anemia|weight loss)|raised PSA|PSA (?:elevado|alto)))\b",
    )
});

/// Words by which a finding is old, known or harmless.
static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:known|stable|unchanged|benign|simple|chronic|resected|removed|excised|previous(?:ly)?|prior|old|calcified|under (?:surveillance|follow-up)|followed (?:by|in)|no follow-up (?:needed|required|imaging)|does not (?:need|require)|biops(?:y|ied) (?:showed|benign)|conocid[oa]s?|estables?|benign[oa]s?|simples?|cr[oó]nic[oa]s?|resecad[oa]|extirpad[oa]|previ[oa]s?|ya (?:en seguimiento|estudiad[oa])|calcificad[oa]s?|sin cambios|no requiere|ruled out|descartad[oa])\b",
    )
});

/// What says that somebody will look at something.
static PLAN: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:follow[- ]?up(?: with| in| by| at| on| CT| MRI| imaging|:)|f/u|will (?:be )?(?:follow|review|chase|contact|call|inform|see|discuss|notif|arrang|repeat)\w*|to (?:chase|follow|review|be (?:reviewed|chased|followed|seen|repeated|discussed))|chase|(?:GP|PCP|team|clinic|consultant|surgeon|ward|we|primary care|oncology|urology|respiratory|gastroenterology|MDT) (?:to|will)\b|referr(?:ed|al)\w*|refer to|appointment|outpatient|clinic|OPD?A?\b|MDT|repeat (?:CT|MRI|scan|imaging|ultrasound|bloods?)|(?:CT|MRI|scan|ultrasound|imaging|X-?ray|CXR|echo|endoscopy|colonoscopy) (?:chest )?(?:in|at|after) \d|(?:in|at) \d+ (?:weeks?|months?|days?)|surveillance|revisi[oó]n|consulta|control(?:es)?|cita(?:d[oa])?|seguimiento|se (?:avisar[aá]|llamar[aá]|contactar[aá]|citar[aá]|revisar[aá]|comentar[aá])\w*|acudir|recoger|derivad?[oa]?r?|interconsulta|repetir|MAP|m[eé]dico de (?:cabecera|atenci[oó]n primaria|familia)|en \d+ (?:semanas?|meses|d[ií]as)|comit[eé])\b",
    )
});

/// What denies that there is a plan.
static NO_PLAN: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:follow[- ]?up:? ?(?:none|nil|not (?:required|needed|arranged)|n/a)|no (?:follow[- ]?up|further follow[- ]?up|outpatient|appointment|clinic|routine follow)|no (?:precisa|requiere|necesita) (?:seguimiento|revisi[oó]n|control(?:es)?)|sin (?:seguimiento|revisi[oó]n|revisiones|control(?:es)?|citas?)|seguimiento:? (?:no|ninguno)|discharged from (?:our |the )?(?:care|clinic|follow))\b",
    )
});

/// The subject of a follow-up: "for the blood pressure", "para control de tensión".
static SUBJECT: LazyLock<Regex> =
    LazyLock::new(|| any_case(r"\b(?:for|regarding|re|about|para|por|sobre|de)\b(?P<what>[^.;\n]{3,60})"));

/// What a block of a letter tells.
#[derive(Default)]
struct Letter {
    is_discharge: bool,
    /// What is open, with a stem by which a plan may name it.
    open: Vec<(Span, String)>,
    /// Sentences that plan, folded.
    plans: Vec<String>,
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
        summary.open.extend(here.open.iter().map(|(at, stem)| (at.shift(block.start), stem.clone())));
        summary.plans.extend(here.plans.iter().cloned());
    }
}

fn add_sentence(block: &BlockContext<'_>, sentence: Sentence, out: &mut Letter) {
    let text = block.slice(sentence.span);
    let start = sentence.span.start as usize;
    let section = block.section_at(start);
    out.is_discharge |= DISCHARGE.is_match(text)
        || matches!(section, Section::DischargeMedications | Section::DischargeDiagnosis);
    if section == Section::FamilyHistory {
        return;
    }
    let is_denied = NO_PLAN.is_match(text);
    if PLAN.is_match(text) && !is_denied {
        out.plans.push(fold(text));
    }
    if section == Section::PastHistory {
        return;
    }
    let mut add = |found: regex::Match<'_>| {
        let span = Span::new(start + found.start(), start + found.end());
        let said = assertion::within(block, sentence, span);
        if said.state != State::Negated
            && said.state != State::Historical
            && said.experiencer == Experiencer::Patient
        {
            out.open.push((span, fold(found.as_str())));
        }
    };
    for found in PENDING.captures_iter(text) {
        if let Some(what) = found.name("what").or_else(|| found.name("behind")) {
            add(what);
        }
    }
    if !SETTLED.is_match(text) {
        for found in FINDING.captures_iter(text) {
            if let Some(what) = ["a", "b", "c", "d", "e"].iter().find_map(|name| found.name(name)) {
                add(what);
            }
        }
    }
}

/// Groups of words, folded stems, that name one kind of open matter.
const KINDS: &[&[&str]] = &[
    &[
        "biops",
        "histol",
        "patholog",
        "patolog",
        "cytol",
        "citol",
        "anatomia",
        "ap ",
        "polyp",
        "polip",
        "inmunohisto",
    ],
    &["cultur", "cultiv", "microbio", "swab", "afb", "hemocultiv", "urocultiv"],
    &[
        "nodul",
        "mass",
        "masa",
        "lesion",
        "incidental",
        "cyst",
        "quiste",
        "adenoma",
        "opacity",
        "ct",
        "tc",
        "tac",
        "scan",
        "imaging",
        "mri",
        "rm",
        "ultrasound",
        "ecograf",
        "image",
        "thyroid",
        "tiroid",
        "adrenal",
        "suprarrenal",
        "lung",
        "pulmon",
    ],
    &["aneurysm", "aneurisma", "aaa", "vascular"],
    &[
        "serolog",
        "autoantib",
        "autoinmun",
        "anca",
        "ana",
        "hiv",
        "hepatitis",
        "genetic",
        "electroph",
        "spep",
        "proteinograma",
        "immunolog",
    ],
    &["echo", "eco", "holter", "cardiol"],
    &["haematuria", "hematuria", "psa", "urolog"],
    &["b12", "ferritin", "tsh", "cortisol", "blood", "analitic", "level", "nivel"],
];

/// Words of a plan that cover whatever is open.
const COVERS_ALL: &[&str] =
    &["result", "pending", "outstanding", "pendiente", "awaited", "finding", "hallazgo", "these"];

/// Whether a plan covers an open matter: by its kind, by a word for all, or since it has no subject.
fn covers(plan: &str, stem: &str) -> bool {
    let words: Vec<&str> = plan.split(|c: char| !c.is_alphanumeric()).collect();
    let starts = |stem: &str| {
        words
            .iter()
            .any(|word| word.starts_with(stem.trim()) && (stem.len() > 3 || word.len() <= stem.len() + 1))
    };
    if COVERS_ALL.iter().any(|word| starts(word)) {
        return true;
    }
    let kind = KINDS.iter().find(|kind| kind.iter().any(|word| stem.contains(word.trim())));
    if kind.is_some_and(|kind| kind.iter().any(|word| starts(word))) {
        return true;
    }
    let subject = SUBJECT.captures(plan).and_then(|found| found.name("what"));
    subject.is_none_or(|what| what.as_str().trim().starts_with(|c: char| c.is_ascii_digit()))
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut letter = Letter::default();
    for group in draft.scan::<Letter>(()) {
        letter.is_discharge |= group.summary.is_discharge;
        letter.open.extend(group.summary.open.iter().map(|(at, stem)| (at.shift(group.start), stem.clone())));
        letter.plans.extend(group.summary.plans.iter().cloned());
    }
    if !letter.is_discharge {
        return Vec::new();
    }
    let spanish = draft.is_spanish();
    let mut out: Vec<Remark> = Vec::new();
    let mut told: Vec<String> = Vec::new();
    for (at, stem) in &letter.open {
        let is_planned = letter.plans.iter().any(|plan| covers(plan, stem));
        if is_planned || told.contains(stem) {
            continue;
        }
        told.push(stem.clone());
        let shown = draft.text(*at).unwrap_or_default();
        let message = if spanish {
            format!(
                "«{shown}» queda abierto al alta y la carta no dice quién lo revisa ni cuándo. Compruebe el seguimiento."
            )
        } else {
            format!(
                "“{shown}” is open at discharge, and the letter does not say who looks at it or when. Check the follow-up."
            )
        };
        out.push(Remark::new(*at, message));
    }
    out
}
