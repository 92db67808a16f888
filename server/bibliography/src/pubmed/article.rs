//! Parses one record of PubMed XML.

use super::cursor::{Cursor, Tag};
use crate::{
    Date, Identifier, Name, ReadError, SourceItem, SourceNotice, SourceRecord, Work, WorkKind,
    find_identifiers, journal_id, subject,
};
use referee_text::months::Month;

/// Parses the XML of one record into the record, or into the deletions that it declares. The offset
/// of an error is relative to the start of the record.
pub(super) fn read(xml: &str) -> Result<Vec<SourceItem>, ReadError> {
    let mut cursor = Cursor::new(xml);
    let mut record = SourceRecord::default();
    let mut items = Vec::new();
    if let Some(root) = cursor.child() {
        match root.name() {
            "DeleteCitation" | "DeleteDocument" => cursor.children(&root, |cursor, tag| {
                items.extend(Identifier::pmid(&cursor.text(&tag)).map(SourceItem::Deleted));
            }),
            "PubmedArticle" => {
                cursor.children(&root, |cursor, tag| match tag.name() {
                    "MedlineCitation" => citation(cursor, &tag, &mut record),
                    "PubmedData" => pubmed_data(cursor, &tag, &mut record),
                    _ => cursor.skip(&tag),
                });
            }
            "PubmedBookArticle" => {
                cursor.children(&root, |cursor, tag| match tag.name() {
                    "BookDocument" => book(cursor, &tag, &mut record),
                    "PubmedBookData" => pubmed_data(cursor, &tag, &mut record),
                    _ => cursor.skip(&tag),
                });
            }
            _ => citation(&mut cursor, &root, &mut record),
        }
    }
    if let Some(failure) = cursor.failure {
        return Err(failure);
    }
    if record.work.identifiers.pmid().is_some() || record.work.title.is_some() {
        items.push(SourceItem::Record(Box::new(record.without_controls())));
    }
    Ok(items)
}

/// Reads the element `MedlineCitation`.
fn citation(cursor: &mut Cursor<'_>, tag: &Tag<'_>, record: &mut SourceRecord) {
    record.work.kind = WorkKind::Article;
    // Read only the record's own version. `next` gives each tag its own lifetime.
    while let Some(tag) = next(cursor, tag) {
        match tag.name() {
            "PMID" => {
                record.version = tag.attribute("Version").and_then(|version| version.parse().ok());
                identify(record, Identifier::pmid(&cursor.text(&tag)));
            }
            "DateRevised" => record.revised = date(cursor, &tag),
            "Article" => article(cursor, &tag, record),
            "MedlineJournalInfo" => cursor.children(&tag, |cursor, tag| {
                let numbers = &mut record.work.journal_ids;
                match tag.name() {
                    "NlmUniqueID" => journal_id::add(numbers, journal_id::nlm(&cursor.text(&tag))),
                    "ISSNLinking" => journal_id::add(numbers, journal_id::issns(&cursor.text(&tag))),
                    _ => cursor.skip(&tag),
                }
            }),
            "CommentsCorrectionsList" => cursor.children(&tag, |cursor, tag| notice(cursor, &tag, record)),
            "ChemicalList" => cursor.children(&tag, |cursor, tag| {
                cursor.children(&tag, |cursor, tag| match tag.name() {
                    "NameOfSubstance" => {
                        subject::add_substance(&mut record.subjects, &cursor.text(&tag));
                    }
                    _ => cursor.skip(&tag),
                });
            }),
            "MeshHeadingList" => cursor.children(&tag, |cursor, tag| heading(cursor, &tag, record)),
            "KeywordList" => cursor.children(&tag, |cursor, tag| keyword(cursor, &tag, record)),
            "OtherID" => {
                let id = cursor.text(&tag);
                identify(record, id.starts_with("PMC").then(|| Identifier::pmcid(&id)).flatten());
            }
            _ => cursor.skip(&tag),
        }
    }
    if record.types.iter().any(|kind| kind == "Preprint") {
        record.work.kind = WorkKind::Preprint;
    } else if record.types.iter().any(|kind| kind == "Dataset") {
        record.work.kind = WorkKind::Dataset;
    }
}

