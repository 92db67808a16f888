//! Reads the tables of relations of `referee-knowledge`: drugs that are not given together,
//! duplicates, and limits of a drug for a patient.

use crate::analysis::drugs;
use crate::analysis::folding::fold;
use referee_findings::Severity;
use referee_knowledge::{Row, Table, UNREVIEWED};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// How strongly a source advises against something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// The source recommends caution.
    Caution,
    /// The source does not recommend it or advises to avoid it.
    NotRecommended,
    /// A boxed warning on a label of the United States.
    Boxed,
    /// The source forbids it.
    Contraindicated,
}

impl Strength {
    fn read(text: &str) -> Option<Strength> {
        Some(match text {
            "caution" => Strength::Caution,
            "not-recommended" => Strength::NotRecommended,
            "boxed" => Strength::Boxed,
            "contraindicated" => Strength::Contraindicated,
            _ => return None,
        })
    }

    /// Returns the severity of a finding; `None` for a caution, which a separate rule reports.
    pub(super) fn severity(self) -> Option<Severity> {
        match self {
            Strength::Caution => None,
            Strength::NotRecommended => Some(Severity::Information),
            Strength::Boxed | Strength::Contraindicated => Some(Severity::Warning),
        }
    }

    /// Returns the strength as a few words of a message.
    pub(super) fn in_words(self, spanish: bool) -> &'static str {
        match (self, spanish) {
            (Strength::Caution, false) => "to be given with care",
            (Strength::Caution, true) => "requiere precaución",
            (Strength::NotRecommended, false) => "not recommended",
            (Strength::NotRecommended, true) => "no recomendado",
            (Strength::Boxed, false) => "boxed warning",
            (Strength::Boxed, true) => "advertencia destacada",
            (Strength::Contraindicated, false) => "contraindicated",
            (Strength::Contraindicated, true) => "contraindicado",
        }
    }
}

/// The strength, the reason and the source of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement {
    pub(super) strength: Strength,
    english: &'static str,
    spanish: &'static str,
    source: &'static str,
    checked: &'static str,
}

impl Statement {
    fn read(row: &'static Row) -> Option<Statement> {
        Some(Statement {
            strength: Strength::read(row.get("strength"))?,
            english: row.get("english"),
            spanish: row.get("spanish"),
            source: row.get("source"),
            checked: row.get("checked"),
        })
    }

    /// Returns the reason, without a full stop; empty if the table gives none.
    pub(super) fn reason(&self, spanish: bool) -> &'static str {
        if spanish { self.spanish } else { self.english }
    }

    /// Returns the source for these drugs in brackets, with the date on which the row was compared
    /// with it.
    pub(super) fn source(&self, drugs: &[usize], spanish: bool) -> String {
        let compared = match (self.checked == UNREVIEWED, spanish) {
            (true, false) => "not yet compared with that source".to_owned(),
            (true, true) => "aún sin cotejar con esa fuente".to_owned(),
            (false, false) => format!("compared {}", self.checked),
            (false, true) => format!("cotejado {}", self.checked),
        };
        let source = source_for(self.source, drugs);
        let source = if spanish { in_spanish(&source) } else { source };
        format!("({source}; {compared})")
    }
}

/// The English words of sources with their Spanish translations, by the first word; the longest
/// come first.
///
/// Entries of `source_words.tsv` precede the names of classes, and these precede the names of
/// drugs, which are written without accents.
static SOURCE_WORDS: LazyLock<FxHashMap<&'static str, Vec<(&'static str, &'static str)>>> =
    LazyLock::new(|| {
        static TABLE: LazyLock<Table> = LazyLock::new(|| table("relations/source_words.tsv"));
        let words = TABLE.rows().iter().map(|row| (row.get("english"), row.get("spanish")));
        let classes = CLASS_TABLES.iter().flat_map(|table| table.rows());
        let classes = classes.map(|row| (row.get("english"), row.get("spanish")));
        let drugs = referee_knowledge::drugs().all().iter();
        let drugs =
            drugs.flat_map(|drug| [(drug.id.as_str(), &*drug.spanish), (&*drug.english, &*drug.spanish)]);
        let mut out: FxHashMap<&str, Vec<(&str, &str)>> = FxHashMap::default();
        for (english, spanish) in words.chain(classes).chain(drugs) {
            let first = first_word(english);
            if !first.is_empty() {
                out.entry(first).or_default().push((english, spanish));
            }
        }
        for words in out.values_mut() {
            words.sort_by_key(|(english, _)| std::cmp::Reverse(english.len()));
        }
        out
    });

