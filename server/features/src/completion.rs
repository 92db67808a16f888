//! Completes keys while a citation is typed.
//!
//! [`mod@context`] detects whether the cursor is in a citation and which part of the key is typed;
//! [`index`] finds the entries that match.

pub mod context;
pub mod index;
mod query;

pub use context::{Context, context};
pub use index::{IndexMatch, Indexes, KeyIndex};
use tokio_util::sync::CancellationToken;

use crate::card::{CardView, card};
use crate::markup::Style;
use crate::zotero;
use referee_citations::Reference;
use referee_citations::rules::BibliographyFile;
use referee_records::{Notice, NoticeKind};
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};
use std::collections::HashSet;
use std::sync::Arc;

/// The maximum number of keys that are offered. Editors show no more, and all keys of 10,000
/// entries would take megabytes for every keystroke.
const MAX_ITEMS: usize = 50;

/// The maximum number of Zotero items that are offered; each is first searched in the
/// bibliographies.
const MAX_ZOTERO_ITEMS: usize = 20;

/// The keys that match the typed text.
#[derive(Clone, Debug, Default)]
pub struct Completions {
    /// The keys, best first; editors must keep this order.
    pub items: Vec<Completion>,
    /// Whether there are more: the editor asks again when more is typed.
    pub incomplete: bool,
    /// The range of the key before the cursor.
    pub typed: Span,
    /// The range of the whole key under the cursor.
    pub whole: Span,
}

/// A key that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The key, which is inserted.
    pub key: String,
    /// Author and year.
    pub author_year: String,
    /// The title.
    pub title: String,
    /// The bibliography that has it.
    pub file: FileId,
    /// Whether the work was retracted or withdrawn, which places it after all others.
    pub retracted: bool,
    /// The item of the author's Zotero, if it is one without an entry; an entry is added to `file`
    /// when it is chosen.
    pub zotero_item: Option<String>,
}

/// Returns the keys that match the text typed at `offset`. `None` if the cursor is not in a
/// citation, or when cancelled.
#[must_use]
pub fn completions(
    snapshot: &Snapshot,
    indexes: &Indexes,
    file: &FileId,
    offset: usize,
    cancel: &CancellationToken,
) -> Option<Completions> {
    let FileKind::Draft(document) = snapshot.kind(file)? else { return None };
    let context = context(&document, offset)?;
    let mut hits: Vec<(IndexMatch, usize)> = Vec::new();
    let bibliographies: Vec<_> = snapshot
        .bibliographies(file)
        .into_iter()
        .map(|found| (indexes.get(&found.file, &found.bibliography), found))
        .collect();
    for (number, (index, _)) in bibliographies.iter().enumerate() {
        if cancel.is_cancelled() {
            return None;
        }
        // Search for one more than is shown, to know whether there are more.
        hits.extend(index.search(&context.typed_text, MAX_ITEMS + 1).into_iter().map(|hit| (hit, number)));
    }
    hits.sort_by(|(a, i), (b, j)| b.score.cmp(&a.score).then(i.cmp(j)).then(a.entry.cmp(&b.entry)));
    let mut items = listed(snapshot, &hits, &bibliographies);
    let limit = (MAX_ITEMS + 1).saturating_sub(items.len());
    items.extend(of_zotero(snapshot, indexes, file, &context.typed_text, limit));
    let incomplete = items.len() > MAX_ITEMS;
    items.truncate(MAX_ITEMS);
    let typed = context.typed_text.to_lowercase();
    // Retracted works come last, but a key that starts with the typed text stays above other works
    // of a co-author.
    items.sort_by_key(|item| (!item.key.to_lowercase().starts_with(&typed), item.retracted));
    Some(Completions { items, incomplete, typed: context.typed, whole: context.whole })
}

