//! Two statements that cannot both be true of the patient at the same time: a urinary catheter that drains and is
//! denied, extubation and ventilation, negative HER2 and trastuzumab.
//!
//! Each family has two patterns. Notes describe a course, so a sentence with a word of time or change counts for a
//! variable state only if its pattern allows it, and a note with several dated entries does not count at all.

mod family;

use super::claims::names_relatives;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::{fold, fold_joined};
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, exact, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use aho_corasick::AhoCorasick;
use family::{FAMILIES, Family};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock, OnceLock};

/// The maximum number of claims kept per draft.
const MAX_CLAIMS: usize = 200;

/// All families.
fn families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter()
}

/// The state that a pattern asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// The first state.
    One,
    /// The second state.
    Other,
}

/// A family with its compiled patterns over folded text.
struct Row {
    family: &'static Family,
    one: Pattern,
    other: Pattern,
    /// Compiled on first use, which most sessions never reach.
    excuses: OnceLock<Pattern>,
}

/// Compiles a family's pattern over folded text.
fn compiled(text: &str) -> Pattern {
    exact(&format!(r"\b(?:{text})"))
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    families()
        .map(|family| Row {
            family,
            one: compiled(family.one),
            other: compiled(family.other),
            excuses: OnceLock::new(),
        })
        .collect()
});

/// The keys of all families, each with the index of its family.
static KEYS: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
    let keys = || {
        families().enumerate().flat_map(|(index, family)| family.keys.iter().map(move |key| (index, *key)))
    };
    let words = AhoCorasick::new(keys().map(|(_, key)| key)).expect("the keys are few");
    (words, keys().map(|(index, _)| index).collect())
});

/// The families with a key in a folded text, in order.
fn families_with_keys(folded: &str) -> Vec<usize> {
    let (words, of) = &*KEYS;
    let mut out: Vec<usize> = words
        .find_overlapping_iter(folded)
        .filter_map(|found| of.get(found.pattern().as_usize()).copied())
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Words that place a sentence at another time than the rest of the note, folded.
static OTHER_TIME: LazyLock<Pattern> = LazyLock::new(|| {
    let english = forms("contradiction/opposed-states/other-time-english");
    let spanish = forms("contradiction/opposed-states/english-spanish");
    exact(&format!(r"\b(?:{english}|{spanish})"))
});

/// The start of a chart entry: a date, an hour or a day of the stay, folded.
static DATED_ENTRY: LazyLock<Pattern> = LazyLock::new(|| {
    exact(
        r"(?m)^[ *_#-]*(?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{4}-\d{2}-\d{2}|\d{1,2}[:.]\d{2}|day \d+|dia \d+|d\+?\d+|pod ?\d+)\b",
    )
});

/// One state of a family that a text claims.
#[derive(Clone, Copy, Debug)]
struct Claim {
    family: usize,
    says: Says,
    span: Span,
    /// Its sentence. Two opposed claims in one sentence describe a course or a contrast.
    sentence: Span,
}

/// The claims of a block or a draft.
#[derive(Clone, Debug, Default)]
struct Claims {
    all: Vec<Claim>,
    /// The number of entries that begin with a date or an hour.
    entries: usize,
}

impl Claims {
    fn add(&mut self, other: &Claims, start: usize) {
        self.all.extend(other.all.iter().map(|claim| Claim {
            span: claim.span.shift(start),
            sentence: claim.sentence.shift(start),
            ..*claim
        }));
        self.all.truncate(MAX_CLAIMS);
        self.entries += other.entries;
    }
}

impl Scan for Claims {
    type State = ();
    type Summary = Claims;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Claims, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Claims> = block.fact(read);
            summary.add(&here, block.start);
        }
    }
}

fn read(block: &BlockContext<'_>) -> Claims {
    let whole = fold_joined(block.prose());
    let mut out = Claims { all: Vec::new(), entries: DATED_ENTRY.find_iter(&whole).count() };
    let named = families_with_keys(&whole);
    let claimed: Vec<(usize, &Row)> = named
        .into_iter()
        .filter_map(|index| Some((index, ROWS.get(index)?)))
        .filter(|(_, row)| row.one.is_match(&whole) || row.other.is_match(&whole))
        .collect();
    if claimed.is_empty() {
        return out;
    }
    for sentence in block.sentences().iter().flat_map(|sentence| lines_of(block, *sentence)) {
        read_sentence(block, sentence, &claimed, &mut out.all);
    }
    out
}