/// A folded name of a drug or a class, with its drugs.
type NamedDrugs = (String, Vec<usize>);

/// The folded names of drugs and classes in sources, with their drugs, by the first word; the
/// longest come first.
static NAMES_IN_SOURCES: LazyLock<FxHashMap<String, Vec<NamedDrugs>>> = LazyLock::new(|| {
    let classes = CLASSES.values().map(|class| (fold(class.english), class.members.clone()));
    let drugs = referee_knowledge::drugs().all().iter().flat_map(|drug| {
        let all: Vec<usize> =
            std::iter::once(&drug.id).chain(&drug.ingredients).filter_map(|id| drugs::index_of(id)).collect();
        [&drug.id, &drug.english].map(|name| (fold(name), all.clone()))
    });
    let mut out: FxHashMap<String, Vec<NamedDrugs>> = FxHashMap::default();
    for (name, members) in classes.chain(drugs).filter(|(name, _)| !name.is_empty()) {
        out.entry(first_word(&name).to_owned()).or_default().push((name, members));
    }
    for names in out.values_mut() {
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    }
    out
});

/// Returns the drugs that one part of a source mentions, alone or by their class; empty for a general
/// source.
fn drugs_in_source(part: &str) -> Vec<usize> {
    let folded = fold(part);
    let mut rest = folded.as_str();
    let mut out = Vec::new();
    while let Some(at) = rest.find(char::is_alphanumeric) {
        rest = &rest[at..];
        let word = first_word(rest);
        let ends = |text: &str| !rest[text.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
        let mut known = NAMES_IN_SOURCES.get(word).into_iter().flatten();
        let length = match known.find(|(name, _)| rest.starts_with(name.as_str()) && ends(name)) {
            Some((name, drugs)) => {
                out.extend(drugs);
                name.len()
            }
            None => word.len(),
        };
        rest = &rest[length..];
    }
    out
}

/// Returns the parts of a source, separated by semicolons, that are general or name one of the
/// drugs; all parts if none does.
///
/// A row about a class may cite the label of each of its drugs; a message cites only those of the
/// drugs in the note.
fn source_for(source: &str, drugs: &[usize]) -> String {
    let fits = |part: &&str| {
        let named = drugs_in_source(part);
        named.is_empty() || named.iter().any(|drug| drugs.contains(drug))
    };
    let parts: Vec<&str> = source.split(';').map(str::trim).filter(fits).collect();
    if parts.is_empty() { source.to_owned() } else { parts.join("; ") }
}

/// Returns the first word of a text, including its hyphens.
fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap_or(text)
}

/// Translates a source into Spanish; unchanged if one of its words is unknown, as in the title of a
/// hospital's formulary.
pub(super) fn in_spanish(source: &str) -> String {
    let mut out = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        if !first.is_alphabetic() {
            let end = rest.find(char::is_alphabetic).unwrap_or(rest.len());
            out += &rest[..end];
            rest = &rest[end..];
            continue;
        }
        let word = first_word(rest);
        let ends = |text: &str| !rest[text.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
        let known = SOURCE_WORDS.get(word).into_iter().flatten();
        let (english, spanish) =
            match known.into_iter().find(|(english, _)| rest.starts_with(english) && ends(english)) {
                Some(known) => *known,
                // A code, such as the ATC code C08CA.
                None if word.contains(|c: char| c.is_ascii_digit()) => (word, word),
                None => return source.to_owned(),
            };
        let is_before_i =
            spanish.starts_with('i') || spanish.starts_with("hi") && !spanish.starts_with("hie");
        if is_before_i && out.ends_with(" y ") {
            out.replace_range(out.len() - 2.., "e ");
        }
        out += spanish;
        rest = &rest[english.len()..];
    }
    out
}

