//! What a block of LaTeX says: one pass over its tokens.

use super::commands::{self, Shape};
use super::items;
use super::lex::{self, Group, Kind, Token, Tokens};
use super::names::{file_name, looks_like_key, magic_root, pieces};
use super::text::plain;
use crate::{
    Block, Citation, Heading, Include, Mode, Named, Options, Provenance, Target, identifiers, named,
    numbered, spans,
};
use referee_findings::Suppression;
use referee_text::Span;

/// Reads a block.
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

/// How many arguments in brackets are looked at; no command has more.
const MOST_ARGUMENTS: usize = 8;

struct Reader<'t> {
    text: &'t str,
    tokens: &'t Tokens<'t>,
    own: &'t [String],
    block: Block,
    /// The formula that is open: its start and its opening sign.
    math: Option<(usize, &'t str)>,
    /// The environment with a formula that is open.
    environment: Option<(usize, &'t str)>,
    /// Up to here the text belongs to the definition of a command.
    definition: usize,
    /// Up to here commands were taken in already.
    passed: usize,
    /// Parts in which no bare identifier counts: comments, verbatim, arguments that are no text.
    hidden: Vec<Span>,
    /// The address of an `\href` and the text it is set with.
    addresses: Vec<(Span, Span)>,
    /// Brackets that belong to a command and are no `[3]`.
    options: Vec<Span>,
    /// The `\bibitem`s: where each stands and its key.
    items: Vec<items::Start>,
    /// `\end{thebibliography}`.
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
        if matches!(token.kind, Kind::Word | Kind::Symbol | Kind::Close)
            && self.text.as_bytes().get(behind) == Some(&b'[')
        {
            self.options.push(Span::new(behind, behind + 1));
        }
        match token.kind {
            Kind::Comment => self.comment(token),
            Kind::Verbatim => {
                self.hide(token.start, token.end);
                self.embedded(token);
            }
            Kind::Dollar => self.dollar(token),
            Kind::Symbol => self.symbol(token),
            Kind::Break => self.math = None,
            Kind::Word if token.start >= self.passed => self.word(token),
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
            self.block.roots.push(Named { name: root.to_owned(), span });
        }
    }

    /// `\begin{filecontents}{refs.bib}`: a file that the draft carries with it.
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
        self.block.embedded.push(Named { name: name.trim().to_owned(), span });
    }

    fn dollar(&mut self, token: &Token) {
        let sign = self.slice(token.start, token.end);
        match self.math {
            None => self.math = Some((token.start, sign)),
            Some((start, open)) if open.starts_with('$') => {
                // `$a$$b$`: the end of one and the beginning of the next.
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

    /// The end of the arguments in `[…]` from `at`.
    fn behind_options(&self, mut at: usize) -> usize {
        for _ in 0..MOST_ARGUMENTS {
            match self.tokens.group(at, Kind::OpenBracket) {
                Some(group) => at = group.after,
                None => break,
            }
        }
        at
    }

    fn argument(&self, at: usize) -> Option<Group> {
        self.tokens.group(self.behind_options(at), Kind::Open)
    }

    /// A definition: what its arguments hold is not set here. A key in it is cited where the command is used.
    fn define(&mut self, token: &Token, name: &str, arguments: usize) {
        let mut at = self.tokens.skip_space(arguments);
        if name == "let" {
            // `\let\oldcite\cite` has two names and no arguments.
            for _ in 0..2 {
                at = self.tokens.skip_space(at);
                at += usize::from(self.text.as_bytes().get(at) == Some(&b'='));
                at = self.tokens.skip_space(at);
                if let Some(word) = self.tokens.at(at).filter(|word| word.kind == Kind::Word) {
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
            .filter(|word| matches!(word.kind, Kind::Word | Kind::Symbol))
        {
            end = word.end;
        } else if let Some(group) = self.tokens.group(end, Kind::Open) {
            end = group.after;
        }
        self.passed = end;
        let bodies = match name {
            "def" | "gdef" | "edef" | "xdef" => {
                // The parameters stand between the name and the body: `\def\x#1#2{…}`.
                let bytes = self.text.as_bytes();
                let line = lex::line_end(bytes, end).min(end + 200);
                if let Some(found) = bytes.get(end..line).and_then(|rest| memchr::memchr(b'{', rest)) {
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
                // The definition around it goes on as far.
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
            .and_then(|rest| rest.iter().find(|token| token.kind == Kind::Break))
            .map_or(self.text.len(), |token| token.start)
    }

    /// A command that cites.
    fn cite(&mut self, start: usize, arguments: usize, name: &str, cite: commands::Cite) {
        let mut mode = cite.mode;
        if start < self.definition {
            mode = Mode::Hidden;
        }
        let mut at = arguments;
        let mut groups: Vec<Group> = Vec::new();
        let multi = matches!(cite.shape, Shape::Multi | Shape::MultiVolume);
        let most = match cite.shape {
            Shape::Keys | Shape::LikelyKeys => 1,
            Shape::Volume => 2,
            Shape::Guess => 3,
            Shape::Multi | Shape::MultiVolume => usize::MAX,
        };
        while groups.len() < most {
            let before = at;
            let mut next = at;
            for _ in 0..MOST_ARGUMENTS {
                let optional = self
                    .tokens
                    .group(next, Kind::OpenBracket)
                    .or_else(|| self.tokens.delimited(next, b'<', b'>'))
                    .or_else(|| multi.then(|| self.tokens.delimited(next, b'(', b')')).flatten());
                match optional {
                    Some(optional) => next = optional.after,
                    None => break,
                }
            }
            let Some(group) = self.tokens.group(next, Kind::Open) else {
                at = before;
                break;
            };
            at = group.after;
            groups.push(group);
            if !group.closed {
                break;
            }
        }
        if matches!(name, "citefield" | "citelist")
            && let Some(field) = self.argument(at)
        {
            at = field.after;
        }
        let keys: Vec<Group> = match cite.shape {
            Shape::Keys | Shape::LikelyKeys | Shape::Multi => groups,
            Shape::Volume | Shape::MultiVolume => groups.into_iter().skip(1).step_by(2).collect(),
            Shape::Guess => {
                groups.into_iter().find(|group| self.all_look_like_keys(group)).into_iter().collect()
            }
        };
        let Some(last) = keys.last() else { return };
        let end = at.max(last.after);
        let whole = Span::new(start, if cite.shape == Shape::Guess { last.after } else { end });
        for group in &keys {
            self.keys(group, whole, mode, cite.shape);
        }
        self.hide(whole.start as usize, whole.end as usize);
    }

    fn keys(&mut self, group: &Group, whole: Span, mode: Mode, shape: Shape) {
        for piece in pieces(self.tokens, group) {
            if piece.name == "*" && mode == Mode::Hidden {
                self.block.cites_all |= whole.start as usize >= self.definition;
                continue;
            }
            let meant = match shape {
                Shape::Keys | Shape::Multi | Shape::Volume | Shape::MultiVolume => true,
                Shape::LikelyKeys => !piece.name.contains(char::is_whitespace),
                Shape::Guess => looks_like_key(&piece.name),
            };
            if meant && piece.plain && piece.name.contains(char::is_alphanumeric) {
                self.block.citations.push(Citation {
                    span: piece.span,
                    group: whole,
                    target: Target::Key(piece.name),
                    mode,
                });
            }
        }
    }

    fn all_look_like_keys(&self, group: &Group) -> bool {
        let mut any = false;
        pieces(self.tokens, group).all(|piece| {
            any = true;
            piece.plain && looks_like_key(&piece.name)
        }) && any
    }

    /// A command that neither cites nor defines.
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
                }
            }
            "putbib" => {
                if let Some(group) = self.tokens.group(arguments, Kind::OpenBracket) {
                    self.bibliographies(&group);
                }
            }
            "newrefsection" => {
                if let Some(group) = self.tokens.group(arguments, Kind::OpenBracket) {
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
                    && let Some(text) = self.tokens.group(address.after, Kind::Open)
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
                    let start = key.start + (name.len() - name.trim_start().len());
                    let name = name.trim();
                    self.items.push(items::Start {
                        at: token.start,
                        text: key.after,
                        key: Named { name: name.to_owned(), span: Span::new(start, start + name.len()) },
                        prose: command == "bibitem",
                    });
                }
            }
            // multibib: `\newcites{journal}{…}` makes `\bibliographyjournal{refs}`.
            _ if name.starts_with("bibliography") && !name.contains("style") => {
                if let Some(group) = self.tokens.group(arguments, Kind::Open)
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
            match self.tokens.group(end, Kind::Open) {
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
        let Some(group) = self.argument(arguments) else { return };
        let end = if group.closed { group.end } else { lex::line_end(self.text.as_bytes(), group.start) };
        let text = plain(self.text, group.start..end).text;
        let after = if group.closed { group.after } else { end };
        self.block.headings.push(Heading { level, text, span: Span::new(token.start, after) });
    }

    fn label(&mut self, arguments: usize) {
        if let Some(group) = self.argument(arguments).filter(|group| group.closed) {
            let name = self.content(&group);
            if !name.is_empty() && !name.contains(['#', '\\']) {
                let span = Span::new(group.start, group.end);
                self.block.labels.push(Named { name: name.to_owned(), span });
            }
        }
    }

    fn begin(&mut self, token: &Token, arguments: usize) {
        let Some(group) = self.tokens.group(arguments, Kind::Open) else { return };
        let name = self.content(&group);
        if commands::is_math(name) && self.environment.is_none() {
            self.environment = Some((token.start, name));
        } else if name == "refsection"
            && let Some(files) = self.tokens.group(group.after, Kind::OpenBracket)
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
            && let Some(widest) = self.tokens.group(group.after, Kind::Open)
        {
            self.hide(token.start, widest.after);
        }
    }

    fn end(&mut self, token: &Token, arguments: usize) {
        let Some(group) = self.tokens.group(arguments, Kind::Open) else { return };
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

    fn bibliographies(&mut self, group: &Group) {
        for piece in pieces(self.tokens, group) {
            if !piece.name.contains('#') {
                self.block.bibliographies.push(Named { name: piece.name, span: piece.span });
            }
        }
    }

    fn include(&mut self, arguments: usize) {
        let (start, name) = match self.tokens.group(arguments, Kind::Open) {
            Some(group) => (group.start, self.content(&group)),
            None => {
                // Plain TeX: `\input file`.
                let start = self.tokens.skip_space(arguments);
                let rest = self.text.get(start..).unwrap_or_default();
                let end = rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '\\' | '{' | '}' | '%' | '[' | ']'))
                    .unwrap_or(rest.len());
                (start, rest.get(..end).unwrap_or_default())
            }
        };
        if let Some((name, span)) = file_name(name, start) {
            self.block.includes.push(Include { name, span });
        }
    }

    fn include_from(&mut self, arguments: usize) {
        let Some(folder) = self.tokens.group(arguments, Kind::Open) else { return };
        let Some(file) = self.tokens.group(folder.after, Kind::Open) else { return };
        let folder = self.content(&folder).trim();
        if let Some((name, span)) = file_name(self.content(&file), file.start)
            && !folder.contains('#')
        {
            let slash = if folder.is_empty() || folder.ends_with('/') { "" } else { "/" };
            self.block.includes.push(Include { name: format!("{folder}{slash}{name}"), span });
        }
    }

    /// `\documentclass[main.tex]{subfiles}` names the file that this one is a part of.
    fn class(&mut self, arguments: usize) {
        let Some(options) = self.tokens.group(arguments, Kind::OpenBracket) else { return };
        let Some(class) = self.tokens.group(options.after, Kind::Open) else { return };
        if self.content(&class).trim() == "subfiles"
            && let Some((name, span)) = file_name(self.content(&options), options.start)
        {
            self.block.roots.push(Named { name, span });
        }
    }

    /// `\textsuperscript{1,2}`, `$^{1,2}$`: cites where the draft has a numbered list.
    fn raised(&mut self, start: usize, end: usize, list: &str) {
        let span = Span::new(start, end);
        if let Some(numbers) = numbered::raised_list(self.slice(0, start), list) {
            let target = Target::Numbers(numbers);
            self.block.citations.push(Citation { span, group: span, target, mode: Mode::Parenthetical });
        }
    }

    fn finish(mut self) -> Block {
        let mut block = self.block;
        block.list_items = items::read(self.text, &self.items, self.items_end);
        // The identifiers in an item of `thebibliography` are what it says of its own work.
        self.hidden.extend(block.list_items.iter().map(|item| item.span));
        block.citations.extend(identifiers::find_between(self.text, &self.hidden, &self.addresses));
        block.opaque = spans::join(block.opaque);
        let mut muted = block.opaque.clone();
        muted.extend(block.citations.iter().map(|citation| citation.group));
        muted.extend(self.options);
        block.citations.extend(numbered::find(self.text, &spans::join(muted)));
        let named = named::find(self.text, &block.opaque, &block.citations);
        block.citations.extend(named);
        block.citations.sort_by_key(|citation| (citation.span.start, citation.span.end));
        block.item_number = items::number(self.text);
        block
    }
}
