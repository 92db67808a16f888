//! The Python Package Index: packages by name, through its JSON API
//! (<https://docs.pypi.org/api/json/>).
//!
//! Its documentation asks programs to identify themselves, and states no limit for its cached
//! answers.

use super::package::{self, Registry};
use super::value;
use referee_bibliography::{Name, Work};
use referee_records::services;
use serde_json::Value;

/// The Python Package Index.
pub(super) const PYPI: Registry = Registry {
    profile: services::PYPI,
    base_url: "https://pypi.org",
    class: "project",
    package_of: project_of,
    path: |name| format!("/pypi/{name}/json"),
    lacks: |answer| value::text(answer, "message").is_some_and(|said| said == "Not Found"),
    fields: ["info.name", "info.summary"],
    authors,
    home: |name| format!("https://pypi.org/project/{name}/"),
};

fn authors(found: &Value) -> Vec<Name> {
    let names = value::text(found, "info.author").or_else(|| value::text(found, "info.author_email"));
    names.map(|list| package::persons(&list.replace(" and ", ", "))).unwrap_or_default()
}

/// Returns the project that a reference cites: from its address at the index, or, without an
/// address, from its title.
fn project_of(work: &Work) -> Option<String> {
    let Some((host, path)) = package::address(work) else { return package::name(work) };
    let name =
        path.strip_prefix("/project/").or_else(|| path.strip_prefix("/pypi/"))?.split(['/', '?']).next()?;
    (host == "pypi.org" || host == "pypi.python.org")
        .then(|| name.to_owned())
        .filter(|name| package::is_name(name))
}
