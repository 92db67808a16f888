//! Parses a table of tab-separated values.
//!
//! Lines that begin with `#` are comments, empty lines are ignored, and the first other line is the
//! header. A spreadsheet may have saved the file: a byte order mark, carriage returns and quoted
//! cells are supported.
//!
//! ```text
//! # Drugs with their classes.
//! drug <tab> class <tab> source            <tab> checked
//! x    <tab> y, z  <tab> label of x, 2024  <tab> 2026-11-28
//! ```

use std::borrow::Cow;
use std::sync::Arc;

/// The value of `checked` in a row that was not yet compared with its source.
pub const UNREVIEWED: &str = "unreviewed";

/// The rows of a table: the built-in ones and the user's.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Row>,
}

/// One line of a table.
#[derive(Clone, Debug)]
pub struct Row {
    is_of_user: bool,
    file: Arc<str>,
    line: usize,
    columns: Arc<[String]>,
    cells: Box<[Cow<'static, str>]>,
}

/// An error in a file, with file and line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{place}: {problem}", place = Place(*.line))]
pub struct TableError {
    /// The file: its path below `data/`, or the path of the user's file.
    pub file: String,
    /// The line number, from 1; 0 for an error about the whole file.
    pub line: usize,
    /// The problem.
    pub problem: Problem,
}

/// Formats `:12` after a file name; empty for the whole file.
struct Place(usize);

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, ":{}", self.0) }
    }
}

/// A problem with a line or a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The header is missing.
    #[error("the file has no header; its first line must name the columns")]
    NoHeader,
    /// The header lacks a required column.
    #[error("the header does not name the column `{0}`")]
    MissingColumn(String),
    /// The header contains a column twice.
    #[error("the header names the column `{0}` twice")]
    RepeatedColumn(String),
    /// A row has more cells than the header has columns.
    #[error("the row has {cells} cells, but the header names {columns} columns")]
    TooManyCells {
        /// The number of cells in the row.
        cells: usize,
        /// The number of columns in the header.
        columns: usize,
    },
    /// A required cell is empty.
    #[error("the column `{0}` is empty")]
    Empty(String),
    /// A cell does not have the format of its column.
    #[error("the column `{column}` should be {expected}, but is `{value}`")]
    Unexpected {
        /// The column.
        column: String,
        /// The expected format, such as `a number`.
        expected: String,
        /// The actual value.
        value: String,
    },
    /// The name of a drug is a common word of clinical notes.
    #[error("`{0}` is an ordinary word or too short, and not a name of a drug (drug_stop_words.tsv)")]
    OrdinaryWord(String),
    /// Only the built-in rows of this table are used.
    #[error("only the program's own rows of this table count")]
    BuiltInOnly,
    /// No table has this path.
    #[error("this program has no such table")]
    UnknownFile,
    /// A rule file is not TOML, or has an unknown, missing or misplaced key.
    #[error("{0}")]
    NotARule(String),
    /// A key of a rule file does not have an allowed value.
    #[error("`{key}` should be {expected}, but is `{value}`")]
    UnexpectedKey {
        /// The key, such as `when.drug.drugs`.
        key: String,
        /// The allowed values.
        expected: String,
        /// The actual value.
        value: String,
    },
}

impl TableError {
    pub(crate) fn unknown_file(file: &str) -> Self {
        TableError { file: file.to_owned(), line: 0, problem: Problem::UnknownFile }
    }
}

impl Table {
    /// Parses a file that is built into the program. Its cells borrow from it.
    ///
    /// # Errors
    ///
    /// The first invalid line.
    pub fn parse(file: &str, text: &'static str, columns: &[&str]) -> Result<Table, TableError> {
        let mut table = Table::default();
        let errors = table.read(file, text.lines().map(Cow::Borrowed), columns, false);
        errors.into_iter().next().map_or(Ok(table), Err)
    }

