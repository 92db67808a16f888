//! Writes works as CSL and Hayagriva.

use crate::csl_write::type_name;
use crate::foreign::inert_line;
use crate::{Date, FieldName, Format, Name, Work, WorkKind};

/// The keys of an entry with formatted values: JSON, or YAML in flow style.
pub(crate) struct WrittenEntry {
    pairs: Vec<(&'static str, String)>,
}

impl WrittenEntry {
    pub(crate) fn of(format: Format, key: &str, work: &Work) -> Self {
        let pairs = if format == Format::Hayagriva { hayagriva(work) } else { csl(format, key, work) };
        WrittenEntry { pairs }
    }

    /// Formats it as a JSON object: on one line, or on lines indented by `indent` and two more
    /// blanks.
    pub(crate) fn json(&self, indent: Option<&str>) -> String {
        let pair = |(key, value): &(&str, String)| format!("{}: {value}", json_string(key));
        let pairs: Vec<String> = self.pairs.iter().map(pair).collect();
        match indent {
            Some(indent) => {
                format!("{indent}{{\n{indent}  {}\n{indent}}}", pairs.join(&format!(",\n{indent}  ")))
            }
            None => format!("{{{}}}", pairs.join(", ")),
        }
    }

    /// Formats it as the lines of a YAML mapping.
    pub(crate) fn yaml(&self, indent: &str) -> String {
        self.pairs.iter().map(|(key, value)| format!("{indent}{key}: {value}\n")).collect()
    }

    /// Formats it as an element of a YAML list.
    pub(crate) fn yaml_item(&self, indent: &str) -> String {
        let lines = self.yaml(&format!("{indent}  "));
        format!("{indent}- {}", lines.trim_start())
    }
}

/// Returns the CSL key of a field.
pub(crate) fn csl_key(field: FieldName) -> Option<&'static str> {
    Some(match field {
        FieldName::Title => "title",
        FieldName::Authors => "author",
        FieldName::Year => "issued",
        FieldName::Journal => "container-title",
        FieldName::Volume => "volume",
        FieldName::Issue => "issue",
        FieldName::Pages => "page",
        FieldName::Doi => "DOI",
        FieldName::Pmid => "PMID",
        FieldName::Pmcid => "PMCID",
        FieldName::Url => "URL",
        FieldName::Isbn => "ISBN",
        // CSL lacks such a field; the arXiv DOI contains the identifier.
        FieldName::Arxiv => return None,
    })
}

/// Returns the key of an identifier in Hayagriva's `serial-number`.
pub(crate) fn serial_key(field: FieldName) -> Option<&'static str> {
    Some(match field {
        FieldName::Doi => "doi",
        FieldName::Pmid => "pmid",
        FieldName::Pmcid => "pmcid",
        FieldName::Arxiv => "arxiv",
        FieldName::Isbn => "isbn",
        _ => return None,
    })
}

/// Returns the value of a field of the work as text.
pub(crate) fn plain(work: &Work, field: FieldName) -> Option<String> {
    match field {
        FieldName::Title => work.full_title(),
        FieldName::Journal => work.container.clone(),
        FieldName::Volume => work.volume.clone(),
        FieldName::Issue => work.issue.clone(),
        FieldName::Pages => work.pages.clone(),
        FieldName::Doi => work.identifiers.doi().map(str::to_owned),
        FieldName::Pmid => work.identifiers.pmid().map(|number| number.to_string()),
        FieldName::Pmcid => work.identifiers.pmcid().map(|number| format!("PMC{number}")),
        FieldName::Arxiv => work.identifiers.arxiv().map(str::to_owned),
        FieldName::Url => work.url.clone(),
        FieldName::Isbn => work.identifiers.isbn().map(str::to_owned),
        FieldName::Authors | FieldName::Year => None,
    }
}

/// Returns the CSL type of a work.
pub(crate) fn csl_type(work: &Work) -> &'static str {
    match work.kind {
        WorkKind::Unknown if work.container.is_some() => "article-journal",
        kind => type_name(kind),
    }
}

fn csl(format: Format, key: &str, work: &Work) -> Vec<(&'static str, String)> {
    let text = |value: &str| if format == Format::CslJson { json_string(value) } else { yaml_scalar(value) };
    let mut out = vec![("id", text(key)), ("type", text(csl_type(work)))];
    let mut add = |key: &'static str, value: Option<String>| out.extend(value.map(|value| (key, value)));
    add("title", work.full_title().map(|title| text(&title)));
    add("author", (!work.authors.is_empty()).then(|| authors(format, &work.authors)));
    add("editor", (!work.editors.is_empty()).then(|| authors(format, &work.editors)));
    add("container-title", work.container.as_deref().map(text));
    add("container-title-short", work.container_short.as_deref().map(text));
    add("publisher", work.publisher.as_deref().map(text));
    add("issued", work.date.or(work.online_date).map(date_parts));
    for field in [FieldName::Volume, FieldName::Issue, FieldName::Pages] {
        add(csl_key(field).unwrap_or_default(), plain(work, field).map(|value| text(&value)));
    }
    add("edition", work.edition.as_deref().map(text));
    let doi = work
        .identifiers
        .doi()
        .map(str::to_owned)
        .or_else(|| work.identifiers.arxiv().map(|id| format!("10.48550/arXiv.{id}")));
    add("DOI", doi.as_deref().map(text));
    for field in [FieldName::Pmid, FieldName::Pmcid, FieldName::Isbn] {
        add(csl_key(field).unwrap_or_default(), plain(work, field).map(|value| text(&value)));
    }
    if doi.is_none() {
        add("URL", work.url.as_deref().map(text));
    }
    add("language", work.language.as_deref().map(text));
    out
}

