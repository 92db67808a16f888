//! `medication/resistant-organism`

mod antibiogram;
mod germs;
mod infection;
mod treatment;

use super::allergy_conflict::orders::{self, Order, OrderScan, StoppedScan};
use crate::analysis::allergens::Substance;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, context};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft};
use antibiogram::Verdict;
use germs::{ROWS, UNNAMED_ESBL};
use infection::{AntimicrobialScan, FoundGerm, Infection, InfectionScan};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;
use treatment::{is_antimicrobial, is_for_something_else, is_result_of, name_of};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/resistant-organism",
        summary: "An antibiotic is ordered for an organism that is resistant to it, by nature or by the note's antibiogram",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

Two things, in English and Spanish. A drug that a note orders after a germ that it says was found, where the drug does not \
act on that germ by nature, or by what the name of the germ means. And a drug that is ordered after the antibiogram in which \
the same note calls the germ resistant to it.

| germ | no action, by EUCAST's tables of intrinsic resistance | no action, general knowledge |
| --- | --- | --- |
| *Pseudomonas aeruginosa* | amoxicillin and ampicillin with and without an inhibitor, cephalosporins of the first and second generation, ceftriaxone, cefotaxime, ertapenem, trimethoprim, tetracyclines, tigecycline, vancomycin, linezolid, clindamycin | oral cephalosporins, cloxacillin and its kin, co-trimoxazole, nitrofurantoin, daptomycin, moxifloxacin |
| *Acinetobacter baumannii* | amoxicillin, ampicillin, co-amoxiclav, cephalosporins up to ceftriaxone, aztreonam, ertapenem, trimethoprim, fosfomycin, doxycycline, vancomycin, linezolid, clindamycin | |
| *Stenotrophomonas maltophilia* | all those, piperacillin tazobactam, meropenem, imipenem, aminoglycosides | |
| *E. coli*, *Klebsiella*, *Enterobacter*, *Citrobacter*, *Serratia*, *Proteus*, *Morganella*, *Providencia* | vancomycin, teicoplanin, dalbavancin, oritavancin, linezolid, clindamycin, benzylpenicillin | *E. coli*, *Klebsiella*: daptomycin, cloxacillin and its kin |
| *Klebsiella* | amoxicillin, ampicillin | |
| *Enterobacter*, *Klebsiella aerogenes*, *Citrobacter freundii* | amoxicillin and ampicillin with and without an inhibitor, cephalosporins of the first generation, cefoxitin | |
| *Serratia marcescens* | the same, cefuroxime, colistin, nitrofurantoin, doxycycline | |
| *Proteus mirabilis* | nitrofurantoin, colistin, tetracyclines, tigecycline | |
| *Proteus vulgaris*, *Morganella*, *Providencia* | amoxicillin, ampicillin, cephalosporins of the first generation, nitrofurantoin, colistin, tetracyclines | |
| *Salmonella* | vancomycin, teicoplanin, linezolid, clindamycin | |
| *Staphylococcus aureus* | aztreonam, ceftazidime, colistin | MRSA: all beta-lactams but ceftaroline and ceftobiprole |
| *Enterococcus* | cephalosporins, clindamycin, macrolides, aztreonam, colistin; *E. gallinarum*, *E. casseliflavus*: vancomycin | cloxacillin and its kin, co-trimoxazole, ertapenem; VRE: vancomycin |
| *Listeria monocytogenes* | cephalosporins, aztreonam, colistin | |
| *Leuconostoc*, *Pediococcus*, *Lactobacillus* | vancomycin, teicoplanin, aztreonam, colistin | |
| *Mycoplasma*, *Legionella*, *Chlamydophila*, *Coxiella*, *Rickettsia* | | beta-lactams, and for some vancomycin |
| *Chlamydia trachomatis* | | cephalosporins, penicillin |
| *Clostridioides difficile* | | clindamycin |
| *Bacteroides fragilis* | | aminoglycosides, aztreonam, penicillins without an inhibitor, cephalosporins of the first generation |
| ESBL | | amoxicillin, ampicillin, cephalosporins up to ceftriaxone, aztreonam |
| *Candida krusei*, *Aspergillus* | | fluconazole |
| *Mucorales* | | fluconazole, voriconazole, caspofungin |
| *Cryptococcus* | | caspofungin |
| *Pneumocystis* | | fluconazole, voriconazole, amphotericin |
| any, where the infection is a pneumonia | | daptomycin, which surfactant inactivates; its label says that it is not for pneumonia |

