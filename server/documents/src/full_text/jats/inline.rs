//! Converts the content of a paragraph in JATS to text.

use crate::full_text::marks;
use referee_bibliography::xml_tree::{Element, Node};

/// Elements that contain paragraphs, or do not belong to the running text of the paragraph around them.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "sec"
            | "fig"
            | "fig-group"
            | "table-wrap"
            | "table-wrap-group"
            | "list"
            | "def-list"
            | "disp-quote"
            | "boxed-text"
            | "verse-group"
            | "statement"
            | "supplementary-material"
            | "fn"
            | "fn-group"
            | "media"
            | "graphic"
            | "ref-list"
            | "speech"
            | "preformat"
            | "code"
    )
}

/// Returns the text of an element with everything in it.
pub(super) fn text_of(element: &Element) -> String {
    text_around(element, &mut Vec::new())
}

/// Returns the text of an element without the blocks in it, which are added to `blocks`.
pub(super) fn text_around<'e>(element: &'e Element, blocks: &mut Vec<&'e Element>) -> String {
    let mut out = String::new();
    content(element, &mut out, blocks);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text of a reference: its label, and one of the forms of its citation.
pub(super) fn reference(reference: &Element) -> String {
    let label = reference.child("label").map(text_of).unwrap_or_default();
    let printed = ["mixed-citation", "citation", "element-citation", "nlm-citation"]
        .into_iter()
        .find_map(|name| reference.descendant(name));
    let Some(citation) = printed else { return text_of(reference) };
    let mut words = Vec::new();
    // An element citation lacks blanks between its fields.
    let is_tagged = !citation
        .content
        .iter()
        .any(|node| matches!(node, Node::Text(text, _) if text.chars().any(char::is_alphanumeric)));
    if is_tagged {
        for field in citation.children() {
            let parts: Vec<String> = match field.name.as_str() {
                "person-group" => field.children().map(name).collect(),
                "name" => vec![name(field)],
                _ => vec![text_of(field)],
            };
            words.push(parts.join(", "));
        }
    } else {
        words.push(text_of(citation));
    }
    words.retain(|word| !word.is_empty());
    let text = words.join(". ");
    if label.is_empty() { text } else { format!("{}. {text}", label.trim_end_matches('.')) }
}

fn name(person: &Element) -> String {
    if person.name != "name" {
        return text_of(person);
    }
    let part = |name: &str| person.child(name).map(text_of).unwrap_or_default();
    format!("{} {}", part("surname"), part("given-names")).trim().to_owned()
}

fn content<'e>(element: &'e Element, out: &mut String, blocks: &mut Vec<&'e Element>) {
    for node in &element.content {
        match node {
            Node::Text(words, _) => out.push_str(words),
            Node::Element(child) => one(child, out, blocks),
        }
    }
}

fn one<'e>(child: &'e Element, out: &mut String, blocks: &mut Vec<&'e Element>) {
    match child.name.as_str() {
        "xref" => cross_reference(child, out),
        "sup" => raised(child, out, blocks),
        "sub" => out.push_str(&text_of(child)),
        "break" => out.push(' '),
        "inline-formula" | "tex-math" | "math" => {
            // Forms of one formula are written once.
            let mut formula = Element::default();
            formula.content.push(Node::Element(child.clone()));
            out.push_str(&formula.text());
        }
        "disp-formula" | "disp-formula-group" => {
            let mut formula = child.clone();
            formula.content.retain(|node| !matches!(node, Node::Element(part) if part.name == "label"));
            out.push(' ');
            out.push_str(&formula.text());
            out.push(' ');
        }
        "alternatives" => {
            // Text is looked for without walking into forms within forms again and again.
            let form = child.children().find(|form| form.some_text().is_some());
            if let Some(form) = form {
                one(form, out, blocks);
            }
        }
        "inline-graphic" | "graphic" | "media" | "alt-text" | "object-id" | "private-char" => {}
        "p" if !out.is_empty() => {
            out.push(' ');
            content(child, out, blocks);
        }
        "p" => content(child, out, blocks),
        name if is_block(name) => {
            out.push(' ');
            blocks.push(child);
        }
        _ => content(child, out, blocks),
    }
}

/// Adds a cross-reference: a raised or bare number of a reference becomes `[3]`; marks of notes and
/// affiliations are left out.
fn cross_reference(reference: &Element, out: &mut String) {
    let kind = reference.attribute("ref-type").unwrap_or_default();
    if matches!(kind, "fn" | "table-fn" | "aff" | "corresp" | "author-notes") {
        return;
    }
    let text = text_of(reference);
    let is_number = !text.is_empty() && text.chars().all(is_part_of_numbers);
    let is_raised = reference.child("sup").is_some();
    let last = out.trim_end().chars().next_back();
    // In a list of raised or bracketed numbers, this is one of several.
    let is_bare = out.trim_end().len() == out.len()
        && last.is_some_and(|c| c.is_alphabetic() || matches!(c, '.' | ')' | '%' | '”' | '"'));
    if kind == "bibr" && is_number && (is_raised || is_bare) {
        push_mark(&text, out);
    } else {
        out.push_str(&text);
    }
}

/// Adds raised text: numbers of references in brackets, powers as such.
fn raised<'e>(raised: &'e Element, out: &mut String, blocks: &mut Vec<&'e Element>) {
    let cites =
        raised.descendants("xref").iter().any(|reference| reference.attribute("ref-type") == Some("bibr"));
    let text = if cites {
        // Numbers within a raised list are not marked one by one.
        raised.text()
    } else {
        let mut text = String::new();
        content(raised, &mut text, blocks);
        text
    };
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if cites && text.chars().all(|c| is_part_of_numbers(c) || c == '[' || c == ']') {
        push_mark(text.trim_matches(['[', ']']), out);
        return;
    }
    let power: Option<String> = text.chars().map(marks::superscript).collect();
    match power {
        Some(power) => out.push_str(&power),
        None if text.chars().count() == 1 && text.chars().all(|c| c.is_ascii_lowercase()) => {
            out.push('^');
            out.push_str(text);
        }
        None => out.push_str(text),
    }
}

fn is_part_of_numbers(c: char) -> bool {
    c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | ';' | '-' | '–' | '−' | '—')
}

/// Adds the numbers of references in brackets, before a full stop or comma.
fn push_mark(numbers: &str, out: &mut String) {
    let numbers: String = numbers.chars().filter(|c| !c.is_whitespace()).collect();
    if numbers.chars().any(|c| c.is_ascii_digit()) {
        marks::push(&numbers, out);
    }
}
