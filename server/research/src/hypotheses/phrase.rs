//! Reads the noun phrases of a clause: the name at the head, and how the words around it modify it.

mod list;
mod modifiers;

use super::lexicon::adjectives::is_adjective;
use super::lexicon::grammar::*;
use super::lexicon::nouns::*;
use super::lexicon::outcomes::*;
use super::lexicon::verbs::*;
use super::relation::Sign;
use super::tokens::{Name, Role, Token};
use crate::cues::Cue;
use crate::vocabulary::{EntityKind, Vocabulary};

/// Returns whether a word has the ending of a third person singular verb, such as `binds`; excludes
/// endings of singular nouns.
pub(super) fn is_singular_verb(word: &str) -> bool {
    word.len() > 3
        && word.ends_with('s')
        && !["ss", "us", "is", "as", "os"].iter().any(|ending| word.ends_with(ending))
}

/// The maximum number of words before the head of a noun phrase.
const MAX_WORDS_BEFORE_HEAD: usize = 12;

/// The maximum number of words after the head that still belong to it.
const MAX_WORDS_BEHIND_HEAD: usize = 3;

/// The role of a noun phrase in its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// It acts; people who were given a drug represent the drug.
    Subject,
    /// It is acted on.
    Object,
}

/// A noun phrase whose head is a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct NounPhrase {
    pub(super) name: Name,
    /// Whether the phrase expresses more or less of the thing: `loss of X`, `a higher risk of X`.
    pub(super) direction: Option<Sign>,
    /// Whether the phrase expresses that the thing is better (`true`) or worse:
    /// `improved survival`.
    pub(super) better: Option<bool>,
    /// The cause of the head that the phrase mentions: `ethanol-induced liver injury`.
    pub(super) inducer: Option<Name>,
    /// Whether the phrase denotes an agent that acts on the name, such as `Y inhibitor`, not the
    /// thing itself.
    pub(super) is_agent: bool,
    /// The direction that the words before it also give to further members of the list:
    /// `loss of X and Y`.
    pub(super) distributed: Option<Sign>,
    /// The index after its last word.
    pub(super) end: usize,
}

impl NounPhrase {
    /// Creates a phrase from a name alone, with the index after its last word.
    pub(super) fn plain(name: Name, end: usize) -> NounPhrase {
        NounPhrase {
            name,
            direction: None,
            better: None,
            inducer: None,
            is_agent: false,
            distributed: None,
            end,
        }
    }
}

/// How the words around a head modify it.
#[derive(Clone, Copy, Debug, Default)]
struct Description {
    direction: Option<Sign>,
    better: Option<bool>,
    is_agent: bool,
}

impl Description {
    fn turn(&mut self, sign: Sign) {
        self.direction = Some(match self.direction {
            Some(known) => known.then(sign),
            None => sign,
        });
    }
}

/// The words of one sentence.
pub(super) struct Words<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) vocabulary: &'a Vocabulary,
}

