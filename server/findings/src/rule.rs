//! What a rule tells about itself.

use crate::Severity;

/// Where the documentation is published.
pub const DOCUMENTATION: &str = "https://referee-lsp.github.io/referee";

/// How much of a text a rule looks at: unchanged parts are not checked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One sentence, or one citation.
    Sentence,
    /// One block.
    Block,
    /// One section.
    Section,
    /// The whole document.
    Document,
    /// One entry of a bibliography.
    Entry,
    /// A whole bibliography.
    Bibliography,
    /// referee.toml.
    Configuration,
}

/// A rule's description of itself, the source of its page in docs/, of the settings schema and of
/// `referee rules` and `referee explain`.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// `family/name`.
    pub id: &'static str,
    /// One line, no full stop.
    pub summary: &'static str,
    /// The severity unless the author says otherwise; `None` is off.
    pub severity: Option<Severity>,
    /// How much of a text it looks at.
    pub scope: Scope,
    /// Whether a silence must give a reason.
    pub needs_reason: bool,
    /// The page, in Markdown, without the title: the headings `## What it flags`, `## Why`, `## Example`,
    /// `## What it cannot tell`, `## Fixes`, `## Sources` in this order.
    pub documentation: &'static str,
}

impl Rule {
    /// The address of its page.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{DOCUMENTATION}/rules/{}.html", self.id)
    }

    /// `citation` of `citation/retracted`.
    #[must_use]
    pub fn family(&self) -> &'static str {
        self.id.split('/').next().unwrap_or(self.id)
    }
}
