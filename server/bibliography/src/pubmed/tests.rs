#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use crate::{Date, Identifier, Name, SourceRecord, WorkKind};
use proptest::prelude::*;

const ARTICLE: &str = r#"<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="2">11832527</PMID>
<DateRevised><Year>2022</Year><Month>03</Month><Day>30</Day></DateRevised>
<Article PubModel="Print"><Journal><JournalIssue CitedMedium="Print"><Volume>346</Volume><Issue>6</Issue><PubDate><MedlineDate>2002 Feb-Mar</MedlineDate></PubDate></JournalIssue>
<Title>The New England journal of medicine</Title><ISOAbbreviation>N Engl J Med</ISOAbbreviation></Journal>
<ArticleTitle>Reduction of Na<sup>+</sup> &amp; H<sub>2</sub>O in
   <i>E. coli</i>: P&lt;0.001 and n&gt;5 &#x3b1;.</ArticleTitle>
<Pagination><StartPage>393</StartPage><EndPage>403</EndPage><MedlinePgn>393-403</MedlinePgn></Pagination>
<ELocationID EIdType="doi" ValidYN="N">10.1056/wrong</ELocationID><ELocationID EIdType="doi" ValidYN="Y">10.1056/NEJMoa012512</ELocationID>
<Abstract><AbstractText Label="BACKGROUND">Type 2 diabetes &lt;i&gt;affects&lt;/i&gt; many.</AbstractText><AbstractText Label="METHODS">We did <b>it</b>.</AbstractText><CopyrightInformation>none</CopyrightInformation></Abstract>
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>van der Berg</LastName><ForeName>William C</ForeName><Initials>WC</Initials><Suffix>Jr</Suffix><AffiliationInfo><Affiliation>NIH</Affiliation></AffiliationInfo></Author>
<Author ValidYN="N"><LastName>Wrong</LastName></Author><Author ValidYN="Y"><CollectiveName>Diabetes Prevention Program Research Group</CollectiveName></Author></AuthorList>
<Language>eng</Language><PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType><PublicationType UI="D016441">Retracted Publication</PublicationType></PublicationTypeList>
<ArticleDate DateType="Electronic"><Year>2002</Year><Month>01</Month><Day>31</Day></ArticleDate></Article>
<CommentsCorrectionsList><CommentsCorrections RefType="Cites"><RefSource>x</RefSource><PMID Version="1">1</PMID></CommentsCorrections>
<CommentsCorrections RefType="RetractionIn"><RefSource>N Engl J Med. 2010 Feb 6;375(9713):445. doi: 10.1056/x1</RefSource><PMID Version="1">20137807</PMID></CommentsCorrections></CommentsCorrectionsList>
<ChemicalList><Chemical><RegistryNumber>9100L32L2N</RegistryNumber><NameOfSubstance UI="D008687">Metformin</NameOfSubstance></Chemical><Chemical><RegistryNumber>0</RegistryNumber><NameOfSubstance UI="C000">Sirt9 protein, mouse</NameOfSubstance></Chemical></ChemicalList>
<MeshHeadingList><MeshHeading><DescriptorName UI="D003924" MajorTopicYN="Y">Diabetes Mellitus, Type 2</DescriptorName><QualifierName UI="Q000517">prevention &amp; control</QualifierName><QualifierName UI="Q000188">drug therapy</QualifierName></MeshHeading><MeshHeading><DescriptorName UI="D008687" MajorTopicYN="N">Metformin</DescriptorName><QualifierName UI="Q000627">administration &amp; dosage</QualifierName></MeshHeading></MeshHeadingList>
<KeywordList Owner="NOTNLM"><Keyword MajorTopicYN="N">metformin</Keyword></KeywordList></MedlineCitation>
<PubmedData><History><PubMedPubDate PubStatus="pubmed"><Year>2002</Year></PubMedPubDate></History><ArticleIdList><ArticleId IdType="pubmed">11832527</ArticleId><ArticleId IdType="pmc">PMC1370926</ArticleId><ArticleId IdType="doi">10.1056/NEJMoa012512</ArticleId></ArticleIdList>
<ReferenceList><Reference><Citation>y</Citation><ArticleIdList><ArticleId IdType="pubmed">99</ArticleId><ArticleId IdType="doi">10.9999/other</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>"#;

