//! Reads what a note says about poisonings and about drugs to be reversed.

use super::antidotes::{ANTIDOTES, Antidote, row_of};
use super::poisons::{self, Poison};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::analysis::tense;
use crate::pattern::{Pattern, any_case, context, forms};
use crate::{BlockContext, BlockFlags, Scan, Sentence};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// A place at which a note mentions a poisoning, or a drug whose effect is to be reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PoisonMention {
    pub(super) poison: Poison,
    pub(super) span: Span,
}

/// A sentence that gives the indication of an antidote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExplicitUse {
    /// The row of the antidote.
    pub(super) antidote: usize,
    /// The place of the antidote.
    pub(super) place: Span,
    /// The indication, on which the antidote does not act.
    pub(super) poison: Poison,
    /// The place of the indication.
    pub(super) named: Span,
    /// Whether the sentence says plainly that the antidote reverses exactly this substance.
    pub(super) is_plain: bool,
}

/// What a note says about poisonings.
#[derive(Default)]
pub(super) struct NotePoisonings {
    /// All substances named anywhere, denied or not, with [`Poison`] as a bit.
    named: u64,
    /// The poisonings of the patient.
    pub(super) poisonings: Vec<PoisonMention>,
    /// The anticoagulants and muscle relaxants that the patient has received.
    reversible: Vec<PoisonMention>,
    /// Whether the note mentions a bleeding or a reversal.
    is_bleeding: bool,
    /// Whether the substance is unknown, or not the only one.
    pub(super) is_unclear: bool,
    /// The antidotes for which the note mentions another use, with their row as a bit.
    other_uses: u32,
    /// The antidotes for which the note mentions a use without a dose per kilogram, with their row as
    /// a bit.
    uses_without_weight: u32,
    /// The antidotes that are ordered by weight, with their row as a bit.
    by_weight: u32,
    /// The places of antidotes that were tried, had no effect, or are only hypothetical.
    excused: Vec<Span>,
    /// Sentences that give the indication of an antidote.
    pub(super) explicit: Vec<ExplicitUse>,
}

impl NotePoisonings {
    /// Adds the data of a block or a group of blocks that begins `start` bytes into the text.
    pub(super) fn add(&mut self, other: &NotePoisonings, start: usize) {
        let moved = |mention: &PoisonMention| PoisonMention { span: mention.span.shift(start), ..*mention };
        self.named |= other.named;
        self.poisonings.extend(other.poisonings.iter().map(moved));
        self.reversible.extend(other.reversible.iter().map(moved));
        self.is_bleeding |= other.is_bleeding;
        self.is_unclear |= other.is_unclear;
        self.other_uses |= other.other_uses;
        self.uses_without_weight |= other.uses_without_weight;
        self.by_weight |= other.by_weight;
        self.excused.extend(other.excused.iter().map(|span| span.shift(start)));
        self.explicit.extend(other.explicit.iter().map(|one| ExplicitUse {
            place: one.place.shift(start),
            named: one.named.shift(start),
            ..*one
        }));
    }

    /// Whether the note mentions any of some poisons, in any context.
    pub(super) fn names_any(&self, poisons: &[Poison]) -> bool {
        poisons.iter().any(|poison| self.named & bit(*poison) != 0)
    }

    /// Whether the note mentions another use of an antidote.
    pub(super) fn has_use(&self, antidote: &Antidote) -> bool {
        let row = ANTIDOTES.iter().position(|known| known.name == antidote.name);
        let uses = self.other_uses | self.uses_without_weight & !self.by_weight;
        row.is_some_and(|row| uses & (1 << row) != 0)
    }

    /// Whether the antidote at a place was tried, had no effect, or is only hypothetical.
    pub(super) fn is_excused(&self, place: Span) -> bool {
        self.excused.contains(&place)
    }

    /// Returns the mentions to which an antidote could apply: anticoagulants if it reverses one of
    /// them, relaxants if it reverses one of those, otherwise poisonings.
    pub(super) fn concerning(&self, antidote: &Antidote) -> Vec<PoisonMention> {
        let reverses = |kind: fn(Poison) -> bool| antidote.right_for.iter().any(|poison| kind(*poison));
        let reversible = || self.reversible.iter().copied();
        if reverses(Poison::is_relaxant) {
            return reversible().filter(|mention| mention.poison.is_relaxant()).collect();
        }
        if reverses(Poison::is_anticoagulant) {
            let of_clots = reversible().filter(|mention| mention.poison.is_anticoagulant());
            // An antidote without another use is ordered for nothing but a reversal.
            let is_for_reversal = self.is_bleeding || antidote.other_uses.is_empty();
            return if is_for_reversal { of_clots.collect() } else { Vec::new() };
        }
        let others = self.poisonings.iter().copied();
        others.filter(|mention| !mention.poison.is_anticoagulant() && !mention.poison.is_relaxant()).collect()
    }
}

