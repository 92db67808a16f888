#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use crate::{Name, WorkKind};
use proptest::prelude::*;

/// The fields as `authors | title | container | year;volume(issue):pages`, `-` for what is left out.
fn line(item: &ParsedItem) -> String {
    let work = &item.work;
    let authors: Vec<String> = work
        .authors
        .iter()
        .map(|name| format!("{} {}", name.surname(), name.initials()).trim().to_owned())
        .collect();
    let or = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
    format!(
        "{}{} | {} | {} | {};{}({}):{}",
        if authors.is_empty() { "-".into() } else { authors.join(", ") },
        if work.authors_truncated { ", …" } else { "" },
        or(&work.title),
        or(&work.container),
        work.date.map_or_else(|| "-".into(), |date| date.year.to_string()),
        or(&work.volume),
        or(&work.issue),
        or(&work.pages)
    )
}

#[track_caller]
fn reads(text: &str, expected: &str) {
    let item = read_item(text);
    assert_eq!(line(&item), expected, "{text}");
    for (field, span) in &item.fields {
        let part = text.get(span.range()).unwrap_or_else(|| panic!("{field:?} of {text:?} is cut"));
        assert!(!part.is_empty() && part.trim() == part, "{field:?} is {part:?}");
    }
}

const DPP: &str = "Knowler WC, Barrett-Connor E, Fowler SE, … | Reduction in the incidence of type 2 diabetes with \
    lifestyle intervention or metformin | N Engl J Med | 2002;346(6):393-403";

#[test]
fn given_names_written_out_in_front_are_read_and_titles_of_that_shape_are_none() {
    reads(
        "Frank Bretz, Alan Genz, and Ludwig A. Hothorn. On the numerical availability of multiple comparison procedures. Biometrical Journal, 43(5):645–656, 2001.",
        "Bretz F, Genz A, Hothorn LA | On the numerical availability of multiple comparison procedures | Biometrical Journal | 2001;43(5):645–656",
    );
    reads(
        "Yosef Hochberg and Ajit C. Tamhane. Multiple Comparison Procedures. John Wiley & Sons, New York, 1987.",
        "Hochberg Y, Tamhane AC | Multiple Comparison Procedures | - | 1987;-(-):-",
    );
    let item = read_item("Heart Failure and Atrial Fibrillation. A review of trials. Lancet. 2003;361:1-9.");
    assert!(item.work.authors.is_empty(), "{:?}", item.work.authors);
}

#[test]
fn one_name_that_is_written_in_another_way_ends_no_list_of_names() {
    reads(
        "[1] C.S. Solanki, L Cornel, K.V. Nieuwenhuysen, A Ulyashin, N. Posthuma, Thin film free-standing cells with heterojunction emitter, Prog. Photovoltaics 13 (2005) 201–208.",
        "Solanki CS, Cornel L, Nieuwenhuysen KV, Ulyashin A, Posthuma N | Thin film free-standing cells with heterojunction emitter | Prog. Photovoltaics | 2005;13(-):201–208",
    );
}

