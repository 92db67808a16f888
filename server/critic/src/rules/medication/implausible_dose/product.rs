//! Checks a dose per kilogram that the note multiplies out against the weight in the note: “20 kg.
//! Gentamicin 7 mg/kg = 1400 mg”. The multiplication requires no table.

use super::by_weight;
use super::slip::ERROR_MULTIPLE;
use crate::analysis::assertion::{self, State};
use crate::analysis::dose_limits;
use crate::analysis::medication::MedicationStatement;
use crate::analysis::quantities::{Measure, Quantity};
use crate::pattern::{Pattern, any_case, context, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// A product as the note writes it, in milligrams.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Product {
    /// The span from the drug to the product.
    place: Span,
    /// The dose per kilogram; the higher one of a range.
    per_kilogram: f64,
    /// The dose per kilogram; the lower one of a range.
    least_per_kilogram: f64,
    /// The product that is written.
    written: f64,
    /// Whether the dose per kilogram is a daily one, so that the product may be a part of it.
    is_of_day: bool,
    /// How often a day the product is given: "90 mg/kg/day = 540 mg BID".
    times: Option<f64>,
}

/// The multiple of the correct product above which a product is flagged.
const MAX_MULTIPLE: f64 = 1.5;
/// The multiple of the correct product below which a product is flagged: a missing zero. A somewhat
/// lower product is a capped dose.
const MIN_MULTIPLE: f64 = 0.15;
/// The maximum number of parts of a daily dose.
const MAX_PARTS: f64 = 6.0;

/// The text between a dose per kilogram and its product.
static LEADS_TO_PRODUCT: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"^(?:[ /.]*(?:{words})\b)*[ ,]*(?:=|:|\(|\[|→|->|≈|~|i\.e\.|es decir|son|total(?: of| de)?|which is|que son|equals|x \d+(?:[.,]\d+)? ?kg ?=)+[ (=≈~]*$",
        words = forms("implausible-dose/product/leads-to-product")
    ))
});

/// Words that mean that a product is lower than the multiplication, or belongs to another patient.
static CAPPED_OR_QUOTED: LazyLock<Pattern> =
    LazyLock::new(|| context("implausible-dose/product/capped-or-quoted"));

/// A duration with its maximum, which caps no dose: "3 días máx.".
static LONGEST: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b\d+ ?(?:d|days?|d[ií]as?|weeks?|semanas?) ?(?:como )?m[aá]x\w*|\bm[aá]x\w*\.? (?:of |de )?\d+ ?(?:d|days?|d[ií]as?|weeks?|semanas?)\b",
    )
});

/// How often the product is given, right after it; a product that is divided is that of the day.
static TIMES_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    let of = |times: &str| forms(&format!("implausible-dose/product/{times}"));
    let (two, three, four) = (of("twice"), of("three-times"), of("four-times"));
    any_case(&format!(
        r"^ ?(?:(?:po|by mouth|orally|iv|im|oral|vo|per os),? )?(?:(?P<two>{two})|(?P<three>{three})|(?P<four>{four}))\b"
    ))
});

/// The products of a block.
#[derive(Default)]
pub(super) struct Products(Vec<Product>);

impl Scan for Products {
    type State = ();
    type Summary = Products;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut Products, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here = block.fact(products_in);
            let moved = |product: &Product| Product { place: product.place.shift(block.start), ..*product };
            summary.0.extend(here.0.iter().map(moved));
        }
    }
}

fn products_in(block: &BlockContext<'_>) -> Products {
    Products(block.medications().iter().filter_map(|medication| product(block, medication)).collect())
}

/// Returns the milligrams in one unit of a quantity; `None` if it does not measure mass.
fn milligrams(block: &BlockContext<'_>, quantity: &Quantity) -> Option<f64> {
    if quantity.measure != Measure::Mass {
        return None;
    }
    let counted = Quantity { per: Default::default(), ..*quantity };
    let (unit, factor) = dose_limits::counted(&counted, block.slice(quantity.unit))?;
    (unit == dose_limits::DoseUnit::Milligrams).then_some(factor)
}

