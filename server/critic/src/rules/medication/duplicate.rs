//! `medication/duplicate`

mod switches;

use super::pair_words::{later, quoted, the_other};
use super::patient::Patient;
use super::regimen::{Regimen, Stage, Taken, pairs_of};
use super::relations::{self, DUPLICATES, Duplicate};
use crate::analysis::drugs::{self, Class};
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, context};
use crate::rules::notice::notice;
use crate::{Applies, Check, CriticRule, Draft};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};
use switches::Switches;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/duplicate",
        summary: "Two drugs of one class, or one ingredient in two products, are taken together",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

Two drugs of a class of which one is taken at a time (anticoagulants, ACE inhibitors, beta blockers, NSAIDs, proton pump \
inhibitors, statins, SSRIs, benzodiazepines and about 35 more), and one ingredient in two products: paracetamol with a combination that contains it, summed over a day if the note says how often both are taken. A warning if a label forbids it \
or the sum is above the highest dose a day; otherwise information. Each pair is reported once, at the later order; \
three drugs of a class are one finding at the last. English and Spanish.

## Why

The second drug comes from another prescriber, or the first was never stopped.

## Example

```text
Meds: apixaban 5 mg BD, bisoprolol 2.5 mg.
Plan: enoxaparin 80 mg SC BD.
```

## What it cannot tell

Whether both are meant for a time. It is silent if the note stops one of them, if its sentence describes a change, a bridge \
or an overlap, if another sentence replaces one by the other, for what is put on the skin or into the eye, for what was given once, and if a discharge list has only one \
of the two.
",
            notice!(),
            "
## Fixes

None. The finding links the other drug.

## Sources

The classes with their members are in `server/knowledge/data/relations/classes.tsv`, the rows with their sources in \
`duplicates.tsv` and `ingredients.tsv`. The message gives the source and says whether the row was compared with it.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, |draft| remarks(draft).remarks.clone())],
    fixes: None,
};

/// The findings of the rule in a draft, and the pairs of drugs to which they refer.
#[derive(Default)]
pub(super) struct Duplicates {
    remarks: Vec<Remark>,
    /// The folded names of the drugs of each pair.
    pairs: Vec<[String; 2]>,
}

impl Duplicates {
    /// Whether a finding refers to these two drugs, here or at other mentions of them.
    pub(super) fn has(&self, one: &Taken, other: &Taken) -> bool {
        let is_of = |[first, second]: &[String; 2]| {
            *first == one.name && *second == other.name || *first == other.name && *second == one.name
        };
        self.pairs.iter().any(is_of)
    }

    fn add(&mut self, one: &Taken, other: &Taken) {
        self.pairs.push([one.name.clone(), other.name.clone()]);
    }
}

/// Returns the findings of the rule in a draft, computed once.
pub(super) fn remarks(draft: &Draft<'_>) -> Arc<Duplicates> {
    draft.fact(|draft| check(&draft))
}

/// Words of a sentence in which one drug replaces another, or both overlap for a time.
static CHANGES: LazyLock<Pattern> = LazyLock::new(|| context("duplicate/change"));

/// Words of an order that continues in addition to another one: "continue", "still taking".
static GOES_ON: LazyLock<Pattern> = LazyLock::new(|| context("duplicate/goes-on"));

/// More such words for anticoagulants, which overlap while a new one takes effect, or keep a
/// catheter open.
static OVERLAPS: LazyLock<Pattern> = LazyLock::new(|| context("duplicate/overlap"));

/// Whether two drugs of a sentence are alternatives: "apixaban or enoxaparin".
pub(super) fn is_alternative(draft: &Draft<'_>, one: &Taken, other: &Taken) -> bool {
    static OR: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"^[^.;\n]{0,40}(?:^|[ ,(])(?:or|o|u|either|vs\.?|versus|\+/-)\s+(?:[^.;,\n]{0,20}\s)?$|^ ?/ ?$",
        )
    });
    let (first, second) = if one.place.start < other.place.start { (one, other) } else { (other, one) };
    if first.sentence != second.sentence {
        return false;
    }
    let gap = draft.text(Span { start: first.place.end.min(second.place.start), end: second.place.start });
    gap.is_some_and(|gap| OR.is_match(gap))
}

/// Whether `other` follows `one` in brackets, as its ingredient or another name: "CHOP
/// (cyclophosphamide, …)".
fn is_part(one: &Taken, other: &Taken) -> bool {
    one.dose.is_none() && other.place.start >= one.place.end && other.place.start - one.place.end <= 3
}

