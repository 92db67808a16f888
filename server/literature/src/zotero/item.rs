//! One item as Zotero sends it.

use referee_bibliography::{Date, Identifier, Name, Work, WorkKind, html_text};
use referee_records::Record;
use serde_json::Value;
use std::path::PathBuf;

/// The name of the source.
pub const NAME: &str = "zotero";

/// A file attached to an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The key of the attachment.
    pub key: String,
    /// Its title, or the file name.
    pub title: String,
    /// Whether it is a PDF.
    pub is_pdf: bool,
    /// The file on this machine, if Zotero says where it is.
    pub path: Option<PathBuf>,
}

/// A group of authors who share a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) id: u64,
    pub(super) name: String,
}

impl Group {
    /// Prefixes the paths of an item's collections with the name of the group; returns only the
    /// name without collections.
    pub(super) fn paths(&self, collections: Vec<String>) -> Vec<String> {
        if self.name.is_empty() {
            return collections;
        }
        if collections.is_empty() {
            return vec![self.name.clone()];
        }
        collections.into_iter().map(|path| format!("{} / {path}", self.name)).collect()
    }
}

/// An item of the author's Zotero that describes a work.
#[derive(Clone, Debug)]
pub struct ZoteroItem {
    /// The item key in Zotero: eight capital letters and digits.
    pub key: String,
    /// The id of the group that owns its library; `None` for the author's own.
    pub group: Option<u64>,
    /// The citation key, from Better BibTeX or stated in the item.
    pub citation_key: Option<String>,
    /// The paths of the collections that contain it.
    pub collections: Vec<String>,
    /// The files attached to it.
    pub attachments: Vec<Attachment>,
    /// The work that it describes.
    pub work: Work,
}

impl ZoteroItem {
    /// Returns the address that shows the item in Zotero.
    #[must_use]
    pub fn select_url(&self) -> String {
        format!("zotero://select/{}/items/{}", self.library(), self.key)
    }

    /// Returns the address that opens its PDF in Zotero.
    #[must_use]
    pub fn pdf_url(&self) -> Option<String> {
        let pdf = self.attachments.iter().find(|attachment| attachment.is_pdf)?;
        Some(format!("zotero://open-pdf/{}/items/{}", self.library(), pdf.key))
    }

    /// Returns an id that is unique among all libraries: the same key may occur in several.
    #[must_use]
    pub fn handle(&self) -> String {
        self.group.map_or_else(|| self.key.clone(), |group| format!("{group}/{}", self.key))
    }

    /// Returns the library in Zotero's address format.
    fn library(&self) -> String {
        self.group.map_or_else(|| "library".to_owned(), |group| format!("groups/{group}"))
    }

    /// Returns the work as a record of this source.
    #[must_use]
    pub(super) fn record(&self) -> Record {
        Record::new(NAME, self.work.clone()).without_controls()
    }
}

/// An item, an attachment or a note, as it was sent.
pub(super) struct RawItem {
    pub(super) key: String,
    pub(super) parent: Option<String>,
    pub(super) collections: Vec<String>,
    pub(super) attachment: Option<Attachment>,
    work: Option<Work>,
    stated_key: Option<String>,
}

impl RawItem {
    /// Parses an item; `None` if it is not a valid one.
    pub(super) fn read(sent: &Value) -> Option<RawItem> {
        let data = sent.get("data").unwrap_or(sent);
        let text = |name: &str| text(data, name);
        let key = text("key").filter(|key| is_key(key))?;
        let kind = text("itemType")?;
        let in_trash = data["deleted"] == 1 || data["deleted"] == true;
        let attachment = (kind == "attachment" && !in_trash).then(|| Attachment {
            key: key.clone(),
            title: text("title").or_else(|| text("filename")).unwrap_or_default(),
            is_pdf: text("contentType").as_deref() == Some("application/pdf"),
            path: place(sent, data),
        });
        let describes = !in_trash && !matches!(kind.as_str(), "attachment" | "note" | "annotation");
        let extra = text("extra").unwrap_or_default();
        let collections = data["collections"].as_array().into_iter().flatten();
        Some(RawItem {
            parent: text("parentItem").filter(|key| is_key(key)),
            collections: collections.filter_map(|key| Some(key.as_str()?.to_owned())).collect(),
            attachment,
            work: describes.then(|| work(data, &kind, &extra).without_controls()),
            stated_key: text("citationKey")
                .or_else(|| line(&extra, "citation key"))
                .filter(|key| is_citation_key(key)),
            key,
        })
    }

