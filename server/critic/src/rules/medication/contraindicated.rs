//! `medication/contraindicated`

mod condition;
mod conditions;
mod forms;
mod organisms;
mod table;
#[cfg(test)]
mod tests;

use super::allergy_conflict::ordered::{self, Order, OrderScan, StoppedScan};
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
| a pregnancy that goes on | isotretinoin, acitretin, thalidomide and its kin, methotrexate, warfarin, acenocoumarol, ribavirin, leflunomide, bosentan, ambrisentan, macitentan, riociguat, mycophenolate, valproate, finasteride, dutasteride, testosterone, ergotamine, dihydroergotamine, ACE inhibitors, angiotensin receptor blockers, sacubitril, aliskiren, raloxifene, danazol, bexarotene, teriflunomide, vismodegib, aromatase inhibitors |
| asthma | propranolol, timolol, sotalol, carvedilol, nadolol, labetalol, adenosine |
| heart failure | cilostazol, pioglitazone, rosiglitazone, dronedarone |
| coronary disease, ischaemic stroke or attack | triptans, ergotamine, dihydroergotamine, etoricoxib |
| epilepsy, anorexia or bulimia nervosa | bupropion, mefloquine, dalfampridine |
| atrioventricular block of the second or third degree, no pacemaker | verapamil, diltiazem, beta blockers |
| Parkinson disease, dementia with Lewy bodies | haloperidol, metoclopramide, prochlorperazine |
| myasthenia gravis | fluoroquinolones |
| from the 30th week of a pregnancy on | NSAIDs, tetracyclines |
| eGFR below 30, end-stage disease, dialysis | metformin, nitrofurantoin, NSAIDs, dabigatran, duloxetine, fondaparinux |
| a mechanical heart valve | dabigatran |
| an ejection fraction below 30 % | verapamil, diltiazem |
| younger than 12 years | codeine |
| younger than 2 years | promethazine, loperamide |
| narrow-angle glaucoma, no iridotomy | oxybutynin and its kin, scopolamine |
| malignant hyperthermia | succinylcholine, sevoflurane, desflurane, isoflurane |
| G6PD deficiency | rasburicase, pegloticase, primaquine, tafenoquine, methylene blue, nitrofurantoin |
| pheochromocytoma | metoclopramide, glucagon |
| breast cancer, now or before | oestrogens, tibolone |
| deep vein thrombosis, pulmonary embolism, now or before | oestrogens, tibolone, raloxifene |
| migraine with aura | ethinylestradiol |
| hyperkalemia, a potassium of 6 mmol/L and above | spironolactone, eplerenone, amiloride, triamterene, potassium chloride |
| active ulcer or bleeding of the gut | NSAIDs |
| obstruction of the bowel | metoclopramide, methylnaltrexone, prucalopride |
| colitis by *Clostridioides difficile*, dysentery | loperamide, diphenoxylate |
| long QT, QTc of 500 ms and above | ziprasidone, thioridazine, pimozide, domperidone, sotalol, dofetilide, droperidol, citalopram, escitalopram |
| atrial fibrillation with an accessory pathway | verapamil, diltiazem, digoxin |
| cardiogenic shock | beta blockers, verapamil, diltiazem |
| hereditary or idiopathic angio-oedema, or one by an ACE inhibitor | ACE inhibitors, sacubitril |
| medullary thyroid carcinoma, MEN 2 | semaglutide and its kin |
| intracranial hemorrhage | alteplase, tenecteplase, reteplase |
| HLA-B*57:01 | abacavir |
| hypocalcemia | denosumab, zoledronic acid, alendronate, ibandronate, risedronate |
| esophageal stricture, achalasia | alendronate, ibandronate, risedronate |
| urinary retention | oxybutynin and its kin |
| porphyria | barbiturates |
| breast-feeding | codeine, methotrexate |
| decompensated cirrhosis, Child-Pugh C | ranolazine, rivaroxaban, bosentan, duloxetine |
| active tuberculosis | inhibitors of TNF |
| sildenafil or one of its kin taken within hours | nitrates |

