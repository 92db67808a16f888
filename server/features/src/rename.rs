//! Renames the key of an entry, in every file at once.

use crate::cursor_target::CursorTarget;
use referee_bibliography::{Bibliography, Format as BibliographyFormat};
use referee_citations::edits::rename_citations;
use referee_citations::rules::BibliographyFile;
use referee_citations::{Origin, Reference};
use referee_findings::FileEdit;
use referee_syntax::{Format, Target};
use referee_text::visible::{as_name, is_active, on_one_line};
use referee_text::{FileId, Language, Message, Phrase, Span};
use referee_workspace::Snapshot;
use referee_workspace::workspace_search::{Bounds, WorkspaceSearch, lies_outside, search_workspace};
use std::collections::HashSet;
use tokio_util::sync::CancellationToken;

/// Why a key cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The cursor is not on a key.
    NoKey,
    /// The new key cannot be written in one of the formats that would contain it.
    NotAKey {
        /// The new key.
        key: String,
        /// The reason.
        why: Phrase,
    },
    /// Another entry has that key.
    Taken {
        /// The new key.
        key: String,
        /// The file with that entry.
        file: FileId,
    },
}

/// The maximum number of characters of a key in a message.
const MAX_SHOWN_KEY: usize = 60;

impl Refusal {
    /// Returns the message for the author.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Refusal::NoKey => {
                Message::new("There is no citation key here.", "Aquí no hay ninguna clave de cita.")
            }
            Refusal::NotAKey { key, why } => {
                let key = as_name(key, MAX_SHOWN_KEY);
                Message::new(
                    format!("“{key}” cannot be a key: {}.", why.english),
                    format!("«{key}» no puede ser una clave: {}.", why.spanish),
                )
            }
            Refusal::Taken { key, file } => {
                let (key, file) = (as_name(key, MAX_SHOWN_KEY), file.name());
                let file = on_one_line(&file);
                Message::new(
                    format!("“{key}” is already the key of another entry in {file}."),
                    format!("«{key}» ya es la clave de otra entrada de {file}."),
                )
            }
        }
    }
}

/// Returns the key at `offset` and its range, if it can be changed.
pub fn prepare(snapshot: &Snapshot, file: &FileId, offset: usize) -> Result<(Span, String), Refusal> {
    let target = CursorTarget::at(snapshot, file, offset).ok_or(Refusal::NoKey)?;
    let key = match &target {
        CursorTarget::Citation(citation, _) => match &citation.target {
            Target::Key(key) => key.clone(),
            _ => return Err(Refusal::NoKey),
        },
        CursorTarget::Reference(reference) if reference.name_span.touches(offset) && has_key(reference) => {
            reference.label.clone()
        }
        CursorTarget::Reference(_) => return Err(Refusal::NoKey),
    };
    Ok((target.span(), key))
}

/// The edits of a rename, and the files that it could not reach.
#[derive(Clone, Debug, Default)]
pub struct Renamed {
    /// The edits, in the order of the files.
    pub edits: Vec<FileEdit>,
    /// The edited files outside the workspace, which are changed only if the author confirms it.
    pub outside: Vec<FileId>,
    /// A sentence about drafts that may cite the key but were not searched; empty if all were.
    pub left_out: String,
}

impl Renamed {
    /// Removes the edits of files outside the workspace, for editors that cannot ask about them,
    /// and reports it.
    pub fn leave_outside(&mut self, language: Language) {
        let outside = std::mem::take(&mut self.outside);
        let Some(first) = outside.first() else { return };
        self.edits.retain(|edit| !outside.contains(&edit.file));
        let path = first.path().display();
        let told = match outside.len() {
            1 => language.pick(
                format!("{path} lies outside of the workspace and is unchanged"),
                format!("{path} está fuera del área de trabajo y no cambia"),
            ),
            more => language.pick(
                format!("{more} files lie outside of the workspace and are unchanged; the first is {path}"),
                format!("{more} archivos están fuera del área de trabajo y no cambian; el primero es {path}"),
            ),
        };
        let next = language.pick(
            "Change the key there too, or open that folder as well.",
            "Cambie la clave también allí, o abra también esa carpeta.",
        );
        let space = if self.left_out.is_empty() { "" } else { " " };
        self.left_out.push_str(&format!("{space}{told}. {next}"));
    }
}