#[test]
fn vancouver_is_read() {
    reads(
        "1. Knowler WC, Barrett-Connor E, Fowler SE, et al. Reduction in the incidence of type 2 diabetes with lifestyle intervention or metformin. N Engl J Med. 2002;346(6):393-403. doi:10.1056/NEJMoa012512. PMID: 11832527",
        DPP,
    );
    reads(
        "[1] Knowler WC, Barrett-Connor E, Fowler SE, et al. Reduction in the incidence of type 2 diabetes with lifestyle\n    intervention or metformin. N Engl J Med [Internet]. 2002 Feb 7 [cited 2020 Jan 1];346(6):393-403. Available from: https://www.nejm.org/doi/full/10.1056/NEJMoa012512",
        DPP,
    );
    reads(
        "Knowler WC, Barrett-Connor E, Fowler SE y cols. Reduction in the incidence of type 2 diabetes with lifestyle intervention or metformin. N Engl J Med 2002; 346 (6): 393-403.",
        DPP,
    );
    reads(
        "Knowler WC, Barrett-Connor E, Fowler SE, et al. Reduction in the incidence of type 2 diabetes with lifestyle intervention or metformin. *N Engl J Med.* 2002;**346**(6):393-403",
        DPP,
    );
    reads(
        r"Knowler WC, Barrett-Connor E, Fowler SE, et~al. \newblock Reduction in the incidence of type 2 diabetes with lifestyle intervention or metformin. \newblock \emph{N. Engl. J. Med.} 2002;\textbf{346}(6):393-403.",
        &DPP.replace("N Engl J Med", "N. Engl. J. Med"),
    );
    reads(
        "The Diabetes Control and Complications Trial Research Group. The effect of intensive treatment of diabetes. N Engl J Med. 1993;329:977-86.",
        "Diabetes Control and Complications Trial Research Group | The effect of intensive treatment of diabetes | N Engl J Med | 1993;329(-):977-86",
    );
    reads(
        "Knowler WC, Fowler SE; Diabetes Prevention Program Research Group. 10-year follow-up of diabetes incidence. Lancet. 2009;374(9702):1677-86.",
        "Knowler WC, Fowler SE, Diabetes Prevention Program Research Group | 10-year follow-up of diabetes incidence | Lancet | 2009;374(9702):1677-86",
    );
}

#[test]
fn titles_end_where_they_end() {
    reads(
        "Smith J. Is metformin safe? A review of E. coli vs. St. John's wort. BMJ. 2020;371:m3939.",
        "Smith J | Is metformin safe? A review of E. coli vs. St. John's wort | BMJ | 2020;371(-):m3939",
    );
    reads(
        "Smith J. Is metformin safe? BMJ. 2020;371:m3939.",
        "Smith J | Is metformin safe? | BMJ | 2020;371(-):m3939",
    );
    reads(
        "Smith J. Metformin: friend or foe: a trial. PLoS One. 2020 Mar;15(3 Suppl 1):e0230000.",
        "Smith J | Metformin: friend or foe: a trial | PLoS One | 2020;15(3 Suppl 1):e0230000",
    );
    reads(
        "Smith J. Vitamin D, calcium and bone. Lancet (London, England). 2020;395:1-10.",
        "Smith J | Vitamin D, calcium and bone | Lancet (London, England) | 2020;395(-):1-10",
    );
    reads(
        "Smith J. [Metformin in diabetes]. Rev Med Chil. 2015;143(1):1-10. [Article in Spanish]",
        "Smith J | Metformin in diabetes | Rev Med Chil | 2015;143(1):1-10",
    );
}

#[test]
fn apa_and_harvard_are_read() {
    let expected = "Smith JA, Doe R | Effects of metformin: A trial | Diabetes Care | 2020;12(3):1–10";
    for text in [
        "Smith, J. A., & Doe, R. (2020). Effects of metformin: A trial. *Diabetes Care*, *12*(3), 1–10. https://doi.org/10.1000/x1",
        "Smith, J. A. and Doe, R. (2020) ‘Effects of metformin: A trial’, Diabetes Care, 12(3), pp. 1–10.",
        "Smith, J.A., Doe, R., 2020. Effects of metformin: A trial. Diabetes Care 12 (3), 1–10.",
        "Smith JA, Doe R (2020) Effects of metformin: A trial. Diabetes Care 12(3):1–10. doi:10.1000/x1",
        "Smith, J. A., & Doe, R. (2020, March 3). Effects of metformin: A trial. Diabetes Care, 12(3), 1–10.",
    ] {
        reads(text, expected);
    }
    reads(
        "Smith, J. A. (2020). Effects of metformin. PLoS ONE, 15(3), Article e0230000.",
        "Smith JA | Effects of metformin | PLoS ONE | 2020;15(3):e0230000",
    );
}

