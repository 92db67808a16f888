//! Compares a stage group with its site's categories and with the metastases in the note.

use super::exceptions::{is_of_cancer, is_other, names_exempt_tumour};
use super::scattered;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::stage_groups::{Site, agrees, names_team, roman, site_by_team, site_of};
use crate::analysis::staging::{ClaimedStage, Group, Tnm};
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, exact, forms, word_list, words};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_findings::Remark;
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The maximum number of stages or metastases kept per draft; more than one of a kind means several tumours or times.
const MAX_PLACES: usize = 3;

/// The asserted stages and metastases of a block or a draft, with their context.
#[derive(Clone, Default)]
struct StageClaims {
    categories: Vec<(Span, Tnm)>,
    groups: Vec<(Span, Group)>,
    metastases: Vec<Span>,
    /// The folded words that identify the site in sentences about a cancer.
    cancers: String,
    /// Other folded sentences that mention a site's team or operation.
    teams: String,
    /// Pairs within one sentence, which are compared immediately.
    pairs: Vec<(Span, Tnm, Span, Group, Option<&'static Site>)>,
    /// The tumour recurred or spread later, or has different stage groups.
    is_excepted: bool,
    /// The draft mentions the eighth edition.
    is_eighth: bool,
    /// The draft mentions an earlier edition, for which a table is missing.
    is_earlier: bool,
    /// The draft mentions a sarcoma or a stromal tumour, whose groups depend on the grade.
    is_sarcoma: bool,
    /// The draft mentions receptors or a prognostic stage, on which breast groups also depend.
    has_receptors: bool,
}

/// The maximum number of bytes of sentences about cancers kept to identify the site.
const MAX_CANCER_TEXT: usize = 4000;

impl StageClaims {
    fn add(&mut self, other: &StageClaims, start: usize) {
        let room = |len: usize| MAX_PLACES.saturating_sub(len);
        let free = room(self.categories.len());
        self.categories
            .extend(other.categories.iter().take(free).map(|(span, tnm)| (span.shift(start), tnm.clone())));
        let free = room(self.groups.len());
        self.groups
            .extend(other.groups.iter().take(free).map(|(span, group)| (span.shift(start), group.clone())));
        let free = room(self.metastases.len());
        self.metastases.extend(other.metastases.iter().take(free).map(|span| span.shift(start)));
        let free = room(self.pairs.len());
        self.pairs.extend(other.pairs.iter().take(free).map(|(at, tnm, place, group, site)| {
            (at.shift(start), tnm.clone(), place.shift(start), group.clone(), *site)
        }));
        if self.cancers.len() + other.cancers.len() <= MAX_CANCER_TEXT {
            self.cancers.push_str(&other.cancers);
        }
        if self.teams.len() + other.teams.len() <= MAX_CANCER_TEXT {
            self.teams.push_str(&other.teams);
        }
        self.is_excepted |= other.is_excepted;
        self.is_sarcoma |= other.is_sarcoma;
        self.is_eighth |= other.is_eighth;
        self.is_earlier |= other.is_earlier;
        self.has_receptors |= other.has_receptors;
    }
}

impl Scan for StageClaims {
    type State = ();
    type Summary = StageClaims;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut StageClaims, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<StageClaims> = block.fact(claims_in);
            summary.add(&here, block.start);
        }
    }
}

/// Words for a tumour that recurred or spread after staging, folded.
static RECURRENCE_WORDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-stage/by-site/recurrence-words"));

/// A recurrence that is feared, watched for or denied, folded: "the chance of recurrence", "sin signos de recidiva".
static FEARED_RECURRENCE: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"\b(?:{words})\b", words = forms("impossible-stage/by-site/feared-recurrence")))
});

/// Words of a sentence that set its stage or its metastases at another time, folded.
static OTHER_TIME_WORDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-stage/by-site/other-time-words"));

