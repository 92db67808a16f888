//! Removes the findings that comments suppress.

use super::{Extent, Suppression, UNUSED, matches};
use crate::{Data, Finding, Rule};
use referee_text::{Language, Rope, Span};

/// The context in which the suppression comments of one file are applied.
pub struct SuppressionContext<'a> {
    /// The text of the file.
    pub text: &'a Rope,
    /// Returns the extent that a comment above a line covers if it is more than the line: in a
    /// bibliography, the entry that starts there. Called with the span of the line; `None` means
    /// the line alone.
    pub unit: &'a dyn Fn(Span) -> Option<Span>,
    /// All rules that a comment may list.
    pub rules: &'a [&'a Rule],
    /// Returns whether a rule has checked the whole file with complete data. A comment for a rule
    /// that has not (it is off, or records are missing) is not reported as unused.
    pub ran: &'a dyn Fn(&str) -> bool,
    /// The language of the findings about unused comments.
    pub language: Language,
}

/// The findings, divided by the comments.
#[derive(Clone, Debug, Default)]
pub struct Applied {
    /// The findings that remain.
    pub kept: Vec<Finding>,
    /// The findings that a comment suppresses.
    pub suppressed: Vec<Finding>,
    /// The comments without effect, as findings of [`UNUSED`] with its own severity.
    pub reports: Vec<Finding>,
}

/// Divides `findings` into those that remain and those that are suppressed, and reports the
/// comments without effect. `suppressions` are in text order, with spans in the file.
#[must_use]
pub fn apply(
    findings: Vec<Finding>,
    suppressions: &[Suppression],
    suppression_context: &SuppressionContext<'_>,
) -> Applied {
    if suppressions.is_empty() {
        return Applied { kept: findings, ..Applied::default() };
    }
    let mut clauses = clauses(suppressions, suppression_context);
    let mut out = Applied::default();
    for finding in findings {
        let mut suppressed = false;
        for clause in clauses.iter_mut().filter(|clause| clause.suppresses(&finding)) {
            clause.used = true;
            suppressed = true;
        }
        if suppressed { &mut out.suppressed } else { &mut out.kept }.push(finding);
    }
    let language = suppression_context.language;
    let mut reports = Vec::new();
    for clause in clauses.iter().filter(|clause| !clause.used) {
        reports.extend(report(clause, suppression_context));
    }
    for (index, suppression) in suppressions.iter().enumerate() {
        let lone_end = suppression.extent == Extent::End && !ends(suppressions).contains(&Some(index));
        if lone_end {
            let message = language.pick(
                "No `referee:ignore-start` is open here. Remove the comment.",
                "Aquí no hay ningún `referee:ignore-start` abierto. Quite el comentario.",
            );
            reports.push(finding(suppression, "no-start", message.to_owned(), [].into()));
        } else if suppression.extent != Extent::End && suppression.rules().next().is_none() {
            let message = language.pick(
                "The comment names no rule, so it silences nothing. Write the rule's id after `referee:ignore`.",
                "El comentario no nombra ninguna regla, así que no silencia nada. Escriba el id de la regla tras `referee:ignore`.",
            );
            reports.push(finding(suppression, "no-rule", message.to_owned(), [].into()));
        }
    }
    for report in reports {
        let suppressed = clauses.iter().any(|clause| clause.suppresses(&report));
        if suppressed { &mut out.suppressed } else { &mut out.reports }.push(report);
    }
    out.reports.sort_by_key(|finding| finding.span);
    out
}

/// Whether `suppressions` cover all findings of `rule` at `span`, whatever their kind.
#[must_use]
pub fn covers(
    suppressions: &[Suppression],
    suppression_context: &SuppressionContext<'_>,
    rule: &str,
    span: Span,
) -> bool {
    clauses(suppressions, suppression_context).iter().any(|clause| clause.covers(rule, None, span))
}

/// One rule (or family) of one comment, and the region that it covers.
struct Clause<'a> {
    suppression: &'a Suppression,
    pattern: &'a str,
    region: Span,
    /// Matching rules that require a reason which the comment does not give.
    unreasoned: Vec<&'static str>,
    used: bool,
}

impl Clause<'_> {
    fn suppresses(&self, finding: &Finding) -> bool {
        self.covers(finding.rule, finding.kind, finding.span)
    }

    fn covers(&self, rule: &str, kind: Option<&str>, span: Span) -> bool {
        self.region.touches(span.start as usize)
            && (matches(self.pattern, rule) || kind == Some(self.pattern))
            && !self.unreasoned.contains(&rule)
    }
}

