//! Medication statements: a drug with its dose, route and frequency, as far as they are given.
//!
//! A statement lies within one sentence. A quantity with a dose unit is a dose if its clause has a drug, a route, a
//! frequency or a form, and no laboratory value or measurement is closer.

use crate::analysis::drugs::{self, Class, Drug};
use crate::analysis::meaning::Meaning;
use crate::analysis::quantities::{Measure, Quantity};
use crate::analysis::sentences::Sentence;
use crate::analysis::terms::{Frequency, Term};
use crate::analysis::words::PhraseMatch;
use crate::block_text::BlockText;
use crate::pattern::{Pattern, any_case, exact, forms};
use referee_text::Span;
use std::sync::LazyLock;

/// A drug with its administration details.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MedicationStatement {
    /// From the first to the last of its parts.
    pub span: Span,
    /// The drug's name.
    pub drug: Span,
    /// The drug's index in [`drugs::all`].
    pub index: usize,
    /// Its dose.
    pub dose: Option<Quantity>,
    /// Its route.
    pub route: Option<Span>,
    /// Its frequency.
    pub frequency: Option<(Span, Frequency)>,
    /// The sentence that contains it.
    pub sentence: Sentence,
}

impl MedicationStatement {
    /// The drug's entry in the dictionary.
    #[must_use]
    pub fn known(&self) -> Option<&'static Drug> {
        drugs::drug(self.index)
    }

    /// The drug's class.
    #[must_use]
    pub fn class(&self) -> Class {
        self.known().map_or(Class::Other, |drug| drug.class)
    }
}

/// The medication statements of a block, in order. Each begins with a drug and ends before the next drug or with the
/// sentence.
pub(crate) fn read(block: &BlockText) -> Vec<MedicationStatement> {
    let mut out: Vec<MedicationStatement> = Vec::new();
    for sentence in block.sentences() {
        let found: Vec<&PhraseMatch> = block.phrases_in(sentence.span).collect();
        let mut drugs: Vec<(&PhraseMatch, usize)> = found
            .iter()
            .filter_map(|found| match found.meaning {
                Meaning::Drug(index) => Some((*found, index)),
                _ => None,
            })
            .collect();
        // A name shared by two entries counts as one drug here.
        drugs.dedup_by_key(|(found, _)| found.span);
        for (nth, (drug, index)) in drugs.iter().enumerate() {
            let end = drugs.get(nth + 1).map_or(sentence.span.end, |(next, _)| next.span.start);
            let rest = block.slice(Span { start: drug.span.end, end });
            let end = unknown_product(block, drug.span, rest).map_or(end, |at| drug.span.end + at);
            let start = match nth.checked_sub(1).and_then(|before| drugs.get(before)) {
                Some((before, _)) => before.span.end,
                None => sentence.span.start,
            };
            let inside = |span: Span| span.start >= drug.span.end && span.end <= end;
            let terms = |wanted: fn(Term) -> bool| {
                found.iter().find(|found| {
                    inside(found.span) && matches!(found.meaning, Meaning::Term(term) if wanted(term))
                })
            };
            // "<1000 g" is a weight or a threshold.
            let is_compared = |span: Span| {
                let before = block.prose().get(..span.start as usize).unwrap_or_default();
                before.trim_end().ends_with(['<', '>', '≤', '≥'])
            };
            let doses = || {
                let all = block.quantities().iter().filter(|quantity| quantity.may_be_dose());
                all.filter(move |quantity| !is_compared(quantity.span))
            };
            // "200 μg of budesonide and 6 μg of formoterol": the second dose belongs to the second drug.
            let is_of_next = |span: Span| {
                let between =
                    drugs.get(nth + 1).map(|(next, _)| Span { start: span.end, end: next.span.start });
                between.is_some_and(|between| matches!(block.slice(between).trim(), "of" | "de"))
            };
            let dose =
                doses().find(|quantity| inside(quantity.span) && !is_of_next(quantity.span)).or_else(|| {
                    // "500 mg of metformin", "10 units insulin": the nearest dose before the drug.
                    // After another drug, punctuation separates them: "morphine 0.1 mg/kg: 2.5 mg, digoxin at hand".
                    // "Iron 60 mg a day, folic acid": a comma starts another item, whether or not the first is a known
                    // drug.
                    let is_own = |quantity: &Quantity| {
                        let gap = block.slice(Span { start: quantity.span.end, end: drug.span.start });
                        let is_apart = gap.contains([',', ';']) || (nth > 0 && gap.contains(['.', ')', ':']));
                        !is_apart
                            && !is_joined(gap)
                            && !has_unknown_product(block, sentence.span, quantity.span)
                    };
                    let is_parted = |quantity: &Quantity| {
                        let gap = Span { start: quantity.span.end, end: drug.span.start };
                        block.slice(gap).contains(')') && !block.slice(gap).contains('(')
                    };
                    doses().rfind(|quantity| {
                        quantity.span.start >= start
                            && quantity.span.end <= drug.span.start
                            && drug.span.start - quantity.span.end <= 8
                            && is_own(quantity)
                            && !is_parted(quantity)
                    })
                });
            let frequency = found.iter().find_map(|found| match found.meaning {
                Meaning::Term(Term::Frequency(often)) if inside(found.span) => Some((found.span, often)),
                _ => None,
            });
            let route = terms(|term| term == Term::Route).map(|found| found.span);
            let pieces = [dose.map(|dose| dose.span), route, frequency.map(|(span, _)| span)];
            let span = pieces.into_iter().flatten().fold(drug.span, Span::cover);
            out.push(MedicationStatement {
                span,
                drug: drug.span,
                index: *index,
                dose: dose.copied(),
                route,
                frequency,
                sentence: *sentence,
            });
        }
    }
    out
}

