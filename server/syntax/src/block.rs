//! The contents of a block of a draft. All spans are relative to the start of the block.

use crate::bibliography_setup::BibliographySetup;
use crate::{FrontMatter, NamedSpan, Provenance};
use referee_bibliography::{Identifier, Work};
use referee_findings::Suppression;
use referee_text::{Phrase, Span};
use std::sync::OnceLock;

/// A block of a draft.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The citations in the text of the block.
    pub citations: Vec<Citation>,
    /// The heading, if the block is or begins with one.
    pub headings: Vec<Heading>,
    /// The items of a list of references that the format marks as such (`\bibitem`). The items
    /// below a heading such as References are parsed on demand:
    /// [`Document::items_in`](crate::Document::items_in).
    pub list_items: Vec<ListItem>,
    /// The bibliographies that this block declares (`\bibliography`, `#bibliography`, front
    /// matter).
    pub bibliographies: Vec<NamedSpan>,
    /// The citation style that this block declares (`csl:`, `#bibliography(style: …)`,
    /// `#+cite_export: csl …`).
    pub citation_style: Option<NamedSpan>,
    /// What the block declares about the program that reads the bibliographies.
    pub bibliography_setup: BibliographySetup,
    /// The other files that are part of the draft (`\input`, `#include`).
    pub includes: Vec<Include>,
    /// The files that the draft declares itself a part of (`% !TEX root = …`, the subfiles class).
    pub roots: Vec<NamedSpan>,
    /// The files embedded in the draft, by name, with the span of their content:
    /// `\begin{filecontents}{refs.bib}`.
    pub embedded: Vec<NamedSpan>,
    /// The labels defined here (`<fig-1>`, `\label`, example lists), to which a reference may point
    /// instead of a work.
    pub labels: Vec<NamedSpan>,
    /// Those of the `labels` that items of Pandoc's example lists define, `(@label) …`.
    pub example_labels: Vec<NamedSpan>,
    /// The comments that suppress findings.
    pub suppressions: Vec<Suppression>,
    /// The comments that give the origin of a passage.
    pub provenance: Vec<Provenance>,
    /// Whether every key counts as cited: `\nocite{*}`, `nocite: '@*'`, `#bibliography(full:
    /// true)`.
    pub cites_all: bool,
    /// The parts that are not prose: code, math, comments, verbatim, front matter, commands.
    pub opaque: Vec<Span>,
    /// The front matter, if the block is one.
    pub front_matter: Option<Box<FrontMatter>>,
    /// The number at the start of the block, if it is an item of a numbered list (`1. `, `[1] `); 0
    /// if the format numbers the items (`#. `).
    pub item_number: Option<u32>,
    /// Whether the block has more markup than the parser handles: it was parsed as plain text, and
    /// only its keys, identifiers and numbers are known.
    pub too_complex: bool,
    /// The items of the block, parsed once it is known to be a list of references.
    pub(crate) items: OnceLock<Vec<ListItem>>,
}

/// A place in the text that points to one work, or to several by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The span of the key without its marker, which a rename replaces. For numbers and
    /// identifiers, the whole citation.
    pub span: Span,
    /// The span of the whole construct: `[see @a, p. 3; @b]`, `\cite[3]{a,b}`, `#cite(<a>)`.
    pub group: Span,
    /// The target of the citation.
    pub target: Target,
    /// How the citation is typeset.
    pub mode: Mode,
}

/// The target of a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A key of a bibliography. A key that no bibliography has may still contain the identifier of
    /// a work: [`identifier_in_key`](crate::identifier_in_key).
    Key(String),
    /// Items of a numbered list: `[1-3,7]` is 1, 2, 3, 7.
    Numbers(Vec<u32>),
    /// A work by its identifier: a bare DOI, `PMID: 123`.
    Identifier(Identifier),
    /// A malformed identifier, with the reason: "a PMID has at most 8 digits".
    Malformed(String, Phrase),
    /// A source in words: `[Source: title, page, section]`.
    Named(String),
}

/// How a citation is typeset.
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
    /// Returns whether the citation is in brackets: `[@a]`, `[see -@a, p. 3]`.
    #[must_use]
    pub fn is_in_brackets(&self) -> bool {
        self.mode != Mode::Textual && self.group.end > self.span.end
    }
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The level; 1 is the highest.
    pub level: u8,
    /// The text without markup.
    pub text: String,
    /// The span, including markup.
    pub span: Span,
}

/// Another file that is part of the draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The name as written, without a completed extension; empty if the draft computes it
    /// (`#include path`).
    pub name: String,
    /// The span of the name.
    pub span: Span,
    /// Whether only its definitions are used and not its text: Typst's `#import`.
    pub is_import: bool,
}

/// An item of a list of references in the text.
#[derive(Clone, Debug)]
pub struct ListItem {
    /// The number, if it has one.
    pub number: Option<u32>,
    /// The key of a `\bibitem`.
    pub key: Option<NamedSpan>,
    /// The span of the whole item without its number.
    pub span: Span,
    /// The work as the item describes it.
    pub work: Work,
    /// The spans of the fields that were recognized.
    pub fields: Vec<(referee_bibliography::FieldName, Span)>,
}
