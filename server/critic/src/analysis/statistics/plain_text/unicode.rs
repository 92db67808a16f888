//! Normalises dashes, spaces, super- and subscript digits and mathematical letters to ASCII.

use super::Reader;
use unicode_normalization::UnicodeNormalization;

impl Reader<'_> {
    /// Appends the next non-ASCII character in its ASCII form.
    pub(super) fn unicode(&mut self) {
        let Some(c) = self.rest().chars().next() else { return };
        let len = c.len_utf8();
        match c {
            '\u{2212}' | '\u{2010}' | '\u{2011}' | '\u{FE63}' | '\u{FF0D}' => self.replace(len, "-"),
            '\u{2012}' | '\u{2014}' | '\u{2015}' => self.replace(len, "–"),
            '\u{A0}' | '\u{2006}' | '\u{2007}' | '\u{2009}' | '\u{202F}' => self.thin(len),
            '\u{2000}'..='\u{200A}' | '\u{205F}' | '\u{3000}' | '\u{2028}' | '\u{2029}' | '\u{85}' => {
                self.space(len);
            }
            '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{AD}' => self.at += len,
            '\u{2A7D}' | '\u{2266}' => self.replace(len, "≤"),
            '\u{2A7E}' | '\u{2267}' => self.replace(len, "≥"),
            '\u{B7}' | '\u{2219}' | '\u{22C5}' | '\u{30FB}' => {
                let mark = self.next_is(len, |byte| byte.is_ascii_digit())
                    && !self.plain.as_str().ends_with(|last: char| last.is_alphabetic() || last == ')');
                if self.multiplies(len) {
                    self.replace(len, "×")
                } else if mark {
                    self.replace(len, ".")
                } else {
                    self.same(len)
                }
            }
            '²' | '³' | '¹' | '⁰' | '⁴'..='⁹' | '⁻' | '⁺' => self.raised(),
            '₀'..='₉' | '₍' => self.lowered(),
            'ₛ' => self.replace(len, "(s)"),
            '\u{3A7}' | '\u{AB53}' => self.replace(len, "χ"),
            '\u{FF01}'..='\u{FF5E}' | '\u{1D400}'..='\u{1D7FF}' => {
                let plain: String = c.nfkd().collect();
                self.replace(len, &plain);
            }
            _ => self.same(len),
        }
    }

    /// Whether the raised dot of `len` bytes here precedes a power of ten: `5.81·10⁻¹²`. `2·10-2·30` is a range.
    fn multiplies(&self, len: usize) -> bool {
        let Some(power) = self.text.get(self.at + len..).and_then(|suffix| suffix.strip_prefix("10")) else {
            return false;
        };
        let before = self.plain.as_str();
        let number = before.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
        let has_mark = before.get(number.len()..).is_some_and(|number| number.contains(['.', ',']));
        let is_raised = power.starts_with(['^', '⁻', '⁺', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'])
            || power.starts_with("<sup>");
        let is_signed = power.starts_with(['-', '\u{2212}', '–', '\u{2010}', '\u{2011}']);
        is_raised || is_signed && has_mark
    }

    /// Reads superscript digits: `⁻⁵` becomes `^-5`.
    fn raised(&mut self) {
        let start = self.at;
        let mut all = String::from("^");
        let mut len = 0;
        for c in self.rest().chars() {
            let plain = match c {
                '²' => '2',
                '³' => '3',
                '¹' => '1',
                '⁰' => '0',
                '⁴'..='⁹' => char::from_digit(c as u32 - 0x2070, 10).unwrap_or('0'),
                '⁻' => '-',
                '⁺' => '+',
                _ => break,
            };
            all.push(plain);
            len += c.len_utf8();
        }
        self.put(&all, start, len);
        self.at = start + len;
    }

    /// Reads subscript digits: `₂₈` becomes `(28)`.
    fn lowered(&mut self) {
        let start = self.at;
        let mut all = String::from("(");
        let mut len = 0;
        let mut rest = self.rest().chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '₀'..='₉' => all.push(char::from_digit(c as u32 - 0x2080, 10).unwrap_or('0')),
                ',' if rest.peek().is_some_and(|next| ('₀'..='₉').contains(next)) => all.push(','),
                // Subscript parentheses: this function adds its own.
                '₍' | '₎' => {}
                _ => break,
            }
            len += c.len_utf8();
        }
        all.push(')');
        self.put(&all, start, len);
        self.at = start + len;
    }
}
