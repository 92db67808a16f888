//! Synthetic PubMed XML for benchmarks: as long as real records, with natural word frequencies.

use referee_bibliography::{Date, Name, Work};
use std::fmt::Write as _;
use std::io::{self, Write};

/// The number of different words. Word number n is about n times rarer than the first.
const VOCABULARY: f64 = 300_000.0;
const SURNAMES: f64 = 80_000.0;
const JOURNALS: f64 = 8_000.0;

/// A pseudo-random number generator with a fixed seed.
pub struct Dice(u64);

impl Dice {
    pub fn of(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// Draws a rank by Zipf's law.
    fn rank(&mut self, size: f64) -> u64 {
        let uniform = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        size.powf(uniform) as u64
    }
}

/// Appends a pronounceable word for a number, always the same.
fn word(number: u64, out: &mut String) {
    const ONSETS: &[&str] = &[
        "b", "c", "d", "f", "g", "gl", "h", "k", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "tr", "v",
        "z",
    ];
    const VOWELS: &[&str] = &["a", "e", "i", "o", "u"];
    let mut rest = number;
    loop {
        out.push_str(ONSETS[(rest % 20) as usize]);
        rest /= 20;
        out.push_str(VOWELS[(rest % 5) as usize]);
        rest /= 5;
        if rest == 0 {
            break;
        }
    }
    if number.is_multiple_of(3) {
        out.push('n');
    }
}

fn capital(text: &mut String, start: usize) {
    if let Some(first) = text[start..].chars().next() {
        let upper = first.to_ascii_uppercase().to_string();
        text.replace_range(start..start + first.len_utf8(), &upper);
    }
}

/// Returns the title of a record.
pub fn title(pmid: u32) -> String {
    let mut dice = Dice::of(u64::from(pmid));
    let mut out = String::new();
    let words = 8 + dice.below(11);
    let colon = 4 + dice.below(20);
    for place in 0..words {
        if place == colon && place + 2 < words {
            out.push_str(": ");
        } else if place > 0 {
            out.push(' ');
        }
        word(dice.rank(VOCABULARY), &mut out);
    }
    capital(&mut out, 0);
    out
}

/// Returns year, volume and first page of a record.
pub fn place(pmid: u32) -> (u64, u64, u64) {
    let mut dice = Dice::of(u64::from(pmid) ^ 0xabcd);
    (1975 + dice.below(51), 1 + dice.below(120), 1 + dice.below(2_000))
}

/// Returns the surname of the `number`th author of a record.
pub fn surname(pmid: u32, number: u64) -> String {
    let mut out = String::new();
    word(Dice::of((u64::from(pmid) << 8) ^ number).rank(SURNAMES) + 17, &mut out);
    capital(&mut out, 0);
    out
}

/// Returns the record with this PMID as a reference would cite it, with this title.
pub fn cited(pmid: u32, title: String) -> Work {
    let (year, volume, page) = place(pmid);
    Work {
        title: Some(title),
        authors: vec![Name::person(surname(pmid, 0), "A B")],
        date: Some(Date { year: i32::try_from(year).unwrap(), month: None, day: None }),
        volume: Some(volume.to_string()),
        pages: Some(page.to_string()),
        ..Work::default()
    }
}

/// Appends the record with this PMID as PubMed XML.
fn article(pmid: u32, abstracts: bool, out: &mut String) {
    let mut dice = Dice::of(u64::from(pmid) ^ 0x7777);
    let (year, volume, page) = place(pmid);
    let journal = dice.rank(JOURNALS);
    let mut name = String::from("Journal of ");
    word(journal + 5, &mut name);
    let mut short = String::from("J ");
    word(journal + 5, &mut short);
    let _ = write!(
        out,
        "<PubmedArticle><MedlineCitation Status=\"MEDLINE\" Owner=\"NLM\" IndexingMethod=\"Automated\"><PMID Version=\"1\">{pmid}</PMID>\n<DateCompleted><Year>{year}</Year><Month>11</Month><Day>20</Day></DateCompleted><DateRevised><Year>{}</Year><Month>03</Month><Day>04</Day></DateRevised>\n<Article PubModel=\"Print-Electronic\"><Journal><ISSN IssnType=\"Electronic\">1234-5678</ISSN><JournalIssue CitedMedium=\"Internet\"><Volume>{volume}</Volume><Issue>{}</Issue><PubDate><Year>{year}</Year><Month>Mar</Month></PubDate></JournalIssue><Title>{name}</Title><ISOAbbreviation>{short}</ISOAbbreviation></Journal>\n<ArticleTitle>{}.</ArticleTitle><Pagination><StartPage>{page}</StartPage><EndPage>{}</EndPage><MedlinePgn>{page}-{}</MedlinePgn></Pagination><ELocationID EIdType=\"doi\" ValidYN=\"Y\">10.1{}/synth.{pmid}</ELocationID>\n",
        year + 1,
        1 + dice.below(12),
        title(pmid),
        page + 9,
        (page + 9) % 10,
        100 + journal % 900,
    );
    if abstracts {
        out.push_str("<Abstract>");
        for label in ["BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"] {
            let _ = write!(out, "<AbstractText Label=\"{label}\" NlmCategory=\"{label}\">");
            for number in 0..38 {
                if number > 0 {
                    out.push(if number % 13 == 0 { '.' } else { ' ' });
                    if number % 13 == 0 {
                        out.push(' ');
                    }
                }
                word(dice.rank(VOCABULARY), out);
            }
            out.push_str(".</AbstractText>\n");
        }
        out.push_str("</Abstract>");
    }
    out.push_str("<AuthorList CompleteYN=\"Y\">");
    for number in 0..1 + dice.below(8) {
        let _ = writeln!(
            out,
            "<Author ValidYN=\"Y\"><LastName>{}</LastName><ForeName>Anna B</ForeName><Initials>AB</Initials><AffiliationInfo><Affiliation>Department of Medicine, University Hospital, Anytown, Country.</Affiliation></AffiliationInfo></Author>",
            surname(pmid, number)
        );
    }
    out.push_str("</AuthorList><Language>eng</Language><PublicationTypeList><PublicationType UI=\"D016428\">Journal Article</PublicationType><PublicationType UI=\"D013485\">Research Support, Non-U.S. Gov't</PublicationType></PublicationTypeList></Article><MedlineJournalInfo><Country>England</Country><MedlineTA>J</MedlineTA><NlmUniqueID>101000000</NlmUniqueID><ISSNLinking>1234-5678</ISSNLinking></MedlineJournalInfo><CitationSubset>IM</CitationSubset><MeshHeadingList>");
    for _ in 0..10 {
        out.push_str("<MeshHeading><DescriptorName UI=\"D000001\" MajorTopicYN=\"N\">");
        word(dice.rank(30_000.0), out);
        out.push_str("</DescriptorName></MeshHeading>\n");
    }
    let _ = writeln!(
        out,
        "</MeshHeadingList></MedlineCitation><PubmedData><History><PubMedPubDate PubStatus=\"pubmed\"><Year>{year}</Year><Month>3</Month><Day>4</Day></PubMedPubDate></History><PublicationStatus>ppublish</PublicationStatus><ArticleIdList><ArticleId IdType=\"pubmed\">{pmid}</ArticleId><ArticleId IdType=\"doi\">10.1{}/synth.{pmid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>",
        100 + journal % 900
    );
}

/// Writes a file of records in PubMed's format.
pub fn write_file(out: &mut dyn Write, pmids: std::ops::Range<u32>, abstracts: bool) -> io::Result<u64> {
    let mut bytes = 0;
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE PubmedArticleSet PUBLIC \"-//NLM//DTD PubMedArticle, 1st January 2025//EN\" \"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd\">\n<PubmedArticleSet>\n",
    );
    for pmid in pmids {
        article(pmid, abstracts, &mut text);
        if text.len() > 1 << 20 {
            out.write_all(text.as_bytes())?;
            bytes += text.len() as u64;
            text.clear();
        }
    }
    text.push_str("</PubmedArticleSet>\n");
    out.write_all(text.as_bytes())?;
    Ok(bytes + text.len() as u64)
}