#[test]
fn ieee_chicago_and_nature_are_read() {
    reads(
        "[3] J. A. Smith and R. Doe, \"Effects of metformin,\" IEEE Trans. Med. Imag., vol. 12, no. 3, pp. 1–10, Mar. 2020, doi: 10.1109/TMI.2020.1.",
        "Smith JA, Doe R | Effects of metformin | IEEE Trans. Med. Imag | 2020;12(3):1–10",
    );
    reads(
        "Smith, John A., and Jane Doe. “Effects of Metformin.” Diabetes Care 12, no. 3 (2020): 1–10.",
        "Smith JA, Doe J | Effects of Metformin | Diabetes Care | 2020;12(3):1–10",
    );
    reads(
        "Smith, John A., and Jane Doe. \"Effects of Metformin.\" *Diabetes Care*, vol. 12, no. 3, 2020, pp. 1–10.",
        "Smith JA, Doe J | Effects of Metformin | Diabetes Care | 2020;12(3):1–10",
    );
    reads(
        "Smith, J. A. & Doe, R. Effects of metformin. *Diabetes Care* **12**, 1–10 (2020).",
        "Smith JA, Doe R | Effects of metformin | Diabetes Care | 2020;12(-):1–10",
    );
    reads(
        "Smith, J.A.; Doe, R. Effects of metformin. *Nutrients* **2020**, *12*, 345.",
        "Smith JA, Doe R | Effects of metformin | Nutrients | 2020;12(-):345",
    );
}

#[test]
fn books_chapters_and_pages_of_the_web_are_what_they_are() {
    let kind = |text: &str| read_item(text).work.kind;
    let book = "Murray PR, Rosenthal KS. Medical microbiology. 4th ed. St. Louis: Mosby; 2002.";
    reads(book, "Murray PR, Rosenthal KS | Medical microbiology | - | 2002;-(-):-");
    assert_eq!(kind(book), WorkKind::Book);
    assert_eq!(read_item(book).work.publisher.as_deref(), Some("Mosby"));
    let chapter = "Meltzer PS, Kallioniemi A. Chromosome alterations in human solid tumors. In: Vogelstein B, Kinzler KW, editors. The genetic basis of human cancer. New York: McGraw-Hill; 2002. p. 93-113.";
    reads(
        chapter,
        "Meltzer PS, Kallioniemi A | Chromosome alterations in human solid tumors | The genetic basis of human cancer | 2002;-(-):93-113",
    );
    assert_eq!(kind(chapter), WorkKind::Chapter);
    let web = "World Health Organization. Diabetes [Internet]. Geneva: WHO; 2023 [cited 2024 Mar 3]. Available from: https://www.who.int/news-room/fact-sheets/detail/diabetes";
    let item = read_item(web);
    assert_eq!(item.work.url.as_deref(), Some("https://www.who.int/news-room/fact-sheets/detail/diabetes"));
    assert_eq!(item.work.authors, [Name::organisation("World Health Organization")]);
    assert_eq!(
        kind(
            "Smith J, Doe R. Effects of metformin on mice. medRxiv [Preprint]. 2020. doi:10.1101/2020.01.01.123456"
        ),
        WorkKind::Preprint
    );
    assert_eq!(
        kind(
            "Diabetes UK. Us, diabetes and facts. https://www.diabetes.org.uk/about Accessed March 3, 2020."
        ),
        WorkKind::WebPage
    );
}

#[test]
fn what_is_unsure_is_left_out() {
    for text in
        ["See the methods above.", "", "12.", "Some note without any structure", "https://doi.org/10.1000/x1"]
    {
        let work = read_item(text).work;
        assert!(
            work.title.is_none() && work.authors.is_empty() && work.container.is_none(),
            "{text}: {work:?}"
        );
    }
    assert_eq!(read_item("https://doi.org/10.1000/x1").work.identifiers.doi(), Some("10.1000/x1"));
}