/// A comparison of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Below,
    AtMost,
    Above,
    AtLeast,
}

impl Comparison {
    pub(super) fn holds(self, value: f64, limit: f64) -> bool {
        match self {
            Comparison::Below => value < limit,
            Comparison::AtMost => value <= limit,
            Comparison::Above => value > limit,
            Comparison::AtLeast => value >= limit,
        }
    }
}

/// A condition of the column `when`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Condition {
    /// A value of the patient or the order, by its id.
    Value(&'static str, Comparison, f64),
    /// The milligrams per day of the other drug of a pair.
    OtherDay(Comparison, f64),
    /// The id of a state, which must hold.
    Flag(&'static str),
    /// A value that does not meet the comparison, or is missing in the note.
    NotValue(&'static str, Comparison, f64),
    /// The id of a state that does not hold according to the note, or that it does not mention.
    NotFlag(&'static str),
}

impl Condition {
    fn read(text: &'static str) -> Option<Condition> {
        if let Some(denied) = text.trim().strip_prefix("not ") {
            return match Condition::read(denied)? {
                Condition::Value(name, comparison, limit) => {
                    Some(Condition::NotValue(name, comparison, limit))
                }
                Condition::Flag(name) => Some(Condition::NotFlag(name)),
                _ => None,
            };
        }
        let (mark, comparison) = [
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Below),
            (">", Comparison::Above),
        ]
        .into_iter()
        .find(|(mark, _)| text.contains(mark))
        .map_or(("", None), |(mark, comparison)| (mark, Some(comparison)));
        let Some(comparison) = comparison else {
            return (!text.trim().is_empty()).then_some(Condition::Flag(text.trim()));
        };
        let (name, number) = text.split_once(mark)?;
        let number = number.trim().parse().ok()?;
        match name.trim() {
            "other day" => Some(Condition::OtherDay(comparison, number)),
            name => Some(Condition::Value(name, comparison, number)),
        }
    }

    pub(super) fn read_all(cell: &'static str) -> Option<Vec<Condition>> {
        cell.split('&').filter(|part| !part.trim().is_empty()).map(Condition::read).collect()
    }
}

/// Returns a table with the rows of the user; empty if it cannot be read, which a test of the
/// tables excludes.
fn table(path: &'static str) -> Table {
    referee_knowledge::table(path).unwrap_or_default()
}

pub(super) struct DrugClass {
    id: &'static str,
    english: &'static str,
    spanish: &'static str,
    members: Vec<usize>,
}

impl DrugClass {
    /// Returns the plural name.
    pub(super) fn name(&self, spanish: bool) -> &'static str {
        if spanish { self.spanish } else { self.english }
    }

    /// Whether the class contains a drug.
    pub(super) fn holds(&self, drug: usize) -> bool {
        self.members.binary_search(&drug).is_ok()
    }
}

static CLASS_TABLES: LazyLock<[Table; 2]> =
    LazyLock::new(|| [table("relations/classes.tsv"), table("relations/ansm_classes.tsv")]);

static CLASSES: LazyLock<FxHashMap<&'static str, DrugClass>> = LazyLock::new(|| {
    let mut out: FxHashMap<&str, DrugClass> = FxHashMap::default();
    for row in CLASS_TABLES.iter().flat_map(|table| table.rows()) {
        let id = row.get("class");
        let (english, spanish) = (row.get("english"), row.get("spanish"));
        // A user's row for a known class adds members.
        let class = out.entry(id).or_insert_with(|| DrugClass { id, english, spanish, members: Vec::new() });
        class.members.extend(row.list("members").filter_map(drugs::index_of));
    }
    for class in out.values_mut() {
        class.members.sort_unstable();
        class.members.dedup();
    }
    out
});

/// Returns the class with this id.
pub(super) fn class(id: &str) -> Option<&'static DrugClass> {
    CLASSES.get(id)
}

