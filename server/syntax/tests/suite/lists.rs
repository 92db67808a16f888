//! Tests lists of references in the text, and citations by number.

use super::{cites, read, targets};
use referee_syntax::Format::{Latex, Markdown, PlainText};

const LIST: &str = "\n\n## References\n\n1. Smith J. A title of some length. J Clin Oncol. 2019;37(4):117-126.\n2. Doe A. Another title. Lancet. 2020;395:1-9.\n";

fn numbered(text: &str) -> Vec<String> {
    for list in [
        LIST,
        "\n\nREFERENCES\n\n[1] Smith J. A title. J Clin Oncol. 2019;37(4):117-126.\n[2] Doe A. Other. Lancet 2020.\n",
    ] {
        let format = if list == LIST { Markdown } else { PlainText };
        let found = targets(format, &format!("{text}{list}"));
        if list != LIST {
            return found;
        }
        if !text.contains(['^', '<', '`']) {
            assert_eq!(found, targets(PlainText, &format!("{text}{}", LIST.replace("## ", ""))), "{text}");
        }
        if text.contains(['^', '<', '`']) {
            return found;
        }
    }
    Vec::new()
}

#[test]
fn numbers_in_brackets_cite_where_there_is_a_numbered_list() {
    assert_eq!(
        numbered("As shown [3] and [1-3,7] and [1–3], [2, 5]."),
        ["[3]", "[1, 2, 3, 7]", "[1, 2, 3]", "[2, 5]"]
    );
    assert_eq!(numbered("As shown[3]. And (see [4])."), ["[3]", "[4]"]);
    assert_eq!(targets(PlainText, "As shown [3] and [1-3,7].\n"), [""; 0]);
}

#[test]
fn numbers_after_a_percentage_cite_unless_they_are_its_limits() {
    let text = "Fell by 38% [4], by 38 % [1], by 38%[2], by 38.5% [4,5], by 95% [1, 2] and by 2% [4–6].";
    let cited = ["[4]", "[1]", "[2]", "[4, 5]", "[1, 2]", "[4, 5, 6]"];
    assert_eq!(numbered(text), cited);
    let latex = text.replace("%[2]", "% [2]").replace('%', "\\%");
    let list = "\n\\section*{References}\n\n[1] Smith J. A title. J Clin Oncol. 2019;37(4):117-126.\n";
    assert_eq!(targets(Latex, &format!("{latex}\n{list}")), cited);
    for interval in ["45% [40-50]", "45,5 % [40, 50]", "2.3 (95% [1, 4])"] {
        assert_eq!(numbered(&format!("It was {interval}.")), [""; 0], "{interval}");
    }
}

#[test]
fn raised_numbers_cite() {
    assert_eq!(numbered("As shown^1,2^ and before.^3^"), ["[1, 2]", "[3]"]);
    assert_eq!(numbered("As shown<sup>1,2</sup> and<SUP>3-5</SUP>."), ["[1, 2]", "[3, 4, 5]"]);
    assert_eq!(numbered("As shown¹² and before.³ Or these¹⁻³."), ["[12]", "[3]", "[1, 2, 3]"]);
}

#[test]
fn years_intervals_indices_and_exponents_are_no_citations() {
    for text in [
        "In [2020] it was",
        "the interval [0, 1]",
        "a 95% CI [12, 45]",
        "(95% CI: [1.2-3.4])",
        "mean 3.4 [1, 5]",
        "x[1] and a[2]",
        "[1](http://x.org)",
        "`x[1]`",
        "[1]: http://x.org",
        "kg/m^2^",
        "10^3^ cells",
        "R^2^ = 3",
        "cm² and 10³ and m²",
        "χ²",
        "range [3, 7]",
        "[1, 1]x = [0]",
        "n = [12]",
        "[-1]",
        "[1.5]",
        "[a1]",
        "[^1]",
    ] {
        assert_eq!(numbered(text), [""; 0], "{text}");
    }
}

#[test]
fn headings_of_lists_come_in_many_dresses() {
    for head in [
        "# References\n\n",
        "## 7. References {-}\n\n",
        "References\n==========\n\n",
        "**References**\n\n",
        "**Referencias bibliográficas:**\n",
        "# Bibliografía\n\n",
        "# Literatur\n",
        "### Works Cited\n\n",
        "# Références\n\n",
        "REFERENCES\n\n",
        "References:\n",
        "# Fuentes\n\n",
    ] {
        let text = format!(
            "Text [1].\n\n{head}1. Smith J. A title of some length. J Clin Oncol. 2019;37(4):117-126.\n2. Doe A. Other title here. Lancet. 2020;395:1-9.\n"
        );
        let document = read(Markdown, &text);
        let items: Vec<_> = document.list_items().map(|listed| listed.item.number).collect();
        assert_eq!(items, [Some(1), Some(2)], "{head:?}");
        cites(Markdown, &text.replace("[1]", "‹[1]›"));
    }
    for head in [
        "References\n\n",
        "REFERENCES:\n",
        "References\n----------\n",
        "Bibliografía\n\n",
        "REFERENCIAS\n\n",
        "Fuentes:\n",
    ] {
        let text =
            format!("Text\n{head}[1] Smith J. A title of some length. J Clin Oncol. 2019;37(4):117-126.\n");
        assert_eq!(read(PlainText, &text).list_items().count(), 1, "{head:?}");
    }
}