#[test]
fn spans_are_places_in_the_source() {
    let text = r"\bibitem{dpp} Garc{\'\i}a-M{\'a}rquez G. Effects of \textit{metformin} on {DNA}. \emph{Lancet}. 2020;395(1):1--10. \url{https://doi.org/10.1000/x1}";
    let item = read_item(text);
    let part = |field: FieldName| {
        item.fields
            .iter()
            .find(|(name, _)| *name == field)
            .and_then(|(_, span)| text.get(span.range()))
            .unwrap()
    };
    assert_eq!(item.work.authors, [Name::person("García-Márquez", "G")]);
    assert_eq!(part(FieldName::Authors), r"Garc{\'\i}a-M{\'a}rquez G");
    assert_eq!(part(FieldName::Title), r"Effects of \textit{metformin} on {DNA");
    assert_eq!(item.work.title.as_deref(), Some("Effects of metformin on DNA"));
    assert_eq!(part(FieldName::Journal), "Lancet");
    assert_eq!(part(FieldName::Year), "2020");
    assert_eq!(part(FieldName::Pages), "1--10");
    assert_eq!(part(FieldName::Doi), "10.1000/x1");
}

proptest! {
    #[test]
    fn any_text_is_read_and_spans_are_whole(
        text in r"([A-Z][a-z]{1,6} [A-Z]{1,2}|, |\. |et al\.|Effects of x|\(2020\)|2020;12\(3\):1-10|doi:10\.1000/x1|https://a.b/c|\[Internet\]|\*|_|\\emph\{|\}|“|”|In: |\PC){0,25}"
    ) {
        let item = read_item(&text);
        for (_, span) in &item.fields {
            prop_assert!(text.get(span.range()).is_some_and(|part| !part.is_empty()), "{:?}", item.fields);
        }
    }
}

#[test]
fn the_lists_of_brazil_russia_and_physics_are_read() {
    reads(
        "SMITH, J. A. ; DOE, R. Effects of metformin in adults. Diabetes Care, v. 12, n. 3, p. 1–10, 7 fev. 2020.",
        "SMITH JA, DOE R | Effects of metformin in adults | Diabetes Care | 2020;12(3):1–10",
    );
    reads(
        "SMITH, J. A. et al. Effects of metformin in adults. Diabetes Care, v. 12, p. 1–10, 2020.",
        "SMITH JA, … | Effects of metformin in adults | Diabetes Care | 2020;12(-):1–10",
    );
    reads(
        "Smith J. A., Doe R. Effects of metformin in adults // Diabetes Care. 2020. Т. 12, № 3. Сс. 1–10.",
        "Smith JA, Doe R | Effects of metformin in adults | Diabetes Care | 2020;12(3):1–10",
    );
    reads(
        "Smith J. A. и др. Effects of metformin in adults // Diabetes Care. 2020. Vol. 12. No. 3. P. 1–10.",
        "Smith JA, … | Effects of metformin in adults | Diabetes Care | 2020;12(3):1–10",
    );
    reads(
        "J. A. Smith, R. Doe, and T. O'Neil, Effects of metformin, alone or not, in adults, Diabetes Care 12, 145 (2020).",
        "Smith JA, Doe R, O'Neil T | Effects of metformin, alone or not, in adults | Diabetes Care | 2020;12(-):145",
    );
    reads(
        "J. A. Smith and R. Doe, Effects of metformin in adults, Diabetes Care 12 (2020) 145–149.",
        "Smith JA, Doe R | Effects of metformin in adults | Diabetes Care | 2020;12(-):145–149",
    );
    reads(
        "SMITH, John A. et al. Effects of metformin in adults. Diabetes Care, v. 12, n. 3, p. 1–10, 2020.",
        "SMITH JA, … | Effects of metformin in adults | Diabetes Care | 2020;12(3):1–10",
    );
    reads(
        "T. O'Neil et al., Effects of metformin in adults, Diabetes Care 12, (2020).",
        "O'Neil T, … | Effects of metformin in adults | Diabetes Care | 2020;12(-):-",
    );
}

