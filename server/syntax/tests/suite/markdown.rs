//! Tests citations in Pandoc Markdown, Quarto and R Markdown.

use super::{cites, modes, read, targets};
use referee_syntax::Format::{Markdown, Quarto, RMarkdown};
use referee_syntax::{Format, Mode};

const FAMILY: [Format; 3] = [Markdown, Quarto, RMarkdown];

#[track_caller]
fn all_cite(expected: &str) {
    for format in FAMILY {
        cites(format, expected);
    }
}

#[test]
fn a_bracketed_citation_may_have_prefixes_locators_and_several_keys() {
    all_cite(
        "As shown [see @‹doe99›, pp. 33-35 and *passim*; also @‹smith04›, chap. 1; -@‹Foo_bar:2020›].\n",
    );
    all_cite("[@‹a›; @‹b2›, p. 3; @‹c›]\n");
}

#[test]
fn a_citation_in_the_sentence_ends_before_punctuation() {
    all_cite("@‹smith2020›. Then @‹doe_2›, and (@‹roe›); @‹lee›: yes; @‹kim›'s work, @‹a.b›.\n");
}

#[test]
fn a_key_in_the_sentence_may_have_a_locator_behind_it() {
    all_cite("@‹smith› [p. 33] and -@‹smith› and @‹doe› [p. 3; @‹roe›]\n");
}

#[test]
fn a_key_in_braces_may_hold_anything() {
    all_cite("See @{‹https://example.com/x_(y)›} and [@{‹a b›}, p. 3].\n");
}

#[test]
fn modes_say_how_a_citation_is_set() {
    assert_eq!(
        modes(Quarto, "[@a; -@b] @c -@d @e [-@f]\n"),
        [Mode::Parenthetical, Mode::YearOnly, Mode::Textual, Mode::YearOnly, Mode::Textual, Mode::YearOnly]
    );
}

#[test]
fn a_group_is_the_whole_construct() {
    let text = "x [see @a, p. 3; @b] y @c [p. 4].\n";
    let document = read(Markdown, text);
    let groups: Vec<&str> = document.citations().map(|cited| &text[cited.group.range()]).collect();
    assert_eq!(groups, ["[see @a, p. 3; @b]", "[see @a, p. 3; @b]", "@c [p. 4]"]);
}

#[test]
fn a_bracket_that_is_still_open_has_its_keys_already() {
    all_cite("We know [see @‹smith›\n");
    all_cite("We know [see @‹smith›; @‹doe›, p\n\nNext @‹roe›.\n");
}

#[test]
fn citations_count_in_notes_headings_tables_captions_lists_and_quotes() {
    all_cite("A note^[As in @‹a›.] and[^1].\n\n[^1]: See @‹b›.\n\n    And @‹c›.\n\nText.\n");
    all_cite("# On @‹a› {#sec-a}\n\nTitle [@‹b›]\n=========\n\nText\n");
    all_cite("| A | B |\n|---|---|\n| x | @‹a› |\n\n: As in [@‹b›] {#tbl-x}\n");
    all_cite("![From @‹a›.](figure.png){#fig-a}\n\n> Quoted [@‹b›].\n");
    all_cite("- one @‹a›\n- two\n\n  more @‹b›\n\n1. first @‹c›\n\n    code? no: @‹d›\n2. second @‹e›\n");
    all_cite("Term @‹i1›\n\n:   Def @‹i2›\n\n        code @no\n\n    More @‹i3›\n");
    all_cite("Term\n: Meaning @‹a›\n\n  More @‹b›\n\n(@) Example @‹c›\n\n| Line @‹d›\n| Block\n");
    all_cite("::: {.callout-note}\nInside @‹a›\n:::\n\n<div class=\"x\">\nInside @‹b›\n</div>\n");
}

#[test]
fn code_is_no_text() {
    all_cite("`@no` and ``x `@no` y`` and @‹yes›\n");
    all_cite("```r\nx@no\n\n@no\n```\n\n@‹yes›\n");
    all_cite("~~~~ {.python}\n@no\n\n~~~\n@no\n~~~~\n@‹yes›\n");
    all_cite("````\n```\n@no\n```\n\n@no\n````\n\n@‹yes›\n");
    all_cite("Text:\n```{r}\n@no\n\n@no\n```\n@‹yes›\n");
    all_cite("- item\n\n  ```r\n  a\n\n  @no\n  ```\n\n  @‹yes›\n");
    all_cite("Text.\n\n    @no indented\n\n@‹yes›\n");
    cites(RMarkdown, "`r f(x@no)` `r nrow(df)` [@‹yes›]\n");
    cites(Quarto, "`{r} x@no` `{python} y@no` [@‹yes›]\n");
}