/// Whether the words between a dose and a drug join two medicines: "gonsilofam 20 mg and metformin".
fn is_joined(gap: &str) -> bool {
    let mut words = gap.split(|c: char| c.is_whitespace());
    words.any(|word| matches!(word, "and" | "y" | "e" | "plus" | "with" | "con" | "then" | "+" | "&" | "más"))
}

/// An unknown lower-case product between an order verb and a number: "started gonsilofam 20 mg".
static ORDERED_PRODUCT: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(r"\b(?:{})\s+(?P<name>\p{{L}}{{6,}})\s+(?:a dosis de )?\d", forms("product/order")))
});

/// Whether a lower-case word is an ordinary one (a known word, a form, a route) and not a product.
fn is_ordinary(block: &BlockText, name: &str, span: Span) -> bool {
    static ORDINARY: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"^(?:{}|{}|{})$",
            forms("product/no-name"),
            forms("product/order"),
            forms("order/form")
        ))
    });
    ORDINARY.is_match(name) || block.phrases_in(span).next().is_some()
}

/// Whether a dose belongs to an unknown product directly before it: "started gonsilofam 20 mg".
fn has_unknown_product(block: &BlockText, sentence: Span, dose: Span) -> bool {
    let start = sentence.range().start;
    // The pattern ends with the first digit of the dose.
    let end = dose.range().start + 1;
    let text = block.prose().get(start..end).unwrap_or_default();
    let Some(name) = ORDERED_PRODUCT.captures_iter(text).last().and_then(|found| {
        let is_last = found.get(0).is_some_and(|whole| whole.end() == text.len());
        found.name("name").filter(|_| is_last)
    }) else {
        return false;
    };
    !is_ordinary(block, name.as_str(), Span::new(start + name.start(), start + name.end()))
}

