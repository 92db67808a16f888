//! Reads a block of Typst in one walk over its tree.

use super::cut::{open_in, paragraphs, parse};
use crate::{
    Block, Citation, Heading, Include, Mode, NamedSpan, Provenance, Target, identifiers, named_sources,
    numbered, references, spans,
};
use referee_findings::Suppression;
use referee_text::Span;
use typst_syntax::{SyntaxKind, SyntaxNode};

pub(super) fn read(text: &str) -> Block {
    let mut reader = Reader {
        text,
        block: Block::default(),
        hidden: Vec::new(),
        links: Vec::new(),
        read_loops: Vec::new(),
    };
    let root = parse(text);
    if open_in(&root, text).is_some() {
        // Half-typed: parse each paragraph separately, so that only the broken one suffers.
        for (start, part) in paragraphs(text) {
            reader.walk(&parse(part), start);
        }
    } else {
        reader.walk(&root, 0);
    }
    reader.finish()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeContext {
    /// In text.
    Markup,
    /// In code, where text is not prose.
    Code,
    /// In the arguments of `link`.
    Link,
    /// In the arguments of a function that refers to labels: a label there is not a definition.
    Refers,
}

struct Reader<'t> {
    text: &'t str,
    block: Block,
    /// The parts in which bare identifiers do not count.
    hidden: Vec<Span>,
    /// The calls of `link`, each with its address and its text, which count as one.
    links: Vec<(Span, Span)>,
    /// The loops whose includes are known, so that the reader skips the includes in them.
    read_loops: Vec<Span>,
}

struct Visit<'n> {
    node: &'n SyntaxNode,
    start: usize,
    parent: SyntaxKind,
    place: NodeContext,
}

