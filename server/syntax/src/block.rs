//! What a block of a draft holds. All places are relative to the start of the block.

use crate::bibliography_setup::BibliographySetup;
use crate::{FrontMatter, NamedSpan, Provenance};
use referee_bibliography::{Identifier, Work};
use referee_findings::Suppression;
use referee_text::{Phrase, Span};
use std::sync::OnceLock;

/// One block of a draft.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The places in the text that point to works.
    pub citations: Vec<Citation>,
    /// A heading, where the block is or begins with one.
    pub headings: Vec<Heading>,
    /// Items of a list of references that the format marks as such (`\bibitem`). What stands below a heading such
    /// as References is read when the document is asked for it: [`Document::items_in`](crate::Document::items_in).
    pub list_items: Vec<ListItem>,
    /// The bibliographies that this block names (`\bibliography`, `#bibliography`, front matter).
    pub bibliographies: Vec<NamedSpan>,
    /// The citation style that this block names (`csl:`, `#bibliography(style: …)`, `#+cite_export: csl …`).
    pub citation_style: Option<NamedSpan>,
    /// What the block says about the program that reads the bibliographies.
    pub bibliography_setup: BibliographySetup,
    /// Other files that are part of the draft (`\input`, `#include`).
    pub includes: Vec<Include>,
    /// Files that the draft says it is a part of (`% !TEX root = …`, the subfiles class).
    pub roots: Vec<NamedSpan>,
    /// Files that the draft carries with it, by name; the place is that of the content:
    /// `\begin{filecontents}{refs.bib}`.
    pub embedded: Vec<NamedSpan>,
    /// Labels defined here (`<fig-1>`, `\label`, example lists), which references may mean instead of a work.
    pub labels: Vec<NamedSpan>,
    /// The `labels` that items of Pandoc's example lists define, `(@label) …`.
    pub example_labels: Vec<NamedSpan>,
    /// Comments that suppress findings.
    pub suppressions: Vec<Suppression>,
    /// Comments that say where a passage came from.
    pub provenance: Vec<Provenance>,
    /// Every key counts as cited: `\nocite{*}`, `nocite: '@*'`, `#bibliography(full: true)`.
    pub cites_all: bool,
    /// Parts that are no prose: code, math, comments, verbatim, front matter, commands.
    pub opaque: Vec<Span>,
    /// What the front matter says, where the block is one.
    pub front_matter: Option<Box<FrontMatter>>,
    /// The number with which the block begins, where it is an item of a numbered list (`1. `, `[1] `); 0 where the
    /// format counts (`#. `).
    pub item_number: Option<u32>,
    /// The block holds more markup than is read: it was read as plain text, and only its keys, identifiers and numbers
    /// are known.
    pub too_complex: bool,
    /// The items of the block, read once it is known to be a list of references.
    pub(crate) items: OnceLock<Vec<ListItem>>,
}

/// A place in the text that points to one work, or to several by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The key alone, without its marker: what a rename replaces. For numbers and identifiers the whole.
    pub span: Span,
    /// The whole construct: `[see @a, p. 3; @b]`, `\cite[3]{a,b}`, `#cite(<a>)`.
    pub group: Span,
    /// What it points to.
    pub target: Target,
    /// How it is set.
    pub mode: Mode,
}

/// What a citation points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A key of a bibliography. One that no bibliography has can name a work by its identifier all the same:
    /// [`identifier_in_key`](crate::identifier_in_key).
    Key(String),
    /// Items of a numbered list: `[1-3,7]` is 1, 2, 3, 7.
    Numbers(Vec<u32>),
    /// A work by its identifier: a bare DOI, `PMID: 123`.
    Identifier(Identifier),
    /// Something that is meant as an identifier and is not well formed, and why: "a PMID has at most 8
    /// digits".
    Malformed(String, Phrase),
    /// A source by its name: `[Source: title, page, section]`.
    Named(String),
}

/// How a citation is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// In brackets or as a number: `[@a]`, `\citep{a}`.
    #[default]
    Parenthetical,
    /// As part of the sentence: `@a`, `\citet{a}`.
    Textual,
    /// Without the author: `-@a`, `\citeyear{a}`.
    YearOnly,
    /// Listed but not shown: `\nocite{a}`, `nocite`.
    Hidden,
}

impl Citation {
    /// Whether it is in brackets: `[@a]`, `[see -@a, p. 3]`.
    #[must_use]
    pub fn is_in_brackets(&self) -> bool {
        self.mode != Mode::Textual && self.group.end > self.span.end
    }
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 is the highest.
    pub level: u8,
    /// Its text without markup.
    pub text: String,
    /// Its place, markup included.
    pub span: Span,
}

/// Another file that is part of the draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The name as it is written, without a completed extension; empty if the draft computes it (`#include path`).
    pub name: String,
    /// Its place.
    pub span: Span,
    /// Whether only its definitions are used and not its text: Typst's `#import`.
    pub is_import: bool,
}

/// An item of a list of references in the text.
#[derive(Clone, Debug)]
pub struct ListItem {
    /// Its number, where it has one.
    pub number: Option<u32>,
    /// The key of a `\bibitem`.
    pub key: Option<NamedSpan>,
    /// The whole item without its number.
    pub span: Span,
    /// What it claims.
    pub work: Work,
    /// The places of the fields that were recognised.
    pub fields: Vec<(referee_bibliography::FieldName, Span)>,
}
