//! Detects whether the cursor is in a citation, from the text around it, because a half-typed
//! citation is not parsed as one.

use referee_syntax::{Document, Format};
use referee_text::{Rope, Span};

/// The number of bytes read before the cursor: the opening brace of a command may be far back.
const MAX_LOOKBACK_BYTES: usize = 4096;

/// The number of bytes read after the cursor for the rest of the key.
const MAX_LOOKAHEAD_BYTES: usize = 256;

/// A key that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The text of the key before the cursor.
    pub typed_text: String,
    /// The range of that text.
    pub typed: Span,
    /// The range of the whole key under the cursor.
    pub whole: Span,
}

/// Returns the key that is being typed at `offset`; `None` outside a citation.
#[must_use]
pub fn context(document: &Document, offset: usize) -> Option<Context> {
    let text = document.text();
    let offset = text.char_to_byte(text.byte_to_char(offset.min(text.len_bytes())));
    let window = Window::around(text, offset);
    let before = window.before();
    let key = match document.format() {
        Format::Markdown | Format::Quarto | Format::RMarkdown => {
            // In MyST roles, keys are between backticks, as code is.
            match role_argument(before) {
                Some(key) => key,
                None => {
                    let key = at_sign(before, is_pandoc_key)?;
                    (!in_code(document, offset)).then_some(key)?
                }
            }
        }
        Format::Typst => {
            let key = at_sign(before, is_typst_key).or_else(|| typst_label(before))?;
            (!in_code(document, offset)).then_some(key)?
        }
        Format::Latex => latex_argument(before, &document.options().cite_commands)?,
        Format::Org => org_citation(before)?,
        Format::Rst => role_argument(before)?,
        Format::PlainText => return None,
    };
    Some(window.context(key))
}

/// The start of the key under the cursor.
struct KeyStart {
    /// The byte offset, in the text before the cursor.
    start: usize,
    /// Whether a character can be part of the key.
    is_part: fn(char) -> bool,
}

/// The text around the cursor.
struct Window {
    text: String,
    /// The start of the window in the file.
    start: usize,
    /// The offset of the cursor in the window.
    cursor: usize,
}

impl Window {
    fn around(text: &Rope, offset: usize) -> Self {
        let boundary = |at: usize| text.char_to_byte(text.byte_to_char(at.min(text.len_bytes())));
        let start = boundary(offset.saturating_sub(MAX_LOOKBACK_BYTES));
        let end = boundary(offset.saturating_add(MAX_LOOKAHEAD_BYTES));
        Window { text: text.byte_slice(start..end).to_string(), start, cursor: offset - start }
    }

    fn before(&self) -> &str {
        &self.text[..self.cursor]
    }

    fn context(&self, key: KeyStart) -> Context {
        let after = &self.text[self.cursor..];
        let rest = after.find(|c: char| !(key.is_part)(c)).unwrap_or(after.len());
        let span = |end: usize| Span::new(key.start, end).shift(self.start);
        Context {
            typed_text: self.text[key.start..self.cursor].to_owned(),
            typed: span(self.cursor),
            whole: span(self.cursor + rest),
        }
    }
}

fn is_pandoc_key(c: char) -> bool {
    c.is_alphanumeric() || "_:.#$%&-+?<>~/".contains(c)
}

/// Finds a key in a citation role: ``{cite:p}`a, b``, `` :cite:p:`a ``.
fn role_argument(before: &str) -> Option<KeyStart> {
    let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let open = line + before[line..].rfind('`')?;
    let name = before[line..open].strip_suffix(['}', ':'])?;
    let begin = name
        .rfind(|c: char| !(c.is_ascii_lowercase() || matches!(c, ':' | '*')))
        .map_or(name, |at| &name[at + 1..]);
    let name = begin.trim_start_matches(':');
    let is_cite = ["cite", "footcite", "fullcite", "nocite"]
        .iter()
        .any(|family| name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')));
    let start = start_of_last(before, is_role_key).max(open + 1);
    is_cite.then_some(KeyStart { start, is_part: is_role_key })
}

fn is_role_key(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '`' | ',' | '{' | '}')
}