impl Reader<'_> {
    fn walk(&mut self, root: &SyntaxNode, base: usize) {
        let mut stack =
            vec![Visit { node: root, start: base, parent: SyntaxKind::End, place: NodeContext::Markup }];
        while let Some(visit) = stack.pop() {
            let place = self.visit(&visit);
            let Some(place) = place else { continue };
            let first = stack.len();
            let mut at = visit.start;
            for child in visit.node.children() {
                let inside = match child.kind() {
                    // The text in a content block is prose again.
                    SyntaxKind::Markup => NodeContext::Markup,
                    kind if visit.node.kind() == SyntaxKind::Markup && is_code(kind) => NodeContext::Code,
                    _ => place,
                };
                stack.push(Visit { node: child, start: at, parent: visit.node.kind(), place: inside });
                at += child.len();
            }
            // Visit the first child first.
            if let Some(children) = stack.get_mut(first..) {
                children.reverse();
            }
        }
    }

    /// Reads a node. Returns the context of its children, or `None` if they do not matter.
    fn visit(&mut self, visit: &Visit<'_>) -> Option<NodeContext> {
        let (node, start) = (visit.node, visit.start);
        let span = Span::new(start, start + node.len());
        match node.kind() {
            SyntaxKind::LineComment | SyntaxKind::BlockComment => {
                self.hide(span);
                self.block.suppressions.extend(Suppression::parse(node.leaf_text(), span));
                self.block.provenance.extend(Provenance::parse(node.leaf_text(), span));
                return None;
            }
            SyntaxKind::Raw => {
                self.hide(span);
                return None;
            }
            SyntaxKind::Equation => {
                self.hide(span);
                return Some(NodeContext::Code);
            }
            SyntaxKind::Ref => self.reference(node, span),
            SyntaxKind::Label => {
                self.hide(span);
                let defines = visit.parent == SyntaxKind::Markup || visit.place == NodeContext::Code;
                let name = node.leaf_text().trim_start_matches('<').trim_end_matches('>');
                if defines && !name.is_empty() {
                    self.label(name, start + 1);
                }
            }
            SyntaxKind::Heading => self.heading(node, span),
            SyntaxKind::ForLoop if self.loop_of_includes(node, start) => self.read_loops.push(span),
            SyntaxKind::ModuleInclude if self.read_loops.iter().any(|read| read.contains(span)) => {}
            SyntaxKind::ModuleInclude | SyntaxKind::ModuleImport => self.module(node, start),
            SyntaxKind::FuncCall => return Some(self.call(visit, span)),
            SyntaxKind::Named => self.named(node, start),
            SyntaxKind::Str => self.string(visit, span),
            _ if node.children().len() == 0 && visit.place != NodeContext::Markup => self.hide(span),
            SyntaxKind::Hash => self.hide(span),
            _ => {}
        }
        Some(visit.place)
    }

    fn hide(&mut self, span: Span) {
        self.block.opaque.push(span);
        self.hidden.push(span);
    }

    fn label(&mut self, name: &str, start: usize) {
        let span = Span::new(start, start + name.len());
        self.block.labels.push(NamedSpan { name: name.to_owned(), span });
    }

    fn reference(&mut self, node: &SyntaxNode, span: Span) {
        let Some(marker) = node.children().find(|child| child.kind() == SyntaxKind::RefMarker) else {
            return;
        };
        let Some(key) = marker.leaf_text().strip_prefix('@').filter(|key| !key.is_empty()) else { return };
        // A supplement is not prose either.
        self.hide(span);
        let start = span.start as usize + 1;
        self.block.citations.push(Citation {
            span: Span::new(start, start + key.len()),
            group: span,
            target: Target::Key(key.to_owned()),
            mode: Mode::Textual,
        });
    }

    fn heading(&mut self, node: &SyntaxNode, span: Span) {
        let level = node
            .children()
            .find(|child| child.kind() == SyntaxKind::HeadingMarker)
            .map_or(1, SyntaxNode::len);
        let mut text = String::new();
        plain(node, &mut text);
        let text = text.trim().to_owned();
        self.block.headings.push(Heading { level: u8::try_from(level).unwrap_or(u8::MAX), text, span });
    }

    /// Reads `#include "x.typ"`, `#include("x.typ")` and `#import "x.typ": a`. Packages are left
    /// out. The name of a file that the draft computes (`include path`) is empty.
    fn module(&mut self, node: &SyntaxNode, start: usize) {
        let mut at = start;
        for child in node.children() {
            let span = Span::new(at, at + child.len());
            at += child.len();
            let mut inner = child;
            let mut inner_at = span.start as usize;
            while inner.kind() == SyntaxKind::Parenthesized
                && let Some((expression, offset)) = parenthesized(inner)
            {
                (inner, inner_at) = (expression, inner_at + offset);
            }
            match inner.kind() {
                SyntaxKind::Str => {
                    if let Some((name, span)) = unquoted(inner, inner_at)
                        && !name.starts_with('@')
                    {
                        let is_import = node.kind() == SyntaxKind::ModuleImport;
                        self.block.includes.push(Include { name, span, is_import });
                    }
                    return;
                }
                kind if is_trivia(kind) => {}
                SyntaxKind::Include | SyntaxKind::Import | SyntaxKind::Error => {}
                // A module may be imported through a variable.
                _ if node.kind() == SyntaxKind::ModuleImport => return,
                _ => {
                    self.block.includes.push(Include { name: String::new(), span, is_import: false });
                    return;
                }
            }
        }
    }

    /// Adds the files that a loop over a list of strings includes: `for name in ("a.typ", "b.typ")
    /// { include name }`. Returns whether all of them are known; if not, the include in the loop is
    /// read as one with an unknown name.
    fn loop_of_includes(&mut self, node: &SyntaxNode, start: usize) -> bool {
        let Some((variable, names, body)) = loop_over_strings(node, start) else { return false };
        let mut all = Vec::new();
        let mut stack = vec![body];
        while let Some(node) = stack.pop() {
            if node.kind() == SyntaxKind::ModuleInclude {
                let expression = node
                    .children()
                    .find(|child| !is_trivia(child.kind()) && child.kind() != SyntaxKind::Include);
                let Some(expression) = expression else { return false };
                for NamedSpan { name: value, span } in &names {
                    let Some(name) = string_value(expression, &variable, value) else { return false };
                    all.push(Include { name, span: *span, is_import: false });
                }
            } else if node.kind() == SyntaxKind::ForLoop {
                return false;
            }
            stack.extend(node.children());
        }
        let found = !all.is_empty();
        self.block.includes.extend(all);
        found
    }

    fn call(&mut self, visit: &Visit<'_>, span: Span) -> NodeContext {
        let mut place = if visit.place == NodeContext::Markup { NodeContext::Code } else { visit.place };
        let mut children = visit.node.children();
        let Some(callee) = children.next() else { return place };
        let name = match callee.kind() {
            SyntaxKind::Ident => callee.leaf_text().as_str(),
            SyntaxKind::FieldAccess => callee
                .children()
                .rfind(|child| child.kind() == SyntaxKind::Ident)
                .map_or("", |last| last.leaf_text()),
            _ => "",
        };
        let Some(arguments) = children.find(|child| child.kind() == SyntaxKind::Args) else { return place };
        let start = visit.start + callee.len();
        // For a reader, `#` is part of the call.
        let hash = visit.start > 0 && self.text.as_bytes().get(visit.start - 1) == Some(&b'#');
        let whole = Span::new(visit.start - usize::from(hash), span.end as usize);
        match name {
            "cite" => {
                self.cite(arguments, start, whole, Mode::Parenthetical);
                place = NodeContext::Refers;
            }
            // The long form of `@key`.
            "ref" => {
                self.cite(arguments, start, whole, Mode::Textual);
                place = NodeContext::Refers;
            }
            "label" if place == NodeContext::Code => {
                let mut names = Vec::new();
                strings(arguments, start, &mut names);
                for (name, span) in names {
                    self.label(&name, span.start as usize);
                }
            }
            "query" | "locate" | "counter" | "state" | "selector" | "numbering" => {
                place = NodeContext::Refers
            }
            "link" => {
                self.links.push((whole, whole));
                place = NodeContext::Link;
            }
            "bibliography" => self.bibliography(arguments, start),
            "super" => self.raised(arguments, start, whole),
            "heading" => self.heading_call(arguments, whole),
            _ => {}
        }
        place
    }

    /// Reads `#cite(<key>, form: "prose")`, `#cite(label("DBLP:1"))`, and the former `#cite("a",
    /// "b")`.
    fn cite(&mut self, arguments: &SyntaxNode, start: usize, whole: Span, mut mode: Mode) {
        let mut keys: Vec<(String, Span)> = Vec::new();
        let mut at = start;
        for child in arguments.children() {
            match child.kind() {
                SyntaxKind::Label => {
                    let name = child.leaf_text().trim_start_matches('<').trim_end_matches('>');
                    keys.push((name.to_owned(), Span::new(at + 1, at + 1 + name.len())));
                }
                SyntaxKind::Str => keys.extend(unquoted(child, at)),
                SyntaxKind::FuncCall => {
                    let is_label =
                        child.children().next().is_some_and(|callee| callee.leaf_text() == "label");
                    if is_label {
                        strings(child, at, &mut keys);
                    }
                }
                SyntaxKind::Named => {
                    let text = child.full_text();
                    if let Some((name, value)) = text.split_once(':')
                        && name.trim() == "form"
                    {
                        mode = match value.trim().trim_matches('"') {
                            "prose" | "author" | "full" => Mode::Textual,
                            "year" => Mode::YearOnly,
                            "none" => Mode::Hidden,
                            _ => mode,
                        };
                    }
                }
                // `#cite(<key`: the rest is not typed yet.
                SyntaxKind::Error => {
                    let text = child.leaf_text();
                    if let Some(name) = text.strip_prefix('<').filter(|name| !name.is_empty()) {
                        keys.push((name.to_owned(), Span::new(at + 1, at + 1 + name.len())));
                    }
                }
                _ => {}
            }
            at += child.len();
        }
        for (name, span) in keys {
            if !name.is_empty() {
                self.block.citations.push(Citation { span, group: whole, target: Target::Key(name), mode });
            }
        }
    }

    /// Reads `#bibliography(("a.bib", "b.yml"), full: true, style: "ieee")`.
    fn bibliography(&mut self, arguments: &SyntaxNode, start: usize) {
        let mut files = Vec::new();
        let mut at = start;
        for child in arguments.children() {
            match child.kind() {
                SyntaxKind::Named => {
                    let text = child.full_text();
                    if let Some((name, value)) = text.split_once(':')
                        && name.trim() == "full"
                        && value.trim() == "true"
                    {
                        self.block.cites_all = true;
                    }
                    self.citation_style(child, at);
                }
                _ => strings(child, at, &mut files),
            }
            at += child.len();
        }
        for (name, span) in files {
            self.bibliography_file(name, span);
        }
    }

    /// Reads `style: "ieee"` or `style: "house.csl"` of a bibliography.
    fn citation_style(&mut self, argument: &SyntaxNode, start: usize) {
        let is_style = argument.children().next().is_some_and(|name| name.leaf_text() == "style");
        let mut at = start;
        for child in argument.children() {
            if is_style && child.kind() == SyntaxKind::Str {
                let named = unquoted(child, at).map(|(name, span)| NamedSpan { name, span });
                self.block.citation_style = named.filter(|named| !named.name.is_empty());
            }
            at += child.len();
        }
    }

    fn bibliography_file(&mut self, name: String, span: Span) {
        if !name.is_empty() && !self.block.bibliographies.iter().any(|known| known.span == span) {
            self.block.bibliographies.push(NamedSpan { name, span });
        }
    }

    /// Reads `#super[1,2]`, a citation if the draft has a numbered list.
    fn raised(&mut self, arguments: &SyntaxNode, start: usize, whole: Span) {
        let mut at = start;
        for child in arguments.children() {
            let text = self.text.get(at..at + child.len()).unwrap_or_default();
            at += child.len();
            let before = self.text.get(..whole.start as usize).unwrap_or_default();
            let inner = text.trim_matches(['[', ']', '"']);
            if matches!(child.kind(), SyntaxKind::ContentBlock | SyntaxKind::Str)
                && let Some(numbers) = numbered::raised_list(before, inner)
            {
                let target = Target::Numbers(numbers);
                self.block.citations.push(Citation {
                    span: whole,
                    group: whole,
                    target,
                    mode: Mode::Parenthetical,
                });
            }
        }
    }

    /// Reads `#heading(level: 2)[Title]`.
    fn heading_call(&mut self, arguments: &SyntaxNode, whole: Span) {
        let mut level = 1;
        let mut text = String::new();
        for child in arguments.children() {
            match child.kind() {
                SyntaxKind::Named => {
                    let named = child.full_text();
                    if let Some((name, value)) = named.split_once(':')
                        && matches!(name.trim(), "level" | "depth")
                        && let Ok(number) = value.trim().parse::<u8>()
                    {
                        level = number;
                    }
                }
                SyntaxKind::ContentBlock => plain(child, &mut text),
                SyntaxKind::Str => text.push_str(child.leaf_text().trim_matches('"')),
                _ => {}
            }
        }
        let text = text.trim().to_owned();
        if !text.is_empty() {
            self.block.headings.push(Heading { level: level.max(1), text, span: whole });
        }
    }

    /// Reads `key: "gpt"` in a list of abbreviations and `label: "fig"`, which packages turn into
    /// labels.
    fn named(&mut self, node: &SyntaxNode, start: usize) {
        let is_key =
            node.children().next().is_some_and(|name| matches!(name.leaf_text().as_str(), "key" | "label"));
        if is_key {
            let mut values = Vec::new();
            strings(node, start, &mut values);
            for (name, span) in values {
                if !name.contains(char::is_whitespace) {
                    self.label(&name, span.start as usize);
                }
            }
        }
    }

    fn string(&mut self, visit: &Visit<'_>, span: Span) {
        if visit.place == NodeContext::Link {
            self.block.opaque.push(span);
        } else {
            self.hide(span);
        }
        // Templates use various parameters for the file: `bibliography-file: "refs.bib"`.
        if let Some((name, span)) = unquoted(visit.node, visit.start)
            && name.ends_with(".bib")
        {
            self.bibliography_file(name, span);
        }
    }

    fn finish(self) -> Block {
        let mut block = self.block;
        block.opaque = spans::join(block.opaque);
        block.citations.extend(identifiers::find_between(self.text, &self.hidden, &self.links));
        let mut muted = block.opaque.clone();
        muted.extend(block.citations.iter().map(|citation| citation.group));
        block.citations.extend(numbered::find(self.text, &spans::join(muted)));
        let named = named_sources::find(self.text, &block.opaque, &block.citations);
        block.citations.extend(named);
        block.citations.sort_by_key(|citation| (citation.span.start, citation.span.end));
        block.item_number = match self.text.trim_start().starts_with("+ ") {
            // Typst numbers the item.
            true => Some(0),
            false => references::item_number(self.text),
        };
        block
    }
}

