//! Reads the reaction of an allergy, and the drug that caused it.

use super::mentions::{Mention, mentions};
use super::reported_reaction::reported_reactions_in;
pub(super) use crate::analysis::allergens::Reaction;
use crate::analysis::allergens::Substance;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::drugs;
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::analysis::terms::Term;
use crate::analysis::words::PhraseMatch;
use crate::pattern::{Pattern, any_case, word_list, words};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Whether the words of a reaction really mean one: `TEN`, `NET`, `HIT` and `DRESS` only in
/// capitals.
pub(super) fn is_reaction(block: &BlockContext<'_>, found: &PhraseMatch) -> bool {
    let shown = block.slice(found.span);
    !matches!(
        shown.to_ascii_lowercase().as_str(),
        "ten" | "net" | "hit" | "hitt" | "tih" | "dress" | "pega" | "agep" | "ssj"
    ) || shown.chars().all(char::is_uppercase)
}

/// Words that lead from a reaction to the drug that caused it.
static REACTION_TO_CAUSE: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("allergy-conflict/reactions/reaction-to-cause"));

/// Words that lead from a drug to the reaction that it caused.
static CAUSE_TO_REACTION: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("allergy-conflict/reactions/cause-to-reaction"));

/// A shock after a drug, as its effect.
static SHOCK: LazyLock<Pattern> = LazyLock::new(|| any_case(r"^ ?[(:–—-] ?(?:shock|choque)\b"));

/// A shock before the drug that caused it; not that of an infection, a haemorrhage or the heart.
static SHOCK_CAUSED_BY: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:shock|choque|colapso)(?: al[eé]rgico| allergic)? (?:con|por|tras|a|al tomar|with|after|to|from|on) (?:la |el |los |las |the )?$",
    )
});

/// Whether a drug is or contains abacavir.
fn is_abacavir(substance: Substance) -> bool {
    substance.ingredients().iter().any(|index| {
        drugs::drug(*index).and_then(|drug| drug.names.first()).is_some_and(|name| name == "abacavir")
    })
}

/// Words that refer to the drug or the patient, between a drug and its reaction.
static DRUG_PRONOUNS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("allergy-conflict/reactions/drug-pronouns"));

/// Whether the words of a reaction describe an event, rather than name it.
fn is_happening(name: &str) -> bool {
    [
        "se ",
        "broke",
        "break",
        "lips swell",
        "lip swell",
        "face swell",
        "eyes swell",
        "swelled",
        "swells",
        "throat clos",
        "throat swell",
    ]
    .iter()
    .any(|words| name.starts_with(words))
}

/// Whether a sentence says that the drug caused an allergic reaction.
pub(super) fn is_cause(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    let reactions =
        block.terms_in(sentence.span, |term| matches!(term, Term::SevereReaction | Term::AllergicReaction));
    reactions.filter(|found| is_reaction(block, found)).any(|found| {
        let name = fold(block.slice(found.span));
        let is_vague =
            word_list!("allergy-conflict/reactions/is-cause").iter().any(|vague| name.starts_with(vague));
        let said = assertion::within(block, sentence, found.span);
        if is_vague
            || matches!(said.state, State::Negated | State::Uncertain | State::Pending)
            || said.experiencer == Experiencer::Relative
        {
            return false;
        }
        if found.span.end <= span.start {
            let gap = block.slice(Span { start: found.span.end, end: span.start });
            let words: Vec<String> =
                gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold).collect();
            words.iter().take(3).any(|word| REACTION_TO_CAUSE.contains(&word.as_str()))
                && words.len() <= 4
                && !gap.contains([';', '.', ','])
                && !words
                    .iter()
                    .any(|word| matches!(word.as_str(), "treated" | "tratada" | "tratado" | "mejoria"))
        } else if span.end <= found.span.start {
            let gap = block.slice(Span { start: span.end, end: found.span.start });
            let words: Vec<String> =
                gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold).collect();
            // "Bactrim (SJS)", "Carbamazepine SJS 2018", "Bactrim - anaphylaxis"; but "epinephrine
            // (anaphylaxis)" is a treatment.
            let is_named = matches!(gap.trim(), "(" | "" | "-" | "–" | "—" | ",")
                && found.meaning == Meaning::Term(Term::SevereReaction)
                && !mentions(block, span).iter().any(|mention| is_remedy(mention.substance));
            let leads = match words.iter().find(|word| !DRUG_PRONOUNS.contains(&word.as_str())) {
                Some(word) => CAUSE_TO_REACTION.contains(&word.as_str()),
                // "With Toradol she broke out in hives", "con Nolotil se le hinchó la cara".
                None if is_happening(&name) => {
                    let before = block.slice(Span { start: sentence.span.start, end: span.start });
                    let last = before.split_whitespace().next_back().map(fold).unwrap_or_default();
                    REACTION_TO_CAUSE.contains(&last.as_str()) || matches!(last.as_str(), "tomar" | "taking")
                }
                None => is_named || matches!(gap.trim(), ":" | "->" | "-->" | "→" | "="),
            };
            leads && words.len() <= 4 && (!gap.contains([';', '.', ',']) || is_named)
        } else {
            false
        }
    })
}

