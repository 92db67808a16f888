//! A parsed draft.

use crate::derived::{Derived, DocumentPart, FIRST_OF_FOUR_DIGITS, Numbering, flags};
use crate::extracted::{self, ExtractedParagraph, SourcePlace};
use crate::latex::{self, Latex};
use crate::markdown::{Markdown, is_crossref};
use crate::org::Org;
use crate::plain::Plain;
use crate::rst::Rst;
use crate::typst::Typst;
use crate::{
    Block, Citation, DraftKind, Format, FrontMatter, Heading, Include, ListItem, NamedSpan, Options,
    Provenance, Target, WrittenPassage, references,
};
use referee_findings::Suppression;
use referee_text::blocks::{Cut, PlacedBlock};
use referee_text::{BlockReader, Blocks, Revision, Rope, RopeSlice, Span, TextEdit};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// A parsed draft, which is updated incrementally by edits.
#[derive(Clone, Debug)]
pub struct Document {
    format: Format,
    options: Arc<Options>,
    text: Rope,
    blocks: Blocks<Block>,
    derived: Derived,
    revision: Revision,
    /// The place of each line in the source document, if the text was extracted from one.
    places: Option<Arc<[SourcePlace]>>,
}

/// The parser of each format, as one type.
enum Reader {
    Markdown(Markdown),
    Latex(Latex),
    Typst(Typst),
    Org(Org),
    Rst(Rst),
    Plain(Plain),
}

impl Reader {
    fn new(format: Format, options: &Arc<Options>) -> Self {
        match format {
            Format::Markdown | Format::Quarto | Format::RMarkdown => Reader::Markdown(Markdown::new(format)),
            Format::Latex => Reader::Latex(Latex { options: Arc::clone(options) }),
            Format::Typst => Reader::Typst(Typst),
            Format::Org => Reader::Org(Org::default()),
            Format::Rst => Reader::Rst(Rst),
            Format::PlainText => Reader::Plain(Plain),
        }
    }
}

impl BlockReader for Reader {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, first: bool) -> Cut {
        match self {
            Reader::Markdown(reader) => reader.cut(rest, first),
            Reader::Latex(reader) => reader.cut(rest, first),
            Reader::Typst(reader) => reader.cut(rest, first),
            Reader::Org(reader) => reader.cut(rest, first),
            Reader::Rst(reader) => reader.cut(rest, first),
            Reader::Plain(reader) => reader.cut(rest, first),
        }
    }

    fn read(&self, text: &str, first: bool) -> Block {
        match self {
            Reader::Markdown(reader) => reader.read(text, first),
            Reader::Latex(reader) => reader.read(text, first),
            Reader::Typst(reader) => reader.read(text, first),
            Reader::Org(reader) => reader.read(text, first),
            Reader::Rst(reader) => reader.read(text, first),
            Reader::Plain(reader) => reader.read(text, first),
        }
    }

    fn flags(&self, block: &Block, len: u32) -> u32 {
        flags::of(block, len)
    }
}

/// A citation with its spans in the file.
#[derive(Clone, Copy, Debug)]
pub struct Cited<'a> {
    /// The citation of the block, with spans in the block.
    pub citation: &'a Citation,
    /// [`Citation::span`] in the file.
    pub span: Span,
    /// [`Citation::group`] in the file.
    pub group: Span,
}

impl Cited<'_> {
    /// Returns an owned citation, with spans in the file.
    #[must_use]
    pub fn to_citation(&self) -> Citation {
        Citation { span: self.span, group: self.group, ..self.citation.clone() }
    }
}

/// An item of the list of references.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    /// The start of its block in the file.
    pub start: usize,
    /// The item, with spans in its block. Its number is the one that readers of the draft see.
    pub item: Cow<'a, ListItem>,
}

impl Document {
    /// Parses the text of a draft.
    #[must_use]
    pub fn read(format: Format, text: Rope, options: Arc<Options>) -> Self {
        let blocks = Blocks::read(&Reader::new(format, &options), &text);
        let derived = Derived::read(format, &blocks);
        Document { format, options, text, blocks, derived, revision: Revision::next(), places: None }
    }

    /// Builds a draft from the paragraphs of a document. It is plain text with one line for each
    /// paragraph, and is never edited.
    #[must_use]
    pub fn extracted(paragraphs: Vec<ExtractedParagraph>) -> Self {
        let format = Format::PlainText;
        let (text, blocks, places) = extracted::read(paragraphs);
        let blocks = Blocks::of(blocks.into_iter().map(|(len, block)| {
            let len = u32::try_from(len).unwrap_or(u32::MAX);
            (len, flags::of(&block, len), block)
        }));
        Document {
            format,
            options: Arc::default(),
            text: Rope::from_str(&text),
            derived: Derived::read(format, &blocks),
            blocks,
            revision: Revision::next(),
            places: Some(places.into()),
        }
    }

