//! Reads roles, requirements, conversions and uses: `Y plays a key role in the pathogenesis of Z`, `Y is required for
//! Z`, `Y catalyses the conversion of A to B`, `X is approved for the treatment of Z`.

use super::{Clause, Verb};
use crate::cues::Cue;
use crate::hypotheses::lexicon::adjectives::is_adjective;
use crate::hypotheses::lexicon::grammar::*;
use crate::hypotheses::lexicon::verbs::*;
use crate::hypotheses::phrase::{NounPhrase, Position, is_singular_verb};
use crate::hypotheses::relation::{Assertion, Sign};
use crate::hypotheses::tokens::{Name, Role};
use crate::vocabulary::EntityKind;

impl Clause<'_> {
    /// Reads roles, requirements and conversions.
    pub(super) fn read_parts_played(&mut self) {
        for at in self.start + 1..self.end {
            self.part_in(at);
            self.needed_for(at);
            self.cofactor_of(at);
            self.made_of(at);
            self.converted(at);
            self.made_active(at);
            self.made_by(at);
        }
    }

    /// Reads a role: `Y plays a central role in Z`, `Y is implicated in Z`.
    fn part_in(&mut self, at: usize) {
        const MAX_WORDS: usize = 6;
        let next = self.words.text(at + 1);
        let is_part = matches!(self.words.text(at), "role" | "roles" | "part")
            && matches!(next, "in" | "during" | "for");
        let is_involved =
            matches!(self.words.text(at), "implicated" | "involved" | "engaged") && next == "in";
        if !is_part && !is_involved {
            return;
        }
        let helps = |at: usize| {
            let word = self.words.text(at);
            if is_part {
                matches!(word, "play" | "plays" | "played" | "has" | "have" | "had")
            } else {
                FORMS_OF_BE.contains(&word)
            }
        };
        let Some(verb_at) = (at.saturating_sub(MAX_WORDS).max(self.start)..at).rev().find(|at| helps(*at))
        else {
            return;
        };
        // A protective role, or no role, is a different statement.
        let is_other = (verb_at..at).any(|at| {
            matches!(
                self.words.text(at),
                "no" | "not" | "protective" | "little" | "limited" | "minor" | "potential" | "dual"
            )
        });
        let verb =
            Verb { at: verb_at, meaning: VerbMeaning::Something, form: VerbForm::Present, object_at: at + 2 };
        let Some(phrase) = self.verb_phrase(&verb).filter(|_| !is_other) else { return };
        // `plays a role in the treatment of Z` is a use.
        if (at + 2..at + 5)
            .any(|at| matches!(self.words.text(at), "treatment" | "therapy" | "management" | "treating"))
        {
            return;
        }
        let Some(objects) = self.behind_course(at + 2) else { return };
        self.say(&verb, phrase.start, &objects, Sign::Affects);
    }

    /// Reads a requirement: `Y is required for Z`, `Y is responsible for the release of Z`.
    fn needed_for(&mut self, at: usize) {
        const MAX_ADVERBS: usize = 3;
        if !Cue::Needed.is(self.words.text(at)) || !matches!(self.words.text(at + 1), "for" | "to" | "in") {
            return;
        }
        let Some(be) = (at.saturating_sub(MAX_ADVERBS).max(self.start)..at)
            .rev()
            .find(|at| FORMS_OF_BE.contains(&self.words.text(*at)))
        else {
            return;
        };
        let is_plain = (be + 1..at).all(|at| is_adverb(self.words.text(at)));
        let verb = Verb { at: be, meaning: VerbMeaning::More, form: VerbForm::Present, object_at: at + 2 };
        let Some(phrase) = self.verb_phrase(&verb).filter(|_| is_plain) else { return };
        let objects = self.words.list(at + 2, Position::Object);
        // A requirement for the treatment of a condition does not cause the condition.
        let is_condition = objects.iter().any(|object| object.name.kind == EntityKind::Condition);
        if !objects.is_empty() && !is_condition && self.words.text(at + 1) != "to" {
            self.say(&verb, phrase.start, &objects, Sign::Increases);
        }
    }

    /// Reads the cofactor of an enzyme: `X is an essential cofactor of Y`.
    fn cofactor_of(&mut self, at: usize) {
        const MAX_WORDS: usize = 5;
        let is_written_apart = matches!(self.words.text(at), "factor" | "factors")
            && self.words.text(at.wrapping_sub(1)) == "co";
        let is_cofactor =
            matches!(self.words.text(at), "cofactor" | "cofactors" | "coenzyme") || is_written_apart;
        if !is_cofactor || !matches!(self.words.text(at + 1), "of" | "for") {
            return;
        }
        let from = at.saturating_sub(MAX_WORDS).max(self.start);
        let Some(be) = (from..at).rev().find(|at| FORMS_OF_BE.contains(&self.words.text(*at))) else {
            return;
        };
        let is_plain = (be + 1..at).all(|at| {
            let word = self.words.text(at);
            is_adverb(word) || is_adjective(word) || matches!(word, "a" | "an" | "the" | "co")
        });
        let begins = at + 2 + usize::from(self.words.text(at + 2) == "the");
        let begins = begins + usize::from(matches!(self.words.text(begins), "enzyme" | "enzymes"));
        let objects = self.words.list(begins, Position::Object);
        let is_molecule =
            |one: &NounPhrase| matches!(one.name.kind, EntityKind::Target | EntityKind::Process);
        if is_plain && !objects.is_empty() && objects.iter().all(is_molecule) {
            let verb =
                Verb { at: be, meaning: VerbMeaning::More, form: VerbForm::Present, object_at: begins };
            let Some(phrase) = self.verb_phrase(&verb) else { return };
            self.say(&verb, phrase.start, &objects, Sign::Increases);
        }
    }

    /// Reads the product of a conversion: `Y converts A to B`, `X blocks the conversion of A to B`.
    fn made_of(&mut self, at: usize) {
        const MAX_WORDS: usize = 8;
        let word = self.words.text(at);
        // After `catalyzes`, any reaction with a substrate and a product counts:
        // `the oxidative hydroxylation of A to B`.
        let is_reaction = || {
            (word.ends_with("ation") || word.ends_with("ion") || word.ends_with("ysis"))
                && (at.saturating_sub(4).max(self.start)..at).any(|at| is_catalyst(self.words.text(at)))
        };
        let is_conversion = (matches!(word, "conversion" | "oxidation" | "transformation" | "metabolism")
            || is_reaction())
            && self.words.text(at + 1) == "of";
        let is_convert =
            matches!(word, "converts" | "converting" | "convert" | "converted" | "oxidizes" | "transforms");
        if !is_conversion && !is_convert {
            return;
        }
        let from = if is_conversion { at + 2 } else { at + 1 };
        let Some(to) =
            (from..self.end.min(from + MAX_WORDS)).find(|at| matches!(self.words.text(*at), "to" | "into"))
        else {
            return;
        };
        let products = self.words.list(to + 1, Position::Object);
        if products.is_empty() {
            return;
        }
        let verb_at = if is_conversion {
            (at.saturating_sub(4).max(self.start)..at)
                .rev()
                .find(|at| self.verb(*at).is_some() || is_catalyst(self.words.text(*at)))
        } else {
            Some(at)
        };
        let Some(verb_at) = verb_at else { return };
        let sign = match self.verb(verb_at).map(|verb| verb.meaning) {
            Some(VerbMeaning::Less) => Sign::Decreases,
            Some(VerbMeaning::More) => Sign::Increases,
            _ if is_catalyst(self.words.text(verb_at)) || is_convert => Sign::Increases,
            _ => return,
        };
        let verb =
            Verb { at: verb_at, meaning: VerbMeaning::More, form: VerbForm::Present, object_at: to + 1 };
        if self.words.text(at) == "converting" {
            self.say_of_the_beginning(at, &products);
            return;
        }
        let Some(phrase) = self.verb_phrase(&verb).filter(|phrase| !phrase.is_passive) else { return };
        self.say(&verb, phrase.start, &products, sign);
    }

    /// Adds that the clause's opening actor makes these products: `Y plays a role in Z by converting A to B`.
    fn say_of_the_beginning(&mut self, gerund: usize, products: &[NounPhrase]) {
        let is_means =
            matches!(self.words.text(gerund.wrapping_sub(1)), "by" | "via" | "through" | "thereby");
        let is_unsure = (self.start..gerund).any(|at| {
            let word = self.words.text(at);
            MODALS.contains(&word)
                || DENYING_WORDS.contains(&word)
                || self.words.get(at).is_some_and(|token| token.stop)
        });
        let first = self.words.noun_phrase(self.start, Position::Subject).filter(|_| is_means && !is_unsure);
        let Some(first) = first.filter(|one| one.name.kind == EntityKind::Target && one.direction.is_none())
        else {
            return;
        };
        // The predicate follows directly.
        let next = self.words.text(first.end);
        if self.words.begins_a_verb(first.end) || is_singular_verb(next) || Cue::ActingVerb.is(next) {
            for product in products.iter().filter(|one| one.direction.is_none()) {
                self.add(first, *product, Sign::Increases, Assertion::Stated);
            }
        }
    }

    /// Reads `Y metabolizes X to its active form`: Y makes X act.
    fn made_active(&mut self, at: usize) {
        const MAX_WORDS: usize = 8;
        let activates = matches!(
            self.words.text(at),
            "metabolizes"
                | "metabolises"
                | "converts"
                | "hydrolyzes"
                | "hydrolyses"
                | "transforms"
                | "bioactivates"
        );
        let to = (at + 1..self.end.min(at + 1 + MAX_WORDS))
            .find(|at| matches!(self.words.text(*at), "to" | "into"));
        let Some(to) = to.filter(|_| activates) else { return };
        let is_active = (to + 1..to + 5).any(|at| {
            matches!(self.words.text(at), "active" | "activated")
                && (Cue::MetaboliteNoun.is(self.words.text(at + 1))
                    || matches!(self.words.text(at + 1), "form" | "forms"))
        });
        let objects = self.words.list(at + 1, Position::Object);
        if is_active && !objects.is_empty() {
            let verb = Verb { at, meaning: VerbMeaning::More, form: VerbForm::Present, object_at: at + 1 };
            let Some(phrase) = self.verb_phrase(&verb) else { return };
            self.say(&verb, phrase.start, &objects, Sign::Increases);
        }
    }

    /// Reads the enzyme that makes a product: `B is converted from A by Y`,
    /// `B, which is generated from A by the action of Y`.
    fn made_by(&mut self, at: usize) {
        const MAX_WORDS: usize = 12;
        let is_made = matches!(
            self.words.text(at),
            "converted"
                | "generated"
                | "formed"
                | "produced"
                | "cleaved"
                | "derived"
                | "synthesized"
                | "synthesised"
        );
        if !is_made || self.words.text(at + 1) != "from" {
            return;
        }
        let Some(by) = (at + 2..self.end.min(at + 2 + MAX_WORDS)).find(|at| self.words.text(*at) == "by")
        else {
            return;
        };
        let maker_at = if matches!(self.words.text(by + 1), "the") && self.words.text(by + 2) == "action" {
            by + 4
        } else {
            by + 1
        };
        let Some(maker) = self.words.noun_phrase(maker_at, Position::Object) else { return };
        let is_enzyme = maker.name.kind == EntityKind::Target && maker.direction.is_none();
        // The product is the subject of `is converted`, or precedes `generated`:
        // `B, a hormone generated from`.
        let Some(be) = at.checked_sub(1).filter(|be| *be > self.start && is_enzyme) else { return };
        if !FORMS_OF_BE.contains(&self.words.text(be)) {
            const MAX_DESCRIBING: usize = 4;
            let describes = |at: usize| {
                self.words.get(at).is_some_and(|token| token.name.is_none() && !token.stop)
                    && self.verb(at).is_none()
                    && !PREPOSITIONS.contains(&self.words.text(at))
            };
            let first = (at.saturating_sub(MAX_DESCRIBING).max(self.start)..at)
                .rev()
                .take_while(|at| describes(*at))
                .last();
            let Some(product_at) = first.unwrap_or(at).checked_sub(1).filter(|at| *at >= self.start) else {
                return;
            };
            let product = self.words.get(product_at).and_then(|token| token.name);
            let is_made_here = |name: &Name| {
                name.kind == EntityKind::Target
                    && name.role == Role::Plain
                    && name.entity != maker.name.entity
            };
            if let Some(name) = product.filter(is_made_here) {
                let product = NounPhrase::plain(name, product_at + 1);
                self.add(maker, product, Sign::Increases, Assertion::Stated);
            }
            return;
        }
        let verb = Verb { at: be, meaning: VerbMeaning::More, form: VerbForm::Present, object_at: maker_at };
        let Some(phrase) = self.verb_phrase(&verb).filter(|phrase| !phrase.is_denied && !phrase.is_supposed)
        else {
            return;
        };
        // `B that has many functions is converted from A by Y`.
        let first = || Some((vec![self.words.noun_phrase(self.start, Position::Subject)?], self.start));
        let Some((products, prefix)) = self.region(phrase.start, Position::Subject).or_else(first) else {
            return;
        };
        let assertion = self.assertion(&phrase, prefix);
        for product in products.into_iter().filter(|product| product.direction.is_none()) {
            if product.name.entity != maker.name.entity && product.name.kind == EntityKind::Target {
                self.add(maker, product, Sign::Increases, assertion);
            }
        }
    }

    /// Reads a conversion of the subject, which increases the product:
    /// `A is converted to its active form B`, `A is a prodrug of B`.
    fn converted(&mut self, at: usize) {
        const MAX_WORDS: usize = 6;
        let word = self.words.text(at);
        let behind = if matches!(
            word,
            "converted" | "hydrolyzed" | "hydrolysed" | "metabolized" | "metabolised" | "deiodinated"
        ) && FORMS_OF_BE.contains(&self.words.text(at - 1))
        {
            (at + 1..at + 4).find(|at| matches!(self.words.text(*at), "to" | "into"))
        } else if word == "prodrug" && matches!(self.words.text(at + 1), "of" | "for") {
            Some(at + 1)
        } else {
            None
        };
        let Some(behind) = behind else { return };
        let name_at = (behind + 1..behind + 1 + MAX_WORDS)
            .take_while(|at| self.words.get(*at).is_some_and(|token| !token.stop))
            .find(|at| self.words.get(*at).is_some_and(|token| token.name.is_some()));
        let Some((at_name, name)) = name_at.and_then(|at| Some((at, self.words.get(at)?.name?))) else {
            return;
        };
        let Some(be) = (at.saturating_sub(MAX_WORDS).max(self.start)..at)
            .rev()
            .find(|at| FORMS_OF_BE.contains(&self.words.text(*at)))
        else {
            return;
        };
        let verb = Verb { at: be, meaning: VerbMeaning::More, form: VerbForm::Present, object_at: at_name };
        let Some(phrase) = self.verb_phrase(&verb) else { return };
        self.say(&verb, phrase.start, &[NounPhrase::plain(name, at_name + 1)], Sign::Increases);
    }

    /// Returns the objects at a position, or after a course such as `the pathogenesis of`.
    fn behind_course(&self, start: usize) -> Option<Vec<NounPhrase>> {
        const MAX_WORDS: usize = 6;
        let course = (start..start + MAX_WORDS)
            .take_while(|at| self.words.get(*at).is_some_and(|token| token.name.is_none() && !token.stop))
            .find(|at| {
                Cue::Course.is(self.words.text(*at))
                    && matches!(self.words.text(*at + 1), "of" | "underlying")
            });
        let objects = self.words.list(course.map_or(start, |course| course + 2), Position::Object);
        (!objects.is_empty()).then_some(objects)
    }

    /// Adds a statement about each object for each subject before a verb.
    fn say(&mut self, verb: &Verb, start: usize, objects: &[NounPhrase], sign: Sign) {
        let Some(phrase) = self.verb_phrase(verb) else { return };
        let Some((subjects, prefix)) = self.region(start, Position::Subject) else { return };
        let assertion = self.assertion(&phrase, prefix);
        for subject in subjects.iter().filter(|subject| subject.direction.is_none()) {
            for object in
                objects.iter().filter(|object| object.direction.is_none() && object.better.is_none())
            {
                self.add(*subject, *object, sign, assertion);
            }
        }
    }

    /// Reads uses of drugs: `X is approved for the treatment of Z`,
    /// `X, the standard treatment of Z`.
    pub(super) fn read_uses(&mut self) {
        for at in self.start..self.end {
            let Some(conditions) = self.treated_condition(at) else { continue };
            let Some(subjects) = self.who_is_used(at) else { continue };
            for subject in subjects
                .into_iter()
                .filter(|one| one.name.kind == EntityKind::Drug && one.direction.is_none())
                .filter(|one| !self.words.vocabulary.is_exposure(self.words.shown(one.name)))
            {
                for condition in &conditions {
                    self.add(subject, *condition, Sign::UsedFor, Assertion::Stated);
                }
            }
        }
    }

    /// Returns the conditions after `for the treatment of`, `to treat`, `for treating` or
    /// `in the therapy of`.
    fn treated_condition(&self, at: usize) -> Option<Vec<NounPhrase>> {
        let word = |ahead: usize| self.words.text(at + ahead);
        let is_treatment = |word: &str| {
            matches!(word, "treatment" | "therapy" | "management" | "prevention" | "prophylaxis")
        };
        let begins = match (word(0), word(1), word(2)) {
            ("to", "treat" | "prevent" | "manage", _)
            | ("for" | "in", "treating" | "managing" | "preventing", _) => at + 2,
            ("for" | "in" | "of", "the", noun) if is_treatment(noun) && matches!(word(3), "of" | "for") => {
                at + 4
            }
            ("for" | "in" | "of", noun, "of" | "for") if is_treatment(noun) => at + 3,
            ("treatment" | "therapy" | "drug" | "option", "for" | "of", _)
            | ("agent" | "medication" | "medicine" | "antibiotic", "for", _) => at + 2,
            (_, "for", _) if Cue::UseVerb.is(word(0)) => at + 2,
            _ => return None,
        };
        let conditions = self.words.list(begins, Position::Object);
        let is_condition = |phrase: &NounPhrase| {
            phrase.name.kind == EntityKind::Condition
                && phrase.direction.is_none()
                && self.words.is_good(phrase.name) == Some(false)
        };
        (!conditions.is_empty() && conditions.iter().all(is_condition)).then_some(conditions)
    }

    /// Returns the drugs that are used, before the words at `at` that introduce the condition.
    fn who_is_used(&self, at: usize) -> Option<Vec<NounPhrase>> {
        const MAX_WORDS: usize = 14;
        let from = at.saturating_sub(MAX_WORDS).max(self.start);
        let is_use = |at: usize| Cue::UseVerb.is(self.words.text(at)) || Cue::UseNoun.is(self.words.text(at));
        let last = (from..=at).rev().find(|at| is_use(*at))?;
        let be = (from..=last).rev().find(|at| {
            FORMS_OF_BE.contains(&self.words.text(*at))
                || matches!(
                    self.words.text(*at),
                    "remains" | "remain" | "represents" | "became" | "become" | "plays" | "play" | "has"
                )
        });
        let is_unsure = |from: usize| {
            (from..at).any(|at| {
                let word = self.words.text(at);
                matches!(
                    word,
                    "not" | "no" | "never" | "than" | "that" | "which" | "who" | "without" | "if" | "whether"
                ) || MODALS.contains(&word)
                    || Cue::UnsureUse.is(word)
                    || self.words.get(at).is_some_and(|token| {
                        token.stop || token.name.is_some_and(|name| name.kind == EntityKind::Drug)
                    })
            })
        };
        if let Some(be) = be.filter(|be| !is_unsure(*be)) {
            let verb =
                Verb { at: be, meaning: VerbMeaning::Something, form: VerbForm::Present, object_at: at };
            let phrase = self.verb_phrase(&verb).filter(|phrase| !phrase.is_denied && !phrase.is_supposed)?;
            return Some(self.region(phrase.start, Position::Subject)?.0);
        }
        // `X, an antidepressant used for the treatment of Z`; `X, the gold standard in the treatment of Z`.
        let name_at =
            (from..last).rev().find(|at| self.words.get(*at).is_some_and(|token| token.name.is_some()))?;
        let name = self.words.get(name_at)?.name.filter(|name| name.kind == EntityKind::Drug)?;
        let has_comma = self.words.get(name_at + 1).is_some_and(|token| token.comma);
        let begins = name_at == self.start
            || self.words.get(name_at).is_some_and(|token| token.comma)
            || DETERMINERS_BEFORE_DRUGS.contains(&self.words.text(name_at - 1));
        (has_comma && begins && !is_unsure(name_at + 1)).then(|| vec![NounPhrase::plain(name, name_at + 1)])
    }
}

/// Words that may precede a drug with an apposition.
const DETERMINERS_BEFORE_DRUGS: &[&str] = &["the", "that", "of", "with", "and"];

/// Returns whether a verb expresses that its subject catalyses a conversion.
fn is_catalyst(word: &str) -> bool {
    matches!(
        word,
        "catalyzes" | "catalyses" | "catalyze" | "catalysing" | "catalyzing" | "mediates" | "catalyzed"
    )
}