/// Returns the drugs of a cell, including the members of its classes.
fn drugs_of(row: &Row, column: &str) -> Vec<usize> {
    drugs_named(row.list(column))
}

/// Returns the drugs with these ids, and the members of classes after `@`.
pub(super) fn drugs_named<'a>(names: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut out = Vec::new();
    for name in names {
        match name.strip_prefix('@') {
            Some(class) => out.extend(CLASSES.get(class).into_iter().flat_map(|class| &class.members)),
            None => out.extend(drugs::index_of(name)),
        }
    }
    out
}

/// A class from which a patient takes one drug at a time.
pub(super) struct Duplicate {
    pub(super) class: &'static DrugClass,
    pub(super) statement: Statement,
}

/// The classes from which a patient takes one drug at a time.
pub(super) static DUPLICATES: LazyLock<Vec<Duplicate>> = LazyLock::new(|| {
    static TABLE: LazyLock<Table> = LazyLock::new(|| table("relations/duplicates.tsv"));
    let mut out: Vec<Duplicate> = Vec::new();
    for row in TABLE.rows() {
        let (Some(class), Some(statement)) = (CLASSES.get(row.get("class")), Statement::read(row)) else {
            continue;
        };
        // A user's row for a known class applies if it is stronger.
        match out.iter_mut().find(|known| known.class.id == class.id) {
            Some(known) if known.statement.strength >= statement.strength => {}
            Some(known) => known.statement = statement,
            None => out.push(Duplicate { class, statement }),
        }
    }
    out
});

impl Duplicate {
    /// Whether the class is that of anticoagulants, which overlap during a switch.
    pub(super) fn may_overlap(&self) -> bool {
        self.class.id == "anticoagulants"
    }
}

/// Returns the rows of words for a class that a note denies: its classes, the drugs and the
/// adjectives in words.
pub(super) fn denied_classes() -> impl Iterator<Item = (Vec<&'static str>, &'static str, &'static str)> {
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        referee_knowledge::built_in("relations/denied_classes.tsv")
            .expect("the built-in table is well-formed")
    });
    TABLE.rows().iter().map(|row| {
        let classes = row.list("classes").map(|class| class.trim_start_matches('@')).collect();
        (classes, row.get("drugs"), row.get("states"))
    })
}

/// A pair of sets of drugs that are not given together.
pub(super) struct Interaction {
    pub(super) when: Vec<Condition>,
    pub(super) statement: Statement,
    /// Whether a user added it.
    pub(super) is_of_user: bool,
}

/// The rows of interactions, and the rows of each pair of drugs, by index. The flag means that the
/// drug with the lower index is in the column `other`.
struct Interactions {
    rows: Vec<Interaction>,
    /// The pairs, sorted: the lower drug, the higher one, and the row.
    pairs: Box<[PairOfRow]>,
}

/// Two drugs, the lower first, that a row is about.
struct PairOfRow {
    low: u32,
    high: u32,
    row: u32,
    /// Whether the lower drug is in the column `other`.
    is_turned: bool,
}

static INTERACTIONS: LazyLock<Interactions> = LazyLock::new(|| {
    static TABLES: LazyLock<[Table; 2]> =
        LazyLock::new(|| [table("relations/interactions.tsv"), table("relations/ansm.tsv")]);
    let (mut rows, mut pairs) = (Vec::new(), Vec::new());
    let short = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    for row in TABLES.iter().flat_map(|table| table.rows()) {
        let (Some(statement), Some(when)) = (Statement::read(row), Condition::read_all(row.get("when")))
        else {
            continue;
        };
        let id = short(rows.len());
        rows.push(Interaction { when, statement, is_of_user: row.is_of_user() });
        let (ones, others) = (drugs_of(row, "one"), drugs_of(row, "other"));
        for one in &ones {
            for other in others.iter().filter(|other| *other != one) {
                let (low, high, is_turned) = if one < other {
                    (short(*one), short(*other), false)
                } else {
                    (short(*other), short(*one), true)
                };
                pairs.push(PairOfRow { low, high, row: id, is_turned });
            }
        }
    }
    // The sort is stable: if a row has a pair in both orders, the first stays.
    pairs.sort_by_key(|pair| (pair.low, pair.high, pair.row));
    pairs.dedup_by_key(|pair| (pair.low, pair.high, pair.row));
    Interactions { rows, pairs: pairs.into() }
});

