//! `medication/allergy-conflict`

mod allergy;
mod ended;
pub(super) mod mentions;
mod note_allergies;
pub(super) mod orders;
mod reactions;
mod reported_reaction;
mod withheld;

use crate::analysis::allergens::Clash;
use crate::pattern::{Pattern, any_case, forms};
use crate::rules::notice::notice;
use crate::{Applies, BlockFlags, Check, CriticRule, Draft};
use allergy::Allergy;
pub(crate) use note_allergies::is_of_mum;
use note_allergies::{AllergyScan, NoteAllergies, is_of_an_isolate};
use orders::{Order, OrderScan};
use reactions::Reaction;
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/allergy-conflict",
        summary: "A drug is ordered although the note lists an allergy to it",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A drug that is ordered or continued, and an allergy of the patient in the same note to the same ingredient, to a \
combination that contains it, to its class, or to a drug of a class within which allergies cross. A label without a \
reaction counts. Brands, abbreviations and classes are read in English and Spanish: PCN, beta-lactams, sulfa, quinolones, \
AAS, NSAIDs/AINE, opioids, ACE inhibitors/IECA, iodinated contrast, HIT. Positive antibodies against heparin and PF4, and \
a 4T score of 4 and more, count from there on as an allergy to heparins.

A warning; an **error** where the note mentions a severe reaction: anaphylaxis, angio-oedema, Stevens-Johnson syndrome, \
toxic epidermal necrolysis, DRESS, agranulocytosis, heparin-induced thrombocytopenia, rhabdomyolysis, hypersensitivity to \
abacavir, and what patients call them (“my throat closed”).

A drug that was stopped for a reaction (“ramipril stopped for angioedema”, “se suspendió metamizol por agranulocitosis”) and \
one that is banned for it (“no heparin: HIT 2019”) count as allergies. A computed tomography or an angiography with contrast \
(“CTPA”, “TC con CIV”) is an order of iodinated contrast, a magnetic resonance one of gadolinium. “Sensitivities: penicillin” \
is a list of allergies, unless the note names a germ.

Which classes cross is in three steps. Always: penicillins, antibacterial sulfonamides, quinolones, macrolides, tetracyclines, \
aminoglycosides, carbapenems, NSAIDs, pyrazolones, ACE inhibitors, heparins, iodinated contrast media and others alike. Where \
the reaction was an allergic one: aromatic anticonvulsants, neuromuscular blockers, platinum drugs, taxanes, phenanthrene \
opioids, local anaesthetics of the amide type among themselves and those of the ester type among themselves, and others. \
Only where it was severe: proton pump inhibitors, setrons, statins (after rhabdomyolysis), fentanyl and its kin. There the \
other drugs of the class are given after a test, if at all. Azole antifungals do not cross here: cross-reactions between fluconazole and itraconazole are reported in single cases, and many patients with a rash by one tolerate the other.

## Why

The list and the order are far apart, and are often written by different people.

## Example

```text
Allergies: penicillin (anaphylaxis).
Plan: amoxicillin 500 mg three times daily.
```

## What it cannot tell

Whether the allergy is real: most people with a label of penicillin allergy tolerate it. Penicillins and cephalosporins \
are taken to cross only where they share a side chain (amoxicillin and cephalexin, cefadroxil, cefaclor, cefprozil). An \
intolerance of the gut does not cross. Denied allergies, those of relatives, to pollen, food or latex, and drugs that are \
stopped, avoided or given for an allergy are passed over; so is a drug that the patient has tolerated since, was tested \
for, or is desensitised to, and a label that was taken back (“allergy disproved by challenge”, “etiqueta retirada”, “nausea \
only, not an allergy”).
",
            notice!(),
            "
## Fixes

None. The finding links the allergy.

## Sources

How often a beta-lactam label has its reaction recorded: DOI 10.1371/journal.pone.0150514. \
The table holds facts only. The names of the drugs are those of DrugBank's open vocabulary (CC0 1.0), their classes those of \
the stems of WHO's international nonproprietary names where they have one; both are tested. Which brand is which drug, and \
which classes cross, is a selection of our own, written from general knowledge and generated from no register; DailyMed \
(United States) and CIMA (Spain) are where to look a label up.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, conflicts)],
    fixes: None,
};

/// Returns the place of an allergy to a drug that the note lists and does not revoke; reactions
/// that it reports as new do not count.
#[must_use]
pub fn first_listed_allergy(draft: &Draft<'_>) -> Option<Span> {
    let known = listed(draft);
    let is_tolerated = |allergy: &Allergy| {
        known.tolerated.iter().any(|tolerated| {
            // "Metamizole gave her a bronchospasm; she tolerates the other anti-inflammatories."
            let is_group = allergy.is_observed && tolerated.substance.names_group();
            tolerated.name == allergy.name
                || !is_group && tolerated.substance.is_of_family_of(allergy.substance)
        })
    };
    let mut allergies = known
        .allergies
        .iter()
        .filter(|allergy| (!allergy.is_observed || allergy.is_of_the_past) && !is_tolerated(allergy))
        .filter(|allergy| !allergy.is_observed || !is_effect(allergy));
    allergies.next().map(|allergy| allergy.span)
}