| together | |
| --- | --- |
| sildenafil, tadalafil, vardenafil, avanafil, riociguat | nitrates |
| riociguat | sildenafil and its kin |
| phenelzine, tranylcypromine, moclobemide | SSRIs, venlafaxine, duloxetine, clomipramine, imipramine, meperidine, tramadol, methadone, bupropion, methylphenidate, buspirone, triptans, dextromethorphan, pseudoephedrine, linezolid |
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
| disulfiram | metronidazole |
| naltrexone | opioids |
| rilpivirine | proton pump inhibitors, rifampicin, carbamazepine, phenytoin, phenobarbital |
| dofetilide | dolutegravir, verapamil, hydrochlorothiazide, co-trimoxazole |
| didanosine | allopurinol, ribavirin |
| pimozide | strong inhibitors of CYP3A4, erythromycin, citalopram, escitalopram, sertraline |
| thioridazine | fluoxetine, paroxetine, fluvoxamine, propranolol |
| lurasidone, dronedarone, alfuzosin, domperidone, eletriptan, ticagrelor, tolvaptan, triazolam | strong inhibitors of CYP3A4; lurasidone its inducers too |
| dabigatran | itraconazole, ketoconazole, ciclosporin, dronedarone |
| spironolactone, eplerenone | each other, amiloride, triamterene |

As information: the only drug against germs that a note orders, behind the name of the only germ, where that drug does \
not act on that germ, by nature or as the germ's name says: *Pseudomonas aeruginosa*, MRSA, ESBL, *Enterococcus*, VRE, *Stenotrophomonas*, \
*Listeria*, *Mycoplasma*, *Legionella*, *Chlamydia*, *Proteus* and its kin, *Klebsiella*, *Enterobacter cloacae*, *Candida \
krusei*, *Aspergillus*.

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
for metoclopramide the European Medicines Agency's review of 2013; for the last trimester, for diltiazem, and where the label of the United States warns but does not forbid (as of NSAIDs and dabigatran with an eGFR below 30, codeine in breast-feeding, citalopram with a long QT, inhibitors of TNF in tuberculosis) the technical sheets at CIMA (Spain); for most germs the tables of intrinsic resistance of EUCAST (version 3.3). The table holds facts only; the choice of what is \
absolute is our own.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

/// The English generic names of a drug that is ordered and of what it contains; none for a group of drugs and for a name
/// told by its stem.
fn generic_names(order: &Order) -> impl Iterator<Item = &'static str> {
    let contained = order.substance.ingredients().iter();
    contained.filter_map(|index| drugs::drug(*index)?.names.first().map(String::as_str))
}

/// Whether the tables name a drug, alone or as one of a pair.
fn is_in_tables(name: &str) -> bool {
    organisms::names(name)
        || CONTRAINDICATED_IN.iter().any(|(_, drugs)| drugs.contains(&name))
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
    // What the note stops further on is ordered no more.
    for group in draft.scan::<StoppedScan>(()) {
        for (substance, stop) in group.summary.iter() {
            for order in orders.iter_mut().filter(|order| order.substance == *substance) {
                order.places.retain(|place| place.start >= stop.shift(group.start).start);
            }
        }
    }
    orders.retain(|order| !order.places.is_empty());
    if !orders.iter().flat_map(generic_names).any(is_in_tables) {
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
            Some(generic_names(order).map(|name| (name, *place)))
        })
        .flatten()
        .collect();
    let of = |names: &'static [&'static str]| ordered.iter().filter(|(name, _)| names.contains(name));
    let mut out = Vec::new();
    for (condition, drugs) in CONTRAINDICATED_IN {
        let Some(known) = conditions.first(*condition) else { continue };
        out.extend(of(drugs).map(|(_, place)| forbidden_in(draft, *place, known, *condition)));
    }
    for (one, other) in CONTRAINDICATED_PAIRS {
        for (_, first) in of(one) {
            let others = of(other).filter(|(_, second)| second != first);
            out.extend(others.map(|(_, second)| forbidden_with(draft, *first, *second)));
        }
    }
    out.extend(organisms::check(draft, &ordered));
    // A combination may be named by itself and by what it contains.
    let mut known: Vec<(Span, String)> = Vec::new();
    out.retain(|remark: &Remark| {
        let one = (remark.place, remark.message.clone());
        let is_new = !known.contains(&one);
        known.push(one);
        is_new
    });
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