/// Returns the results with each key once.
fn listed(
    snapshot: &Snapshot,
    hits: &[(IndexMatch, usize)],
    bibliographies: &[(Arc<KeyIndex>, BibliographyFile)],
) -> Vec<Completion> {
    let mut seen = HashSet::new();
    let mut items = Vec::new();
    for (hit, number) in hits {
        let Some((index, found)) = bibliographies.get(*number) else { continue };
        let key = index.key(hit.entry);
        if key.is_empty() || !seen.insert(key.to_owned()) {
            continue;
        }
        let title = index.title(hit.entry).to_owned();
        let known = index
            .fingerprint(hit.entry)
            .and_then(|fingerprint| snapshot.judgement_of(&found.file, fingerprint));
        let retracted =
            known.is_some_and(|judgement| is_retracted(&judgement.notices)) || says_retracted(&title);
        items.push(Completion {
            key: key.to_owned(),
            author_year: index.author_year(hit.entry).unwrap_or_default(),
            title,
            file: found.file.clone(),
            retracted,
            zotero_item: None,
        });
    }
    items
}

/// Returns the matching items of the author's Zotero without an entry, at most `limit`. They follow
/// the entries, because works that the author keeps for this draft come first.
fn of_zotero(
    snapshot: &Snapshot,
    indexes: &Indexes,
    file: &FileId,
    typed: &str,
    limit: usize,
) -> Vec<Completion> {
    let Some(matches) = zotero::matches(snapshot, indexes, file, typed, limit.min(MAX_ZOTERO_ITEMS)) else {
        return Vec::new();
    };
    snapshot.with_context(file, |context| {
        let offered = matches.found.iter().filter_map(|found| matches.offered(context, *found));
        offered
            .map(|offered| Completion {
                key: offered.key,
                author_year: offered.author_year,
                retracted: says_retracted(&offered.title),
                title: offered.title,
                file: offered.file,
                zotero_item: Some(offered.item),
            })
            .collect()
    })
}

/// Whether the most serious notice about a work is a retraction or withdrawal.
fn is_retracted(notices: &[Notice]) -> bool {
    let gravest = notices.iter().map(|notice| notice.kind).max();
    matches!(gravest, Some(NoticeKind::Retraction | NoticeKind::Withdrawal))
}

/// Whether a title itself says that the work was retracted, as databases and publishers write it.
fn says_retracted(title: &str) -> bool {
    let title = title.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    ["retracted:", "retracted article", "withdrawn:"].iter().any(|word| title.starts_with(word))
}