/// Runs [`rename`] in every draft of the workspace, open or not, and returns the view that the
/// edits belong to; `None` when cancelled.
pub fn rename_everywhere(
    snapshot: &Snapshot,
    file: &FileId,
    offset: usize,
    new: &str,
    cancel: &CancellationToken,
) -> Option<Result<(Snapshot, Renamed), Refusal>> {
    let key = match prepare(snapshot, file, offset) {
        Ok((_, key)) => key,
        Err(refusal) => return Some(Err(refusal)),
    };
    // If the open files already refuse it, do not search the workspace.
    if let Err(refusal) = rename(snapshot, file, offset, new) {
        return Some(Err(refusal));
    }
    let target = CursorTarget::at(snapshot, file, offset);
    let files: Vec<&FileId> = std::iter::once(file)
        .chain(target.as_ref().and_then(CursorTarget::reference).map(|r| &r.file))
        .collect();
    let workspace_search = search_workspace(snapshot, &key, &files, Bounds::default(), cancel)?;
    let left_out = left_out(snapshot.interface_language(), &workspace_search);
    Some(rename(&workspace_search.snapshot, file, offset, new).map(|edits| {
        let mut outside: Vec<FileId> = edits.iter().map(|edit| edit.file.clone()).collect();
        outside.dedup();
        outside.retain(|other| lies_outside(snapshot, file, other));
        (workspace_search.snapshot, Renamed { edits, outside, left_out })
    }))
}

fn left_out(language: Language, workspace_search: &WorkspaceSearch) -> String {
    let mut out = String::new();
    let unread = workspace_search.unread();
    if let Some((first, reason)) = unread.first() {
        out = match unread.len() {
            1 => language.pick(
                format!("{} could not be read ({reason}) and is unchanged.", first.name()),
                format!("{} no se pudo leer ({reason}) y no cambia.", first.name()),
            ),
            more => language.pick(
                format!(
                    "{more} drafts could not be read and are unchanged; the first is {} ({reason}).",
                    first.name()
                ),
                format!(
                    "{more} textos no se pudieron leer y no cambian; el primero es {} ({reason}).",
                    first.name()
                ),
            ),
        };
    }
    if workspace_search.cut_short {
        let space = if out.is_empty() { "" } else { " " };
        let told = language.pick(
            "The workspace is too large to be read as a whole: drafts that were not opened may still cite the old key.",
            "El área de trabajo es demasiado grande para leerla entera: los textos que no se abrieron pueden citar aún la clave antigua.",
        );
        out = format!("{out}{space}{told}");
    }
    out
}

