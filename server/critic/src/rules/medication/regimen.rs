//! Reads the medicines of a note into one list: what the patient takes, at which stage of the stay,
//! and the dose and frequency.

use super::allergy_conflict::mentions::mentions;
use super::allergy_conflict::orders::{self, StoppedScan};
use super::implausible_dose::times_a_day;
use super::order_words::{own_words, stated_times};
use super::{relations, volume};
use crate::analysis::allergens::Substance;
use crate::analysis::dose_limits::{self, DoseUnit};
use crate::analysis::folding::fold;
use crate::analysis::medication::MedicationStatement;
use crate::analysis::sections::Section;
use crate::analysis::terms::Frequency;
use crate::pattern::{Pattern, any_case, context, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_text::Span;
use referee_text::number_words::value_of_word;
use std::sync::{Arc, LazyLock};

/// The stage of a stay to which a medicine belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// A list of medicines taken at home or on admission.
    Home,
    /// Medicines given during the stay.
    Hospital,
    /// Orders, and medicines that the note describes as current.
    Now,
    /// The discharge list.
    Discharge,
}

/// A medicine that the patient takes.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    /// The drug or product.
    pub(super) substance: Substance,
    /// The name in the note, folded.
    pub(super) name: String,
    /// The place of the name.
    pub(super) place: Span,
    /// The sentence that contains the name.
    pub(super) sentence: Span,
    /// The stage of the stay.
    pub(super) stage: Stage,
    /// One dose, in milligrams; for a combination, its first number.
    pub(super) dose: Option<f64>,
    /// One dose in units of activity.
    pub(super) units: Option<f64>,
    /// One dose per kilogram, in milligrams.
    pub(super) dose_for_kilogram: Option<f64>,
    /// The place of the dose.
    pub(super) shown_dose: Option<Span>,
    /// The place of the frequency.
    pub(super) shown_frequency: Option<Span>,
    /// Doses per day.
    pub(super) times: Option<f64>,
    /// Tablets or capsules per dose.
    pub(super) pieces: f64,
    /// The last number of a strength such as `5/325`.
    pub(super) second_strength: Option<f64>,
    /// Whether it is taken only when needed.
    pub(super) is_as_needed: bool,
    /// Whether it is applied to the skin, the eye or the ear, or given into a joint.
    pub(super) is_topical: bool,
    /// Whether the note says that it is swallowed.
    pub(super) is_swallowed: bool,
    /// Whether the note says that it is inhaled.
    pub(super) is_inhaled: bool,
    /// Whether it is given once.
    pub(super) is_once: bool,
    /// Whether it is started in this note.
    pub(super) is_start: bool,
    pub(super) is_injected: bool,
    /// Whether the note says that it continues in addition to the orders.
    pub(super) goes_on: bool,
}

impl Taken {
    /// Returns the drugs that it is or contains; a combination itself comes first.
    pub(super) fn ingredients(&self) -> &'static [usize] {
        self.substance.ingredients()
    }

    /// Whether it is absorbed through the skin or the mouth: a fentanyl patch, a miconazole gel.
    fn acts_through_skin(&self) -> bool {
        let class = relations::class("act-through-skin");
        class.is_some_and(|class| self.ingredients().iter().any(|drug| class.holds(*drug)))
    }

    /// Whether it is a regimen of several drugs by its initials: "CHOP". Its drugs, if the note
    /// names them, are not given in addition.
    pub(super) fn is_regimen(&self) -> bool {
        self.ingredients().len() >= MIN_DRUGS_OF_REGIMEN && self.dose.is_none()
    }

    /// Whether it acts only at the place to which it is applied.
    pub(super) fn is_local(&self) -> bool {
        self.is_topical && !self.acts_through_skin()
    }

    /// Whether its route is one of `routes` of a table; none of them means swallowed or injected.
    pub(super) fn is_given_by(&self, routes: &[&str]) -> bool {
        let is_of = |route: &str| routes.contains(&route);
        let is_systemic = routes.is_empty() || is_of("swallowed") || is_of("injected");
        match self {
            _ if self.is_local() => is_of("local"),
            _ if self.is_inhaled => is_of("inhaled"),
            _ if self.is_injected => routes.is_empty() || is_of("injected"),
            _ if self.is_swallowed => routes.is_empty() || is_of("swallowed"),
            _ => is_systemic,
        }
    }

    /// Returns one dose in milligrams, otherwise in units.
    pub(super) fn amount(&self) -> Option<f64> {
        self.dose.or(self.units)
    }

    /// Returns the milligrams per day; `None` without a frequency.
    pub(super) fn day(&self) -> Option<f64> {
        Some(self.dose? * self.times?)
    }

    fn shifted(&self, start: usize) -> Taken {
        Taken {
            place: self.place.shift(start),
            sentence: self.sentence.shift(start),
            shown_dose: self.shown_dose.map(|dose| dose.shift(start)),
            shown_frequency: self.shown_frequency.map(|frequency| frequency.shift(start)),
            ..self.clone()
        }
    }
}