/// The lines of a sentence, each as a separate sentence. Lines of a note without full stops are read as one sentence; a
/// line in lower case continues the previous one.
fn lines_of(block: &BlockContext<'_>, sentence: Sentence) -> Vec<Sentence> {
    let text = block.slice(sentence.span);
    let begins_line = |at: usize| {
        text.get(at + 1..)
            .and_then(|rest| rest.trim_start().chars().next())
            .is_some_and(|first| !first.is_lowercase())
    };
    let mut cuts: Vec<usize> =
        text.match_indices('\n').map(|(at, _)| at).filter(|at| begins_line(*at)).collect();
    cuts.push(text.len());
    let start = sentence.span.start as usize;
    let mut from = 0;
    let mut out = Vec::new();
    for cut in cuts {
        out.push(Sentence { span: Span::new(start + from, start + cut), ..sentence });
        from = cut;
    }
    out
}

/// Adds the claims of one sentence for some families.
fn read_sentence(block: &BlockContext<'_>, sentence: Sentence, rows: &[(usize, &Row)], out: &mut Vec<Claim>) {
    let text = block.slice(sentence.span);
    let folded = fold_joined(text);
    let is_family = block.section_at(sentence.span.start as usize) == Section::FamilyHistory;
    let has_relatives = names_relatives(&folded);
    // A person in a later clause does not have the state: "for resuscitation, wife may stay overnight".
    let clause_end = |end: usize| {
        let rest = folded.get(end..).unwrap_or_default();
        rest.find([',', ';', '.', '\n']).map_or(folded.len(), |at| end + at)
    };
    let is_of_others = |end: usize| {
        is_family || has_relatives && names_relatives(folded.get(..clause_end(end)).unwrap_or(&folded))
    };
    // Offsets hold only where folding keeps the number of characters.
    let byte = |at: usize| {
        let nth = folded.get(..at).map_or(0, |ahead| ahead.chars().count());
        text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at)
    };
    let at = sentence.span.start as usize;
    for (index, row) in rows {
        let family = row.family;
        let sides = [(Says::One, &row.one), (Says::Other, &row.other)];
        for (says, pattern) in sides {
            let claim = pattern.find_iter(&folded).find_map(|found| {
                let span = Span::new(at + byte(found.start()), at + byte(found.end()));
                let rest = [folded.get(..found.start()), folded.get(found.end()..)];
                let has_time = family.changes
                    && !family.allows_time
                    && rest.into_iter().flatten().any(|part| OTHER_TIME.is_match(part));
                let is_own = family.names_others || !is_of_others(found.end());
                let clause = Span::new(at, at + byte(clause_end(found.end())));
                let clause = Sentence { span: clause, ..sentence };
                (!has_time && is_own && is_asserted(block, clause, span, family)).then_some(span)
            });
            out.extend(claim.map(|span| Claim { family: *index, says, span, sentence: sentence.span }));
        }
    }
}

/// Whether a sentence asserts the words at `span` about the patient. The words may contain a negation themselves.
fn is_asserted(block: &BlockContext<'_>, sentence: Sentence, span: Span, family: &Family) -> bool {
    let said = assertion::within(block, sentence, span);
    let is_own_word = said.cue.is_some_and(|cue| span.contains(cue));
    // A state that mentions relatives still concerns the patient: "lives with her son".
    (said.experiencer == Experiencer::Patient || family.names_others)
        && (matches!(said.state, State::Confirmed | State::Historical)
            // A proposed drug requires its marker as much as a given one.
            || said.state == State::Pending && !family.changes
            || is_own_word && said.state == State::Negated)
}