/// Returns whether a child of markup is code.
fn is_code(kind: SyntaxKind) -> bool {
    !matches!(
        kind,
        SyntaxKind::Markup
            | SyntaxKind::Text
            | SyntaxKind::Space
            | SyntaxKind::Linebreak
            | SyntaxKind::Parbreak
            | SyntaxKind::Escape
            | SyntaxKind::Shorthand
            | SyntaxKind::SmartQuote
            | SyntaxKind::Strong
            | SyntaxKind::Emph
            | SyntaxKind::Raw
            | SyntaxKind::Link
            | SyntaxKind::Label
            | SyntaxKind::Ref
            | SyntaxKind::Heading
            | SyntaxKind::ListItem
            | SyntaxKind::EnumItem
            | SyntaxKind::TermItem
            | SyntaxKind::Equation
            | SyntaxKind::LineComment
            | SyntaxKind::BlockComment
            | SyntaxKind::Error
    )
}

/// Returns whether a node is a blank, a comment or punctuation around expressions.
fn is_trivia(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::Space
            | SyntaxKind::Parbreak
            | SyntaxKind::LineComment
            | SyntaxKind::BlockComment
            | SyntaxKind::LeftParen
            | SyntaxKind::RightParen
            | SyntaxKind::Comma
    )
}

