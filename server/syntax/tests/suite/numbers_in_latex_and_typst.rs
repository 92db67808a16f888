//! Tests lists of references that are typed by hand, and citations by number, in LaTeX and Typst.

use super::{read, targets};
use referee_syntax::Format;

fn items(format: Format, text: &str) -> Vec<(Option<u32>, Option<String>)> {
    read(format, text)
        .list_items()
        .map(|listed| (listed.item.number, listed.item.work.title.clone()))
        .collect()
}

const FIRST: &str = "Smith J, Jones K. Metformin and the risk of cancer. Lancet. 2019;12:1-9.";
const SECOND: &str = "Roe A. Statins in older adults. BMJ. 2020;368:m12.";

fn titles(found: &[(Option<u32>, Option<String>)]) -> Vec<(Option<u32>, &str)> {
    found.iter().map(|(number, title)| (*number, title.as_deref().unwrap_or_default())).collect()
}

#[test]
fn a_numbered_list_in_latex_is_cited_by_number() {
    for list in [
        format!("[1] {FIRST}\\\\\n[2] {SECOND}\n"),
        format!("\\noindent [1] {FIRST}\n\n\\noindent [2] {SECOND}\n"),
        format!("\\begin{{enumerate}}\n\\item {FIRST}\n\\item {SECOND}\n\\end{{enumerate}}\n"),
        format!(
            "\\begin{{enumerate}}[label=(\\arabic*)]\n\n  \\item {FIRST}\n\n  \\item {SECOND}\n\\end{{enumerate}}\n"
        ),
    ] {
        let text = format!(
            "It works [1,2], and\\textsuperscript{{2}} more.$^{{1}}$ Here $x^{{2}}$, \\item[1] x \\\\[2] y \\cite[1]{{k}}.\n\n\
             \\section*{{References}}\n{list}\\end{{document}}\n"
        );
        let found = items(Format::Latex, &text);
        assert_eq!(
            titles(&found),
            [(Some(1), "Metformin and the risk of cancer"), (Some(2), "Statins in older adults")],
            "{list}"
        );
        assert_eq!(targets(Format::Latex, &text), ["[1, 2]", "[2]", "[1]", "k"], "{list}");
    }
}

#[test]
fn without_a_numbered_list_a_number_in_latex_cites_nothing() {
    let text = "In [1,2] it works.\n\n\\begin{thebibliography}{9}\n\\bibitem{a} Smith J. A title. BMJ 2020.\n\\end{thebibliography}\n";
    assert!(targets(Format::Latex, text).is_empty());
}

#[test]
fn a_numbered_list_in_typst_is_cited_by_number() {
    for list in [
        format!("+ {FIRST}\n+ {SECOND}\n"),
        format!("1. {FIRST}\n2. {SECOND}\n"),
        format!("+ {FIRST}\n\n+ {SECOND}\n"),
        format!("[1] {FIRST}\n\n[2] {SECOND}\n"),
    ] {
        let text = format!(
            "It works [1,2], and#super[2] more. Here $x^2$, @key[1] #f[2].\n\n= References\n\n{list}"
        );
        let found = items(Format::Typst, &text);
        assert_eq!(
            titles(&found),
            [(Some(1), "Metformin and the risk of cancer"), (Some(2), "Statins in older adults")],
            "{list}"
        );
        assert_eq!(targets(Format::Typst, &text), ["[1, 2]", "[2]", "key"], "{list}");
    }
}
