//! Checks a rule file and completes it from the tables.

use crate::rules::rule_file::{Form, Frame, Piece, RuleFile, SITE_FAMILY, Sentence, Target};
use crate::rules::written::{Drafts, InBoth, Person, Said, Written, WrittenFrame};
use crate::table::{Problem, TableError, UNREVIEWED, is_day};
use crate::{built_in, relations, tables};
use std::collections::BTreeMap;
use toml::Spanned;

/// The families of built-in rules.
const FAMILIES: &[&str] = &["draft", "manuscript", "medication", "note", "privacy", "statistics"];
/// The sections of papers, in addition to those of `sections.tsv`.
const PAPER_SECTIONS: &[&str] =
    &["abstract", "introduction", "methods", "results", "discussion", "conclusion", "references"];
/// The marks of `spoken/problems.tsv` before forms that do not name the problem alone.
const MARKS_OF_BROADER_FORMS: &[char] = &['~', '<', '!'];

/// A file with its text, for errors.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl Source<'_> {
    fn line(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    fn error(&self, offset: usize, problem: Problem) -> TableError {
        TableError { file: self.file.to_owned(), line: self.line(offset), problem }
    }

    fn not_a_rule(&self, offset: usize, message: impl Into<String>) -> TableError {
        self.error(offset, Problem::NotARule(message.into()))
    }

    fn unexpected(
        &self,
        key: impl Into<String>,
        value: &Spanned<String>,
        expected: impl Into<String>,
    ) -> TableError {
        let (key, expected) = (key.into(), expected.into());
        let problem = Problem::UnexpectedKey { key, expected, value: value.get_ref().clone() };
        self.error(value.span().start, problem)
    }
}

/// Reads a rule file; the number is the line of its id.
pub(super) fn read(file: &str, text: &str, is_of_user: bool) -> Result<(RuleFile, usize), TableError> {
    let text = text.trim_start_matches('\u{feff}');
    let source = Source { file, text };
    let mut written: Written = toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        source.not_a_rule(offset, error.message().trim().replace('\n', "; "))
    })?;
    check_id(&source, &written.id, is_of_user)?;
    let needs_words = |key: &str, value: &Spanned<String>| {
        let is_empty = value.get_ref().trim().is_empty();
        if is_empty { Err(source.unexpected(key, value, "a text")) } else { Ok(()) }
    };
    needs_words("title.english", &written.title.english)?;
    needs_words("title.spanish", &written.title.spanish)?;
    needs_words("source", &written.source)?;
    if written.checked.get_ref() != UNREVIEWED && !is_day(written.checked.get_ref()) {
        let expected = format!("a day such as 2026-11-28, or `{UNREVIEWED}`");
        return Err(source.unexpected("checked", &written.checked, expected));
    }
    let start = written.when.values().map(|frame| frame.span().start).min().unwrap_or(0);
    let (when, unless) = (std::mem::take(&mut written.when), std::mem::take(&mut written.unless));
    let frames = |frames: BTreeMap<String, Spanned<WrittenFrame>>, key: &str| {
        let read = |(name, frame)| read_frame(&source, key, name, frame, &written);
        frames.into_iter().map(read).collect::<Result<Vec<Frame>, TableError>>()
    };
    let (when, unless) = (frames(when, "when")?, frames(unless, "unless")?);
    if when.is_empty() {
        return Err(source.not_a_rule(start, "`when` has no frame, such as `[when.drug]`"));
    }
    let place = read_place(&source, written.place.as_ref(), &when, start)?;
    let message = InBoth {
        english: pieces(&source, "message.english", &written.message.english, &when)?,
        spanish: pieces(&source, "message.spanish", &written.message.spanish, &when)?,
    };
    let mut sentences = Vec::new();
    for (key, must, list) in [
        ("speaks.english", true, &written.speaks.english),
        ("speaks.spanish", true, &written.speaks.spanish),
        ("silent.english", false, &written.silent.english),
        ("silent.spanish", false, &written.silent.spanish),
    ] {
        if list.get_ref().is_empty() {
            return Err(source.not_a_rule(list.span().start, format!("`{key}` needs at least one sentence")));
        }
        sentences.extend(list.get_ref().iter().map(|text| Sentence {
            text: text.get_ref().trim().to_owned(),
            must,
            line: source.line(text.span().start),
        }));
    }
    let line = source.line(written.id.span().start);
    let rule = RuleFile {
        file: file.to_owned(),
        is_of_user,
        severity: written.severity,
        drafts: written.drafts,
        scope: written.scope,
        needs_reason: written.needs_reason,
        title: InBoth {
            english: written.title.english.into_inner(),
            spanish: written.title.spanish.into_inner(),
        },
        message,
        source: written.source.into_inner(),
        checked: written.checked.into_inner(),
        page: written.page,
        place,
        when,
        unless,
        sentences,
        id: written.id.into_inner(),
    };
    Ok((rule, line))
}