#[test]
fn chicago_with_the_year_first_iso_and_the_lists_of_china_are_read() {
    reads(
        "Smith, John A., Jane Doe, and Tim O'Neil. 2020. “Effects of Metformin in Adults.” Diabetes Care 12 (3): 1–10.",
        "Smith JA, Doe J, O'Neil T | Effects of Metformin in Adults | Diabetes Care | 2020;12(3):1–10",
    );
    reads(
        "SMITH, John A, DOE, Jane and O'NEIL, Tim. Effects of metformin in adults. Diabetes Care. 26 December 2020. Vol. 12, no. 3, p. 1–10.",
        "SMITH JA, DOE J, O'NEIL T | Effects of metformin in adults | Diabetes Care | 2020;12(3):1–10",
    );
    reads(
        "SMITH J A, DOE R, ROE T, 等. Effects of metformin in adults[J]. Diabetes Care, 2020, 12(3): 1-10.",
        "SMITH JA, DOE R, ROE T, … | Effects of metformin in adults | Diabetes Care | 2020;12(3):1-10",
    );
}

#[test]
fn a_journal_with_what_it_calls_itself_behind_a_semicolon_is_read() {
    reads(
        "Okamoto, H.; Oitate, M. Pharmacokinetics of an antibody in rats. XENOBIOTICA; THE FATE OF FOREIGN COMPOUNDS 2020, 50 (10), 1242-1250.",
        "Okamoto H, Oitate M | Pharmacokinetics of an antibody in rats | XENOBIOTICA; THE FATE OF FOREIGN COMPOUNDS | 2020;50(10):1242-1250",
    );
}

#[test]
fn exports_that_put_the_year_between_title_and_journal_are_read() {
    reads(
        "Järvholm S., Clarke A., Brännström M. Uterus transplantation trial: Psychological evaluation of partners (2015) Fertility and sterility, 104 (4), pp. 1010-1015. Cited 81 times.",
        "Järvholm S, Clarke A, Brännström M | Uterus transplantation trial: Psychological evaluation of partners | Fertility and sterility | 2015;104(4):1010-1015",
    );
}

#[test]
fn items_that_begin_with_their_title_are_read() {
    reads(
        "Insuring Projects After September 11. Ron Moreland; Bruce Wineman. The Journal of Structured Finance. 2002. Volume 8, Issue 1, Pages 5-7.",
        "Moreland R, Wineman B | Insuring Projects After September 11 | The Journal of Structured Finance | 2002;8(1):5-7",
    );
    reads(
        "Super-resolution over a surface. Zhou L, Zhang N, Li Y. Engineering 17:75-81, 2022.",
        "Zhou L, Zhang N, Li Y | Super-resolution over a surface | Engineering | 2022;17(-):75-81",
    );
    reads(
        "Mercury in rice: a survey. Doe JA, Roe B, Poe CD. Environmental Pollution 30(11):915-919, 1992.",
        "Doe JA, Roe B, Poe CD | Mercury in rice: a survey | Environmental Pollution | 1992;30(11):915-919",
    );
}

#[test]
fn gost_with_a_publisher_or_a_statement_of_authors_is_read() {
    reads(
        "Makar A. B., Palese M. Formate assay in body fluids // Biochemical medicine. — Springer, 1975. — V. 13. — № 2. — Pp. 117-126.",
        "Makar AB, Palese M | Formate assay in body fluids | Biochemical medicine | 1975;13(2):117-126",
    );
    reads(
        "Xia L. Performance of a kinetic model / L. Xia, J. Jiang, H. Javidnia // Nuclear Engineering and Design. – 2012. – Vol. 243. – P. 76-86.",
        "Xia L, Jiang J, Javidnia H | Performance of a kinetic model | Nuclear Engineering and Design | 2012;243(-):76-86",
    );
}

#[test]
fn german_and_french_lists_are_read() {
    reads(
        "Klaunig, James E/Babich, Michael A/Cook, Jon C: Rodent tumors and human relevance, in: Critical reviews in toxicology 33 (2003), H. 6, S. 655-780.",
        "Klaunig JE, Babich MA, Cook JC | Rodent tumors and human relevance | Critical reviews in toxicology | 2003;33(6):655-780",
    );
    reads(
        "Sachdeva, Ritu/Bhatia, Nidhi: All is not well: A novel method, in: Journal of anaesthesiology 31 (2015), H. 4, S. 562.",
        "Sachdeva R, Bhatia N | All is not well: A novel method | Journal of anaesthesiology | 2015;31(4):562",
    );
    reads(
        "GRANDE S.W., ANDRADE A.J.M. (2007) – « A dose-response study of a plasticizer in rats », Toxicology, vol. 229, n° 1-2, p. 114-122.",
        "GRANDE SW, ANDRADE AJM | A dose-response study of a plasticizer in rats | Toxicology | 2007;229(1-2):114-122",
    );
}

