//! The rules that are files: `rules/*.toml` of `referee-knowledge`, built in or of the user.
//!
//! [`compiled`] prepares the files, [`mention`] finds their frames in a block, [`check`] puts frames together, and
//! [`trial`] explains the result.

mod check;
mod compiled;
mod mention;
mod message;
mod page;
mod phrases;
pub(crate) mod trial;

use crate::rule::{BlockRun, DocumentRun};
use crate::{Applies, BlockFlags, Check, CriticRule, Subject};
use compiled::{COMPILED, Compiled};
use referee_findings::{Rule, Scope, Severity};
use referee_knowledge::RuleFile;
use referee_knowledge::rules::{Drafts, Level, Reach};
use std::sync::LazyLock;

/// Returns the rules, the built-in ones first. They are made once and live as long as the process.
pub(crate) fn rules() -> Vec<&'static CriticRule> {
    static RULES: LazyLock<Vec<CriticRule>> = LazyLock::new(|| COMPILED.iter().map(rule).collect());
    RULES.iter().collect()
}

/// Returns the kinds of draft that the rule with this id reads; `None` if it is not a file.
pub(crate) fn drafts_of(id: &str) -> Option<Applies> {
    COMPILED.iter().find(|rule| rule.file.id == id).map(|rule| applies(rule.file))
}

fn applies(file: &RuleFile) -> Applies {
    match file.drafts {
        Drafts::Notes => Applies::Notes,
        Drafts::Manuscripts => Applies::Manuscripts,
        Drafts::Both => Applies::Both,
    }
}

fn rule(compiled: &'static Compiled) -> CriticRule {
    let file = compiled.file;
    let needs = if compiled.needs_drug() { BlockFlags::DRUG } else { BlockFlags::NONE };
    // The leaks are bounded: the files are read once.
    let subject = if compiled.is_of_draft() {
        let run: Box<DocumentRun> = Box::new(move |draft| check::in_draft(compiled, draft));
        Subject::DocumentOfFile(Box::leak(run))
    } else {
        let run: Box<BlockRun> = Box::new(move |block| check::in_block(compiled, block));
        Subject::BlockOfFile { needs, run: Box::leak(run) }
    };
    let check = Check { applies: applies(file), subject, kind: None };
    CriticRule {
        rule: Rule {
            id: &file.id,
            summary: &file.title.english,
            severity: match file.severity {
                Level::Error => Some(Severity::Error),
                Level::Warning => Some(Severity::Warning),
                Level::Information => Some(Severity::Information),
                Level::Hint => Some(Severity::Hint),
                Level::Off => None,
            },
            scope: match file.scope {
                Reach::Sentence => Scope::Sentence,
                Reach::Item | Reach::Paragraph => Scope::Block,
                Reach::Section => Scope::Section,
                Reach::Note => Scope::Document,
            },
            needs_reason: file.needs_reason,
            kinds: &[],
            documentation: page::of(file).leak(),
        },
        checks: Box::leak(Box::new([check])),
        fixes: None,
    }
}

#[cfg(test)]
mod tests;