/// Whether a reaction is a known effect of the drug, not an allergy: bronchospasm with a beta blocker.
fn is_effect(allergy: &Allergy) -> bool {
    static BETA_BLOCKERS: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&format!("^(?:{})", forms("allergy-conflict/effects-of"))));
    BETA_BLOCKERS.is_match(&allergy.name)
}

/// Returns what a note says about allergies.
fn listed(draft: &Draft<'_>) -> NoteAllergies {
    let mut known = NoteAllergies::default();
    for group in draft.scan::<AllergyScan>(()) {
        known.add(&group.summary.allergies, &group.summary.tolerated, group.start);
        known.is_desensitised |= group.summary.is_desensitised;
    }
    known.allergies.retain(|allergy| !is_of_an_isolate(draft, allergy.span));
    known
}

/// Returns a remark for each drug that a note orders although it lists an allergy to it, with the
/// allergy as related place.
pub(super) fn conflicts(draft: &Draft<'_>) -> Vec<Remark> {
    if !draft.has(BlockFlags::DRUG) {
        return Vec::new();
    }
    let known = listed(draft);
    if known.allergies.is_empty() {
        return Vec::new();
    }
    let mut orders: Vec<Order> = Vec::new();
    for group in draft.scan::<OrderScan>(()) {
        for order in group.summary.iter() {
            orders::add(&mut orders, order, group.start);
        }
    }
    orders.iter().filter_map(|order| conflict(draft, &known, order)).collect()
}

/// Returns the remark for an order of a drug to which an allergy is listed.
fn conflict(draft: &Draft<'_>, known: &NoteAllergies, order: &Order) -> Option<Remark> {
    let clashes = known.allergies.iter().filter_map(|allergy| Some((clash(known, allergy, order)?, allergy)));
    let (clash, allergy) = clashes.max_by_key(|(clash, allergy)| (allergy.reaction, *clash, allergy.span))?;
    let is_known_before = !allergy.is_observed || allergy.is_of_the_past;
    let is_later = |place: &&Span| is_known_before || place.start > allergy.span.start;
    let mut places = order.places.iter().filter(is_later);
    let first = *places.next()?;
    let spanish = draft.is_spanish();
    let ordered = draft.text(first).unwrap_or_default();
    let order_text = orders::order_in_words(draft, first);
    let listed = draft.text(allergy.span).unwrap_or_default();
    let is_severe = allergy.reaction == Reaction::Severe;
    let message = if spanish {
        let what = if is_severe { "reacción grave" } else { "alergia" };
        let why = match clash {
            Clash::Same if allergy.name == order.name => String::new(),
            Clash::Same => format!(" («{ordered}» lo contiene)"),
            Clash::Member(group) | Clash::CrossReactivity(group) => format!("; son {}", group.name(true)),
        };
        let unknown =
            if allergy.reaction == Reaction::Unknown { " No consta qué reacción hubo." } else { "" };
        let allergy = match allergy.comes_from {
            Some((_, drugs)) => format!("menciona {listed}, una reacción a {drugs}"),
            None => format!("recoge una {what} a {listed}{why}"),
        };
        format!("{order_text} y la nota {allergy}.{unknown} Compruebe si puede administrarse.")
    } else {
        // A severe reaction need not be an allergy: pneumonitis, rhabdomyolysis, heparin-induced
        // thrombocytopenia.
        let what = if is_severe { "a severe reaction" } else { "an allergy" };
        let why = match clash {
            Clash::Same if allergy.name == order.name => String::new(),
            Clash::Same => format!(" (“{ordered}” is or contains it)"),
            Clash::Member(group) => format!(" (same class: {})", group.name(false)),
            Clash::CrossReactivity(group) => format!(" (both are {})", group.name(false)),
        };
        let unknown =
            if allergy.reaction == Reaction::Unknown { " The reaction is not documented." } else { "" };
        let allergy = match allergy.comes_from {
            Some((drugs, _)) => format!("mentions {listed}, a reaction to {drugs}"),
            None => format!("lists {what} to {listed}{why}"),
        };
        format!("{order_text}, but the note {allergy}.{unknown} Check before giving it.")
    };
    let severity = if is_severe { Severity::Error } else { Severity::Warning };
    let (the_allergy, here_too) =
        if spanish { ("alergia", "también pautado aquí") } else { ("allergy", "ordered here too") };
    let remark = Remark::new(first, message).with_severity(severity).with_related(allergy.span, the_allergy);
    Some(places.fold(remark, |remark, at| remark.with_related(*at, here_too)))
}