## Why

The antibiotic is chosen before the culture is back, and the result comes to somebody else.

## Example

```text
Blood cultures grew Pseudomonas aeruginosa.
Plan: ceftriaxone 2 g daily.
```

## What it cannot tell

Whether the germ causes the infection. It is silent where the note names a second germ or a mixed flora; another drug that \
may act on the germ and is not stopped; where the germ colonizes, is suspected, feared, of the past or gone; where the drug \
was given before the culture, as a prophylaxis, on the skin or the eye, for another problem or another part of the body; and \
where the note calls the germ sensitive to it. A drug that the table lacks may be inactive too.
",
            notice!(),
            "
## Fixes

None. The finding links the germ, or the result.

## Sources

EUCAST, *Intrinsic Resistance and Unusual Phenotypes*, version 3.3, tables 1, 2 and 4: the rows marked as such were held \
against them. The rest follows from the names MRSA, ESBL and VRE, from labels, or is general knowledge. The table holds facts \
only; the choice is our own.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

/// Compares the antimicrobials that a note orders with the organisms that it reports.
fn check(draft: &Draft<'_>) -> Vec<Remark> {
    if !draft.has(BlockFlags::DRUG) || !draft.scan::<AntimicrobialScan>(()).iter().any(|group| *group.summary)
    {
        return Vec::new();
    }
    let mut infection = Infection::default();
    for group in draft.scan::<InfectionScan>(()) {
        infection.add(&group.summary, group.start);
    }
    let is_resistant = infection.results.iter().any(|result| result.verdict == Verdict::Resistant);
    if infection.is_mixed || infection.germs.is_empty() && !is_resistant && infection.pneumonia.is_none() {
        return Vec::new();
    }
    let treatment = Treatment::of(draft, &infection);
    let mut out: Vec<Remark> = Vec::new();
    for order in &treatment.orders {
        let found = treatment
            .against_result(order)
            .or_else(|| treatment.against_nature(order))
            .or_else(|| treatment.in_pneumonia(order));
        out.extend(found);
    }
    out
}

/// Words between two drugs of which the second follows the first.
static ONE_AFTER_ANOTHER: LazyLock<Pattern> =
    LazyLock::new(|| context("resistant-organism/one-after-another"));

/// Words before a drug from which the note changes.
static CHANGE_FROM: LazyLock<Pattern> = LazyLock::new(|| context("resistant-organism/change-from"));

/// Words of a sentence about a drug that may be given later.
static UNDECIDED: LazyLock<Pattern> = LazyLock::new(|| context("resistant-organism/undecided"));

/// The antimicrobials that a note orders, with what it says about the infection.
struct Treatment<'a, 'd> {
    draft: &'a Draft<'d>,
    infection: &'a Infection,
    /// The orders, without those that the note stops later.
    orders: Vec<Order>,
    /// The places where a drug is stopped.
    stopped: Vec<(Substance, Span)>,
    /// The organisms that were found, without duplicates.
    germs: Vec<&'static str>,
}