/// Whether both are taken at the same time: neither is given once, and not one only at home and the
/// other only in hospital.
fn are_together(one: &Taken, other: &Taken) -> bool {
    let is_of_stay = |taken: &Taken| taken.stage == Stage::Hospital;
    let is_home = |taken: &Taken| taken.stage == Stage::Home;
    !(one.is_once
        || other.is_once
        || one.sentence == other.sentence && (is_part(one, other) || is_part(other, one)))
        && !(is_of_stay(one) && is_home(other) || is_of_stay(other) && is_home(one))
}

fn check(draft: &Draft<'_>) -> Duplicates {
    let regimen = Regimen::of(draft);
    let current = regimen.current();
    let mut out = Duplicates::default();
    if current.len() < 2 {
        return out;
    }
    let mut of_classes: Vec<OfClass<'_>> = Vec::new();
    for (one, other) in pairs_of(&current) {
        if !are_together(one, other) || is_alternative(draft, one, other) {
            continue;
        }
        if let Some(row) = class_of(draft, one, other) {
            out.add(one, other);
            let (last, first) = if one.place.start > other.place.start { (one, other) } else { (other, one) };
            let known =
                |group: &&mut OfClass<'_>| group.last.place == last.place && std::ptr::eq(group.row, row);
            match of_classes.iter_mut().find(known) {
                Some(group) if group.others.iter().any(|known| known.name == first.name) => {}
                Some(group) => group.others.push(first),
                None => of_classes.push(OfClass { row, last, others: vec![first] }),
            }
        } else if let Some(remark) = of_two_names(draft, one, other) {
            out.add(one, other);
            out.remarks.push(remark);
        }
    }
    out.remarks.extend(of_classes.iter().filter_map(|group| group.remark(draft)));
    sums(draft, &current, &mut out);
    once_by_names(draft, &mut out.remarks);
    out
}

/// Several drugs of one class: the last of the text, and those before it.
struct OfClass<'r> {
    row: &'static Duplicate,
    last: &'r Taken,
    others: Vec<&'r Taken>,
}

impl OfClass<'_> {
    fn remark(&self, draft: &Draft<'_>) -> Option<Remark> {
        let spanish = draft.is_spanish();
        let all = self.others.iter().fold(self.last.ingredients().to_vec(), |mut all, taken| {
            all.extend(taken.ingredients());
            all
        });
        let names: Vec<&str> = [&self.last]
            .into_iter()
            .chain(&self.others)
            .filter_map(|taken| draft.text(taken.place))
            .collect();
        let (shown, statement) = (quoted(&names, spanish), &self.row.statement);
        let (class, source) = (self.row.class.name(spanish), statement.source(&all, spanish));
        let reason = statement.reason(spanish).trim_end_matches('.');
        let message = match (spanish, self.others.len()) {
            (true, 1) => format!("{shown} son {class}. {reason} {source}. Compruebe si se toman los dos."),
            (true, _) => format!("{shown} son {class}. {reason} {source}. Compruebe si se toman todos."),
            (false, 1) => {
                format!("{shown} are both {class}. {reason} {source}. Check whether both are taken.")
            }
            (false, _) => format!("{shown} are all {class}. {reason} {source}. Check whether all are taken."),
        };
        let severity = statement.strength.severity().unwrap_or(Severity::Information);
        let remark = Remark::new(self.last.place, message).with_severity(severity);
        let others = self.others.iter().map(|taken| taken.place);
        Some(others.fold(remark, |remark, other| remark.with_related(other, the_other(spanish))))
    }
}

/// Keeps only the first of several remarks about the same pair of names.
fn once_by_names(draft: &Draft<'_>, remarks: &mut Vec<Remark>) {
    let mut known: Vec<(String, String)> = Vec::new();
    let name = |span: Span| fold(draft.text(span).unwrap_or_default());
    remarks.retain(|remark| {
        let Some(other) = remark.related.first() else { return true };
        let (one, other) = (name(remark.place), name(other.span));
        let key = if one < other { (one, other) } else { (other, one) };
        let is_new = !known.contains(&key);
        known.push(key);
        is_new
    });
}

/// Returns the text of the sentence that orders a drug.
fn sentence_of<'d>(draft: &Draft<'d>, taken: &Taken) -> &'d str {
    draft.text(taken.sentence).unwrap_or_default()
}