/// Returns the rows about two drugs, in the order of the tables; the flag means that `one` is in
/// the column `other`.
pub(super) fn interactions(one: usize, other: usize) -> impl Iterator<Item = (&'static Interaction, bool)> {
    let (low, high, is_turned) = if one < other { (one, other, false) } else { (other, one, true) };
    let key = (u32::try_from(low).unwrap_or(u32::MAX), u32::try_from(high).unwrap_or(u32::MAX));
    let first = INTERACTIONS.pairs.partition_point(|pair| (pair.low, pair.high) < key);
    let known = INTERACTIONS.pairs.get(first..).unwrap_or_default();
    known.iter().take_while(move |pair| (pair.low, pair.high) == key).filter_map(move |pair| {
        Some((INTERACTIONS.rows.get(pair.row as usize)?, pair.is_turned != is_turned))
    })
}

/// A limit of a drug for a patient.
pub(super) struct Limit {
    pub(super) when: Vec<Condition>,
    /// The routes that it is about; none means swallowed or injected.
    pub(super) routes: Vec<&'static str>,
    pub(super) statement: Statement,
}

struct Limits {
    rows: Vec<Limit>,
    by_drug: FxHashMap<usize, Vec<usize>>,
}

static LIMITS: LazyLock<Limits> = LazyLock::new(|| {
    static TABLE: LazyLock<Table> = LazyLock::new(|| table("relations/limits.tsv"));
    let mut out = Limits { rows: Vec::new(), by_drug: FxHashMap::default() };
    for row in TABLE.rows() {
        let (Some(statement), Some(when)) = (Statement::read(row), Condition::read_all(row.get("when")))
        else {
            continue;
        };
        for drug in drugs_of(row, "drugs") {
            let known = out.by_drug.entry(drug).or_default();
            if known.last() != Some(&out.rows.len()) {
                known.push(out.rows.len());
            }
        }
        out.rows.push(Limit { when, routes: row.list("routes").collect(), statement });
    }
    out
});

/// Returns the rows about a drug, in the order of the table.
pub(super) fn limits(drug: usize) -> impl Iterator<Item = &'static Limit> {
    let known = LIMITS.by_drug.get(&drug).map_or(&[][..], Vec::as_slice);
    known.iter().filter_map(|row| LIMITS.rows.get(*row))
}

/// Returns the highest usual single dose for children per kilogram, in milligrams.
pub(super) fn child_dose(drug: usize) -> Option<f64> {
    static DOSES: LazyLock<FxHashMap<usize, f64>> = LazyLock::new(|| {
        let table = table("relations/child_doses.tsv");
        let row = |row: &Row| Some((drugs::index_of(row.get("drug"))?, row.number("highest").ok()??));
        let mut out = FxHashMap::default();
        // A user's row can lower a dose, but not raise it.
        for (drug, highest) in table.rows().iter().filter_map(row) {
            out.entry(drug).and_modify(|known: &mut f64| *known = known.min(highest)).or_insert(highest);
        }
        out
    });
    DOSES.get(&drug).copied()
}

/// Returns the milligrams of an ingredient in one piece of a product, for notes that do not give
/// the strength.
pub(super) fn milligrams_in(product: usize, ingredient: usize) -> Option<f64> {
    INGREDIENTS.in_product.get(&(product, ingredient)).copied()
}

/// Returns the highest usual daily dose of an ingredient that is summed, in milligrams, with the
/// source of its row.
pub(super) fn highest_of_day(ingredient: usize) -> Option<(f64, &'static str)> {
    INGREDIENTS.highest.get(&ingredient).copied()
}