#[test]
fn a_supplement_behind_the_volume_is_no_part_of_the_journal() {
    reads(
        "Garg, Swati, et al. \"Visualization of merozoites.\" Systems and synthetic biology 9.Suppl 1 (2015): 23-26.",
        "Garg S, … | Visualization of merozoites | Systems and synthetic biology | 2015;9(Suppl 1):23-26",
    );
}

#[test]
fn a_place_in_a_journal_alone_is_read() {
    reads("Cancer Res. 1988 Dec 1;48(23):6739-44", "- | - | Cancer Res | 1988;48(23):6739-44");
    reads(
        "Cell Mol Biol (Noisy-le-grand). 1994 Dec;40(8):1063-76",
        "- | - | Cell Mol Biol (Noisy-le-grand) | 1994;40(8):1063-76",
    );
    reads("Ferrant, P. A. J Examples. 2, 124-129 (2005).", "Ferrant PA | - | J Examples | 2005;2(-):124-129");
    reads(
        "[3] J. P. Perdew, K. Burke, and M. Ernzerhof, Phys. Rev. Lett. 77, 3865 (1996).",
        "Perdew JP, Burke K, Ernzerhof M | - | Phys. Rev. Lett | 1996;77(-):3865",
    );
    // A title without a journal is none.
    reads("Effects of metformin in adults. 2002;346(6):393-403.", "- | - | - | 2002;346(6):393-403");
}

#[test]
fn fields_that_a_deposit_set_apart_with_blanks_are_read() {
    reads(
        ") Smith , J. A. , Roe , T. , Jr. and Doe , R.Effects of metformin (N‐methyl) in adults . Carcinogenesis , 5 , 1193 – 1198 ( 1984. ).",
        "Smith JA, Roe T, Doe R | Effects of metformin (N‐methyl) in adults | Carcinogenesis | 1984;5(-):1193 – 1198",
    );
    reads(
        "Mao, J.H., Doe, R.et al. (2008) Effects of metformin in adults. Science 321, 1499–1502",
        "Mao JH, Doe R, … | Effects of metformin in adults | Science | 2008;321(-):1499–1502",
    );
    reads(
        "Smith J. Effects of metformin (p < .05 for all). Lancet. 2020;395:1-10.",
        "Smith J | Effects of metformin (p < .05 for all) | Lancet | 2020;395(-):1-10",
    );
}

#[test]
fn a_number_without_a_mark_before_an_item_is_no_part_of_it() {
    reads(
        "9 Smith JA, Doe R, et al. Effects of metformin in adults. BMJ 2003;327:557–60.",
        "Smith JA, Doe R, … | Effects of metformin in adults | BMJ | 2003;327(-):557–60",
    );
    reads("10 years of metformin. A review. Lancet. 2020;395:1-10.", "- | - | Lancet | 2020;395(-):1-10");
}

#[test]
fn a_quotation_at_the_beginning_of_a_title_is_no_whole_title() {
    reads(
        "Folk MF, Folk SE. “Mini-mental state”. A practical method for grading the cognitive state of patients. J Psychiatr Res 1975; 12: 189–198.",
        "Folk MF, Folk SE | “Mini-mental state”. A practical method for grading the cognitive state of patients | J Psychiatr Res | 1975;12(-):189–198",
    );
}

