//! The tables of statements: states with their phrases, measures with their ranges, and what excludes what.

use super::label::Label;
use super::phrases::{PhraseList, Phrases, Unreadable};
use crate::rules::note::contradiction::kinds;
use referee_knowledge::{Table, built_in};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A state by its index in [`Tables::states`].
pub(super) type StateId = usize;

/// How long a state holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lasts {
    /// It is true at any time if it was once: an operation. Words of time do not matter.
    Ever,
    /// It lasts for months: a habit. Words of the past or the future in its clause place it elsewhere.
    Long,
    /// It is a finding of the hour. Words of another time anywhere in its sentence place it elsewhere.
    Briefly,
}

/// The sections in which a row counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Anywhere,
    /// What was so before this visit: not in plans, courses and lists for discharge.
    Before,
    /// What is so now: not in histories.
    Current,
    /// Only in plans and instructions.
    Plan,
}

/// A row: phrases that give a state, or a measure.
#[derive(Debug)]
pub(super) struct Row {
    /// The state that it asserts; `None` for a measure, whose value decides.
    pub(super) state: Option<StateId>,
    /// The state that its negation asserts.
    pub(super) denied: Option<StateId>,
    pub(super) measure: Option<usize>,
    pub(super) lasts: Lasts,
    /// Whether relatives may be mentioned: "lives with his wife".
    pub(super) is_of_anyone: bool,
    /// Whether doubt and negation do not matter, because the phrase has its own negation: "never smoked".
    pub(super) is_implied: bool,
    /// Whether doubt does not matter, but negation does: "possible fibroids of the uterus" proves a uterus.
    pub(super) is_doubted: bool,
    /// Whether `unless` is searched in the whole part of the sentence and not only in the clause.
    pub(super) is_wide: bool,
    /// The sections in which it counts.
    pub(super) place: Place,
    /// Phrases of which the sentence must contain one, if there are any.
    pub(super) with: PhraseList,
    /// Phrases of which the sentence must not contain any.
    pub(super) unless: PhraseList,
}

impl Row {
    /// The name of what its phrases give.
    pub(super) fn name(&self) -> &'static str {
        match (self.state, self.measure) {
            (Some(state), _) => TABLES.name(state),
            (None, Some(measure)) => TABLES.measure_names.get(measure).copied().unwrap_or_default(),
            (None, None) => "",
        }
    }
}

/// The range of a measure that gives a state.
#[derive(Debug)]
pub(super) struct Range {
    pub(super) measure: usize,
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) state: StateId,
}

/// A measure of which a note may give several values.
#[derive(Debug)]
pub(super) struct Measure {
    pub(super) lowest: f64,
    pub(super) highest: f64,
    /// The largest difference of two values, in per cent of the greater one; `None` if they are not compared.
    pub(super) tolerance: Option<f64>,
    /// The measure that counts parts of what this one counts in total.
    pub(super) parts: Option<usize>,
    pub(super) kind: &'static str,
    pub(super) english: &'static str,
    pub(super) spanish: &'static str,
}

/// How the sides of two statements must be related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    Any,
    Opposite,
    Same,
    /// Not opposite: one of them may have no side.
    Compatible,
    /// Opposite, and nothing else is said of the side of the second state.
    Lonely,
    /// Not the sides, but the drug is the same.
    Drug,
}

/// How far two statements must be apart: those in one part of a sentence describe a course or a contrast, unless the facts
/// cannot follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Apart {
    Parts,
    Clauses,
}

/// States that exclude each other.
#[derive(Debug)]
pub(super) struct Exclusion {
    pub(super) one: Vec<StateId>,
    pub(super) other: Vec<StateId>,
    /// States anywhere in the note that explain both.
    pub(super) unless: Vec<StateId>,
    /// Whether `one` must be before `other` in the note.
    pub(super) is_in_order: bool,
    /// Whether the two must be of one time.
    pub(super) at_one_time: bool,
    pub(super) apart: Apart,
    pub(super) sides: Sides,
    pub(super) kind: &'static str,
    pub(super) english: &'static str,
    pub(super) spanish: &'static str,
}

/// All tables.
#[derive(Debug, Default)]
pub(super) struct Tables {
    states: FxHashMap<&'static str, StateId>,
    /// The states of values within their limits.
    pub(super) normal: Vec<StateId>,
    pub(super) rows: Vec<Row>,
    pub(super) phrases: Phrases,
    pub(super) measures: Vec<Measure>,
    pub(super) measure_names: Vec<&'static str>,
    pub(super) ranges: Vec<Range>,
    pub(super) exclusions: Vec<Exclusion>,
    pub(super) times: Phrases,
    pub(super) labels: Vec<Label>,
    /// Cells that cannot be read; a test requires that there are none.
    pub(super) errors: Vec<String>,
}

/// The built-in tables.
pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::read);

fn rows_of(path: &str) -> &'static Table {
    static STATEMENTS: LazyLock<FxHashMap<&'static str, Table>> = LazyLock::new(|| {
        ["statements.tsv", "statement_measures.tsv", "statement_times.tsv", "exclusions.tsv"]
            .map(|path| (path, built_in(path).expect("the built-in table is well-formed")))
            .into_iter()
            .collect()
    });
    STATEMENTS.get(path).expect("the table is one of those above")
}

