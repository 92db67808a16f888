//! Rules: their descriptions, their checks and their fixes.

use crate::{Finding, Fix, Severity};

/// The address of the published documentation.
pub const DOCUMENTATION: &str = "https://referee-lsp.github.io/referee";

/// The family of the rules that a user adds.
pub const SITE_FAMILY: &str = "site";

/// The part of a text that a rule examines: unchanged parts are not checked again.
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

/// One kind of finding of a rule that has several. Settings, suppression comments and the command line accept the id of
/// a kind wherever they accept the id of a rule. A finding keeps the id of its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// `family/rule.kind`.
    pub id: &'static str,
    /// One line, no full stop.
    pub summary: &'static str,
    /// Its section of the rule's page, in Markdown, without the heading.
    pub documentation: &'static str,
}

impl Kind {
    /// The part after the dot, `side` of `note/contradiction.side`: the heading of its section and the anchor of its
    /// address.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.id.rsplit('.').next().unwrap_or(self.id)
    }
}

/// A rule's description of itself, the source of its page in docs/, of the settings schema and of
/// `referee rules` and `referee explain`.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// `family/name`.
    pub id: &'static str,
    /// One line without a full stop.
    pub summary: &'static str,
    /// The default severity; `None` means off.
    pub severity: Option<Severity>,
    /// The part of a text that it examines.
    pub scope: Scope,
    /// Whether a suppression must give a reason.
    pub needs_reason: bool,
    /// The kinds of its findings that can be switched one by one; empty for a rule that has one.
    pub kinds: &'static [Kind],
    /// The page, in Markdown, without the title: the headings `## What it flags`, `## Why`, `## Example`,
    /// `## What it cannot tell`, `## Fixes`, `## Sources` in this order.
    pub documentation: &'static str,
}

impl Rule {
    /// Returns the address of its page; `None` for a rule of the user, which the published documentation lacks.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        (self.family() != SITE_FAMILY).then(|| format!("{DOCUMENTATION}/rules/{}.html", self.id))
    }

    /// Its kind with this id.
    #[must_use]
    pub fn kind(&self, id: &str) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.id == id)
    }

    /// The ids by which its findings can be switched: its own and those of its kinds.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.id).chain(self.kinds.iter().map(|kind| kind.id))
    }

    /// `citation` of `citation/retracted`.
    #[must_use]
    pub fn family(&self) -> &'static str {
        self.id.split('/').next().unwrap_or(self.id)
    }

    /// Returns the severity of a remark of this rule unless the author configures one: that of the
    /// remark, or else the rule's. `None` if the rule is off by default, regardless of the remark.
    #[must_use]
    pub fn default_severity(&self, of_remark: Option<Severity>) -> Option<Severity> {
        self.severity.map(|severity| of_remark.unwrap_or(severity))
    }
}

/// An engine runs rules: it determines the input of a check and the context of a fix.
pub trait Engine: 'static {
    /// A check of a rule. An engine has a variant for each kind of input.
    type Check: 'static;
    /// The context that the fixes of a rule may use.
    type FixContext<'a>;
}

/// Makes the fixes for one finding of a rule; called only when an author or a report requests them.
pub type FixProvider<E> = fn(&<E as Engine>::FixContext<'_>, &Finding) -> Vec<Fix>;

/// A rule of an engine. To add one, write its file and one line in the list of its engine.
pub struct RuleDefinition<E: Engine> {
    /// The description of the rule.
    pub rule: Rule,
    /// The checks of the rule. Empty if its findings are raised elsewhere.
    pub checks: &'static [E::Check],
    /// The fixes for its findings; `None` if it offers no fixes.
    pub fixes: Option<FixProvider<E>>,
}

impl<E: Engine> RuleDefinition<E> {
    /// Returns the fixes for one of its findings.
    pub fn fixes(&self, context: &E::FixContext<'_>, finding: &Finding) -> Vec<Fix> {
        self.fixes.map(|fixes| fixes(context, finding)).unwrap_or_default()
    }
}
