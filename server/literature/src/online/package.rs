//! What of a reference to a program names a package or a repository.

use super::service::{NotAnAnswer, Reading, Response};
use super::value;
use super::wire::{self, Status};
use referee_bibliography::{Name, Work, WorkKind, public_web_address};
use referee_records::{Question, Record};
use serde_json::Value;

/// The program that a question asks about.
pub(super) fn program(question: &Question) -> Option<&Work> {
    match question {
        Question::Like(work) if work.kind == WorkKind::Software => Some(work),
        _ => None,
    }
}

/// The host of a reference's address, without `www.`, and its path, where it is an address of the public web.
pub(super) fn address(work: &Work) -> Option<(String, String)> {
    let url = public_web_address(work.url.as_deref()?)?;
    let (_, rest) = url.split_once("://")?;
    let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    Some((host.trim_start_matches("www.").to_owned(), path.to_owned()))
}

/// The name by which a program without an address goes: the title in one word, or what stands before its colon, as
/// R's `citation()` writes it.
pub(super) fn name(work: &Work) -> Option<String> {
    let title = work.title.as_deref().filter(|_| work.url.is_none())?;
    let name = title.split(':').next().unwrap_or(title).trim();
    is_name(name).then(|| name.to_owned())
}

/// Whether a text can be the name of a package.
pub(super) fn is_name(text: &str) -> bool {
    (2..=80).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
}

/// The object that a registry answers with; `None` where it says, in its own words (`lacks`), that it has no such thing.
///
/// # Errors
///
/// Where it is no answer of a registry.
pub(super) fn object(
    response: &Response,
    lacks: impl Fn(&Value) -> bool,
) -> Result<Option<Value>, NotAnAnswer> {
    let is_missing = wire::status(response)? == Status::NotFound;
    let answer = wire::json(response)?;
    match (is_missing, answer.is_object()) {
        (true, true) if lacks(&answer) => Ok(None),
        (false, true) => Ok(Some(answer)),
        _ => Err(wire::unreadable("it neither describes the package nor says that there is none")),
    }
}

/// The record of a package: its name and what it is for, at the address that the reference gives. It has no date: what
/// is registered is the latest version, and an earlier one was cited. Nor has it authors where an address leads to it:
/// who maintains the latest version need not be who is cited for an earlier one. They are there to tell a package that
/// was found by its name from others of that name.
pub(super) fn record(
    source: &'static str,
    question: &Question,
    package: &Value,
    [name, purpose]: [&str; 2],
    authors: Vec<Name>,
    home: &str,
) -> Option<Reading> {
    let asked = program(question)?;
    let work = Work {
        kind: WorkKind::Software,
        title: Some(value::plain(package, name)?),
        subtitle: value::title(package, purpose),
        authors: if asked.url.is_none() { authors } else { Vec::new() },
        authors_truncated: true,
        url: Some(asked.url.clone().unwrap_or_else(|| home.to_owned())),
        ..Work::default()
    };
    Some(Reading::Records(vec![Record {
        types: vec![String::from("software")],
        ..Record::new(source, work)
    }]))
}

/// The persons in a list of names as people write it: `Ada Roe [aut, cre] (<https://orcid.org/…>), Bo Lee [ctb]`. Where roles
/// are given only authors are kept.
pub(super) fn persons(list: &str) -> Vec<Name> {
    let mut out = Vec::new();
    let has_roles = list.contains("[aut") || list.contains(", aut");
    let (mut depth, mut name, mut role) = (0_u32, String::new(), String::new());
    let mut add = |name: &mut String, role: &mut String| {
        let is_author = !has_roles || role.contains("aut");
        out.extend(Some(name.trim()).filter(|name| is_author && name.len() > 1).and_then(Name::parse));
        name.clear();
        role.clear();
    };
    for part in list.split_inclusive([',', ';', '[', ']', '(', ')', '<', '>', '\n']) {
        let (text, end) = match part.char_indices().next_back() {
            Some((at, end)) if matches!(end, ',' | ';' | '[' | ']' | '(' | ')' | '<' | '>' | '\n') => {
                (part.get(..at).unwrap_or_default(), end)
            }
            _ => (part, ' '),
        };
        if depth == 0 {
            name.push_str(text)
        } else {
            role.push_str(text)
        }
        match end {
            '[' | '(' | '<' => depth += 1,
            ']' | ')' | '>' => depth = depth.saturating_sub(1),
            ',' | ';' if depth == 0 => add(&mut name, &mut role),
            '\n' => name.push(' '),
            _ => {}
        }
    }
    add(&mut name, &mut role);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_are_read_out_of_lists_with_roles_and_without() {
        let surnames = |list: &str| persons(list).iter().map(Name::surname).collect::<Vec<_>>();
        assert_eq!(
            surnames(
                "Ada Roe [aut, cre] (<https://orcid.org/0000-0001>),\n  Bo Lee [aut], Carl Day [ctb] (of the tables)"
            ),
            ["Roe", "Lee"]
        );
        assert_eq!(surnames("Ada Roe, Bo Lee"), ["Roe", "Lee"]);
        assert!(surnames(" , ;").is_empty());
    }

    #[test]
    fn a_name_is_one_word() {
        let named = |title: &str| name(&Work { title: Some(title.to_owned()), ..Work::default() });
        assert_eq!(named("tidewright: Tables of Tides").as_deref(), Some("tidewright"));
        assert_eq!(named("data.table").as_deref(), Some("data.table"));
        assert_eq!(named("Tables of tides"), None);
        assert_eq!(named("x"), None);
    }

    proptest::proptest! {
        #[test]
        fn any_list_of_names_is_read(list in "\\PC{0,120}") {
            let _ = persons(&list);
        }
    }
}
