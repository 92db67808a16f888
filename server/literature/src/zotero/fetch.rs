//! Lists the libraries of an author, their own and those of their groups, and follows changes by
//! version.

use super::item::{Attachment, Group, RawItem, ZoteroItem};
use crate::gate::{LocalAnswer, LocalError, ask_local};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The number of items per request: the maximum of the zotero.org API.
const ITEMS_PER_PAGE: usize = 100;

/// The maximum number of items of a library.
const MAX_ITEMS: usize = 100_000;

/// The library of the logged-in user.
const OWN_LIBRARY: &str = "users/0";

/// The maximum number of groups whose libraries are listed.
const MAX_GROUPS: usize = 50;

/// The maximum nesting depth of collections.
const MAX_COLLECTION_DEPTH: usize = 16;

/// The author's own library and those of their groups.
#[derive(Default)]
pub(super) struct Libraries {
    own: Library,
    /// The libraries of the groups, by group id.
    groups: BTreeMap<u64, Library>,
}

impl Libraries {
    /// Loads the changes since the last call, and returns whether there were any. The library of a
    /// group that does not answer is left unchanged.
    pub(super) fn update(&mut self, base_url: &str) -> Result<bool, LocalError> {
        let mut is_changed = self.own.update(base_url)?;
        let groups = match groups(base_url) {
            Ok(groups) => groups,
            Err(error) => {
                tracing::debug!("the groups of Zotero at {base_url}: {error}");
                return Ok(is_changed);
            }
        };
        let before = self.groups.len();
        self.groups.retain(|id, _| groups.iter().any(|group| group.id == *id));
        is_changed |= self.groups.len() < before;
        for group in groups {
            let library = self.groups.entry(group.id).or_default();
            is_changed |= library.group.as_ref().is_some_and(|known| *known != group);
            library.group = Some(group);
            match library.update(base_url) {
                Ok(changed) => is_changed |= changed,
                Err(error) => tracing::debug!("a group of Zotero at {base_url}: {error}"),
            }
        }
        Ok(is_changed)
    }

    /// Returns the items that describe works, those of the author's own library first.
    pub(super) fn items(&self) -> Vec<Arc<ZoteroItem>> {
        std::iter::once(&self.own).chain(self.groups.values()).flat_map(Library::items).collect()
    }
}

/// Lists the groups to which the author belongs.
fn groups(base_url: &str) -> Result<Vec<Group>, LocalError> {
    let answer = ask_local(&format!("{base_url}/{OWN_LIBRARY}/groups?v=3"), None)?;
    let Value::Array(all) = answer.body else { return Err(LocalError::Unreadable) };
    let read = |group: &Value| {
        let id = group["id"].as_u64().or_else(|| group["data"]["id"].as_u64())?;
        let name = group["data"]["name"].as_str().unwrap_or_default().trim().to_owned();
        Some(Group { id, name })
    };
    Ok(all.iter().filter_map(read).take(MAX_GROUPS).collect())
}

/// The known state of a library.
#[derive(Default)]
pub(super) struct Library {
    /// The group that owns the library; `None` for the author's own.
    group: Option<Group>,
    /// The library version up to which changes are loaded; `None` before the first listing.
    version: Option<u64>,
    /// Items and attachments, by key.
    items: BTreeMap<String, RawItem>,
    /// The name and the parent of each collection.
    collections: HashMap<String, (String, Option<String>)>,
    /// The citation keys of Better BibTeX, by item key.
    citation_keys: HashMap<String, String>,
}

impl Library {
    /// Loads the changes since the last call, and returns whether there were any.
    fn update(&mut self, base_url: &str) -> Result<bool, LocalError> {
        let since = self.version.unwrap_or(0);
        let (changed, version) = list(base_url, &self.path_of_library(), "items", since)?;
        let is_new = self.version.is_none();
        // A library with an older version was restored from a backup, or is another one.
        if version.is_some_and(|version| version < since) {
            *self = Library { group: self.group.take(), ..Library::default() };
            return self.update(base_url);
        }
        self.version = version.or(Some(since));
        // Removals change the version of the library, but not that of any item.
        let removed = if is_new || version == Some(since) { false } else { self.forget_removed(base_url)? };
        if changed.is_empty() && !is_new {
            return Ok(removed);
        }
        if is_new || changed.iter().any(|item| !item["data"]["collections"].is_null()) {
            self.take_collections(list(base_url, &self.path_of_library(), "collections", 0)?.0);
        }
        let mut keys = Vec::new();
        for item in &changed {
            let Some(read) = RawItem::read(item) else { continue };
            keys.push(read.key.clone());
            self.items.insert(read.key.clone(), read);
        }
        self.take_citation_keys(base_url, &keys);
        Ok(true)
    }