/// Returns the next child of `parent`.
fn next<'x>(cursor: &mut Cursor<'x>, parent: &Tag<'_>) -> Option<Tag<'x>> {
    if parent.is_empty() { None } else { cursor.child() }
}

fn identify(record: &mut SourceRecord, identifier: Option<Identifier>) {
    record.work.identifiers.extend(identifier);
}

fn keyword<'x>(cursor: &mut Cursor<'x>, tag: &Tag<'x>, record: &mut SourceRecord) {
    subject::add_heading(&mut record.subjects, &cursor.text(tag));
}

/// Reads the element `MeshHeading`: the heading and its topical sub-headings.
fn heading<'x>(cursor: &mut Cursor<'x>, tag: &Tag<'x>, record: &mut SourceRecord) {
    let mut place = None;
    cursor.children(tag, |cursor, tag| match tag.name() {
        "DescriptorName" => place = subject::add_heading(&mut record.subjects, &cursor.text(&tag)),
        "QualifierName" => subject::add_sub_heading(&mut record.subjects, place, &cursor.text(&tag)),
        _ => cursor.skip(&tag),
    });
}

/// Reads the element `Article`.
fn article(cursor: &mut Cursor<'_>, tag: &Tag<'_>, record: &mut SourceRecord) {
    let mut number = None;
    while let Some(tag) = next(cursor, tag) {
        match tag.name() {
            "Journal" => journal(cursor, &tag, &mut record.work),
            "ArticleTitle" => record.work.title = title(cursor.text(&tag)),
            "VernacularTitle" => record.work.original_title = title(cursor.text(&tag)),
            "Pagination" => record.work.pages = pagination(cursor, &tag),
            "ELocationID" => {
                let valid = !tag.says("ValidYN", "N");
                let (is_doi, is_pii) = (tag.says("EIdType", "doi"), tag.says("EIdType", "pii"));
                let text = cursor.text(&tag);
                if valid && is_doi {
                    identify(record, Identifier::doi(&text));
                } else if valid && is_pii {
                    number = Some(text);
                }
            }
            "Abstract" => record.work.summary = summary(cursor, &tag),
            "AuthorList" => {
                record.work.authors_truncated = tag.says("CompleteYN", "N");
                record.work.authors = authors(cursor, &tag);
            }
            "Language" if record.work.language.is_none() => record.work.language = cursor.some_text(&tag),
            "PublicationTypeList" => {
                cursor.children(&tag, |cursor, tag| record.types.extend(cursor.some_text(&tag)))
            }
            "ArticleDate" => record.work.online_date = date(cursor, &tag),
            _ => cursor.skip(&tag),
        }
    }
    let work = &mut record.work;
    // An article without pages has an article number, if the publisher's item identifier looks like
    // one.
    let plain = |number: &String| {
        let digits = number.trim_start_matches(['e', 'E']);
        (1..=8).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
    };
    if work.pages.is_none() {
        work.pages = number.filter(plain);
    }
    let nothing = |title: &Option<String>| title.as_deref().is_none_or(|title| title == "Not Available");
    if nothing(&work.title) {
        work.title = work.original_title.take();
    }
}

/// Removes the full stop of a title, and the brackets of a translation.
pub(crate) fn title(mut title: String) -> Option<String> {
    if title.ends_with('.') && !title.ends_with("..") {
        title.pop();
    }
    let inner = title.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if let Some(inner) = inner.filter(|inner| !inner.contains(['[', ']'])) {
        title = inner.trim_end_matches('.').to_owned();
    }
    let title = title.trim();
    (!title.is_empty()).then(|| title.to_owned())
}