impl<'a, 'd> Treatment<'a, 'd> {
    fn of(draft: &'a Draft<'d>, infection: &'a Infection) -> Self {
        let mut orders: Vec<Order> = Vec::new();
        for group in draft.scan::<OrderScan>(()) {
            for order in group.summary.iter().filter(|order| is_antimicrobial(order.substance)) {
                orders::add(&mut orders, order, group.start);
            }
        }
        let mut stopped = Vec::new();
        for group in draft.scan::<StoppedScan>(()) {
            for (substance, stop) in group.summary.iter() {
                let stop = stop.shift(group.start);
                stopped.push((*substance, stop));
                for order in orders.iter_mut().filter(|order| order.substance == *substance) {
                    order.places.retain(|place| place.start >= stop.start);
                }
            }
        }
        orders.retain(|order| !order.places.is_empty());
        let mut germs: Vec<&'static str> =
            infection.germs.iter().map(|found| germs::organism(found.row)).collect();
        germs.sort_unstable();
        germs.dedup();
        // "ESBL" next to a name is a property of that organism.
        if germs.len() > 1 {
            germs.retain(|germ| *germ != UNNAMED_ESBL);
        }
        Treatment { draft, infection, orders, stopped, germs }
    }

    /// Returns the sentence around a place.
    fn sentence(&self, place: Span) -> Span {
        self.around(place, |block, inside| block.sentence_at(inside).map(|sentence| sentence.span))
    }

    /// Returns the line or paragraph around a place.
    fn unit(&self, place: Span) -> Span {
        self.around(place, |block, inside| block.unit_at(inside).map(|unit| unit.span))
    }

    /// Returns what `find` finds at a place of its block.
    fn around(&self, place: Span, find: impl FnOnce(&BlockContext<'_>, usize) -> Option<Span>) -> Span {
        let Some(block) = self.draft.at(place.start as usize) else { return place };
        let inside = (place.start as usize).saturating_sub(block.start);
        find(&block, inside).map_or(place, |span| span.shift(block.start))
    }

    fn text(&self, span: Span) -> &'d str {
        self.draft.text(span).unwrap_or_default()
    }

    /// Whether the order at a place may treat the infection that `found` mentions.
    fn is_treatment_of(&self, place: Span, found: Span) -> bool {
        let sentence = self.sentence(place);
        let section = self
            .draft
            .at(place.start as usize)
            .map(|block| block.section_at((place.start as usize).saturating_sub(block.start)));
        if section == Some(Section::Medications) {
            return false;
        }
        let before = self.text(Span { start: sentence.start, end: place.start });
        let behind = self.text(Span { start: place.end, end: sentence.end });
        let germ = treatment::sites(self.text(found));
        // Another infection is mentioned between the organism and the order.
        let is_other = self.infection.diagnoses.iter().any(|(named, bits)| {
            named.start >= found.end
                && named.end <= sentence.start
                && germ != 0
                && *bits != 0
                && bits & germ == 0
        });
        // The problem at the beginning of the line of the order: "2. Acne. Doxycycline 100 mg daily".
        let unit = self.unit(place);
        let has_own_line = unit.start > found.start;
        let line = self.text(Span { start: unit.start, end: sentence.start.max(unit.start) });
        let is_of_line = has_own_line && treatment::names_other_problem(line, self.text(found));
        !is_other && !is_of_line && !is_for_something_else(before, behind, self.text(found))
    }

    /// Whether another drug that may act is given with the order at `place`: any drug that `is_inactive` does not
    /// accept, unless its course is over or stopped.
    fn has_companion(
        &self,
        order: &Order,
        place: Span,
        from: u32,
        is_inactive: &dyn Fn(Substance) -> bool,
    ) -> bool {
        let here = self.sentence(place);
        // A drug in an antibiogram was tested, not given: "ampicillin S, vancomycin S".
        let is_tested = |drug: Span| self.infection.results.iter().any(|result| result.span.overlaps(drug));
        self.infection.drugs.iter().filter(|drug| !is_tested(drug.span)).any(|drug| {
            let may_act = drug.substance.is_none_or(|substance| {
                substance != order.substance
                    && !substance.is_same_as(order.substance)
                    && !is_inactive(substance)
            });
            let is_ordered = || self.orders.iter().any(|order| order.places.contains(&drug.span));
            may_act
                && !self.precedes(drug.span, place)
                && !UNDECIDED.is_match(self.text(drug.sentence))
                && !self.is_stopped(drug.substance, drug.span)
                && (drug.sentence == here || !drug.is_over && (drug.span.start >= from || is_ordered()))
        })
    }

