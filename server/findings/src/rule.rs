//! What a rule is: what it tells about itself, what it checks, and the fixes it offers.

use crate::{Finding, Fix, Severity};

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
    /// Whether a suppression must give a reason.
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

    /// Returns the severity of a remark of this rule unless the author configures one: that of the remark, else the
    /// rule's. `None` if the rule is off by default, whatever the remark asks for.
    #[must_use]
    pub fn default_severity(&self, of_remark: Option<Severity>) -> Option<Severity> {
        self.severity.map(|severity| of_remark.unwrap_or(severity))
    }
}

/// What runs rules: it decides what a check is given and what a fix may look at.
pub trait Engine: 'static {
    /// One check of a rule. An engine has a variant for each thing that its checks look at.
    type Check: 'static;
    /// What the fixes of a rule may look at.
    type FixContext<'a>;
}

/// Makes the fixes for one finding of a rule; asked only when an author or a report wants them.
pub type FixProvider<E> = fn(&<E as Engine>::FixContext<'_>, &Finding) -> Vec<Fix>;

/// One rule of an engine. Adding one is writing its file and one line in the list of its engine.
pub struct RuleDefinition<E: Engine> {
    /// What it tells about itself.
    pub rule: Rule,
    /// What it looks at. Empty where its findings are raised elsewhere.
    pub checks: &'static [E::Check],
    /// The fixes for its findings; `None` where it offers none.
    pub fixes: Option<FixProvider<E>>,
}

impl<E: Engine> RuleDefinition<E> {
    /// The fixes for one of its findings.
    pub fn fixes(&self, context: &E::FixContext<'_>, finding: &Finding) -> Vec<Fix> {
        self.fixes.map(|fixes| fixes(context, finding)).unwrap_or_default()
    }
}