/// Words for receptors and prognostic stages, folded.
const RECEPTOR_WORDS: &[&str] = &[
    "her2",
    "her-2",
    "receptor",
    "triple",
    "prognostic",
    "pronostic",
    "luminal",
    "er+",
    "er-",
    "re+",
    "estrogen",
];

/// The edition of the classification that a folded text mentions.
fn edition(folded: &str) -> Option<u8> {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"\b(?:ajcc|uicc|tnm)[ -]?(?:v\.? ?|version |ed(?:ition|icion|\.)? ?|, ?)?(?P<behind>[5-9])(?:th|\.?[aªº]|st)?\b|\b(?P<before>[5-9]|sixth|seventh|eighth|sexta|septima|octava)(?:th|\.?[aªº])? (?:ajcc |uicc |tnm )?ed(?:ition|icion|\.|n)",
        ))
    });
    let captures = PATTERN.as_ref()?.captures(folded)?;
    let named = captures.name("behind").or_else(|| captures.name("before"))?.as_str();
    match named {
        "sixth" | "sexta" => Some(6),
        "seventh" | "septima" => Some(7),
        "eighth" | "octava" => Some(8),
        digit => digit.parse().ok(),
    }
}

fn claims_in(block: &BlockContext<'_>) -> StageClaims {
    let mut out = StageClaims::default();
    let folded = fold(block.prose());
    let edition = edition(&folded);
    out.is_eighth = edition == Some(8);
    out.is_earlier = edition.is_some_and(|edition| edition < 8);
    let told = FEARED_RECURRENCE.replace_all(&folded, " ");
    out.is_excepted = names_exempt_tumour(&folded) || RECURRENCE_WORDS.iter().any(|word| told.contains(word));
    out.is_sarcoma = ["sarcoma", "gist", "stromal"].iter().any(|word| folded.contains(word));
    out.has_receptors = RECEPTOR_WORDS.iter().any(|word| folded.contains(word));
    let has_team = names_team(&folded);
    for sentence in block.sentences() {
        let words = fold(block.slice(sentence.span));
        let names_cancer =
            word_list!("impossible-stage/by-site/claims-in").iter().any(|stem| words.contains(stem));
        if names_cancer && out.cancers.len() + words.len() < MAX_CANCER_TEXT {
            out.cancers.push_str(&words);
            out.cancers.push('\n');
        }
        let is_team = has_team && !names_cancer && site_by_team(&words).is_some();
        if is_team && out.teams.len() + words.len() < MAX_CANCER_TEXT {
            out.teams.push_str(&words);
            out.teams.push('\n');
        }
        metastases(block, *sentence, &words, &mut out);
        let (categories, groups) = (out.categories.len(), out.groups.len());
        for stage in block.stages().iter().filter(|stage| sentence.span.contains(stage.span)) {
            let said = assertion::within(block, *sentence, stage.span);
            // "Without ulceration, pT1a N0 M0": the negation ends at the comma.
            let is_denied = said.state == State::Negated
                && said.cue.is_none_or(|cue| {
                    cue.end > stage.span.start
                        || !block.slice(Span { start: cue.end, end: stage.span.start }).contains([',', '\n'])
                });
            if is_denied || said.state == State::Uncertain || said.experiencer != Experiencer::Patient {
                continue;
            }
            match &stage.says {
                ClaimedStage::Tnm(tnm) => out.categories.push((stage.span, tnm.clone())),
                ClaimedStage::Group(group) if group.number <= 4 && !is_of_another_disease(&words) => {
                    out.groups.push((stage.span, group.clone()));
                }
                ClaimedStage::Group(_) => {}
            }
        }
        // A single pair in one sentence describes one tumour at one time.
        if let ([(at, tnm)], [(place, group)]) = (
            out.categories.get(categories..).unwrap_or_default(),
            out.groups.get(groups..).unwrap_or_default(),
        ) {
            out.pairs.push((*at, tnm.clone(), *place, group.clone(), site_of(&words)));
        }
    }
    out
}