/// Finds a key in Org's `[cite:@a; @b` or in org-ref's `cite:a,b` and `[[cite:&a`.
fn org_citation(before: &str) -> Option<KeyStart> {
    let is_key: fn(char) -> bool = |c| c.is_alphanumeric() || "-_:./+".contains(c);
    let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    if let Some(open) = before[line..].rfind("[cite").map(|at| line + at)
        && !before[open..].contains(']')
        && let Some(mark) = before[open..].rfind(['@', '&']).map(|at| open + at)
        && before[mark + 1..].chars().all(is_key)
    {
        return Some(KeyStart { start: mark + 1, is_part: is_key });
    }
    let word = before[line..]
        .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '['))
        .map_or(line, |at| line + at + 1);
    let (name, _) = before[word..].split_once(':')?;
    let is_cite = name.contains("cite") && name.chars().all(|c| c.is_ascii_alphabetic());
    let colon = word + name.len() + 1;
    let start = before[colon..].rfind([',', ';', '&']).map_or(colon, |at| colon + at + 1);
    is_cite.then_some(KeyStart { start, is_part: is_key })
}

fn is_typst_key(c: char) -> bool {
    c.is_alphanumeric() || "_-:.".contains(c)
}

fn is_braced_key(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '{' | '}' | '@' | '[' | ']')
}

fn is_latex_key(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '{' | '}' | ',' | '%' | '\\' | '#')
}

/// Returns the start of the longest suffix of `text` whose characters satisfy `is_part`.
fn start_of_last(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.trim_end_matches(is_part).len()
}

/// Finds `@key`, `-@key` and `@{key`, but not the `@` of an e-mail address or an escaped one.
fn at_sign(before: &str, is_part: fn(char) -> bool) -> Option<KeyStart> {
    let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let (start, is_part) = match before[line..].rfind("@{") {
        Some(at) if before[line + at + 2..].chars().all(is_braced_key) => {
            (line + at + 2, is_braced_key as fn(char) -> bool)
        }
        _ => (start_of_last(before, is_part), is_part),
    };
    let head = before[..start].trim_end_matches('{');
    let head = head.strip_suffix('@')?;
    let glued =
        head.chars().next_back().is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '\\' | '@' | '/'));
    (!glued).then_some(KeyStart { start, is_part })
}

/// Finds `#cite(<key` and `cite(label("key`.
fn typst_label(before: &str) -> Option<KeyStart> {
    let start = start_of_last(before, is_typst_key);
    let head = &before[..start];
    let call = head.strip_suffix('<').or_else(|| {
        let quoted = head.strip_suffix('"')?.trim_end().strip_suffix('(')?.trim_end();
        quoted.strip_suffix("label")
    })?;
    // Named arguments may be between the parenthesis and the label.
    let open = call.rfind(['(', '\n', ';'])?;
    let function = call[..open].trim_end();
    let name = &function[start_of_last(function, is_typst_key)..];
    (call[open..].starts_with('(') && name.contains("cite"))
        .then_some(KeyStart { start, is_part: is_typst_key })
}

/// Finds `\cite[…][…]{a, key` for every citation command.
fn latex_argument(before: &str, own_commands: &[String]) -> Option<KeyStart> {
    let open = before.rfind(['{', '}'])?;
    let list = before[open..].strip_prefix('{')?;
    if list.contains("\n\n") || commented(before) {
        return None;
    }
    let mut head = before[..open].trim_end();
    // Go back over optional arguments, and over the further arguments of `\cites{a}{b}`.
    loop {
        let opens = match head.chars().next_back() {
            Some(']') => '[',
            Some(')') => '(',
            Some('}') => '{',
            _ => break,
        };
        head = head[..head.rfind(opens)?].trim_end();
    }
    let head = head.strip_suffix('*').unwrap_or(head);
    let start = head.rfind(|c: char| !(c.is_ascii_alphabetic() || c == '@'))?;
    let name = head[start..].strip_prefix('\\')?;
    let cites = name.to_ascii_lowercase().contains("cite") || own_commands.iter().any(|own| own == name);
    if !cites || name.eq_ignore_ascii_case("defcitealias") || name.eq_ignore_ascii_case("citestyle") {
        return None;
    }
    let typed = start_of_last(list, is_latex_key);
    Some(KeyStart { start: open + 1 + typed, is_part: is_latex_key })
}

