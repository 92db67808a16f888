//! The poisons, and the drugs to be reversed, in the words of notes.

use crate::pattern::{Pattern, any_case};
use std::sync::LazyLock;

/// A substance, or a group of substances with the same antidote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Poison {
    Opioid,
    /// Benzodiazepines, zolpidem and related drugs.
    Benzodiazepine,
    Barbiturate,
    Paracetamol,
    Salicylate,
    Nsaid,
    Iron,
    /// Methanol and ethylene glycol.
    ToxicAlcohol,
    /// Organophosphates, carbamates and unnamed insecticides.
    Organophosphate,
    Anticholinergic,
    /// Digoxin and plants with related glycosides.
    Digoxin,
    BetaBlocker,
    CalciumBlocker,
    Cyanide,
    CarbonMonoxide,
    Methaemoglobin,
    MalignantHyperthermia,
    LocalAnaesthetic,
    /// Rocuronium, vecuronium, pancuronium.
    Aminosteroid,
    /// Cisatracurium, atracurium, mivacurium.
    Benzylisoquinoline,
    Succinylcholine,
    Tricyclic,
    Sulfonylurea,
    Insulin,
    Isoniazid,
    Lithium,
    Stimulant,
    Lead,
    Arsenic,
    Mercury,
    Thallium,
    /// Unfractionated and low-molecular-weight heparins.
    Heparin,
    Fondaparinux,
    /// Warfarin, acenocoumarol and rat poisons.
    VitaminKAntagonist,
    Dabigatran,
    /// Apixaban, rivaroxaban, edoxaban.
    FactorXaInhibitor,
    Thrombolytic,
    Fluorouracil,
    Methotrexate,
    /// Hepatotoxic mushrooms.
    Mushroom,
    /// Clonidine and valproate, for which naloxone has been used.
    ClonidineOrValproate,
}

impl Poison {
    /// Whether it is a drug against clotting, whose effect is reversed without a poisoning.
    pub(super) fn is_anticoagulant(self) -> bool {
        matches!(
            self,
            Poison::Heparin
                | Poison::Fondaparinux
                | Poison::VitaminKAntagonist
                | Poison::Dabigatran
                | Poison::FactorXaInhibitor
                | Poison::Thrombolytic
        )
    }

    /// Whether it is a muscle relaxant for surgery.
    pub(super) fn is_relaxant(self) -> bool {
        matches!(self, Poison::Aminosteroid | Poison::Benzylisoquinoline | Poison::Succinylcholine)
    }
}

