//! Parses the Markdown family: Pandoc Markdown, Quarto, R Markdown.
//!
//! `cut` finds the end of a block, `opener` recognizes constructs that contain blank lines, `prose`
//! reads a block of text with panache-parser, `code` reads the captions and options of a chunk,
//! `keys` classifies keys.

mod code;
mod cut;
mod keys;
mod opener;
mod prose;

pub(crate) use cut::is_underline;
pub(crate) use keys::is_crossref;

use crate::front_matter::FrontMatter;
use crate::latex::Latex;
use crate::lines::Lines;
use crate::roles::{self, RoleSyntax};
use crate::{
    Block, Citation, Format, Heading, Include, Mode, NamedSpan, Target, identifiers, named_sources, numbered,
    provenance, references, spans, suppressions,
};
use cut::Shape;
use opener::{Opener, Unclosed};
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice, Span};
use std::borrow::Cow;
use std::sync::Arc;

/// The parser of one Markdown text; another text needs another parser.
#[derive(Debug)]
pub(crate) struct Markdown {
    /// The format within the family.
    format: Format,
    unclosed: Unclosed,
}

impl BlockReader for Markdown {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
        cut::cut(Lines::of_rope(rest), rest.len_bytes(), &self.unclosed).cut
    }

    fn read(&self, text: &str, _first: bool) -> Block {
        let piece = cut::cut(Lines::of_text(text), text.len(), &Unclosed::default());
        match piece.shape {
            Shape::Opaque(opener) => self.opaque(text, &opener),
            Shape::Prose => self.prose(text, &piece.inside),
        }
    }
}

impl Markdown {
    pub(crate) fn new(format: Format) -> Self {
        Markdown { format, unclosed: Unclosed::default() }
    }

    fn prose(&self, text: &str, inside: &[(Opener, Span)]) -> Block {
        let prose::Prose { mut block, mut mute, latex, .. } =
            prose::read(&without_marks(text, inside), self.format);
        for (opener, part) in inside {
            block.opaque.push(*part);
            mute.push(*part);
            if matches!(opener, Opener::Fence(..)) {
                self.chunk(text, *part, &mut block);
            }
        }
        for part in latex {
            raw_latex(text, part, &mut block);
        }
        let is_inside = |at: usize| inside.iter().any(|(_, part)| part.range().contains(&at));
        for line in Lines::of_text(text).filter(|line| line.text.trim_start().starts_with(":::")) {
            if !is_inside(line.start) {
                code::bibliography(line.trimmed(), line.start, &mut block);
            }
        }
        block.opaque = spans::join(block.opaque);
        // Tags stay separate spans: `<sup>` is checked below.
        mute.sort_unstable();
        if block.headings.is_empty() && references::is_heading_line(text.trim_end()) {
            block.headings.push(Heading {
                level: 6,
                text: text.trim().trim_matches(['*', '_', ':', ' ']).to_owned(),
                span: Span::new(0, text.trim_end().len()),
            });
        }
        let is_code = |at: usize| {
            mute.iter().any(|span| {
                span.range().contains(&at)
                    && !text.get(span.range()).is_some_and(|part| part.starts_with('<'))
            })
        };
        block.suppressions = suppressions::in_html(text, is_code);
        block.provenance = provenance::in_html(text, is_code);
        // MyST writes citations as roles, whose keys Markdown parses as code.
        let mut roles = roles::find(text, RoleSyntax::Braces);
        roles.retain(|role| !inside.iter().any(|(_, part)| part.overlaps(role.group)));
        block.bibliography_setup.is_of_myst |= !roles.is_empty();
        block.citations.extend(roles);
        block.citations.extend(identifiers::find(text, &mute));
        let numbers = numbered::find(text, &without_tags(text, &mute));
        block.citations.extend(numbers);
        let named = named_sources::find(text, &mute, &block.citations);
        block.citations.extend(named);
        block.citations.sort_by_key(|citation| (citation.span.start, citation.span.end));
        block.item_number = references::item_number(text);
        block
    }

    /// Reads code inside a block of text.
    fn chunk(&self, text: &str, part: Span, block: &mut Block) {
        let mut chunk = Block::default();
        code::read(text.get(part.range()).unwrap_or_default(), self.format, &mut chunk);
        let start = part.start as usize;
        block.citations.extend(chunk.citations.into_iter().map(|citation| Citation {
            span: citation.span.shift(start),
            group: citation.group.shift(start),
            ..citation
        }));
        block.includes.extend(
            chunk.includes.into_iter().map(|include| Include { span: include.span.shift(start), ..include }),
        );
        block.bibliographies.extend(
            chunk
                .bibliographies
                .into_iter()
                .map(|named| NamedSpan { span: named.span.shift(start), ..named }),
        );
        block.bibliography_setup.is_of_myst |= chunk.bibliography_setup.is_of_myst;
    }

