//! Reads a block of prose with panache-parser.

use super::keys;
use crate::list_marker::Marker;
use crate::{Block, Citation, Format, Heading, Include, Mode, NamedSpan};
use panache_parser::syntax::{AstNode as _, Citation as CitationNode, SyntaxKind, SyntaxNode};
use panache_parser::{Flavor, ParserOptions, parse_with_refdefs};
use referee_bibliography::identifier::find_identifiers;
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The contents of a block as found by the parser.
#[derive(Debug, Default)]
pub(super) struct Prose {
    /// The citations by key, headings, labels, includes and the parts that are not prose.
    pub(super) block: Block,
    /// Parts in which an identifier is not a citation: code, comments, images, keys.
    pub(super) mute: Vec<Span>,
    /// Raw LaTeX, which may contain citations.
    pub(super) latex: Vec<Span>,
    /// The length of the block in bytes. The parser appends a line break to a text that does not
    /// end with one.
    len: usize,
}

/// The maximum of delimiters times bytes in a block that is parsed. The parser searches for the end
/// of each delimiter up to the end of the block, so this bounds its steps: about a tenth of a
/// second. A paragraph of 10 KB may have 6,500 delimiters.
const MAX_STEPS: usize = 1 << 26;

/// The maximum number of blank lines in a block that is parsed, without those at its end. For each
/// blank line, the parser scans the ones after it, so this bounds its steps as [`MAX_STEPS`] does.
const MAX_BLANK_LINES: usize = 10_000;

/// The maximum length of an address before a key that is examined, in bytes.
const MAX_ADDRESS: usize = 2048;

/// Reads a block of prose. A block that the parser cannot handle in time is read as plain text.
pub(super) fn read(text: &str, format: Format) -> Prose {
    let read = without_blank_end(text);
    if is_too_deep(read)
        || delimiters(read).saturating_mul(read.len()) > MAX_STEPS
        || read.lines().filter(|line| line.trim().is_empty()).count() > MAX_BLANK_LINES
    {
        return plain_keys(text);
    }
    // A panic of the parser must not take the editor down: only the keys of such a block are read.
    let parsed = std::panic::catch_unwind(|| {
        let mut prose = Prose { len: read.len(), ..Prose::default() };
        prose.walk(&parse_with_refdefs(read, Some(options(format).clone()), Arc::default()), read);
        prose
    });
    parsed.unwrap_or_else(|_| plain_keys(text))
}

/// Returns a block with at most one blank line at its end.
fn without_blank_end(text: &str) -> &str {
    let words = text.trim_end().len();
    let mut breaks = memchr::memchr_iter(b'\n', text.as_bytes().get(words..).unwrap_or_default());
    let end = breaks.nth(1).map_or(text.len(), |at| words + at + 1);
    text.get(..end).unwrap_or(text)
}

fn options(format: Format) -> &'static ParserOptions {
    static OPTIONS: LazyLock<[ParserOptions; 3]> = LazyLock::new(|| {
        [Flavor::Pandoc, Flavor::Quarto, Flavor::RMarkdown].map(|flavor| {
            let mut options = ParserOptions::for_flavor(flavor);
            // An `@` in an address is not a citation.
            options.extensions.autolink_bare_uris = true;
            options
        })
    });
    match format {
        Format::Quarto => &OPTIONS[1],
        Format::RMarkdown => &OPTIONS[2],
        _ => &OPTIONS[0],
    }
}

