//! A disease that the note denies in one place and treats as the patient's in another.

use super::claims::names_relatives;
use crate::analysis::assertion::{self, Experiencer};
use crate::analysis::folding::{fold, fold_joined};
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_of, exact, forms, words};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// A chronic disease: its names, and the context that shows that the patient has it, folded.
struct Disease {
    names: &'static str,
    treated: &'static str,
}

const DISEASES: &[Disease] = &[
    Disease {
        names: r"diabetes(?: mellitus)?|dm ?[12]?|t[12]dm",
        treated: "contradiction/denied-disease/owned-diabetes",
    },
    Disease {
        names: r"hypertension|htn|high blood pressure|hta|hipertension(?: arterial)?",
        treated: "contradiction/denied-disease/owned-hypertension",
    },
    Disease { names: r"asthma|asma", treated: "contradiction/denied-disease/owned-asthma" },
    Disease { names: r"copd|epoc", treated: "contradiction/denied-disease/owned-copd" },
    Disease { names: r"epilepsy|epilepsia", treated: "contradiction/denied-disease/owned-epilepsy" },
];

/// Other words in the same lists, folded.
const LISTED: &str = r"cardiac disease|heart disease|cardiopatia|dislipemia|dyslipid[a-z]+|dl|ckd|stroke|ictus|ihd|eczema|thyroid disease|af|tb|tuberculosis|cancer|allerg[a-z]+|alergias|tiroides|kidney disease|renal disease|liver disease";

/// Two patterns for each of [`DISEASES`], in order: denied and present.
static PATTERNS: LazyLock<Vec<(Pattern, Pattern)>> = LazyLock::new(|| {
    let items = DISEASES.iter().map(|disease| disease.names).chain([LISTED]).collect::<Vec<_>>().join("|");
    DISEASES
        .iter()
        .map(|disease| {
            let names = disease.names;
            let cue = any_of("contradiction/denied-disease/names-cue");
            let denied = exact(&format!(
                r"\b{cue} (?:any |known )?(?:(?:{items})(?:, (?:or |nor |ni |no )?| or | nor | and | y | o | ni | e )){{0,4}}(?P<name>{names})\b|\b(?P<asked>{names}): ?(?:no|niega|negado|denies|denied|none|nil)\b"
            ));
            let kind = r"(?:known |long-?standing |poorly controlled |type [12] |type ii? |insulin[- ](?:treated|dependent) |essential )*";
            let owned = exact(&format!(
                r"\b(?:his|her) {kind}(?:{names})\b|\bsu (?:{names})\b|\b(?:{names})(?: tipo [12i]+| type [12])? (?:de|desde hace|of|for) (?:[0-9]+|muchos|varios|many|several) (?:anos|years)\b|\b(?:{names}) (?:en tratamiento con|treated with|on) (?:insulin|metformin|amlodipin|ramipril|enalapril|losartan|salbutamol|budesonid|levetiracetam|valpro)[a-z]*\b|\b(?:{})\b",
                forms(disease.treated)
            ));
            (denied, owned)
        })
        .collect()
});

/// Words after a denied name that make something else the object of the denial, folded.
static OTHER_THING_BEHIND: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/denied-disease/other-thing-behind"));

/// Words that place the denial or the disease at another time or with another person, folded.
static OTHER_TIME: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/denied-disease/other-time"));

/// Words of a note in which a disease starts, folded.
static NEW_DISEASE: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/denied-disease/new-disease"));

/// The diseases that a block or a draft denies and asserts, by their index in [`DISEASES`].
#[derive(Clone, Debug, Default)]
struct Diseases {
    denied: Vec<(usize, Span)>,
    owned: Vec<(usize, Span)>,
    is_new: bool,
}

impl Diseases {
    fn add(&mut self, other: &Diseases, start: usize) {
        self.denied.extend(other.denied.iter().map(|(disease, span)| (*disease, span.shift(start))));
        self.owned.extend(other.owned.iter().map(|(disease, span)| (*disease, span.shift(start))));
        self.is_new |= other.is_new;
    }
}

impl Scan for Diseases {
    type State = ();
    type Summary = Diseases;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Diseases, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Diseases> = block.fact(read);
            summary.add(&here, block.start);
        }
    }
}