fn check_id(source: &Source<'_>, id: &Spanned<String>, is_of_user: bool) -> Result<(), TableError> {
    let is_name = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let Some((family, name)) = id.get_ref().split_once('/') else {
        return Err(source.unexpected("id", id, "a family and a name, such as `site/one-opioid`"));
    };
    if !is_name(name) {
        return Err(source.unexpected("id", id, "a name of small letters and hyphens after the family"));
    }
    let is_known = if is_of_user { family == SITE_FAMILY } else { FAMILIES.contains(&family) };
    if is_known {
        return Ok(());
    }
    let expected = if is_of_user {
        format!(
            "of the family `{SITE_FAMILY}`, such as `{SITE_FAMILY}/{name}`: a rule of yours replaces none of the program"
        )
    } else {
        format!("of one of the families {}", FAMILIES.join(", "))
    };
    Err(source.unexpected("id", id, expected))
}

/// Returns the frame at which the finding is: that of `place`, or the only one.
fn read_place(
    source: &Source<'_>,
    place: Option<&Spanned<String>>,
    when: &[Frame],
    start: usize,
) -> Result<usize, TableError> {
    let names = || when.iter().map(|frame| frame.name.as_str()).collect::<Vec<_>>().join(", ");
    let Some(place) = place else {
        if when.len() == 1 {
            return Ok(0);
        }
        let message =
            format!("`place` is missing; it is the frame at which the finding is: one of {}", names());
        return Err(source.not_a_rule(start, message));
    };
    let at = when.iter().position(|frame| frame.name == *place.get_ref());
    at.ok_or_else(|| source.unexpected("place", place, format!("one of the frames {}", names())))
}

fn read_frame(
    source: &Source<'_>,
    key: &str,
    name: String,
    spanned: Spanned<WrittenFrame>,
    rule: &Written,
) -> Result<Frame, TableError> {
    let start = spanned.span().start;
    let frame = spanned.into_inner();
    let at = format!("{key}.{name}");
    let kinds = [
        ("words", frame.words.is_some()),
        ("table", frame.table.is_some()),
        ("drugs", frame.drugs.is_some()),
        ("orders", frame.orders.is_some()),
        ("patient", frame.patient.is_some()),
    ];
    if kinds.iter().filter(|(_, is_there)| *is_there).count() != 1 {
        let all = kinds.map(|(name, _)| format!("`{name}`")).join(", ");
        return Err(source.not_a_rule(start, format!("`{at}` needs exactly one of {all}")));
    }
    let is_order = frame.orders.is_some();
    let only = |name: &str, is_there: bool, owner: &str, is_allowed: bool| {
        let message = format!("`{at}.{name}` is only allowed beside `{owner}`");
        if is_there && !is_allowed { Err(source.not_a_rule(start, message)) } else { Ok(()) }
    };
    only("condition", frame.condition.is_some(), "orders", is_order)?;
    only("route", frame.route.is_some(), "orders", is_order)?;
    only("column", frame.column.is_some(), "table", frame.table.is_some())?;
    only("beside", frame.beside.is_some(), "table", frame.table.is_some())?;
    only("rows", !frame.rows.is_empty(), "table", frame.table.is_some())?;
    let is_words = frame.words.is_some() || frame.table.is_some();
    only("except", !frame.except.is_empty(), "words` or `table", is_words)?;
    only("quoted", frame.quoted.is_some(), "words` or `table", is_words)?;
    let is_read = is_words || frame.drugs.is_some();
    only("said", frame.said.is_some(), "words`, `table` or `drugs", is_read)?;
    only("of", frame.of.is_some(), "words`, `table` or `drugs", is_read)?;
    if key == "when"
        && let Some(scope) = &frame.scope
    {
        let message =
            format!("`{at}.scope` is only allowed in `unless`; `scope` of the rule holds for `when`");
        return Err(source.not_a_rule(scope.span().start, message));
    }
    if (is_order || frame.patient.is_some()) && rule.drafts != Drafts::Notes {
        return Err(
            source.not_a_rule(start, format!("`{at}` reads clinical notes only: `drafts = \"notes\"`"))
        );
    }
    let sections = check_sections(source, &at, &frame.sections)?;
    let mut except = Vec::new();
    for phrase in &frame.except {
        except.push(plain(source, &format!("{at}.except"), phrase)?);
    }
    let quoted = frame.quoted.unwrap_or(true);
    let (said, person, scope) =
        (frame.said.clone(), frame.of, frame.scope.as_ref().map(Spanned::get_ref).copied());
    let target = read_target(source, &at, frame)?;
    Ok(Frame {
        target,
        said: said.unwrap_or_else(|| if key == "when" { vec![Said::Confirmed] } else { Vec::new() }),
        person: person.unwrap_or(if key == "when" { Person::Patient } else { Person::Anyone }),
        sections,
        scope: scope.unwrap_or(rule.scope),
        except,
        quoted,
        name,
    })
}