/// Whether a drug treats allergies, so that it is not an entry in a list of them.
pub(super) fn is_remedy(substance: Substance) -> bool {
    static ALLERGY_REMEDIES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("allergy-conflict/reactions/allergy-remedies"));
    match substance {
        Substance::Drug(index) => drugs::drug(index)
            .and_then(|drug| drug.names.first())
            .is_some_and(|name| ALLERGY_REMEDIES.contains(&name.as_str())),
        Substance::Label(_) => false,
    }
}

/// Returns the reaction of the allergy: up to the next drug, or anywhere in a sentence about one
/// drug.
pub(super) fn reaction_to(
    block: &BlockContext<'_>,
    sentence: Sentence,
    named: &[Mention],
    nth: usize,
) -> Reaction {
    let Some(mention) = named.get(nth) else { return Reaction::Unknown };
    let unit_end = block.units().get(sentence.unit).map_or(sentence.span.end, |unit| unit.span.end);
    let next = named.get(nth + 1).map(|next| next.span.start);
    let following = || {
        let rest = Span { start: sentence.span.end, end: unit_end.max(sentence.span.end) };
        mentions(block, rest).first().map_or(rest.end, |next| next.span.start)
    };
    let start = if nth == 0 { sentence.span.start } else { mention.span.end };
    let region = Span { start, end: next.unwrap_or_else(following) };
    let mut reaction = Reaction::Unknown;
    let terms = block.terms_in(region, |term| matches!(term, Term::SevereReaction | Term::AllergicReaction));
    for found in terms.filter(|found| is_reaction(block, found)) {
        let state = block
            .sentence_at(found.span.start as usize)
            .map(|sentence| assertion::within(block, sentence, found.span).state);
        if state == Some(State::Negated) {
            continue;
        }
        let this = if found.meaning == Meaning::Term(Term::SevereReaction) {
            Reaction::Severe
        } else {
            Reaction::Allergic
        };
        reaction = reaction.max(this);
    }
    for told in reported_reactions_in(block, sentence).iter().filter(|told| region.contains(told.span)) {
        reaction = reaction.max(if told.is_severe { Reaction::Severe } else { Reaction::Allergic });
    }
    // "Iodinated contrast (shock)": without other words it is a reaction only in a list; elsewhere
    // it is the indication.
    let is_listed = block.section_at(mention.span.start as usize) == Section::Allergies
        || block.terms_in(sentence.span, |term| term == Term::Allergy).next().is_some();
    if is_listed && SHOCK.is_match(block.slice(Span { start: mention.span.end.max(region.start), ..region }))
    {
        reaction = Reaction::Severe;
    }
    // "Shock con penicilina", "shock after contrast": shock caused by a drug.
    let lead = block.slice(Span { start: sentence.span.start, end: mention.span.start });
    if is_listed && SHOCK_CAUSED_BY.is_match(lead) {
        reaction = Reaction::Severe;
    }
    // Hypersensitivity to abacavir is a syndrome that is fatal if the drug is given again.
    if is_abacavir(mention.substance) && fold(block.slice(region)).contains("hipersens")
        || is_abacavir(mention.substance) && fold(block.slice(region)).contains("hypersens")
    {
        reaction = Reaction::Severe;
    }
    if reaction == Reaction::Unknown {
        let text = fold(block.slice(region));
        let gut = [
            "nausea",
            "vomit",
            "diarrh",
            "gi upset",
            "stomach",
            "gi intolerance",
            "gastrointestinal",
            "dyspepsia",
            "vomito",
            "diarrea",
            "gastric",
            "dispepsia",
            "molestias digestivas",
            "epigastralgia",
            "constipation",
            "estrenimiento",
        ];
        // "Metformin GI intolerance": the reaction precedes the word for it.
        let whole = fold(block.slice(sentence.span));
        let is_named =
            ["gi intoleran", "gastrointestinal intoleran", "intolerancia digestiva", "intolerancia gastro"];
        if gut.iter().any(|word| text.contains(word)) || is_named.iter().any(|words| whole.contains(words)) {
            return Reaction::Intolerance;
        }
    }
    reaction
}
