#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::Latex;
use crate::{Block, Mode, Options, Target};
use referee_bibliography::FieldName;
use referee_text::{Blocks, Rope};
use std::sync::Arc;

mod edits;

fn reader(own: &[&str]) -> Latex {
    let cite_commands = own.iter().map(|name| (*name).to_owned()).collect();
    Latex { options: Arc::new(Options { cite_commands }) }
}

fn blocks(text: &str) -> Blocks<Block> {
    Blocks::read(&reader(&[]), &Rope::from_str(text))
}

/// Returns the keys of a draft, in order; asserts that each is in the text at its span.
fn keys(text: &str) -> Vec<String> {
    keys_with(text, &[])
}

fn keys_with(text: &str, own: &[&str]) -> Vec<String> {
    let blocks = Blocks::read(&reader(own), &Rope::from_str(text));
    let mut out = Vec::new();
    for block in blocks.iter() {
        for citation in &block.content.citations {
            if let Target::Key(key) = &citation.target {
                let span = citation.span.shift(block.start as usize);
                if !key.contains(' ') {
                    assert_eq!(&text[span.range()], key);
                }
                assert!(citation.group.contains(citation.span));
                out.push(key.clone());
            }
        }
    }
    out
}

fn one(text: &str) -> Block {
    let blocks = blocks(text);
    assert_eq!(blocks.len(), 1, "{text}");
    Block::clone(blocks.get(0).unwrap().content)
}

fn modes(text: &str) -> Vec<Mode> {
    one(text).citations.iter().map(|citation| citation.mode).collect()
}

fn identifiers(text: &str) -> Vec<String> {
    let blocks = blocks(text);
    let all = blocks.iter().flat_map(|block| block.content.citations.clone());
    all.filter_map(|citation| match citation.target {
        Target::Identifier(identifier) => Some(identifier.to_string()),
        _ => None,
    })
    .collect()
}

#[test]
fn the_families_of_cite_commands_cite() {
    for command in [
        "cite",
        "citep",
        "citet",
        "citealt",
        "citealp",
        "citeauthor",
        "citeyear",
        "citeyearpar",
        "citenum",
        "Citet",
        "Citep",
        "Citealt",
        "Citeauthor",
        "citefullauthor",
        "citetalias",
        "citepalias",
        "parencite",
        "Parencite",
        "textcite",
        "Textcite",
        "footcite",
        "footcitetext",
        "autocite",
        "Autocite",
        "smartcite",
        "supercite",
        "fullcite",
        "footfullcite",
        "notecite",
        "nocite",
        "citetitle",
        "citedate",
        "citeurl",
        "citeA",
        "citeNP",
        "citeN",
        "shortcite",
        "shortciteA",
        "onlinecite",
        "bibentry",
        "citeonline",
        "citeasnoun",
        "possessivecite",
        "fullciteA",
        "citefield",
        "cites",
        "textcites",
        "parencites",
        "footcites",
        "supercites",
        "autocites",
        "smartcites",
        "Textcites",
        "citeauthor*",
        "citet*",
        "parencite*",
        "cite*",
    ] {
        assert_eq!(keys(&format!("As \\{command}{{smith2020}} says.")), ["smith2020"], "\\{command}");
    }
}

#[test]
fn optional_arguments_do_not_hide_the_key() {
    assert_eq!(keys("\\citep[see][p.~3]{a1}"), ["a1"]);
    assert_eq!(keys("\\citep[][p. 3--5]{a1}"), ["a1"]);
    assert_eq!(keys("\\cite<e.g.,>[p. 3]{a1}"), ["a1"]);
    assert_eq!(keys("\\citet  [p. 3]\n  % note\n {a1}"), ["a1"]);
    assert_eq!(keys("\\citep[see also \\citealt{b}, and {[}x{]}][]{a}"), ["b", "a"]);
    assert_eq!(keys("\\parencites(see)(and more)[1]{a}[2]{b}{c,d} text {e}"), ["a", "b", "c", "d"]);
    assert_eq!(keys("\\volcite[p]{2}[3]{a} \\citefield{b}{title}"), ["a", "b"]);
    assert_eq!(keys("\\defcitealias{a}{Paper I} \\citetext{see \\citealp{b}}"), ["a", "b"]);
}

#[test]
fn a_list_of_keys_may_be_written_in_any_way() {
    assert_eq!(keys("\\cite{a, b ,\n  c,,d,}"), ["a", "b", "c", "d"]);
    assert_eq!(keys("\\cite{a,% the first\n  b% the second\n}"), ["a", "b"]);
    assert_eq!(
        keys("\\cite{DBLP:conf/x/Y20,a.b+c'd,e&f_g-h,müller2020,{i}}"),
        ["DBLP:conf/x/Y20", "a.b+c'd", "e&f_g-h", "müller2020"]
    );
    assert_eq!(keys("\\cite{{a}} \\cite{} \\cite{ }"), ["a"]);
}

