//! Resolves the fields of an entry: expands its `@string`s and adds inherited fields.

use super::entry::{Block, RawEntry};
use super::file::BibtexFile;
use super::value::{Piece, pieces};
use crate::program::RepeatedField;
use referee_text::Rope;
use referee_text::blocks::PlacedBlock;
use referee_text::months::{MONTHS, Month};
use std::hash::{Hash, Hasher};

/// The maximum depth of nested entries and `@string`s.
const MAX_DEPTH: usize = 8;
/// The maximum number of entries and `@string`s visited for one entry.
const MAX_STEPS: usize = 4096;
/// The maximum length of an expanded value in bytes.
const MAX_VALUE: usize = 1024 * 1024;

/// The fields of one entry, in LaTeX, with names in lower case. If a field is repeated, the value
/// that counts ([`RepeatedField`]) comes first.
#[derive(Debug, Default)]
pub(super) struct Fields {
    items: Vec<(String, String)>,
}

impl Fields {
    /// Returns the value of the first of `names` that is present and not empty.
    pub(super) fn get(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.one(name))
    }

    fn one(&self, name: &str) -> Option<&str> {
        let (_, value) = self.items.iter().find(|(other, _)| other == name)?;
        Some(value.as_str())
            .filter(|value| value.chars().any(|c| !c.is_whitespace() && !matches!(c, '{' | '}')))
    }

    fn add(&mut self, name: &str, value: &str) {
        if self.one(name).is_none() {
            self.items.push((name.to_owned(), value.to_owned()));
        }
    }
}

impl BibtexFile {
    /// Returns the type of the entry `index` in lower case, and its fields.
    pub(super) fn fields(&self, text: &Rope, index: usize, repeated: RepeatedField) -> (String, Fields) {
        self.fields_below(text, index, &mut Walk::new(repeated))
    }

    fn fields_below(&self, text: &Rope, index: usize, walk: &mut Walk) -> (String, Fields) {
        let Some((placed, entry)) = self.placed(index) else {
            return (String::new(), Fields::default());
        };
        let kind = entry.kind().to_lowercase();
        let mut fields = self.own_fields(text, placed, entry, self.block_of(index), walk);
        let Some(links) = &entry.links else {
            return (kind, fields);
        };
        walk.path.push(index);
        for key in &links.xdata {
            if let Some(parent) = walk.follow(self.find(key)) {
                for (name, value) in self.fields_below(text, parent, walk).1.items {
                    fields.add(&name, &value);
                }
            }
        }
        if let Some(key) = &links.crossref
            && let Some(parent) = walk.follow(self.find(key))
        {
            let (parent_kind, parent_fields) = self.fields_below(text, parent, walk);
            inherit(&kind, &mut fields, &parent_kind, &parent_fields);
        }
        walk.path.pop();
        (kind, fields)
    }

    fn own_fields(
        &self,
        text: &Rope,
        placed: PlacedBlock<'_, Block>,
        entry: &RawEntry,
        block: usize,
        walk: &mut Walk,
    ) -> Fields {
        let source = String::from(text.byte_slice(placed.span().range()));
        let mut items: Vec<(String, String)> = entry
            .fields
            .iter()
            .map(|field| {
                let name = source.get(field.name.range()).unwrap_or_default().to_ascii_lowercase();
                let mut value = String::new();
                self.expand(source.get(field.value.range()).unwrap_or_default(), block, 0, walk, &mut value);
                (name, value)
            })
            .collect();
        if walk.repeated == RepeatedField::Last {
            items.reverse();
        }
        Fields { items }
    }

    fn expand(&self, value: &str, block: usize, depth: usize, walk: &mut Walk, out: &mut String) {
        for piece in pieces(value) {
            match piece {
                Piece::Text(part) => out.push_str(part),
                Piece::Macro(name) => {
                    let defined =
                        if self.has_strings() { self.string(&name.to_lowercase(), block) } else { None };
                    match defined {
                        Some((at, value)) if depth < MAX_DEPTH && out.len() < MAX_VALUE && walk.step() => {
                            self.expand(value, at, depth + 1, walk, out);
                        }
                        // A month, or a macro of a style: its name is better than nothing.
                        _ => out.push_str(name),
                    }
                }
            }
        }
    }

    /// Hashes everything that the fields of the entry depend on.
    pub(crate) fn fingerprint(&self, index: usize, repeated: RepeatedField) -> u64 {
        let Some((_, entry)) = self.placed(index) else {
            return 0;
        };
        if entry.links.is_none() {
            return entry.hash;
        }
        let mut hasher = std::collections::hash_map::DefaultHasher::new();
        self.hash_below(index, &mut Walk::new(repeated), &mut hasher);
        hasher.finish()
    }