/// Returns the edits that rename the key at `offset` to `new`, in every draft of this view that
/// cites it and in the bibliography. If several bibliographies have the key, only the entry under
/// the cursor and its citations change.
pub fn rename(
    snapshot: &Snapshot,
    file: &FileId,
    offset: usize,
    new: &str,
) -> Result<Vec<FileEdit>, Refusal> {
    let (_, old) = prepare(snapshot, file, offset)?;
    // Start from the bibliography, which knows all drafts that use it.
    let target = CursorTarget::at(snapshot, file, offset);
    let entry =
        target.as_ref().and_then(CursorTarget::reference).filter(|found| found.origin == Origin::Entry);
    let file = entry.map_or(file, |entry| &entry.file);
    let new = new.trim();
    let mut edits = Vec::new();
    if new == old {
        return Ok(edits);
    }
    let mut formats: Vec<Format> =
        snapshot.drafts(file).iter().map(|draft| draft.document.format()).collect();
    formats.dedup();
    if let Some(why) = formats.into_iter().find_map(|format| unfit(new, format)) {
        return Err(Refusal::NotAKey { key: new.to_owned(), why });
    }
    let edit = |file: &FileId, span: Span| FileEdit { file: file.clone(), span, text: new.to_owned() };
    let is_another = |found: &BibliographyFile| {
        entry.is_some_and(|entry| entry.file != found.file) && found.bibliography.get(&old).is_some()
    };
    for found in snapshot.bibliographies(file) {
        if let Some(why) = unfit_for_bibliography(new, found.bibliography.format()) {
            return Err(Refusal::NotAKey { key: new.to_owned(), why });
        }
        if found.bibliography.get(new).is_some() {
            return Err(Refusal::Taken { key: new.to_owned(), file: found.file });
        }
        if is_another(&found) {
            continue;
        }
        for span in places_in(&found.bibliography, &old) {
            edits.push(edit(&found.file, span));
        }
    }
    let mut others = HashSet::new();
    for draft in snapshot.drafts(file) {
        // Its citations refer to the first entry with that name.
        let bibliographies = snapshot.bibliographies(&draft.file);
        if bibliographies.iter().find(|found| found.bibliography.get(&old).is_some()).is_some_and(is_another)
        {
            others.insert(draft.file);
            continue;
        }
        for item in crate::cursor_target::list_items(&draft.file, &draft.document) {
            if item.label == old && has_key(&item) {
                edits.push(edit(&draft.file, item.name_span));
            } else if item.label == new && has_key(&item) {
                return Err(Refusal::Taken { key: new.to_owned(), file: draft.file.clone() });
            }
        }
    }
    snapshot.with_context(file, |context| edits.extend(rename_citations(context, &old, new)));
    edits.retain(|edit| !others.contains(&edit.file));
    edits.sort_by(|a, b| (&a.file, a.span).cmp(&(&b.file, b.span)));
    edits.dedup();
    Ok(edits)
}

/// Whether a reference has a key that is written in the text.
fn has_key(reference: &Reference) -> bool {
    match reference.origin {
        Origin::Entry => true,
        Origin::ListItem => reference.name_span != reference.span,
        Origin::Identifier => false,
    }
}

const EMPTY: Phrase = Phrase { english: "it is empty", spanish: "está vacía" };
const SPACES: Phrase = Phrase { english: "a key has no spaces", spanish: "una clave no tiene espacios" };
const UNSEEN: Phrase =
    Phrase { english: "it has characters that cannot be seen", spanish: "tiene caracteres que no se ven" };
const IN_MARKDOWN: Phrase = Phrase {
    english: "in Markdown a key has none of { } @ [ ] ;",
    spanish: "en Markdown una clave no tiene ninguno de { } @ [ ] ;",
};
const IN_LATEX: Phrase = Phrase {
    english: "in LaTeX a key has none of { } , % # \\ ~ \"",
    spanish: "en LaTeX una clave no tiene ninguno de { } , % # \\ ~ \"",
};
const IN_TYPST: Phrase = Phrase {
    english: "in Typst a key holds letters, digits and _ - . : only, and does not end with . or :",
    spanish: "en Typst una clave solo tiene letras, cifras y _ - . :, y no termina en . ni en :",
};
const IN_ORG: Phrase = Phrase {
    english: "in Org a key has none of { } @ [ ] ; , &",
    spanish: "en Org una clave no tiene ninguno de { } @ [ ] ; , &",
};
const IN_RST: Phrase = Phrase {
    english: "in reStructuredText a key has none of { } ` ,",
    spanish: "en reStructuredText una clave no tiene ninguno de { } ` ,",
};
const IN_BIBTEX: Phrase = Phrase {
    english: "in BibTeX a key has none of { } ( ) , = \" # % \\ ~ '",
    spanish: "en BibTeX una clave no tiene ninguno de { } ( ) , = \" # % \\ ~ '",
};
const IN_JSON: Phrase = Phrase {
    english: "in JSON a key has no quotation mark and no backslash",
    spanish: "en JSON una clave no tiene comillas ni barras inversas",
};
const IN_YAML: Phrase = Phrase {
    english: "in YAML a key has no colon and no number sign, and begins with a letter or a digit",
    spanish: "en YAML una clave no tiene dos puntos ni almohadillas, y empieza con una letra o una cifra",
};
const EXPORTED: Phrase = Phrase {
    english: "lists that another program exported are not edited",
    spanish: "las listas que exportó otro programa no se editan",
};