    /// Returns the path of the library below the address of Zotero: `users/0`, `groups/12`.
    fn path_of_library(&self) -> String {
        self.group.as_ref().map_or_else(|| OWN_LIBRARY.to_owned(), |group| format!("groups/{}", group.id))
    }

    /// Removes items that are not listed any more; returns whether there were any.
    fn forget_removed(&mut self, base_url: &str) -> Result<bool, LocalError> {
        let answer =
            ask_local(&format!("{base_url}/{}/items?format=versions", self.path_of_library()), None)?;
        let Value::Object(listed) = answer.body else { return Ok(false) };
        let before = self.items.len();
        self.items.retain(|key, _| listed.contains_key(key));
        Ok(self.items.len() < before)
    }

    fn take_collections(&mut self, all: Vec<Value>) {
        self.collections = all
            .iter()
            .filter_map(|collection| {
                let data = &collection["data"];
                let parent = data["parentCollection"].as_str().map(str::to_owned);
                Some((data["key"].as_str()?.to_owned(), (data["name"].as_str()?.to_owned(), parent)))
            })
            .collect();
    }

    /// Requests the citation keys of Better BibTeX. If it is not installed, items have only the
    /// keys that they state. The same applies to groups, for which it uses different library ids.
    fn take_citation_keys(&mut self, base_url: &str, keys: &[String]) {
        let Some(origin) = base_url.strip_suffix("/api").filter(|_| self.group.is_none()) else { return };
        let wanted: Vec<&String> =
            keys.iter().filter(|key| self.items.get(*key).is_some_and(RawItem::is_work)).collect();
        if wanted.is_empty() {
            return;
        }
        let asked = json!({"jsonrpc": "2.0", "id": 1, "method": "item.citationkey", "params": [wanted]});
        let Ok(answer) = ask_local(&format!("{origin}/better-bibtex/json-rpc"), Some(&asked)) else { return };
        if let Some(given) = answer.body["result"].as_object() {
            let given = given.iter().filter_map(|(item, key)| Some((item.clone(), key.as_str()?.to_owned())));
            self.citation_keys.extend(given);
        }
    }

    /// Returns the items that describe works.
    fn items(&self) -> Vec<Arc<ZoteroItem>> {
        let mut attachments: HashMap<&str, Vec<Attachment>> = HashMap::new();
        for item in self.items.values() {
            if let (Some(parent), Some(attachment)) = (&item.parent, &item.attachment) {
                attachments.entry(parent).or_default().push(attachment.clone());
            }
        }
        self.items
            .values()
            .filter(|item| item.is_work())
            .filter_map(|item| {
                let paths = item.collections.iter().filter_map(|key| self.path(key));
                let collections = match &self.group {
                    None => paths.collect(),
                    Some(group) => group.paths(paths.collect()),
                };
                let key = self.citation_keys.get(&item.key).cloned();
                let attachments = attachments.remove(item.key.as_str()).unwrap_or_default();
                item.item(self.group.as_ref().map(|group| group.id), key, collections, attachments)
                    .map(Arc::new)
            })
            .collect()
    }

    /// Returns the path of a collection including its parents: `Thesis / Chapter 2`.
    fn path(&self, key: &str) -> Option<String> {
        let mut names = Vec::new();
        let mut next = Some(key.to_owned());
        while let Some(key) = next.filter(|_| names.len() < MAX_COLLECTION_DEPTH) {
            let (name, parent) = self.collections.get(&key)?;
            names.push(name.as_str());
            next = parent.clone();
        }
        names.reverse();
        Some(names.join(" / "))
    }
}

/// Lists everything of one kind (`items`, `collections`) that has changed since a version, and
/// returns the version of the library.
fn list(
    base_url: &str,
    library: &str,
    what: &str,
    since: u64,
) -> Result<(Vec<Value>, Option<u64>), LocalError> {
    let mut all = Vec::new();
    let mut seen = HashSet::new();
    loop {
        let start = all.len();
        let url = format!(
            "{base_url}/{library}/{what}?format=json&include=data&v=3&since={since}&start={start}&limit={ITEMS_PER_PAGE}"
        );
        let answer = ask_local(&url, None)?;
        let version = number(&answer, "last-modified-version");
        let total = number(&answer, "total-results");
        let Value::Array(page) = answer.body else { return Err(LocalError::Unreadable) };
        let before = all.len();
        // A program without paging sends the same items again, so skip duplicates.
        all.extend(
            page.into_iter().filter(|item| seen.insert(item["key"].as_str().unwrap_or_default().to_owned())),
        );
        let is_last = all.len() == before || total.is_some_and(|total| all.len() as u64 >= total);
        if is_last || all.len() >= MAX_ITEMS {
            return Ok((all, version));
        }
    }
}

fn number(answer: &LocalAnswer, header: &str) -> Option<u64> {
    answer.header(header)?.trim().parse().ok()
}