impl Prose {
    fn walk(&mut self, root: &SyntaxNode, text: &str) {
        use SyntaxKind as K;
        let mut events = root.preorder_with_tokens();
        while let Some(event) = events.next() {
            let rowan::WalkEvent::Enter(element) = event else { continue };
            let span = self.place(element.text_range());
            let Some(node) = element.as_node() else {
                if element.kind() == K::LIST_MARKER {
                    self.example(element.as_token().map_or("", |token| token.text()), span);
                }
                continue;
            };
            let mut skip = true;
            match node.kind() {
                K::CITATION => self.citation(node, span, text),
                K::HEADING => {
                    self.heading(node, span);
                    skip = false;
                }
                K::INLINE_CODE
                | K::INLINE_EXEC_SPAN
                | K::INLINE_EXEC
                | K::CODE_BLOCK
                | K::RAW_INLINE
                | K::COMMENT
                | K::HTML_BLOCK_TAG
                | K::HTML_BLOCK_RAW
                | K::INLINE_HTML
                | K::HTML_ATTRS
                | K::INLINE_MATH
                | K::DISPLAY_MATH
                | K::YAML_METADATA
                | K::ATTRIBUTE
                | K::SPAN_ATTRIBUTES
                | K::DIV_FENCE_OPEN
                | K::DIV_FENCE_CLOSE => {
                    self.mute(span);
                }
                K::TEX_BLOCK | K::LATEX_COMMAND => {
                    self.latex.push(span);
                    self.mute(span);
                }
                K::SHORTCODE => {
                    self.shortcode(&node.text().to_string(), span);
                    self.mute(span);
                }
                K::CROSSREF | K::FOOTNOTE_REFERENCE => self.mute(span),
                K::AUTO_LINK => self.block.opaque.push(span),
                K::LINK_DEST if node.parent().is_some_and(|parent| parent.kind() == K::IMAGE_LINK) => {
                    self.mute(span)
                }
                K::LINK_DEST | K::LINK_REF | K::REFERENCE_URL => self.block.opaque.push(span),
                K::REFERENCE_DEFINITION => {
                    self.definition(&node.text().to_string(), span);
                    self.block.opaque.push(span);
                }
                _ => skip = false,
            }
            if skip {
                events.skip_subtree();
            }
        }
    }

    fn place(&self, range: rowan::TextRange) -> Span {
        Span::new(usize::from(range.start()).min(self.len), usize::from(range.end()).min(self.len))
    }

    fn mute(&mut self, span: Span) {
        self.block.opaque.push(span);
        self.mute.push(span);
    }

    fn citation(&mut self, node: &SyntaxNode, group: Span, text: &str) {
        let Some(citation) = CitationNode::cast(node.clone()) else { return };
        let mut bracketed = citation.is_bracketed();
        for marker in citation.markers() {
            let Some(key) = marker.key() else { continue };
            let marked = self.place(marker.text_range());
            let marked_at = marked.start as usize;
            let from = text.floor_char_boundary(marked_at.saturating_sub(MAX_ADDRESS));
            let before = text.get(from..marked_at).unwrap_or_default();
            if key.text().starts_with('{') || is_address(before) {
                // `@{{variable}}` of a template, `www.example.org/@name`.
                continue;
            }
            let mut span = self.place(key.text_range());
            let mut name = key.text().clone();
            let braced = marked.end > span.end;
            // Pandoc ends a key before two punctuation marks. An address after `@` refers to the
            // work with this address.
            if !braced && let Some(address) = address_of_work(text, span) {
                span = address;
                name = text.get(span.range()).unwrap_or_default().to_owned();
            }
            let without_author = marker.marker_range().len() == 2.into();
            let mode = match (without_author, bracketed) {
                (true, _) => Mode::YearOnly,
                (false, true) => Mode::Parenthetical,
                (false, false) => Mode::Textual,
            };
            // In the brackets after `@a` there may be further keys: `@a [p. 3; @b]`.
            bracketed = true;
            self.mute.push(marked.cover(span));
            let group = group.cover(span);
            if let Some(target) = keys::target(&name, braced) {
                self.block.citations.push(Citation { span, group, target, mode });
            }
        }
    }