#[test]
fn what_tex_does_not_read_cites_nothing() {
    assert_eq!(keys("a % \\cite{no}\n\\%\\cite{yes}"), ["yes"]);
    assert_eq!(keys("\\verb|\\cite{no}| \\verb*+\\cite{no}+ \\lstinline{\\cite{no}} \\cite{yes}"), ["yes"]);
    assert_eq!(keys("\\begin{verbatim}\n\\cite{no}\n\n\\cite{no}\n\\end{verbatim}\n\\cite{yes}"), ["yes"]);
    assert_eq!(
        keys("\\begin{lstlisting}[language=TeX]\n\\cite{no}\n\n\n\\cite{no}\\end{lstlisting} \\cite{yes}"),
        ["yes"]
    );
    assert_eq!(keys("\\begin{comment}\n\n\\cite{no}\n\n\\end{comment}\n\n\\cite{yes}"), ["yes"]);
    assert_eq!(keys("\\iffalse\n\n\\ifx\\a\\b\\cite{no}\\fi\n\n\\cite{no}\\fi \\cite{yes}"), ["yes"]);
    assert_eq!(keys("\\cite{yes}\n\\end{document}\n\n\\cite{no}\n\n\\cite{no}"), ["yes"]);
}

#[test]
fn a_citation_in_a_formula_a_caption_or_a_footnote_counts() {
    assert_eq!(
        keys("$x \\text{ by \\citet{a}}$ \\footnote{\\cite{b}} \\caption[\\cite{c}]{x}"),
        ["a", "b", "c"]
    );
}

#[test]
fn the_argument_of_a_macro_is_no_key() {
    assert_eq!(keys("\\newcommand{\\mycite}[1]{\\citep{#1}} \\mycite{smith2020}"), ["smith2020"]);
    assert_eq!(
        keys("\\renewcommand{\\cite}[1]{x} \\def\\xcite#1{\\cite{#1}} \\let\\oldcite\\cite {a}"),
        [""; 0]
    );
    assert_eq!(keys("\\NewDocumentCommand{\\cc}{O{} m}{\\citep[#1]{#2}} \\cite{\\thekey}"), [""; 0]);
    assert_eq!(
        keys("\\DeclareCiteCommand{\\fullcite}{\\usebibmacro{x}}{a}{b}{c} \\newcites{A}{Title}"),
        [""; 0]
    );
}

#[test]
fn a_key_in_a_definition_is_cited_where_the_command_is_used() {
    let block = one("\\newcommand{\\ours}{\\citet{smith2020}}");
    assert_eq!(block.citations.len(), 1);
    assert_eq!(block.citations[0].mode, Mode::Hidden);
}

#[test]
fn commands_that_only_sound_like_citing_are_left_alone() {
    for text in [
        "\\citestyle{apa}",
        "\\citesetup{a1}",
        "\\setcitestyle{numbers}",
        "\\citereset{a}",
        "\\citeindextrue {a}",
        "\\citename{ww}",
        "\\citenamefont{Smith}",
        "\\citepunct{a}",
        "\\bibcite{a}{1}",
        "\\AtEveryCite{\\x}",
        "\\citetrackertrue{a1}",
        "\\excite{a1}",
        "\\nomecite{SILVA, Ana de}",
        "\\citecolour{blue}",
        "\\@cite{a}{b}",
    ] {
        let found = keys(text);
        assert!(found.is_empty() || found == ["SILVA"], "{text}: {found:?}");
    }
}

#[test]
fn unknown_commands_cite_where_their_argument_looks_like_keys() {
    assert_eq!(
        keys("\\mycite{smith} \\citetPage{123}{Monier98} \\xcitep[3]{a,b}"),
        ["smith", "Monier98", "a", "b"]
    );
    assert_eq!(keys("\\citebox{Some text} \\citecount{3}"), [""; 0]);
    assert_eq!(keys_with("\\refp{smith} \\other{x}", &["refp"]), ["smith"]);
}

#[test]
fn modes_tell_how_a_citation_is_set() {
    assert_eq!(
        modes("\\citep{a} \\citet{b} \\citeyear{c} \\nocite{d} \\textcite{e} \\autocite*{f} \\citeauthor{g}"),
        [
            Mode::Parenthetical,
            Mode::Textual,
            Mode::YearOnly,
            Mode::Hidden,
            Mode::Textual,
            Mode::YearOnly,
            Mode::Textual
        ]
    );
    assert!(one("\\nocite{*}").cites_all);
    assert!(!one("\\nocite{a}").cites_all);
}