/// Returns the card of an entry, which an editor shows next to its key on request.
#[must_use]
pub fn documentation(snapshot: &Snapshot, file: &FileId, key: &str, style: Style) -> Option<String> {
    let FileKind::Bibliography(bibliography) = snapshot.kind(file)? else { return None };
    let reference = Reference::from_entry(file, &bibliography.get(key)?);
    let judgement = snapshot.judgement(&reference);
    let language = snapshot.interface_language();
    Some(card(&reference, judgement.as_deref(), CardView::plain(language, style)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, PAPER, paper};

    /// Returns the completions at the cursor of the fixture.
    fn offered(fixture: &Fixture) -> Option<Completions> {
        let Fixture { snapshot, file, offset, .. } = fixture;
        completions(snapshot, &Indexes::default(), file, *offset, &CancellationToken::new())
    }

    fn keys(fixture: &Fixture) -> Option<Vec<String>> {
        offered(fixture).map(|found| found.items.into_iter().map(|item| item.key).collect())
    }

    #[test]
    fn keys_are_offered_where_a_citation_is_typed() {
        for (draft, expected) in [
            ("[@$0]", vec!["smith2020", "ukpds:34"]),
            ("[@a; @smi$0]", vec!["smith2020"]),
            ("-@okafor$0", vec!["ukpds:34"]),
            ("@metf$0 and more", vec!["smith2020"]),
            ("@1998$0", vec!["ukpds:34"]),
            ("@{ukpds:$0", vec!["ukpds:34"]),
            ("@zzz$0", vec![]),
        ] {
            let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(keys(&paper(draft)), Some(expected), "{draft}");
        }
    }

    #[test]
    fn nothing_is_offered_in_code_in_addresses_and_in_prose() {
        for draft in ["`@smi$0`", "mail@smi$0", "smi$0", "```\n@smi$0\n```", "<!-- @smi$0 -->", "\\@smi$0"] {
            assert_eq!(keys(&paper(draft)), None, "{draft}");
        }
    }

    #[test]
    fn keys_are_offered_in_latex_and_typst() {
        for (name, draft) in [
            ("a.tex", "\\addbibresource{refs.bib}\nText \\citep[3]{ukpds:34, smi$0\n"),
            ("a.tex", "\\addbibresource{refs.bib}\nText \\textcite{smi$0} more\n"),
            ("a.typ", "#bibliography(\"refs.bib\")\nText @smi$0\n"),
            ("a.typ", "#bibliography(\"refs.bib\")\n#cite(<smi$0\n"),
        ] {
            let fixture = Fixture::new(&format!("{PAPER}//- {name}\n{draft}"));
            assert_eq!(keys(&fixture), Some(vec![String::from("smith2020")]), "{draft}");
        }
    }

    #[test]
    fn the_whole_key_under_the_cursor_is_replaced() {
        let fixture = paper("[@smi$0th1999; @b]");
        let found = offered(&fixture).unwrap_or_default();
        assert_eq!(fixture.shown(&fixture.file, found.typed), "paper.md:smi");
        assert_eq!(fixture.shown(&fixture.file, found.whole), "paper.md:smith1999");
    }

    #[test]
    fn of_many_entries_the_best_fifty_are_offered_and_the_editor_asks_again() {
        let entries: String = (0..200).map(|n| format!("@misc{{key{n:03}, title = {{T}}}}\n")).collect();
        let fixture = Fixture::new(&format!(
            "//- refs.bib\n{entries}//- a.md\n---\nbibliography: refs.bib\n---\n[@key$0]\n"
        ));
        let found = offered(&fixture).unwrap_or_default();
        assert_eq!((found.items.len(), found.incomplete), (50, true));
    }

    #[test]
    fn the_beginning_of_a_word_comes_first_and_letters_strewn_through_a_key_are_no_match() {
        let fixture = Fixture::new(
            "//- refs.bib
@article{ydogram1999, author = {Zed, Z}, title = {Signals}, year = {1999}}
@article{abyogax, author = {Abel, A}, title = {Nothing of the kind}, year = {2001}}
@article{cramer2013, author = {Cramer, Holger}, title = {A systematic review of yoga for low back pain}, year = {2013}}
//- a.md
---
bibliography: refs.bib
---
[@yog$0
",
        );
        let found = keys(&fixture).unwrap_or_default();
        assert_eq!(found, ["cramer2013", "abyogax"]);
    }

    #[test]
    fn a_retracted_work_stands_behind_all_others() {
        let fixture = Fixture::new(
            "//- refs.bib
@article{roe2010, author = {Roe, Jane}, title = {RETRACTED: Sleep and waking}, year = {2010}}
@article{roe2011, author = {Roe, Jane}, title = {Waking}, year = {2011}}
//- a.md
---
bibliography: refs.bib
---
[@roe$0
",
        );
        assert_eq!(keys(&fixture).unwrap_or_default(), ["roe2011", "roe2010"]);
    }

    #[test]
    fn the_retracted_key_that_is_typed_comes_before_the_works_of_a_co_author() {
        let fixture = Fixture::new(
            "//- refs.bib
@article{zhao2019, author = {Zhao, X and Wang, Y}, title = {Waking}, year = {2019}}
@article{wang2021, author = {Wang, Y}, title = {RETRACTED: Sleep}, year = {2021}}
//- a.md
---
bibliography: refs.bib
---
[@wang$0
",
        );
        assert_eq!(keys(&fixture).unwrap_or_default(), ["wang2021", "zhao2019"]);
    }
}