    /// Returns whether it describes a work that can be cited.
    pub(super) fn is_work(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.title.is_some())
    }

    /// Completes the item with data that is stored elsewhere.
    pub(super) fn item(
        &self,
        group: Option<u64>,
        citation_key: Option<String>,
        collections: Vec<String>,
        attachments: Vec<Attachment>,
    ) -> Option<ZoteroItem> {
        Some(ZoteroItem {
            key: self.key.clone(),
            group,
            citation_key: citation_key.filter(|key| is_citation_key(key)).or_else(|| self.stated_key.clone()),
            collections,
            attachments,
            work: self.work.clone()?,
        })
    }
}

/// Returns the file of an attachment: Zotero's address of it (`links.enclosure.href`), or the path
/// of a linked file.
fn place(sent: &Value, data: &Value) -> Option<PathBuf> {
    let address = sent["links"]["enclosure"]["href"].as_str().and_then(path_of_address);
    let linked = || {
        let is_linked = data["linkMode"] == "linked_file";
        data["path"].as_str().filter(|_| is_linked).map(PathBuf::from)
    };
    address.or_else(linked).filter(|path| path.is_absolute())
}

/// Returns the path in an address of a file on this machine: `file:///home/roe/a%20b.pdf`.
fn path_of_address(address: &str) -> Option<PathBuf> {
    let encoded = address.strip_prefix("file://")?;
    let encoded = encoded.strip_prefix("localhost").unwrap_or(encoded);
    let decoded = percent_encoding::percent_decode_str(encoded).decode_utf8().ok()?;
    // On Windows: `/C:/Users/roe/a.pdf`.
    let is_drive = decoded.get(2..3) == Some(":");
    let path = if is_drive { decoded.trim_start_matches('/') } else { &decoded };
    (!path.contains('\0')).then(|| PathBuf::from(path))
}