/// Whether a folded sentence stages a disease other than a cancer; kidney cancer counts as one.
fn is_of_another_disease(words: &str) -> bool {
    let mut rest = words.to_owned();
    for name in
        ["renal cell", "renal cancer", "renal carcinoma", "kidney cancer", "carcinoma renal", "cancer renal"]
    {
        rest = rest.replace(name, " ");
    }
    is_other(&rest)
}

/// The distant metastases that a sentence asserts about the patient.
fn metastases(block: &BlockContext<'_>, sentence: Sentence, folded: &str, out: &mut StageClaims) {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        let organs = "liver|hepatic|lung|pulmonary|bone|bony|osseous|skeletal|brain|cerebral|adrenal|distant|spinal|vertebral|peritoneal";
        let organos = "hepaticas?|pulmonar(?:es)?|oseas?|cerebral(?:es)?|suprarrenal(?:es)?|a distancia|vertebral(?:es)?|peritoneal(?:es)?|en (?:el )?(?:higado|pulmon|hueso|cerebro)";
        Some(Pattern::new(&format!(
            r"\b(?:{organs})(?: and (?:{organs}))? (?:metasta(?:sis|ses|tic (?:disease|lesions?|deposits?))|mets)\b|\bmeta(?:stases|stasis|static) (?:disease )?(?:to|in) (?:the )?(?:{organs}s?|spine)\b|\b(?:{organs})(?: (?:mri|ct|scan))?: (?:[a-z0-9]+ ){{0,4}}metasta(?:sis|ses)\b|\b(?:mri|ct) (?:of the )?(?:{organs}): (?:[a-z0-9]+ ){{0,4}}metasta(?:sis|ses)\b|\b(?:{organs}) (?:lesions?|nodules?|deposits?),? [^.;]{{0,30}}biops[a-z]+: metasta|\b(?:rm|tac|tc) (?:cerebral|hepatica|craneal): (?:[a-z0-9]+ ){{0,4}}metastasis\b|\bmets (?:to|in) (?:the )?(?:{organs})\b|\bmetastasis (?:[a-z]+ )?(?:{organos})\b"
        )))
    });
    let Some(pattern) = PATTERN.as_ref() else { return };
    let text = block.slice(sentence.span);
    // Offsets are valid only if folding preserves the length.
    let chars = |at: usize| folded.get(..at).map(|ahead| ahead.chars().count());
    for found in pattern.find_iter(folded) {
        let (Some(start), Some(end)) = (chars(found.start()), chars(found.end())) else { continue };
        let byte = |nth: usize| text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at);
        let from = sentence.span.start as usize;
        let span = Span::new(from + byte(start), from + byte(end));
        // Ovarian or tubal cancer that has reached the peritoneum is stage III.
        let is_regional = found.as_str().contains("peritoneal")
            && ["ovar", "fallop", "tubal", "trompa", "endometri", "appendi", "apendic"]
                .iter()
                .any(|site| fold(block.prose()).contains(site));
        if is_regional {
            continue;
        }
        let said = assertion::within(block, sentence, span);
        if said.state == State::Confirmed
            && said.experiencer == Experiencer::Patient
            && !OTHER_TIME_WORDS.iter().any(|word| folded.contains(word))
            && !["sin ", "no ", "rule out", "descart", "without", "screen", "workup", "for metast"]
                .iter()
                .any(|word| clause_of(folded, found.start(), found.end()).contains(word))
        {
            out.metastases.push(span);
        }
    }
}

/// The part of a folded sentence between the semicolons around a range.
fn clause_of(folded: &str, start: usize, end: usize) -> &str {
    let from = folded.get(..start).and_then(|ahead| ahead.rfind(';')).map_or(0, |at| at + 1);
    let to = folded.get(end..).and_then(|behind| behind.find(';')).map_or(folded.len(), |at| end + at);
    folded.get(from..to).unwrap_or(folded)
}