/// Returns the expression in parentheses and its offset in the node.
fn parenthesized(node: &SyntaxNode) -> Option<(&SyntaxNode, usize)> {
    let mut at = 0;
    for child in node.children() {
        if !is_trivia(child.kind()) {
            return Some((child, at));
        }
        at += child.len();
    }
    None
}

/// Returns the variable, the strings with their spans, and the body of a loop over a literal list
/// of strings.
fn loop_over_strings(node: &SyntaxNode, start: usize) -> Option<(String, Vec<NamedSpan>, &SyntaxNode)> {
    let mut parts = Vec::new();
    let mut at = start;
    for child in node.children() {
        if !is_trivia(child.kind()) && !matches!(child.kind(), SyntaxKind::For | SyntaxKind::In) {
            parts.push((child, at));
        }
        at += child.len();
    }
    let [(variable, _), (list, list_at), (body, _)] = parts.as_slice() else { return None };
    if variable.kind() != SyntaxKind::Ident || list.kind() != SyntaxKind::Array {
        return None;
    }
    let mut names = Vec::new();
    let mut at = *list_at;
    for child in list.children() {
        match child.kind() {
            SyntaxKind::Str => {
                names.extend(unquoted(child, at).map(|(name, span)| NamedSpan { name, span }));
            }
            kind if is_trivia(kind) => {}
            _ => return None,
        }
        at += child.len();
    }
    Some((variable.leaf_text().to_string(), names, body))
}

