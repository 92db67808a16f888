//! LaTeX commands that produce a character, style their argument or hide it.

use super::Reader;
use referee_bibliography::latex_symbols::symbol;

impl Reader<'_> {
    /// Reads the LaTeX command that begins here.
    pub(super) fn command(&mut self) {
        let behind = self.text.get(self.at + 1..).unwrap_or_default();
        let len = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
        if len == 0 {
            return self.symbol(behind.chars().next());
        }
        let name = behind.get(..len).unwrap_or_default();
        let mut total = 1 + len + usize::from(behind.as_bytes().get(len) == Some(&b'*'));
        if let Some(sign) = sign(name) {
            // `\chi ^2`: the space ends the command and is not rendered.
            if self.text.as_bytes().get(self.at + total) == Some(&b' ') && !sign.is_empty() {
                total += 1;
            }
            if sign == " " {
                self.space(total)
            } else {
                self.replace_or_drop(total, sign)
            }
            return;
        }
        if hides(name) {
            let start = self.at;
            self.at += total;
            self.argument();
            let length = self.at - start;
            self.at = start;
            self.replace(length, "\u{FFFC}");
            return;
        }
        match name {
            "textsubscript" if self.next_is(total, |byte| byte == b'{') => {
                self.replace(total + 1, "(");
                self.braces.push(true);
            }
            "textsuperscript" => self.replace(total, "^"),
            _ if sets(name) => {
                self.at += total;
                if self.next_is(0, |byte| byte == b' ') && self.plain.as_str().ends_with([' ', '(']) {
                    self.at += 1;
                }
            }
            _ => self.space(total),
        }
    }

    fn replace_or_drop(&mut self, len: usize, by: &str) {
        if by.is_empty() { self.at += len } else { self.replace(len, by) }
    }

    /// Skips the options and the first argument of a command.
    fn argument(&mut self) {
        for (open, close) in [('[', ']'), ('[', ']'), ('{', '}')] {
            if self.rest().starts_with(open) {
                let end = self.rest().bytes().take(2_000).position(|byte| byte == close as u8);
                self.at += end.map_or(1, |end| end + 1);
            }
        }
    }

    /// A backslash and one character.
    fn symbol(&mut self, next: Option<char>) {
        match next {
            Some(',') => self.thin(2),
            Some(';' | ':' | ' ' | '\\' | '\n') => self.space(2),
            Some('%' | '&' | '$' | '#' | '_' | '{' | '}') => {
                self.at += 1;
                self.same(1);
            }
            // `\'a`: keep the letter, drop the accent.
            Some(
                '\'' | '`' | '"' | '^' | '~' | '=' | '.' | '!' | '(' | ')' | '[' | ']' | '/' | '-' | '@',
            ) => {
                self.at += 2;
            }
            Some(other) => self.at += 1 + other.len_utf8(),
            None => self.at += 1,
        }
    }
}

/// The character that a LaTeX command produces, in this module's notation; empty if it produces none. Variant
/// characters are unified as in [`super::unicode`].
fn sign(name: &str) -> Option<&'static str> {
    match name {
        "Chi" | "upchi" => Some("χ"),
        "mu" => Some("µ"),
        "cdot" => Some("×"),
        "simeq" => Some("≈"),
        "textminus" => Some("-"),
        "textemdash" => Some("–"),
        "qquad" | "enspace" | "par" | "newline" => Some(" "),
        "left" | "right" | "big" | "Big" | "bigl" | "bigr" | "displaystyle" | "limits" | "ensuremath" => {
            Some("")
        }
        _ if sets(name) => None,
        _ => symbol(name),
    }
}

/// Whether the first argument of a LaTeX command is hidden.
fn hides(name: &str) -> bool {
    let folded = name.to_ascii_lowercase();
    folded.contains("cite")
        || folded.ends_with("ref")
        || matches!(
            name,
            "label"
                | "url"
                | "href"
                | "includegraphics"
                | "input"
                | "include"
                | "vspace"
                | "hspace"
                | "begin"
                | "end"
        )
}

/// Whether a LaTeX command only styles its argument.
fn sets(name: &str) -> bool {
    matches!(
        name,
        "textit"
            | "textbf"
            | "textrm"
            | "textsf"
            | "textsc"
            | "texttt"
            | "textsl"
            | "textup"
            | "textnormal"
            | "emph"
            | "text"
            | "mbox"
            | "mathrm"
            | "mathit"
            | "mathbf"
            | "mathsf"
            | "mathnormal"
            | "operatorname"
            | "boldsymbol"
            | "bm"
            | "num"
            | "it"
            | "itshape"
            | "em"
            | "bf"
            | "rm"
            | "i"
            | "j"
    )
}