/// Returns the reason why `key` cannot be cited in a draft.
fn unfit(key: &str, format: Format) -> Option<Phrase> {
    if key.is_empty() {
        return Some(EMPTY);
    }
    if key.chars().any(char::is_whitespace) {
        return Some(SPACES);
    }
    if key.chars().any(is_active) {
        return Some(UNSEEN);
    }
    match format {
        // A key that Pandoc would not read completely is written in braces.
        Format::Markdown | Format::Quarto | Format::RMarkdown => {
            key.contains(['{', '}', '@', '[', ']', ';']).then_some(IN_MARKDOWN)
        }
        Format::Latex => key.contains(['{', '}', ',', '%', '#', '\\', '~', '"']).then_some(IN_LATEX),
        Format::Typst => (!key.chars().all(|c| c.is_alphanumeric() || "_-.:".contains(c))
            || key.ends_with(['.', ':']))
        .then_some(IN_TYPST),
        Format::Org => key.contains(['{', '}', '@', '[', ']', ';', ',', '&']).then_some(IN_ORG),
        Format::Rst => key.contains(['{', '}', '`', ',']).then_some(IN_RST),
        Format::PlainText => None,
    }
}

fn unfit_for_bibliography(key: &str, format: BibliographyFormat) -> Option<Phrase> {
    match format {
        BibliographyFormat::Bibtex => {
            key.contains(['{', '}', '(', ')', ',', '=', '"', '#', '%', '\\', '~', '\'']).then_some(IN_BIBTEX)
        }
        BibliographyFormat::CslJson => key.contains(['"', '\\']).then_some(IN_JSON),
        BibliographyFormat::List(_) => Some(EXPORTED),
        BibliographyFormat::CslYaml | BibliographyFormat::Hayagriva => (key.contains([':', '#'])
            || key.starts_with(['"', '\'', '{', '[', '&', '*', '!', '|', '>', '%', '@', '`', '-', '?']))
        .then_some(IN_YAML),
    }
}

/// Returns the places of `key` in a bibliography: as a key, as an alias, and in references from
/// other entries.
fn places_in(bibliography: &Bibliography, key: &str) -> Vec<Span> {
    let mut out: Vec<Span> =
        bibliography.entries().filter(|entry| entry.key() == key).map(|entry| entry.key_span()).collect();
    if bibliography.format() == BibliographyFormat::Bibtex {
        let text = bibliography.text().to_string();
        out.extend(in_fields(&text, key));
    }
    out
}

