//! Writes comments into a copy of a Word document and leaves the rest of it unchanged.
//!
//! Four parts change: the text, where comment marks are inserted between the runs, and a run is divided if a mark is
//! inside it; the comments; the list of relationships; and the list of content types. All other parts of the archive
//! are copied without being decompressed.
//!
//! Source: ECMA-376, part 1, 17.13.4 (comments) and part 2 (relationships and content types).

mod comment;
mod marks;

use super::{body_paragraphs, main_part};
use crate::DocumentError;
use crate::container::Container;
pub use comment::Comment;
use marks::mark;
use referee_bibliography::xml_tree::Element;
use std::collections::HashMap;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The namespaces of WordprocessingML, in the two forms of the standard.
const NAMESPACES: [&str; 2] = [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
];

/// The relationship types of comments, in the order of [`NAMESPACES`].
const RELATIONS: [&str; 2] = [
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments",
    "http://purl.oclc.org/ooxml/officeDocument/relationships/comments",
];

const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml";

const EMPTY_RELATIONS: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"></Relationships>";

/// The list of content types, which every document has.
const TYPES: &str = "[Content_Types].xml";

/// Returns a copy of a document with comments by `author`, whose initials are `initials`. Existing comments are kept.
///
/// # Errors
///
/// If the document cannot be read, or if its text has an encoding or namespaces that cannot be written.
pub fn with_comments(
    bytes: &[u8],
    comments: &[Comment],
    author: &str,
    initials: &str,
) -> Result<Vec<u8>, DocumentError> {
    let mut container = Container::open(bytes, "Word")?;
    let main = main_part(&mut container)?;
    let paragraphs = body_paragraphs(&mut container, &main)?;
    let document = part(&mut container, &main)?.ok_or(DocumentError::Missing("text"))?;
    let (prefix, form) = prefix(&document).ok_or(DocumentError::NotWritable)?;
    let (folder, file) = main.rsplit_once('/').unwrap_or(("", main.as_str()));
    let inside = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
    let relations_name = inside(&format!("_rels/{file}.rels"));
    let relations = part(&mut container, &relations_name)?.unwrap_or_else(|| EMPTY_RELATIONS.to_owned());
    let known = comments_target(&relations)?;
    let name = match &known {
        Some(target) if target.starts_with('/') => target.trim_start_matches('/').to_owned(),
        Some(target) => inside(target),
        None => inside("comments.xml"),
    };
    let namespace = NAMESPACES.get(form).copied().unwrap_or_default();
    let before = part(&mut container, &name)?.unwrap_or_else(|| {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<{prefix}:comments xmlns:{prefix}=\"{namespace}\"></{prefix}:comments>"
        )
    });
    let (own_prefix, _) = self::prefix(&before).ok_or(DocumentError::NotWritable)?;
    let first = next_id(&before)?;
    let mut written = String::new();
    for (id, comment) in (first..).zip(comments) {
        written.push_str(&comment_xml(&own_prefix, id, comment, author, initials));
    }
    let mut changed: HashMap<String, String> = HashMap::new();
    changed.insert(name.clone(), before_end(&before, &written)?);
    changed.insert(main.clone(), mark(&document, &prefix, &paragraphs, comments, first));
    if known.is_none() {
        let id = free_relation(&relations);
        let kind = RELATIONS.get(form).copied().unwrap_or_default();
        let one = format!("<Relationship Id=\"{id}\" Type=\"{kind}\" Target=\"comments.xml\"/>");
        changed.insert(relations_name, before_end(&relations, &one)?);
        let types = part(&mut container, TYPES)?.ok_or(DocumentError::Missing("list of content types"))?;
        let one = format!("<Override PartName=\"/{name}\" ContentType=\"{CONTENT_TYPE}\"/>");
        changed.insert(TYPES.to_owned(), before_end(&types, &one)?);
    }
    repack(bytes, changed)
}

/// Reads a part as text. Parts are written back as UTF-8, so a part in another encoding is refused.
fn part(container: &mut Container<'_>, name: &str) -> Result<Option<String>, DocumentError> {
    let Some(text) = container.text(name, "a part")? else { return Ok(None) };
    let declaration = text.split("?>").next().filter(|start| start.trim_start().starts_with("<?xml"));
    let encoding = declaration.and_then(|start| start.split("encoding=").nth(1));
    let is_utf8 = encoding.is_none_or(|encoding| {
        encoding
            .trim_start_matches(['"', '\''])
            .get(..5)
            .is_some_and(|name| name.eq_ignore_ascii_case("utf-8"))
    });
    if is_utf8 { Ok(Some(text)) } else { Err(DocumentError::NotWritable) }
}