#[test]
fn math_comments_and_verbatim_html_are_no_text() {
    all_cite("$x@y$ and $a_{@no}$ and @‹yes›\n");
    all_cite("$$\nx @no\n\ny @no\n$$ {#eq-x}\n\n@‹yes›\n");
    all_cite("a <!-- @no --> @‹yes› <!-- @no\n\n@no --> b\n\n@‹yes›\n");
    all_cite("<!--\n@no\n\n@no\n-->\n@‹yes›\n");
    all_cite("<script>\n@no\n\n@no\n</script>\n\n@‹yes›\n");
    all_cite("<pre>\n@no\n\n@no\n</pre>\n\n@‹yes›\n");
}

#[test]
fn a_fence_or_comment_that_is_still_open_does_not_swallow_the_draft() {
    all_cite("```r\nx <- 1\n\nText @‹a›.\n\nText @‹b›.\n");
    all_cite("Text <!-- remark\n\nText @‹b›.\n");
}

#[test]
fn addresses_are_no_citations() {
    all_cite("Write to me@example.org, <me@example.org>, [me](mailto:me@example.org) or \\@me.\n");
    all_cite("See https://medium.com/@someone/x-1, <https://x.org/@no> and [text](https://x.org/@no).\n");
    all_cite("At www.x.org/@no, [@‹yes›].\n\n[label]: https://x.org/@no\n");
}

#[test]
fn cross_references_are_no_citations() {
    all_cite(
        "@fig-a, @tbl-b, @sec-c, @eq-d, @lst-e, @thm-f, [-@fig-g], [@fig-h; @tbl-i], Figures [@fig-j].\n",
    );
    all_cite(
        "@lem-a @cor-a @prp-a @cnj-a @def-a @exm-a @exr-a @alg-a @tip-a @nte-a @wrn-a @imp-a @cau-a @rem-a @sol-a\n",
    );
    all_cite("@fig:a @tbl:b [@eq:c] @sec:d @lst:e but @‹figueroa2020› and @‹seco-2020›\n");
    all_cite("Figure \\@ref(fig:x), (\\@eq:y) and @‹yes›\n");
}

#[test]
fn kinds_of_cross_references_from_the_front_matter_count() {
    let head = "---\ncrossref:\n  custom:\n    - kind: float\n      key: suppfig\n---\n\n";
    cites(Quarto, &format!("{head}@suppfig-a and @‹suppfigure-a›\n"));
    cites(Quarto, "@‹suppfig-a›\n");
}

#[test]
fn references_to_examples_are_no_citations() {
    all_cite("(@good)  An example @‹a›.\n\nAs (@good) and (@‹bad›) show.\n");
    // In brackets, the label of an example is a key.
    all_cite("(@good) An example.\n\nAs @good, -@good and [@‹good›, p. 3; -@‹good›] show.\n");
}

#[test]
fn keys_that_are_identifiers_stay_keys_and_malformed_ones_are_told() {
    assert_eq!(
        targets(
            Markdown,
            "[@doi:10.1371/journal.pcbi.1007128; @pmid:123] @pmcid:PMC4304851 @arxiv:1407.3561v1 @tag:x @url:https://x.org @wikidata:Q1 @isbn:9780262517638\n"
        ),
        [
            "doi:10.1371/journal.pcbi.1007128",
            "pmid:123",
            "pmcid:PMC4304851",
            "arxiv:1407.3561v1",
            "isbn:9780262517638"
        ]
    );
    assert_eq!(
        targets(Markdown, "[@{https://doi.org/10.1000/abc}] and [see @https://doi.org/10.1000/def, p. 3]\n"),
        ["https://doi.org/10.1000/abc", "https://doi.org/10.1000/def"]
    );
    assert_eq!(targets(Markdown, "[@pmid:x1]\n"), ["pmid:x1: a PMID is a number of at most 8 digits"]);
}

