//! Reads commands that refer to other files: bibliographies, parts of the draft and the draft that
//! this one is a part of.

use super::super::lex::{Group, TokenKind};
use super::super::names::{file_name, pieces};
use super::Reader;
use crate::{BibliographySetup, Include, NamedSpan};

impl Reader<'_> {
    pub(super) fn bibliographies(&mut self, group: &Group) {
        for piece in pieces(self.tokens, group) {
            if !piece.name.contains('#') {
                self.block.bibliographies.push(NamedSpan { name: piece.name, span: piece.span });
            }
        }
    }

    /// Reads `\usepackage[backend=bibtex]{biblatex}`.
    pub(super) fn package(&mut self, arguments: usize) {
        let options = self.tokens.group(arguments, TokenKind::OpenBracket);
        let Some(names) = self.argument(arguments) else { return };
        if self.content(&names).split(',').any(|name| name.trim() == "biblatex") {
            let options = options.map(|options| self.content(&options)).unwrap_or_default();
            self.block.bibliography_setup.named = Some(BibliographySetup::of_biblatex(options));
        }
    }

    pub(super) fn include(&mut self, arguments: usize) {
        let (start, name) = match self.tokens.group(arguments, TokenKind::Open) {
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
            self.block.includes.push(Include { name, span, is_import: false });
        }
    }

    pub(super) fn include_from(&mut self, arguments: usize) {
        let Some(folder) = self.tokens.group(arguments, TokenKind::Open) else { return };
        let Some(file) = self.tokens.group(folder.after, TokenKind::Open) else { return };
        let folder = self.content(&folder).trim();
        if let Some((name, span)) = file_name(self.content(&file), file.start)
            && !folder.contains('#')
        {
            let slash = if folder.is_empty() || folder.ends_with('/') { "" } else { "/" };
            self.block.includes.push(Include {
                name: format!("{folder}{slash}{name}"),
                span,
                is_import: false,
            });
        }
    }

    /// Reads `\documentclass[main.tex]{subfiles}`: the file that this one is a part of.
    pub(super) fn class(&mut self, arguments: usize) {
        let Some(options) = self.tokens.group(arguments, TokenKind::OpenBracket) else { return };
        let Some(class) = self.tokens.group(options.after, TokenKind::Open) else { return };
        if self.content(&class).trim() == "subfiles"
            && let Some((name, span)) = file_name(self.content(&options), options.start)
        {
            self.block.roots.push(NamedSpan { name, span });
        }
    }
}