/// Returns the prefix that a part uses for WordprocessingML, and the index of its form in [`NAMESPACES`].
fn prefix(text: &str) -> Option<(String, usize)> {
    NAMESPACES.iter().enumerate().find_map(|(form, namespace)| {
        let at = text.find(&format!("=\"{namespace}\"")).or_else(|| text.find(&format!("='{namespace}'")))?;
        let (_, prefix) = text.get(..at)?.rsplit_once("xmlns:")?;
        let is_name = !prefix.is_empty() && prefix.chars().all(|c| c.is_ascii_alphanumeric());
        is_name.then(|| (prefix.to_owned(), form))
    })
}

/// Returns the name of the part with the comments, from the list of relationships.
fn comments_target(relations: &str) -> Result<Option<String>, DocumentError> {
    let root = parsed(relations)?;
    let mut all = root.children().filter(|child| child.name == "Relationship");
    let comments = all.find(|one| one.attribute("Type").is_some_and(|kind| kind.ends_with("/comments")));
    Ok(comments.and_then(|one| one.attribute("Target")).map(str::to_owned))
}

fn parsed(text: &str) -> Result<Element, DocumentError> {
    Element::parse(text).map_err(|source| DocumentError::Xml { part: "a part", source })
}

/// Returns the first number that no comment has.
fn next_id(comments: &str) -> Result<u32, DocumentError> {
    let ids = parsed(comments)?;
    let ids = ids.children().filter_map(|one| one.attribute("id")?.parse::<u32>().ok());
    Ok(ids.max().map_or(0, |last| last + 1))
}

/// Returns an id that no relationship has.
fn free_relation(relations: &str) -> String {
    (1..).map(|n| format!("rIdReferee{n}")).find(|id| !relations.contains(id.as_str())).unwrap_or_default()
}

/// Inserts `words` before the end of the root element.
fn before_end(text: &str, words: &str) -> Result<String, DocumentError> {
    let at = text.rfind("</").filter(|_| !text.trim_end().ends_with("/>"));
    if let Some((start, end)) = at.and_then(|at| text.split_at_checked(at)) {
        return Ok(format!("{start}{words}{end}"));
    }
    // The root element is empty: `<w:comments …/>`.
    let start = text.trim_end().strip_suffix("/>").ok_or(DocumentError::NotWritable)?;
    let name = start.rsplit('<').next().and_then(|tag| tag.split_whitespace().next()).unwrap_or_default();
    Ok(format!("{start}>{words}</{name}>"))
}

fn comment_xml(prefix: &str, id: u32, comment: &Comment, author: &str, initials: &str) -> String {
    let [author, initials, text] = [author, initials, &comment.text].map(escaped);
    format!(
        "<{prefix}:comment {prefix}:id=\"{id}\" {prefix}:author=\"{author}\" {prefix}:initials=\"{initials}\"><{prefix}:p><{prefix}:r><{prefix}:t xml:space=\"preserve\">{text}</{prefix}:t></{prefix}:r></{prefix}:p></{prefix}:comment>"
    )
}

/// Escapes words for XML; characters that XML cannot represent become blanks.
fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Returns the archive with some parts changed or added and all others unchanged.
fn repack(bytes: &[u8], mut changed: HashMap<String, String>) -> Result<Vec<u8>, DocumentError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = || SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let failed = |source| DocumentError::Unpack { part: "the copy", source };
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index)?;
        let name = entry.name()?.into_owned();
        match changed.remove(&name) {
            Some(text) => {
                drop(entry);
                writer.start_file(name, options())?;
                writer.write_all(text.as_bytes()).map_err(failed)?;
            }
            None => writer.raw_copy_file(entry)?,
        }
    }
    let mut added: Vec<(String, String)> = changed.into_iter().collect();
    added.sort();
    for (name, text) in added {
        writer.start_file(name, options())?;
        writer.write_all(text.as_bytes()).map_err(failed)?;
    }
    Ok(writer.finish()?.into_inner())
}

#[cfg(test)]
mod tests;