    /// Adds the rows of a user's file. Invalid lines are skipped and reported.
    pub fn add(&mut self, file: &str, text: &str, columns: &[&str]) -> Vec<TableError> {
        self.read(file, text.lines().map(|line| Cow::Owned(line.to_owned())), columns, true)
    }

    fn read(
        &mut self,
        file: &str,
        lines: impl Iterator<Item = Cow<'static, str>>,
        required: &[&str],
        is_of_user: bool,
    ) -> Vec<TableError> {
        let file: Arc<str> = Arc::from(file);
        let mut errors = Vec::new();
        let mut columns: Option<Arc<[String]>> = None;
        let error = |line, problem| TableError { file: file.to_string(), line, problem };
        for (at, line) in lines.enumerate() {
            let number = at + 1;
            let line = if at == 0 { without_mark(line) } else { line };
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let mut cells = cells(line);
            let Some(columns) = &columns else {
                let names: Vec<String> = cells.into_iter().map(Cow::into_owned).collect();
                let problems = header_problems(&names, required);
                errors.extend(problems.into_iter().map(|problem| error(number, problem)));
                if !errors.is_empty() {
                    return errors;
                }
                columns = Some(Arc::from(names));
                continue;
            };
            while cells.len() > columns.len() && cells.last().is_some_and(|cell| cell.is_empty()) {
                cells.pop();
            }
            if cells.len() > columns.len() {
                let problem = Problem::TooManyCells { cells: cells.len(), columns: columns.len() };
                errors.push(error(number, problem));
                continue;
            }
            let (file, columns) = (Arc::clone(&file), Arc::clone(columns));
            self.rows.push(Row { is_of_user, file, line: number, columns, cells: cells.into() });
        }
        if columns.is_none() {
            errors.push(error(0, Problem::NoHeader));
        }
        errors
    }

    /// Returns the rows, in the order of files and lines.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Keeps the rows that pass `check`; returns the errors of the others.
    pub fn retain(&mut self, mut check: impl FnMut(&Row) -> Result<(), TableError>) -> Vec<TableError> {
        let mut errors = Vec::new();
        self.rows.retain(|row| check(row).map_err(|error| errors.push(error)).is_ok());
        errors
    }
}

impl Row {
    /// Returns the cell of a column without surrounding blanks; empty if the row or the header
    /// lacks the column.
    #[must_use]
    pub fn get(&self, column: &str) -> &str {
        let at = self.columns.iter().position(|name| name == column);
        at.and_then(|at| self.cells.get(at)).map_or("", |cell| cell.as_ref())
    }

    /// Iterates over the columns of the header.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(String::as_str)
    }

    /// Whether the header contains a column.
    #[must_use]
    pub fn has_column(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// Whether the row is from a user's file rather than built in.
    #[must_use]
    pub fn is_of_user(&self) -> bool {
        self.is_of_user
    }

    /// Returns the cell of a column that must not be empty.
    ///
    /// # Errors
    ///
    /// [`Problem::Empty`] with file and line.
    pub fn require(&self, column: &str) -> Result<&str, TableError> {
        match self.get(column) {
            "" => Err(self.error(Problem::Empty(column.to_owned()))),
            value => Ok(value),
        }
    }

    /// Returns the parts of a cell with several values, separated by `|`.
    pub fn list(&self, column: &str) -> impl Iterator<Item = &str> {
        self.get(column).split('|').map(str::trim).filter(|part| !part.is_empty())
    }

    /// Returns the number in a cell; `None` for an empty cell.
    ///
    /// # Errors
    ///
    /// [`Problem::Unexpected`] if the cell is not a finite number.
    pub fn number(&self, column: &str) -> Result<Option<f64>, TableError> {
        match self.get(column) {
            "" => Ok(None),
            value => match value.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(Some(number)),
                _ => Err(self.unexpected(column, "a number")),
            },
        }
    }

    /// Checks that the row has a `source`, and a date or [`UNREVIEWED`] in `checked`.
    ///
    /// # Errors
    ///
    /// [`Problem::Empty`] or [`Problem::Unexpected`] with file and line.
    pub fn provenance(&self) -> Result<(), TableError> {
        self.require("source")?;
        let checked = self.require("checked")?;
        if checked == UNREVIEWED || is_day(checked) {
            return Ok(());
        }
        Err(self.unexpected("checked", &format!("a day such as 2026-11-28, or `{UNREVIEWED}`")))
    }

    /// Returns the file of the row.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the line number of the row, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Creates an error about this row.
    #[must_use]
    pub fn error(&self, problem: Problem) -> TableError {
        TableError { file: self.file.to_string(), line: self.line, problem }
    }

    /// Creates the error for a cell that does not have the format of its column.
    #[must_use]
    pub fn unexpected(&self, column: &str, expected: &str) -> TableError {
        self.error(Problem::Unexpected {
            column: column.to_owned(),
            expected: expected.to_owned(),
            value: self.get(column).to_owned(),
        })
    }
}

