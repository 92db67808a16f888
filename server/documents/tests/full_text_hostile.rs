//! Full texts from hostile, broken and very long files: an error or a partial reading, no panic.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot set itself up should fail, and says what it measured"
)]

use proptest::prelude::*;
use referee_bibliography::{Identifier, Work};
use referee_documents::DocumentError;
use referee_documents::full_text::{Identity, identify, of_jats, of_latex, of_pdf};
use referee_documents::pdf::{Fragment, Page};
use referee_records::FullText;
use std::time::Instant;

fn fragment(x: f64, y: f64, size: f64, text: &str) -> Fragment {
    let letters = u32::try_from(text.chars().count()).unwrap();
    Fragment { text: text.to_owned(), size, x, end: x + 0.5 * size * f64::from(letters), y }
}

/// Whatever is read has plain, non-empty passages on pages that exist.
fn check(text: &FullText, pages: Option<u32>) {
    for passage in &text.passages {
        assert!(!passage.text.trim().is_empty() && !passage.text.contains('\n'), "{passage:?}");
        if let (Some(pages), Some(page)) = (pages, passage.page) {
            assert!((1..=pages).contains(&page), "{passage:?}");
        }
    }
    let mut work = Work { title: Some("Nights on wards".to_owned()), ..Work::default() };
    work.identifiers.extend(Identifier::doi("10.1000/wards"));
    let _ = identify(text, &work);
    let _ = identify(text, &text.work);
}

#[test]
fn a_scan_is_refused_and_a_stamp_is_no_text() {
    let scan = [Page { number: 1, fragments: Vec::new() }, Page { number: 2, fragments: Vec::new() }];
    assert!(matches!(of_pdf(&scan, "scan.pdf"), Err(DocumentError::NoText)));
    let stamp = [Page { number: 1, fragments: vec![fragment(10.0, 10.0, 8.0, "Scanned by library")] }];
    assert!(matches!(of_pdf(&stamp, "scan.pdf"), Err(DocumentError::NoText)));
    assert!(matches!(of_pdf(&[], "empty.pdf"), Err(DocumentError::NoText)));
}

#[test]
fn the_stamp_of_arxiv_says_what_a_file_is() {
    let stamp =
        Fragment { text: "arXiv:2101.00001v2  [cs.CL]  3 Jan 2021".to_owned(), ..Fragment::default() };
    let mut fragments = vec![fragment(60.0, 60.0, 17.0, "Nights on wards"), stamp];
    for line in 0..30_u32 {
        let text = "We counted the nights on all wards of the city and wrote them down.";
        fragments.push(fragment(60.0, 100.0 + 12.0 * f64::from(line), 10.0, text));
    }
    let text = of_pdf(&[Page { number: 1, fragments }], "roe.pdf").unwrap();
    assert_eq!(text.work.identifiers.arxiv(), Some("2101.00001"));
    assert_eq!(text.version.as_deref(), Some("arXiv v2"));
    assert!(text.passages.iter().all(|passage| !passage.text.contains("arXiv")));
    let mut work = Work::default();
    work.identifiers.extend(Identifier::arxiv("2101.00001"));
    assert_eq!(identify(&text, &work), Identity::ThisWork);
}