/// Start of an unknown product after a drug, in bytes from the end of the drug's name. The dose that follows is the
/// product's.
///
/// In "Harvoni® y Rebetol® 1.200 mg" it has a trade mark; in "aspirin and Xyzor 20 mg" it is a name before a number; in
/// "aspirin, and started gonsilofam 20 mg" it follows an order verb.
fn unknown_product(block: &BlockText, drug: Span, rest: &str) -> Option<u32> {
    static PRODUCT: LazyLock<Pattern> = LazyLock::new(|| {
        exact(
            r"(?:[\s)](?i:y|e|and|con|with|plus|más)|[+&])\s+(?P<name>\p{Lu}[\p{L}\d-]{2,})(?:\s?(?P<mark>®|™|\(R\))|[\s:(]+\d)",
        )
    });
    static FORM: LazyLock<Pattern> = LazyLock::new(|| any_case(&format!(r"^(?:{})$", forms("order/form"))));
    if !rest.contains(['®', '™', '+', '&', ' ']) {
        return None;
    }
    let is_upper = !block.slice(drug).contains(char::is_lowercase);
    let name = PRODUCT.captures_iter(rest).find_map(|found| {
        let name = found.name("name")?;
        let start = drug.end + u32::try_from(name.start()).ok()?;
        let span = Span { start, end: start + u32::try_from(name.len()).ok()? };
        let is_word = || {
            is_upper && !name.as_str().contains(char::is_lowercase)
                || FORM.is_match(name.as_str())
                || block.phrases_in(span).next().is_some()
        };
        (found.name("mark").is_some() || !is_word()).then_some(name)
    });
    let ordered = || {
        ORDERED_PRODUCT.captures_iter(rest).find_map(|found| {
            let name = found.name("name")?;
            let start = drug.range().end + name.start();
            let span = Span::new(start, start + name.len());
            (!is_ordinary(block, name.as_str(), span)).then_some(name)
        })
    };
    u32::try_from(name.or_else(ordered)?.start()).ok()
}

/// How close, in bytes, a measurement's name must precede a quantity to make it a measurement.
const MAX_BYTES_TO_MEASUREMENT: u32 = 40;

/// Whether a quantity is a dose: its sentence has a drug, a route, a frequency or a form, and it is not a measured
/// value.
#[must_use]
pub fn is_dose(block: &BlockText, sentence: Sentence, quantity: &Quantity) -> bool {
    if !quantity.may_be_dose() || is_measured(block, sentence, quantity) {
        return false;
    }
    if matches!(quantity.measure, Measure::Radiation | Measure::Auc) {
        return true;
    }
    block.phrases_in(sentence.span).any(|found| match found.meaning {
        Meaning::Drug(_) => true,
        Meaning::Term(term) => matches!(term, Term::Route | Term::Frequency(_)),
        Meaning::Cue(_) | Meaning::DrugGroup(_) => false,
    })
}

/// Whether a measurement's name precedes a quantity and is nearer than any drug.
#[must_use]
pub fn is_measured(block: &BlockText, sentence: Sentence, quantity: &Quantity) -> bool {
    // "54 UI (7-32)", "46 U (n: < 5)": a reference range follows.
    let behind = block.prose().get(quantity.span.end as usize..).unwrap_or_default().trim_start();
    let reference = behind.strip_prefix(['(', '[']).is_some_and(|inner| {
        let inner = inner.trim_start();
        let lower: String = inner.chars().take(8).collect::<String>().to_lowercase();
        ["v.n", "vn", "n:", "n <", "normal", "ref", "vr", "reference", "rango", "range"]
            .iter()
            .any(|name| lower.starts_with(name))
            || (inner.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '<' | '>'))
                && inner.find([')', ']']).and_then(|end| inner.get(..end)).is_some_and(|inner| {
                    inner.contains(['-', '–', '<']) && inner.chars().all(|c| !c.is_alphabetic())
                }))
    });
    if reference {
        return true;
    }
    // "5 g of salt": the substance measured.
    let of = block.phrases_in(sentence.span).any(|found| {
        found.meaning == Meaning::Term(Term::Analyte)
            && found.span.start >= quantity.span.end
            && matches!(
                block.slice(Span { start: quantity.span.end, end: found.span.start }).trim(),
                "of" | "de"
            )
    });
    if of {
        return true;
    }
    let before = Span { start: sentence.span.start, end: quantity.span.start };
    let mut last_analyte = None;
    let mut last_drug = None;
    for found in block.phrases_in(before) {
        match found.meaning {
            Meaning::Term(Term::Analyte) => last_analyte = Some(found.span.end),
            Meaning::Drug(_) => last_drug = Some(found.span.end),
            _ => {}
        }
    }
    match (last_analyte, last_drug) {
        (Some(analyte), drug) => {
            quantity.span.start - analyte <= MAX_BYTES_TO_MEASUREMENT
                && drug.is_none_or(|drug| drug < analyte)
        }
        (None, _) => false,
    }
}
