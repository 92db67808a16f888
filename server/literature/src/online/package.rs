//! Package registries: detects the package or repository that a reference cites, and implements the
//! common service.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::value;
use super::wire::{self, Status};
use referee_bibliography::{Name, Work, WorkKind, public_web_address};
use referee_records::services::ServiceProfile;
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

/// A registry that answers about one package per request, by name.
pub(super) struct Registry {
    pub(super) profile: ServiceProfile,
    pub(super) base_url: &'static str,
    /// The class of its requests.
    pub(super) class: &'static str,
    /// Returns the package that a reference cites.
    pub(super) package_of: fn(&Work) -> Option<String>,
    /// Returns the path of a package, given its encoded name.
    pub(super) path: fn(&str) -> String,
    /// Returns whether an answer says that the package does not exist.
    pub(super) lacks: fn(&Value) -> bool,
    /// The fields with the name of a package and its one-line description.
    pub(super) fields: [&'static str; 2],
    /// Reads the authors of a package from its answer.
    pub(super) authors: fn(&Value) -> Vec<Name>,
    /// Returns the address of the web page of a package, given its name.
    pub(super) home: fn(&str) -> String,
}

impl Service for Registry {
    fn profile(&self) -> ServiceProfile {
        self.profile
    }

    fn default_base_url(&self) -> &'static str {
        self.base_url
    }

    fn answers(&self, question: &Question) -> bool {
        program(question).and_then(self.package_of).is_some()
    }

    fn asks_for_address(&self) -> bool {
        true
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // Neither registry states a limit, so use a conservative rate.
        vec![Limit { class: self.class, requests: 2, per: Duration::from_secs(1), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let name = (self.package_of)(program(question)?)?;
            let url = wire::address(access, &(self.path)(&wire::encoded(&name)), &[]);
            Some(wire::get(url, self.class, Disclosure::References, vec![question.clone()]))
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        let Some(found) = object(response, self.lacks)? else {
            return Ok(vec![Reading::Records(Vec::new())]);
        };
        let home = (self.home)(&value::text(&found, self.fields[0]).unwrap_or_default());
        let question = request.questions.first();
        let reading = question.and_then(|question| {
            record(self.profile.name, question, &found, self.fields, (self.authors)(&found), &home)
        });
        reading.map(|reading| vec![reading]).ok_or_else(|| wire::unreadable("there is no package in it"))
    }
}

/// Returns the program that a question asks about.
pub(super) fn program(question: &Question) -> Option<&Work> {
    match question {
        Question::Like(work) if work.kind == WorkKind::Software => Some(work),
        _ => None,
    }
}

/// Returns the host (without `www.`) and the path of a reference's address, if it is on the public
/// web.
pub(super) fn address(work: &Work) -> Option<(String, String)> {
    let url = public_web_address(work.url.as_deref()?)?;
    let (_, rest) = url.split_once("://")?;
    let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    Some((host.trim_start_matches("www.").to_owned(), path.to_owned()))
}

/// Returns the name of a program without an address: a one-word title, or the text before its
/// colon, as R's `citation()` writes it.
pub(super) fn name(work: &Work) -> Option<String> {
    let title = work.title.as_deref().filter(|_| work.url.is_none())?;
    let name = title.split(':').next().unwrap_or(title).trim();
    is_name(name).then(|| name.to_owned())
}

/// Returns whether a text can be the name of a package.
pub(super) fn is_name(text: &str) -> bool {
    (2..=80).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
}

/// Returns the object in the answer of a registry; `None` if `lacks` recognises it as a statement
/// that the package does not exist.
///
/// # Errors
///
/// Returns an error if the response is not an answer of the registry.
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

/// Creates the record of a package: its name and purpose, at the address in the reference. It has
/// no date, since the registry describes the latest version while the reference may cite an earlier
/// one. It lacks authors if the reference has an address: the maintainers of the latest version
/// may differ from the authors of the cited one. The authors only distinguish a package found by
/// name from others with the same name.
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

/// Parses a list of persons in free text: `Ada Roe [aut, cre] (<https://orcid.org/…>), Bo Lee
/// [ctb]`. If roles are given, only authors are kept.
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