#[test]
fn bare_identifiers_count_once_and_outside_code_only() {
    all_cite("See doi:‹10.1056/NEJMoa012512› or `10.1056/NEJMoa012512`, PMID: ‹11832527›.\n");
    assert_eq!(
        targets(
            Markdown,
            "[10.1056/NEJMoa012512](https://doi.org/10.1056/NEJMoa012512) and [text](https://doi.org/10.1000/x1)\n"
        ),
        ["doi:10.1056/nejmoa012512", "doi:10.1000/x1"]
    );
    assert_eq!(
        targets(Markdown, "[![DOI](https://zenodo.org/badge/DOI/10.5281/zenodo.1.svg)](https://x.org)\n"),
        [""; 0]
    );
}

#[test]
fn latex_inside_markdown_cites_in_its_own_way() {
    all_cite(
        "See \\citep[p. 3]{‹a›} and @‹b›.\n\n\\begin{table}\nx \\cite{‹c›}\n\n@no\n\\end{table}\n\n`\\cite{no}`\n",
    );
}

#[test]
fn captions_of_chunks_cite() {
    cites(
        Quarto,
        "```{r}\n#| label: fig-x\n#| fig-cap: \"From @‹a› and\n#|   [@‹b›].\"\n#| echo: false\nx@no\n```\n",
    );
    cites(RMarkdown, "```{r x, fig.cap=\"From @‹a›.\", echo=FALSE}\nx@no\n```\n");
}

#[test]
fn other_files_are_included() {
    let names = |format, text| {
        read(format, text).includes().iter().map(|include| include.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(Quarto, "{{< include _methods.qmd >}}\n"), ["_methods.qmd"]);
    assert_eq!(names(RMarkdown, "```{r child = 'part one.Rmd'}\n```\n"), ["part one.Rmd"]);
}

#[test]
fn headings_have_level_and_text_without_markup() {
    let text = "# One *two* {#sec-x}\n\nText\n\nThree\n-----\n\n### Four `five`\nText\n";
    let headings: Vec<_> =
        read(Quarto, text).headings().into_iter().map(|heading| (heading.level, heading.text)).collect();
    assert_eq!(headings, [(1, "One two".to_owned()), (2, "Three".to_owned()), (3, "Four five".to_owned())]);
}

#[test]
fn what_is_no_prose_is_said() {
    let text = "Text `code` and $x$ and [l](http://x.org) @a\n";
    let document = read(Quarto, text);
    let parts: Vec<&str> = document
        .blocks()
        .iter()
        .flat_map(|block| block.content.opaque.iter().map(|span| &text[span.range()]))
        .collect();
    assert_eq!(parts, ["`code`", "$x$", "http://x.org"]);
}

#[test]
fn comments_silence() {
    let text = "Text\n\n<!-- referee:ignore citation/retracted we discuss it -->\nText `<!-- referee:ignore x/y -->`\n";
    let suppressions = read(Quarto, text).suppressions();
    assert_eq!(suppressions.len(), 1);
    assert_eq!(suppressions[0].rule, "citation/retracted");
    assert_eq!(
        &text[suppressions[0].span.range()],
        "<!-- referee:ignore citation/retracted we discuss it -->"
    );
}

#[test]
fn depth_without_end_is_survived() {
    for unit in
        ["<div>\n", "> ", "- ", "[", "^[", "[@a [", "1. ", "<span x=\"a\">", "~~~ x\n", "::: x\n", "(@a) "]
    {
        let text = format!("{}@key\n", unit.repeat(5_000));
        read(Quarto, &text);
    }
    assert_eq!(targets(Quarto, &format!("{}\n@key\n", "<div>\n".repeat(5_000))), ["key"]);
}

#[test]
fn the_directive_of_myst_names_the_bibliographies_of_its_list() {
    let named = |text: &str| -> Vec<String> {
        let named = read(Markdown, text).names_bibliographies().into_iter();
        named
            .map(|named| {
                assert_eq!(text[named.span.range()], named.name);
                named.name
            })
            .collect()
    };
    assert_eq!(
        named("# Ä\n\n```{bibliography} refs.bib more.bib\n:style: plain\n```\n"),
        ["refs.bib", "more.bib"]
    );
    assert_eq!(named("As said.\n```{bibliography}  refs.bib\n```\n"), ["refs.bib"]);
    assert_eq!(named("As said.\n\n:::{bibliography} refs.bib\n:::\n"), ["refs.bib"]);
    assert_eq!(named("```{bibliography}\n```\n"), [""; 0]);
    // An example of the directive does not count.
    assert_eq!(named("````\n```{bibliography} refs.bib\n```\n:::{bibliography} a.bib\n````\n"), [""; 0]);
    assert_eq!(named("Write `{bibliography} refs.bib` at the end.\n"), [""; 0]);
}