    fn heading(&mut self, node: &SyntaxNode, span: Span) {
        let mut level = 1;
        let mut text = String::new();
        for token in node.descendants_with_tokens().filter_map(rowan::NodeOrToken::into_token) {
            use SyntaxKind as K;
            match token.kind() {
                K::ATX_HEADING_MARKER if token.text().starts_with('#') => level = token.text().trim().len(),
                K::SETEXT_HEADING_UNDERLINE if token.text().trim_start().starts_with('-') => level = 2,
                K::ATX_HEADING_MARKER | K::SETEXT_HEADING_UNDERLINE => {}
                K::TEXT
                | K::ESCAPED_CHAR
                | K::INLINE_CODE_CONTENT
                | K::CITATION_KEY
                | K::WHITESPACE
                | K::NONBREAKING_SPACE
                    if !token
                        .parent_ancestors()
                        .any(|node| matches!(node.kind(), K::ATTRIBUTE | K::LINK_DEST)) =>
                {
                    text.push_str(token.text().trim_start_matches('\\'));
                }
                _ => {}
            }
        }
        let visible = node.text().to_string().trim_end().len();
        let level = u8::try_from(level.clamp(1, 6)).unwrap_or(6);
        let span = Span::new(span.start as usize, span.start as usize + visible);
        self.block.headings.push(Heading { level, text: text.trim().to_owned(), span });
    }

    /// Reads `(@label)` at the start of an item of an example list.
    fn example(&mut self, marker: &str, span: Span) {
        let Some(label) = marker.strip_prefix("(@").and_then(|rest| rest.strip_suffix(')')) else { return };
        if !label.is_empty() {
            let start = span.start as usize + 2;
            let label = NamedSpan { name: label.to_owned(), span: Span::new(start, start + label.len()) };
            self.block.labels.push(label.clone());
            self.block.example_labels.push(label);
        }
    }

    /// Reads `{{< include file.qmd >}}`.
    fn shortcode(&mut self, text: &str, span: Span) {
        let Some(at) = text
            .find("include ")
            .filter(|at| text.get(..*at).is_some_and(|head| !head.contains(char::is_alphanumeric)))
        else {
            return;
        };
        let tail = text.get(at + "include ".len()..).unwrap_or_default();
        let name = tail.split(">}}").next().unwrap_or_default().trim();
        let start = span.start as usize + at + "include ".len() + (tail.len() - tail.trim_start().len());
        if !name.is_empty() {
            self.block.includes.push(Include {
                name: name.to_owned(),
                span: Span::new(start, start + name.len()),
                is_import: false,
            });
        }
    }

    /// Reads `[3]: https://…`, which makes `[3]` a link.
    fn definition(&mut self, text: &str, span: Span) {
        if let Some(end) = text.find("]:")
            && let Some(label) = text.get(..=end)
            && label.bytes().skip(1).take(end.saturating_sub(1)).all(|byte| byte.is_ascii_digit())
        {
            let start = span.start as usize;
            self.block
                .labels
                .push(NamedSpan { name: label.to_owned(), span: Span::new(start, start + label.len()) });
        }
    }
}

/// Returns the span of the address whose `https` is the key at `key`, if it is the address of a
/// work.
fn address_of_work(text: &str, key: Span) -> Option<Span> {
    let scheme = text.get(key.range())?;
    if !matches!(scheme, "https" | "http") || !text.get(key.end as usize..)?.starts_with("://") {
        return None;
    }
    let rest = text.get(key.start as usize..)?;
    let address = rest.get(..rest.find(char::is_whitespace).unwrap_or(rest.len()))?;
    let found = find_identifiers(address).into_iter().next().filter(|found| found.result.is_ok())?;
    Some(Span::new(key.start as usize, key.start as usize + found.whole.end as usize))
}

/// Returns whether `before` ends with an address, or the start of one, that the parser did not
/// recognize.
fn is_address(before: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '<' | '"'))
        .next()
        .unwrap_or_default();
    let host = word.split('/').next().unwrap_or_default();
    let is_host =
        host.contains('.') && !host.starts_with('@') && host.split('.').all(|label| !label.is_empty());
    word.ends_with('/') && (word.contains("://") || is_host)
}

