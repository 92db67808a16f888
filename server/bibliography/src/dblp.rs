//! Reads the dump of dblp, `dblp.xml`: articles, conference papers, chapters, books and theses of
//! computer science.
//!
//! The file has gigabytes and is read record by record. Letters beyond ASCII are HTML entities
//! (`&uuml;`) or Latin-1 bytes. A number distinguishes persons with the same name (`Wei Wang 0001`)
//! and is not part of the name. Records of persons (`www`, `person`) and of whole volumes
//! (`proceedings`) are skipped.

use crate::{
    Date, Identifier, Identifiers, Name, ReadError, ReadProblem, SourceItem, SourceRecord, Work, WorkKind,
    html_text,
};
use memchr::memmem;
use std::io::BufRead;

/// The elements that are records, and whether they are read.
const RECORDS: [(&str, bool); 10] = [
    ("article", true),
    ("inproceedings", true),
    ("incollection", true),
    ("book", true),
    ("phdthesis", true),
    ("mastersthesis", true),
    ("data", true),
    ("proceedings", false),
    ("www", false),
    ("person", false),
];

/// The largest record that is read, in bytes; a paper of the largest collaborations has a tenth of
/// it.
const MAX_RECORD_BYTES: usize = 4 << 20;

/// Whether the beginning of a file looks like the dump.
#[must_use]
pub fn recognises(head: &str) -> bool {
    let start = head.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    start.starts_with('<')
        && (start.contains("<!DOCTYPE dblp") || start.contains("<dblp>") || start.contains("<dblp "))
}

/// Reads the dump, record by record.
pub fn read<R: BufRead>(input: R) -> impl Iterator<Item = Result<SourceItem, ReadError>> {
    let mut records = RawRecords { input, buffer: Vec::new(), start: 0, offset: 0, ended: false };
    std::iter::from_fn(move || {
        loop {
            match records.next()? {
                Ok((element, xml)) => {
                    if let Some(record) = record(element, &decoded(&xml)) {
                        return Some(Ok(SourceItem::Record(Box::new(record))));
                    }
                }
                Err(error) => return Some(Err(error)),
            }
        }
    })
}

/// Iterates over the records of a file as bytes.
struct RawRecords<R> {
    input: R,
    buffer: Vec<u8>,
    /// The number of consumed bytes of the buffer; they are removed before the next read.
    start: usize,
    /// The offset of the rest of the buffer in the file, in bytes.
    offset: u64,
    ended: bool,
}

impl<R: BufRead> RawRecords<R> {
    fn next(&mut self) -> Option<Result<(&'static str, Vec<u8>), ReadError>> {
        let mut searched = 0;
        loop {
            match self.begin() {
                None => {
                    // A tag may be cut off at the end of the buffer.
                    let kept = memchr::memrchr(b'<', self.rest()).unwrap_or(self.rest().len());
                    self.drop_front(kept);
                }
                Some((start, element, is_read)) => {
                    self.drop_front(start);
                    let end = format!("</{element}>");
                    let from = searched.min(self.rest().len());
                    let found = self.rest().get(from..).and_then(|rest| memmem::find(rest, end.as_bytes()));
                    if let Some(at) = found {
                        let length = from + at + end.len();
                        let xml = self.rest().get(..length).unwrap_or_default().to_vec();
                        self.drop_front(length);
                        searched = 0;
                        if is_read {
                            return Some(Ok((element, xml)));
                        }
                        continue;
                    }
                    if self.rest().len() > MAX_RECORD_BYTES {
                        let megabytes = MAX_RECORD_BYTES >> 20;
                        let offset = self.offset;
                        self.end();
                        return Some(Err(ReadError { problem: ReadProblem::TooLarge { megabytes }, offset }));
                    }
                    searched = self.rest().len().saturating_sub(end.len());
                }
            }
            if self.ended {
                let is_open = self.begin().is_some();
                let offset = self.offset;
                self.end();
                return is_open.then_some(Err(ReadError { problem: ReadProblem::RecordNotClosed, offset }));
            }
            if let Err(error) = self.fill() {
                self.end();
                return Some(Err(ReadError { problem: ReadProblem::Io(error), offset: self.offset }));
            }
        }
    }

    /// Returns the offset of the next record, its element, and whether it is read.
    fn begin(&self) -> Option<(usize, &'static str, bool)> {
        let rest = self.rest();
        memchr::memchr_iter(b'<', rest).find_map(|at| {
            let tag = rest.get(at + 1..)?;
            let is_it = |name: &&(&str, bool)| {
                let rest = tag.strip_prefix(name.0.as_bytes());
                rest.and_then(<[u8]>::first)
                    .is_some_and(|next| matches!(next, b' ' | b'>' | b'\n' | b'\t' | b'\r'))
            };
            RECORDS.iter().find(is_it).map(|(name, is_read)| (at, *name, *is_read))
        })
    }

