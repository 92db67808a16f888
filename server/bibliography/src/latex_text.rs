//! Converts LaTeX markup in bibliographic fields into plain Unicode.
//!
//! `{\"u}` becomes `ü`, `\emph{in vivo}` becomes `in vivo`, `$\beta$` becomes `β`. A field is not a
//! document: unknown commands are replaced by their arguments, and parsing never fails.

use crate::html_text;
use crate::latex_symbols::{accent, subscript, superscript, symbol};
use unicode_normalization::char::compose;

/// The maximum nesting depth of arguments; deeper text loses its braces and commands' backslashes.
const MAX_DEPTH: usize = 40;

/// Returns the text of a field: accents, symbols and ligatures (`--`, ` `` `) resolved, braces
/// removed, white space collapsed, HTML markup removed.
#[must_use]
pub fn plain(latex: &str) -> String {
    let decoded = if memchr::memchr3(b'\\', b'{', b'}', latex.as_bytes()).is_none()
        && memchr::memchr3(b'$', b'~', b'`', latex.as_bytes()).is_none()
        && !latex.contains("--")
        && !latex.contains("''")
    {
        collapse(latex)
    } else {
        collapse(&decode(latex, Mode::Text, 0))
    };
    match html_text::plain(&decoded) {
        std::borrow::Cow::Borrowed(_) => decoded,
        std::borrow::Cow::Owned(without) => without,
    }
}

/// Returns the text of an address or an identifier: escapes (`\_`, `{\%}`, `$<$`) are resolved, but
/// `~`, `--` and `%20` are kept.
#[must_use]
pub fn verbatim(latex: &str) -> String {
    if memchr::memchr3(b'\\', b'{', b'$', latex.as_bytes()).is_none() && !latex.contains('}') {
        return collapse(latex);
    }
    collapse(&decode(latex, Mode::Verbatim, 0))
}

fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split([' ', '\t', '\n', '\r', '\u{a0}']).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Text,
    Verbatim,
    Math,
}

fn decode(latex: &str, mode: Mode, depth: usize) -> String {
    let mut decoder =
        Decoder { latex, at: 0, out: String::with_capacity(latex.len()), mode, outer: mode, depth };
    decoder.run();
    decoder.out
}

struct Decoder<'a> {
    latex: &'a str,
    at: usize,
    out: String,
    mode: Mode,
    /// The mode outside of `$…$`.
    outer: Mode,
    depth: usize,
}

