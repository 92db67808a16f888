//! `medication/contraindicated`

mod condition;
mod conditions;
mod forms;
mod gestation;
mod lists;
mod pairs;
mod reasons;
mod resolved;
mod source;
mod table;
#[cfg(test)]
mod tests;

use super::allergy_conflict::conflicts;
use super::allergy_conflict::orders::{self, Order, OrderScan, StoppedScan};
use super::regimen::Regimen;
use crate::analysis::drugs;
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, context};
use crate::rules::notice::notice;
use crate::{Applies, BlockFlags, Check, CriticRule, Draft};
use condition::Condition;
use conditions::{ConditionScan, PatientConditions};
use pairs::CONTRAINDICATED_PAIRS;
use reasons::{Against, Reason};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use source::Source;
use std::sync::{Arc, LazyLock};
use table::CONTRAINDICATED_IN;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/contraindicated",
        summary: "A drug is ordered that its label or a guideline contraindicates in this patient, or with another drug",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A drug that is ordered or continued, where the same note says plainly that the patient has a condition in which the \
drug is not given, or orders a second drug that it may not be given with. The message says who says so: the label, which \
names the condition as a contraindication; a boxed warning of the label of the United States; the label in Europe, where \
that of the United States warns or is missing; a label that warns without forbidding; a guideline. In the tables a row without such a word is a contraindication of the label. An order that \
several of them forbid is one finding, the strongest reason first. English and Spanish.