#[test]
fn articles_without_volume_and_pages_have_a_title_and_a_journal() {
    let expected =
        "Wang Y, Gittins J | Bandits in clinical trials: a review | Sequential Analysis | 1992;-(-):-";
    for text in [
        "Y. Wang, J. Gittins, Bandits in clinical trials: a review, Sequential Analysis (1992).",
        "Wang Y., Gittins J. Bandits in clinical trials: a review // Sequential Analysis. Informa UK Limited, 1992.",
        "WANG Y, GITTINS J. Bandits in clinical trials: a review[J]. Sequential Analysis, 1992.",
    ] {
        let item = read_item(text);
        assert_eq!(line(&item).replace("WANG", "Wang").replace("GITTINS", "Gittins"), expected, "{text}");
    }
    reads(
        "YU T, LI C. Risk of herpes in adults[J]. International Journal of Examples, 2021, 75(4).",
        "YU T, LI C | Risk of herpes in adults | International Journal of Examples | 2021;75(4):-",
    );
    reads(
        "Poised for a dividend? Changes in the lives of young women. PLOS ONE. 2020 Dec 28;15(12):e0242876.",
        "- | Poised for a dividend? Changes in the lives of young women | PLOS ONE | 2020;15(12):e0242876",
    );
}

#[test]
fn names_in_full_in_front_of_a_title_are_read() {
    reads(
        "LI, Mei and LIN, Zhi-Xiong. Nodes in carcinoma. The British Journal of Examples. January 2017. Vol. 90, no. 1069, p. 20160772.",
        "LI M, LIN ZX | Nodes in carcinoma | The British Journal of Examples | 2017;90(1069):20160772",
    );
    reads(
        "Shokri, Reza, and Vitaly Shmatikov. Privacy-preserving deep learning. 2015.",
        "Shokri R, Shmatikov V | Privacy-preserving deep learning | - | 2015;-(-):-",
    );
    reads(
        "ZHANG, Jian and GAO, Robert X. Embodied AI: a foundation. Engineering. 2025;12:1-9.",
        "ZHANG J, GAO RX | Embodied AI: a foundation | Engineering | 2025;12(-):1-9",
    );
    reads(
        "MARTINEZ LICHA C R, DOE R. Management of embolism[J]. Diabetes Care, 2020, 12(3): 1-10.",
        "MARTINEZ LICHA CR, DOE R | Management of embolism | Diabetes Care | 2020;12(3):1-10",
    );
    reads(
        "Jonker, Soraya M. R., and Frank J. H. M. van den Biggelaar. 2015. “Comparison of two lenses.” Journal of Examples 41 (8): 1631–40.",
        "Jonker SMR, van den Biggelaar FJHM | Comparison of two lenses | Journal of Examples | 2015;41(8):1631–40",
    );
    for (text, names) in [
        ("Singh, Siddharth, et al. Scalable language models. 2024.", "Singh S, …"),
        (
            "Singh, Siddharth, Prajwal Singhania, et al. 2024. Scalable language models.",
            "Singh S, Singhania P, …",
        ),
        ("Smith, John A., and Jane B. Doe. Scalable language models. 2024.", "Smith JA, Doe JB"),
        ("SHOKRI, Reza; SHMATIKOV, Vitaly. Scalable language models. 2024.", "SHOKRI R, SHMATIKOV V"),
        ("SHOKRI R, SHMATIKOV V. Scalable language models[J]. 2024.", "SHOKRI R, SHMATIKOV V"),
    ] {
        reads(text, &format!("{names} | Scalable language models | - | 2024;-(-):-"));
    }
    // Titles of the same shape are none.
    reads("Health, Wealth, and Human Development. A study of cities. 1997.", "- | - | - | 1997;-(-):-");
}

#[test]
fn a_journal_behind_a_bracket_without_a_full_stop_is_read() {
    reads(
        "James NH, Roberts RA. Suppression of apoptosis by a carcinogen (DEHP) and 1,4-dichlorobenzene (DCB) Arch Toxicol. 1998;72:784–790.",
        "James NH, Roberts RA | Suppression of apoptosis by a carcinogen (DEHP) and 1,4-dichlorobenzene (DCB) | Arch Toxicol | 1998;72(-):784–790",
    );
}