/// The medicines of a draft.
#[derive(Default)]
pub(super) struct Regimen {
    /// Medicines that are not stopped further on, in the order of the text.
    pub(super) all: Vec<Taken>,
    /// Drugs that the note stops, with the place.
    pub(super) stopped: Vec<(Substance, Span)>,
}

impl Regimen {
    /// Returns the medicines of a draft, computed once.
    pub(super) fn of(draft: &Draft<'_>) -> Arc<Regimen> {
        draft.fact(|draft| {
            let mut out = Regimen::default();
            if !draft.has(BlockFlags::DRUG) {
                return out;
            }
            for group in draft.scan::<TakenScan>(()) {
                out.all.extend(group.summary.iter().map(|taken| taken.shifted(group.start)));
            }
            for group in draft.scan::<StoppedScan>(()) {
                out.stopped.extend(group.summary.iter().map(|(drug, at)| (*drug, at.shift(group.start))));
            }
            let stopped = &out.stopped;
            out.all.retain(|taken| {
                !stopped.iter().any(|(drug, at)| *drug == taken.substance && at.start > taken.place.start)
            });
            out
        })
    }

    /// Whether the note has a discharge list.
    pub(super) fn has_discharge(&self) -> bool {
        self.all.iter().any(|taken| taken.stage == Stage::Discharge)
    }

    /// Returns the medicines that are taken at the same time: the discharge list if it exists,
    /// otherwise all that were not given once. Medicines that act only where they are applied are
    /// left out.
    pub(super) fn current(&self) -> Vec<&Taken> {
        self.at_one_time(|taken| !taken.is_local())
    }

    /// Returns the medicines of [`Regimen::current`] that act only where they are applied.
    pub(super) fn current_local(&self) -> Vec<&Taken> {
        self.at_one_time(Taken::is_local)
    }

    fn at_one_time(&self, is_wanted: impl Fn(&Taken) -> bool) -> Vec<&Taken> {
        let has_discharge = self.has_discharge();
        let mut out: Vec<&Taken> = Vec::new();
        for taken in &self.all {
            let is_of_time = !has_discharge || taken.stage == Stage::Discharge || taken.goes_on;
            let is_over = taken.stage == Stage::Hospital && taken.is_once;
            // The first mention of a name counts.
            let is_known = out.iter().any(|known| known.name == taken.name && known.day() == taken.day());
            if is_of_time && !is_over && is_wanted(taken) && !is_known {
                out.push(taken);
            }
        }
        out
    }
}

/// Returns each pair of some medicines once, in the order of the text.
pub(super) fn pairs_of<'a, 't>(all: &'a [&'t Taken]) -> impl Iterator<Item = (&'t Taken, &'t Taken)> + 'a {
    let rest = |nth: usize| all.get(nth + 1..).unwrap_or_default().iter();
    all.iter().enumerate().flat_map(move |(nth, one)| rest(nth).map(move |other| (*one, *other)))
}