| condition | drugs |
| --- | --- |
| a pregnancy that goes on | live vaccines (measles, mumps and rubella; varicella; yellow fever; BCG), isotretinoin, acitretin, thalidomide, lenalidomide, pomalidomide, methotrexate, warfarin, ribavirin, leflunomide, teriflunomide, bosentan, ambrisentan, macitentan, riociguat, finasteride, dutasteride, testosterone, ergotamine, dihydroergotamine, raloxifene, danazol, bexarotene, letrozole; boxed warning: mycophenolate, valproate, aliskiren, vismodegib, sacubitril, sacubitril valsartan, ACE inhibitors, angiotensin receptor blockers and combinations; in Europe: acenocoumarol, anastrozole, exemestane, doxycycline, minocycline, tetracycline, levofloxacin, moxifloxacin, statins |
| immunosuppression (leukaemia under treatment, transplant, chemotherapy, CD4 below 200) | the live vaccines |
| pre-eclampsia, eclampsia, HELLP | ergometrine, methylergonovine |
| asthma | propranolol, timolol, sotalol, carvedilol, nadolol, labetalol, adenosine |
| heart failure | cilostazol, propafenone; boxed warning: pioglitazone, rosiglitazone, dronedarone, itraconazole; in Europe: flecainide, diclofenac, etoricoxib |
| a reduced ejection fraction | the label warns: ibuprofen, naproxen, indomethacin, ketorolac; guidelines: diltiazem |
| coronary disease, ischemic stroke or attack | triptans, sumatriptan naproxen, ergotamine, dihydroergotamine; in Europe: etoricoxib |
| myocardial infarction, now or before | boxed warning: flecainide, propafenone |
| stroke or transient attack, now or before | prasugrel, estradiol, conjugated estrogens, ethinylestradiol |
| epilepsy, anorexia or bulimia nervosa | bupropion, mefloquine, dalfampridine |
| atrioventricular block of the second or third degree, no pacemaker | verapamil, diltiazem, metoprolol, atenolol, bisoprolol, propranolol, carvedilol, sotalol, nadolol |
| Parkinson disease, dementia with Lewy bodies | haloperidol; in Europe: metoclopramide; guidelines: prochlorperazine |
| myasthenia gravis | boxed warning: ciprofloxacin, levofloxacin, moxifloxacin, ofloxacin, telithromycin; in Europe: gentamicin |
| eGFR below 30, end-stage disease, dialysis | metformin, nitrofurantoin, ketorolac, fondaparinux; in Europe: dabigatran, duloxetine, etoricoxib, NSAIDs |
| from the 30th week of a pregnancy on | in Europe: NSAIDs, ketorolac |
| a mechanical heart valve | dabigatran; the label warns: rivaroxaban, apixaban, edoxaban |
| an ejection fraction below 30 % | verapamil; guidelines: diltiazem |
| younger than 12 years | codeine, codeine acetaminophen; in Europe: aspirin |
| younger than 2 years | promethazine, loperamide |
| sildenafil or one of its kin taken within hours | nitroglycerin, isosorbide |
| an anticoagulant taken by mouth | the label warns: NSAIDs; in Europe: ketorolac |
| antiphospholipid syndrome | the label warns: apixaban, rivaroxaban, edoxaban, dabigatran |
| ketoacidosis | the label warns: dapagliflozin, empagliflozin, canagliflozin |
| bladder cancer, now or before | in Europe: pioglitazone |
| a stenosis of both renal arteries | in Europe: ACE inhibitors |
| narrow-angle glaucoma, no iridotomy | oxybutynin and its kin, scopolamine |
| malignant hyperthermia | succinylcholine, sevoflurane, desflurane, isoflurane |
| G6PD deficiency | rasburicase, primaquine, methylene blue, pegloticase, tafenoquine; in Europe: nitrofurantoin; the label warns: dapsone |
| pheochromocytoma | metoclopramide, glucagon |
| breast cancer, now or before | estradiol, conjugated estrogens, ethinylestradiol; in Europe: tibolone |
| deep vein thrombosis, pulmonary embolism, now or before | estradiol, conjugated estrogens, ethinylestradiol, raloxifene; in Europe: tibolone |
| migraine with aura | ethinylestradiol |
| hyperkalemia, a potassium of 6 mmol/L and above | spironolactone, eplerenone, amiloride, triamterene, potassium chloride; in Europe: succinylcholine |
| active ulcer or bleeding of the gut | ketorolac, apixaban, rivaroxaban, edoxaban, dabigatran, warfarin, enoxaparin, prasugrel, ticagrelor, fondaparinux; in Europe: NSAIDs |
| obstruction of the bowel | metoclopramide, methylnaltrexone, prucalopride |
| colitis by *Clostridioides difficile*, dysentery | loperamide, diphenoxylate |
| long QT, QTc of 500 ms and above | ziprasidone, thioridazine, pimozide, sotalol, dofetilide, droperidol; in Europe: domperidone, citalopram, escitalopram, haloperidol, clarithromycin, erythromycin, moxifloxacin, hydroxyzine |
| atrial fibrillation with an accessory pathway | verapamil, diltiazem; in Europe: digoxin |
| cardiogenic shock | metoprolol, bisoprolol, carvedilol, atenolol, propranolol, verapamil, diltiazem |
| hereditary or idiopathic angio-edema, or one by an ACE inhibitor | ACE inhibitors, sacubitril, sacubitril valsartan |
| medullary thyroid carcinoma, MEN 2 | semaglutide, liraglutide, dulaglutide, exenatide, tirzepatide |
| intracranial hemorrhage | alteplase, tenecteplase, reteplase |
| HLA-B*57:01 | abacavir |
| hypocalcemia | denosumab, zoledronic acid, alendronate, ibandronate, risedronate |
| esophageal stricture, achalasia | alendronate, ibandronate, risedronate |
| urinary retention | oxybutynin and its kin |
| porphyria | phenobarbital, primidone, thiopental |
| breast-feeding | in Europe: codeine, codeine acetaminophen, methotrexate |
| decompensated cirrhosis, Child-Pugh C | ranolazine, valproate; in Europe: rivaroxaban, bosentan, duloxetine |
| active tuberculosis | in Europe: infliximab, adalimumab, etanercept, golimumab, certolizumab |