/// Returns whether this is a Zotero key, which becomes part of an address.
fn is_key(key: &str) -> bool {
    (1..=16).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns whether this can be a key in bibliographies and citations of every format.
fn is_citation_key(key: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.' | '+' | '/');
    (1..=120).contains(&key.chars().count())
        && key.chars().all(allowed)
        && key.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        && key.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn text(data: &Value, name: &str) -> Option<String> {
    let text = data.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns the value of a line in the field `extra`: `PMID: 123`.
fn line(extra: &str, name: &str) -> Option<String> {
    extra.lines().find_map(|line| {
        let (label, value) = line.split_once(':')?;
        let value = value.trim();
        (label.trim().eq_ignore_ascii_case(name) && !value.is_empty()).then(|| value.to_owned())
    })
}

fn work(data: &Value, kind: &str, extra: &str) -> Work {
    let text = |name: &str| text(data, name);
    let plain = |value: Option<String>| value.map(|value| html_text::plain(&value).into_owned());
    let mut identifiers = Vec::new();
    let doi = text("DOI").or_else(|| line(extra, "doi"));
    identifiers.extend(doi.and_then(|doi| Identifier::doi(&doi)));
    identifiers.extend(line(extra, "pmid").and_then(|number| Identifier::pmid(&number)));
    identifiers.extend(line(extra, "pmcid").and_then(|number| Identifier::pmcid(&number)));
    let archive = line(extra, "arxiv").or_else(|| text("archiveID"));
    identifiers
        .extend(archive.and_then(|number| Identifier::arxiv(number.split(' ').next().unwrap_or_default())));
    let isbn = text("ISBN");
    identifiers
        .extend(isbn.and_then(|isbn| Identifier::isbn(isbn.split([' ', ',']).next().unwrap_or_default())));
    let container =
        ["publicationTitle", "bookTitle", "proceedingsTitle", "websiteTitle", "repository", "blogTitle"];
    Work {
        kind: work_kind(kind),
        title: plain(text("title")),
        authors: people(data, &["author", "programmer", "presenter", "inventor", "podcaster"]),
        editors: people(data, &["editor"]),
        container: plain(container.iter().find_map(|name| text(name))),
        container_short: text("journalAbbreviation"),
        publisher: ["publisher", "institution", "university"].iter().find_map(|name| text(name)),
        date: text("date").as_deref().and_then(date),
        volume: text("volume"),
        issue: text("issue"),
        pages: text("pages"),
        edition: text("edition"),
        identifiers: identifiers.into_iter().collect(),
        url: text("url").filter(|url| url.starts_with("https://") || url.starts_with("http://")),
        language: text("language"),
        summary: plain(text("abstractNote")),
        ..Work::default()
    }
}

fn people(data: &Value, roles: &[&str]) -> Vec<Name> {
    let creators = data["creators"].as_array().into_iter().flatten();
    let named = creators.filter(|creator| roles.iter().any(|role| creator["creatorType"] == *role));
    named
        .filter_map(|creator| {
            let part = |name: &str| creator[name].as_str().unwrap_or_default().trim();
            if part("lastName").is_empty() {
                let name = part("name");
                return (!name.is_empty()).then(|| Name::organisation(name));
            }
            Some(Name::person(part("lastName"), part("firstName")))
        })
        .collect()
}

/// Returns the first date in a text: `2019-03-01`, `March 2019`, `2019`.
fn date(words: &str) -> Option<Date> {
    let numbers: Vec<&str> =
        words.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let at = numbers.iter().position(|number| number.len() == 4)?;
    let year = numbers.get(at)?.parse().ok()?;
    let part = |index: usize, most: u8| {
        let number: u8 = numbers.get(index)?.parse().ok()?;
        (1..=most).contains(&number).then_some(number)
    };
    let month = if at == 0 && words.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        part(1, 12)
    } else {
        None
    };
    Some(Date { year, month, day: month.and_then(|_| part(2, 31)) })
}

fn work_kind(kind: &str) -> WorkKind {
    match kind {
        "journalArticle" | "magazineArticle" => WorkKind::Article,
        "preprint" => WorkKind::Preprint,
        "conferencePaper" => WorkKind::ConferencePaper,
        "book" => WorkKind::Book,
        "bookSection" | "encyclopediaArticle" | "dictionaryEntry" => WorkKind::Chapter,
        "thesis" => WorkKind::Thesis,
        "report" => WorkKind::Report,
        "webpage" | "blogPost" | "forumPost" => WorkKind::WebPage,
        "computerProgram" => WorkKind::Software,
        "dataset" => WorkKind::Dataset,
        "standard" => WorkKind::Standard,
        "patent" => WorkKind::Patent,
        "document" => WorkKind::Unknown,
        _ => WorkKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn path(attachment: Value) -> Option<PathBuf> {
        RawItem::read(&attachment)?.attachment?.path
    }

    #[test]
    fn the_file_of_an_attachment_is_where_zotero_says() {
        let stored = json!({
            "key": "ABCD2345", "links": {"enclosure": {"href": "file:///home/roe/Zotero/storage/ABCD2345/Roe%20-%202019.pdf"}},
            "data": {"key": "ABCD2345", "itemType": "attachment", "linkMode": "imported_file", "contentType": "application/pdf"}
        });
        assert_eq!(path(stored), Some(PathBuf::from("/home/roe/Zotero/storage/ABCD2345/Roe - 2019.pdf")));
        let linked = json!({"data": {
            "key": "ABCD2346", "itemType": "attachment", "linkMode": "linked_file", "path": "/home/roe/papers/roe.pdf"
        }});
        assert_eq!(path(linked), Some(PathBuf::from("/home/roe/papers/roe.pdf")));
        for elsewhere in [
            "https://api.zotero.org/users/1/items/ABCD2345/file",
            "file://host/share/x.pdf",
            "file:x.pdf",
            "file:///%00.pdf",
        ] {
            let attachment = json!({
                "links": {"enclosure": {"href": elsewhere}},
                "data": {"key": "ABCD2345", "itemType": "attachment", "linkMode": "imported_url", "path": "attachments:x.pdf"}
            });
            assert_eq!(path(attachment), None, "{elsewhere}");
        }
    }
}