/// Returns the bit of a poison.
fn bit(poison: Poison) -> u64 {
    1 << (poison as u64)
}

/// Words that mean that a substance was taken in excess, or is to be reversed.
const EXCESS: &str = r"\b(?:overdos\w+|poison\w*|intoxicat\w+|toxicity|toxidrome|toxic|self-poison\w*|reversal|revers(?:e|es|ed|ing)|antagoni[sz]\w+|(?:opioid|heroin|benzo|benzodiazepine|paracetamol|acetaminophen|alprazolam|TCA) OD|(?:opioid|opiate|narcotic|morphine|benzodiazepine|heroin|fentanyl)[- ](?:induced|related)|(?:inducid[oa]|causad[oa]) por (?:opioides|opi[aá]ceos|morfina|benzodiacepinas)|OD(?:'d)? (?:of|on|with)|sobredosis|sobredosificaci[oó]n|sobreingesta|intoxicaci[oó]n|intoxicad[oa]|envenenamiento|toxicidad|ingesta (?:voluntaria|masiva|medicamentosa|autol[ií]tica|accidental)|(?:intentional|accidental|massive|suicidal|deliberate) ingestion|revertir|reversi[oó]n|revierte|antagonizar|(?:on|above|over) (?:the )?(?:treatment )?line)\b|\b(?:took|taken|taking|swallow(?:ed|ing)|ingest(?:ed|ing)|tom[oó]|tomado|tomar|ingiri[oó]|ingerido)\b[^.;\n]{0,25}?\b(?:[1-9]\d+ (?:tablets|pills|capsules|comprimidos|pastillas|c[aá]psulas)|[1-9]\d+ ?x|(?:bottle|handful|box(?:es)?|pack(?:et)?s?|blisters?|pu[nñ]ado|cajas?|frasco|bl[ií]ster(?:es)?) (?:of|de))\b|\b(?:antifreeze|methanol|ethylene glycol|metanol|etilenglicol|anticongelante)\b[^.;\n]{0,25}\b(?:ingest\w+|drunk|drank|bebi[oó])\b|\b(?:drank|drunk|drinking|ingest\w+|bebi[oó]|ingiri[oó])\b[^.;\n]{0,25}\b(?:antifreeze|methanol|ethylene glycol|metanol|etilenglicol|anticongelante)\b";

static EXCESS_PATTERN: LazyLock<Pattern> = LazyLock::new(|| any_case(EXCESS));

/// Words for self-harm, which make the drugs next to them an overdose.
static SELF_HARM: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(r"\b(?:{words})", words = forms("wrong-antidote/poisonings/self-harm")))
});

/// Words that mean that a substance was not given or taken.
static NOT_GIVEN: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:no|not|without|sin|ni)\b[^.;\n]{{0,40}}\b(?:{words})\b",
        words = forms("wrong-antidote/poisonings/not-given")
    ))
});

/// A denial directly before a substance, in an enumeration.
static DENIED_RIGHT_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{})(?: [\p{{L}}-]+,?(?: (?:or|nor|ni|y|and|o))?){{0,2}} $",
        forms("wrong-antidote/poisonings/denied-right-before")
    ))
});

/// Signs of opioid toxicity in a patient on an opioid: slow breathing, pinpoint pupils.
static OPIOID_SIGNS: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:pin-?point|miosis|miotic|mi[oó]tic[oa]s?|puntiformes|(?:RR|FR|resp(?:iratory)? rate|frecuencia respiratoria)(?: of| is| de|:| =)? ?[3-8]\b|respiratory depression|depresi[oó]n respiratoria)",
    )
});

/// Words for a poisoning at another time.
static PAST_POISONING: LazyLock<Pattern> =
    LazyLock::new(|| context("wrong-antidote/poisonings/past-poisoning"));

/// Words that mean that the substance is unknown, or not the only one.
static UNKNOWN_SUBSTANCE: LazyLock<Pattern> =
    LazyLock::new(|| context("wrong-antidote/poisonings/unknown-substance"));

/// A relative who found or brought the patient.
static FOUND_OR_BROUGHT_BY: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:found|brought|called|witnessed|seen|accompanied)\b[^.;]{0,30} by (?:his|her|their|the) (?:mother|father|wife|husband|partner|son|daughter|brother|sister|family)\b|\b(?:encontrad[oa]|hallad[oa]|tra[ií]d[oa]|acompañad[oa])\b[^.;]{0,30} por (?:su|sus|el|la) (?:madre|padres?|esposa|marido|pareja|hij[oa]|herman[oa]|familia|familiares)\b",
    )
});