| together | |
| --- | --- |
| sildenafil, tadalafil, vardenafil, avanafil, riociguat | nitroglycerin, isosorbide |
| riociguat | sildenafil, tadalafil, vardenafil, avanafil |
| phenelzine, tranylcypromine, moclobemide | SSRIs, venlafaxine, duloxetine, clomipramine |
| phenelzine, tranylcypromine, moclobemide | imipramine, meperidine, tramadol, methadone, bupropion, methylphenidate, buspirone, dextromethorphan, pseudoephedrine, linezolid |
| phenelzine, tranylcypromine, moclobemide | sumatriptan, rizatriptan, zolmitriptan |
| selegiline, rasagiline | meperidine, tramadol, methadone, dextromethorphan |
| linezolid, methylene blue | SSRIs, venlafaxine, duloxetine, clomipramine |
| disulfiram | metronidazole |
| naltrexone | opioids |
| rilpivirine | proton pump inhibitors |
| rilpivirine | rifampicin, carbamazepine, phenytoin, phenobarbital |
| dofetilide | dolutegravir, verapamil, hydrochlorothiazide, trimethoprim sulfamethoxazole |
| didanosine | allopurinol, ribavirin |
| lurasidone | strong inhibitors of CYP3A4 |
| lurasidone | rifampicin, carbamazepine, phenytoin, phenobarbital |
| pimozide | strong inhibitors of CYP3A4 |
| pimozide | erythromycin, citalopram, escitalopram, sertraline |
| thioridazine | fluoxetine, paroxetine, fluvoxamine, propranolol |
| dronedarone | strong inhibitors of CYP3A4 |
| alfuzosin | strong inhibitors of CYP3A4 |
| triazolam | itraconazole, ketoconazole, ritonavir |
| domperidone | in Europe: strong inhibitors of CYP3A4 |
| eletriptan | strong inhibitors of CYP3A4 |
| ticagrelor | in Europe: strong inhibitors of CYP3A4 |
| tolvaptan | strong inhibitors of CYP3A4 |
| simvastatin, lovastatin | ritonavir, cobicistat, posaconazole, telithromycin, clarithromycin, erythromycin, itraconazole, ketoconazole |
| simvastatin | gemfibrozil, cyclosporine, danazol |
| dabigatran | in Europe: itraconazole, ketoconazole, cyclosporine, dronedarone |
| spironolactone | eplerenone, amiloride, triamterene |
| eplerenone | amiloride, triamterene, clarithromycin, itraconazole, ketoconazole |
| ergotamine, dihydroergotamine | clarithromycin, erythromycin, itraconazole, ketoconazole, ritonavir, sumatriptan, rizatriptan |
| acitretin | doxycycline, minocycline, tetracycline, methotrexate |
| isotretinoin | in Europe: doxycycline, minocycline, tetracycline |
| ivabradine | clarithromycin, itraconazole, ketoconazole |
| ivabradine | in Europe: verapamil, diltiazem |
| voriconazole | carbamazepine, rifampicin, phenobarbital |
| nirmatrelvir | simvastatin, lovastatin, amiodarone, flecainide, ranolazine, rifampicin, carbamazepine |
| ranolazine | clarithromycin, itraconazole, ketoconazole |
| tizanidine | ciprofloxacin, fluvoxamine |
| febuxostat | azathioprine, mercaptopurine |
| allopurinol | the label warns: azathioprine, mercaptopurine |
| sacubitril, sacubitril valsartan | ACE inhibitors |
| brivudine | in Europe: fluorouracil, capecitabine |
| methotrexate | the label warns: trimethoprim sulfamethoxazole, trimethoprim |
| valproate | the label warns: meropenem, imipenem, imipenem cilastatin, ertapenem, doripenem |
| clozapine | in Europe: carbamazepine, metamizole |

## Why

The history and the order are written by different people, and each looks right alone.

## Example

```text
History of asthma since school.
Plan: propranolol 40 mg twice daily for migraine.
```

## What it cannot tell

Whether the drug was chosen in spite of it: a sentence that mentions a contraindication, an interaction or of risks and \
benefits is passed over. So are conditions that are denied, suspected, a relative's, of childhood, or over: a \
pregnancy where the note tells of a birth, of breast-feeding, of an ectopic pregnancy or an abortion; a block where there \
is a pacemaker; a filtration rate where another one of the note is 30 or above; a potassium, a QTc or an ejection fraction \
where another one is within limits; a retention where the catheter is out; a pathway that was ablated; a breast-feeding \
that ended; what a test of genes or enzymes excluded. Warfarin with a mechanical valve, and \
valproate where nothing else helps, are given in pregnancy. Drops and gels are passed over, except for drugs that act \
through the skin or the mouth (a patch of fentanyl, miconazole with warfarin). An anticoagulant is given again some days after \
the source of a bleeding was treated. A drug that the table lacks is not safe for that.
",
            notice!(),
            "