impl Tables {
    /// The name of a state: `smoking=never`.
    pub(super) fn name(&self, state: StateId) -> &'static str {
        self.states.iter().find(|(_, id)| **id == state).map_or("", |(name, _)| name)
    }

    /// The id of a state that the tables use.
    pub(super) fn state(&self, name: &str) -> Option<StateId> {
        self.states.get(name).copied()
    }

    fn id(&mut self, name: &'static str) -> StateId {
        let next = self.states.len();
        let id = *self.states.entry(name).or_insert(next);
        if id == next && name.ends_with("=normal") {
            self.normal.push(id);
        }
        id
    }

    fn read() -> Self {
        let mut out = Tables::default();
        let mut measures: FxHashMap<&'static str, usize> = FxHashMap::default();
        for row in rows_of("statement_measures.tsv").rows() {
            let limit = |column| row.number(column).ok().flatten();
            // Further rows of a measure only add forms.
            let measure = measures.get(row.get("measure")).copied().unwrap_or(out.measures.len());
            if measures.insert(row.get("measure"), measure).is_none() {
                out.measure_names.push(row.get("measure"));
                out.measures.push(Measure {
                    lowest: limit("lowest").unwrap_or(f64::MIN),
                    highest: limit("highest").unwrap_or(f64::MAX),
                    tolerance: limit("tolerance"),
                    parts: measures.get(row.get("parts")).copied(),
                    kind: kind_of(row.get("kind")).unwrap_or(kinds::STATE),
                    english: row.get("english"),
                    spanish: row.get("spanish"),
                });
            }
            let new = Row {
                state: None,
                denied: None,
                measure: Some(measure),
                lasts: lasts_of(row.get("lasts")),
                is_of_anyone: false,
                is_implied: false,
                is_doubted: false,
                is_wide: false,
                place: Place::Anywhere,
                with: PhraseList::default(),
                unless: PhraseList::of(row.get("unless")),
            };
            out.push(new, row.get("forms"));
        }
        for row in rows_of("statements.tsv").rows() {
            let state = out.id(row.get("state"));
            let lasts = lasts_of(row.get("lasts"));
            if let Some(measure) = measures.get(row.get("measure")) {
                let limit = |column| row.number(column).ok().flatten();
                let (from, to) = (limit("from").unwrap_or(f64::MIN), limit("to").unwrap_or(f64::MAX));
                out.ranges.push(Range { measure: *measure, from, to, state });
                continue;
            }
            let denied = Some(row.get("denied")).filter(|name| !name.is_empty()).map(|name| out.id(name));
            let new = Row {
                state: Some(state),
                denied,
                measure: None,
                lasts,
                is_of_anyone: row.get("reads").contains("anyone"),
                is_implied: row.get("reads").contains("implied"),
                is_doubted: row.get("reads").contains("doubted"),
                is_wide: row.get("reads").contains("wide"),
                place: match row.get("place") {
                    "before" => Place::Before,
                    "current" => Place::Current,
                    "plan" => Place::Plan,
                    _ => Place::Anywhere,
                },
                with: PhraseList::of(row.get("with")),
                unless: PhraseList::of(row.get("unless")),
            };
            out.push(new, row.get("forms"));
        }
        for row in rows_of("exclusions.tsv").rows() {
            let [one, other, unless] =
                ["one", "other", "unless"].map(|column| row.list(column).map(|name| out.id(name)).collect());
            let kind = kind_of(row.get("kind"));
            if kind.is_none() {
                out.errors.push(format!(
                    "exclusions.tsv:{}: there is no kind {}",
                    row.line(),
                    row.get("kind")
                ));
            }
            out.exclusions.push(Exclusion {
                one,
                other,
                unless,
                is_in_order: row.get("scope") == "order",
                at_one_time: row.get("scope") == "time",
                apart: if row.get("scope") == "clauses" { Apart::Clauses } else { Apart::Parts },
                sides: match row.get("sides") {
                    "opposite" => Sides::Opposite,
                    "same" => Sides::Same,
                    "compatible" => Sides::Compatible,
                    "lonely" => Sides::Lonely,
                    "drug" => Sides::Drug,
                    _ => Sides::Any,
                },
                kind: kind.unwrap_or(kinds::STATE),
                english: row.get("english"),
                spanish: row.get("spanish"),
            });
        }
        for row in rows_of("statement_times.tsv").rows() {
            match Label::of(row.get("time")) {
                Some(label) => {
                    let index = out.labels.len();
                    out.labels.push(label);
                    let mut times = std::mem::take(&mut out.times);
                    out.note(times.add(row.get("forms"), index));
                    out.times = times;
                }
                None => out.errors.push(format!("statement_times.tsv:{}: no such time", row.line())),
            }
        }
        out
    }

    fn push(&mut self, row: Row, forms: &'static str) {
        let index = self.rows.len();
        self.rows.push(row);
        let mut phrases = std::mem::take(&mut self.phrases);
        self.note(phrases.add(forms, index));
        self.phrases = phrases;
    }

    fn note(&mut self, result: Result<(), Unreadable>) {
        if let Err(Unreadable(phrase)) = result {
            self.errors.push(format!("the phrase “{phrase}” cannot be read or has only common words"));
        }
    }
}

fn lasts_of(cell: &str) -> Lasts {
    match cell {
        "ever" => Lasts::Ever,
        "briefly" => Lasts::Briefly,
        _ => Lasts::Long,
    }
}

/// The kind of the rule with a short id: "habit".
fn kind_of(name: &str) -> Option<&'static str> {
    kinds::KINDS.iter().map(|kind| kind.id).find(|id| id.rsplit('.').next() == Some(name))
}