fn header_problems(names: &[String], required: &[&str]) -> Vec<Problem> {
    let missing = required.iter().filter(|column| !names.iter().any(|name| name == *column));
    let mut problems: Vec<Problem> =
        missing.map(|column| Problem::MissingColumn((*column).to_owned())).collect();
    for (at, name) in names.iter().enumerate() {
        if !name.is_empty() && names[..at].contains(name) {
            problems.push(Problem::RepeatedColumn(name.clone()));
        }
    }
    problems
}

fn without_mark(line: Cow<'static, str>) -> Cow<'static, str> {
    match line {
        Cow::Borrowed(line) => Cow::Borrowed(line.trim_start_matches('\u{feff}')),
        Cow::Owned(line) => Cow::Owned(line.trim_start_matches('\u{feff}').to_owned()),
    }
}

fn cells(line: Cow<'static, str>) -> Vec<Cow<'static, str>> {
    match line {
        Cow::Borrowed(line) => line.split('\t').map(|cell| unquoted(cell.trim())).collect(),
        Cow::Owned(line) => {
            line.split('\t').map(|cell| Cow::Owned(unquoted(cell.trim()).into_owned())).collect()
        }
    }
}

/// Removes the quotation marks that a spreadsheet puts around a cell.
fn unquoted(cell: &str) -> Cow<'_, str> {
    match cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) if inner.contains("\"\"") => Cow::Owned(inner.replace("\"\"", "\"")),
        Some(inner) => Cow::Borrowed(inner),
        None => Cow::Borrowed(cell),
    }
}