## Fixes

None. The finding links the condition or the other drug.

## Sources

The sections *Contraindications*, *Boxed warning* and *Warnings* of the drugs' labels at DailyMed (United States, public \
domain); the technical sheets at CIMA (Spain) and the European Medicines Agency for what is marked as Europe's, as of NSAIDs \
and dabigatran with an eGFR below 30, codeine in breast-feeding, citalopram with a long QT. The table holds facts only; the choice of what is \
absolute is our own. Its rows were written down from general knowledge of these labels and have not been held against \
them one by one: read the label before you act.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, |draft| remarks(draft).0.clone())],
    fixes: None,
};

/// Returns the English generic names of an ordered drug and of its ingredients; empty for a group
/// of drugs and for a name that is known only by its stem.
fn generic_names(order: &Order) -> impl Iterator<Item = &'static str> {
    let contained = order.substance.ingredients().iter();
    contained.filter_map(|index| drugs::drug(*index)?.names.first().map(String::as_str))
}

/// Whether the tables contain a drug, alone or in a pair.
fn is_in_tables(name: &str) -> bool {
    CONTRAINDICATED_IN.iter().any(|(_, _, drugs)| drugs.contains(&name))
        || CONTRAINDICATED_PAIRS.iter().any(|(_, one, other)| one.contains(&name) || other.contains(&name))
}

/// The remarks of the rule about a draft.
pub(super) struct Contraindications(pub(super) Vec<Remark>);

/// Returns the remarks of the rule about a draft, computed once.
pub(super) fn remarks(draft: &Draft<'_>) -> Arc<Contraindications> {
    draft.fact(|draft| Contraindications(check(&draft)))
}

/// The states of the patient that other rules about medicines use.
#[derive(Default)]
pub(super) struct PatientStates {
    pub(super) pregnancy: Option<Span>,
    pub(super) late_pregnancy: Option<Span>,
    pub(super) breastfeeding: Option<Span>,
    pub(super) severe_liver_disease: Option<Span>,
    pub(super) renal_failure: Option<Span>,
    pub(super) asthma: Option<Span>,
    /// Sentences that mention a contraindication, an interaction or risks.
    pub(super) considered: Vec<Span>,
}

/// Reads the states of the patient from a draft.
pub(super) fn states(draft: &Draft<'_>) -> PatientStates {
    let mut conditions = PatientConditions::default();
    for group in draft.scan::<ConditionScan>(()) {
        conditions.add(&group.summary, group.start);
    }
    PatientStates {
        pregnancy: conditions.first(Condition::Pregnancy),
        late_pregnancy: conditions.first(Condition::LatePregnancy),
        breastfeeding: conditions.first(Condition::Breastfeeding),
        severe_liver_disease: conditions.first(Condition::SevereLiverDisease),
        renal_failure: conditions.first(Condition::SevereRenalFailure),
        asthma: conditions.first(Condition::Asthma),
        considered: conditions.considered,
    }
}

