//! Reads a block of LaTeX in one pass over its tokens.

mod citing;
mod files;

use super::commands;
use super::items;
use super::lex::{Group, Token, TokenKind, Tokens};
use super::names::magic_root;
use super::scan;
use super::text::plain;
use crate::{Block, Heading, NamedSpan, Options, Provenance, identifiers, named_sources, numbered, spans};
use referee_findings::Suppression;
use referee_text::Span;

pub(super) fn read(text: &str, options: &Options) -> Block {
    let tokens = Tokens::new(text);
    let mut reader = Reader {
        text,
        tokens: &tokens,
        own: &options.cite_commands,
        block: Block::default(),
        math: None,
        environment: None,
        definition: 0,
        passed: 0,
        hidden: Vec::new(),
        addresses: Vec::new(),
        options: Vec::new(),
        items: Vec::new(),
        items_end: None,
    };
    for token in tokens.as_slice() {
        reader.token(token);
    }
    reader.finish()
}

/// The maximum number of arguments in brackets that are read; no command has more.
const MAX_ARGUMENTS: usize = 8;

/// The maximum distance, in bytes, between a defined name and the end of its parameters (`#1#2`).
const MAX_PARAMETERS_BYTES: usize = 200;

struct Reader<'t> {
    text: &'t str,
    tokens: &'t Tokens<'t>,
    own: &'t [String],
    block: Block,
    /// The open formula: its start and its opening delimiter.
    math: Option<(usize, &'t str)>,
    /// The open environment with a formula.
    environment: Option<(usize, &'t str)>,
    /// The end of the text that belongs to the definition of a command.
    definition: usize,
    /// The end of the commands that were already processed.
    passed: usize,
    /// The parts in which bare identifiers do not count: comments, verbatim, arguments that are not
    /// text.
    hidden: Vec<Span>,
    /// The address of each `\href` and its link text.
    addresses: Vec<(Span, Span)>,
    /// Brackets that belong to a command and are not a citation such as `[3]`.
    options: Vec<Span>,
    /// The `\bibitem`s: their starts and keys.
    items: Vec<items::BibitemStart>,
    /// The offset of `\end{thebibliography}`.
    items_end: Option<usize>,
}

impl<'t> Reader<'t> {
    fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn content(&self, group: &Group) -> &'t str {
        self.slice(group.start, group.end)
    }

    fn opaque(&mut self, start: usize, end: usize) {
        self.block.opaque.push(Span::new(start, end));
    }

    fn hide(&mut self, start: usize, end: usize) {
        self.opaque(start, end);
        self.hidden.push(Span::new(start, end));
    }

    fn token(&mut self, token: &Token) {
        // `\item[3]`, `\\[3pt]`, `\begin{x}[3]`
        let starred = self.text.as_bytes().get(token.end) == Some(&b'*');
        let behind = token.end + usize::from(starred);
        if matches!(token.kind, TokenKind::Word | TokenKind::Symbol | TokenKind::Close)
            && self.text.as_bytes().get(behind) == Some(&b'[')
        {
            self.options.push(Span::new(behind, behind + 1));
        }
        match token.kind {
            TokenKind::Comment => self.comment(token),
            TokenKind::Verbatim => {
                self.hide(token.start, token.end);
                self.embedded(token);
            }
            TokenKind::Dollar => self.dollar(token),
            TokenKind::Symbol => self.symbol(token),
            TokenKind::Break => self.math = None,
            TokenKind::Word if token.start >= self.passed => self.word(token),
            _ => {}
        }
    }

    fn comment(&mut self, token: &Token) {
        self.hide(token.start, token.end);
        let text = self.slice(token.start, token.end);
        self.block.suppressions.extend(Suppression::parse(text, Span::new(token.start, token.end)));
        self.block.provenance.extend(Provenance::parse(text, Span::new(token.start, token.end)));
        if let Some(root) = magic_root(text) {
            let start = token.end - root.len() - (text.len() - text.trim_end().len());
            let span = Span::new(start, start + root.len());
            self.block.roots.push(NamedSpan { name: root.to_owned(), span });
        }
    }

    /// Reads `\begin{filecontents}{refs.bib}`: a file that is embedded in the draft.
    fn embedded(&mut self, token: &Token) {
        let text = self.slice(token.start, token.end);
        let Some(rest) = text.strip_prefix("\\begin{filecontents") else { return };
        let rest = rest.strip_prefix('*').unwrap_or(rest);
        let Some(mut rest) = rest.strip_prefix('}') else { return };
        if let Some(options) = rest.trim_start().strip_prefix('[') {
            let Some((_, behind)) = options.split_once(']') else { return };
            rest = behind;
        }
        let Some((name, content)) = rest.trim_start().strip_prefix('{').and_then(|rest| rest.split_once('}'))
        else {
            return;
        };
        let Some(end) = content.rfind("\\end{filecontents") else { return };
        let start = token.end - content.len();
        let span = Span::new(start, start + end);
        self.block.embedded.push(NamedSpan { name: name.trim().to_owned(), span });
    }

    fn dollar(&mut self, token: &Token) {
        let sign = self.slice(token.start, token.end);
        match self.math {
            None => self.math = Some((token.start, sign)),
            Some((start, open)) if open.starts_with('$') => {
                // `$a$$b$`: the end of one formula and the start of the next.
                let next = open.len() < sign.len();
                let end = token.start + open.len().min(sign.len());
                self.opaque(start, end);
                let inner = self.slice(start + open.len(), token.start);
                if let Some(list) = inner.strip_prefix('^').filter(|_| open == "$") {
                    self.raised(start, end, list.trim_matches(['{', '}']));
                }
                self.math = next.then_some((end, "$"));
            }
            Some(_) => {}
        }
    }

    fn symbol(&mut self, token: &Token) {
        let sign = self.slice(token.start, token.end);
        match (sign, self.math) {
            ("\\[" | "\\(", None) => self.math = Some((token.start, sign)),
            ("\\]", Some((start, "\\["))) | ("\\)", Some((start, "\\("))) => {
                self.opaque(start, token.end);
                self.math = None;
            }
            _ => {}
        }
    }

    fn word(&mut self, token: &Token) {
        let name = self.slice(token.start + 1, token.end);
        let star = self.text.as_bytes().get(token.end) == Some(&b'*');
        let arguments = token.end + usize::from(star);
        self.opaque(token.start, arguments);
        if commands::defines(name) {
            self.define(token, name, arguments);
        } else if let Some(cite) = commands::cite(name, star, self.own) {
            self.cite(token.start, arguments, name, cite);
        } else if token.start >= self.definition {
            self.other(token, name, arguments);
        }
    }

    /// Returns the end of the arguments in `[…]` from `at`.
    fn behind_options(&self, mut at: usize) -> usize {
        for _ in 0..MAX_ARGUMENTS {
            match self.tokens.group(at, TokenKind::OpenBracket) {
                Some(group) => at = group.after,
                None => break,
            }
        }
        at
    }

    fn argument(&self, at: usize) -> Option<Group> {
        self.tokens.group(self.behind_options(at), TokenKind::Open)
    }

    /// Reads a definition: its arguments are not typeset here. A key in it is cited where the
    /// command is used.
    fn define(&mut self, token: &Token, name: &str, arguments: usize) {
        let mut at = self.tokens.skip_space(arguments);
        if name == "let" {
            // `\let\oldcite\cite` takes two commands and no arguments.
            for _ in 0..2 {
                at = self.tokens.skip_space(at);
                at += usize::from(self.text.as_bytes().get(at) == Some(&b'='));
                at = self.tokens.skip_space(at);
                if let Some(word) = self.tokens.at(at).filter(|word| word.kind == TokenKind::Word) {
                    at = word.end;
                }
            }
            self.passed = at;
            return;
        }
        let mut end = self.behind_options(at);
        if let Some(word) = self
            .tokens
            .at(self.tokens.skip_space(end))
            .filter(|word| matches!(word.kind, TokenKind::Word | TokenKind::Symbol))
        {
            end = word.end;
        } else if let Some(group) = self.tokens.group(end, TokenKind::Open) {
            end = group.after;
        }
        self.passed = end;
        let bodies = match name {
            "def" | "gdef" | "edef" | "xdef" => {
                // The parameters are between the name and the body: `\def\x#1#2{…}`.
                let bytes = self.text.as_bytes();
                let near = bytes.get(..end + MAX_PARAMETERS_BYTES).unwrap_or(bytes);
                let line = scan::line_end(near, end);
                if let Some(found) = near.get(end..line).and_then(|rest| memchr::memchr(b'{', rest)) {
                    end += found;
                }
                1
            }
            "long" => 0,
            "newenvironment" | "renewenvironment" => 2,
            "NewDocumentCommand"
            | "RenewDocumentCommand"
            | "ProvideDocumentCommand"
            | "DeclareDocumentCommand"
            | "NewExpandableDocumentCommand"
            | "DeclareMultiCiteCommand" => 2,
            "NewDocumentEnvironment" | "RenewDocumentEnvironment" => 3,
            "DeclareCiteCommand" => 4,
            _ => 1,
        };
        for _ in 0..bodies {
            let Some(group) = self.argument(end) else { break };
            end = match group.closed {
                true => group.after,
                // The surrounding definition extends as far.
                false if token.start < self.definition => self.definition,
                false => self.paragraph_end(group.start),
            };
        }
        self.definition = self.definition.max(end);
        self.hide(token.start, end);
    }

    fn paragraph_end(&self, at: usize) -> usize {
        let all = self.tokens.as_slice();
        let from = all.partition_point(|token| token.start < at);
        all.get(from..)
            .and_then(|rest| rest.iter().find(|token| token.kind == TokenKind::Break))
            .map_or(self.text.len(), |token| token.start)
    }

    /// Reads a command that neither cites nor defines.
    fn other(&mut self, token: &Token, name: &'t str, arguments: usize) {
        if let Some(level) = commands::heading_level(name) {
            self.heading(token, level, arguments);
            return;
        }
        match name {
            "begin" => self.begin(token, arguments),
            "end" => self.end(token, arguments),
            "label" => self.label(arguments),
            "bibliography"
            | "nobibliography"
            | "addbibresource"
            | "addglobalbib"
            | "addsectionbib"
            | "defaultbibliography"
            | "bibselect" => {
                if let Some(group) = self.argument(arguments) {
                    self.bibliographies(&group);
                    let setup = &mut self.block.bibliography_setup;
                    setup.has_bibtex_command |= name == "bibliography";
                    setup.has_biblatex_command |= name.starts_with("add");
                }
            }
            "usepackage" | "RequirePackage" => self.package(arguments),
            "putbib" => {
                if let Some(group) = self.tokens.group(arguments, TokenKind::OpenBracket) {
                    self.bibliographies(&group);
                }
            }
            "newrefsection" => {
                if let Some(group) = self.tokens.group(arguments, TokenKind::OpenBracket) {
                    self.bibliographies(&group);
                }
            }
            "input" | "include" | "subfile" | "subfileinclude" => self.include(arguments),
            "import" | "subimport" | "inputfrom" | "includefrom" | "subinputfrom" | "subincludefrom" => {
                self.include_from(arguments);
            }
            "documentclass" => self.class(arguments),
            "href" => {
                if let Some(address) = self.argument(arguments)
                    && let Some(text) = self.tokens.group(address.after, TokenKind::Open)
                {
                    self.addresses
                        .push((Span::new(address.start, address.end), Span::new(text.start, text.end)));
                }
            }
            "textsuperscript" | "up" => {
                if let Some(list) = self.argument(arguments).filter(|list| list.closed) {
                    self.raised(token.start, list.after, self.content(&list));
                }
            }
            // amsrefs: `\bib{key}{article}{…}`.
            "bibitem" | "bib" => {
                let command = name;
                if let Some(key) = self.argument(arguments) {
                    let name = self.content(&key);
                    // apacite ends each line of a key with a comment.
                    let name_behind = name.trim_start_matches(['%', ' ', '\t', '\r', '\n']);
                    let start = key.start + (name.len() - name_behind.len());
                    let name = name_behind.trim_end();
                    self.items.push(items::BibitemStart {
                        at: token.start,
                        text: key.after,
                        key: NamedSpan { name: name.to_owned(), span: Span::new(start, start + name.len()) },
                        prose: command == "bibitem",
                    });
                }
            }
            // multibib: `\newcites{journal}{…}` defines `\bibliographyjournal{refs}`.
            _ if name.starts_with("bibliography") && !name.contains("style") => {
                if let Some(group) = self.tokens.group(arguments, TokenKind::Open)
                    && !self.content(&group).trim().contains(char::is_whitespace)
                {
                    self.bibliographies(&group);
                }
            }
            _ => {}
        }
        if let Some(most) = commands::opaque_arguments(name) {
            self.hide_arguments(token.start, name, arguments, most);
        }
    }

    fn hide_arguments(&mut self, start: usize, name: &str, arguments: usize, most: usize) {
        let mut end = self.behind_options(arguments);
        for _ in 0..most {
            match self.tokens.group(end, TokenKind::Open) {
                Some(group) => end = group.after,
                None => break,
            }
        }
        if commands::takes_address(name) {
            // An identifier in an address counts.
            self.opaque(start, end);
        } else {
            self.hide(start, end);
        }
    }

    fn heading(&mut self, token: &Token, level: u8, arguments: usize) {
        // Headings do not nest. Without this check, a half-typed one would be read to the end of
        // its line for each command on it.
        if self.block.headings.last().is_some_and(|outer| token.start < outer.span.end as usize) {
            return;
        }
        let Some(group) = self.argument(arguments) else { return };
        let end = if group.closed { group.end } else { scan::line_end(self.text.as_bytes(), group.start) };
        let text = plain(self.text, group.start..end).as_str().to_owned();
        let after = if group.closed { group.after } else { end };
        self.block.headings.push(Heading { level, text, span: Span::new(token.start, after) });
    }

    fn label(&mut self, arguments: usize) {
        if let Some(group) = self.argument(arguments).filter(|group| group.closed) {
            let name = self.content(&group);
            if !name.is_empty() && !name.contains(['#', '\\']) {
                let span = Span::new(group.start, group.end);
                self.block.labels.push(NamedSpan { name: name.to_owned(), span });
            }
        }
    }

    fn begin(&mut self, token: &Token, arguments: usize) {
        let Some(group) = self.tokens.group(arguments, TokenKind::Open) else { return };
        let name = self.content(&group);
        if commands::is_math(name) && self.environment.is_none() {
            self.environment = Some((token.start, name));
        } else if name == "refsection"
            && let Some(files) = self.tokens.group(group.after, TokenKind::OpenBracket)
        {
            self.bibliographies(&files);
            self.hide(token.start, files.after);
        } else if name == "btSect"
            && let Some(files) = self.argument(group.after)
        {
            // bibtopic: `\begin{btSect}[plain]{refs}`.
            self.bibliographies(&files);
            self.hide(token.start, files.after);
        } else if name == "thebibliography"
            && let Some(widest) = self.tokens.group(group.after, TokenKind::Open)
        {
            self.hide(token.start, widest.after);
        }
    }

    fn end(&mut self, token: &Token, arguments: usize) {
        let Some(group) = self.tokens.group(arguments, TokenKind::Open) else { return };
        let name = self.content(&group);
        if let Some((start, open)) = self.environment
            && open == name
        {
            self.opaque(start, group.after);
            self.environment = None;
        }
        if name == "thebibliography" {
            self.items_end.get_or_insert(token.start);
        }
    }

    fn finish(mut self) -> Block {
        let mut block = self.block;
        block.list_items = items::read(self.text, &self.items, self.items_end);
        // The identifiers in an item of `thebibliography` describe the item's work.
        self.hidden.extend(block.list_items.iter().map(|item| item.span));
        block.citations.extend(identifiers::find_between(self.text, &self.hidden, &self.addresses));
        block.opaque = spans::join(block.opaque);
        let mut muted = block.opaque.clone();
        muted.extend(block.citations.iter().map(|citation| citation.group));
        muted.extend(self.options);
        block.citations.extend(numbered::find(self.text, &spans::join(muted)));
        let named = named_sources::find(self.text, &block.opaque, &block.citations);
        block.citations.extend(named);
        block.citations.sort_by_key(|citation| (citation.span.start, citation.span.end));
        block.item_number = items::number(self.text);
        block
    }
}