/// Reads the element `Journal`.
fn journal(cursor: &mut Cursor<'_>, tag: &Tag<'_>, work: &mut Work) {
    while let Some(tag) = next(cursor, tag) {
        match tag.name() {
            "JournalIssue" => {
                while let Some(tag) = next(cursor, &tag) {
                    match tag.name() {
                        "Volume" => work.volume = cursor.some_text(&tag),
                        "Issue" => work.issue = cursor.some_text(&tag),
                        "PubDate" => work.date = date(cursor, &tag),
                        _ => cursor.skip(&tag),
                    }
                }
            }
            "ISSN" => journal_id::add(&mut work.journal_ids, journal_id::issns(&cursor.text(&tag))),
            "Title" => work.container = cursor.some_text(&tag),
            "ISOAbbreviation" => work.container_short = cursor.some_text(&tag),
            _ => cursor.skip(&tag),
        }
    }
}

/// Reads the element `Pagination`: MEDLINE's notation, otherwise first and last page.
fn pagination(cursor: &mut Cursor<'_>, tag: &Tag<'_>) -> Option<String> {
    let (mut first, mut last, mut medline) = (None, None, None);
    while let Some(tag) = next(cursor, tag) {
        match tag.name() {
            "StartPage" => first = cursor.some_text(&tag),
            "EndPage" => last = cursor.some_text(&tag),
            "MedlinePgn" => medline = cursor.some_text(&tag),
            _ => cursor.skip(&tag),
        }
    }
    medline.or_else(|| match (first, last) {
        (Some(first), Some(last)) if first != last => Some(format!("{first}-{last}")),
        (first, _) => first,
    })
}

/// Reads the element `Abstract`, one line per section.
fn summary(cursor: &mut Cursor<'_>, tag: &Tag<'_>) -> Option<String> {
    let mut out = String::new();
    while let Some(tag) = next(cursor, tag) {
        if tag.name() != "AbstractText" {
            cursor.skip(&tag);
            continue;
        }
        let label = tag.attribute("Label").filter(|label| label != "UNLABELLED" && !label.is_empty());
        let Some(text) = cursor.some_text(&tag) else { continue };
        if !out.is_empty() {
            out.push('\n');
        }
        if let Some(label) = label {
            out.push_str(label.trim_end_matches(':'));
            out.push_str(": ");
        }
        out.push_str(&text);
    }
    (!out.is_empty()).then_some(out)
}

/// Reads the element `AuthorList`.
fn authors(cursor: &mut Cursor<'_>, tag: &Tag<'_>) -> Vec<Name> {
    let mut out = Vec::new();
    while let Some(tag) = next(cursor, tag) {
        // An author marked as invalid is a misspelling that another entry corrects.
        if tag.name() != "Author" || tag.says("ValidYN", "N") {
            cursor.skip(&tag);
            continue;
        }
        let (mut family, mut given, mut initials, mut suffix, mut group) = (None, None, None, None, None);
        while let Some(tag) = next(cursor, &tag) {
            match tag.name() {
                "LastName" => family = cursor.some_text(&tag),
                "ForeName" | "FirstName" => given = cursor.some_text(&tag),
                "Initials" => initials = cursor.some_text(&tag),
                "Suffix" => suffix = cursor.some_text(&tag),
                "CollectiveName" => group = cursor.some_text(&tag),
                _ => cursor.skip(&tag),
            }
        }
        if let Some(family) = family {
            let given = given.or(initials).unwrap_or_default();
            out.extend(Name::from_parts(&family, &given, &suffix.unwrap_or_default()));
        } else if let Some(group) = group {
            out.push(Name::organisation(group.trim_end_matches('.')));
        }
    }
    out
}