    /// Whether the order at `place` follows the drug in time: "ceftriaxone until tonight, then step down to ciprofloxacin".
    fn precedes(&self, drug: Span, place: Span) -> bool {
        drug.end <= place.start
            && self.sentence(drug) == self.sentence(place)
            && (ONE_AFTER_ANOTHER.is_match(self.text(Span { start: drug.end, end: place.start }))
                || self.is_changed_from(drug, place))
    }

    /// Whether a sentence changes the drug to the order at `place`: "change piperacillin-tazobactam to ertapenem".
    fn is_changed_from(&self, drug: Span, place: Span) -> bool {
        let lead = self.text(Span { start: self.sentence(place).start, end: drug.start });
        let gap = self.text(Span { start: drug.end, end: place.start });
        CHANGE_FROM.is_match(lead) && matches!(gap.trim(), "to" | "a" | "por")
    }

    /// Whether a drug is stopped at its mention or later.
    fn is_stopped(&self, substance: Option<Substance>, place: Span) -> bool {
        self.stopped.iter().any(|(stopped, at)| {
            // "Piperacillin-tazobactam" may be read as two names.
            let is_one_word = at.overlaps(place) || at.end <= place.start && place.start - at.end <= 1;
            is_one_word || at.start > place.start && substance.is_some_and(|one| one.is_same_as(*stopped))
        })
    }

    /// Whether the note reports the organism as susceptible to the ordered drug.
    fn is_susceptible(&self, order: &Order) -> bool {
        self.infection.results.iter().any(|result| {
            result.verdict == Verdict::Susceptible && is_result_of(order.substance, result.substance)
        })
    }

    /// Reports an order to which the note calls the organism resistant.
    fn against_result(&self, order: &Order) -> Option<Remark> {
        if self.germs.len() > 1 || self.is_susceptible(order) {
            return None;
        }
        let is_resistant = |substance: Substance| {
            self.infection.results.iter().any(|result| {
                result.verdict == Verdict::Resistant && is_result_of(substance, result.substance)
            })
        };
        let result = self.infection.results.iter().find(|result| {
            result.verdict == Verdict::Resistant && is_result_of(order.substance, result.substance)
        })?;
        let told = self.sentence(result.span);
        let place = *order.places.iter().find(|place| {
            place.start >= result.span.end
                && (self.sentence(**place) == told || self.is_treatment_of(**place, told))
        })?;
        if self.has_companion(order, place, result.span.start, &is_resistant) {
            return None;
        }
        let (shown, tested) = (self.text(place), self.text(result.span));
        let (message, other) = if self.draft.is_spanish() {
            (
                format!(
                    "Se pauta «{shown}» y el antibiograma de la nota da resistencia a «{tested}». Compruebe el antimicrobiano."
                ),
                "el antibiograma",
            )
        } else {
            (
                format!(
                    "“{shown}” is ordered, and the note's own antibiogram calls the germ resistant to “{tested}”. Check the drug."
                ),
                "the antibiogram",
            )
        };
        Some(Remark::new(place, message).with_related(result.span, other))
    }