/// Whether a comment begins before the cursor in its line.
fn commented(before: &str) -> bool {
    let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
    let mut escaped = false;
    for c in line.chars() {
        match c {
            '\\' => escaped = !escaped,
            '%' if !escaped => return true,
            _ => escaped = false,
        }
    }
    false
}

/// Whether `offset` is in code, math or a comment. The parser marks these as opaque, together with
/// other text that may contain a citation (front matter, commands).
fn in_code(document: &Document, offset: usize) -> bool {
    let Some(block) = document.blocks().at(offset) else { return false };
    let Some(relative) = offset.checked_sub(block.start as usize) else { return false };
    let inside = |span: Span| {
        let open_end = span.end == block.len && span.end as usize == relative;
        (span.start as usize) < relative && (relative < span.end as usize || open_end)
    };
    block.content.opaque.iter().filter(|span| inside(**span)).any(|span| {
        let start = span.shift(block.start as usize).start as usize;
        let end = (start + 4).min(document.text().len_bytes());
        let boundary = document.text().char_to_byte(document.text().byte_to_char(end));
        let head = document.text().byte_slice(start..boundary.max(start)).to_string();
        ["`", "~~~", "$", "<!--", "\\(", "\\[", "//", "/*"].iter().any(|mark| head.starts_with(mark))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(found: Option<KeyStart>, before: &str) -> Option<&str> {
        found.map(|found| &before[found.start..])
    }

    #[test]
    fn a_key_begins_behind_the_at_sign() {
        for (before, expected) in [
            ("see @", Some("")),
            ("see [@smi", Some("smi")),
            ("[see @a2020, p. 3; @b", Some("b")),
            ("[-@smith:2020", Some("smith:2020")),
            ("@{https://x.org/a", Some("https://x.org/a")),
            ("@{", Some("")),
            ("me@example", None),
            (r"an escaped \@smi", None),
            ("no citation", None),
            ("@a b", None),
            ("é@é", None),
            ("(@ü", Some("ü")),
        ] {
            assert_eq!(typed(at_sign(before, is_pandoc_key), before), expected, "{before}");
        }
    }

    #[test]
    fn a_key_begins_behind_the_brace_of_a_command_that_cites() {
        for (before, expected) in [
            (r"\cite{", Some("")),
            (r"\citep[see][p.~3]{a, b", Some("b")),
            (r"\Textcite*{a,", Some("")),
            (r"\cites(x)(y)[3]{a}[4]{bc", Some("bc")),
            ("\\parencite{a,\n  b", Some("b")),
            (r"\ref{a", None),
            (r"\cite{a} and {b", None),
            (r"% \cite{a", None),
            (r"50\% of \cite{a", Some("a")),
            (r"\mine{a", Some("a")),
        ] {
            assert_eq!(typed(latex_argument(before, &[String::from("mine")]), before), expected, "{before}");
        }
    }

    #[test]
    fn a_typst_label_in_a_citing_call_is_a_key() {
        for (before, expected) in [
            ("#cite(<smi", Some("smi")),
            ("#cite(label(\"DBLP:x", Some("DBLP:x")),
            ("#cite(form: \"prose\", <smi", Some("smi")),
            ("#figure(<smi", None),
            ("a <smi", None),
        ] {
            assert_eq!(typed(typst_label(before), before), expected, "{before}");
        }
    }
}