fn read_target(source: &Source<'_>, at: &str, frame: WrittenFrame) -> Result<Target, TableError> {
    if let Some(words) = &frame.words {
        let mut forms = Vec::new();
        for word in words {
            forms.push(Form { text: plain(source, &format!("{at}.words"), word)?, ..Form::default() });
        }
        return Ok(Target::Words(forms));
    }
    if let Some(table) = &frame.table {
        return Ok(Target::Words(forms_of_table(source, at, table, &frame)?));
    }
    let drugs = |list: Vec<Spanned<String>>, key: &str| {
        let unknown = list.iter().find(|name| !relations::is_drug_or_class(name.get_ref()));
        match unknown {
            Some(name) => {
                let expected = "the id of a drug of drugs.tsv, or a class of relations/classes.tsv after `@`";
                Err(source.unexpected(format!("{at}.{key}"), name, expected))
            }
            None => Ok(list.into_iter().map(Spanned::into_inner).collect::<Vec<String>>()),
        }
    };
    let condition = |text: Option<Spanned<String>>, key: &str, is_of_order: bool| match text {
        Some(text) if !relations::is_condition_of(text.get_ref(), is_of_order) => {
            let expected = if is_of_order {
                "conditions about an order, such as `day>500 & regular`, as relations/limits.tsv explains them"
            } else {
                "conditions about the patient, such as `egfr<30 & age>=65`, as relations/limits.tsv explains them"
            };
            Err(source.unexpected(format!("{at}.{key}"), &text, expected))
        }
        text => Ok(text.map(Spanned::into_inner).unwrap_or_default()),
    };
    if let Some(list) = frame.drugs {
        return Ok(Target::Drugs(drugs(list, "drugs")?));
    }
    if let Some(list) = frame.orders {
        return Ok(Target::Orders {
            drugs: drugs(list, "orders")?,
            condition: condition(frame.condition, "condition", true)?,
            routes: frame.route.unwrap_or_default(),
        });
    }
    Ok(Target::Patient(condition(frame.patient, "patient", false)?))
}

/// Returns the forms in a column of a table, with the other cells of their rows.
fn forms_of_table(
    source: &Source<'_>,
    at: &str,
    table: &Spanned<String>,
    frame: &WrittenFrame,
) -> Result<Vec<Form>, TableError> {
    let key = format!("{at}.table");
    let Ok(read) = tables::table(table.get_ref()) else {
        return Err(source.unexpected(key, table, "a table of the program, such as `tortured_phrases.tsv`"));
    };
    let (rows, beside) = (&frame.rows, frame.beside.as_ref().map(Spanned::get_ref));
    let Some(column) = &frame.column else {
        return Err(source.not_a_rule(table.span().start, format!("`{at}.column` is missing")));
    };
    let columns: Vec<String> =
        read.rows().first().map(|row| row.columns().map(str::to_owned).collect()).unwrap_or_default();
    for name in std::iter::once(column.get_ref()).chain(rows.keys()).chain(beside) {
        if !columns.contains(name) {
            let message =
                format!("{} has no column `{name}`; it has {}", table.get_ref(), columns.join(", "));
            return Err(source.not_a_rule(column.span().start, message));
        }
    }
    let wanted = read.rows().iter().filter(|row| {
        rows.iter().all(|(name, values)| values.iter().any(|value| row.list(name).any(|cell| cell == value)))
    });
    let mut out = Vec::new();
    for row in wanted {
        let cells: BTreeMap<String, String> =
            columns.iter().map(|name| (name.clone(), row.get(name).to_owned())).collect();
        let beside: Vec<String> =
            beside.map(|column| row.list(column).map(str::to_owned).collect()).unwrap_or_default();
        for text in row.list(column.get_ref()).filter(|text| !text.starts_with(MARKS_OF_BROADER_FORMS)) {
            if !is_plain(text) {
                let message = format!("`{text}` in {} is a pattern, and not words", table.get_ref());
                return Err(source.not_a_rule(column.span().start, message));
            }
            out.push(Form {
                text: text.trim_matches('_').to_owned(),
                cells: cells.clone(),
                beside: beside.clone(),
            });
        }
    }
    if out.is_empty() {
        return Err(source.not_a_rule(table.span().start, format!("`{at}` selects no row of the table")));
    }
    Ok(out)
}