/// Returns why an order clashes with an allergy; `None` if the note says that the patient tolerates
/// the drug.
fn clash(known: &NoteAllergies, allergy: &Allergy, order: &Order) -> Option<Clash> {
    let clash = if allergy.substance == order.substance && allergy.name == order.name {
        Clash::Same
    } else {
        order.substance.clashes_with(allergy.substance, allergy.reaction)?
    };
    let is_tolerated = known.tolerated.iter().any(|tolerated| {
        tolerated.substance.is_same_as(order.substance)
            || tolerated.name == order.name
            || clash != Clash::Same && tolerated.substance.is_of_family_of(order.substance)
    });
    let is_deliberate = known.is_desensitised && clash == Clash::Same;
    (!is_tolerated && !is_deliberate).then_some(clash)
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{note, said};
    use referee_findings::Severity;
    use referee_syntax::Format;

    fn severity_and_message(text: &str) -> Vec<(Option<Severity>, String)> {
        let all = said("medication/allergy-conflict", Format::PlainText, text, &note());
        all.into_iter().map(|hit| (hit.remark.severity, hit.remark.message)).collect()
    }

    #[test]
    fn a_severe_reaction_is_an_error_and_a_bare_label_a_warning() {
        for (allergy, severity) in [
            ("Allergies: penicillin.", Severity::Warning),
            ("Allergies: penicillin (rash).", Severity::Warning),
            ("Allergies: penicillin - no anaphylaxis, only a rash.", Severity::Warning),
            ("Allergies: penicillin (anaphylaxis).", Severity::Error),
            ("Allergies: penicillin, her throat closed.", Severity::Error),
            ("Allergies: amoxicillin (TEN).", Severity::Error),
            ("Allergies: amoxicillin (shock).", Severity::Error),
            ("Allergies: amoxicillin, ten years ago.", Severity::Warning),
        ] {
            let found = severity_and_message(&format!("{allergy}\n\nPlan: amoxicillin 500 mg daily.\n"));
            assert_eq!(found.iter().map(|one| one.0).collect::<Vec<_>>(), [Some(severity)], "{allergy}");
        }
    }

    #[test]
    fn a_severe_reaction_is_an_error_in_whatever_words_it_is_told() {
        for text in [
            "Amoxicillin stopped for anaphylaxis in 2018.\n\nPlan: co-amoxiclav 1.2 g IV TDS.\n",
            "Carbamazepine discontinued (SJS).\n\nPlan: carbamazepine 200 mg BD.\n",
            "Allergies: penicillin (stopped breathing).\n\nPlan: amoxicillin 500 mg TDS.\n",
            "Allergies: lisinopril (discontinued for angioedema).\n\nPlan: enalapril 5 mg daily.\n",
            "Se suspendió metamizol por agranulocitosis en 2018.\n\nPlan: metamizol 2 g iv.\n",
            "Enalapril suspendido por angioedema en 2020.\n\nPlan: ramipril 2,5 mg al día.\n",
            "Alergias: penicilina (dejó de respirar).\n\nPlan: amoxicilina 500 mg cada 8 horas.\n",
            "Alergias: amoxicilina (se hinchó la cara y la lengua).\n\nPlan: amoxicilina 500 mg.\n",
            "Alergias: no refiere, salvo shock con penicilina.\n\nPlan: amoxicilina 500 mg.\n",
            "Abacavir hypersensitivity (HLA-B*5701 positive).\n\nPlan: abacavir 600 mg daily.\n",
            "Never to receive heparin again (HIT).\n\nPlan: enoxaparin 40 mg SC daily.\n",
            "Evitar heparina (TIH previa).\n\nPlan: enoxaparina 40 mg sc al día.\n",
            "Alergias: atorvastatina (rabdomiólisis).\n\nPlan: simvastatina 20 mg al día.\n",
        ] {
            let found = severity_and_message(text);
            assert_eq!(found.iter().map(|one| one.0).collect::<Vec<_>>(), [Some(Severity::Error)], "{text}");
        }
    }

    #[test]
    fn a_disease_by_a_drug_is_told_by_its_name_and_its_drugs() {
        for (text, told) in [
            (
                "No heparin: HIT 2019.\n\nPlan: enoxaparin 40 mg SC daily.\n",
                "mentions HIT, a reaction to heparins.",
            ),
            (
                "AP: TIH.\n\nPlan: heparina sódica 5000 unidades.\n",
                "menciona TIH, una reacción a las heparinas.",
            ),
        ] {
            let found = severity_and_message(text);
            assert!(found.iter().any(|one| one.1.contains(told)), "{text}: {found:?}");
        }
    }

    #[test]
    fn in_a_spanish_note_the_message_is_spanish() {
        let found = severity_and_message(
            "Alergias: penicilina (anafilaxia).\n\nPlan: amoxicilina 500 mg cada 8 horas.\n",
        );
        let message = found.first().map(|one| one.1.as_str()).unwrap_or_default();
        assert!(
            message.starts_with("Se pauta «amoxicilina»") && message.contains("reacción grave"),
            "{message}"
        );
    }
}