/// Returns the places in BibTeX where a field that refers to entries contains `key`.
fn in_fields(text: &str, key: &str) -> Vec<Span> {
    const FIELDS: [&str; 7] = ["crossref", "xref", "xdata", "ids", "related", "entryset", "set"];
    if key.is_empty() {
        return Vec::new();
    }
    let inside = |c: char| !c.is_whitespace() && !matches!(c, '{' | '}' | '"' | ',' | '=');
    let whole = |start: usize, end: usize| {
        !text[..start].chars().next_back().is_some_and(inside)
            && !text[end..].chars().next().is_some_and(inside)
    };
    let names_entries = |start: usize| {
        // Go back over the other names of the list to the brace or quotation mark that opens the
        // value.
        let before = &text[..start];
        let Some(open) = before.rfind(['{', '"', '=', '}', '\n']) else { return false };
        let opened = before[open..].starts_with(['{', '"']);
        let head = if opened { before[..open].trim_end() } else { &before[..=open] };
        let Some(name) = head.strip_suffix('=') else { return false };
        let name = name.trim_end();
        let before_name = name.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
        FIELDS.iter().any(|field| name[before_name.len()..].eq_ignore_ascii_case(field))
    };
    text.match_indices(key)
        .filter(|(start, _)| whole(*start, start + key.len()) && names_entries(*start))
        .map(|(start, _)| Span::new(start, start + key.len()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::fixture::{Fixture, paper};

    fn renamed(fixture: &Fixture, new: &str) -> Result<Vec<FileEdit>, Refusal> {
        rename(&fixture.snapshot, &fixture.file, fixture.offset, new)
    }

    #[test]
    fn a_key_changes_in_the_draft_and_in_the_bibliography() {
        let fixture = paper("See [@smit$0h2020, p. 3; @ukpds:34] and @smith2020.");
        let edits = renamed(&fixture, "smith2021").expect("the key is free");
        assert!(
            fixture.after("paper.md", &edits).ends_with("See [@smith2021, p. 3; @ukpds:34] and @smith2021.")
        );
        assert!(fixture.after("refs.bib", &edits).contains("@article{smith2021,"));
    }

    #[test]
    fn a_key_that_markdown_would_cut_off_is_written_in_braces() {
        let fixture = paper("See @smit$0h2020.");
        let edits = renamed(&fixture, "a--b.").expect("braces hold it");
        assert!(fixture.after("paper.md", &edits).ends_with("See @{a--b.}."));
        assert!(fixture.after("refs.bib", &edits).contains("@article{a--b.,"));
    }

    #[test]
    fn a_key_that_exists_or_cannot_be_written_is_refused_with_a_reason() {
        let fixture = paper("See @smit$0h2020.");
        let reason = |new: &str| {
            renamed(&fixture, new).map_err(|refusal| refusal.message().into_text(Language::English)).err()
        };
        assert_eq!(
            reason("ukpds:34").as_deref(),
            Some("“ukpds:34” is already the key of another entry in refs.bib.")
        );
        assert_eq!(reason("a b").as_deref(), Some("“a b” cannot be a key: a key has no spaces."));
        let spanish =
            renamed(&fixture, "a b").map_err(|refusal| refusal.message().into_text(Language::Spanish));
        assert_eq!(
            spanish.err().as_deref(),
            Some("«a b» no puede ser una clave: una clave no tiene espacios.")
        );
        assert!(reason("a,b").is_some() && reason("").is_some());
        assert_eq!(
            reason("jones\u{202e}2020").as_deref(),
            Some("“jones2020” cannot be a key: it has characters that cannot be seen.")
        );
        assert_eq!(
            reason("a\u{1b}]0;b\u{7}").as_deref(),
            Some("“a]0;b” cannot be a key: it has characters that cannot be seen.")
        );
        assert_eq!(prepare(&paper("no $0key").snapshot, &fixture.file, 0), Err(Refusal::NoKey));
    }

    #[test]
    fn an_entry_that_others_refer_to_takes_them_along() {
        let fixture = Fixture::new(
            "//- a.bib\n@book{vol$0ume, title = {B}}\n@inbook{one, crossref = {volume}, title = {volume}}\n",
        );
        let edits = renamed(&fixture, "book1").expect("the key is free");
        assert_eq!(
            fixture.after("a.bib", &edits),
            "@book{book1, title = {B}}\n@inbook{one, crossref = {book1}, title = {volume}}\n"
        );
    }

    #[test]
    fn fields_that_name_other_entries_are_found() {
        let text = "@a{x, crossref = {old}, title = {old}}\n@b{y, xdata = \"one, old\", note = {see old}}\n@c{z, ids={older,old}}";
        let found: Vec<&str> = in_fields(text, "old")
            .iter()
            .map(|span| &text[span.start as usize - 2..span.end as usize])
            .collect();
        assert_eq!(found, [" {old", ", old", "r,old"]);
    }

    #[test]
    fn a_key_that_a_format_cannot_hold_is_refused_for_that_format_only() {
        assert!(unfit("a}b", Format::Markdown).is_some());
        assert!(unfit("DBLP:conf/a-1", Format::Markdown).is_none());
        assert!(unfit("DBLP:conf/a-1", Format::Latex).is_none());
        assert!(unfit("DBLP:conf/a-1", Format::Typst).is_some());
        assert!(unfit("a b", Format::PlainText).is_some());
        assert!(unfit("", Format::Latex).is_some());
        assert!(unfit_for_bibliography("a,b", BibliographyFormat::Bibtex).is_some());
    }
}
