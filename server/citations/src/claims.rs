//! Reads the claims of a draft: its sentences that cite works.

mod uncited_number;

pub use uncited_number::{UncitedNumber, uncited_numbers};

use crate::rules::context::RuleContext;
use crate::support::{CitedPages, ComparedWork, PassageIndex};
use crate::{Judgement, Origin, Reference, Verdict, Weight};
use referee_records::Record;
use referee_syntax::{Citation, Document, Format, Mode, Target};
use referee_text::Span;
use referee_text::sentences::sentences;
use std::ops::Range;
use std::sync::Arc;

/// The maximum length of a block whose sentences are read, in bytes; longer blocks are tables or
/// data.
const MAX_BLOCK_BYTES: usize = 60_000;

/// The maximum length of [`Claim::around`], in bytes.
const MAX_BYTES_AROUND: usize = 600;

/// A sentence of a draft and what it cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The span of the sentence in the file.
    pub span: Span,
    /// The text of the sentence, with as many bytes as `span`: citations, markup and line breaks
    /// are replaced by spaces.
    pub text: String,
    /// The text that precedes the sentence in its paragraph; it may say which patients the advice
    /// is for.
    pub around: String,
    /// The citations of the sentence, with spans in the file.
    pub citations: Vec<Citation>,
}

/// A work that a claim cites, with what is known about it.
#[derive(Clone, Debug, Default)]
pub struct Cited {
    /// The label of the reference in reports: its key, `[n]` or the identifier.
    pub label: String,
    /// The judgement; `None` if the reference was not judged or the citation refers to no
    /// reference.
    pub judgement: Option<Arc<Judgement>>,
    /// The cited part of a guideline, if the library has it.
    pub part: Option<Arc<Record>>,
    /// The full text, if the author has it.
    pub paper: Option<Arc<PassageIndex>>,
    /// The pages that the citations of the claim give.
    pub pages: Vec<CitedPages>,
    /// The work as its own file describes it, if no source could be asked about it.
    pub own: Option<Record>,
}

impl Cited {
    /// Returns the record of the work if the reference certainly refers to it; that with an abstract, if only another
    /// source has one.
    #[must_use]
    pub fn record(&self) -> Option<&Record> {
        if let Some(part) = &self.part {
            return Some(part);
        }
        let Some(judgement) = self.judgement.as_deref() else { return self.own.as_ref() };
        let sure = match judgement.verdict {
            Verdict::Unchecked | Verdict::Uncovered => return self.own.as_ref(),
            Verdict::Verified => true,
            Verdict::Differs => !judgement
                .differences
                .iter()
                .any(|difference| difference.weight == Weight::Serious && difference.field == "title"),
            _ => false,
        };
        judgement.with_abstract.as_ref().or(judgement.record.as_ref()).filter(|_| sure)
    }

    /// Adds the full text of the work, and the pages that the claim gives for it.
    pub fn add_paper(&mut self, context: &RuleContext<'_>, claim: &Claim, paper: Arc<PassageIndex>) {
        self.paper = Some(paper);
        let Some(draft) = context.draft else { return };
        for citation in &claim.citations {
            if matches!(&citation.target, Target::Key(key) if *key == self.label)
                && let Some(written) = draft.text().get_byte_slice(citation.group.range())
            {
                let start = citation.group.start as usize;
                self.pages.extend(CitedPages::read(&written.to_string(), start, citation.span));
            }
        }
    }

    /// Returns the record with what is known of the text of the work, if the reference certainly
    /// refers to it.
    #[must_use]
    pub fn compared(&self) -> Option<ComparedWork<'_>> {
        let paper = self.paper.as_deref().filter(|_| self.part.is_none());
        Some(ComparedWork { record: self.record()?, paper, pages: &self.pages })
    }
}

