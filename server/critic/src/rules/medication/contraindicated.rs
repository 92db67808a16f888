//! `medication/contraindicated`

mod condition;
mod conditions;
mod table;
#[cfg(test)]
mod tests;

use super::allergy_conflict::ordered::{self, Order, OrderScan};
use crate::analysis::allergens::Substance;
use crate::analysis::drugs;
use crate::rules::notice::notice;
use crate::{Applies, BlockFlags, Check, CriticRule, Draft};
use condition::Condition;
use conditions::{ConditionScan, PatientConditions};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use table::{CONTRAINDICATED_IN, CONTRAINDICATED_PAIRS};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/contraindicated",
        summary: "A drug is ordered that its label forbids in a condition of the patient, or with another drug ordered",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

A drug that is ordered or gone on with, where the same note says plainly that the patient has a condition which the \
drug's label names as a contraindication, or orders a second drug that it may not be given with. English and Spanish.

| condition | drugs |
| --- | --- |
| a pregnancy that goes on | isotretinoin, acitretin, thalidomide and its kin, methotrexate, warfarin, acenocoumarol, ribavirin, leflunomide, bosentan, ambrisentan, macitentan, riociguat, mycophenolate, valproate, finasteride, dutasteride, testosterone, ergotamine, dihydroergotamine, ACE inhibitors, angiotensin receptor blockers, sacubitril |
| asthma | propranolol, timolol, sotalol, carvedilol |
| heart failure | cilostazol, pioglitazone |
| coronary disease, ischaemic stroke or attack | sumatriptan, rizatriptan |
| epilepsy, anorexia or bulimia nervosa | bupropion |
| atrioventricular block of the second or third degree, no pacemaker | verapamil, diltiazem, beta blockers |
| Parkinson disease | haloperidol, metoclopramide, prochlorperazine |
| myasthenia gravis | fluoroquinolones |
| from the 30th week of a pregnancy on | ibuprofen, naproxen, diclofenac, ketorolac, dexketoprofen |
| eGFR below 30, end-stage disease, dialysis | metformin, nitrofurantoin, ketorolac |
| a mechanical heart valve | dabigatran |
| an ejection fraction below 30 % | verapamil, diltiazem |
| younger than 12 years | codeine |
| younger than 2 years | promethazine, loperamide |
| narrow-angle glaucoma, no iridotomy | oxybutynin, tolterodine, solifenacin, scopolamine |
| malignant hyperthermia | succinylcholine, sevoflurane, desflurane, isoflurane |
| G6PD deficiency | rasburicase, primaquine, methylene blue |
| pheochromocytoma | metoclopramide |
| sildenafil or one of its kin taken within hours | nitrates |

| together | |
| --- | --- |
| sildenafil, tadalafil, vardenafil, avanafil, riociguat | nitrates |
| riociguat | sildenafil and its kin |
| phenelzine, tranylcypromine | SSRIs, venlafaxine, duloxetine, meperidine, tramadol, bupropion |
| selegiline, rasagiline | meperidine, tramadol, methadone |
| ergotamine, dihydroergotamine | clarithromycin, erythromycin, itraconazole, ketoconazole, ritonavir, triptans |
| isotretinoin, acitretin | tetracyclines |
| ivabradine | verapamil, diltiazem, clarithromycin, itraconazole, ketoconazole |
| eplerenone | clarithromycin, itraconazole, ketoconazole |
| voriconazole | carbamazepine, rifampicin, phenobarbital |
| nirmatrelvir | simvastatin, lovastatin, amiodarone, flecainide, ranolazine, rifampicin, carbamazepine |
| simvastatin, lovastatin | clarithromycin, erythromycin, itraconazole, ketoconazole; simvastatin with gemfibrozil or ciclosporin |
| ranolazine | clarithromycin, itraconazole, ketoconazole |
| tizanidine | ciprofloxacin, fluvoxamine |
| febuxostat | azathioprine, mercaptopurine |
| sacubitril | ACE inhibitors |

## Why

The history and the order are written by different people, and each looks right alone.

## Example

```text
History of asthma since school.
Plan: propranolol 40 mg twice daily for migraine.
```

## What it cannot tell

Whether the drug was chosen in spite of it: a sentence that speaks of a contraindication, an interaction or of risks and \
benefits is passed over. So are conditions that are denied, suspected, a relative's, of childhood, or over: a \
pregnancy where the note tells of a birth, of breast-feeding, of an ectopic pregnancy or an abortion; a block where there \
is a pacemaker; a filtration rate where another one of the note is 30 or above. Warfarin with a mechanical valve, and \
valproate where nothing else helps, are given in pregnancy. A drug that the table lacks is not safe for that.
",
            notice!(),
            "