fn clauses<'a>(
    suppressions: &'a [Suppression],
    suppression_context: &SuppressionContext<'_>,
) -> Vec<Clause<'a>> {
    let ends = ends(suppressions);
    let alone: Vec<Option<(usize, usize)>> =
        suppressions.iter().map(|suppression| alone(suppression, suppression_context.text)).collect();
    let whole = suppression_context.text.len_bytes();
    let mut out = Vec::new();
    for (index, suppression) in suppressions.iter().enumerate() {
        let region = match suppression.extent {
            Extent::End => continue,
            Extent::File => Span::new(0, whole),
            Extent::Start => {
                let end = ends[index]
                    .and_then(|end| suppressions.get(end))
                    .map_or(whole, |end| end.span.end as usize);
                Span::new(suppression.span.start as usize, end)
            }
            Extent::NextLine => match alone[index] {
                Some(lines) => below(lines.1, &alone, suppression_context),
                None => line(
                    suppression_context.text,
                    suppression_context.text.byte_to_line((suppression.span.start as usize).min(whole)),
                ),
            },
        };
        for pattern in suppression.rules() {
            let unreasoned = suppression_context
                .rules
                .iter()
                .filter(|rule| rule.needs_reason && suppression.reason.is_empty() && means(pattern, rule))
                .map(|rule| rule.id)
                .collect();
            out.push(Clause { suppression, pattern, region, unreasoned, used: false });
        }
    }
    out
}

/// Returns for each start comment the index of the matching end. An end closes the previous start
/// with the same rules, or the nearest start if it lists no rules.
fn ends(suppressions: &[Suppression]) -> Vec<Option<usize>> {
    let mut out = vec![None; suppressions.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, suppression) in suppressions.iter().enumerate() {
        match suppression.extent {
            Extent::Start => open.push(index),
            Extent::End => {
                let fits = |start: &usize| {
                    suppression.rule.is_empty()
                        || suppressions.get(*start).is_some_and(|s| s.rule == suppression.rule)
                };
                if let Some(place) = open.iter().rposition(fits) {
                    let start = open.remove(place);
                    if let Some(slot) = out.get_mut(start) {
                        *slot = Some(index);
                    }
                }
            }
            Extent::NextLine | Extent::File => {}
        }
    }
    out
}

/// Returns the first and last line of a comment that shares its lines with no other text.
fn alone(suppression: &Suppression, text: &Rope) -> Option<(usize, usize)> {
    let length = text.len_bytes();
    let (start, end) =
        ((suppression.span.start as usize).min(length), (suppression.span.end as usize).min(length));
    let (first, last) = (text.byte_to_line(start), text.byte_to_line(end));
    // A comment that ends with its line break ends at the start of the next line.
    let last = if last > first && text.line_to_byte(last) == end { last - 1 } else { last };
    let before = slice(text, text.line_to_byte(first), start);
    let after = slice(text, end, line(text, last).end as usize);
    let blank =
        |part: &str| part.trim_matches(|c: char| c.is_whitespace() || "%/#<>!-*{}()".contains(c)).is_empty();
    (blank(&before) && blank(&after)).then_some((first, last))
}

/// Returns the extent that a comment ending on line `last` covers: the next line that is neither
/// blank nor a comment of the same kind, and the unit that starts there.
fn below(
    last: usize,
    alone: &[Option<(usize, usize)>],
    suppression_context: &SuppressionContext<'_>,
) -> Span {
    let mut next = last + 1;
    while next < suppression_context.text.len_lines() {
        if let Some((_, end)) = alone.iter().flatten().find(|(start, end)| *start <= next && next <= *end) {
            next = end + 1;
            continue;
        }
        let span = line(suppression_context.text, next);
        let content = slice(suppression_context.text, span.start as usize, span.end as usize);
        if content.chars().all(|c| c.is_whitespace() || c == '>') {
            next += 1;
            continue;
        }
        return (suppression_context.unit)(span).unwrap_or(span);
    }
    Span::at(suppression_context.text.len_bytes())
}

/// Returns the span of a line without its line break.
fn line(text: &Rope, index: usize) -> Span {
    let index = index.min(text.len_lines().saturating_sub(1));
    let start = text.line_to_byte(index);
    let content = text.line(index);
    let mut length = content.len_bytes();
    while length > 0 && matches!(content.byte(length - 1), b'\n' | b'\r') {
        length -= 1;
    }
    Span::new(start, start + length)
}

fn slice(text: &Rope, start: usize, end: usize) -> String {
    text.get_byte_slice(start..end.max(start)).map(|part| part.to_string()).unwrap_or_default()
}