    fn hash_below(&self, index: usize, walk: &mut Walk, hasher: &mut impl Hasher) {
        let Some((_, entry)) = self.placed(index) else {
            return;
        };
        entry.hash.hash(hasher);
        let Some(links) = &entry.links else {
            return;
        };
        if links.repeats {
            walk.repeated.hash(hasher);
        }
        let block = self.block_of(index);
        if self.has_strings() {
            let months: &[Month] = if links.months { &MONTHS } else { &[] };
            let months = months.iter().map(|month| -> &str { month.abbreviation() });
            for name in links.macros.iter().map(|name| &**name).chain(months) {
                if self.string(name, block).is_some() {
                    let mut value = String::new();
                    self.expand(name, block, 0, walk, &mut value);
                    value.hash(hasher);
                }
            }
        }
        walk.path.push(index);
        for key in links.xdata.iter().chain(&links.crossref) {
            match walk.follow(self.find(key)) {
                Some(parent) => self.hash_below(parent, walk, hasher),
                None => 0.hash(hasher),
            }
        }
        walk.path.pop();
    }
}

/// The state of following references from one entry.
struct Walk {
    /// The entries being read, starting with the first.
    path: Vec<usize>,
    /// The remaining steps, which bound the work for any file.
    left: usize,
    /// Which value counts if an entry repeats a field.
    repeated: RepeatedField,
}

impl Walk {
    fn new(repeated: RepeatedField) -> Self {
        Walk { path: Vec::new(), left: MAX_STEPS, repeated }
    }

    fn step(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// Returns the parent, unless following it would make a cycle or exceed a limit.
    fn follow(&mut self, parent: Option<usize>) -> Option<usize> {
        parent.filter(|parent| !self.path.contains(parent) && self.path.len() < MAX_DEPTH && self.step())
    }
}

/// Fills `child` from the entry that its `crossref` refers to.
///
/// BibTeX gives the child every field that it lacks; BibLaTeX turns the title of a volume into the
/// book title of its parts. Fields that identify only the parent (its DOI, address and pages) are
/// not inherited: the DOI of a volume is not the DOI of a paper in it.
fn inherit(kind: &str, child: &mut Fields, parent_kind: &str, parent: &Fields) {
    const OWN: [&str; 24] = [
        "title",
        "subtitle",
        "titleaddon",
        "shorttitle",
        "sorttitle",
        "indextitle",
        "doi",
        "url",
        "urldate",
        "eprint",
        "eprinttype",
        "eprintclass",
        "archiveprefix",
        "primaryclass",
        "pmid",
        "pmcid",
        "pages",
        "abstract",
        "ids",
        "crossref",
        "xdata",
        "note",
        "howpublished",
        "keywords",
    ];
    let whole = matches!(
        parent_kind,
        "book"
            | "mvbook"
            | "collection"
            | "mvcollection"
            | "proceedings"
            | "mvproceedings"
            | "reference"
            | "mvreference"
            | "booklet"
            | "periodical"
            | "thesis"
            | "report"
            | "misc"
    );
    let part = matches!(
        kind,
        "inbook"
            | "bookinbook"
            | "suppbook"
            | "incollection"
            | "suppcollection"
            | "inproceedings"
            | "conference"
            | "inreference"
            | "article"
            | "suppperiodical"
    );
    if whole && part {
        let (title, subtitle) = if matches!(kind, "article" | "suppperiodical") {
            ("journaltitle", "journalsubtitle")
        } else {
            ("booktitle", "booksubtitle")
        };
        let journal_given = child.get(&["journal", "journaltitle"]).is_some();
        if let Some(value) = parent.one("title")
            && !(title == "journaltitle" && journal_given)
        {
            child.add(title, value);
        }
        if let Some(value) = parent.one("subtitle") {
            child.add(subtitle, value);
        }
    }
    let same = kind == parent_kind;
    let dated = child.get(&["date", "year"]).is_some();
    for (name, value) in &parent.items {
        let name = name.as_str();
        let skip = match name {
            "author" => !same && !matches!(parent_kind, "book" | "mvbook" | "thesis" | "report" | "booklet"),
            "date" | "year" | "month" | "day" => dated,
            _ => OWN.contains(&name),
        };
        if !skip {
            child.add(name, value);
        }
    }
}