/// Compares what a note orders with what it says of the patient, and the orders with each other.
fn check(draft: &Draft<'_>) -> Vec<Remark> {
    if !draft.has(BlockFlags::DRUG) {
        return Vec::new();
    }
    let mut orders: Vec<Order> = Vec::new();
    for group in draft.scan::<OrderScan>(()) {
        for order in group.summary.iter() {
            orders::add(&mut orders, order, group.start);
        }
    }
    // A drug that the note stops further on is not ordered.
    for group in draft.scan::<StoppedScan>(()) {
        for (substance, stop) in group.summary.iter() {
            for order in orders.iter_mut().filter(|order| order.substance == *substance) {
                order.places.retain(|place| place.start >= stop.shift(group.start).start);
            }
        }
    }
    // Drops for the eye and a gel are not the drug that is swallowed.
    let regimen = Regimen::of(draft);
    let is_local = |place: &Span| regimen.all.iter().any(|taken| taken.place == *place && taken.is_local());
    for order in &mut orders {
        order.places.retain(|place| !is_local(place));
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
    // Medicines that the patient already takes, by a list or the history, count in addition to
    // orders.
    let taken: Vec<(&'static str, Span)> = regimen
        .current()
        .iter()
        .filter(|taken| taken.dose.is_some() && !taken.is_once && !is_considered(&taken.place))
        .flat_map(|taken| {
            let names = taken.ingredients().iter().filter_map(|index| drugs::drug(*index)?.names.first());
            names.map(|name| (name.as_str(), taken.place))
        })
        .filter(|(name, _)| !ordered.iter().any(|(known, _)| known == name))
        .collect();
    let of_taken = |names: &'static [&'static str]| taken.iter().filter(|(name, _)| names.contains(name));
    // "Allergies: lisinopril (angioedema)": an ACE inhibitor is a single error, which the allergy
    // rule reports.
    let allergic = conflicts(draft);
    let is_told_as_allergy = |ordered: Span, known: Span| {
        let of_order = allergic.iter().filter(|conflict| conflict.place == ordered);
        of_order.flat_map(|conflict| &conflict.related).any(|related| related.span.overlaps(known))
    };
    let mut out = Vec::new();
    for (condition, source, drugs) in CONTRAINDICATED_IN {
        let Some(known) = conditions.first(*condition) else { continue };
        // Hypersensitivity to abacavir is a single error, which the allergy rule reports.
        let is_allergy =
            |place: Span| condition.is_of_allergies() && allergic.iter().any(|one| one.place == place);
        let remaining =
            of(drugs).filter(|(_, place)| !is_told_as_allergy(*place, known) && !is_allergy(*place));
        let against = Against::Condition(*condition);
        out.extend(remaining.map(|(_, place)| Reason { ordered: *place, known, against, source: *source }));
    }
    // "Azathioprine: reduce to 50 mg" is what the label asks for; "switch of ramipril to sacubitril" takes one away.
    let sentence_at = |place: Span| {
        let block = draft.at(place.start as usize)?;
        let sentence = block.sentence_at((place.start as usize).checked_sub(block.start)?)?;
        Some((sentence.span.shift(block.start), block.slice(sentence.span).to_owned()))
    };
    let is_settled = |source: Source, first: Span, second: Span| {
        let (Some((at, text)), Some((with, other))) = (sentence_at(first), sentence_at(second)) else {
            return false;
        };
        let is_reduced =
            source == Source::LabelWarning && (LOWERED.is_match(&text) || LOWERED.is_match(&other));
        let names =
            |text: &str, place: Span| fold(text).contains(&fold(draft.text(place).unwrap_or_default()));
        let replaces = |text: &str| REPLACED.is_match(text) && names(text, first) && names(text, second);
        is_reduced || at == with && REPLACED.is_match(&text) || replaces(&text) || replaces(&other)
    };
    for (source, one, other) in CONTRAINDICATED_PAIRS {
        for (_, first) in of(one) {
            let others = of(other).chain(of_taken(other)).filter(|(_, second)| second != first);
            let others = others.filter(|(_, second)| !is_settled(*source, *first, *second));
            out.extend(others.map(|(_, second)| Reason::of_pair(*first, *second, *source)));
        }
        for (_, first) in of_taken(one) {
            let others = of(other).filter(|(_, second)| second != first);
            let others = others.filter(|(_, second)| !is_settled(*source, *first, *second));
            out.extend(others.map(|(_, second)| Reason::of_pair(*second, *first, *source)));
        }
    }
    reasons::remarks(draft, out)
}

/// Words of an order whose dose is lowered for the other drug.
static LOWERED: LazyLock<Pattern> = LazyLock::new(|| context("contraindicated/pairs/lowered"));

/// Words of a sentence in which one of two drugs replaces the other.
static REPLACED: LazyLock<Pattern> = LazyLock::new(|| context("contraindicated/pairs/replaced"));