fn hayagriva(work: &Work) -> Vec<(&'static str, String)> {
    let kind = match work.kind {
        WorkKind::Article | WorkKind::Preprint | WorkKind::ConferencePaper => "Article",
        WorkKind::Book => "Book",
        WorkKind::Chapter => "Chapter",
        WorkKind::Thesis => "Thesis",
        WorkKind::Report | WorkKind::Standard => "Report",
        WorkKind::WebPage | WorkKind::Trial => "Web",
        WorkKind::Software => "Repository",
        WorkKind::Patent => "Patent",
        WorkKind::Unknown if work.container.is_some() => "Article",
        _ => "Misc",
    };
    let parent = match work.kind {
        WorkKind::ConferencePaper => "Proceedings",
        WorkKind::Chapter => "Book",
        _ => "Periodical",
    };
    let mut out = vec![("type", kind.to_owned())];
    let mut add = |key: &'static str, value: Option<String>| out.extend(value.map(|value| (key, value)));
    add("title", work.full_title().map(|title| yaml_scalar(&title)));
    add("author", (!work.authors.is_empty()).then(|| authors(Format::Hayagriva, &work.authors)));
    add("date", work.date.or(work.online_date).map(iso));
    add("page-range", work.pages.as_deref().map(yaml_scalar));
    add("publisher", work.publisher.as_deref().map(yaml_scalar));
    let mut serial = Vec::new();
    for field in [FieldName::Doi, FieldName::Pmid, FieldName::Pmcid, FieldName::Arxiv, FieldName::Isbn] {
        if let (Some(key), Some(value)) = (serial_key(field), plain(work, field)) {
            serial.push(format!("{key}: {}", yaml_scalar(&value)));
        }
    }
    add("serial-number", (!serial.is_empty()).then(|| format!("{{ {} }}", serial.join(", "))));
    if work.identifiers.doi().is_none() {
        add("url", work.url.as_deref().map(yaml_scalar));
    }
    if let Some(container) = &work.container {
        let mut parts = vec![format!("type: {parent}"), format!("title: {}", yaml_scalar(container))];
        parts.extend(work.volume.as_deref().map(|volume| format!("volume: {}", yaml_scalar(volume))));
        parts.extend(work.issue.as_deref().map(|issue| format!("issue: {}", yaml_scalar(issue))));
        add("parent", Some(format!("{{ {} }}", parts.join(", "))));
    } else {
        add("volume", work.volume.as_deref().map(yaml_scalar));
    }
    out
}

/// Formats a name list in flow style.
pub(crate) fn authors(format: Format, names: &[Name]) -> String {
    let one = |name: &Name| match (format, name) {
        (Format::Hayagriva, Name::Organisation { name }) => json_string(name),
        (Format::Hayagriva, Name::Person { family, given, particle, suffix }) => {
            let family = format!("{particle} {family}");
            let parts = [family.trim(), suffix, given];
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            // A comma distinguishes a person from an organisation.
            let comma = if parts.len() == 1 && family.trim().contains(' ') { "," } else { "" };
            json_string(&format!("{}{comma}", parts.join(", ")))
        }
        (_, Name::Organisation { name }) => format!("{{\"literal\": {}}}", json_string(name)),
        (_, Name::Person { family, given, particle, suffix }) => {
            let parts = [
                ("family", family),
                ("given", given),
                ("non-dropping-particle", particle),
                ("suffix", suffix),
            ];
            let parts: Vec<String> = parts
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(key, value)| format!("\"{key}\": {}", json_string(value)))
                .collect();
            format!("{{{}}}", parts.join(", "))
        }
    };
    format!("[{}]", names.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// Formats a date as CSL.
pub(crate) fn date_parts(date: Date) -> String {
    let mut parts = vec![date.year.to_string()];
    parts.extend(date.month.map(|month| month.to_string()));
    parts.extend(date.month.and(date.day).map(|day| day.to_string()));
    format!("{{\"date-parts\": [[{}]]}}", parts.join(", "))
}

/// Formats a date as ISO 8601, up to its known precision.
pub(crate) fn iso(date: Date) -> String {
    match (date.month, date.day) {
        (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", date.year),
        (Some(month), None) => format!("{:04}-{month:02}", date.year),
        _ => format!("{:04}", date.year),
    }
}

/// Formats a JSON string, which is also a double-quoted YAML string.
pub(crate) fn json_string(text: &str) -> String {
    serde_json::to_string(&*inert_line(text)).unwrap_or_default()
}

/// Formats a YAML scalar, without quotes if it is unambiguous, including in flow style.
pub(crate) fn yaml_scalar(text: &str) -> String {
    let text = &*inert_line(text);
    let safe_start = text.starts_with(|c: char| c.is_alphanumeric());
    let special = |c: char| {
        matches!(
            c,
            ':' | '#'
                | ','
                | '['
                | ']'
                | '{'
                | '}'
                | '"'
                | '\\'
                | '\''
                | '&'
                | '*'
                | '!'
                | '|'
                | '>'
                | '%'
                | '@'
                | '`'
        ) || c.is_control()
    };
    // A colon within a word (`10.1000/a:b`) is safe.
    let colons = text.ends_with(':') || text.contains(": ");
    let other = text.chars().any(|c| special(c) && c != ':' && c != '\'' && c != '%' && c != '&');
    let word = matches!(
        text.to_lowercase().as_str(),
        "null" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n"
    );
    if safe_start && !colons && !other && !word && !text.ends_with(' ') && !text.contains(" #") {
        text.to_owned()
    } else {
        json_string(text)
    }
}
