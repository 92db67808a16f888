//! Tests citations by author and year, which `citation/undefined-key` and `citation/uncited-item`
//! compare with a list of references without numbers.

use crate::world::World;
use referee_findings::Severity;

const MISSING: &str = "citation/undefined-key";
const UNCITED: &str = "citation/uncited-item";

const LIST: &str = "\
Grande, S. W., & Andrade, A. J. (2006). A dose-response study of phthalates in rats. Toxicological Sciences, 91(1), 247-254.

Miura, Y., & Naito, M. (2007). Short-term effects of phthalates on testes. Asian Journal of Andrology, 9(2), 199-205.

van den Berg, K. (2010). Sleep and the night shift. Sleep, 33(2), 20-29.

Müller-Lüdenscheidt, H. (2012). Tubs and their users. Journal of Baths, 3(1), 1-9.

World Health Organization. (2015). Guideline on baths. WHO.

Feige, J. N., & Gerber, A. (2010). The pollutant regulates hepatic metabolism. Environmental Health Perspectives, 118(2), 234-241.
";

fn said(rule: &str, text: &str) -> Vec<(Severity, String, String)> {
    let draft = format!("# On baths\n\n{text}\n\n## References\n\n{LIST}");
    let world = World::of(&[("paper.md", &draft)]);
    let found = world.findings_of("paper.md", rule).into_iter();
    found
        .map(|finding| (finding.severity, world.place("paper.md", &finding), finding.message.clone()))
        .collect()
}

#[test]
fn a_citation_without_an_item_is_told_with_the_year_that_the_list_has() {
    let found =
        said(MISSING, "A (Grande & Andrade, 2006). B (Kim & Lee, 2019). C (Miura et al., 2008; WHO, 2015).");
    assert_eq!(
        found,
        [
            (
                Severity::Warning,
                "Kim & Lee, 2019".to_owned(),
                "The list of references has no Kim 2019. Correct the citation or add the reference.".to_owned()
            ),
            (
                Severity::Warning,
                "Miura et al., 2008".to_owned(),
                "The list of references has no Miura 2008, but Miura 2007. Correct the year or add the reference."
                    .to_owned()
            ),
        ]
    );
    let in_sentence = said(MISSING, "Grande and colleagues (2006) and Miura et al. (2009) agree.");
    assert_eq!(in_sentence.len(), 1, "{in_sentence:?}");
}

#[test]
fn an_item_that_no_name_cites_is_told_at_the_item() {
    let text = "A (Grande et al., 2006). B (Miura & Naito, 2008). C, as Van Den Berg (2010) and Mueller-Luedenscheidt \
                (2012) said, and Müller-Lüdenscheidt in 2012.";
    let found = said(UNCITED, text);
    let messages: Vec<&str> = found.iter().map(|(_, _, message)| message.as_str()).collect();
    assert_eq!(messages, ["Nothing in the text cites Feige 2010. Cite it, or take it out of the list."]);
}

#[test]
fn drafts_that_cite_rightly_and_other_brackets_are_left_alone() {
    for text in [
        "A (Grande & Andrade, 2006; Miura et al., 2007). B (van den Berg, 2010a). C (see Müller-Lüdenscheidt, 2012, p. 3).",
        "Held in Madrid (Spain, 2019), with software (SPSS Inc., Chicago, 2011), by Grande et al. (2006) and Miura et al. (2007).",
        // The list is that of another text.
        "A (Kim et al., 2019). B (Roe et al., 2018). C (Poe & Doe, 2017). D (Grande et al., 2006; Miura et al., 2007).",
        "No citation.",
    ] {
        assert_eq!(said(MISSING, text), [], "{text}");
    }
    let all = "A (Grande & Andrade, 2006; Miura et al., 2007; van den Berg, 2010; Müller-Lüdenscheidt, 2012; Feige, 2010).";
    assert_eq!(said(UNCITED, all), []);
}

#[test]
fn a_name_and_a_year_without_more_counts_where_such_citations_are_listed() {
    let listed = "A (Grande, 2006). B (Miura, 2007). C (Feige, 2010). D (Müller-Lüdenscheidt, 2012). E (van den Berg, 2010).";
    assert_eq!(said(MISSING, &format!("{listed} F (Kim, 2019).")).len(), 1);
    assert_eq!(said(MISSING, "A (Grande, 2006). B (Miura, 2007). C (Madrid, 2019)."), []);
}