/// Whether a text consists of words: a word may end with `*`.
fn is_plain(text: &str) -> bool {
    let is_word = |word: &str| {
        let word = word.strip_suffix('*').unwrap_or(word);
        !word.is_empty() && !word.contains(['*', '?', '\\', '[', ']', '{', '}', '^', '$', '|'])
    };
    text.chars().any(char::is_alphanumeric) && text.split_whitespace().all(is_word)
}

fn plain(source: &Source<'_>, key: &str, text: &Spanned<String>) -> Result<String, TableError> {
    let expected = "words; a word may end with `*`, which fits any ending";
    let is_so = is_plain(text.get_ref());
    if is_so { Ok(text.get_ref().trim().to_owned()) } else { Err(source.unexpected(key, text, expected)) }
}

fn check_sections(
    source: &Source<'_>,
    at: &str,
    sections: &[Spanned<String>],
) -> Result<Vec<String>, TableError> {
    let table = built_in("sections.tsv").unwrap_or_default();
    let mut known: Vec<&str> = table.rows().iter().map(|row| row.get("section")).collect();
    known.extend(PAPER_SECTIONS);
    known.dedup();
    match sections.iter().find(|section| !known.contains(&section.get_ref().as_str())) {
        Some(section) => {
            Err(source.unexpected(format!("{at}.sections"), section, format!("one of {}", known.join(", "))))
        }
        None => Ok(sections.iter().map(|section| section.get_ref().clone()).collect()),
    }
}

/// Splits a message into text and placeables: `{drug}`, `{drug.name}`, `{kidneys.value}`, `{phrase.term}`, `{source}`.
fn pieces(
    source: &Source<'_>,
    key: &str,
    message: &Spanned<String>,
    when: &[Frame],
) -> Result<Vec<Piece>, TableError> {
    let mut out = Vec::new();
    let mut rest = message.get_ref().trim();
    if rest.is_empty() {
        return Err(source.unexpected(key, message, "a text"));
    }
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}').map(|close| open + close) else { break };
        if open > 0 {
            out.push(Piece::Text(rest[..open].to_owned()));
        }
        let name = rest[open + 1..close].trim();
        let Some(piece) = placeable(name, when) else {
            let allowed: Vec<String> = when.iter().flat_map(placeables_of).collect();
            let message_of =
                format!("`{key}` has `{{{name}}}`, but may have {{source}}, {}", allowed.join(", "));
            return Err(source.not_a_rule(message.span().start, message_of));
        };
        out.push(piece);
        rest = &rest[close + 1..];
    }
    if !rest.is_empty() {
        out.push(Piece::Text(rest.to_owned()));
    }
    Ok(out)
}

fn placeable(name: &str, when: &[Frame]) -> Option<Piece> {
    if name == "source" {
        return Some(Piece::Source);
    }
    let (frame, part) = name.split_once('.').map_or((name, None), |(frame, part)| (frame, Some(part)));
    let at = when.iter().position(|known| known.name == frame)?;
    match (&when.get(at)?.target, part) {
        (_, None) => Some(Piece::Words(at)),
        (Target::Drugs(_) | Target::Orders { .. }, Some("name")) => Some(Piece::Drug(at)),
        (Target::Patient(_), Some("value")) => Some(Piece::Value(at)),
        (Target::Words(forms), Some(column)) => forms
            .first()
            .filter(|form| form.cells.contains_key(column))
            .map(|_| Piece::Cell(at, column.to_owned())),
        _ => None,
    }
}

fn placeables_of(frame: &Frame) -> Vec<String> {
    let name = &frame.name;
    let own = match &frame.target {
        Target::Drugs(_) | Target::Orders { .. } => vec!["name".to_owned()],
        Target::Patient(_) => vec!["value".to_owned()],
        Target::Words(forms) => {
            forms.first().map(|form| form.cells.keys().cloned().collect()).unwrap_or_default()
        }
    };
    let own = own.into_iter().map(|part| format!("{{{name}.{part}}}"));
    std::iter::once(format!("{{{name}}}")).chain(own).collect()
}