/// The medicines of a block, with places relative to its start.
pub(super) struct BlockRegimen(pub(super) Vec<Taken>);

impl BlockRegimen {
    /// Returns the medicines of a block, computed once.
    pub(super) fn of(block: &BlockContext<'_>) -> Arc<BlockRegimen> {
        block.fact(|block| BlockRegimen(taken_in(block)))
    }
}

/// Collects the medicines of a note.
struct TakenScan;

impl Scan for TakenScan {
    type State = ();
    type Summary = Vec<Taken>;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut Vec<Taken>, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        summary.extend(BlockRegimen::of(block).0.iter().map(|taken| taken.shifted(block.start)));
    }
}

fn taken_in(block: &BlockContext<'_>) -> Vec<Taken> {
    let mut out = Vec::new();
    for sentence in block.sentences() {
        let mut named = mentions(block, sentence.span);
        named.dedup_by_key(|mention| mention.span);
        let mut last: Option<(Span, Substance, bool)> = None;
        for mention in named.iter().copied() {
            // "No Frenadol (paracetamol 650 mg)": the brackets contain the ingredients of the
            // product.
            // "Depakine (valproic acid) 500 mg": both are names of one drug.
            let is_content_of_other = last.is_some_and(|(product, substance, is_taken)| {
                !is_taken
                    && !substance.is_same_as(mention.substance)
                    && is_bracketed_behind(block, product, mention.span)
            });
            let is_taken = !is_content_of_other && orders::is_taken(block, *sentence, &named, mention);
            if is_taken
                && matches!(mention.substance, Substance::Drug(_))
                && !mention.substance.names_group()
                && !is_regimen_in_small_letters(mention.substance, block.slice(mention.span))
            {
                out.push(taken(block, *sentence, mention.substance, mention.span));
            }
            if !is_content_of_other {
                last = Some((mention.span, mention.substance, is_taken));
            }
        }
    }
    out
}

/// The fewest drugs of a regimen of chemotherapy, itself included.
const MIN_DRUGS_OF_REGIMEN: usize = 4;

/// Whether a word in small letters is only spelt like the initials of a regimen: "fractura y chop", the technique.
fn is_regimen_in_small_letters(substance: Substance, shown: &str) -> bool {
    substance.ingredients().len() >= MIN_DRUGS_OF_REGIMEN && shown.chars().all(char::is_lowercase)
}

/// Whether a drug is inside brackets that open after a product.
fn is_bracketed_behind(block: &BlockContext<'_>, product: Span, drug: Span) -> bool {
    let gap = block.slice(Span { start: product.end.min(drug.start), end: drug.start });
    gap.len() < 40 && gap.contains('(') && !gap.contains([')', ',', ';', '.'])
}

/// Whether the words of a medicine apply it to the skin, the eye or the ear. For a dose with
/// frequency or route, only the words up to the next comma count: "methotrexate 15 mg weekly, urea
/// cream".
fn is_topical(block: &BlockContext<'_>, medication: Option<&MedicationStatement>, own: &str) -> bool {
    static TOPICAL: LazyLock<Pattern> = LazyLock::new(|| context("order/topical"));
    static DROPS: LazyLock<Pattern> = LazyLock::new(|| any_case(r"\b(?:gotas|drops?|gtts?)\b"));
    static ORGAN_OF_DROPS: LazyLock<Pattern> = LazyLock::new(|| context("order/organ-of-drops"));
    let clause = own.split(", ").next().unwrap_or(own);
    let is_complete = medication.is_some_and(|medication| {
        let end = medication.drug.end + Span::at(clause.len()).start;
        let has_way = [medication.route, medication.frequency.map(|(span, _)| span)];
        medication.dose.is_some_and(|dose| dose.span.end <= end)
            && has_way.into_iter().flatten().any(|span| span.start >= medication.drug.end && span.end <= end)
    });
    let own = if is_complete { clause } else { own };
    // Drops with a dose in milligrams are swallowed.
    let is_mass = medication.and_then(|medication| medication.dose).is_some_and(|dose| {
        dose_limits::counted(&dose, block.slice(dose.unit))
            .is_some_and(|(unit, _)| unit == DoseUnit::Milligrams)
            || dose.per.concentration
    });
    let own = if is_mass && !ORGAN_OF_DROPS.is_match(own) {
        DROPS.replace_all(own, " ")
    } else {
        std::borrow::Cow::Borrowed(own)
    };
    TOPICAL.is_match(&own)
}