/// Returns the claims of a block in order: its sentences that contain a citation. A citation after
/// the full stop belongs to the sentence before it.
#[must_use]
pub fn in_block(document: &Document, index: usize) -> Vec<Claim> {
    let cited: Vec<Citation> = document
        .citations_in(index)
        .map(|cited| cited.to_citation())
        .filter(|citation| citation.mode != Mode::Hidden)
        .collect();
    if cited.is_empty() || document.reference_blocks().contains(&index) {
        return Vec::new();
    }
    let Some(prose) = Prose::of(document, index) else { return Vec::new() };
    let mut ranges = prose.sentences();
    let mut out: Vec<Claim> = Vec::new();
    let starts: Vec<usize> = ranges.iter().map(|range| range.start).collect();
    for (number, range) in ranges.iter_mut().enumerate() {
        let next = starts.get(number + 1).copied().unwrap_or(usize::MAX);
        let own = |citation: &&Citation| {
            let at = (citation.group.start as usize).saturating_sub(prose.start);
            // A sentence may begin with its citation.
            let from = if number == 0 { 0 } else { range.start };
            at >= from && at < next
        };
        let citations: Vec<Citation> = cited.iter().filter(own).cloned().collect();
        if citations.is_empty() || is_row(prose.text.get(range.clone()).unwrap_or_default()) {
            continue;
        }
        out.push(Claim {
            span: Span::new(prose.start + range.start, prose.start + range.end),
            text: prose.text.get(range.clone()).unwrap_or_default().to_owned(),
            around: prose.around(range),
            citations,
        });
    }
    out
}

/// Detects rows of a table, whose cells are not sentences.
fn is_row(text: &str) -> bool {
    ['|', '&'].iter().any(|mark| text.matches(*mark).count() > 1)
}

/// Returns the claim at an offset of the file, or the claim that a citation at this offset belongs
/// to.
#[must_use]
pub fn at(document: &Document, offset: usize) -> Option<Claim> {
    let index = document.blocks().index_at(offset)?;
    // A cursor after the last character of a block is at the start of the next block.
    let near = [Some(index), index.checked_sub(1)];
    let claims = near.into_iter().flatten().flat_map(|index| in_block(document, index));
    claims.into_iter().find(|claim| {
        claim.span.touches(offset) || claim.citations.iter().any(|citation| citation.group.touches(offset))
    })
}

/// Returns the works that a claim cites; a citation of several numbers yields several works.
#[must_use]
pub fn cited(context: &RuleContext<'_>, claim: &Claim) -> Vec<Cited> {
    let mut out: Vec<Cited> = Vec::new();
    let mut named: Vec<(&String, Option<Arc<Record>>)> = Vec::new();
    let mut add = |label: String, judgement: Option<Arc<Judgement>>| {
        if !out.iter().any(|known| known.label == label) {
            out.push(Cited { label, judgement, ..Cited::default() });
        }
    };
    // `\bibitem`s; few drafts have them.
    let keyed = |key: &str| -> Option<Reference> {
        context.note_items_read();
        context.drafts.iter().find_map(|draft| {
            let mut items = draft.document.list_items();
            let found = items.find(|listed| listed.item.key.as_ref().is_some_and(|own| own.name == key))?;
            Some(Reference::from_list_item(&draft.file, &found.item, found.start))
        })
    };
    for citation in &claim.citations {
        match &citation.target {
            Target::Key(key) => {
                let judgement = match context.entry(key) {
                    Some((file, entry)) => (context.known)(&file.file, entry.fingerprint()),
                    None => keyed(key)
                        .or_else(|| context.identifier_key(key, citation.span))
                        .and_then(|reference| (context.judgement)(&reference)),
                };
                add(key.clone(), judgement);
            }
            Target::Numbers(numbers) => {
                for number in numbers {
                    let reference = context.numbered_item(*number);
                    add(
                        format!("[{number}]"),
                        reference.and_then(|reference| (context.judgement)(&reference)),
                    );
                }
            }
            Target::Identifier(identifier) => {
                let reference = Reference::from_identifier(context.file, identifier, citation.span);
                debug_assert!(reference.origin == Origin::Identifier);
                let judgement = (context.judgement)(&reference);
                add(reference.label, judgement);
            }
            Target::Malformed(text, _) => add(text.clone(), None),
            Target::Named(name) => {
                add(name.clone(), None);
                named.push((name, context.guideline(name)));
            }
        }
    }
    for (name, part) in named {
        if let Some(cited) = out.iter_mut().find(|cited| cited.label == *name) {
            cited.part = part;
        }
    }
    add_papers(context, claim, &mut out);
    out
}