/// Whether a text has the format of a date, `2026-11-28`.
pub(crate) fn is_day(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut part = |length: usize, range: std::ops::RangeInclusive<u32>| {
        parts.next().is_some_and(|part| {
            part.len() == length
                && part.bytes().all(|byte| byte.is_ascii_digit())
                && part.parse().is_ok_and(|number| range.contains(&number))
        })
    };
    part(4, 1900..=2999) && part(2, 1..=12) && part(2, 1..=31) && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    const COLUMNS: &[&str] = &["drug", "source", "checked"];

    fn table(text: &'static str) -> Result<Table, TableError> {
        Table::parse("drugs.tsv", text, COLUMNS)
    }

    fn message(text: &'static str) -> String {
        table(text).expect_err("the table has an error").to_string()
    }

    #[test]
    fn the_header_names_the_columns_in_any_order() {
        let table = table("# Drugs\n\nchecked\tdrug\tnote\tsource\n2026-11-28\taspirin\t\tlabel\n").unwrap();
        let [row] = table.rows() else { panic!("one row") };
        assert_eq!((row.get("drug"), row.get("source"), row.get("note")), ("aspirin", "label", ""));
        assert_eq!((row.file(), row.line()), ("drugs.tsv", 4));
        assert_eq!(row.provenance(), Ok(()));
    }

    #[test]
    fn a_spreadsheet_may_have_saved_the_file() {
        let table =
            table("\u{feff}drug\tsource\tchecked\r\n\"a, b\"\t\"the \"\"label\"\"\"\tunreviewed\t\t\r\n")
                .unwrap();
        let row = &table.rows()[0];
        assert_eq!((row.get("drug"), row.get("source")), ("a, b", "the \"label\""));
        assert_eq!(row.provenance(), Ok(()));
    }

    #[test]
    fn an_error_names_file_and_line() {
        assert_eq!(
            message("# only a comment\n"),
            "drugs.tsv: the file has no header; its first line must name the columns"
        );
        assert_eq!(message("drug\tsource\n"), "drugs.tsv:1: the header does not name the column `checked`");
        assert_eq!(
            message("drug\tsource\tchecked\tdrug\n"),
            "drugs.tsv:1: the header names the column `drug` twice"
        );
        assert_eq!(
            message("drug\tsource\tchecked\n\na\tb\tc\td\n"),
            "drugs.tsv:3: the row has 4 cells, but the header names 3 columns"
        );
    }

    #[test]
    fn provenance_needs_a_source_and_a_day() {
        let table = table(
            "drug\tsource\tchecked\na\t\t2026-11-28\nb\tlabel\nc\tlabel\tyesterday\nd\tlabel\t2026-13-01\ne\tlabel\tunreviewed\n",
        )
        .unwrap();
        let errors: Vec<Option<String>> =
            table.rows().iter().map(|row| row.provenance().err().map(|error| error.to_string())).collect();
        assert_eq!(errors[0].as_deref(), Some("drugs.tsv:2: the column `source` is empty"));
        assert_eq!(errors[1].as_deref(), Some("drugs.tsv:3: the column `checked` is empty"));
        assert!(errors[2].as_deref().is_some_and(|error| error.contains("but is `yesterday`")));
        assert!(errors[3].is_some());
        assert_eq!(errors[4], None);
    }

    #[test]
    fn a_number_is_finite() {
        let table = table("drug\tsource\tchecked\n1.5\t\tNaN\n").unwrap();
        let row = &table.rows()[0];
        assert_eq!(row.number("drug"), Ok(Some(1.5)));
        assert_eq!(row.number("source"), Ok(None));
        assert_eq!(
            row.number("checked").unwrap_err().to_string(),
            "drugs.tsv:2: the column `checked` should be a number, but is `NaN`"
        );
    }

    #[test]
    fn a_list_has_no_empty_parts() {
        let table = table("drug\tsource\tchecked\na| b c ||\t\t\n").unwrap();
        assert_eq!(table.rows()[0].list("drug").collect::<Vec<_>>(), ["a", "b c"]);
        assert_eq!(table.rows()[0].list("source").count(), 0);
    }

    #[test]
    fn a_users_file_adds_rows_and_loses_only_those_that_cannot_be_read() {
        let mut table = table("drug\tsource\tchecked\na\tlabel\tunreviewed\n").unwrap();
        let errors = table.add(
            "/home/drugs.tsv",
            "checked\tdrug\tsource\n1\t2\t3\t4\nunreviewed\tb\tformulary\n",
            COLUMNS,
        );
        assert_eq!(errors.len(), 1);
        assert_eq!((errors[0].file.as_str(), errors[0].line), ("/home/drugs.tsv", 2));
        let names: Vec<&str> = table.rows().iter().map(|row| row.get("drug")).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(table.add("/home/more.tsv", "drug\n", COLUMNS).len(), 2);
        assert_eq!(table.rows().len(), 2);
    }

    #[test]
    fn rows_that_a_check_rejects_are_left_out() {
        let mut table = table("drug\tsource\tchecked\na\tlabel\tunreviewed\nb\t\t\n").unwrap();
        let errors = table.retain(Row::provenance);
        assert_eq!(errors.len(), 1);
        assert_eq!(table.rows().len(), 1);
    }
}