fn product(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<Product> {
    let dose = medication.dose.filter(|dose| dose.per.weight)?;
    let written = block.quantities().iter().find(|quantity| {
        quantity.span.start >= dose.span.end && medication.sentence.span.contains(quantity.span)
    })?;
    let gap = block.slice(Span { start: dose.span.end, end: written.span.start });
    // "7 mg/kg x 20 kg = 140 mg": the weight is in between.
    let (written, gap) =
        if written.measure == Measure::Mass && written.may_be_dose() && block.slice(written.unit) == "kg" {
            let next = block.quantities().iter().find(|quantity| {
                quantity.span.start >= written.span.end && medication.sentence.span.contains(quantity.span)
            })?;
            (next, block.slice(Span { start: written.span.end, end: next.span.start }))
        } else {
            (written, gap)
        };
    let is_plain =
        !written.per.weight && !written.per.surface && !written.per.concentration && written.upper.is_none();
    if !is_plain
        || !LEADS_TO_PRODUCT.is_match(gap)
        || CAPPED_OR_QUOTED.is_match(&LONGEST.replace_all(block.slice(medication.sentence.span), " "))
    {
        return None;
    }
    if assertion::within(block, medication.sentence, medication.drug).state == State::Negated {
        return None;
    }
    let (rate, factor) = (milligrams(block, &dose)?, milligrams(block, written)?);
    let highest = dose.upper.map_or(dose.number.value(), |upper| upper.value());
    Some(Product {
        place: medication.drug.cover(written.span),
        per_kilogram: highest * rate,
        least_per_kilogram: dose.number.value() * rate,
        written: written.number.value() * factor,
        is_of_day: dose.per.time,
        times: times_behind(block, medication, written).filter(|_| !written.per.time),
    })
}

/// Returns how often a day a product is given, by the words right after it.
fn times_behind(
    block: &BlockContext<'_>,
    medication: &MedicationStatement,
    written: &Quantity,
) -> Option<f64> {
    let end = medication.sentence.span.end.max(written.span.end);
    let found = TIMES_BEHIND.captures(block.slice(Span { start: written.span.end, end }))?;
    [("two", 2.0), ("three", 3.0), ("four", 4.0)]
        .into_iter()
        .find_map(|(name, times)| found.name(name).map(|_| times))
}

/// Returns remarks on products that do not match the weight in the note.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut products = Vec::new();
    for group in draft.scan::<Products>(()) {
        let moved = |product: &Product| Product { place: product.place.shift(group.start), ..*product };
        products.extend(group.summary.0.iter().map(moved));
    }
    if products.is_empty() {
        return Vec::new();
    }
    let weights = by_weight::weights_of(draft);
    products.iter().filter_map(|product| remark(draft, *product, &weights)).collect()
}

fn remark(draft: &Draft<'_>, product: Product, weights: &[f64]) -> Option<Remark> {
    let parts = if product.is_of_day { MAX_PARTS } else { 1.0 };
    // "90 mg/kg/day = 1080 mg BID": each dose is a part of the day.
    let times = product.times.filter(|_| product.is_of_day).unwrap_or(1.0);
    let fits = |kilograms: &&f64| {
        product.written * times <= product.per_kilogram * **kilograms * MAX_MULTIPLE
            && product.written >= product.least_per_kilogram * **kilograms / parts * MIN_MULTIPLE
    };
    let kilograms = *weights.first()?;
    if product.written <= 0.0 || product.per_kilogram <= 0.0 || weights.iter().find(fits).is_some() {
        return None;
    }
    let right = product.per_kilogram * kilograms;
    let multiple = (product.written * times / right).max(right / parts / product.written);
    let shown = draft.text(product.place).unwrap_or_default();
    let message = if draft.is_spanish() {
        format!(
            "«{shown}»: con {} kg son {} mg{}. Compruebe la multiplicación y el peso.",
            number(kilograms, true),
            number(right, true),
            if times > 1.0 {
                format!(" al día, {} mg por dosis", number(right / times, true))
            } else {
                String::new()
            }
        )
    } else {
        format!(
            "“{shown}”: at {} kg this is {} mg{}. Check the multiplication and the weight.",
            number(kilograms, false),
            number(right, false),
            if times > 1.0 {
                format!(" a day, {} mg a dose", number(right / times, false))
            } else {
                String::new()
            }
        )
    };
    let severity = if multiple >= ERROR_MULTIPLE { Severity::Error } else { Severity::Warning };
    Some(Remark::new(product.place, message).with_severity(severity))
}

/// Formats a number with as many decimals as necessary, at most two.
fn number(value: f64, spanish: bool) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
    if spanish { text.replace('.', ",") } else { text }
}