/// Adds the full texts that the author has. A file that was compared with an entry needs no source
/// to be known as its work.
fn add_papers(context: &RuleContext<'_>, claim: &Claim, all: &mut [Cited]) {
    for cited in all.iter_mut() {
        let is_open = cited.part.is_none()
            && cited
                .judgement
                .as_deref()
                .is_none_or(|judgement| matches!(judgement.verdict, Verdict::Unchecked | Verdict::Uncovered));
        if is_open && let Some((_, entry)) = context.entry(&cited.label) {
            let work = entry.work();
            if let Some(text) = (context.full_text)(&work) {
                let mut own = Record::new(text.origin.clone(), work);
                own.work.summary = None;
                cited.own = Some(own);
                cited.add_paper(context, claim, context.claims.indexed(text));
            }
        } else if let Some(text) = cited.record().and_then(|record| (context.full_text)(&record.work)) {
            cited.add_paper(context, claim, context.claims.indexed(text));
        }
    }
}

/// The text of a block in which everything that is not prose is replaced by spaces; offsets are
/// unchanged.
pub(crate) struct Prose {
    /// The offset of the block in the file.
    pub(crate) start: usize,
    pub(crate) text: String,
}

impl Prose {
    /// Returns the prose of a block; `None` for front matter and for blocks that are tables or
    /// data.
    pub(crate) fn of(document: &Document, index: usize) -> Option<Prose> {
        let block = document.blocks().get(index)?;
        let content = &block.content;
        if content.front_matter.is_some() || block.len as usize > MAX_BLOCK_BYTES {
            return None;
        }
        let start = block.start as usize;
        let range = block.span().range();
        let source =
            document.text().get_byte_slice(start..range.end.min(document.text().len_bytes()))?.to_string();
        let mut bytes = source.clone().into_bytes();
        let mut blank = |range: Range<usize>| {
            let end = range.end.min(bytes.len());
            if let Some(part) = bytes.get_mut(range.start.min(end)..end) {
                for byte in part {
                    if !matches!(byte, b'\n' | b'\r') {
                        *byte = b' ';
                    }
                }
            }
        };
        for span in &content.opaque {
            blank(span.range());
        }
        for heading in &content.headings {
            blank(heading.span.range());
        }
        for cited in document.citations_in(index) {
            let from = (cited.group.start as usize).saturating_sub(start);
            blank(from..(cited.group.end as usize).saturating_sub(start));
        }
        let mut text = String::from_utf8(bytes).ok()?;
        if document.format() == Format::Latex {
            text = without_commands(&text);
        } else {
            // Stars mark emphasis; a backslash marks an escape.
            text = text.replace(['*', '\\', '`'], " ");
        }
        let text = joined(&text, document.format());
        (text.len() == source.len()).then_some(Prose { start, text })
    }

    /// Returns the ranges of the sentences in the text of the block.
    pub(crate) fn sentences(&self) -> Vec<Range<usize>> {
        sentences(&self.text)
    }

    /// Returns up to `MAX_BYTES_AROUND` bytes of the text before a range.
    fn around(&self, range: &Range<usize>) -> String {
        let mut from = range.start.saturating_sub(MAX_BYTES_AROUND);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        self.text.get(from..range.start).unwrap_or_default().trim().to_owned()
    }
}

