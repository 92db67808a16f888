//! Reads commands that cite.

use super::super::commands::{self, Shape};
use super::super::lex::{Group, TokenKind};
use super::super::names::{looks_like_key, pieces};
use super::{MAX_ARGUMENTS, Reader};
use crate::{Citation, Mode, Target, numbered};
use referee_text::Span;

impl Reader<'_> {
    /// Reads a command that cites.
    pub(super) fn cite(&mut self, start: usize, arguments: usize, name: &str, cite: commands::Cite) {
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
            for _ in 0..MAX_ARGUMENTS {
                let optional = self
                    .tokens
                    .group(next, TokenKind::OpenBracket)
                    .or_else(|| self.tokens.delimited(next, b'<', b'>'))
                    .or_else(|| multi.then(|| self.tokens.delimited(next, b'(', b')')).flatten());
                match optional {
                    Some(optional) => next = optional.after,
                    None => break,
                }
            }
            let Some(group) = self.tokens.group(next, TokenKind::Open) else {
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

    /// Reads `\textsuperscript{1,2}`, `$^{1,2}$`: a citation if the draft has a numbered list.
    pub(super) fn raised(&mut self, start: usize, end: usize, list: &str) {
        let span = Span::new(start, end);
        if let Some(numbers) = numbered::raised_list(self.slice(0, start), list) {
            let target = Target::Numbers(numbers);
            self.block.citations.push(Citation { span, group: span, target, mode: Mode::Parenthetical });
        }
    }
}