#[test]
fn a_half_typed_citation_gives_its_key_and_damages_nothing() {
    assert_eq!(keys("One \\cite{abc\n\nTwo \\cite{def}."), ["abc", "def"]);
    assert_eq!(keys("One \\cite{abc"), ["abc"]);
    assert_eq!(keys("One \\cite{abc, de"), ["abc", "de"]);
    assert_eq!(keys("as \\citep{abc in mice and \\citep{x} too."), ["abc", "x"]);
    assert_eq!(keys("\\footnote{see \\cite{abc in mice\nand \\citet{x}."), ["abc", "x"]);
    assert_eq!(keys("\\cite[p. 3\n\n\\cite{a}"), ["a"]);
}

#[test]
fn a_verbatim_environment_without_end_hides_nothing_behind_its_paragraph() {
    assert_eq!(keys("\\begin{verbatim}\n\\cite{a}\n\n\\cite{b}\n\n\\iffalse\n\n\\cite{c}"), ["a", "b", "c"]);
}

#[test]
fn bibliographies_and_parts_are_named() {
    let block = one(
        "\\bibliography{a, refs/b}\\addbibresource[location=local]{c.bib}\\nobibliography{d}\\addglobalbib{e.bib}\n\
         \\begin{refsection}[f.bib,g.bib]\\input{x}\\include{y}\\subfile{z.tex}\\import{dir/}{w}\\input v.tex \n\
         \\includeonly{no}\\bibliography{\\jobname}\\bibliographyA{h}\\putbib[i]\\begin{btSect}[plain]{j}\\bibliographystyle{no}",
    );
    let names: Vec<_> = block.bibliographies.iter().map(|named| named.name.as_str()).collect();
    assert_eq!(names, ["a", "refs/b", "c.bib", "d", "e.bib", "f.bib", "g.bib", "\\jobname", "h", "i", "j"]);
    let names: Vec<_> = block.includes.iter().map(|include| include.name.as_str()).collect();
    assert_eq!(names, ["x", "y", "z.tex", "dir/w", "v.tex"]);
}

#[test]
fn the_root_of_a_part_is_named() {
    let text = "% !TEX root = ../main.tex\n\\documentclass[thesis.tex]{subfiles}";
    let block = one(text);
    let roots: Vec<_> =
        block.roots.iter().map(|root| (root.name.as_str(), &text[root.span.range()])).collect();
    assert_eq!(roots, [("../main.tex", "../main.tex"), ("thesis.tex", "thesis.tex")]);
}

#[test]
fn a_file_that_the_draft_carries_is_found_with_its_content() {
    let text = "\\begin{filecontents*}[overwrite]{refs.bib}\n@book{a}\n\n\\end{filecontents*}";
    let block = one(text);
    assert_eq!(block.embedded[0].name, "refs.bib");
    assert_eq!(&text[block.embedded[0].span.range()], "\n@book{a}\n\n");
}

#[test]
fn headings_have_levels_and_plain_text() {
    let text = "\\section*{Introduction \\& \\emph{Aims}}\nText\n\\subsection[Short]{M\\'ethodes}\\label{sec:m}\n\\section{Half";
    let blocks = blocks(text);
    let found: Vec<_> = blocks
        .iter()
        .flat_map(|block| block.content.headings.iter().map(|heading| (heading.level, heading.text.clone())))
        .collect();
    assert_eq!(
        found,
        [(3, "Introduction & Aims".to_owned()), (4, "Méthodes".to_owned()), (3, "Half".to_owned())]
    );
    assert!(blocks.iter().any(|block| block.content.labels.iter().any(|label| label.name == "sec:m")));
}

#[test]
fn identifiers_in_text_and_addresses_count_once() {
    assert_eq!(
        identifiers("See \\url{https://doi.org/10.1056/NEJMoa012512} and PMID: 11832527."),
        ["doi:10.1056/nejmoa012512", "PMID:11832527"]
    );
    assert_eq!(identifiers("\\href{https://doi.org/10.1000/a_b}{10.1000/a\\_b}"), ["doi:10.1000/a_b"]);
    assert_eq!(identifiers("doi:10.1000/a\\_b\\%c. % PMID: 123456"), ["doi:10.1000/a_b%c"]);
    assert_eq!(identifiers("\\verb|doi:10.1000/a| \\cite{10.1000/xyz} \\label{10.1000/xyz}"), [""; 0]);
}

#[test]
fn comments_silence() {
    let text = "% referee:ignore citation/not-found an internal report\n\\cite{a}";
    let block = one(text);
    assert_eq!(block.suppressions[0].rule, "citation/not-found");
    assert_eq!(block.suppressions[0].reason, "an internal report");
}