/// Whether a drug is given into a joint, the eye or the cerebrospinal fluid, for which its systemic
/// limits do not apply: "Intrathecal methotrexate 12 mg", "triamcinolone 40 mg intra-articular".
fn is_local(lead: &str, own: &str) -> bool {
    static LOCAL: LazyLock<Pattern> = LazyLock::new(|| context("order/local-route"));
    static LOCAL_BEFORE: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&format!(r"\b(?:{})[ :]*$", forms("order/local-route"))));
    LOCAL_BEFORE.is_match(lead) || LOCAL.is_match(own.split(", ").next().unwrap_or(own))
}

/// Reads a medicine from its name and the words up to the next drug.
fn taken(block: &BlockContext<'_>, sentence: Sentence, substance: Substance, span: Span) -> Taken {
    static AS_NEEDED: LazyLock<Pattern> = LazyLock::new(|| context("order/as-needed"));
    static GOES_ON: LazyLock<Pattern> = LazyLock::new(|| context("order/goes-on"));
    static ONCE: LazyLock<Pattern> = LazyLock::new(|| context("order/once"));
    static START: LazyLock<Pattern> = LazyLock::new(|| context("order/start"));
    static SWALLOWED: LazyLock<Pattern> = LazyLock::new(|| context("order/swallowed"));
    static INHALED: LazyLock<Pattern> = LazyLock::new(|| context("order/inhaled"));
    static INJECTED: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"\b(?:i\.?v\.?|i\.?m\.?|intravenous\w*|intramuscular\w*|e\.?v\.?|s\.?c\.?)\b")
    });
    let medication = block.medications().iter().find(|medication| medication.drug == span);
    let next =
        block.medications().iter().map(|other| other.drug.start).filter(|start| *start >= span.end).min();
    let end = next.unwrap_or(sentence.span.end).min(sentence.span.end).max(span.end);
    let words = block.slice(Span { start: span.end, end });
    let own = words.split([';', '\n']).next().unwrap_or_default();
    let before = block.slice(Span { start: sentence.span.start, end: span.start });
    let lead = before.get(before.floor_char_boundary(before.len().saturating_sub(40))..).unwrap_or_default();
    let section = block.section_at(span.start as usize);
    let stage = match section {
        Section::Medications => Stage::Home,
        Section::DischargeMedications => Stage::Discharge,
        Section::HospitalCourse | Section::Procedures => Stage::Hospital,
        _ => stage_by_words(block, span),
    };
    let (dose, times) = amount(block, medication, own);
    let dose = volume::milligrams(own).or(dose);
    let units = medication.and_then(|medication| medication.dose).and_then(|dose| {
        let (counted, factor) = dose_limits::counted(&dose, block.slice(dose.unit))?;
        (counted == DoseUnit::Units).then_some(dose.number.value() * factor)
    });
    let for_kilogram = medication.and_then(|medication| medication.dose).filter(|dose| dose.per.weight);
    Taken {
        substance,
        name: fold(block.slice(span)),
        place: span,
        sentence: sentence.span,
        stage,
        dose: dose.or_else(|| bracketed_milligrams(own)),
        units,
        dose_for_kilogram: for_kilogram
            .map(|dose| dose.upper.map_or(dose.number.value(), |upper| upper.value())),
        shown_dose: medication.and_then(|medication| medication.dose).map(|dose| dose.span),
        shown_frequency: medication.and_then(|medication| medication.frequency).map(|(span, _)| span),
        times,
        pieces: pieces(own),
        second_strength: second_strength(own),
        is_as_needed: AS_NEEDED.is_match(own) || AS_NEEDED.is_match(lead),
        is_topical: is_topical(block, medication, own)
            || is_local(lead, own)
            || ["gel ", "crema ", "colirio ", "pomada "].iter().any(|form| {
                let lead = fold(lead);
                lead.strip_suffix("de ").unwrap_or(&lead).ends_with(form)
            }),
        is_swallowed: SWALLOWED.is_match(own),
        is_inhaled: INHALED.is_match(own) || INHALED.is_match(lead),
        is_once: ONCE.is_match(own),
        is_start: START.is_match(before),
        is_injected: INJECTED.is_match(own),
        goes_on: GOES_ON.is_match(own),
    }
}

