//! Measures how fast PubMed XML is read, with generated records like those of the yearly baseline.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark that cannot set itself up should fail")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use referee_bibliography::{find_identifiers, pubmed};
use std::fmt::Write;
use std::hint::black_box;

/// Returns a record of about 9 kB: an abstract in sections, ten authors with affiliations, MeSH
/// headings and thirty references.
fn record(number: u32) -> String {
    let mut out = format!(
        "<PubmedArticle><MedlineCitation Status=\"MEDLINE\" Owner=\"NLM\" IndexingMethod=\"Automated\"><PMID Version=\"1\">{number}</PMID>\
         <DateRevised><Year>2022</Year><Month>03</Month><Day>30</Day></DateRevised><Article PubModel=\"Print-Electronic\"><Journal>\
         <ISSN IssnType=\"Electronic\">1533-4406</ISSN><JournalIssue CitedMedium=\"Internet\"><Volume>346</Volume><Issue>6</Issue><PubDate>\
         <Year>2002</Year><Month>Feb</Month><Day>07</Day></PubDate></JournalIssue><Title>The New England journal of medicine</Title>\
         <ISOAbbreviation>N Engl J Med</ISOAbbreviation></Journal><ArticleTitle>Reduction in the incidence of type 2 diabetes with \
         lifestyle intervention or metformin in <i>E. coli</i> &amp; H<sub>2</sub>O number {number}.</ArticleTitle><Pagination>\
         <StartPage>393</StartPage><EndPage>403</EndPage><MedlinePgn>393-403</MedlinePgn></Pagination>\
         <ELocationID EIdType=\"doi\" ValidYN=\"Y\">10.1056/NEJMoa{number}</ELocationID><Abstract>"
    );
    for label in ["BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"] {
        let _ = write!(
            out,
            "<AbstractText Label=\"{label}\" NlmCategory=\"{label}\">Type 2 diabetes affects approximately 8 percent of adults in the United States. \
             Some risk factors (elevated plasma glucose concentrations, overweight, and a sedentary lifestyle) are potentially reversible. We \
             hypothesized that modifying these factors with a program or metformin would prevent or delay it (P&lt;0.001, n=3234).</AbstractText>"
        );
    }
    out.push_str("</Abstract><AuthorList CompleteYN=\"Y\">");
    for author in 0..10 {
        let _ = write!(
            out,
            "<Author ValidYN=\"Y\"><LastName>Knowler{author}</LastName><ForeName>William C</ForeName><Initials>WC</Initials><AffiliationInfo>\
             <Affiliation>Diabetes Prevention Program Coordinating Center, Biostatistics Center, George Washington University, Rockville, MD \
             20852, USA. dppmail@biostat.bsc.gwu.edu</Affiliation></AffiliationInfo></Author>"
        );
    }
    out.push_str(
        "</AuthorList><Language>eng</Language><PublicationTypeList><PublicationType UI=\"D016428\">Journal Article</PublicationType>\
         </PublicationTypeList></Article><MedlineJournalInfo><Country>United States</Country><MedlineTA>N Engl J Med</MedlineTA></MedlineJournalInfo>\
         <MeshHeadingList>",
    );
    for heading in 0..12 {
        let _ = write!(
            out,
            "<MeshHeading><DescriptorName UI=\"D0039{heading}\" MajorTopicYN=\"N\">Diabetes Mellitus, Type {heading}</DescriptorName>\
             <QualifierName UI=\"Q000517\" MajorTopicYN=\"Y\">prevention &amp; control</QualifierName></MeshHeading>"
        );
    }
    let _ = write!(
        out,
        "</MeshHeadingList></MedlineCitation><PubmedData><History><PubMedPubDate PubStatus=\"pubmed\"><Year>2002</Year><Month>2</Month>\
         <Day>8</Day><Hour>10</Hour><Minute>0</Minute></PubMedPubDate></History><PublicationStatus>ppublish</PublicationStatus>\
         <ArticleIdList><ArticleId IdType=\"pubmed\">{number}</ArticleId><ArticleId IdType=\"doi\">10.1056/NEJMoa{number}</ArticleId></ArticleIdList>\
         <ReferenceList>"
    );
    for reference in 0..30 {
        let _ = write!(
            out,
            "<Reference><Citation>Harris MI, Flegal KM. Prevalence of diabetes {reference}. Diabetes Care. 1998;21:518-24.</Citation>\
             <ArticleIdList><ArticleId IdType=\"pubmed\">95710{reference}</ArticleId></ArticleIdList></Reference>"
        );
    }
    out.push_str("</ReferenceList></PubmedData></PubmedArticle>\n");
    out
}

fn reading(criterion: &mut Criterion) {
    let count = 2_000;
    let mut file = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?><PubmedArticleSet>");
    for number in 1..=count {
        file.push_str(&record(number));
    }
    file.push_str("</PubmedArticleSet>");
    let mut group = criterion.benchmark_group("pubmed");
    group.throughput(Throughput::Elements(u64::from(count)));
    group.sample_size(20);
    group.bench_function("cut", |context| {
        context.iter(|| pubmed::raw_records(black_box(file.as_bytes())).flatten().count())
    });
    group.bench_function("read", |context| {
        context.iter(|| pubmed::read(black_box(file.as_bytes())).flatten().count())
    });
    group.finish();

    let paragraph = "In the Diabetes Prevention Program, metformin 850 mg twice a day reduced the incidence of diabetes by 31% \
        (10.5 vs 7.8 cases per 100 person-years), doi:10.1056/NEJMoa012512, PMID: 11832527. The function of the junction was NCT. ";
    let draft = paragraph.repeat(2_000_000 / paragraph.len());
    let mut group = criterion.benchmark_group("identifiers");
    group.throughput(Throughput::Bytes(draft.len() as u64));
    group.sample_size(20);
    group.bench_function("draft of 2 MB", |context| {
        context.iter(|| find_identifiers(black_box(&draft)).len())
    });
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
