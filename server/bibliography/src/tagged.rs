//! Parses lines of a tag, a dash and a value, which RIS and MEDLINE share.

/// One tagged value of a file; continuation lines are in `value`, separated by line breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TaggedField {
    /// The tag: `TY`, `PMID`.
    pub(crate) tag: String,
    /// The value without surrounding blanks.
    pub(crate) value: String,
}

impl TaggedField {
    /// Returns the value on one line.
    pub(crate) fn line(&self) -> String {
        self.value.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Parses the fields of a text. A line without a tag continues the preceding value; text before the
/// first tag is ignored.
pub(crate) fn fields(text: &str) -> impl Iterator<Item = TaggedField> + '_ {
    let mut lines = text.trim_start_matches('\u{feff}').lines().peekable();
    std::iter::from_fn(move || {
        loop {
            let line = lines.next()?;
            let Some((tag, value)) = tagged(line) else { continue };
            let mut field = TaggedField { tag: tag.to_owned(), value: value.trim().to_owned() };
            while let Some(next) = lines.peek() {
                if tagged(next).is_some() {
                    break;
                }
                let next = next.trim();
                if !next.is_empty() {
                    field.value.push('\n');
                    field.value.push_str(next);
                }
                lines.next();
            }
            return Some(field);
        }
    })
}

/// Returns the tag of a line, if it has one.
pub(crate) fn tag(line: &str) -> Option<&str> {
    tagged(line.trim_end_matches(['\n', '\r'])).map(|(tag, _)| tag)
}

/// Returns tag and value of a line: two to four capitals or digits, blanks, a dash, then a blank or
/// the end.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches('\u{feff}');
    let length = line.bytes().take_while(|b| b.is_ascii_uppercase() || b.is_ascii_digit()).count();
    let tag = line.get(..length)?;
    if !(2..=4).contains(&length) || !tag.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let rest = line.get(length..)?;
    let value = rest.trim_start_matches(' ');
    let blanks = rest.len() - value.len();
    let value = value.strip_prefix('-')?;
    // An abstract may contain `DNA - …`, so tag and blanks must fill four columns; a two-letter tag
    // may also have a single blank.
    let columns = length + blanks;
    ((columns == 4 || (length == 2 && blanks == 1)) && (value.is_empty() || value.starts_with([' ', '\t'])))
        .then_some((tag, value))
}