impl<'a> Decoder<'a> {
    fn rest(&self) -> &'a str {
        self.latex.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn run(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                '\\' => self.command(),
                '{' | '}' => self.at += 1,
                '$' => self.dollar(),
                '^' | '_' if self.mode == Mode::Math => {
                    self.at += 1;
                    self.script(c == '^');
                }
                '~' if self.mode != Mode::Verbatim => {
                    self.at += 1;
                    self.out.push(' ');
                }
                '-' | '`' | '\'' | '?' | '!' if self.mode == Mode::Text => self.ligature(c),
                _ => {
                    self.at += c.len_utf8();
                    self.out.push(c);
                }
            }
        }
    }

    fn ligature(&mut self, c: char) {
        const LIGATURES: [(&str, &str); 7] =
            [("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("`", "‘"), ("?`", "¿"), ("!`", "¡")];
        for (written, meant) in LIGATURES {
            if self.eat(written) {
                self.out.push_str(meant);
                return;
            }
        }
        self.at += c.len_utf8();
        self.out.push(c);
    }

    /// Enters or leaves math mode at `$`; a `$` without a partner is a dollar sign.
    fn dollar(&mut self) {
        self.at += 1;
        if self.mode == Mode::Math {
            self.eat("$");
            self.mode = self.outer;
            return;
        }
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let closes = memchr::memchr_iter(b'$', bytes).any(|at| at == 0 || bytes.get(at - 1) != Some(&b'\\'));
        if closes {
            self.eat("$");
            self.outer = self.mode;
            self.mode = Mode::Math;
        } else {
            self.out.push('$');
        }
    }

    fn script(&mut self, up: bool) {
        let inner = self.argument().unwrap_or_default();
        let mapped: Option<String> = inner.chars().map(if up { superscript } else { subscript }).collect();
        if up && matches!(inner.as_str(), "°" | "′") {
            self.out.push_str(&inner);
        } else {
            self.out.push_str(mapped.as_ref().unwrap_or(&inner));
        }
    }

    fn command(&mut self) {
        self.at += 1;
        let Some(c) = self.peek() else {
            return;
        };
        if !c.is_ascii_alphabetic() {
            self.at += c.len_utf8();
            self.control_symbol(c);
            return;
        }
        let rest = self.rest();
        let len = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let name = rest.get(..len).unwrap_or_default();
        self.at += len;
        self.eat("*");
        if self.mode != Mode::Verbatim || symbol(name).is_some() || accent(name).is_some() {
            self.skip_space();
        }
        self.control_word(name);
    }

    fn control_symbol(&mut self, c: char) {
        let mut buffer = [0; 4];
        let name = c.encode_utf8(&mut buffer);
        match c {
            '~' | '^' if self.mode == Mode::Verbatim && !self.rest().starts_with('{') => self.out.push(c),
            _ if self.mode != Mode::Math && self.mode != Mode::Verbatim && accent(name).is_some() => {
                self.skip_space();
                self.accented(accent(name).unwrap_or('\u{301}'), c);
            }
            '~' | '^' if self.mode == Mode::Verbatim => self.out.push(c),
            '-' | '/' | '!' | '@' => {}
            '(' | ')' | '[' | ']' if self.mode != Mode::Verbatim => {
                self.mode = if matches!(c, '(' | '[') { Mode::Math } else { self.outer };
            }
            '\\' | ',' | ';' | ':' | '>' | ' ' | '\t' | '\n' | '\r' if self.mode != Mode::Verbatim => {
                self.out.push(' ');
            }
            '|' if self.mode == Mode::Math => self.out.push('‖'),
            _ => self.out.push(c),
        }
    }

    fn control_word(&mut self, name: &str) {
        if let Some(combining) = accent(name) {
            // `\u` in an address is not a breve.
            let given = self.rest().starts_with('{') || name.len() == 1 && self.mode == Mode::Text;
            if given || self.mode == Mode::Math {
                self.accented(combining, ' ');
                return;
            }
        }
        if let Some(text) = symbol(name) {
            self.out.push_str(text);
            return;
        }
        match name {
            "textsuperscript" | "textsubscript" => self.script(name == "textsuperscript"),
            "enquote" | "mkbibquote" => {
                let inner = self.argument().unwrap_or_default();
                self.out.push('“');
                self.out.push_str(&inner);
                self.out.push('”');
            }
            "frac" | "nicefrac" | "sfrac" | "tfrac" => {
                let (above, below) =
                    (self.argument().unwrap_or_default(), self.argument().unwrap_or_default());
                self.out.push_str(&above);
                self.out.push('/');
                self.out.push_str(&below);
            }
            "sqrt" => self.out.push('√'),
            "uppercase" | "MakeUppercase" | "MakeTextUppercase" => {
                let inner = self.argument().unwrap_or_default();
                self.out.push_str(&inner.to_uppercase());
            }
            // Commands whose argument is not printed.
            "noopsort" | "SortNoop" | "noop" | "label" | "cite" | "citep" | "citet" | "nocite" | "vspace"
            | "hspace" | "color" | "fontsize" | "selectlanguage" | "begin" | "end" | "setlength"
            | "switchargs" => {
                self.skip_argument();
            }
            // Commands whose second argument is printed, but not the first.
            "href" | "textcolor" | "foreignlanguage" | "bibinfo" | "bibfield" | "hyperlink" | "ocite"
            | "IfSubStr" | "fontencoding" => self.skip_argument(),
            "url" | "path" | "nolinkurl" => {
                let inner = self.raw_argument().unwrap_or_default();
                self.out.push_str(&verbatim(inner));
            }
            "par" | "newline" | "linebreak" | "newblock" => self.out.push(' '),
            // Commands that biber writes for biblatex: separators between parts of names and
            // between pages.
            "bibinitperiod" => self.out.push('.'),
            "bibinithyphendelim" => self.out.push('-'),
            "bibrangedash" => self.out.push('–'),
            "bibrangessep" => self.out.push_str(", "),
            _ if name.starts_with("bibnamedelim") || name.starts_with("bibinitdelim") => self.out.push(' '),
            // Unknown commands are transparent: their arguments follow as groups.
            _ => {}
        }
    }

    /// Adds a combining character to the first character of the argument.
    fn accented(&mut self, combining: char, spacing: char) {
        let inner = self.argument().unwrap_or_default();
        let mut chars = inner.chars();
        match chars.next() {
            Some(first) => {
                // TeX accents a dotless letter; Unicode composes with the dotted one.
                let base = match first {
                    'ı' => 'i',
                    'ȷ' => 'j',
                    other => other,
                };
                if let Some(composed) = compose(base, combining) {
                    self.out.push(composed);
                } else if base.is_alphanumeric() {
                    self.out.push(base);
                    self.out.push(combining);
                } else {
                    self.out.push(base);
                }
                self.out.push_str(chars.as_str());
            }
            None if matches!(spacing, '~' | '^' | '`') => self.out.push(spacing),
            None => {}
        }
    }

    /// Decodes the next argument: a group, a command or one character.
    fn argument(&mut self) -> Option<String> {
        let raw = self.raw_argument()?;
        if self.depth >= MAX_DEPTH {
            return Some(raw.chars().filter(|c| !matches!(c, '{' | '}' | '\\')).collect());
        }
        Some(decode(raw, self.mode, self.depth + 1))
    }

    fn skip_argument(&mut self) {
        if self.rest().starts_with('{') {
            self.raw_argument();
        }
    }

    fn raw_argument(&mut self) -> Option<&'a str> {
        self.skip_space();
        let rest = self.rest();
        let first = rest.chars().next()?;
        let mut word = false;
        let (inner, len) = match first {
            '{' => match group_end(rest) {
                Some(end) => (rest.get(1..end), end + 1),
                None => (rest.get(1..), rest.len()),
            },
            '}' => return None,
            '\\' => {
                let name = rest.get(1..).unwrap_or_default();
                let len = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
                word = len > 0;
                let len = if len == 0 { name.chars().next().map_or(0, char::len_utf8) } else { len };
                (rest.get(..=len), len + 1)
            }
            _ => (rest.get(..first.len_utf8()), first.len_utf8()),
        };
        self.at += len;
        if word {
            self.skip_space();
        }
        inner
    }
}