struct Ingredients {
    in_product: FxHashMap<(usize, usize), f64>,
    highest: FxHashMap<usize, (f64, &'static str)>,
}

static INGREDIENTS: LazyLock<Ingredients> = LazyLock::new(|| {
    static TABLE: LazyLock<Table> = LazyLock::new(|| table("relations/ingredients.tsv"));
    let mut out = Ingredients { in_product: FxHashMap::default(), highest: FxHashMap::default() };
    for row in TABLE.rows() {
        let (Some(ingredient), Ok(Some(milligrams))) =
            (drugs::index_of(row.get("ingredient")), row.number("milligrams"))
        else {
            continue;
        };
        match drugs::index_of(row.get("product")) {
            Some(product) => {
                out.in_product.insert((product, ingredient), milligrams);
            }
            None if row.get("product").is_empty() => {
                // A user's row can lower a dose, but not raise it.
                let known = out.highest.entry(ingredient).or_insert((milligrams, row.get("source")));
                if milligrams < known.0 {
                    *known = (milligrams, row.get("source"));
                }
            }
            None => {}
        }
    }
    out
});

/// A value of the laboratory or the ward, with its names in notes.
pub(super) struct Analyte {
    pub(super) id: &'static str,
    pub(super) row: &'static Row,
}

/// The values to which the conditions of the tables refer.
pub(super) static ANALYTES: LazyLock<Vec<Analyte>> = LazyLock::new(|| {
    static TABLE: LazyLock<Table> = LazyLock::new(|| table("relations/analytes.tsv"));
    TABLE.rows().iter().map(|row| Analyte { id: row.get("analyte"), row }).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(path: &'static str) -> Vec<Row> {
        referee_knowledge::built_in(path).expect("a built-in table is well-formed").rows().to_vec()
    }

    #[test]
    fn every_strength_and_condition_of_the_tables_can_be_read() {
        for strength in referee_knowledge::relations::STRENGTHS {
            assert!(Strength::read(strength).is_some(), "{strength}");
        }
        assert_eq!(LIMITS.rows.len(), rows("relations/limits.tsv").len());
        let pairs = rows("relations/interactions.tsv").len() + rows("relations/ansm.tsv").len();
        assert_eq!(INTERACTIONS.rows.len(), pairs);
        assert_eq!(DUPLICATES.len(), rows("relations/duplicates.tsv").len());
    }

    #[test]
    fn every_source_of_the_tables_has_spanish_words() {
        // These words are the same in both languages.
        let is_same = |source: &str| source.chars().all(|c| !c.is_lowercase());
        let mut unknown = Vec::new();
        for path in [
            "relations/interactions.tsv",
            "relations/ansm.tsv",
            "relations/limits.tsv",
            "relations/duplicates.tsv",
            "relations/ingredients.tsv",
        ] {
            // The ingredients of a product do not occur in messages.
            for row in rows(path).iter().filter(|row| row.get("product").is_empty()) {
                let source = row.get("source");
                if in_spanish(source) == source && !is_same(source) && !unknown.contains(&source.to_owned()) {
                    unknown.push(source.to_owned());
                }
            }
        }
        assert!(unknown.is_empty(), "{unknown:#?}");
    }

    /// Returns the members of a class, or the drugs of a cell.
    fn expanded(row: &Row, column: &str) -> Vec<usize> {
        CLASSES.get(row.get(column)).map_or_else(|| drugs_of(row, column), |class| class.members.clone())
    }

    #[test]
    fn every_source_is_general_or_of_a_drug_of_its_row() {
        let id = |drug: usize| drugs::drug(drug).map_or("", |drug| &drug.id);
        let mut wrong = Vec::new();
        for (path, one, other) in [
            ("relations/interactions.tsv", "one", "other"),
            ("relations/ansm.tsv", "one", "other"),
            ("relations/limits.tsv", "drugs", ""),
            ("relations/duplicates.tsv", "class", "class"),
            ("relations/ingredients.tsv", "ingredient", "product"),
            ("relations/child_doses.tsv", "drug", ""),
        ] {
            for row in table(path).rows() {
                let source = row.get("source");
                let named: Vec<Vec<usize>> = source.split(';').map(drugs_in_source).collect();
                let fits = |drugs: &[usize]| {
                    named
                        .iter()
                        .any(|named| named.is_empty() || named.iter().any(|drug| drugs.contains(drug)))
                };
                let others = if other.is_empty() { Vec::new() } else { expanded(row, other) };
                for first in expanded(row, one) {
                    let mut pairs: Vec<Vec<usize>> = others
                        .iter()
                        .filter(|other| **other != first)
                        .map(|other| vec![first, *other])
                        .collect();
                    if others.is_empty() {
                        pairs.push(vec![first]);
                    }
                    if let Some(pair) = pairs.iter().find(|pair| !fits(pair)) {
                        let names: Vec<&str> = pair.iter().map(|drug| id(*drug)).collect();
                        wrong.push(format!("{path}: {}: {source}", names.join(" with ")));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{} sources name other drugs:\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn a_message_cites_the_labels_of_its_drugs() {
        let drug = |id: &str| drugs::index_of(id).expect("the dictionary has it");
        let source = "FDA label of warfarin, 7; EU SmPC of acenocoumarol and phenprocoumon, 4.5; ANSM thesaurus 2020-10";
        assert_eq!(
            source_for(source, &[drug("amiodarone"), drug("phenprocoumon")]),
            "EU SmPC of acenocoumarol and phenprocoumon, 4.5; ANSM thesaurus 2020-10"
        );
        assert_eq!(
            source_for(source, &[drug("warfarin")]),
            "FDA label of warfarin, 7; ANSM thesaurus 2020-10"
        );
        assert_eq!(
            source_for("FDA label of sacubitril valsartan, 4", &[drug("sacubitril")]),
            "FDA label of sacubitril valsartan, 4"
        );
        assert_eq!(source_for("formulary of metformin, 3", &[drug("warfarin")]), "formulary of metformin, 3");
    }

    #[test]
    fn every_class_has_a_spanish_name() {
        // These names are the same in both languages.
        const SAME: &[&str] = &[];
        let english = [" of ", " and ", " the ", "inhibitor", "blocker", "drugs", "agonists"];
        for row in rows("relations/classes.tsv") {
            let (english_name, spanish) = (row.get("english"), row.get("spanish"));
            assert!(!spanish.is_empty(), "{english_name} has no Spanish name");
            assert!(english_name != spanish || SAME.contains(&spanish), "{english_name} is not translated");
            for word in english {
                assert!(!spanish.contains(word), "{spanish}: {word}");
            }
        }
        for path in ["relations/interactions.tsv", "relations/limits.tsv", "relations/duplicates.tsv"] {
            for row in rows(path) {
                for text in [row.get("spanish").to_owned(), in_spanish(row.get("source"))] {
                    for word in english {
                        assert!(!format!(" {text} ").contains(word), "{path}: {text}: {word}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_source_in_spanish_has_spanish_drugs_and_classes() {
        for (english, spanish) in [
            (
                "EU SmPC of citalopram, escitalopram and hydroxyzine, 4.3",
                "ficha técnica europea de citalopram, escitalopram e hidroxicina, 4.3",
            ),
            ("EU SmPC of ACE inhibitors, 4.4", "ficha técnica europea de inhibidores de la ECA, 4.4"),
            ("FDA label of lithium, 7", "ficha técnica de la FDA de litio, 7"),
            ("FDA labels of SSRIs, 7", "fichas técnicas de la FDA de ISRS, 7"),
            ("FDA labels of P2Y12 inhibitors, 7", "fichas técnicas de la FDA de inhibidores de P2Y12, 7"),
            (
                "EU SmPC of acenocoumarol and phenprocoumon, 4.5",
                "ficha técnica europea de acenocumarol y fenprocumon, 4.5",
            ),
            ("formulary of the hospital, edition 12", "formulary of the hospital, edition 12"),
        ] {
            assert_eq!(in_spanish(english), spanish);
        }
    }
}