#[test]
fn items_are_numbered_bulleted_or_paragraphs() {
    let items = |text: &str| {
        let text = format!("Text.\n\n# References\n\n{text}");
        let document = read(Markdown, &text);
        document
            .list_items()
            .map(|listed| (listed.item.number, text[listed.item.span.shift(listed.start).range()].to_owned()))
            .collect::<Vec<_>>()
    };
    let smith = "Smith J. A title of some length. Lancet. 2019;37:1-2.";
    let doe = "Doe A. Another title. Lancet. 2020;395:1-9. doi:10.1000/x1";
    let both =
        |first: Option<u32>, second: Option<u32>| vec![(first, smith.to_owned()), (second, doe.to_owned())];
    assert_eq!(items(&format!("1. {smith}\n2. {doe}\n")), both(Some(1), Some(2)));
    assert_eq!(items(&format!("1) {smith}\n\n2) {doe}\n")), both(Some(1), Some(2)));
    assert_eq!(items(&format!("(1) {smith}\n(2) {doe}\n")), both(Some(1), Some(2)));
    assert_eq!(items(&format!("[1] {smith}\n\n[2] {doe}\n")), both(Some(1), Some(2)));
    assert_eq!(items(&format!("1. {smith}\n1. {doe}\n")), both(Some(1), Some(2)));
    // The BMJ and The Lancet number without punctuation.
    assert_eq!(items(&format!("1 {smith}\n2 {doe}\n")), both(Some(1), Some(2)));
    assert_eq!(items(&format!("1\t{smith}\n\n2\t{doe}\n")), both(Some(1), Some(2)));
    let nights = "12 Nights on wards. Lancet. 2019;37:1-2.";
    assert_eq!(items(nights), [(None, nights.to_owned())], "a title that begins with a number");
    assert_eq!(items(&format!("- {smith}\n- {doe}\n")), both(None, None));
    assert_eq!(items(&format!("{smith}\n\n{doe}\n")), both(None, None));
    let wrapped = smith.replace(" Lancet", "\n   Lancet");
    assert_eq!(
        items(&format!("1. {wrapped}\n2. {doe}\n")),
        [(Some(1), wrapped.clone()), (Some(2), doe.to_owned())]
    );
}

#[test]
fn a_list_ends_at_the_next_heading_of_its_level() {
    let text = "# Text\n\n## References\n\n1. Smith J. A title of some length. Lancet. 2019;37:1-2.\n\n## Appendix\n\n1. Doe A. No reference at all in 2020.\n";
    assert_eq!(read(Markdown, text).list_items().count(), 1);
}

#[test]
fn identifiers_of_an_item_are_no_citations_of_their_own() {
    cites(
        Markdown,
        "See PMID: ‹11832527›.\n\n# References\n\n1. Smith J. A title here. Lancet 2019. doi:10.1000/x1 PMID: 123\n",
    );
}

#[test]
fn capitals_and_underlines_head_sections_of_plain_text() {
    let headings: Vec<_> =
        read(PlainText, "ASSESSMENT AND PLAN\n\nText.\n\nHistory\n-------\nText\n\nSHORT. SENTENCE.\n")
            .headings()
            .into_iter()
            .map(|heading| heading.text)
            .collect();
    assert_eq!(headings, ["ASSESSMENT AND PLAN", "History"]);
}

#[test]
fn lines_of_plain_text_silence() {
    let text = "referee:ignore-file medication/trailing-zero dose as in the chart\n\nText\n# referee:ignore note/contradiction known\nText\n";
    let rules: Vec<_> =
        read(PlainText, text).suppressions().into_iter().map(|suppression| suppression.rule).collect();
    assert_eq!(rules, ["medication/trailing-zero", "note/contradiction"]);
}

#[test]
fn a_list_of_more_than_a_thousand_items_is_read_to_its_end_and_cited() {
    let item = |number: u32| format!("{number}. Smith J. A title of some length. Lancet. 2019;37:1-2.\n");
    for format in [Markdown, PlainText] {
        let list: String = (1..=1_200).map(item).collect();
        let text = format!("As known [1150], and a key of [1024] bits.\n\n# References\n\n{list}");
        let document = read(
            format,
            &text.replace("# References", if format == PlainText { "References" } else { "# References" }),
        );
        assert_eq!(document.list_items().count(), 1_200, "{format:?}");
        assert_eq!(document.list_items().last().and_then(|listed| listed.item.number), Some(1_200));
        assert_eq!(document.citations().count(), 2, "{format:?}");
    }
    // In a short list, a number of four digits is not one of its items.
    let short = format!("As known [1], and a key of [1024] bits.\n\n# References\n\n{}", item(1));
    assert_eq!(read(Markdown, &short).citations().count(), 1);
}

#[test]
fn an_item_that_is_a_place_in_a_journal_alone_is_one() {
    let text = "As known [2].\n\n# References\n\n1. Smith J. A title. Lancet. 2019;37:1-2.\n2. BMJ. 1996 Jan 13;312(7023):71-2\n3. See 2.\n";
    assert_eq!(read(Markdown, text).list_items().count(), 2);
}