    fn drop_front(&mut self, count: usize) {
        self.start += count;
        self.offset += count as u64;
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    fn end(&mut self) {
        self.ended = true;
        self.start = 0;
        self.buffer.clear();
    }

    /// Reads the next chunk.
    fn fill(&mut self) -> std::io::Result<()> {
        self.buffer.drain(..self.start.min(self.buffer.len()));
        self.start = 0;
        let piece = self.input.fill_buf()?;
        let count = piece.len();
        self.buffer.extend_from_slice(piece);
        self.input.consume(count);
        self.ended = count == 0;
        Ok(())
    }
}

/// Decodes a record as UTF-8, otherwise as Latin-1.
fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// Returns the fields of a record in order: name and content as written.
fn fields(xml: &str) -> Vec<(&str, &str)> {
    let mut out = Vec::new();
    let Some((_, mut rest)) = xml.split_once('>') else { return out };
    while let Some((_, after)) = rest.split_once('<') {
        let Some((tag, content)) = after.split_once('>') else { break };
        let name = tag.split([' ', '\t', '\n', '\r', '/']).next().unwrap_or_default();
        if name.is_empty() || tag.ends_with('/') {
            rest = content;
            continue;
        }
        let end = format!("</{name}>");
        let Some(at) = content.find(&end) else { break };
        out.push((name, content.get(..at).unwrap_or_default()));
        rest = content.get(at + end.len()..).unwrap_or_default();
    }
    out
}

/// Removes markup and line breaks from a text.
fn plain(text: &str) -> String {
    html_text::plain(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn record(element: &str, xml: &str) -> Option<SourceRecord> {
    let fields = fields(xml);
    let all =
        |name: &'static str| fields.iter().filter(move |(own, _)| *own == name).map(|(_, text)| plain(text));
    let first = |name: &'static str| all(name).find(|text| !text.is_empty());
    let key = xml
        .split('>')
        .next()
        .and_then(|tag| tag.split_once("key=\""))
        .and_then(|(_, rest)| rest.split_once('"'));
    let key = key.map(|(key, _)| key.to_owned()).unwrap_or_default();
    let journal = first("journal");
    let is_preprint = journal.as_deref() == Some("CoRR") || key.starts_with("journals/corr/");
    let kind = match element {
        _ if is_preprint => WorkKind::Preprint,
        "article" => WorkKind::Article,
        "inproceedings" => WorkKind::ConferencePaper,
        "incollection" => WorkKind::Chapter,
        "book" => WorkKind::Book,
        "phdthesis" | "mastersthesis" => WorkKind::Thesis,
        "data" => WorkKind::Dataset,
        _ => WorkKind::Unknown,
    };
    let mut identifiers = Identifiers::default();
    let addresses: Vec<String> = all("ee").collect();
    addresses.iter().filter_map(|address| identifier_of(address)).for_each(|found| identifiers.insert(found));
    let preprint = is_preprint.then(|| first("volume")).flatten();
    let preprint = preprint.and_then(|volume| Identifier::arxiv(volume.strip_prefix("abs/")?));
    preprint.into_iter().for_each(|found| identifiers.insert(found));
    all("isbn").filter_map(|isbn| Identifier::isbn(&isbn)).for_each(|found| identifiers.insert(found));
    let title = first("title")?;
    let people =
        |name: &'static str| all(name).filter_map(|name| Name::parse(unnumbered(&name))).collect::<Vec<_>>();
    let year = first("year").and_then(|year| year.get(..4)?.parse().ok());
    let work = Work {
        kind,
        title: Some(without_full_stop(&title).to_owned()),
        authors: people("author"),
        editors: people("editor"),
        container: if is_preprint {
            Some(String::from("arXiv"))
        } else {
            journal.or_else(|| first("booktitle"))
        },
        publisher: first("publisher").or_else(|| first("school")),
        date: year.filter(|year| (1000..=9999).contains(year)).map(|year| Date {
            year,
            month: None,
            day: None,
        }),
        volume: first("volume").filter(|_| !is_preprint),
        issue: first("number"),
        pages: first("pages"),
        identifiers,
        url: addresses.into_iter().find(|address| address.starts_with("http")),
        ..Work::default()
    };
    Some(SourceRecord { work, ..SourceRecord::default() }.without_controls())
}

/// Returns the identifier in an address, for the registries that dblp links to.
fn identifier_of(address: &str) -> Option<Identifier> {
    let path = address.split_once("://")?.1;
    if let Some(doi) = path.strip_prefix("doi.org/").or_else(|| path.strip_prefix("dx.doi.org/")) {
        return Identifier::doi(doi);
    }
    Identifier::arxiv(path.strip_prefix("arxiv.org/abs/")?)
}

/// Removes the number by which dblp distinguishes persons with the same name.
fn unnumbered(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((name, number)) if number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => name,
    }
}

/// Removes the full stop that dblp adds to every title; "..." at the end is kept.
fn without_full_stop(title: &str) -> &str {
    match title.strip_suffix('.') {
        Some(bare) if !bare.ends_with('.') && !bare.is_empty() => bare.trim_end(),
        _ => title,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    const DUMP: &str = r#"<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp>
<article mdate="2024-01-02" key="journals/jmlr/MarshQ21">
<author orcid="0000-0001-0000-0000">Yorick M&auml;rsh 0001</author>
<author>Xenia Quill</author>
<title>Harbours that learn <i>their</i> own tides &amp; currents.</title>
<pages>1:1-1:40</pages><year>2021</year><volume>22</volume><journal>J. Mach. Learn. Res.</journal>
<ee type="oa">https://jmlr.org/papers/v22/20-001.html</ee>
</article><inproceedings mdate="2024-01-02" key="conf/iclr/QuillM22"><author>Xenia Quill</author><title>Why do boats wait?</title><year>2022</year><booktitle>ICLR</booktitle><ee>https://doi.org/10.5555/ABC.2</ee><crossref>conf/iclr/2022</crossref></inproceedings>
<proceedings key="conf/iclr/2022"><title>10th International Conference.</title><year>2022</year></proceedings>
<article publtype="informal" key="journals/corr/abs-2101-01234"><author>Xenia Quill</author><title>Boats.</title><year>2021</year><volume>abs/2101.01234</volume><journal>CoRR</journal><ee>https://arxiv.org/abs/2101.01234</ee></article>
<www key="homepages/1/1"><author>Xenia Quill</author><title>Home Page</title></www>
<phdthesis key="phd/x"><author>Xenia Quill</author><title>On boats</title><year>2019</year><school>Harbour University</school><isbn>978-0-262-51763-8</isbn></phdthesis>
</dblp>
"#;

    fn works(dump: &[u8]) -> Vec<Work> {
        read(dump)
            .filter_map(|item| match item {
                Ok(SourceItem::Record(record)) => Some(record.work),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn a_dump_is_read_record_by_record() {
        assert!(recognises(DUMP) && !recognises("<PubmedArticleSet>"));
        let works = works(DUMP.as_bytes());
        let kinds: Vec<WorkKind> = works.iter().map(|work| work.kind).collect();
        assert_eq!(
            kinds,
            [WorkKind::Article, WorkKind::ConferencePaper, WorkKind::Preprint, WorkKind::Thesis],
            "neither volumes nor persons"
        );
        let article = &works[0];
        assert_eq!(article.title.as_deref(), Some("Harbours that learn their own tides & currents"));
        assert_eq!(article.authors.iter().map(Name::surname).collect::<Vec<_>>(), ["Märsh", "Quill"]);
        assert_eq!(
            (article.year(), article.container.as_deref()),
            (Some(2021), Some("J. Mach. Learn. Res."))
        );
        assert_eq!(works[1].title.as_deref(), Some("Why do boats wait?"));
        assert_eq!(works[1].identifiers.doi(), Some("10.5555/abc.2"));
        assert_eq!(works[2].identifiers.arxiv(), Some("2101.01234"));
        assert_eq!(
            (works[3].publisher.as_deref(), works[3].identifiers.isbn()),
            (Some("Harbour University"), Some("9780262517638"))
        );
    }

    #[test]
    fn bytes_of_latin_1_are_letters() {
        let dump = DUMP.replace("&auml;", "\u{e4}").chars().map(|c| c as u8).collect::<Vec<u8>>();
        assert_eq!(works(&dump)[0].authors[0].surname(), "Märsh");
    }

    #[test]
    fn what_is_cut_off_is_said_and_what_came_before_is_kept() {
        let cut = &DUMP[..DUMP.find("Why do boats").unwrap()];
        let items: Vec<_> = read(cut.as_bytes()).collect();
        assert!(
            matches!(items.as_slice(), [Ok(_), Err(error)] if matches!(error.problem, ReadProblem::RecordNotClosed))
        );
        let endless = format!("<dblp><article key=\"x\">{}", "a".repeat(MAX_RECORD_BYTES + 10));
        let items: Vec<_> = read(endless.as_bytes()).collect();
        assert!(
            matches!(items.as_slice(), [Err(error)] if matches!(error.problem, ReadProblem::TooLarge { .. }))
        );
    }

    #[test]
    fn a_record_is_the_same_in_whatever_pieces_it_comes() {
        let whole = works(DUMP.as_bytes());
        for size in [1, 7, 64] {
            let pieces = std::io::BufReader::with_capacity(size, DUMP.as_bytes());
            let read: Vec<Work> = read(pieces)
                .filter_map(|item| match item {
                    Ok(SourceItem::Record(record)) => Some(record.work),
                    _ => None,
                })
                .collect();
            assert_eq!(read, whole, "{size}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
            let dump = [b"<dblp><article key=\"a\"><title>".as_slice(), &bytes, b"</title></article></dblp>"].concat();
            proptest::prop_assert!(read(dump.as_slice()).count() <= 2);
            let _ = read(bytes.as_slice()).count();
        }

        #[test]
        fn any_edit_of_a_dump_is_read(at in 0_usize..1_000, text in "[<>/a-z&;\"= ]{0,20}") {
            let mut dump = DUMP.to_owned();
            let at = (0..=at.min(dump.len())).rev().find(|at| dump.is_char_boundary(*at)).unwrap_or(0);
            dump.insert_str(at, &text);
            proptest::prop_assert!(read(dump.as_bytes()).count() < 12);
        }
    }
}