/// Returns the offset of the brace that closes the group at the start of `text`.
fn group_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn accents_become_letters() {
        for (latex, text) in [
            (r#"M{\"u}ller"#, "Müller"),
            (r#"M\"{u}ller"#, "Müller"),
            (r#"M\"uller"#, "Müller"),
            (r"Erd{\H{o}}s and Erd\H{o}s", "Erdős and Erdős"),
            (r"W\k{a}s", "Wąs"),
            (r"{\v{S}}ime\v{c}ek \v s", "Šimeček š"),
            (r"Mart\'\i nez, Garc{\'\i}a, Garc\'{\i}a", "Martínez, García, García"),
            (r"Stra{\ss}e \ss{} Gro\ss", "Straße ß Groß"),
            (r"S{\o}ren S\o ren \O", "Søren Søren Ø"),
            (r#"{\aa}ngstr\"om {\AE}r\ae"#, "ångström Æræ"),
            (r"{\L}ukasz \L{}ukasz \l", "Łukasz Łukasz ł"),
            (r"Fran\c{c}ois, Gon\c calves, {\c C}", "François, Gonçalves, Ç"),
            (r"\'{E}cole \`a \^{\i} \~n \=a \.z \u{g} \r{u} \d{h}", "École à î ñ ā ż ğ ů ḥ"),
            (r"{\i}", "ı"),
            (r"Nguy{\~{\^e}}n", "Nguyễn"),
            ("\\'Alvarez", "Álvarez"),
        ] {
            assert_eq!(plain(latex), text, "{latex}");
        }
    }

    #[test]
    fn commands_and_ligatures_become_text() {
        for (latex, text) in [
            (r"50\% \& more\_less \#1 \$5", "50% & more_less #1 $5"),
            ("pages 1--10 --- and ``quoted''", "pages 1–10 — and “quoted”"),
            ("A~B\n   C", "A B C"),
            (r"\textit{In vitro} and \emph{in {\it vivo}} {\em x}", "In vitro and in vivo x"),
            (r"The {{DNA}} of {E}. coli", "The DNA of E. coli"),
            (
                r"TNF-$\alpha$ and $\beta$-catenin, $\mathrm{CO}_2$, 10$^{-3}$",
                "TNF-α and β-catenin, CO₂, 10⁻³",
            ),
            (r"H$_2$O, Ca\textsuperscript{2+}, 11\textsuperscript{th}, 5$^{th}$", "H₂O, Ca²⁺, 11th, 5th"),
            (r"$p < 0.05$ and $\leq$ 3", "p < 0.05 and ≤ 3"),
            (r"costs $5 only", "costs $5 only"),
            (r"\href{http://a.b/c_d}{A page} \url{http://x.y/~z}", "A page http://x.y/~z"),
            (r"{\textgreater}18 {\textless}i{\textgreater}x{\textless}/i{\textgreater}", ">18 x"),
            (r"\enquote{so} {\LaTeX} \textquoteright s", "“so” LaTeX ’s"),
            (r"Smith {\&}amp; Sons \&amp; Co", "Smith & Sons & Co"),
            (r"\mkbibemph{A} \unknown{B} \foo C", "A B C"),
            (r"{\noopsort{1973}}1981", "1981"),
            ("Win\\-dows\\/", "Windows"),
            ("don't", "don't"),
            (r"\", ""),
            ("{{{", ""),
            (r"\'", ""),
        ] {
            assert_eq!(plain(latex), text, "{latex}");
        }
    }

    #[test]
    fn identifiers_keep_their_characters() {
        for (latex, text) in [
            (r"10.1007/978-3-319\_12--4", "10.1007/978-3-319_12--4"),
            (r"10.1000/a{\_}b{\%}20\%", "10.1000/a_b%20%"),
            (
                r"10.1002/(SICI)17:15/16$<$1661::AID-SIM968$>$3.0.CO;2-2",
                "10.1002/(SICI)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
            ),
            (r"http://x.y/~me/\~{}you/{\textasciitilde}them/$\sim$us", "http://x.y/~me/~you/~them/~us"),
            (r"\url{https://a.b/c_d#e}", "https://a.b/c_d#e"),
            (r"https\://a.b", "https://a.b"),
            ("https://a.b/c%20d", "https://a.b/c%20d"),
        ] {
            assert_eq!(verbatim(latex), text, "{latex}");
        }
    }

    #[test]
    fn deep_nesting_is_no_problem() {
        let deep = "\\'{".repeat(5000) + "e" + &"}".repeat(5000);
        assert!(plain(&deep).contains('e') || plain(&deep).contains('é'));
        let _ = plain(&"{".repeat(100_000));
        let _ = plain(&"$".repeat(10_001));
    }

    proptest! {
        #[test]
        fn anything_can_be_decoded(latex in "[\\\\a-cH'\"{}$^_~`é\\- \n<>&;]{0,60}") {
            let _ = (plain(&latex), verbatim(&latex));
        }
    }
}