/// Returns the stage that the heading of a line gives: "Meds on admission", "Tratamiento
/// domiciliario previo", "TTO al alta".
fn stage_by_words(block: &BlockContext<'_>, span: Span) -> Stage {
    static DISCHARGE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"^[\s*#_-]*(?:{words})(?:\b|[\s:]|$)", words = forms("regimen/discharge")))
    });
    static HOME: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"^[\s*#_-]*(?:{words})(?:\b|[\s:]|$)", words = forms("regimen/home")))
    });
    static LABEL: LazyLock<Pattern> = LazyLock::new(|| any_case(r"^[\s*#_-]*[\p{L}][\p{L} /.-]{1,40}:"));
    let text = block.prose();
    let at = span.start as usize;
    let line = text.get(..at).and_then(|ahead| ahead.rfind('\n')).map_or(0, |end| end + 1);
    // A label of a sentence in the line applies up to the next label; without a colon, words apply
    // to their own sentence.
    let starts = block.sentences().iter().map(|sentence| (sentence.span.start as usize).max(line));
    let mut starts: Vec<usize> = starts.filter(|start| (line..=at).contains(start)).collect();
    starts.push(line);
    starts.sort_unstable();
    starts.dedup();
    for (nth, start) in starts.iter().rev().enumerate() {
        let words = text.get(*start..at).unwrap_or_default();
        let stage = if DISCHARGE.is_match(words) {
            Some(Stage::Discharge)
        } else if HOME.is_match(words) {
            Some(Stage::Home)
        } else {
            None
        };
        let is_label = LABEL.is_match(words);
        match stage {
            Some(stage) if is_label || nth == 0 && *start == line => return stage,
            Some(_) => {}
            None if is_label => return Stage::Now,
            None => {}
        }
    }
    Stage::Now
}

