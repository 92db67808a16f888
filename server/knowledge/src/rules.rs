//! Rules as files: `rules/*.toml`, built in or of the user.
//!
//! A file holds one rule: what must be in a text, what must not be, the message, and the sentences
//! by which it is tested. This module reads and checks the files; the critic runs them.

mod check;
mod rule_file;
mod written;

use crate::files::RULE_FILES;
use crate::overlay::{self, OverlayFile, is_rule_file};
use crate::table::{Problem, TableError};
use std::sync::LazyLock;

pub use rule_file::{Form, Frame, Piece, RuleFile, SITE_FAMILY, Sentence, Target};
pub use written::{Drafts, InBoth, Level, Person, Reach, Said};

/// The rules that are files, and the errors in the files that were left out.
#[derive(Debug, Default)]
pub struct RuleFiles {
    rules: Vec<RuleFile>,
    errors: Vec<TableError>,
}

/// Returns the rules that are files: the built-in ones, then the user's.
#[must_use]
pub fn rule_files() -> &'static RuleFiles {
    static FILES: LazyLock<RuleFiles> = LazyLock::new(|| RuleFiles::with(overlay::overlay()));
    &FILES
}

impl RuleFiles {
    /// Reads the built-in files and those of a user. A file with an error is left out.
    #[must_use]
    pub fn with(files: &[OverlayFile]) -> RuleFiles {
        let mut out = RuleFiles::default();
        for (path, text) in RULE_FILES {
            out.add(path, text, false);
        }
        for file in files.iter().filter(|file| is_rule_file(&file.path)) {
            out.add(&file.name, &file.text, true);
        }
        out
    }

    fn add(&mut self, file: &str, text: &str, is_of_user: bool) {
        match check::read(file, text, is_of_user) {
            Ok((rule, line)) => match self.rules.iter().find(|known| known.id == rule.id) {
                Some(known) => self.errors.push(TableError {
                    file: file.to_owned(),
                    line,
                    problem: Problem::UnexpectedKey {
                        key: "id".to_owned(),
                        expected: format!("an id of its own; {} has this one", known.file),
                        value: rule.id,
                    },
                }),
                None => self.rules.push(rule),
            },
            Err(error) => self.errors.push(error),
        }
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &[RuleFile] {
        &self.rules
    }

    /// Returns the errors of the files that were left out.
    #[must_use]
    pub fn errors(&self) -> &[TableError] {
        &self.errors
    }
}

#[cfg(test)]
mod tests;