/// Returns the class of which two drugs are and one is enough; `None` if the note explains both.
fn class_of(draft: &Draft<'_>, one: &Taken, other: &Taken) -> Option<&'static Duplicate> {
    let pair = |row: &&Duplicate| {
        one.ingredients().iter().any(|first| {
            row.class.holds(*first)
                && !other.ingredients().contains(first)
                && other.ingredients().iter().any(|second| {
                    second != first && row.class.holds(*second) && !one.ingredients().contains(second)
                })
        })
    };
    let row = DUPLICATES.iter().find(pair)?;
    if row.may_overlap() && is_start_of_antagonist(draft, one, other) {
        return None;
    }
    let sentences = [sentence_of(draft, one), sentence_of(draft, other)];
    // "Trelegy: new, step up. Spiriva: continue": the other one goes on all the same.
    let goes_on = |text: &str| GOES_ON.is_match(text) && !CHANGES.is_match(text);
    let both_go_on = one.sentence != other.sentence && sentences.iter().any(|text| goes_on(text));
    let is_change = sentences
        .iter()
        .any(|text| CHANGES.is_match(text) && !both_go_on || row.may_overlap() && OVERLAPS.is_match(text));
    let switches = Switches::of(draft);
    if is_change || switches.replace(one.ingredients(), other.ingredients(), |drug| row.class.holds(drug)) {
        return None;
    }
    Some(row)
}

/// Whether a heparin accompanies a vitamin K antagonist that has not taken effect: both are given
/// until the INR is in range.
fn is_start_of_antagonist(draft: &Draft<'_>, one: &Taken, other: &Taken) -> bool {
    /// The INR from which a vitamin K antagonist is effective.
    const MIN_INR: f64 = 2.0;
    let is_of = |taken: &Taken, class: &str| {
        let class = relations::class(class);
        class.is_some_and(|class| taken.ingredients().iter().any(|drug| class.holds(*drug)))
    };
    let is_heparin = |taken: &Taken| is_of(taken, "anticoagulants") && !is_of(taken, "oral-anticoagulants");
    let is_pair = is_of(one, "vitamin-k-antagonists") && is_heparin(other)
        || is_of(other, "vitamin-k-antagonists") && is_heparin(one);
    is_pair && Patient::of(draft).value("inr").is_none_or(|inr| inr.number < MIN_INR)
}

/// Compares two names of one drug in lists.
fn of_two_names(draft: &Draft<'_>, one: &Taken, other: &Taken) -> Option<Remark> {
    let is_listed = |taken: &Taken| taken.stage != Stage::Hospital && taken.dose.is_some();
    if one.substance != other.substance
        || is_spelling(&one.name, &other.name)
        || one.stage != other.stage
        || !is_listed(one)
        || !is_listed(other)
    {
        return None;
    }
    let (place, with) = later(one, other);
    let gap = draft.text(Span { start: with.end.min(place.start), end: place.start });
    // "Eliquis (apixaban) 5 mg": a single medicine with both of its names.
    let is_one = one.sentence == other.sentence
        && gap.is_none_or(|gap| !gap.contains([',', ';', '\n']) || gap.contains('('));
    let is_salt = one.name.contains(&other.name) || other.name.contains(&one.name);
    let is_change =
        [sentence_of(draft, one), sentence_of(draft, other)].iter().any(|text| CHANGES.is_match(text));
    if is_one || is_salt || is_change {
        return None;
    }
    let (shown, known) = (draft.text(place)?, draft.text(with)?);
    let spanish = draft.is_spanish();
    let message = if spanish {
        format!("«{shown}» y «{known}» son el mismo fármaco. Compruebe si consta dos veces.")
    } else {
        format!("“{shown}” and “{known}” are one drug. Check whether it is listed twice.")
    };
    Some(Remark::new(place, message).with_related(with, the_other(spanish)))
}

/// Whether a drug is named in brackets after a product that contains it: "CHOP (cyclophosphamide,
/// doxorubicin, …)".
fn is_its_content(draft: &Draft<'_>, product: &Taken, drug: &Taken) -> bool {
    // "Quadruple therapy by Rifater: rifampicin 600 mg, isoniazid 300 mg": the product itself is
    // written without a dose.
    let is_listed = product.dose.is_none() && product.sentence == drug.sentence;
    let contains = product.ingredients().len() > 1
        && drug.ingredients().iter().all(|ingredient| product.ingredients().contains(ingredient));
    let gap = Span { start: product.place.end, end: drug.place.start.max(product.place.end) };
    let gap = draft.text(gap).unwrap_or_default().trim_start();
    // "Advil PM two caplets (ibuprofen 200 mg each)".
    let is_in_brackets = gap.contains(['(', '[']) && !gap.contains([')', ']']) && is_near_end(gap);
    contains
        && (product.is_regimen()
            || is_in_brackets
            || is_listed && (gap.starts_with([':', '=']) || gap.contains(": ")))
}

/// Whether the bracket of a gap opens at its start or end.
fn is_near_end(gap: &str) -> bool {
    gap.trim_end().ends_with(['(', '[']) || gap.starts_with(['(', '['])
}

/// Whether two folded names are spellings of the same name: "hidroclorotiazida" and
/// "hidroclorotiacida".
fn is_spelling(one: &str, other: &str) -> bool {
    /// The maximum number of letters that may differ.
    const MAX_LETTERS: usize = 2;
    let start = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let end = one.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count();
    start + end + MAX_LETTERS >= one.len().max(other.len())
}

/// Returns the milligrams of an ingredient that a product provides per day.
fn of_day(taken: &Taken, ingredient: usize) -> Option<f64> {
    if taken.ingredients().len() <= 1 {
        return taken.day();
    }
    let product = *taken.ingredients().first()?;
    let strength = taken.second_strength.filter(|_| is_last(taken, ingredient));
    let one = strength.or_else(|| relations::milligrams_in(product, ingredient))?;
    Some(one * taken.pieces * taken.times?)
}

/// Whether the second number of a strength, as in `5/325`, belongs to this ingredient.
fn is_last(taken: &Taken, ingredient: usize) -> bool {
    taken.ingredients().last() == Some(&ingredient)
}

/// Adds a remark for each ingredient that several products contain.
fn sums(draft: &Draft<'_>, current: &[&Taken], out: &mut Duplicates) {
    let mut ingredients: Vec<usize> = Vec::new();
    for taken in current.iter().filter(|taken| taken.ingredients().len() > 1) {
        // The first ingredient is the combination itself.
        ingredients.extend(taken.ingredients().iter().skip(1));
    }
    ingredients.sort_unstable();
    ingredients.dedup();
    let taken_twice = relations::class("taken-twice");
    for ingredient in ingredients {
        if taken_twice.is_some_and(|class| class.holds(ingredient)) {
            continue;
        }
        let mut products: Vec<&Taken> = Vec::new();
        for taken in current.iter().filter(|taken| taken.ingredients().contains(&ingredient)) {
            let is_known = products
                .iter()
                .any(|known| known.substance == taken.substance || is_its_content(draft, known, taken));
            if !taken.is_once && !is_known {
                products.push(taken);
            }
        }
        let [first, .., last] = products.as_slice() else { continue };
        // If only one drug of a class is taken, the same drug is not taken twice either.
        let is_of_one = DUPLICATES.iter().any(|row| {
            row.statement.strength != relations::Strength::Contraindicated && row.class.holds(ingredient)
        }) && relations::class("nsaids").is_none_or(|class| !class.holds(ingredient));
        // A story lists antibiotics and similar drugs that follow each other; a list is about one
        // time.
        let is_of_list = |taken: &&Taken| matches!(taken.stage, Stage::Home | Stage::Discharge);
        let is_one_time = products.iter().all(is_of_list) || first.sentence == last.sentence;
        let follows_others = drugs::drug(ingredient).is_none_or(|drug| is_of_courses(drug.class));
        if relations::highest_of_day(ingredient).is_none() && !is_one_time && follows_others {
            continue;
        }
        let is_apart = products.iter().all(|taken| {
            !CHANGES.is_match(sentence_of(draft, taken)) && !is_alternative(draft, first, taken)
        });
        if !is_apart || out.has(first, last) {
            continue;
        }
        let days: Vec<Option<f64>> = products.iter().map(|taken| of_day(taken, ingredient)).collect();
        let highest = relations::highest_of_day(ingredient);
        let total: Option<f64> = days.iter().copied().sum();
        let known: f64 = days.iter().flatten().sum();
        let is_over = highest.is_some_and(|(highest, _)| known > highest * 1.001);
        if let (Some(_), Some(_), false, false) = (total, highest, is_over, is_of_one) {
            continue;
        }
        let spanish = draft.is_spanish();
        let shown_name =
            name_in_note(draft, ingredient, &products).unwrap_or_else(|| shown(ingredient, spanish));
        let (Some(one), Some(other)) = (draft.text(first.place), draft.text(last.place)) else { continue };
        let message = match (highest.filter(|_| is_over), spanish) {
            (Some((highest, source)), false) => format!(
                "“{other}” and “{one}” both contain {shown_name}: {} mg a day together, and the highest dose is {} mg ({source}). Check the sum.",
                rounded(known),
                rounded(highest)
            ),
            (Some((highest, source)), true) => format!(
                "«{other}» y «{one}» contienen {shown_name}: {} mg al día en total, y la dosis máxima es {} mg ({}). Compruebe la suma.",
                rounded(known),
                rounded(highest),
                relations::in_spanish(source)
            ),
            (None, false) => {
                format!("“{other}” and “{one}” both contain {shown_name}. Check the sum of a day.")
            }
            (None, true) => format!("«{other}» y «{one}» contienen {shown_name}. Compruebe la suma del día."),
        };
        let severity = if is_over { Severity::Warning } else { Severity::Information };
        out.add(first, last);
        out.remarks.push(
            Remark::new(last.place, message)
                .with_severity(severity)
                .with_related(first.place, the_other(spanish)),
        );
    }
}

/// Whether drugs of a class are given in successive courses.
fn is_of_courses(class: Class) -> bool {
    !matches!(class, Class::Other | Class::Nsaid | Class::Statin)
}

/// Formats a number without decimals.
fn rounded(value: f64) -> String {
    format!("{value:.0}")
}

/// Returns the generic name with which the note itself refers to an ingredient, such as
/// "paracetamol" for acetaminophen; `None` if it occurs only in combinations or under a brand name.
fn name_in_note(draft: &Draft<'_>, ingredient: usize, products: &[&Taken]) -> Option<String> {
    let drug = referee_knowledge::drugs().get(&drugs::drug(ingredient)?.id)?;
    let is_generic =
        |name: &str| [&drug.id, &drug.english, &drug.spanish].iter().any(|known| fold(known) == name);
    let alone = products.iter().find(|taken| taken.ingredients().len() == 1 && is_generic(&taken.name))?;
    Some(draft.text(alone.place)?.to_lowercase())
}

/// Returns the name of a drug in the language of the message.
pub(super) fn shown(drug: usize, spanish: bool) -> String {
    let names = drugs::drug(drug).map(|drug| drug.names.as_slice()).unwrap_or_default();
    let english = names.first().cloned().unwrap_or_default();
    if spanish { names.get(1).cloned().unwrap_or(english) } else { english }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{note, said};
    use referee_syntax::Format;

    #[test]
    fn several_drugs_of_a_class_are_one_finding_at_the_last() {
        for (text, shown) in [
            (
                "Meds: ibuprofen 400 mg TDS, naproxen 250 mg BD, diclofenac 50 mg TDS.",
                "“diclofenac”, “ibuprofen” and “naproxen” are all NSAIDs",
            ),
            (
                "Tratamiento habitual: ibuprofeno 400 mg c/8 h, naproxeno 250 mg c/12 h, diclofenaco 50 mg c/8 h.",
                "«diclofenaco», «ibuprofeno» y «naproxeno» son AINE",
            ),
        ] {
            let found = said("medication/duplicate", Format::PlainText, text, &note());
            let [second, third] = found.as_slice() else { panic!("{text}: {} findings", found.len()) };
            assert_eq!(second.remark.related.len(), 1);
            assert_eq!(third.remark.related.len(), 2);
            assert!(third.remark.message.starts_with(shown), "{}", third.remark.message);
        }
    }

    #[test]
    fn a_regimen_and_its_drugs_are_one_treatment() {
        for text in [
            "Lymphoma, CHOP every 21 days. Cyclophosphamide 750 mg/m2 IV on day 1.",
            "Linfoma, esquema CHOP cada 21 días. Ciclofosfamida 750 mg/m2 iv el día 1.",
        ] {
            assert!(said("medication/duplicate", Format::PlainText, text, &note()).is_empty(), "{text}");
        }
    }

    #[test]
    fn an_ingredient_has_the_name_that_the_note_uses() {
        for (text, named) in [
            ("Meds: co-codamol 30/500 2 tabs QDS, Paracetamol 1 g QDS.", "both contain paracetamol"),
            ("Meds: acetaminophen 1 g QID, Percocet 5/325 2 tabs q6h.", "both contain acetaminophen"),
            (
                "Tratamiento habitual: paracetamol 1 g c/6 h, Zaldiar 2 comprimidos c/6 h.",
                "contienen paracetamol",
            ),
        ] {
            let found = said("medication/duplicate", Format::PlainText, text, &note());
            let message = found.first().map_or("", |hit| hit.remark.message.as_str());
            assert!(message.contains(named), "{text}: {message}");
        }
    }
}