/// Returns the finding about a clause that suppressed nothing; `None` if this cannot be known or is
/// not worth reporting.
fn report(clause: &Clause<'_>, suppression_context: &SuppressionContext<'_>) -> Option<Finding> {
    let pattern = clause.pattern;
    let language = suppression_context.language;
    let known: Vec<&str> = suppression_context
        .rules
        .iter()
        .flat_map(|rule| rule.ids())
        .filter(|id| matches(pattern, id) || *id == pattern)
        .collect();
    if known.is_empty() && pattern != UNUSED.id && !matches(pattern, UNUSED.id) {
        let nearest = nearest(pattern, suppression_context.rules);
        let (no_rules, no_rule) = language
            .pick(("There are no rules", "There is no rule"), ("No hay reglas", "No hay ninguna regla"));
        let what = if pattern.ends_with("/*") { no_rules } else { no_rule };
        let message = match &nearest {
            Some(id) => language.pick(
                format!("{what} `{pattern}`. The nearest is `{id}`."),
                format!("{what} `{pattern}`. La más parecida es `{id}`."),
            ),
            None => language.pick(
                format!("{what} `{pattern}`, so this silences nothing."),
                format!("{what} `{pattern}`, así que esto no silencia nada."),
            ),
        };
        let more = nearest.map(|id| ("nearest", id)).into_iter().chain([("rule", pattern.to_owned())]);
        return Some(finding(clause.suppression, "unknown-rule", message, more.collect()));
    }
    if let Some(rule) = clause.unreasoned.first() {
        let message = language.pick(
            format!("`{rule}` is silenced only with a reason. Write it after the rule's id."),
            format!("`{rule}` solo se silencia con un motivo. Escríbalo tras el id de la regla."),
        );
        return Some(finding(
            clause.suppression,
            "no-reason",
            message,
            [("rule", pattern.to_owned())].into(),
        ));
    }
    let names_comments = matches(pattern, UNUSED.id);
    if names_comments || !known.iter().all(|id| (suppression_context.ran)(id)) {
        return None;
    }
    let place = match clause.suppression.extent {
        Extent::File => language.pick("in this file", "en este archivo"),
        Extent::Start => language.pick("in this region", "en esta región"),
        Extent::NextLine | Extent::End => language.pick(
            "on the line that this comment is about",
            "en la línea a la que se refiere este comentario",
        ),
    };
    let next = if clause.suppression.rules().count() > 1 {
        language.pick("Take it off the list.", "Quítela de la lista.")
    } else {
        language.pick("Remove the comment.", "Quite el comentario.")
    };
    let message = language.pick(
        format!("`{pattern}` finds nothing {place}, so there is nothing to silence. {next}"),
        format!("`{pattern}` no encuentra nada {place}, así que no hay nada que silenciar. {next}"),
    );
    Some(finding(clause.suppression, "unused", message, [("rule", pattern.to_owned())].into()))
}

fn finding(
    suppression: &Suppression,
    state: &str,
    message: String,
    more: std::collections::BTreeMap<&'static str, String>,
) -> Finding {
    let mut data = Data { key: None, more };
    data.more.insert("comment", state.to_owned());
    Finding {
        rule: UNUSED.id,
        kind: None,
        severity: UNUSED.severity.unwrap_or(crate::Severity::Information),
        span: suppression.span,
        message,
        related: Vec::new(),
        data,
        tag: (state == "unused").then_some(crate::Tag::Unnecessary),
    }
}

/// Whether `pattern` means findings of `rule`, all or those of a kind.
fn means(pattern: &str, rule: &Rule) -> bool {
    matches(pattern, rule.id) || rule.kind(pattern).is_some()
}

/// The id that was probably meant.
fn nearest(pattern: &str, rules: &[&Rule]) -> Option<String> {
    if let Some(rule) = rules.iter().find(|rule| rule.id.split('/').nth(1) == Some(pattern)) {
        return Some(rule.id.to_owned());
    }
    let star = pattern.ends_with("/*");
    let mut ids: Vec<String> = rules
        .iter()
        .flat_map(|rule| {
            if star { vec![format!("{}/*", rule.family())] } else { rule.ids().map(str::to_owned).collect() }
        })
        .collect();
    ids.dedup();
    let reach = (pattern.chars().count() / 4).max(2);
    ids.into_iter()
        .map(|id| (rapidfuzz::distance::osa::distance(pattern.chars(), id.chars()), id))
        .filter(|(distance, _)| *distance <= reach)
        .min()
        .map(|(_, id)| id)
}

#[cfg(test)]
mod tests;