/// Whether a block mentions a cancer, so that a sentence with only a stage refers to it.
fn names_cancer(block: &BlockContext<'_>) -> bool {
    block.phrases().iter().any(|found| matches!(found.meaning, Meaning::Term(Term::Cancer | Term::Histology)))
        || block.stages().iter().any(|stage| matches!(stage.says, ClaimedStage::Tnm(_)))
}

/// Whether the sentence around a range is about another time.
fn is_of_another_time(draft: &Draft<'_>, place: Span) -> bool {
    let Some(block) = draft.at(place.start as usize) else { return true };
    let at = place.start as usize - block.start;
    let Some(sentence) = block.sentence_at(at) else { return true };
    let folded = fold(block.slice(sentence.span));
    let is_year = |word: &str| {
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20"))
            && word.bytes().all(|b| b.is_ascii_digit())
    };
    OTHER_TIME_WORDS.iter().any(|word| folded.contains(word))
        || folded.split(|c: char| !c.is_alphanumeric()).any(is_year)
        || !block.stages().iter().any(|stage| {
            stage.span.start as usize == at
                && (is_of_cancer(&block, stage)
                    || !is_other(block.slice(sentence.span)) && names_cancer(&block))
        })
}

/// Reports a stage group that contradicts the site's categories, or one that metastases exclude.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut claims = StageClaims::default();
    for group in draft.scan::<StageClaims>(()) {
        claims.add(&group.summary, group.start);
    }
    let mut out = Vec::new();
    let whole = site_of(&claims.cancers).or_else(|| site_by_team(&(claims.cancers.clone() + &claims.teams)));
    for (at, tnm, place, group, site) in &claims.pairs {
        let site = site.or(whole);
        out.extend(site.and_then(|site| against_table(draft, &claims, (*at, tnm), (*place, group), site)));
    }
    if claims.pairs.is_empty()
        && let ([(at, tnm)], [(place, group)], Some(site)) =
            (claims.categories.as_slice(), claims.groups.as_slice(), whole)
    {
        out.extend(against_table(draft, &claims, (*at, tnm), (*place, group), site));
    }
    if out.is_empty() && whole.is_none() {
        out.extend(claims.pairs.iter().find_map(|(at, tnm, place, group, site)| {
            site.is_none().then(|| of_no_tumour(draft, &claims, (*at, tnm), (*place, group))).flatten()
        }));
    }
    if out.is_empty() {
        out.extend(against_metastases(draft, &claims));
    }
    if out.is_empty()
        && !claims.is_excepted
        && claims.metastases.is_empty()
        && let [(place, group)] = claims.groups.as_slice()
        && group.number == 4
    {
        out.extend(scattered::check(draft, *place));
    }
    out
}

/// Reports stage IV of a small tumour without nodes and metastases, which among solid tumours only anaplastic thyroid
/// cancer can have.
fn of_no_tumour(
    draft: &Draft<'_>,
    claims: &StageClaims,
    (at, tnm): (Span, &Tnm),
    (place, group): (Span, &Group),
) -> Option<Remark> {
    let begins = |value: &Option<String>, digits: &[char]| {
        value.as_ref().is_some_and(|value| value.starts_with(digits))
    };
    let is_small = begins(&tnm.t, &['1', '2']) && begins(&tnm.n, &['0']) && begins(&tnm.m, &['0']);
    // N2, N3 and T4 exclude stage I at every site; a sarcoma has different groups by grade.
    let is_large = (begins(&tnm.n, &['2', '3'])
        || begins(&tnm.t, &['4']) && begins(&tnm.n, &['0', '1', '2', '3']))
        && group.number == 1;
    if is_large && !tnm.prefix.contains(['y', 'r', 'a']) && !claims.is_excepted && !claims.is_sarcoma {
        return Some(scattered::too_early(draft, at, place));
    }
    if !is_small || group.number != 4 || tnm.prefix.contains(['y', 'r', 'a']) || claims.is_excepted {
        return None;
    }
    let (categories, stage) = (draft.text(at)?, draft.text(place)?);
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{categories}» y «{stage}» son incompatibles: sin ganglios ni metástasis, un tumor T1 o T2 no corresponde a un estadio IV. Compruebe los dos."
            ),
            "las categorías",
        )
    } else {
        (
            format!(
                "“{categories}” and “{stage}” do not go together: without nodes and metastases a T1 or T2 tumour cannot be stage IV. Check both."
            ),
            "the categories",
        )
    };
    Some(Remark::new(place, message).with_related(at, other))
}