/// Words for a bleeding, or for measures to stop one.
static BLEEDING: LazyLock<Pattern> = LazyLock::new(|| context("wrong-antidote/poisonings/bleeding"));

/// Words that mean that an antidote is tried, had no effect, is conditional, or is only mentioned.
static NOT_A_PLAIN_ORDER: LazyLock<Pattern> =
    LazyLock::new(|| context("wrong-antidote/poisonings/not-a-plain-order"));

/// Words between an antidote and its indication.
static PURPOSE_WORDS: LazyLock<Pattern> =
    LazyLock::new(|| context("wrong-antidote/poisonings/purpose-words"));

/// Words between a poison and the antidote given for it.
static TREATED_WITH: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(r"(?:\b(?:{words})\b|[:→])", words = forms("wrong-antidote/poisonings/treated-with")))
});

/// The maximum distance between an antidote and its indication, in bytes.
const MAX_BETWEEN: usize = 60;
/// The maximum distance between a word for excess and the substance, in bytes.
const MAX_TO_EXCESS: usize = 50;

/// An antidote that a sentence mentions.
#[derive(Clone, Copy)]
struct NamedAntidote {
    row: usize,
    span: Span,
    /// Whether the name is part of another name.
    is_part: bool,
}

/// Returns the antidotes that a sentence mentions.
fn antidotes_in(block: &BlockContext<'_>, sentence: Sentence) -> Vec<NamedAntidote> {
    let drugs = block.phrases_in(sentence.span).filter_map(|found| match found.meaning {
        Meaning::Drug(index) => Some((index, found.span)),
        _ => None,
    });
    drugs
        .filter_map(|(index, span)| {
            let antidote = row_of(index)?;
            let row = ANTIDOTES.iter().position(|known| known.name == antidote.name)?;
            Some(NamedAntidote { row, span, is_part: is_part_of_name(block, span) })
        })
        .collect()
}

/// Whether the name of an antidote is part of another name: an antagonist of vitamin K, insulin
/// with protamine, a combination with naloxone.
fn is_part_of_name(block: &BlockContext<'_>, span: Span) -> bool {
    static NAME_PART_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"(?:anti-?|antagonistas? de (?:la )?|non-?|insulina? (?:\w+ )?|(?:oxycodone|oxicodona|buprenorphine|buprenorfina|pentazocine)[ /-]+)$",
        )
    });
    static NAME_PART_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"^[ -]*(?:antagonist|dependent|-dependiente|epoxide|deficien|level|hagedorn|zinc)")
    });
    let text = block.prose();
    let before = text.get(..span.start as usize).unwrap_or_default();
    let tail = before.get(before.floor_char_boundary(before.len().saturating_sub(30))..).unwrap_or_default();
    NAME_PART_BEFORE.is_match(tail)
        || NAME_PART_BEHIND.is_match(text.get(span.end as usize..).unwrap_or_default())
}

/// Returns the data of a block, with places relative to its start.
fn poisons_of(block: &BlockContext<'_>) -> Arc<NotePoisonings> {
    block.fact_of_sentences(add_sentence)
}