## Fixes

None. The finding links the condition or the other drug.

## Sources

The sections *Contraindications* and *Boxed warning* of the drugs' labels at DailyMed (United States, public domain), and \
for metoclopramide the European Medicines Agency's review of 2013; for the last trimester and for diltiazem the technical sheets at CIMA (Spain). The table holds facts only; the choice of what is \
absolute is our own.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

/// The English generic name of a drug that is ordered; `None` for a group of drugs and for a name told by its stem.
fn generic_name(order: &Order) -> Option<&'static str> {
    let Substance::Drug(index) = order.substance else { return None };
    drugs::drug(index)?.names.first().map(String::as_str)
}

/// Whether the tables name a drug, alone or as one of a pair.
fn is_in_tables(name: &str) -> bool {
    CONTRAINDICATED_IN.iter().any(|(_, drugs)| drugs.contains(&name))
        || CONTRAINDICATED_PAIRS.iter().any(|(one, other)| one.contains(&name) || other.contains(&name))
}

/// Compares what a note orders with what it says of the patient, and the orders with each other.
fn check(draft: &Draft<'_>) -> Vec<Remark> {
    if !draft.has(BlockFlags::DRUG) {
        return Vec::new();
    }
    let mut orders: Vec<Order> = Vec::new();
    for group in draft.scan::<OrderScan>(()) {
        for order in group.summary.iter() {
            ordered::add(&mut orders, order, group.start);
        }
    }
    if !orders.iter().filter_map(generic_name).any(is_in_tables) {
        return Vec::new();
    }
    let mut conditions = PatientConditions::default();
    for group in draft.scan::<ConditionScan>(()) {
        conditions.add(&group.summary, group.start);
    }
    let is_considered = |place: &Span| conditions.considered.iter().any(|sentence| sentence.contains(*place));
    let ordered: Vec<(&'static str, Span)> = orders
        .iter()
        .filter_map(|order| {
            let place = order.places.iter().find(|place| !is_considered(place))?;
            Some((generic_name(order)?, *place))
        })
        .collect();
    let of = |names: &'static [&'static str]| ordered.iter().filter(|(name, _)| names.contains(name));
    let mut out = Vec::new();
    for (condition, drugs) in CONTRAINDICATED_IN {
        let Some(known) = conditions.first(*condition) else { continue };
        out.extend(of(drugs).map(|(_, place)| forbidden_in(draft, *place, known, *condition)));
    }
    for (one, other) in CONTRAINDICATED_PAIRS {
        for (_, first) in of(one) {
            out.extend(of(other).map(|(_, second)| forbidden_with(draft, *first, *second)));
        }
    }
    out
}

/// The remark at an order whose drug's label names a condition that the note says the patient has at `known`.
fn forbidden_in(draft: &Draft<'_>, ordered: Span, known: Span, condition: Condition) -> Remark {
    let drug = draft.text(ordered).unwrap_or_default();
    let said = draft.text(known).unwrap_or_default();
    if draft.is_spanish() {
        let name = condition.name(true);
        let message = format!(
            "Se pauta «{drug}» y la nota recoge «{said}». Su ficha técnica señala {name} como contraindicación. Compruebe si puede administrarse."
        );
        return Remark::new(ordered, message).with_related(known, "lo que lo contraindica");
    }
    let name = condition.name(false);
    let message = format!(
        "“{drug}” is ordered, and the note says “{said}”. Its label names {name} as a contraindication. Check whether it may be given."
    );
    Remark::new(ordered, message).with_related(known, "what forbids it")
}

/// The remark on two orders whose drugs are not given together; it stands at the later one.
fn forbidden_with(draft: &Draft<'_>, first: Span, second: Span) -> Remark {
    let (ordered, other) = if first.start > second.start { (first, second) } else { (second, first) };
    let drug = draft.text(ordered).unwrap_or_default();
    let with = draft.text(other).unwrap_or_default();
    if draft.is_spanish() {
        let message = format!(
            "Se pautan «{drug}» y «{with}», que según su ficha técnica no deben darse juntos. Compruebe si se toman a la vez."
        );
        return Remark::new(ordered, message).with_related(other, "el otro fármaco");
    }
    let message = format!(
        "“{drug}” is ordered beside “{with}”; their labels say that they are not to be given together. Check whether both are taken."
    );
    Remark::new(ordered, message).with_related(other, "the other drug")
}