    /// Reports an order that does not act on the only organism.
    fn against_nature(&self, order: &Order) -> Option<Remark> {
        let [_] = self.germs.as_slice() else { return None };
        let name = name_of(order.substance)?;
        if self.is_susceptible(order) {
            return None;
        }
        let lists = |found: &FoundGerm, name: &str| {
            ROWS.get(found.row).is_some_and(|row| row.inactive.contains(&name))
        };
        let is_inactive = |substance: Substance| {
            name_of(substance).is_some_and(|name| self.infection.germs.iter().any(|found| lists(found, name)))
        };
        let (place, found) = order.places.iter().find_map(|place| {
            let named = self.infection.germs.iter().filter(|found| lists(found, name));
            let found = named
                .filter(|found| found.span.start < place.start || found.sentence == self.sentence(*place));
            let found = found.max_by_key(|found| found.span)?;
            self.is_treatment_of(*place, found.sentence).then_some((*place, found))
        })?;
        let first = self.infection.germs.iter().map(|found| found.span.start).min().unwrap_or_default();
        if self.has_companion(order, place, first, &is_inactive) {
            return None;
        }
        let row = ROWS.get(found.row)?;
        let (shown, named) = (self.text(place), self.text(found.span));
        let (message, other) = if self.draft.is_spanish() {
            let why = match (row.is_of_eucast, row.is_compared) {
                (true, true) => "intrínsecamente resistente (EUCAST)",
                (true, false) => "intrínsecamente resistente (EUCAST); fila aún sin cotejar con su tabla",
                (false, _) => "sobre el que no actúa",
            };
            (
                format!("Se pauta «{shown}» y la nota nombra «{named}», {why}. Compruebe el antimicrobiano."),
                "microorganismo",
            )
        } else {
            let why = match (row.is_of_eucast, row.is_compared) {
                (true, true) => "which is intrinsically resistant to it (EUCAST)",
                (true, false) => {
                    "which is intrinsically resistant to it (EUCAST); the row was not yet compared with its table"
                }
                (false, _) => "on which it does not act",
            };
            (
                format!("“{shown}” is ordered, and the note names “{named}”, {why}. Check the drug."),
                "organism",
            )
        };
        Some(Remark::new(place, message).with_related(found.span, other))
    }

    /// Reports daptomycin for pneumonia.
    fn in_pneumonia(&self, order: &Order) -> Option<Remark> {
        let pneumonia =
            self.infection.pneumonia.filter(|_| name_of(order.substance) == Some("daptomycin"))?;
        let told = self.sentence(pneumonia);
        let place = *order.places.iter().find(|place| {
            (place.start >= pneumonia.end || self.sentence(**place) == told)
                && self.is_treatment_of(**place, told)
        })?;
        if self.infection.has_other_site || self.has_companion(order, place, 0, &|_| false) {
            return None;
        }
        let (shown, named) = (self.text(place), self.text(pneumonia));
        let (message, other) = if self.draft.is_spanish() {
            (
                format!(
                    "Se pauta «{shown}» y la nota menciona «{named}». El surfactante la inactiva y su ficha técnica la excluye en la neumonía. Compruebe el antimicrobiano."
                ),
                "la neumonía",
            )
        } else {
            (
                format!(
                    "“{shown}” is ordered, and the note mentions “{named}”. Surfactant inactivates it, and its label excludes pneumonia. Check the drug."
                ),
                "the pneumonia",
            )
        };
        Some(Remark::new(place, message).with_related(pneumonia, other))
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{note, places, said};
    use referee_syntax::Format;

    const ID: &str = "medication/resistant-organism";

    #[test]
    fn only_what_eucast_lists_is_called_resistant_by_nature() {
        let message = |text: &str| said(ID, Format::PlainText, text, &note())[0].remark.message.clone();
        let listed = message("Blood cultures grew Pseudomonas aeruginosa.\n\nPlan: ceftriaxone 2 g daily.");
        assert!(listed.contains("intrinsically resistant to it (EUCAST)"), "{listed}");
        let by_name = message("Wound culture: MRSA.\n\nPlan: cephalexin 500 mg four times daily.");
        assert!(by_name.contains("on which it does not act") && !by_name.contains("EUCAST"), "{by_name}");
    }

    #[test]
    fn what_the_antibiogram_says_is_told_rather_than_what_the_table_does() {
        let text =
            "Urine grew Klebsiella pneumoniae, resistant to ampicillin.\n\nPlan: ampicillin 1 g IV q6h.";
        assert_eq!(places(ID, Format::PlainText, text, &note()), ["ampicillin"]);
        let message = said(ID, Format::PlainText, text, &note())[0].remark.message.clone();
        assert!(message.contains("antibiogram"), "{message}");
    }
}