/// Reads a date from the elements `Year`, `Month` and `Day`, or from `MedlineDate` with the text of
/// the cover.
fn date(cursor: &mut Cursor<'_>, tag: &Tag<'_>) -> Option<Date> {
    let (mut year, mut month, mut day) = (None, None, None);
    while let Some(tag) = next(cursor, tag) {
        match tag.name() {
            "Year" => year = cursor.text(&tag).trim().parse().ok(),
            "Month" => month = month_number(&cursor.text(&tag)),
            "Day" => day = cursor.text(&tag).trim().parse().ok().filter(|day| (1..=31).contains(day)),
            "MedlineDate" => {
                let cover = cover_date(&cursor.text(&tag));
                year = year.or(cover.map(|cover| cover.year));
                month = month.or(cover.and_then(|cover| cover.month));
            }
            _ => cursor.skip(&tag),
        }
    }
    year.map(|year| Date { year, month, day: day.filter(|_| month.is_some()) })
}

/// Returns the number of a month written as a number or beginning with its English name.
pub(crate) fn month_number(text: &str) -> Option<u8> {
    let text = text.trim();
    if let Ok(number) = text.parse::<u8>() {
        return (1..=12).contains(&number).then_some(number);
    }
    Month::of_start(text).map(|month| month.number)
}

/// Returns the first year in the text of a cover, and the month after or before it:
/// `1998 Dec-1999 Jan`, `Spring 2000`, `2002 Feb 7`.
pub(crate) fn cover_date(text: &str) -> Option<Date> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_year = |word: &&str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    let at = words.iter().position(is_year)?;
    let year = words.get(at)?.parse().ok()?;
    let behind = words
        .get(at + 1)
        .filter(|word| !is_year(word))
        .and_then(|word| month_number(word).filter(|_| !word.starts_with(|c: char| c.is_ascii_digit())));
    let before = at
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .and_then(|word| month_number(word).filter(|_| !word.starts_with(|c: char| c.is_ascii_digit())));
    let month = behind.or(before);
    let day = behind.and_then(|_| words.get(at + 2)?.parse().ok()).filter(|day| (1..=31).contains(day));
    Some(Date { year, month, day })
}

/// Reads the element `CommentsCorrections`. Mere citations are not kept.
fn notice(cursor: &mut Cursor<'_>, tag: &Tag<'_>, record: &mut SourceRecord) {
    if tag.says("RefType", "Cites") {
        // Every second article has about a hundred citations.
        while let Some(tag) = next(cursor, tag) {
            cursor.skip(&tag);
        }
        return;
    }
    let mut notice =
        SourceNotice { ref_type: tag.attribute("RefType").unwrap_or_default(), ..SourceNotice::default() };
    while let Some(tag) = next(cursor, tag) {
        match tag.name() {
            "RefSource" => notice.text = cursor.some_text(&tag),
            "PMID" => notice.identifiers.extend(Identifier::pmid(&cursor.text(&tag))),
            _ => cursor.skip(&tag),
        }
    }
    complete(&mut notice);
    record.notices.push(notice);
}

/// Adds date and DOI of a notice from its source:
/// `Cell Rep. 2022 Jun 28;39(13):111044. doi: 10.1016/…`.
pub(crate) fn complete(notice: &mut SourceNotice) {
    let Some(text) = &notice.text else { return };
    notice.date = notice.date.or_else(|| cover_date(text.split(';').next().unwrap_or(text)));
    for found in find_identifiers(text) {
        if let Ok(identifier) = found.result
            && !notice.identifiers.contains(&identifier)
        {
            notice.identifiers.push(identifier);
        }
    }
}

/// Reads the element `PubmedData`: only the article's own list of identifiers, not those of its
/// references.
fn pubmed_data(cursor: &mut Cursor<'_>, tag: &Tag<'_>, record: &mut SourceRecord) {
    while let Some(tag) = next(cursor, tag) {
        if tag.name() == "ArticleIdList" {
            article_ids(cursor, &tag, record);
        } else {
            cursor.skip(&tag);
        }
    }
}

/// Reads the element `ArticleIdList`.
fn article_ids(cursor: &mut Cursor<'_>, tag: &Tag<'_>, record: &mut SourceRecord) {
    while let Some(tag) = next(cursor, tag) {
        let (doi, pmc, pubmed) =
            (tag.says("IdType", "doi"), tag.says("IdType", "pmc"), tag.says("IdType", "pubmed"));
        let text = cursor.text(&tag);
        if doi && record.work.identifiers.doi().is_none() {
            identify(record, Identifier::doi(&text));
        } else if pmc {
            identify(record, Identifier::pmcid(&text));
        } else if pubmed && record.work.identifiers.pmid().is_none() {
            identify(record, Identifier::pmid(&text));
        }
    }
}