/// Reports the families whose two states a note both claims.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut claims = Claims::default();
    for group in draft.scan::<Claims>(()) {
        claims.add(&group.summary, group.start);
    }
    let of = |index: usize, says: Says| {
        claims.all.iter().filter(move |claim| claim.family == index && claim.says == says)
    };
    let apart = |one: &Claim, other: &Claim| one.sentence != other.sentence;
    let mut out = Vec::new();
    let mut excuses = None;
    for (index, family) in families().enumerate() {
        if family.changes && claims.entries > 1 {
            continue;
        }
        let pair = of(index, Says::One)
            .find_map(|one| of(index, Says::Other).find(|other| apart(one, other)).map(|other| (one, other)));
        if let Some((one, other)) = pair
            && excuses.get_or_insert_with(|| excused(draft)).to_owned() & (1 << index) == 0
        {
            out.push(remark(draft, family, one.span, other.span));
        }
    }
    out
}

/// The families that a block or a draft excuses, as bits by index. Computed only if a note claims both states of a
/// family.
#[derive(Clone, Copy, Debug, Default)]
struct Excuses(u64);

impl Scan for Excuses {
    type State = ();
    type Summary = Excuses;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Excuses, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        let here: Arc<Excuses> = block.fact(|block| {
            let folded = fold(block.prose());
            let is_excused = |row: &Row| {
                let excuses = row.family.excuses;
                !excuses.is_empty() && row.excuses.get_or_init(|| compiled(excuses)).is_match(&folded)
            };
            let of = |(index, row): (usize, &Row)| if is_excused(row) { 1 << index } else { 0 };
            Excuses(ROWS.iter().enumerate().map(of).sum())
        });
        summary.0 |= here.0;
    }
}

/// The families that a note excuses, as bits by index.
fn excused(draft: &Draft<'_>) -> u64 {
    draft.scan::<Excuses>(()).iter().fold(0, |all, group| all | group.summary.0)
}

fn remark(draft: &Draft<'_>, family: &Family, one: Span, other: Span) -> Remark {
    let (first, second) = if one.start < other.start { (one, other) } else { (other, one) };
    let (this, that) = (draft.text(second).unwrap_or_default(), draft.text(first).unwrap_or_default());
    let (message, label) = if draft.is_spanish() {
        (
            format!("«{this}» y «{that}» son incompatibles: {}. Compruebe los dos lugares.", family.spanish),
            "el otro lugar",
        )
    } else {
        (
            format!("“{this}” and “{that}” do not go together: {}. Check both places.", family.english),
            "the other place",
        )
    };
    Remark::new(second, message).with_severity(Severity::Warning).with_related(first, label)
}

#[cfg(test)]
mod tests {
    use super::{ROWS, families, families_with_keys};
    use crate::analysis::folding::fold;

    #[test]
    fn each_family_has_a_bit() {
        assert!(families().count() <= 64);
    }

    #[test]
    fn a_text_that_claims_a_state_has_a_key_of_its_family() {
        for text in [
            "Foley catheter in situ",
            "Has a pacemaker",
            "Extubado ayer",
            "GCS 15",
            "Lenguaje fluido",
            "DNACPR signed",
            "NBM",
            "Encamada",
            "Fully continent",
            "FEVI 60 %",
            "Zurda",
            "T1DM",
            "Vive sola",
            "Vacunas al día",
            "Reads the newspaper",
            "Oye bien",
            "Own teeth",
            "Ganglios negativos",
            "Márgenes libres",
            "VIH positivo",
            "Not pregnant",
            "Feto único",
            "FUR hace 3 días",
            "UO 60 mL/h",
            "No scars",
            "Lleva DIU",
            "BNO for 5 days",
            "RA seronegative",
            "Last GA in 2018",
            "Niega ideación suicida",
            "Bazo no palpable",
            "RN a término",
            "On dialysis",
            "Catarata densa",
            "Cervix healthy",
            "Riñón único",
            "Barthel 100",
            "Sin aminas",
            "HCV RNA: detected",
            "LSCS x2",
            "FAST negative",
            "Sin crisis desde hace 4 años",
            "L hemiplegia",
        ] {
            let folded = fold(text);
            let claims: Vec<usize> = (0..ROWS.len())
                .filter(|index| {
                    ROWS.get(*index)
                        .is_some_and(|row| row.one.is_match(&folded) || row.other.is_match(&folded))
                })
                .collect();
            let keyed = families_with_keys(&folded);
            assert!(!claims.is_empty(), "{text}");
            assert!(claims.iter().all(|index| keyed.contains(index)), "{text}: {claims:?} {keyed:?}");
        }
    }
}