fn set(records: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE PubmedArticleSet PUBLIC \"x\" \"y\">\n<!-- a > b --><PubmedArticleSet>\n{records}\n</PubmedArticleSet>\n"
    )
}

fn all(text: &str) -> (Vec<SourceItem>, Vec<ReadError>) {
    let (mut items, mut errors) = (Vec::new(), Vec::new());
    for item in read(text.as_bytes()) {
        match item {
            Ok(item) => items.push(item),
            Err(error) => errors.push(error),
        }
    }
    (items, errors)
}

fn record(text: &str) -> SourceRecord {
    match all(text).0.into_iter().next() {
        Some(SourceItem::Record(record)) => *record,
        other => panic!("no record: {other:?}"),
    }
}

#[test]
fn an_article_is_read_with_all_that_it_says() {
    let record = record(&set(ARTICLE));
    let work = &record.work;
    assert_eq!(work.kind, WorkKind::Article);
    assert_eq!(work.title.as_deref(), Some("Reduction of Na+ & H2O in E. coli: P<0.001 and n>5 α"));
    assert_eq!(work.container.as_deref(), Some("The New England journal of medicine"));
    assert_eq!(work.container_short.as_deref(), Some("N Engl J Med"));
    assert_eq!(work.date, Some(Date { year: 2002, month: Some(2), day: None }));
    assert_eq!(work.online_date, Some(Date { year: 2002, month: Some(1), day: Some(31) }));
    assert_eq!(
        (work.volume.as_deref(), work.issue.as_deref(), work.pages.as_deref()),
        (Some("346"), Some("6"), Some("393-403"))
    );
    assert_eq!(
        work.summary.as_deref(),
        Some("BACKGROUND: Type 2 diabetes affects many.\nMETHODS: We did it.")
    );
    assert_eq!(work.language.as_deref(), Some("eng"));
    assert_eq!(work.authors.len(), 2);
    assert_eq!(
        work.authors[0],
        Name::Person {
            family: "Berg".into(),
            given: "William C".into(),
            particle: "van der".into(),
            suffix: "Jr".into()
        }
    );
    assert_eq!(work.authors[1], Name::organisation("Diabetes Prevention Program Research Group"));
    let identifiers: Vec<String> = work.identifiers.iter().map(ToString::to_string).collect();
    assert_eq!(identifiers, ["PMID:11832527", "doi:10.1056/nejmoa012512", "PMC1370926"]);
    assert_eq!(record.version, Some(2));
    assert_eq!(record.revised, Some(Date { year: 2022, month: Some(3), day: Some(30) }));
    assert_eq!(record.types, ["Journal Article", "Retracted Publication"]);
    assert_eq!(
        record.subjects,
        [
            "[Metformin]/administration & dosage",
            "[Sirt9 protein, mouse]",
            "Diabetes Mellitus, Type 2/drug therapy",
            "metformin"
        ]
    );
    let [notice] = record.notices.as_slice() else { panic!("{:?}", record.notices) };
    assert_eq!(notice.ref_type, "RetractionIn");
    assert_eq!(notice.date, Some(Date { year: 2010, month: Some(2), day: Some(6) }));
    assert_eq!(notice.identifiers, [Identifier::Pmid(20_137_807), Identifier::Doi("10.1056/x1".into())]);
}

#[test]
fn a_translated_title_keeps_the_original() {
    let text = ARTICLE
        .replace("<ArticleTitle>", "<VernacularTitle>Reducción.</VernacularTitle><ArticleTitle>[")
        .replace("&#x3b1;.</ArticleTitle>", "x].</ArticleTitle>");
    let work = record(&set(&text)).work;
    assert!(
        work.title.as_deref().unwrap().starts_with("Reduction of") && !work.title.unwrap().ends_with(']')
    );
    assert_eq!(work.original_title.as_deref(), Some("Reducción"));
}

#[test]
fn deleted_records_are_named() {
    let (items, errors) = all(&set(&format!(
        "{ARTICLE}<DeleteCitation><PMID Version=\"1\">123</PMID><PMID Version=\"1\">124</PMID></DeleteCitation>"
    )));
    assert!(errors.is_empty());
    assert_eq!(
        items[1..],
        [SourceItem::Deleted(Identifier::Pmid(123)), SourceItem::Deleted(Identifier::Pmid(124))]
    );
}