/// Adds the data of one sentence of a block; tables and lists of references are skipped.
fn add_sentence(block: &BlockContext<'_>, sentence: Sentence, out: &mut NotePoisonings) {
    if !block.is_prose() || block.in_references {
        return;
    }
    let text = block.slice(sentence.span);
    let start = sentence.span.start as usize;
    let lower = text.to_lowercase();
    for (row, antidote) in ANTIDOTES.iter().enumerate() {
        if Antidote::is_in(antidote.other_uses, &lower) {
            out.other_uses |= 1 << row;
        }
        if antidote.is_used_without_weight_in(&lower) {
            out.uses_without_weight |= 1 << row;
        }
    }
    for medication in block.medications().iter().filter(|medication| sentence.span.contains(medication.drug))
    {
        let row = row_of(medication.index)
            .and_then(|antidote| ANTIDOTES.iter().position(|known| known.name == antidote.name));
        if let Some(row) = row.filter(|_| medication.dose.is_some_and(|dose| dose.per.weight)) {
            out.by_weight |= 1 << row;
        }
    }
    out.is_bleeding |= BLEEDING.is_match(text);
    out.is_unclear |= UNKNOWN_SUBSTANCE.is_match(text);
    let antidotes = antidotes_in(block, sentence);
    let named: Vec<PoisonMention> = poisons::named_in(text)
        .into_iter()
        .map(|(poison, from, to)| PoisonMention { poison, span: Span::new(start + from, start + to) })
        .filter(|mention| {
            !antidotes.iter().any(|antidote| !antidote.is_part && antidote.span.overlaps(mention.span))
        })
        .collect();
    for mention in &named {
        let said = assertion::within(block, sentence, mention.span);
        // "No benzodiazepines given", "No aspirin, no heparin": a substance that was certainly not
        // given is not an indication for its antidote.
        let is_denied_by_itself = said.state == State::Negated
            && DENIED_RIGHT_BEFORE
                .is_match(text.get(..mention.span.start as usize - start).unwrap_or_default());
        if said.state == State::Negated && NOT_GIVEN.is_match(text) || is_denied_by_itself {
            continue;
        }
        out.named |= bit(mention.poison);
        let is_of_patient = (said.experiencer == Experiencer::Patient || FOUND_OR_BROUGHT_BY.is_match(text))
            && block.section_at(mention.span.start as usize) != Section::FamilyHistory;
        let is_reversible = mention.poison.is_anticoagulant() || mention.poison.is_relaxant();
        if !is_of_patient || PAST_POISONING.is_match(text) {
            continue;
        }
        if is_reversible && matches!(said.state, State::Confirmed | State::Pending) {
            out.reversible.push(*mention);
        } else if !is_reversible
            && said.state == State::Confirmed
            && block.section_at(mention.span.start as usize) != Section::PastHistory
            && (is_excess(text, mention.span.start as usize - start, mention.span.end as usize - start)
                || mention.poison == Poison::Opioid && OPIOID_SIGNS.is_match(text))
        {
            out.poisonings.push(*mention);
        }
    }
    for antidote in &antidotes {
        let is_tried =
            matches!(ANTIDOTES.get(antidote.row).map(|row| row.name), Some("naloxone" | "flumazenil"))
                && tense::is_past_tense(block, sentence, antidote.span);
        let said = assertion::within(block, sentence, antidote.span);
        let is_given = !matches!(said.state, State::Negated | State::Historical)
            && said.experiencer == Experiencer::Patient;
        let plain = plain_use(block, sentence, *antidote, &named).filter(|_| !antidote.is_part && is_given);
        if let Some(plain) = plain {
            out.explicit.push(plain);
        } else if antidote.is_part || NOT_A_PLAIN_ORDER.is_match(text) || !is_given {
            out.excused.push(antidote.span);
        } else {
            out.explicit.extend(explicit_use(block, sentence, *antidote, &named));
            if is_tried {
                out.excused.push(antidote.span);
            }
        }
    }
}

/// Whether the words around a substance, at `from..to` in a sentence, mean that too much was given,
/// or that it is to be reversed.
fn is_excess(text: &str, from: usize, to: usize) -> bool {
    static POISONING_BY_NAME: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"^(?:metha?emoglobina?emia|metahemoglobinemia|malignant|hipertermia|neurol)")
    });
    let name = text.get(from..to).unwrap_or_default();
    if POISONING_BY_NAME.is_match(name) || SELF_HARM.is_match(text) {
        return true;
    }
    let before = text.floor_char_boundary(from.saturating_sub(MAX_TO_EXCESS));
    let behind = text.floor_char_boundary((to + MAX_TO_EXCESS).min(text.len()));
    let before = text.get(before..from).unwrap_or_default();
    let behind = text.get(to..behind).unwrap_or_default();
    let before = before.rsplit([';', ':']).next().unwrap_or_default();
    let behind = behind.split([';', ',', ':']).next().unwrap_or_default();
    // "CO poisoning" and "lead poisoning" are names that include the excess.
    [before, name, behind].iter().any(|text| EXCESS_PATTERN.is_match(text))
}

/// Returns the indication of an antidote, if the sentence states it and the antidote does not act
/// on it.
fn explicit_use(
    block: &BlockContext<'_>,
    sentence: Sentence,
    given: NamedAntidote,
    named: &[PoisonMention],
) -> Option<ExplicitUse> {
    let antidote = ANTIDOTES.get(given.row)?;
    if named.iter().any(|mention| antidote.right_for.contains(&mention.poison)) {
        return None;
    }
    let text = block.slice(sentence.span);
    let start = sentence.span.start;
    if PAST_POISONING.is_match(text) {
        return None;
    }
    let mention = named.iter().find(|mention| {
        let is_behind = mention.span.start >= given.span.end;
        let between = if is_behind {
            Span { start: given.span.end, end: mention.span.start }
        } else {
            Span { start: mention.span.end, end: given.span.start.max(mention.span.end) }
        };
        let words = block.slice(between);
        let is_linked = words.len() <= MAX_BETWEEN
            && !words.contains(';')
            && (is_behind && PURPOSE_WORDS.is_match(words) || !is_behind && TREATED_WITH.is_match(words));
        let says_excess =
            || is_excess(text, (mention.span.start - start) as usize, (mention.span.end - start) as usize);
        is_linked
            && antidote.not_for.iter().any(|list| list.contains(&mention.poison))
            && (says_excess() || EXCESS_PATTERN.is_match(words))
            && assertion::within(block, sentence, mention.span).state != State::Negated
    })?;
    // The same sentence mentions another use.
    let lower = text.to_lowercase();
    (!antidote.is_otherwise_used_in(&lower)).then_some(ExplicitUse {
        antidote: given.row,
        place: given.span,
        poison: mention.poison,
        named: mention.span,
        is_plain: false,
    })
}