/// Returns one dose in milligrams, and the doses per day.
fn amount(
    block: &BlockContext<'_>,
    medication: Option<&MedicationStatement>,
    own: &str,
) -> (Option<f64>, Option<f64>) {
    static PATTERN_OF_DAY: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"(?:^|[\s(])(?P<a>[0-4]|½|1/2)[-–](?P<b>[0-4]|½|1/2)[-–](?P<c>[0-4]|½|1/2)(?:[-–](?P<d>[0-4]))?(?:[\s),.;]|$)",
        )
    });
    static ONCE_A_DAY: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"\b(?:{words})\b|/ ?24 ?h", words = forms("regimen/once-a-day")))
    });
    static WEEKLY: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"\b(?:weekly|a week|per week|once weekly|every week|semanal|semana|/sem)\b")
    });
    static SEVERAL: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:(?P<two>bd|bid|b\.i\.d\.?|twice)|(?P<three>tds|tid|t\.i\.d\.?|three times|thrice)|(?P<four>qds|qid|q\.i\.d\.?|four times)|(?P<five>five times|5 times|5 veces|cinco veces))\b",
        )
    });
    let Some(medication) = medication else { return (None, None) };
    let dose = medication.dose.as_ref();
    let value = dose.and_then(|dose| {
        let (counted, factor) = dose_limits::counted(dose, block.slice(dose.unit))?;
        let number = dose.upper.map_or(dose.number.value(), |upper| upper.value());
        (counted == DoseUnit::Milligrams).then_some(number * factor)
    });
    let own_folded = fold(own);
    let several = SEVERAL.captures(own);
    let often = several.and_then(|found| {
        [("two", 2.0), ("three", 3.0), ("four", 4.0), ("five", 5.0)]
            .into_iter()
            .find_map(|(name, times)| found.name(name).map(|_| times))
    });
    let of_pattern = PATTERN_OF_DAY.captures(own).map(|found| {
        ["a", "b", "c", "d"]
            .iter()
            .filter_map(|name| found.name(name))
            .map(|part| match part.as_str() {
                "½" | "1/2" => 0.5,
                digit => digit.parse().unwrap_or(0.0),
            })
            .sum::<f64>()
    });
    let stated = medication.frequency.filter(|(span, _)| span.start >= medication.drug.end).and_then(
        |(frequency, often)| {
            times_a_day(&fold(block.slice(frequency))).or(match often {
                Frequency::Daily => Some(1.0),
                Frequency::Weekly => Some(1.0 / 7.0),
                Frequency::Other => None,
            })
        },
    );
    let by_words = dose.and_then(|dose| stated_times(&fold(own_words(block, medication, dose))));
    let once = || {
        if WEEKLY.is_match(&own_folded) {
            Some(1.0 / 7.0)
        } else {
            ONCE_A_DAY.is_match(&own_folded).then_some(1.0)
        }
    };
    let times = of_pattern.filter(|times| *times > 0.0).or(often).or(by_words).or(stated).or_else(once);
    let times = if dose.is_some_and(|dose| dose.per.time) {
        times.filter(|times| *times < 1.0).or(Some(1.0))
    } else {
        times
    };
    let counted = pieces(own);
    let value = value.map(|value| if of_pattern.is_some() { value } else { value * counted });
    (value, times)
}

/// Returns the milligrams after a dose per kilogram: "1 mg/kg (80 mg)", "1 mg/kg = 80 mg".
fn bracketed_milligrams(own: &str) -> Option<f64> {
    static BRACKETED: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"/kg[^.;(=:]{0,12}[(=:] ?(?P<number>\d+(?:[.,]\d+)?) ?mg\b"));
    BRACKETED.captures(own)?.name("number")?.as_str().replace(',', ".").parse().ok()
}

/// Returns the number of pieces per dose: "two tablets", "2 comprimidos"; one by default.
fn pieces(own: &str) -> f64 {
    static PIECES: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"(?:^|[\s,(x×-])(?P<number>\d|one|two|three|un|una|uno|dos|tres|½|half|medio)(?:[-–]\d)? ?(?:x )?(?:tab(?:let)?s?|caps?(?:ule|let)?s?|softgels?|c[aá]psulas?|comp(?:rimido)?s?|cp|sobres?|sachets?|pills?|puffs?)\b",
        )
    });
    let Some(found) = PIECES.captures(own).and_then(|found| found.name("number")) else { return 1.0 };
    match found.as_str().to_lowercase().as_str() {
        "½" | "half" | "medio" => 0.5,
        number => {
            let digits = || number.parse().ok().filter(|number| *number > 0.0);
            value_of_word(number).map(f64::from).or_else(digits).unwrap_or(1.0)
        }
    }
}

/// Returns the last number of a strength such as `5/325` or `37,5/325 mg`.
fn second_strength(own: &str) -> Option<f64> {
    static STRENGTH: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"^[\s(-]*(?:\S+\s)?\(?\d+(?:[.,]\d+)? ?(?:mg)?/(?P<second>\d+(?:[.,]\d+)?)(?:[\s),.;]|mg|$)|\(\d+(?:[.,]\d+)?/(?P<bracketed>\d+(?:[.,]\d+)?)",
        )
    });
    let found = STRENGTH.captures(own)?;
    let second = found.name("second").or_else(|| found.name("bracketed"))?;
    second.as_str().replace(',', ".").parse().ok()
}