fn against_table(
    draft: &Draft<'_>,
    claims: &StageClaims,
    (at, tnm): (Span, &Tnm),
    (place, group): (Span, &Group),
    site: &'static Site,
) -> Option<Remark> {
    // After treatment and at recurrence other groups apply, or none.
    if tnm.prefix.contains(['y', 'r', 'a'])
        || tnm.t.is_none() && tnm.m.as_deref() != Some("1")
        || claims.is_excepted
        || claims.is_earlier
    {
        return None;
    }
    // The categories rule reports M1 with an early stage.
    let is_metastatic = tnm.m.as_deref().is_some_and(|m| m.starts_with('1'));
    if is_metastatic && group.number < 4 || tnm.n.is_none() && !is_metastatic {
        return None;
    }
    // Without M, metastases may make any tumour stage IV.
    if group.number == 4 && tnm.m.is_none() {
        return None;
    }
    let possible = site.groups(tnm, claims.is_eighth);
    if possible.is_empty() || possible.iter().any(|known| agrees(group, known)) {
        return None;
    }
    // The prognostic groups of the breast depend on grade and receptors; only stage IV follows from the categories.
    if site.english == "breast" && claims.has_receptors && group.number != 4 {
        return None;
    }
    let (categories, stage) = (draft.text(at)?, draft.text(place)?);
    let spanish = draft.is_spanish();
    let names: Vec<String> = possible.iter().map(roman).collect();
    let names = names.join(if spanish { " o " } else { " or " });
    let message = if spanish {
        format!(
            "«{categories}» es en {} un estadio {names} (AJCC, 8.ª edición), y no «{stage}» ({}). Compruebe los dos.",
            site.spanish,
            roman(group)
        )
    } else {
        format!(
            "“{categories}” of the {} is stage {names} by AJCC, eighth edition, not “{stage}” ({}). Check both.",
            site.english,
            roman(group)
        )
    };
    let other = if spanish { "las categorías" } else { "the categories" };
    Some(Remark::new(place, message).with_related(at, other))
}

fn against_metastases(draft: &Draft<'_>, claims: &StageClaims) -> Option<Remark> {
    let at = *claims.metastases.first()?;
    if claims.is_excepted || claims.groups.iter().any(|(_, group)| group.number == 4) {
        return None;
    }
    let is_m1 = |tnm: &Tnm| tnm.m.as_deref().is_some_and(|m| m.starts_with('1'));
    if claims.categories.iter().any(|(_, tnm)| is_m1(tnm)) {
        return None;
    }
    let early = match (claims.groups.as_slice(), claims.categories.as_slice()) {
        ([(place, _)], _) => Some(*place),
        ([], [(place, tnm)]) if tnm.m.as_deref() == Some("0") => Some(*place),
        _ => None,
    }?;
    // Metastases on the liver surface are stage III in ovarian cancer.
    if claims.cancers.contains("ovar") || is_of_another_time(draft, early) {
        return None;
    }
    let (metastases, stage) = (draft.text(at)?, draft.text(early)?);
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{stage}» y «{metastases}» son incompatibles: las metástasis a distancia son M1 y estadio IV. Compruebe los dos."
            ),
            "las metástasis",
        )
    } else {
        (
            format!(
                "“{stage}” and “{metastases}” do not go together: distant metastases are M1 and stage IV. Check both."
            ),
            "the metastases",
        )
    };
    Some(Remark::new(early, message).with_related(at, other))
}
