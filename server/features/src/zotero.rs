//! Connects a draft with the author's Zotero: items while a key is typed, the entry of an item, and
//! the place of a work in it.

use crate::completion::index::{IndexMatch, Indexes, KeyIndex};
use crate::markup::{Markup, Style};
use referee_citations::edits::{entry_of, free_key, new_entry, new_key};
use referee_citations::rules::RuleContext;
use referee_findings::FileEdit;
use referee_literature::zotero::ZoteroItem;
use referee_research::sentences::truncate_at_sentence;
use referee_text::{FileId, Language};
use referee_workspace::Snapshot;
use std::sync::Arc;

/// The maximum number of collections of an item that are shown.
const MAX_COLLECTIONS: usize = 5;

/// The maximum length of an abstract on a card, in bytes.
const MAX_ABSTRACT_BYTES: usize = 600;

/// The items that match the typed part of a key, and their index; missing if the draft lacks a
/// bibliography that could take an entry.
pub(crate) struct Matches {
    items: Arc<[Arc<ZoteroItem>]>,
    index: Arc<KeyIndex>,
    /// The matches with their scores, the best first.
    pub(crate) found: Vec<IndexMatch>,
}

/// Searches the items for the typed part of a key; never blocks.
pub(crate) fn matches(
    snapshot: &Snapshot,
    indexes: &Indexes,
    file: &FileId,
    typed: &str,
    limit: usize,
) -> Option<Matches> {
    let (revision, items) = snapshot.zotero(file)?.items();
    if items.is_empty() {
        return None;
    }
    let index = indexes.of_zotero(revision, || {
        KeyIndex::of_works(
            items.iter().map(|item| (item.citation_key.as_deref().unwrap_or_default(), &item.work)),
        )
    });
    let found = index.search(typed, limit);
    Some(Matches { items, index, found })
}

/// An item that is offered while a key is typed.
pub(crate) struct OfferedItem {
    /// The key of the item in Zotero.
    pub(crate) item: String,
    /// The key for its entry.
    pub(crate) key: String,
    pub(crate) author_year: String,
    /// The title, which is shown next to the key.
    pub(crate) title: String,
    /// The bibliography for the entry.
    pub(crate) file: FileId,
}

impl Matches {
    /// Returns a match as it is offered. `None` if a bibliography has the work already, or none
    /// could take an entry.
    pub(crate) fn offered(&self, context: &RuleContext<'_>, at: IndexMatch) -> Option<OfferedItem> {
        let item = self.items.get(at.entry)?;
        let target = context.bibliographies.first()?;
        if entry_of(context, &item.work, &[]).is_some() {
            return None;
        }
        Some(OfferedItem {
            item: item.handle(),
            key: key_of(context, item)?,
            author_year: self.index.author_year(at.entry).unwrap_or_default(),
            title: self.index.title(at.entry).to_owned(),
            file: target.file.clone(),
        })
    }
}

/// Returns the key for the entry of an item: that of Better BibTeX, or one like those of the
/// bibliography.
fn key_of(context: &RuleContext<'_>, item: &ZoteroItem) -> Option<String> {
    match &item.citation_key {
        Some(key) => Some(free_key(context, key)),
        None => Some(new_key(context, &context.bibliographies.first()?.bibliography, &item.work)),
    }
}

/// Returns the edits that add the entry of an item to the first bibliography of a draft under
/// `key`. `None` if the item does not exist any more, no bibliography can be written, or one has
/// the key already.
#[must_use]
pub fn add_entry(snapshot: &Snapshot, file: &FileId, item_key: &str, key: &str) -> Option<Vec<FileEdit>> {
    let item = snapshot.zotero(file)?.item(item_key)?;
    snapshot.with_context(file, |context| entry_edit(context, &item, key))
}

/// Returns the edits that add the entry of an item under `key`; `None` if a bibliography has the
/// key, or none can be written.
pub(crate) fn entry_edit(context: &RuleContext<'_>, item: &ZoteroItem, key: &str) -> Option<Vec<FileEdit>> {
    if context.entry(key).is_some() {
        return None;
    }
    let target = context.bibliographies.first()?;
    let edit = new_entry(context, &target.bibliography, key, &item.work)?;
    Some(vec![FileEdit { file: target.file.clone(), span: edit.span, text: edit.text }])
}

/// Returns the card of an item, which is shown next to its key.
#[must_use]
pub fn documentation(snapshot: &Snapshot, file: &FileId, item_key: &str, style: Style) -> Option<String> {
    let item = snapshot.zotero(file)?.item(item_key)?;
    let mut out = Markup::new(style);
    out.words(&item.work.full_title().unwrap_or_default());
    let summary = item.work.summary.as_deref().unwrap_or_default();
    let mut text = out.finish();
    if !summary.is_empty() {
        let mut shown = Markup::new(style);
        shown.words(&truncate_at_sentence(summary, MAX_ABSTRACT_BYTES));
        text.push_str("\n\n");
        text.push_str(&shown.finish());
    }
    text.push_str("\n\n");
    text.push_str(&where_it_is(snapshot.interface_language(), &item, style));
    Some(text)
}

/// Describes where a work is in the author's Zotero, with links that open it there.
pub(crate) fn where_it_is(language: Language, item: &ZoteroItem, style: Style) -> String {
    let mut out = Markup::new(style);
    out.words(language.pick("In Zotero", "En Zotero"));
    if !item.collections.is_empty() {
        let named: Vec<&str> = item.collections.iter().take(MAX_COLLECTIONS).map(String::as_str).collect();
        out.words(": ").words(&named.join(", "));
    }
    out.words(". ").link(language.pick("Open in Zotero", "Abrir en Zotero"), &item.select_url());
    if let Some(pdf) = item.pdf_url() {
        out.words(" · ").link(language.pick("Open PDF", "Abrir el PDF"), &pdf);
    }
    out.finish()
}