/// Returns the indication of an antidote, if the sentence says plainly that it reverses exactly
/// this substance: "naloxone 400 mcg to reverse the diazepam", "naloxona como antídoto del
/// clonazepam", "reversal of the dabigatran with vitamin K". Words after it ("repeat if no
/// response") do not change this.
fn plain_use(
    block: &BlockContext<'_>,
    sentence: Sentence,
    given: NamedAntidote,
    named: &[PoisonMention],
) -> Option<ExplicitUse> {
    static TO_REVERSE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:{words1})(?: (?:{words2})){{0,3}} ?$",
            words1 = forms("wrong-antidote/poisonings/to-reverse"),
            words2 = forms("wrong-antidote/poisonings/to-reverse-2")
        ))
    });
    static REVERSED_WITH: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"^[^.;:,]{0,40}?\b(?:revers(?:ed|al)|antagoni[sz]ed|neutrali[sz]ed|revertid[oa]|se revierte|se antagoniza)?\b[^.;:,]{0,12}\b(?:with|using|by|con|mediante)(?: (?:IV|iv|slow|oral|a|una?|dose|dosis|of|de|vitamin|vitamina)){0,3} ?$",
        )
    });
    static REVERSAL_OF: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:{words1})(?: (?:{words2})){{0,4}} ?$",
            words1 = forms("wrong-antidote/poisonings/reversal-of"),
            words2 = forms("wrong-antidote/poisonings/reversal-of-2")
        ))
    });
    static DENIED_OR_CONDITIONAL: LazyLock<Pattern> =
        LazyLock::new(|| context("wrong-antidote/poisonings/denied-or-conditional"));
    let antidote = ANTIDOTES.get(given.row)?;
    let mention = named.iter().find(|mention| {
        let is_behind = mention.span.start >= given.span.end;
        let start = sentence.span.start;
        let (lead, between) = if is_behind {
            (Span { start, end: given.span.start }, Span { start: given.span.end, end: mention.span.start })
        } else {
            (
                Span { start, end: mention.span.start },
                Span { start: mention.span.end, end: given.span.start.max(mention.span.end) },
            )
        };
        let (lead, between) = (block.slice(lead), block.slice(between));
        let clause = lead.rsplit([';', '.']).next().unwrap_or_default();
        let is_linked = if is_behind {
            TO_REVERSE.is_match(between)
        } else {
            REVERSAL_OF.is_match(lead) && REVERSED_WITH.is_match(between)
        };
        is_linked
            && between.len() <= MAX_BETWEEN
            && !DENIED_OR_CONDITIONAL.is_match(clause)
            && !DENIED_OR_CONDITIONAL.is_match(between)
            && antidote.not_for.iter().any(|list| list.contains(&mention.poison))
    })?;
    Some(ExplicitUse {
        antidote: given.row,
        place: given.span,
        poison: mention.poison,
        named: mention.span,
        is_plain: true,
    })
}

/// Whether the blocks of a note name an antidote of the table.
pub(super) struct AntidoteScan;

impl Scan for AntidoteScan {
    type State = ();
    type Summary = bool;
    const NEEDS: BlockFlags = BlockFlags::DRUG;

    fn visit((): &mut (), summary: &mut bool, block: &BlockContext<'_>) {
        *summary |= block.phrases().iter().any(|found| match found.meaning {
            Meaning::Drug(index) => row_of(index).is_some(),
            _ => false,
        });
    }
}

/// Collects what a note says about poisonings.
pub(super) struct PoisonScan;

impl Scan for PoisonScan {
    type State = ();
    type Summary = NotePoisonings;

    fn visit((): &mut (), summary: &mut NotePoisonings, block: &BlockContext<'_>) {
        summary.add(&poisons_of(block), block.start);
    }
}