#[test]
fn the_old_root_and_books_are_read() {
    let citation = ARTICLE.split_once("<PubmedData>").unwrap().0.trim_start_matches("<PubmedArticle>");
    let old = format!("<MedlineCitationSet>{citation}</MedlineCitationSet>");
    assert_eq!(record(&old).work.identifiers.pmid(), Some(11_832_527));
    let book = r#"<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID Version="1">20301382</PMID><ArticleIdList><ArticleId IdType="bookaccession">NBK1203</ArticleId></ArticleIdList>
        <Book><Publisher><PublisherName>University of Washington</PublisherName><PublisherLocation>Seattle</PublisherLocation></Publisher><BookTitle book="gene">GeneReviews<sup>&#174;</sup></BookTitle><PubDate><Year>1993</Year></PubDate>
        <AuthorList Type="editors" CompleteYN="Y"><Author ValidYN="Y"><LastName>Adam</LastName><ForeName>Margaret P</ForeName></Author></AuthorList><Isbn>9780306406157</Isbn></Book>
        <ArticleTitle>Deletion Syndromes</ArticleTitle><Language>eng</Language><AuthorList Type="authors" CompleteYN="Y"><Author ValidYN="Y"><LastName>Goldstein</LastName><ForeName>Amy</ForeName></Author></AuthorList></BookDocument></PubmedBookArticle></PubmedArticleSet>"#;
    let work = record(book).work;
    assert_eq!(work.kind, WorkKind::Chapter);
    assert_eq!(work.title.as_deref(), Some("Deletion Syndromes"));
    assert_eq!(work.container.as_deref(), Some("GeneReviews®"));
    assert_eq!(work.editors, [Name::person("Adam", "Margaret P")]);
    assert_eq!(work.authors, [Name::person("Goldstein", "Amy")]);
    assert_eq!(work.publisher.as_deref(), Some("University of Washington"));
    assert_eq!(work.date.map(|date| date.year), Some(1993));
    assert_eq!(work.identifiers.isbn(), Some("9780306406157"));
}

#[test]
fn a_file_that_is_cut_off_yields_what_is_whole() {
    let text = set(&ARTICLE.repeat(3));
    let cut = text.get(..text.len() - 200).unwrap();
    let (items, errors) = all(cut);
    assert_eq!((items.len(), errors.len()), (2, 1));
    assert!(matches!(errors[0].problem, ReadProblem::RecordNotClosed), "{errors:?}");
    let (items, errors) = all(text.trim_end().trim_end_matches("</PubmedArticleSet>"));
    assert_eq!((items.len(), errors.len()), (3, 1));
    for other in
        ["", "hello", "<html><body>Error</body></html>", "<eFetchResult><ERROR>x</ERROR></eFetchResult>"]
    {
        let (items, errors) = all(other);
        assert_eq!((items.len(), errors.len()), (0, 1), "{other}");
    }
    for empty in ["<PubmedArticleSet></PubmedArticleSet>", "<PubmedArticleSet/>"] {
        let (items, errors) = all(empty);
        assert_eq!((items.len(), errors.len()), (0, 0), "{empty}");
    }
}

#[test]
fn a_broken_record_costs_nothing_but_itself() {
    let broken = ARTICLE.replace("</ArticleTitle>", "</Wrong>");
    let (items, errors) = all(&set(&format!("{ARTICLE}{broken}{ARTICLE}")));
    assert_eq!((items.len(), errors.len()), (2, 1));
    assert!(matches!(errors[0].problem, ReadProblem::NotWellFormed(_)), "{errors:?}");
}

proptest! {
    #[test]
    fn any_damage_is_survived(cut in 0..7_000_usize, from in 0..3_000_usize, junk in r"(<PubmedArticle>|</PubmedArticle>|<|&|]]>|<!--|\PC){0,6}") {
        let mut text = set(&ARTICLE.repeat(2));
        let from = (0..=from.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.insert_str(from, &junk);
        let cut = (0..=cut.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(cut);
        prop_assert!(all(&text).0.len() <= 3);
    }
}