impl<'a> Words<'a> {
    pub(super) fn get(&self, at: usize) -> Option<&'a Token> {
        self.tokens.get(at)
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        self.get(at).filter(|token| token.name.is_none()).map_or("", |token| token.text.as_str())
    }

    /// Returns whether no comma or other break separates a word from the previous one.
    fn goes_on(&self, at: usize) -> bool {
        self.get(at).is_some_and(|token| !token.comma && !token.stop)
    }

    /// Returns the display name of a thing.
    pub(super) fn shown(&self, name: Name) -> &'a str {
        self.vocabulary.get(name.entity).map_or("", |entity| entity.name.as_str())
    }

    /// Returns whether more of a thing is good.
    pub(super) fn is_good(&self, name: Name) -> Option<bool> {
        is_good(self.shown(name), name.kind == EntityKind::Condition)
    }

    /// Reads a noun phrase that begins at `start`; `None` if its head is not certainly a name.
    pub(super) fn noun_phrase(&self, start: usize, position: Position) -> Option<NounPhrase> {
        let mut at = start;
        let mut inducer = None;
        let mut description = Description::default();
        let mut described_by = "";
        // `treatment of X` is a decrease of X if X is a condition.
        let mut is_treated = false;
        let mut is_low_concentration = false;
        let mut is_distributed = false;
        let head = loop {
            let token = self.get(at)?;
            if at > start && !self.goes_on(at) || at - start > MAX_WORDS_BEFORE_HEAD {
                return None;
            }
            if let Some(name) = token.name {
                if let Some(drug) = self.behind_class(at) {
                    at = drug;
                    continue;
                }
                if let Some(next) = self.behind_modifier(at) {
                    at = next;
                    continue;
                }
                match (name.role, position) {
                    (Role::Plain, _) => break name,
                    (Role::Given, Position::Subject) => break name,
                    (Role::Lacking, Position::Subject) => {
                        description.turn(Sign::Decreases);
                        break name;
                    }
                    (Role::Inducer, _) => inducer = Some(name),
                    (Role::Modifier | Role::Acted(_) | Role::Given | Role::Lacking, _) => {}
                }
                at += 1;
                continue;
            }
            let word = token.text.as_str();
            let next = self.text(at + 1);
            let is_amount =
                matches!(next, "dose" | "doses" | "dosage" | "dosages" | "course" | "courses" | "duration")
                    && self.text(at + 2) == "of";
            let is_dose =
                matches!(next, "dose" | "doses" | "dosage" | "grade" | "risk" | "quality" | "density")
                    && !matches!(self.text(at + 2), "of" | "for");
            if token.joined
                && position == Position::Subject
                && !matches!(
                    word,
                    "term" | "dose" | "length" | "lasting" | "release" | "day" | "week" | "year" | "month"
                )
            {
                return None;
            }
            // `a person's risk of Y`: the possessor does not matter.
            let is_whose_risk = RISK_WORDS.contains(&next)
                && matches!(word, "person" | "patient" | "individual" | "women" | "woman" | "men" | "people");
            let is_about = matches!(word, "over" | "about" | "around") && is_number(next);
            if is_determiner(word) || is_number(word) || is_about || word == "percent" || is_whose_risk {
                at += 1;
            } else if let Some(sign) = effect_noun(word)
                // `degradation in Y` says where.
                && (matches!(next, "of" | "from") || next == "in" && !Cue::Act.is(word))
                && self.goes_on(at + 1)
            {
                description.turn(sign);
                is_distributed = true;
                at += 2;
            } else if position == Position::Subject
                && next == "of"
                && matches!(word, "treatment" | "pretreatment" | "incubation" | "exposure" | "stimulation")
                && let Some(agent) = self.behind_the_treated(at + 2)
            {
                at = agent;
            } else if let Some((_, better)) = BETTER_NOUNS.iter().find(|(noun, _)| *noun == word)
                && matches!(next, "of" | "in" | "from")
                && position == Position::Object
                && self.goes_on(at + 1)
            {
                description.better = Some(*better);
                at += 2;
            } else if position == Position::Subject
                && word == "binding"
                && next == "of"
                && self.goes_on(at + 1)
            {
                // `binding of X inhibits Y`.
                at += 2;
            } else if Cue::PartNoun.is(word)
                && matches!(next, "of" | "on" | "in")
                && position == Position::Object
            {
                // `binds to a site on the Y`.
                at += 2;
            } else if position == Position::Object
                && self.get(at + 1).is_some_and(|token| token.joined && token.name.is_none())
                && next.ends_with("ing")
            {
                // `receptor-destroying neuraminidases`.
                at += 2;
            } else if position == Position::Object && self.is_action_of_molecule(at) {
                // `blocks the effects of Y`.
                at += 2;
            } else if PREPOSITIONS.contains(&word) && word != "of" {
                return None;
            } else if MEASURE_NOUNS.contains(&word)
                && (matches!(next, "of" | "for" | "with" | "to")
                    || next == "in" && position == Position::Object)
                && self.goes_on(at + 1)
            {
                // A phosphorylated molecule is more active, or less.
                if position == Position::Subject && word == "phosphorylation" {
                    return None;
                }
                is_treated = matches!(word, "treatment" | "therapy" | "management") && next != "with";
                at += 2;
            } else if self.is_class_of_molecule(at)
                || self.is_class_of_condition(at)
                || self.goes_on(at + 1) && self.only_describes_effect(at)
            {
                at += 1;
            } else if let Some(behind) = self.behind_unnamed_inducer(at) {
                at = behind;
            } else if word == "susceptibility" && next == "to" && position == Position::Object
                || word == "infection" && next == "with" && self.goes_on(at + 1)
            {
                at += 2;
            } else if position == Position::Subject
                && matches!(word, "allocation" | "assignment" | "randomisation" | "randomization")
                && next == "to"
            {
                // `allocation to continue X` is compared with stopping X.
                let verb_at = at + 2;
                let is_verb = matches!(self.text(verb_at), "continue" | "receive" | "start" | "take");
                at = verb_at + usize::from(is_verb);
            } else if position == Position::Object
                && at > start
                && matches!(word, "developing" | "having" | "dying" | "getting")
            {
                at += 1 + usize::from(matches!(next, "of" | "from"));
            } else if position == Position::Subject && PEOPLE_AND_ANIMALS.contains(&word) {
                at = self.behind_subjects(at + 1, &mut description)?;
            } else if position == Position::Subject
                && matches!(
                    word,
                    "adding" | "giving" | "administering" | "using" | "taking" | "activating" | "stimulating"
                )
            {
                at += 1;
            } else if position == Position::Subject
                && matches!(
                    word,
                    "inhibiting"
                        | "blocking"
                        | "silencing"
                        | "deleting"
                        | "stopping"
                        | "withdrawing"
                        | "withholding"
                )
            {
                description.turn(Sign::Decreases);
                is_distributed = true;
                at += 1;
            } else if is_amount {
                // `lower doses of X` are compared with higher doses, not with none.
                if LESS_ADJECTIVES.contains(&word) && word != "low" {
                    return None;
                }
                at += 1;
            } else if is_dose {
                at += 2;
            } else if MORE_ADJECTIVES.contains(&word) {
                description.turn(Sign::Increases);
                at += 1;
            } else if LESS_ADJECTIVES.contains(&word) {
                is_low_concentration |= matches!(next, "concentration" | "concentrations");
                description.turn(Sign::Decreases);
                at += 1;
            } else if let Some((_, better)) =
                BETTER_ADJECTIVES.iter().find(|(adjective, _)| *adjective == word)
            {
                description.better = Some(*better);
                at += 1;
            } else if is_adjective(word) || is_adverb(word) || DOSE_WORDS.contains(&word) && at > start {
                described_by = word;
                at += 1;
            } else {
                return None;
            }
        };
        if is_another_sense(self.shown(head), described_by) || self.is_of_no_patients(at, head) {
            return None;
        }
        // `low concentrations of X`: a small dose, or less than others have in their blood.
        if is_low_concentration && head.kind == EntityKind::Drug && position == Position::Subject {
            return None;
        }
        if is_treated && head.kind == EntityKind::Condition && position == Position::Subject {
            description.turn(Sign::Decreases);
        }
        is_distributed |= position == Position::Object && description.direction.is_some();
        let distributed = description.direction.filter(|_| is_distributed);
        let end = self.behind_head(at, head, position, &mut description)?;
        let Description { direction, better, is_agent } = description;
        Some(NounPhrase { name: head, direction, better, inducer, is_agent, distributed, end })
    }

    /// Reads `on`, `who received` or `lacking` after people and animals.
    fn behind_subjects(&self, start: usize, description: &mut Description) -> Option<usize> {
        let mut at = start;
        while at < start + 4 {
            let word = self.text(at);
            if LACKING_WORDS.contains(&word) {
                description.turn(Sign::Decreases);
                return Some(if self.text(at + 1) == "in" { at + 2 } else { at + 1 });
            }
            if matches!(word, "who" | "were" | "had") {
                at += 1;
            } else if GIVEN_WITH_WORDS.contains(&word) {
                at += 1;
                return Some(if matches!(self.text(at), "with" | "to") { at + 1 } else { at });
            } else {
                return None;
            }
        }
        None
    }

    /// Reads the words after the head that belong to it; `None` if the head is only the beginning
    /// of another name.
    fn behind_head(
        &self,
        head_at: usize,
        head: Name,
        position: Position,
        description: &mut Description,
    ) -> Option<usize> {
        let mut at = head_at + 1;
        for _ in 0..MAX_WORDS_BEHIND_HEAD {
            let Some(token) = self.get(at) else { return Some(at) };
            if token.joined {
                return None;
            }
            if token.comma || token.stop {
                return Some(at);
            }
            if token.name.is_some() {
                return None;
            }
            let word = token.text.as_str();
            // `a CETP score` measures genes, not the amount of CETP.
            if matches!(word, "score" | "scores") && head.kind == EntityKind::Target {
                return None;
            }
            // `death from any cause`.
            if (word, self.text(at + 1)) == ("from", "any") && self.text(at + 2).starts_with("cause") {
                at += 3;
                continue;
            }
            // In `cancer related deaths` the name only describes the following noun.
            let is_description = matches!(word, "related" | "associated" | "specific")
                && !PREPOSITIONS.contains(&self.text(at + 1));
            if is_description {
                return None;
            }
            if matches!(head.role, Role::Given | Role::Lacking)
                && (PEOPLE_AND_ANIMALS.contains(&word) || word == "group")
            {
                at += 1;
            } else if self.text(at + 1) == "of"
                && (REMOVAL_SUFFIXES.contains(&word) || MEASURE_SUFFIXES.contains(&word))
            {
                // `metformin's inhibition of mTOR` is about mTOR.
                return None;
            } else if word == "depleted"
                && position == Position::Subject
                && self.get(at + 1).is_some_and(|token| token.name.is_some())
            {
                // `X depleted Y`: the verb.
                return Some(at);
            } else if REMOVAL_SUFFIXES.contains(&word) {
                description.is_agent |= is_agent_noun(word.trim_end_matches('s'));
                description.turn(Sign::Decreases);
                // `vitamin D insufficiency and deficiency`.
                let is_pair = matches!(self.text(at + 1), "and" | "or")
                    && REMOVAL_SUFFIXES.contains(&self.text(at + 2));
                at += if is_pair { 3 } else { 1 };
            } else if matches!(word, "gene" | "mrna")
                && (MEASURE_SUFFIXES.contains(&self.text(at + 1))
                    || REMOVAL_SUFFIXES.contains(&self.text(at + 1)))
                || MEASURE_SUFFIXES.contains(&word)
                || Cue::ThingWord.is(word) && head.kind == EntityKind::Target
                || Cue::SaltWord.is(word) && head.kind == EntityKind::Drug
                || (description.direction.is_some() && PEOPLE_AND_ANIMALS.contains(&word))
            {
                at += 1;
            } else if matches!(word, "treated") && position == Position::Subject {
                at += 1;
                if PEOPLE_AND_ANIMALS.contains(&self.text(at)) {
                    at += 1;
                }
            } else {
                let ends = PREPOSITIONS.contains(&word)
                    || CONJUNCTIONS.contains(&word)
                    || CLAUSE_BREAKS.contains(&word)
                    || AUXILIARIES.contains(&word)
                    || MODALS.contains(&word)
                    || DOSE_WORDS.contains(&word)
                    || is_number(word)
                    || is_adverb(word)
                    || verb(word).is_some()
                    || is_prepositional_verb(word)
                    || matches!(
                        word,
                        "which"
                            | "that"
                            | "who"
                            | "not"
                            | "failed"
                            | "fails"
                            | "fell"
                            | "rose"
                            | "became"
                            | "dropped"
                            | "suggesting"
                            | "indicating"
                            | "respectively"
                            | "appears"
                            | "appeared"
                            | "seems"
                            | "acts"
                            | "seen"
                            | "observed"
                            | "led"
                            | "occurred"
                            | "tended"
                            | "helps"
                            | "helped"
                            | "had"
                            | "taken"
                            | "given"
                            | "administered"
                            | "infused"
                            | "injected"
                            | "followed"
                            | "exert"
                            | "exerted"
                            | "exerts"
                            | "carried"
                            | "carries"
                            | "conferred"
                            | "confers"
                            | "posed"
                            | "poses"
                            | "gave"
                            | "gives"
                            | "provided"
                            | "provides"
                            | "offered"
                            | "offers"
                            | "used"
                            | "started"
                            | "initiated"
                            | "works"
                            | "worked"
                            | "acted"
                            | "coincident"
                            | "prior"
                    )
                    || position == Position::Subject && is_singular_verb(word)
                    || (position == Position::Object && word.ends_with("ed"));
                return ends.then_some(at);
            }
        }
        Some(at)
    }

    /// Returns the start of the treatment after the treated population:
    /// `treatment of old mice with X`.
    fn behind_the_treated(&self, start: usize) -> Option<usize> {
        const MAX_WORDS: usize = 8;
        (start..start + MAX_WORDS)
            .take_while(|at| {
                self.goes_on(*at) && verb(self.text(*at)).is_none() && !AUXILIARIES.contains(&self.text(*at))
            })
            .find(|at| matches!(self.text(*at), "with" | "to"))
            .map(|with| with + 1)
    }

    /// Returns whether a name denotes cells. `X-stimulated macrophages` says nothing about their
    /// number.
    pub(super) fn is_cell(&self, name: Name) -> bool {
        let shown = self.shown(name);
        ["cells", "phages", "phils", "cytes", "blasts", "clasts", "platelets", "microglia", "neurons"]
            .iter()
            .any(|ending| shown.ends_with(ending))
    }

    /// Returns whether a verb or an auxiliary begins at this word.
    pub(super) fn begins_a_verb(&self, at: usize) -> bool {
        let word = self.text(at);
        let is_finite = verb(word).is_some_and(|(_, form)| form != VerbForm::Gerund);
        (is_finite && !self.get(at).is_some_and(|token| token.comma))
            || AUXILIARIES.contains(&word)
            || MODALS.contains(&word)
            || is_prepositional_verb(word)
            || matches!(word, "rose" | "fell" | "remained" | "failed" | "occurred" | "did" | "became")
    }
}