/// The names of each of them in notes, in English and Spanish, including brands.
const POISON_NAMES: &[(Poison, &str)] = &[
    (
        Poison::Opioid,
        r"opioids?|opiates?|opi[aá]ceos?|opioides?|narcotics?|m[oó]rfic[oa]s?|morphine|morfina|heroine?|hero[ií]na|fentan[iy]lo?|oxycodone|oxicodona|oxycontin|percocet|hydrocodone|hidrocodona|vicodin|norco|hydromorphone|hidromorfona|dilaudid|methadone|metadona|codeine|code[ií]na|tramadol|tapentadol|buprenorphine|buprenorfina|suboxone|meperidine|meperidina|pethidine|petidina|remifentanilo?|sufentanilo?|oxymorphone|kratom|loperamid[ae]|diphenoxylate|difenoxilato|MST",
    ),
    (
        Poison::Benzodiazepine,
        r"benzodia[zc]epin\w*|benzos?|BZDs?|diazepam|valium|alprazolam|xanax|lorazepam|ativan|clonazepam|klonopin|midazolam|temazepam|bromazepam|lormetazepam|oxazepam|nitrazepam|flurazepam|flunitrazepam|triazolam|chlordiazepoxide|clordiazep[oó]xido|clorazepat\w+|zolpidem|e?szopiclone|zopiclon[ea]|zaleplon|rivotril|trankimazin|lexatin|orfidal|z-drugs?",
    ),
    (
        Poison::Barbiturate,
        r"barbiturates?|barbit[uú]ric\w*|(?:ph|f)enobarbital|primidon[ea]|thiopental|tiopental",
    ),
    (
        Poison::Paracetamol,
        r"paracetamol|acetaminophen|acetaminof[eé]n|tylenol|APAP|panadol|gelocatil|termalgin|efferalgan|co-codamol",
    ),
    (Poison::Salicylate, r"salicylates?|salicilatos?|aspirina?|acetylsalicylic|acetilsalic[ií]lico|AAS"),
    (Poison::Nsaid, r"ibuprofeno?|naproxeno?|NSAIDs?|AINEs?|diclofenaco?|ketoprofeno?|dexketoprofeno?"),
    (Poison::Iron, r"iron|hierro|ferrous \w+|(?:sulfato|fumarato|gluconato) ferroso"),
    (
        Poison::ToxicAlcohol,
        r"methanol|metanol|methyl alcohol|alcohol met[ií]lico|ethylene glycol|etilenglicol|antifreeze|anticongelante|toxic alcohols?|alcohol(?:es)? t[oó]xicos?|(?:windshield|windscreen) wash\w*",
    ),
    (
        Poison::Organophosphate,
        r"organophosph\w+|organofosforad\w*|parathion|parati[oó]n|malathion|malati[oó]n|chlorpyrifos|clorpirif[oó]s|dichlorvos|diclorvos|diazinon|dimethoate|dimetoato|sar[ií]n|nerve agents?|agentes? nerviosos?|carbamates?|carbamatos?|aldicarb|pesticid\w*|insecticid\w*|plaguicidas?",
    ),
    (
        Poison::Anticholinergic,
        r"anticholinergics?|anticolin[eé]rgic\w*|antimuscarinic\w*|diphenhydramine|difenhidramina|jimson ?weed|datura|estramonio|bell?adonn?a|scopolamine|escopolamina|hyoscyamine|atropin(?:e|a) (?:overdose|poisoning|intoxication|toxicity)|intoxicaci[oó]n (?:at|por at)rop[ií]n\w+",
    ),
    (
        Poison::Digoxin,
        r"digoxina?|digitoxina?|digitalis|digit[aá]lic\w*|oleander|adelfa|foxglove|cardiac glycosides?|gluc[oó]sidos card[ií]acos",
    ),
    (
        Poison::BetaBlocker,
        r"(?:beta|β)[- ]?block\w*|beta-?bloque\w+|propranolol|metoprolol|atenolol|bisoprolol|carvedilol|labetalol|nadolol|sotalol|nebivolol|esmolol",
    ),
    (
        Poison::CalciumBlocker,
        r"calcium[- ](?:channel[- ])?(?:block\w*|antagonists?)|CCBs?|calcioantagonistas?|antagonistas? del calcio|verapamilo?|diltiazem|amlodipin[eo]|nifedipin[eo]",
    ),
    (
        Poison::Cyanide,
        r"cyanide|cianuro|cianh[ií]drico|smoke inhalation|inhalaci[oó]n de humos?|nitroprusside|nitroprusiato",
    ),
    (
        Poison::CarbonMonoxide,
        r"carbon monoxide|mon[oó]xido de carbono|CO poisoning|intoxicaci[oó]n por CO|carboxyh\w+|carboxih\w+",
    ),
    (
        Poison::Methaemoglobin,
        r"metha?emoglobin\w*|metahemoglobin\w*|dapson[ea]|benzocaine|benzoca[ií]na|nitrit[eo]s?|aniline|anilina|poppers?",
    ),
    (
        Poison::MalignantHyperthermia,
        r"malignant hyperthermia|hipertermia maligna|neuroleptic malignant|neurol[eé]ptico maligno",
    ),
    (
        Poison::LocalAnaesthetic,
        r"local an(?:a?)esthetics?|anest[eé]sicos? locale?s?|(?:levo)?bupivaca[ií]n[ea]|ropivaca[ií]n[ea]|lidoca[ií]n[ea]|mepivaca[ií]n[ea]",
    ),
    (Poison::Aminosteroid, r"rocuroni(?:um|o)|vecuroni(?:um|o)|pancuroni(?:um|o)|esmeron|zemuron"),
    (Poison::Benzylisoquinoline, r"(?:cis)?atracuri(?:um|o)|mivacuri(?:um|o)|nimbex"),
    (Poison::Succinylcholine, r"succinylcholine|succinilcolina|suxamethonium|suxametonio|anectine"),
    (
        Poison::Tricyclic,
        r"tricyclics?|TCAs?|tric[ií]clic\w+|amitriptylin\w+|amitriptilina|nortriptylin\w*|nortriptilina|(?:clom|im)ipramin[ea]|doxepina?",
    ),
    (
        Poison::Sulfonylurea,
        r"sulfonylureas?|sulfonilureas?|glipizid[ea]|gliclazid[ea]|glimepirid[ea]|glyburide|glibenclamid[ea]",
    ),
    (Poison::Insulin, r"insulina?|lantus|humalog|novorapid"),
    (Poison::Isoniazid, r"isoniazida?"),
    (Poison::Lithium, r"lithium|litio|plenur"),
    (Poison::Stimulant, r"cocaine|coca[ií]na|(?:meth)?amphetamines?|(?:met)?anfetaminas?|MDMA"),
    (Poison::Lead, r"lead (?:poisoning|toxicity|intoxication)|plumbism|saturnism[oe]?|plomo"),
    (Poison::Arsenic, r"arsenic(?:al)?|ars[eé]nico"),
    (Poison::Mercury, r"mercury|mercurio"),
    (Poison::Thallium, r"thallium|talio|c(?:a?)esium|cesio"),
    (
        Poison::Heparin,
        r"heparina?s?|UFH|HNF|LMWH|HBPM|enoxaparina?|clexane|lovenox|dalteparina?|fragmin|tinzaparina?|bemiparina?|hibor|nadroparina?",
    ),
    (Poison::Fondaparinux, r"fondaparinux|arixtra"),
    (
        Poison::VitaminKAntagonist,
        r"warfarina?|coumadin|acenoco?umarol|sintrom|phenprocoumon|vitamin K antagonists?|antagonistas? de (?:la )?vitamina K|anti-?vitamina K|VKAs?|AVK|superwarfarin\w*|brodifacoum|rodenticid\w*|raticidas?|rat poison|matarratas",
    ),
    (Poison::Dabigatran, r"dabigatr[aá]n|pradaxa"),
    (
        Poison::FactorXaInhibitor,
        r"apixab[aá]n|rivaroxab[aá]n|edoxab[aá]n|eliquis|xarelto|lixiana|savaysa|factor Xa inhibitors?|inhibidor(?:es)? del factor Xa",
    ),
    (Poison::Thrombolytic, r"alteplas[ea]|r?t-?PA|tenecteplas[ea]|reteplas[ea]"),
    (Poison::Fluorouracil, r"fluoroura[sc]il\w*|fluorouracilo|5-?FU|capecitabin[ea]"),
    (Poison::Methotrexate, r"methotrexate|metotrexato?|MTX"),
    (Poison::Mushroom, r"mushrooms?|amanita\w*|amatoxins?|amatoxinas?|setas?|hongos?"),
    (Poison::ClonidineOrValproate, r"clonidin[ea]|valpro\w+|depakine|depakote|captopril"),
];

static PATTERNS: LazyLock<Vec<(Poison, Pattern)>> = LazyLock::new(|| {
    POISON_NAMES.iter().map(|(poison, names)| (*poison, any_case(&format!(r"\b(?:{names})\b")))).collect()
});

/// Returns the substances that a text mentions, each with its start and end, in the order of the text.
pub(super) fn named_in(text: &str) -> Vec<(Poison, usize, usize)> {
    let mut out: Vec<(Poison, usize, usize)> = PATTERNS
        .iter()
        .flat_map(|(poison, pattern)| {
            pattern.find_iter(text).map(|found| (*poison, found.start(), found.end()))
        })
        .collect();
    out.sort_by_key(|(_, start, end)| (*start, std::cmp::Reverse(*end)));
    out
}