/// A folded sentence without dosing times such as meals and sleep: "glimepiride 2 mg before breakfast".
fn without_meals(folded: &str) -> String {
    static BEFORE_MEALS: LazyLock<Pattern> = LazyLock::new(|| {
        exact(
            r"\b(?:before (?:breakfast|lunch|dinner|tea|supper|meals?|food|bed(?:time)?|eating|sleep)|antes de(?:l)? (?:desayun|almuerz|almorz|comid|comer|cena|merend|acost|dormir)\w*)",
        )
    });
    BEFORE_MEALS.replace_all(folded, " ").into_owned()
}

/// The clause of a folded sentence around a match, between marks.
fn clause_of<'a>(folded: &'a str, found: regex::Match<'_>) -> &'a str {
    let ends = [',', ';', '(', ')', '\n'];
    let start = folded.get(..found.start()).and_then(|ahead| ahead.rfind(ends)).map_or(0, |at| at + 1);
    let rest = folded.get(found.end()..).unwrap_or_default();
    let end = rest.find(ends).map_or(folded.len(), |at| found.end() + at);
    folded.get(start..end).unwrap_or(folded)
}

fn read(block: &BlockContext<'_>) -> Diseases {
    /// The names of all diseases, to skip most blocks quickly.
    static ANY_DISEASE: LazyLock<Pattern> =
        LazyLock::new(|| exact(&forms("contradiction/denied-disease/any-disease")));
    let mut out = Diseases::default();
    let whole = fold(block.prose());
    out.is_new = NEW_DISEASE.iter().any(|words| whole.contains(words));
    if !ANY_DISEASE.is_match(&whole) {
        return out;
    }
    for sentence in block.sentences() {
        let text = block.slice(sentence.span);
        let folded = fold_joined(text);
        if block.section_at(sentence.span.start as usize) == Section::FamilyHistory
            || names_relatives(&folded)
        {
            continue;
        }
        let is_of_other_time =
            |words: &str| OTHER_TIME.iter().any(|other| without_meals(words).contains(other));
        let denies_at_other_time = is_of_other_time(&folded);
        // Offsets hold only where folding keeps the length of each character.
        let at = sentence.span.start as usize;
        let byte = |at: usize| {
            let nth = folded.get(..at).map_or(0, |ahead| ahead.chars().count());
            text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at)
        };
        for (disease, (denied, owned)) in PATTERNS.iter().enumerate() {
            let place = |found: regex::Match<'_>| Span::new(at + byte(found.start()), at + byte(found.end()));
            if !denies_at_other_time
                && let Some(found) = denied.captures(&folded)
                && let Some(whole) = found.get(0)
            {
                let behind = folded.get(whole.end()..).unwrap_or_default();
                let behind = behind.trim_start_matches([' ', '(', '-']);
                if !OTHER_THING_BEHIND.iter().any(|word| behind.starts_with(word)) {
                    out.denied.push((disease, place(whole)));
                }
            }
            // "For his asthma, salbutamol before football": the time is that of another clause.
            let own = owned.find_iter(&folded).filter(|found| !is_of_other_time(clause_of(&folded, *found)));
            let mine = own.map(place).find(|span| {
                assertion::within(block, *sentence, *span).experiencer == Experiencer::Patient
                    && !out.denied.iter().any(|(_, denied)| denied.overlaps(*span))
            });
            out.owned.extend(mine.map(|span| (disease, span)));
        }
    }
    out
}

/// Reports a disease that is both denied and present.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Diseases::default();
    for group in draft.scan::<Diseases>(()) {
        all.add(&group.summary, group.start);
    }
    if all.is_new {
        return Vec::new();
    }
    let pair = all.denied.iter().find_map(|(disease, denied)| {
        let owned = all.owned.iter().find(|(other, _)| other == disease)?;
        Some((*denied, owned.1))
    });
    let Some((denied, owned)) = pair else { return Vec::new() };
    let (first, second) = if denied.start < owned.start { (denied, owned) } else { (owned, denied) };
    let (this, that) = (draft.text(second).unwrap_or_default(), draft.text(first).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{this}» y «{that}»: la enfermedad se niega en un lugar y consta como antecedente en el otro. Compruebe los dos lugares."
            ),
            "el otro lugar",
        )
    } else {
        (
            format!(
                "“{this}” and “{that}”: the disease is denied in one place and recorded in the other. Check both places."
            ),
            "the other place",
        )
    };
    vec![Remark::new(second, message).with_severity(Severity::Warning).with_related(first, other)]
}