#[test]
fn nine_hundred_pages_are_read_once() {
    let mut pages = Vec::new();
    for number in 1..=900_u32 {
        let mut fragments = vec![fragment(60.0, 30.0, 9.0, &format!("Wards of the world {}", number + 16))];
        for line in 0..50_u32 {
            // No line is like another one, which would be a running head.
            let word: String =
                format!("{}", number * 50 + line).bytes().map(|digit| char::from(digit + 49)).collect();
            let text = format!("Line {word} of this page says that nights on this ward were counted and");
            fragments.push(fragment(60.0, 60.0 + 12.0 * f64::from(line), 10.0, &text));
        }
        pages.push(Page { number, fragments });
    }
    let begun = Instant::now();
    let text = of_pdf(&pages, "book.pdf").unwrap();
    println!("900 pages: {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
    check(&text, Some(900));
    let letters: usize = text.passages.iter().map(|passage| passage.text.len()).sum();
    assert!(letters > 900 * 50 * 64, "{letters}");
    assert!(text.passages.iter().all(|passage| passage.printed_page == passage.page.map(|page| page + 16)));
}

#[test]
fn deep_and_wide_files_end() {
    let begun = Instant::now();
    let nested =
        |open: &str, close: &str, times: usize| format!("{}{}", open.repeat(times), close.repeat(times));
    for (open, close) in [
        ("<alternatives>", "</alternatives>"),
        ("<xref>", "</xref>"),
        ("<sup>", "</sup>"),
        ("<x>", "</x>"),
        ("<sec>", "</sec>"),
        ("<list>", "</list>"),
        ("<fig>", "</fig>"),
    ] {
        let xml = format!("<article><body><p>Words {} of it</p></body></article>", nested(open, close, 180));
        if let Ok(text) = of_jats(xml.as_bytes(), "deep.xml") {
            check(&text, None);
        }
        println!("{:.0} ms: {open}", begun.elapsed().as_secs_f64() * 1e3);
    }
    let entities = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><article><body><p>&b;&b;&b; words</p></body></article>";
    let text = of_jats(entities.as_bytes(), "bomb.xml").unwrap();
    assert!(text.passages.iter().all(|passage| passage.text.len() < 100));
    for body in [
        "\\begin{quote}".repeat(100_000),
        nested("\\begin{quote}", "\\end{quote}", 50_000),
        (0..20_000).map(|at| format!("\\begin{{a{at}}}")).collect::<String>(),
        "\\section{".repeat(100_000),
        "\\caption{".repeat(100_000),
        "$".repeat(300_001),
        "\\a ".repeat(50_000),
        "\\input{b}".repeat(100_000),
        "{".repeat(500_000),
        "\\footnote{x}".repeat(100_000),
    ] {
        let macros = "\\newcommand{\\a}{\\b\\b\\b\\b\\b\\b\\b\\b}\\newcommand{\\b}{\\c\\c\\c\\c\\c\\c\\c\\c}\\newcommand{\\c}{cccccccccccccccccccc}";
        let main = format!(
            "\\documentclass{{article}}{macros}\\begin{{document}}Some words first. {body}\\end{{document}}"
        );
        let files = vec![
            ("main.tex".to_owned(), main.into_bytes()),
            ("b.tex".to_owned(), "\\input{c}".repeat(10_000).into_bytes()),
            ("c.tex".to_owned(), b"\\input{b} words".to_vec()),
        ];
        let text = of_latex(&files, "x.tar.gz").unwrap();
        check(&text, None);
        println!(
            "{:.0} ms: {}",
            begun.elapsed().as_secs_f64() * 1e3,
            body.chars().take(20).collect::<String>()
        );
    }
    println!("deep and wide files: {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
}

fn any_fragment() -> impl Strategy<Value = Fragment> {
    let number = prop_oneof![
        8 => -50.0..900.0_f64,
        1 => Just(f64::NAN),
        1 => Just(f64::INFINITY),
        1 => Just(1e300_f64),
    ];
    let word = prop_oneof![
        "[A-Za-z0-9 .,;()-]{0,40}",
        "(Table|Figure) [0-9]{1,2}[.:]? [A-Z][a-z ]{0,20}",
        "(References|Abstract|Methods|1 Introduction)",
        "[0-9]{1,4}",
        "\\PC{0,12}",
        Just("doi:10.1000/wards.1".to_owned()),
        "[⁰¹²³⁻,]{1,4}",
    ];
    (word, number.clone(), number.clone(), number.clone(), 0.0..40.0_f64)
        .prop_map(|(text, x, end, y, size)| Fragment { text, size, x, end, y })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn any_pages_are_read(
        pages in prop::collection::vec(prop::collection::vec(any_fragment(), 0..80), 0..5)
    ) {
        let pages: Vec<Page> = (1..)
            .zip(pages)
            .map(|(number, fragments)| Page { number, fragments })
            .collect();
        if let Ok(text) = of_pdf(&pages, "any.pdf") {
            check(&text, Some(u32::try_from(pages.len()).unwrap()));
        }
    }

    #[test]
    fn any_xml_is_read(
        body in "(</?(p|sec|title|xref|sup|fig|label|caption|table-wrap|table|tr|td|list|ref-list|ref|alternatives|disp-formula|x)( ref-type='bibr')?/?>|[a-z0-9 .&;<]{0,8}|é){0,60}"
    ) {
        let whole = format!("<article><front><article-meta><title-group><article-title>A b c</article-title></title-group></article-meta></front><body><p>Words</p>{body}</body></article>");
        for xml in [whole.as_bytes(), body.as_bytes()] {
            if let Ok(text) = of_jats(xml, "any.xml") {
                check(&text, None);
            }
        }
    }

    #[test]
    fn any_bytes_are_no_article(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = of_jats(&bytes, "any");
        let _ = of_latex(&[("a.tex".to_owned(), bytes)], "any");
    }

    #[test]
    fn any_sources_are_read(
        body in "(\\\\(begin|end)\\{(a|figure|table|tabular|abstract|equation|itemize|thebibliography)\\}|\\\\(section|caption|footnote|cite|emph|item|title|input|bibitem)(\\{|\\[)?|[{}$%&\\n]|[a-zé .]{0,8}){0,60}"
    ) {
        let main = format!("\\documentclass{{a}}\\newcommand{{\\emph}}{{x}}\\begin{{document}}Words. {body}\\end{{document}}");
        if let Ok(text) = of_latex(&[("main.tex".to_owned(), main.into_bytes())], "any") {
            check(&text, None);
        }
    }
}