/// Returns the number of delimiters in a block. A run counts as one only if the parser does not try
/// a shorter run when a longer one is unclosed; a closing bracket counts only without an opening
/// one, since the parser then looks back to the start.
fn delimiters(text: &str) -> usize {
    let mut count = 0;
    let mut before = 0;
    let mut open = 0_usize;
    for byte in text.bytes() {
        let is_unopened = byte == b']' && open == 0;
        match byte {
            b'[' => open += 1,
            b']' => open = open.saturating_sub(1),
            _ => {}
        }
        let counts = match byte {
            b'`' | b'~' | b'^' | b'$' | b'[' | b'<' | b'{' => true,
            b']' => is_unopened,
            b'*' | b'_' => byte != before,
            _ => false,
        };
        count += usize::from(counts);
        before = byte;
    }
    count
}

/// Returns whether a block is nested so deeply, or has so many unclosed openers, that the parser,
/// which recurses, may run out of stack or time. No author writes such a block, but a broken file
/// may contain it.
fn is_too_deep(text: &str) -> bool {
    let (mut tags, mut brackets, mut fences, mut spans) = (0_usize, 0_usize, 0_usize, 0_usize);
    for line in text.lines() {
        let body = line.trim_start();
        if marker_depth(body) > 40 {
            return true;
        }
        if body.starts_with("</") {
            tags = tags.saturating_sub(1);
        } else if body.starts_with('<')
            && body.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic)
            && !body.contains("</")
        {
            tags += 1;
        }
        fences += usize::from(body.starts_with(":::") || body.starts_with("~~~") || body.starts_with("```"));
        if tags > 200 || fences > 1000 {
            return true;
        }
    }
    for at in memchr::memchr3_iter(b'[', b']', b'<', text.as_bytes()) {
        match text.as_bytes().get(at) {
            Some(b'[') => brackets += 1,
            Some(b']') => brackets = brackets.saturating_sub(1),
            _ => spans += 1,
        }
        if brackets > 200 || spans > 5000 {
            return true;
        }
    }
    false
}

/// Returns the number of quote and list markers at the start of a line.
fn marker_depth(line: &str) -> usize {
    let mut depth = 0;
    let mut rest = line;
    while depth <= 64 {
        let inner = rest.trim_start_matches([' ', '\t']);
        let marker = match inner.as_bytes() {
            [b'>', ..] => Some(1),
            [b'~' | b':', b' ' | b'\t', ..] => Some(2),
            _ => Marker::with_rest(inner).map(|(_, _, len)| len).or_else(|| any_enumeration(inner)),
        };
        let Some(behind) = marker.and_then(|len| inner.get(len..)) else { break };
        rest = behind;
        depth += 1;
    }
    depth
}

/// Returns the length in bytes of a marker that may number an item in Pandoc's lists, with the
/// following blank: `a. `, `xviii) `, `(B) `, `1000. `.
fn any_enumeration(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('(').unwrap_or(text);
    let length = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let rest = inner.get(length..)?;
    let ends =
        rest.starts_with(['.', ')']) && rest.as_bytes().get(1).is_some_and(|b| matches!(b, b' ' | b'\t'));
    (length > 0 && ends).then_some(text.len() - rest.len() + 2)
}

/// Reads the keys of a block that is not parsed: an `@` that does not follow a word, and the key
/// after it.
fn plain_keys(text: &str) -> Prose {
    let mut prose = Prose::default();
    prose.block.too_complex = true;
    for at in memchr::memchr_iter(b'@', text.as_bytes()) {
        let (Some(before), Some(behind)) = (text.get(..at), text.get(at + 1..)) else { continue };
        if before
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || matches!(c, '\\' | '/' | '`' | '@'))
        {
            continue;
        }
        let key = behind
            .split(|c: char| !(c.is_alphanumeric() || "_:.#$%&-+?<>~/".contains(c)))
            .next()
            .unwrap_or_default();
        let key = key.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '/'));
        if let Some(target) = keys::target(key, false) {
            let span = Span::new(at + 1, at + 1 + key.len());
            let group = Span::new(at, span.end as usize);
            prose.block.citations.push(Citation { span, group, target, mode: Mode::Textual });
            prose.mute.push(group);
        }
    }
    prose
}