    fn opaque(&self, text: &str, opener: &Opener) -> Block {
        let mut block = Block { opaque: vec![Span::new(0, text.len())], ..Block::default() };
        match opener {
            Opener::Metadata => self.metadata(text, &mut block),
            Opener::Fence(..) => code::read(text, self.format, &mut block),
            Opener::Comment => {
                block.suppressions = suppressions::in_html(text, |_| false);
                block.provenance = provenance::in_html(text, |_| false);
            }
            Opener::Environment(_) => raw_latex(text, Span::new(0, text.len()), &mut block),
            Opener::Math | Opener::Verbatim(_) => {}
        }
        block
    }

    fn metadata(&self, text: &str, block: &mut Block) {
        let mut lines = Lines::of_text(text);
        let start = lines.next().map_or(0, |line| line.end());
        let end =
            lines.find(|line| matches!(line.trimmed(), "---" | "...")).map_or(text.len(), |line| line.start);
        let front_matter = FrontMatter::read(text.get(start..end).unwrap_or_default(), start);
        for (span, hidden) in &front_matter.citing {
            self.citing(text, *span, *hidden, block);
        }
        block.citations.sort_by_key(|citation| (citation.span.start, citation.span.end));
        block.bibliographies.clone_from(&front_matter.bibliographies);
        block.citation_style.clone_from(&front_matter.csl);
        block.suppressions = suppressions::in_lines(text);
        block.front_matter = Some(Box::new(front_matter));
    }

    /// Reads the citations in a value of the front matter, line by line: its indentation is that of
    /// YAML, not of Markdown.
    fn citing(&self, text: &str, span: Span, hidden: bool, block: &mut Block) {
        let value = text.get(span.range()).unwrap_or_default();
        for line in Lines::of_text(value) {
            let visible = line.text.trim();
            if !visible.contains('@') {
                continue;
            }
            let start = span.start as usize + line.start + (line.text.len() - line.text.trim_start().len());
            if hidden
                && visible
                    .split(|c: char| c.is_whitespace() || matches!(c, ',' | '"' | '\'' | '[' | ']'))
                    .any(|word| word == "@*")
            {
                block.cites_all = true;
            }
            let quote = usize::from(visible.starts_with(['"', '\'']));
            let inner = visible.get(quote..).unwrap_or_default();
            for citation in prose::read(inner, self.format).block.citations {
                block.citations.push(Citation {
                    span: citation.span.shift(start + quote),
                    group: citation.group.shift(start + quote),
                    mode: if hidden { Mode::Hidden } else { citation.mode },
                    ..citation
                });
            }
        }
    }
}

/// Reads the keys that LaTeX inside Markdown cites (`\cite{a}` in a draft for PDF).
fn raw_latex(text: &str, part: Span, block: &mut Block) {
    let source = text.get(part.range()).unwrap_or_default();
    if !source.contains("cite") {
        return;
    }
    let latex = Latex { options: Arc::default() }.read(source, false);
    let keys = latex.citations.into_iter().filter(|citation| matches!(citation.target, Target::Key(_)));
    block.citations.extend(keys.map(|citation| Citation {
        span: citation.span.shift(part.start as usize),
        group: citation.group.shift(part.start as usize),
        ..citation
    }));
    block.cites_all |= latex.cites_all;
}

/// Replaces `@` by `_` in the parts that are not text, so that they contain no citations; offsets
/// are unchanged.
fn without_marks<'t>(text: &'t str, inside: &[(Opener, Span)]) -> Cow<'t, str> {
    let marks = |part: &Span| text.get(part.range()).is_some_and(|inner| inner.contains('@'));
    if !inside.iter().any(|(_, part)| marks(part)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (_, part) in inside {
        let (start, end) = ((part.start as usize).max(at), (part.end as usize).max(at));
        out.push_str(text.get(at..start).unwrap_or_default());
        out.push_str(&text.get(start..end).unwrap_or_default().replace('@', "_"));
        at = end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    Cow::Owned(out)
}

/// Returns the mute parts without the tags `<sup>` and `</sup>`, which delimit citations by number.
fn without_tags(text: &str, mute: &[Span]) -> Vec<Span> {
    let is_sup = |span: &Span| {
        let part = text.get(span.range()).unwrap_or_default();
        part.eq_ignore_ascii_case("<sup>") || part.eq_ignore_ascii_case("</sup>")
    };
    spans::join(mute.iter().copied().filter(|span| !is_sup(span)).collect())
}