/// Reads the element `BookDocument`: a book or a chapter.
fn book(cursor: &mut Cursor<'_>, tag: &Tag<'_>, record: &mut SourceRecord) {
    let mut book = Work::default();
    while let Some(tag) = next(cursor, tag) {
        match tag.name() {
            "PMID" => {
                record.version = tag.attribute("Version").and_then(|version| version.parse().ok());
                identify(record, Identifier::pmid(&cursor.text(&tag)));
            }
            "ArticleIdList" => article_ids(cursor, &tag, record),
            "Book" => whole_book(cursor, &tag, record, &mut book),
            "ArticleTitle" => record.work.title = title(cursor.text(&tag)),
            "VernacularTitle" => record.work.original_title = title(cursor.text(&tag)),
            "AuthorList" => people(cursor, &tag, &mut record.work),
            "Pagination" => record.work.pages = pagination(cursor, &tag),
            "Abstract" => record.work.summary = summary(cursor, &tag),
            "Language" if record.work.language.is_none() => record.work.language = cursor.some_text(&tag),
            "PublicationType" => record.types.extend(cursor.some_text(&tag)),
            "ContributionDate" => record.work.online_date = date(cursor, &tag),
            "DateRevised" => record.revised = date(cursor, &tag),
            "KeywordList" => cursor.children(&tag, |cursor, tag| keyword(cursor, &tag, record)),
            _ => cursor.skip(&tag),
        }
    }
    let work = &mut record.work;
    work.kind = if work.title.is_some() { WorkKind::Chapter } else { WorkKind::Book };
    if work.title.is_none() {
        work.title = book.title;
        work.authors = if work.authors.is_empty() { book.authors } else { std::mem::take(&mut work.authors) };
    } else {
        work.container = book.title;
    }
    if work.editors.is_empty() {
        work.editors = book.editors;
    }
    work.date = book.date;
    work.publisher = book.publisher;
    work.edition = book.edition;
    work.volume = book.volume;
}

/// Reads the element `Book`.
fn whole_book(cursor: &mut Cursor<'_>, tag: &Tag<'_>, record: &mut SourceRecord, book: &mut Work) {
    while let Some(tag) = next(cursor, tag) {
        match tag.name() {
            "Publisher" => {
                while let Some(tag) = next(cursor, &tag) {
                    match tag.name() {
                        "PublisherName" => book.publisher = cursor.some_text(&tag),
                        _ => cursor.skip(&tag),
                    }
                }
            }
            "BookTitle" => book.title = title(cursor.text(&tag)),
            "PubDate" => book.date = date(cursor, &tag),
            "AuthorList" => people(cursor, &tag, book),
            "Edition" => book.edition = cursor.some_text(&tag),
            "Volume" => book.volume = cursor.some_text(&tag),
            "Isbn" => {
                let text = cursor.text(&tag);
                identify(record, Identifier::isbn(&text));
            }
            "ELocationID" => {
                let valid = tag.says("EIdType", "doi") && !tag.says("ValidYN", "N");
                let text = cursor.text(&tag);
                identify(record, valid.then(|| Identifier::doi(&text)).flatten());
            }
            _ => cursor.skip(&tag),
        }
    }
}

/// Reads the `AuthorList` of a book, which may contain editors.
fn people(cursor: &mut Cursor<'_>, tag: &Tag<'_>, work: &mut Work) {
    let editors = tag.says("Type", "editors");
    let incomplete = tag.says("CompleteYN", "N");
    let people = authors(cursor, tag);
    if editors {
        work.editors = people;
    } else {
        work.authors = people;
        work.authors_truncated = incomplete;
    }
}