#[test]
fn formulas_comments_and_commands_are_no_prose() {
    let text = "We give $5 x$ or \\[ y \\] or \\begin{align}z\\end{align} \\textbf{now} \\cite{k}. % no";
    let block = one(text);
    let mut prose = text.to_owned();
    for span in block.opaque.iter().rev() {
        prose.replace_range(span.range(), "");
    }
    assert_eq!(prose, "We give  or  or  {now} . ");
}

#[test]
fn each_item_of_a_bibliography_is_a_block() {
    let text = "\\begin{thebibliography}{9}\n\\bibitem{a} Smith J. Title one.\n\\bibitem[Doe(2020)]{b:2}\n\nDoe J. Title two.\n\
                \\bibitem{c} Roe.\n\\end{thebibliography}\nAfter.";
    let blocks = blocks(text);
    let items: Vec<_> = blocks
        .iter()
        .flat_map(|block| {
            let start = block.start as usize;
            block.content.list_items.iter().map(move |item| {
                (item.key.as_ref().unwrap().name.clone(), text[item.span.shift(start).range()].to_owned())
            })
        })
        .collect();
    assert_eq!(
        items,
        [
            ("a".to_owned(), "Smith J. Title one.".to_owned()),
            ("b:2".to_owned(), "Doe J. Title two.".to_owned()),
            ("c".to_owned(), "Roe.".to_owned())
        ]
    );
    assert!(blocks.len() >= 5);
}

#[test]
fn an_item_of_a_bibliography_says_its_work_in_plain_text() {
    let text = "\\bibitem{m} J.~M{\\\"u}ller and M.~Garc\\'{\\i}a.\n\\newblock {\\em Effects of TNF-$\\alpha$ \\& more \
                in mice}.\n\\newblock \\textit{Lancet}, 380(9840):10--20, 2012.\n\\newblock doi:10.1000/ab\\_c.\n";
    let block = one(text);
    let item = &block.list_items[0];
    assert_eq!(item.work.identifiers.doi(), Some("10.1000/ab_c"));
    assert_eq!(item.work.year(), Some(2012));
    assert_eq!(item.work.title.as_deref(), Some("Effects of TNF-α & more in mice"));
    assert_eq!(item.work.authors.iter().map(|name| name.surname()).collect::<Vec<_>>(), ["Müller", "García"]);
    let place =
        |field| item.fields.iter().find(|(name, _)| *name == field).map(|(_, span)| &text[span.range()]);
    assert_eq!(place(FieldName::Doi), Some("10.1000/ab\\_c"));
    assert_eq!(place(FieldName::Title), Some("Effects of TNF-$\\alpha$ \\& more in mice"));
    // The identifiers of the item describe its own work and are not citations.
    assert!(block.citations.is_empty());
}

#[test]
fn an_item_of_bibtex_is_read_by_its_blocks() {
    let text = "\\bibitem{k}\nWilliam~C. Ferro, Jan van~der Linde, and {Night Watch\n  Group}.\n\\newblock Falls on wards with {LED}\n  lights.\n\\newblock {\\em New Journal of Wards}, 46(6):93--103, 2014.\n\\newblock \\doi{10.1000/w_1}.\n";
    let block = one(text);
    let item = &block.list_items[0];
    let names: Vec<String> = item.work.authors.iter().map(|name| name.surname()).collect();
    assert_eq!(names, ["Ferro", "van der Linde", "Night Watch Group"]);
    assert_eq!(item.work.title.as_deref(), Some("Falls on wards with LED lights"));
    assert_eq!(item.work.identifiers.doi(), Some("10.1000/w_1"));
    let place =
        |field| item.fields.iter().find(|(name, _)| *name == field).map(|(_, span)| &text[span.range()]);
    // A fix of the title overwrites the title and nothing before it.
    assert_eq!(place(FieldName::Title), Some("Falls on wards with {LED}\n  lights"));
    assert_eq!(place(FieldName::Journal), Some("New Journal of Wards"));
    assert_eq!(place(FieldName::Pages), Some("93--103"));
    assert_eq!(place(FieldName::Doi), Some("10.1000/w_1"));
}

#[test]
fn no_title_is_read_where_it_may_hold_the_names() {
    let text = "\\bibitem{k}\nA study of nurses who went home.\n\\newblock On nights without alarms.\n\\newblock {\\em Wards}, 4:5--6, 2001.\n";
    let block = one(text);
    let item = &block.list_items[0];
    assert_eq!((item.work.title.as_deref(), item.work.volume.as_deref()), (None, Some("4")));
    assert!(item.fields.iter().all(|(field, _)| *field != FieldName::Title));
}
