//! The keys by which the paper of a work is found.

use referee_bibliography::{Identifiers, Work};
use referee_citations::identity;
use referee_text::fold;

/// Returns the keys by which a work is found: its identifiers, and its title with the year.
pub(super) fn keys(work: &Work) -> Vec<String> {
    let mut out: Vec<String> =
        work.identifiers.iter().map(|identifier| identity::key(&identifier.canonical())).collect();
    if let Some(title) = work.full_title() {
        out.push(format!("title:{}", fold::title(&title)));
    }
    out
}

/// Whether two descriptions are of one work. A short title counts only with the same first author
/// and year.
pub(super) fn is_same(one: &Work, other: &Work) -> bool {
    if identity::same(one, other) {
        return true;
    }
    let rivals = |own: Option<&str>, its: Option<&str>| matches!((own, its), (Some(a), Some(b)) if a != b);
    if rivals(Identifiers::doi(&one.identifiers), Identifiers::doi(&other.identifiers)) {
        return false;
    }
    let title = |work: &Work| work.full_title().map(|title| fold::title(&title));
    let author = |work: &Work| work.authors.first().map(|name| fold::name(&name.surname()));
    let is_equal = |a: Option<String>, b: Option<String>| a.is_some() && a == b;
    is_equal(title(one), title(other))
        && is_equal(author(one), author(other))
        && one.year().is_some()
        && one.year() == other.year()
}
