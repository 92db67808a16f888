#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

mod deposited;
mod sections;

use super::*;
use crate::{Name, WorkKind};
use proptest::prelude::*;

/// Formats the fields as `authors | title | container | year;volume(issue):pages`, with `-` for
/// missing ones.
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
fn initials_in_front_end_with_the_last_author_and_not_with_the_last_comma() {
    let rest = "Title of the thing. Journal of Things, 12(3):1–9, 2019.";
    let read = "Title of the thing | Journal of Things | 2019;12(3):1–9";
    for (names, authors) in [
        ("A. Yildiz, B. Berger, and M. Cruz", "Yildiz A, Berger B, Cruz M"),
        ("[4] A. Yildiz, B. Berger, and M. de la Cruz", "Yildiz A, Berger B, de la Cruz M"),
        ("A. Yildiz, B. Berger & M. Cruz", "Yildiz A, Berger B, Cruz M"),
        ("A. Yildiz, B. Berger, M. Cruz", "Yildiz A, Berger B, Cruz M"),
        ("A. Yildiz and B. Berger", "Yildiz A, Berger B"),
        ("A.-B. Yildiz, Ö. Berger, R. St. John, and T.-H. Wu", "Yildiz AB, Berger Ö, St. John R, Wu TH"),
        ("A. Yildiz, B. Berger, and M. Cruz, Jr", "Yildiz A, Berger B, Cruz M"),
        ("A. Yildiz, B. Berger, Jr., and M. Cruz", "Yildiz A, Berger B, Cruz M"),
        ("A. Yildiz, B. Berger, et al", "Yildiz A, Berger B, …"),
        ("A. Yildiz, B. Berger, M. Cruz, and others", "Yildiz A, Berger B, Cruz M, …"),
        ("A. Yildiz, B. Berger, and the ABC Collaboration", "Yildiz A, Berger B, ABC Collaboration"),
    ] {
        reads(&format!("{names}. {rest}"), &format!("{authors} | {read}"));
    }
    reads(
        "S. Ito, N. Kaur, and P. Okoye. Do crows count? A survey. In Proceedings of the 14th Symposium on Storage, pages 33–46. ACM, 2017.",
        "Ito S, Kaur N, Okoye P | Do crows count? A survey | Proceedings of the 14th Symposium on Storage | 2017;-(-):33–46",
    );
    reads(
        "R. Patel, Y. Chen, and O. Ben-David. The Art of Caching. MIT Press, Cambridge, MA, 2nd edition, 2011.",
        "Patel R, Chen Y, Ben-David O | The Art of Caching | - | 2011;-(-):-",
    );
    reads(
        "J. Doe, A. B. Roe, and C. Poe. Tiny robots. arXiv preprint arXiv:1905.01234, 2019.",
        "Doe J, Roe AB, Poe C | Tiny robots | arXiv | -;-(-):-",
    );
    reads(
        "A. Yildiz, B. Berger, et al., Title of the thing, Phys. Rev. Lett. 12, 101 (2019).",
        "Yildiz A, Berger B, … | Title of the thing | Phys. Rev. Lett | 2019;12(-):101",
    );
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
fn article_numbers_of_computing_journals_are_read_with_their_pages() {
    for (text, expected) in [
        (
            "Ann Able and Bob Best. On the order of things. ACM Trans. Comput.-Hum. Interact., 31(2):4:1–4:28, 2024.",
            "Able A, Best B | On the order of things | ACM Trans. Comput.-Hum. Interact | 2024;31(2):4:1–4:28",
        ),
        (
            "Able A, Best B. On the order of things. J. ACM 31(2):4:1-4:28, April 2024.",
            "Able A, Best B | On the order of things | J. ACM | 2024;31(2):4:1-4:28",
        ),
        (
            "Able A, Best B. On the order of things. J ACM. 2024;31(2):4:1-4:28.",
            "Able A, Best B | On the order of things | J ACM | 2024;31(2):4:1-4:28",
        ),
        (
            "Ann Able and Bob Best. 2024. On the order of things. J. ACM 31, 2 (2024), 4:1–4:28.",
            "Able A, Best B | On the order of things | J. ACM | 2024;31(2):4:1–4:28",
        ),
        (
            "Ann Able and Bob Best. 2024. On the order of things. J. ACM 31, 2, Article 4 (April 2024), 28 pages.",
            "Able A, Best B | On the order of things | J. ACM | 2024;31(2):4",
        ),
        (
            "Ann Able and Bob Best. 2024. On the order of things. J. ACM 31, 2, Article 4 (2024), 4:1–4:28.",
            "Able A, Best B | On the order of things | J. ACM | 2024;31(2):4",
        ),
        (
            "Able, A., & Best, B. (2024). On the order of things. Journal of the ACM, 31(2), 4:1–4:28.",
            "Able A, Best B | On the order of things | Journal of the ACM | 2024;31(2):4:1–4:28",
        ),
    ] {
        reads(text, expected);
    }
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
fn particles_behind_the_given_names_are_read() {
    reads(
        "Vandenbroucke JP, Elm E von, Altman DG, et al. Reporting of observational studies. PLoS Med 2007;4:e297.",
        "Vandenbroucke JP, von Elm E, Altman DG, … | Reporting of observational studies | PLoS Med | 2007;4(-):e297",
    );
    reads(
        "García-Toro, M., Íñiguez Peña, J. L., & Fuente, Á. de la. (2011). Estudio de la depresión. Actas Esp Psiquiatr, 39(4), 244–255.",
        "García-Toro M, Íñiguez Peña JL, de la Fuente Á | Estudio de la depresión | Actas Esp Psiquiatr | 2011;39(4):244–255",
    );
    reads(
        "Ray, Wayne A., Kathi Hall, C. Michael Stein, and J. Mc Donald. 2018. “Bleeding on Anticoagulants.” JAMA 320 (21): 2221–30.",
        "Ray WA, Hall K, Stein CM, Mc Donald J | Bleeding on Anticoagulants | JAMA | 2018;320(21):2221–30",
    );
}

#[test]
fn editors_without_authors_are_read() {
    for text in [
        "Goldman L, Schafer AI, editors. Textbook of medicine. 26th ed. Philadelphia: Elsevier; 2019.",
        "Goldman, L., and Schafer, A.I. eds. (2019). Textbook of medicine 26th ed. (Elsevier).",
        "Goldman, L., & Schafer, A. I. (Eds.). (2019). Textbook of medicine (26th ed.). Elsevier.",
        "Goldman, Lee, and Andrew I. Schafer, eds. 2019. Textbook of medicine. 26th ed. Elsevier.",
        "Goldman, Lee, and Andrew I. Schafer, editors. Textbook of medicine. 26th ed., Elsevier, 2019.",
        "L. Goldman and A. I. Schafer, Eds., Textbook of medicine, 26th ed. Philadelphia: Elsevier, 2019.",
        "Goldman L, Schafer AI, editors. Textbook of medicine, 26th edn. Philadelphia: Elsevier, 2019.",
    ] {
        let work = read_item(text).work;
        let editors: Vec<String> = work.editors.iter().map(Name::surname).collect();
        assert_eq!(editors, ["Goldman", "Schafer"], "{text}");
        assert!(work.authors.is_empty(), "{text}");
        assert_eq!(work.title.as_deref(), Some("Textbook of medicine"), "{text}");
        assert_eq!(work.date.map(|date| date.year), Some(2019), "{text}");
    }
    let item = read_item("Doe ED. Sleep after surgery. J Wards. 2019;1:1-9.");
    assert_eq!(item.work.authors.len(), 1, "{:?}", item.work);
}

#[test]
fn chapters_and_proceedings_are_read_in_each_style() {
    for text in [
        "Lacouture ME, Sibaud V. Toxicity of targeted therapies. In: Müller H, Berg A van der, editors. Oncodermatology. Cham: Springer; 2017. p. 101–34.",
        "Lacouture ME, Sibaud V. Toxicity of targeted therapies. In: Müller H, Berg A van der, eds. Oncodermatology. Cham: Springer 2017:101–34.",
        "Lacouture ME, Sibaud V (2017) Toxicity of targeted therapies. In: Müller H, Berg A van der (eds) Oncodermatology. Springer, Cham, pp 101–134",
        "Lacouture, M.E., Sibaud, V., 2017. Toxicity of targeted therapies, in: Müller, H., Berg, A. van der (Eds.), Oncodermatology. Springer, Cham, pp. 101–134.",
        "Lacouture, M.E., and Sibaud, V. (2017). Toxicity of targeted therapies. In Oncodermatology, H. Müller and A. van der Berg, eds. (Springer), pp. 101–134.",
        "Lacouture, M. E. & Sibaud, V. Toxicity of targeted therapies. in Oncodermatology (eds Müller, H. & Berg, A. van der) 101–134 (Springer, Cham, 2017).",
        "Lacouture, M. E.; Sibaud, V. Toxicity of targeted therapies. In Oncodermatology; Müller, H., Berg, A. van der, Eds.; Springer: Cham, 2017; pp 101–134.",
    ] {
        let work = read_item(text).work;
        assert_eq!(work.title.as_deref(), Some("Toxicity of targeted therapies"), "{text}");
        assert_eq!(work.container.as_deref(), Some("Oncodermatology"), "{text}");
        assert_eq!(work.date.map(|date| date.year), Some(2017), "{text}");
        assert_eq!(work.editors.len(), 2, "{text}");
    }
    for text in [
        "Devlin J, Chang M-W. Pre-training of transformers. In: Proceedings of the North Chapter. 2019. p. 4171–86.",
        "Devlin J, Chang M-W. Pre-training of transformers. Proceedings of the North Chapter. 2019. pp. 4171–4186.",
        "Devlin, J., Chang, M.-W., 2019. Pre-training of transformers, in: Proceedings of the North Chapter. pp. 4171–4186.",
        "Devlin, J. & Chang, M.-W. Pre-training of transformers. in Proceedings of the North Chapter 4171–4186 (2019).",
    ] {
        let work = read_item(text).work;
        assert_eq!(work.title.as_deref(), Some("Pre-training of transformers"), "{text}");
        assert_eq!(work.date.map(|date| date.year), Some(2019), "{text}");
    }
    // The word for a thesis is in brackets.
    let work =
        read_item("Olsen, K. (2015). Sleep after surgery: A cohort study [PhD thesis]. University of Oslo.")
            .work;
    assert_eq!(work.title.as_deref(), Some("Sleep after surgery: A cohort study"));
    let work =
        read_item("Olsen, K., 2015. Sleep after surgery: A cohort study (PhD thesis). University of Oslo.")
            .work;
    assert_eq!(work.title.as_deref(), Some("Sleep after surgery: A cohort study"));
}

#[test]
fn a_year_at_the_end_is_no_part_of_the_title() {
    let work =
        read_item("Office of Health Services. Weekly influenza report, 2023. https://www.example.org/flu")
            .work;
    assert_eq!(work.title.as_deref(), Some("Weekly influenza report"));
    assert_eq!(work.date.map(|date| date.year), Some(2023));
}

#[test]
fn places_are_right_behind_accents_that_stand_apart() {
    let text = "Gar\u{63}\u{131}\u{301}a M, Mu\u{308}nz J. Sleep on wards. J Wards. 2001;3(4):5-6.";
    let item = read_item(text);
    let names: Vec<String> = item.work.authors.iter().map(Name::surname).collect();
    assert_eq!(names, ["García", "Münz"]);
    let place =
        |field| item.fields.iter().find(|(known, _)| *known == field).map(|(_, span)| &text[span.range()]);
    assert_eq!(place(FieldName::Authors), Some("Gar\u{63}\u{131}\u{301}a M, Mu\u{308}nz J"));
    assert_eq!(place(FieldName::Volume), Some("3"));
}