    /// Builds a draft in another format from text extracted from parts of a document: `places` gives the location of
    /// each line in it. It is never edited.
    #[must_use]
    pub fn placed(format: Format, text: &str, places: Vec<SourcePlace>) -> Self {
        let mut document = Document::read(format, Rope::from_str(text), Arc::default());
        document.places = Some(places.into());
        document
    }

    /// Returns whether the text was extracted from a document, so that an edit of it would not change
    /// the file.
    #[must_use]
    pub fn is_extracted(&self) -> bool {
        self.places.is_some()
    }

    /// Returns the place of the byte `offset` in the document that the text was extracted from;
    /// `None` in every other draft.
    #[must_use]
    pub fn source_place(&self, offset: usize) -> Option<SourcePlace> {
        let line = self.text.byte_to_line(offset.min(self.text.len_bytes()));
        let places = self.places.as_ref()?;
        places.get(line).or(places.last()).copied()
    }

    /// Applies one edit; `text` is the text after it.
    pub fn edit(&mut self, text: Rope, edit: &TextEdit) {
        let changed = self.blocks.edit(&Reader::new(self.format, &self.options), &text, edit);
        self.derived.edit(self.format, &self.blocks, &changed);
        self.text = text;
        self.revision = Revision::next();
    }

    /// Returns a revision that changes with every edit.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns a revision that changes whenever the contents of a list may change. Typing elsewhere
    /// leaves it unchanged, although offsets in the file may move. For [`DocumentPart::Citations`],
    /// the targets and modes in their order count, not the offsets.
    #[must_use]
    pub fn revision_of(&self, part: DocumentPart) -> Revision {
        self.derived.revision_of(part)
    }

    /// Returns the format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the author's settings at the time of parsing.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the text that was parsed.
    #[must_use]
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// Returns the blocks in order. A citation in a block may not count in this document: see
    /// [`Document::citations_in`].
    #[must_use]
    pub fn blocks(&self) -> &Blocks<Block> {
        &self.blocks
    }

    /// Returns the kind that the draft declares: front matter `referee: {kind: clinical-note}`.
    #[must_use]
    pub fn declared_kind(&self) -> Option<DraftKind> {
        self.with(flags::FRONT_MATTER).find_map(|block| block.content.front_matter.as_ref()?.kind)
    }

    /// Returns the front matter, with spans in the file. If there are several metadata blocks, the
    /// first has priority and the others add to it.
    #[must_use]
    pub fn front_matter(&self) -> Option<FrontMatter> {
        let mut all = self.with(flags::FRONT_MATTER).filter_map(|block| {
            block.content.front_matter.as_ref().map(|matter| matter.shift(block.start as usize))
        });
        let mut first = all.next()?;
        all.for_each(|other| first.extend(other));
        Some(first)
    }