/// Returns the string that an expression builds from strings and a variable: `"parts/" + name +
/// ".typ"`.
fn string_value(node: &SyntaxNode, variable: &str, value: &str) -> Option<String> {
    match node.kind() {
        SyntaxKind::Str => unquoted(node, 0).map(|(text, _)| text),
        SyntaxKind::Ident => (node.leaf_text() == variable).then(|| value.to_owned()),
        SyntaxKind::Parenthesized => string_value(parenthesized(node)?.0, variable, value),
        SyntaxKind::Binary => {
            let mut out = String::new();
            for child in node.children() {
                match child.kind() {
                    SyntaxKind::Plus => {}
                    kind if is_trivia(kind) => {}
                    _ => out.push_str(&string_value(child, variable, value)?),
                }
            }
            Some(out)
        }
        _ => None,
    }
}

/// Collects the strings at and below a node, without quotes, with their spans; skips named
/// arguments.
fn strings(node: &SyntaxNode, start: usize, out: &mut Vec<(String, Span)>) {
    let mut stack = vec![(node, start)];
    while let Some((node, start)) = stack.pop() {
        if node.kind() == SyntaxKind::Str {
            out.extend(unquoted(node, start));
            continue;
        }
        let mut at = start;
        let first = stack.len();
        for child in node.children() {
            if child.kind() != SyntaxKind::Named {
                stack.push((child, at));
            }
            at += child.len();
        }
        if let Some(children) = stack.get_mut(first..) {
            children.reverse();
        }
    }
}

/// Returns the contents of a string as written, and their span.
fn unquoted(node: &SyntaxNode, start: usize) -> Option<(String, Span)> {
    let text = node.leaf_text();
    let inner = text.strip_prefix('"')?;
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    Some((inner.to_owned(), Span::new(start + 1, start + 1 + inner.len())))
}

/// Adds the text of a node without markup.
fn plain(node: &SyntaxNode, out: &mut String) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        match node.kind() {
            SyntaxKind::Text | SyntaxKind::MathText | SyntaxKind::MathIdent | SyntaxKind::Link => {
                out.push_str(node.leaf_text());
            }
            SyntaxKind::Space | SyntaxKind::Parbreak | SyntaxKind::Linebreak => out.push(' '),
            SyntaxKind::SmartQuote => out.push_str(node.leaf_text()),
            SyntaxKind::Escape => out.push_str(node.leaf_text().trim_start_matches('\\')),
            SyntaxKind::Shorthand => out.push_str(match node.leaf_text().as_str() {
                "~" => " ",
                "---" => "\u{2014}",
                "--" => "\u{2013}",
                "..." => "\u{2026}",
                other => other,
            }),
            SyntaxKind::Label | SyntaxKind::FuncCall | SyntaxKind::HeadingMarker => {}
            _ => stack.extend(node.children().rev()),
        }
    }
}