/// Replaces LaTeX commands and braces by spaces; the contents of the braces are kept.
fn without_commands(text: &str) -> String {
    let mut out: Vec<u8> = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at).copied() {
        match byte {
            b'\\' => {
                let name = text.as_bytes().get(at + 1..).unwrap_or_default();
                let letters = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                for place in at..=at + letters {
                    if let Some(cell) = out.get_mut(place) {
                        *cell = b' ';
                    }
                }
                // A thin space (`5\,mg`) is a command of one punctuation character.
                let is_space = letters == 0 && matches!(name.first(), Some(b',' | b';' | b':' | b'!'));
                if let Some(cell) = out.get_mut(at + 1).filter(|_| is_space) {
                    *cell = b' ';
                }
                at += letters + usize::from(is_space);
            }
            b'{' | b'}' | b'~' => {
                if let Some(cell) = out.get_mut(at) {
                    *cell = b' ';
                }
            }
            _ => {}
        }
        at += 1;
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// Joins the wrapped lines of a text; keeps line breaks at blank lines, before list items, table
/// rows, headings and quotes and, in plain text, after short lines.
fn joined(text: &str, format: Format) -> String {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let body = line.trim_end_matches(['\n', '\r']);
        let breaks = line.len() - body.len();
        out.push_str(body);
        let next = lines.peek().map(|next| next.trim_start()).unwrap_or_default();
        let own = |c: char| matches!(c, '-' | '+' | '•' | '|' | '#' | '>');
        let item = next.starts_with(own)
            || next.split_once(['.', ')']).is_some_and(|(number, rest)| {
                !number.is_empty()
                    && number.len() <= 3
                    && number.bytes().all(|byte| byte.is_ascii_digit())
                    && rest.starts_with(' ')
            });
        let short = format == Format::PlainText
            && body.trim_end().len() < 60
            && !next.starts_with(char::is_lowercase);
        let stays = body.trim().is_empty() || next.is_empty() || item || short;
        for index in 0..breaks {
            out.push(if stays && index + 1 == breaks { '\n' } else { ' ' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_text::Rope;

    fn claims(format: Format, text: &str) -> Vec<(String, usize)> {
        let document = Document::read(format, Rope::from_str(text), Arc::default());
        let all = (0..document.blocks().len()).flat_map(|index| in_block(&document, index));
        all.map(|claim| {
            assert_eq!(claim.text.len(), claim.span.len(), "{claim:?}");
            (claim.text.split_whitespace().collect::<Vec<_>>().join(" "), claim.citations.len())
        })
        .collect()
    }

    #[test]
    fn a_claim_is_a_sentence_with_what_it_cites() {
        assert_eq!(
            claims(
                Format::Markdown,
                "Nothing is cited here. Sleep helps **memory** a lot [@a; @b]. It does so\nin mice too.[@c] As @d says, it is so.\n"
            ),
            [
                ("Sleep helps memory a lot .".to_owned(), 2),
                ("It does so in mice too.".to_owned(), 1),
                ("As says, it is so.".to_owned(), 1)
            ]
        );
        assert_eq!(
            claims(
                Format::Latex,
                "\\section{One}\nSleep helped \\emph{memory} in 40\\% of mice~\\cite{a,b}. No more.\n"
            ),
            [("Sleep helped memory in 40 % of mice .".to_owned(), 2)]
        );
        assert_eq!(
            claims(Format::Typst, "= One\nSleep helps *memory* a lot @a. No more.\n"),
            [("Sleep helps memory a lot .".to_owned(), 1)]
        );
        assert!(
            claims(Format::Markdown, "| drug | 12% | [@a] |\n|---|---|---|\n| other | 13% | [@b] |\n")
                .is_empty()
        );
        assert_eq!(
            claims(Format::Markdown, "- Sleep helps [@a]\n- Food helps [@b]\n"),
            [("- Sleep helps".to_owned(), 1), ("- Food helps".to_owned(), 1)]
        );
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn any_text_has_claims_in_its_bounds(text in "([a-zé“”.!\\\\{}*%~ \n-]|\\[@a\\]|\\\\cite\\{a\\}|@b ){0,40}") {
            for format in [Format::Markdown, Format::Latex, Format::Typst, Format::PlainText] {
                claims(format, &text);
            }
        }
    }
}