    /// Returns the citations in order, with spans in the file.
    pub fn citations(&self) -> impl Iterator<Item = Cited<'_>> {
        self.blocks.with(flags::CITATIONS).flat_map(|index| self.citations_in(index))
    }

    /// Returns the citations of one block that count in this document. A number is a citation only
    /// if there is a numbered list, an identifier only outside the list of references, a key only
    /// if it is not a label or cross-reference.
    pub fn citations_in(&self, index: usize) -> impl Iterator<Item = Cited<'_>> {
        let block = self.blocks.get(index);
        let start = block.map_or(0, |block| block.start as usize);
        let in_list = self.derived.references().contains(&index);
        let citations = block.map(|block| block.content.citations.as_slice()).unwrap_or_default();
        citations.iter().filter(move |citation| self.is_citation(citation, index, in_list)).map(
            move |citation| Cited {
                citation,
                span: citation.span.shift(start),
                group: citation.group.shift(start),
            },
        )
    }

    fn is_citation(&self, citation: &Citation, index: usize, in_list: bool) -> bool {
        let context = self.derived.context();
        match &citation.target {
            Target::Key(key) => {
                // Pandoc reads `@label` as the number of an example, and `[@label]` as a citation.
                let is_example = || !citation.is_in_brackets() || !context.example_labels.contains(key);
                let is_label = self.format != Format::Latex && context.labels.contains(key) && is_example();
                !is_label && !is_crossref(key, context.crossref_kinds.iter().map(String::as_str))
            }
            Target::Numbers(numbers) => {
                let is_link = |number: &u32| context.labels.contains(&format!("[{number}]"));
                let are_short = || numbers.iter().all(|number| *number < FIRST_OF_FOUR_DIGITS);
                self.derived.numbering() != Numbering::None
                    && (self.derived.is_list_of_thousands() || are_short())
                    && !in_list
                    && (context.labels.is_empty() || !numbers.iter().all(is_link))
            }
            Target::Identifier(_) | Target::Malformed(..) | Target::Named(_) => {
                !in_list || !self.raw_items(index).iter().any(|item| item.span.contains(citation.span))
            }
        }
    }

    /// Returns whether every entry of the bibliographies counts as cited.
    #[must_use]
    pub fn cites_all(&self) -> bool {
        self.blocks.next_with(flags::CITES_ALL, 0).is_some()
    }

    /// Returns a hash that changes when an edit elsewhere may change the result of
    /// [`Document::citations_in`] for a block: the labels, the kinds of cross-references, whether
    /// there is a numbered list.
    #[must_use]
    pub fn context(&self) -> u64 {
        self.derived.fingerprint()
    }

    /// Returns the blocks that have more markup than the parser handles: they are parsed as plain
    /// text.
    pub fn too_complex(&self) -> impl Iterator<Item = Span> {
        self.with(flags::TOO_COMPLEX).map(|block| block.span())
    }

    /// Returns the indexes of the blocks of the list of references: below a heading References,
    /// Bibliography, Bibliografía, …, up to the next heading of the same or a higher level, or
    /// inside `thebibliography`.
    #[must_use]
    pub fn reference_blocks(&self) -> Range<usize> {
        self.derived.references()
    }

    /// Returns the items of the list of references, in order.
    pub fn list_items(&self) -> impl Iterator<Item = Listed<'_>> {
        let mut before = 0;
        self.derived.references().flat_map(move |index| {
            let items = self.numbered_items(index, before);
            before += items.len();
            items
        })
    }

    /// Returns the number of numbered items in the list of references before each of its blocks, if
    /// the draft numbers them consecutively whatever is written; empty if the items are numbered as
    /// written.
    #[must_use]
    pub fn numbers_before(&self) -> Vec<u32> {
        match self.derived.numbering() {
            Numbering::From(_) => self.derived.items_before_each(&self.blocks),
            Numbering::None | Numbering::Written => Vec::new(),
        }
    }

    /// Returns the items in one block; empty if the block does not belong to the list of
    /// references.
    #[must_use]
    pub fn items_in(&self, index: usize) -> Vec<Listed<'_>> {
        if !self.derived.references().contains(&index) {
            return Vec::new();
        }
        self.numbered_items(index, self.derived.items_before(&self.blocks, index))
    }

    fn numbered_items(&self, index: usize, before: usize) -> Vec<Listed<'_>> {
        let start = self.blocks.get(index).map_or(0, |block| block.start as usize);
        let listed = self.raw_items(index).iter().enumerate().map(|(nth, item)| {
            let item = match self.derived.numbering() {
                Numbering::From(first) if item.key.is_none() => {
                    let nth = u32::try_from(before + nth).unwrap_or(u32::MAX);
                    Cow::Owned(ListItem { number: Some(first.saturating_add(nth)), ..item.clone() })
                }
                _ => Cow::Borrowed(item),
            };
            Listed { start, item }
        });
        listed.collect()
    }

    /// Returns the items of a block as written. They are parsed once for each block.
    fn raw_items(&self, index: usize) -> &[ListItem] {
        let Some(block) = self.blocks.get(index) else { return &[] };
        if !block.content.list_items.is_empty() {
            return &block.content.list_items;
        }
        block.content.items.get_or_init(|| {
            let whole = Span { start: 0, end: block.len };
            if !block.content.headings.is_empty()
                || block.content.opaque.first().is_some_and(|part| part.contains(whole))
            {
                return Vec::new();
            }
            let end = block.span().range().end.min(self.text.len_bytes());
            self.text
                .get_byte_slice(block.start as usize..end)
                .map(|text| match self.format {
                    Format::Latex => latex::listed(&text.to_string()),
                    _ => references::items(&text.to_string()),
                })
                .unwrap_or_default()
        })
    }

    /// Returns the headings of the whole draft, with spans in the file.
    #[must_use]
    pub fn headings(&self) -> Vec<Heading> {
        let mut out = Vec::new();
        for block in self.with(flags::HEADING) {
            out.extend(block.content.headings.iter().map(|heading| Heading {
                level: heading.level,
                text: heading.text.clone(),
                span: heading.span.shift(block.start as usize),
            }));
        }
        out
    }

    /// Returns the bibliographies that the draft declares.
    #[must_use]
    pub fn names_bibliographies(&self) -> Vec<NamedSpan> {
        self.named(flags::FILES, |block| &block.bibliographies)
    }

    /// Returns the citation style that the draft declares, as the name of a style or a file. The
    /// first one counts.
    #[must_use]
    pub fn citation_style(&self) -> Option<NamedSpan> {
        self.with(flags::FILES).find_map(|block| {
            let named = block.content.citation_style.as_ref()?;
            Some(NamedSpan { name: named.name.clone(), span: named.span.shift(block.start as usize) })
        })
    }

    /// Returns the other files that are part of the draft.
    #[must_use]
    pub fn includes(&self) -> Vec<Include> {
        let mut out = Vec::new();
        for block in self.with(flags::FILES) {
            out.extend(block.content.includes.iter().map(|include| Include {
                name: include.name.clone(),
                span: include.span.shift(block.start as usize),
                is_import: include.is_import,
            }));
        }
        out
    }

    /// Returns the files that the draft declares itself a part of (`% !TEX root = …`).
    #[must_use]
    pub fn roots(&self) -> Vec<NamedSpan> {
        self.named(flags::FILES, |block| &block.roots)
    }

    /// Returns the labels of the items of Pandoc's example lists, `(@label) …`, in the order of the
    /// text.
    #[must_use]
    pub fn example_labels(&self) -> Vec<NamedSpan> {
        self.named(flags::LABELS, |block| &block.example_labels)
    }

    /// Returns whether `@name` refers to a label of this draft.
    #[must_use]
    pub fn has_label(&self, name: &str) -> bool {
        self.derived.context().labels.contains(name)
    }

    /// Returns the labels of this draft, in unspecified order.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.derived.context().labels.iter().map(String::as_str)
    }

    /// Returns the passages that were written on request, according to their comments, in order.
    /// Without a closing comment, a passage ends with the section that its first heading opens.
    #[must_use]
    pub fn written(&self) -> Vec<WrittenPassage> {
        let mut marks: Vec<Provenance> = Vec::new();
        for block in self.with(flags::PROVENANCE) {
            marks.extend(
                block
                    .content
                    .provenance
                    .iter()
                    .map(|mark| Provenance { span: mark.span.shift(block.start as usize), ..mark.clone() }),
            );
        }
        if marks.is_empty() {
            return Vec::new();
        }
        let headings = self.headings();
        let mut out = Vec::new();
        for (number, mark) in marks.iter().enumerate().filter(|(_, mark)| !mark.end) {
            let from = mark.span.end;
            let next = marks.get(number + 1);
            let mut inside = headings.iter().filter(|heading| heading.span.start >= from);
            let end = match next {
                Some(next) => next.span.start,
                None => u32::try_from(self.text.len_bytes()).unwrap_or(u32::MAX),
            };
            let closed = next.filter(|next| next.end).map(|next| next.span);
            let level = inside.next().filter(|first| first.span.start < end).map(|first| first.level);
            let end = match (closed, level) {
                (None, Some(level)) => inside
                    .find(|heading| heading.level <= level)
                    .map_or(end, |heading| heading.span.start.min(end)),
                _ => end,
            };
            out.push(WrittenPassage {
                provenance: mark.clone(),
                span: Span { start: from, end: end.max(from) },
                end: closed,
            });
        }
        out
    }

    /// Returns the comments that suppress findings.
    #[must_use]
    pub fn suppressions(&self) -> Vec<Suppression> {
        let mut out = Vec::new();
        for block in self.with(flags::SUPPRESSIONS) {
            out.extend(block.content.suppressions.iter().map(|suppression| Suppression {
                span: suppression.span.shift(block.start as usize),
                ..suppression.clone()
            }));
        }
        out
    }

    pub(crate) fn with(&self, flags: u32) -> impl Iterator<Item = PlacedBlock<'_, Block>> {
        self.blocks.with(flags).filter_map(|index| self.blocks.get(index))
    }

    /// Returns the results of `of` in the blocks with these flags, with spans in the file.
    fn named(&self, flags: u32, of: impl Fn(&Block) -> &Vec<NamedSpan>) -> Vec<NamedSpan> {
        let mut out = Vec::new();
        for block in self.with(flags) {
            out.extend(of(block.content).iter().map(|named| NamedSpan {
                name: named.name.clone(),
                span: named.span.shift(block.start as usize),
            }));
        }
        out
    }
}
