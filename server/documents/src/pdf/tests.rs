#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
use super::*;
use referee_syntax::Target;

/// Builds a page with lines at these positions: x, y, text. A letter is half as wide as it is high.
fn page(number: u32, lines: &[(f64, f64, &str)]) -> Page {
    let fragment = |(x, y, text): &(f64, f64, &str)| Fragment {
        text: (*text).to_owned(),
        size: 10.0,
        x: *x,
        end: x + 5.0 * f64::from(u32::try_from(text.chars().count()).unwrap()),
        y: *y,
    };
    Page { number, fragments: lines.iter().map(fragment).collect() }
}

fn items(document: &Document) -> Vec<String> {
    let text = document.text().to_string();
    let items =
        document.list_items().map(|listed| text[listed.item.span.shift(listed.start).range()].to_owned());
    items.collect()
}

#[test]
fn two_columns_are_read_one_after_the_other() {
    let mut lines =
        vec![(50.0, 40.0, "A title that reaches over both of the columns of the page, as titles do")];
    let left = [
        "The first column says one thing of the",
        "ward and the next line goes on with",
        "it until the column ends.",
        "Then a second matter comes that also",
        "has several lines of words in it and",
        "that is not at its end when the col-",
    ];
    let right = [
        "umn ends and goes on in the second",
        "one where it stands at the top. After",
        "that there are lines of other matters",
        "that fill the column to its end with",
        "more words about the ward, and after",
        "them nothing else comes.",
    ];
    for (index, (left, right)) in left.iter().zip(right).enumerate() {
        let y = 80.0 + 12.0 * f64::from(u32::try_from(index).unwrap());
        lines.push((50.0, y, left));
        lines.push((320.0, y, right));
    }
    let text = read(&[page(1, &lines)]).unwrap().text().to_string();
    assert!(text.contains("when the column ends and goes on in the second one where"), "{text}");
    assert!(text.starts_with("A title that reaches over both"), "{text}");
}

#[test]
fn a_list_with_hanging_indents_is_cut_where_lines_begin_at_the_edge() {
    let lines = [
        (50.0, 40.0, "We did what others did before us (Ng, 2019), and found the same."),
        (50.0, 60.0, "References"),
        (50.0, 80.0, "Ng, A., & Ode, B. (2019). Sleep after surgery in the wards of"),
        (70.0, 92.0, "Smith County. Journal of Wards, 12(3), 45-51."),
        (50.0, 104.0, "Okoro, C. (2020). Pain after surgery. Journal of Wards, 13(1), 1-"),
        (70.0, 116.0, "9. https://doi.org/10.1000/"),
        (70.0, 128.0, "ward.2020.1"),
        (50.0, 140.0, "Zapata, D. (2018). A book on rest. Springer."),
    ];
    let document = read(&[page(4, &lines)]).unwrap();
    assert_eq!(
        items(&document),
        [
            "Ng, A., & Ode, B. (2019). Sleep after surgery in the wards of Smith County. Journal of Wards, 12(3), 45-51.",
            "Okoro, C. (2020). Pain after surgery. Journal of Wards, 13(1), 1-9. https://doi.org/10.1000/ward.2020.1",
            "Zapata, D. (2018). A book on rest. Springer.",
        ]
    );
    let place = document.source_place(document.text().len_bytes() - 2).unwrap();
    assert_eq!(place.to_string(), "page 4");
}

#[test]
fn a_numbered_list_is_cut_by_its_numbers_and_ends_at_the_next_heading() {
    let lines = [
        (50.0, 40.0, "Others found the same [1,2], and so did we in our own wards."),
        (50.0, 60.0, "REFERENCES"),
        (50.0, 80.0, "1. Ng A, Ode B. Sleep after surgery in a ward of"),
        (50.0, 92.0, "12 beds. J Wards. 2019;12(3):45-51."),
        (50.0, 104.0, "2. Okoro C. Pain after surgery. J Wards."),
        (50.0, 116.0, "2020;13:1-9."),
        (50.0, 140.0, "Funding"),
        (50.0, 152.0, "1. The ward paid in 2020 for all of what was done here."),
    ];
    let document = read(&[page(1, &lines)]).unwrap();
    assert_eq!(
        items(&document),
        [
            "Ng A, Ode B. Sleep after surgery in a ward of 12 beds. J Wards. 2019;12(3):45-51.",
            "Okoro C. Pain after surgery. J Wards. 2020;13:1-9."
        ]
    );
    assert_eq!(document.citations().count(), 1, "the number in the text cites");
}

#[test]
fn the_doi_of_a_paper_itself_is_none_of_its_references() {
    let first = page(
        1,
        &[
            (50.0, 40.0, "J Wards 2019, https://doi.org/10.1000/ward.2019.99"),
            (50.0, 80.0, "Others found the same [1], and so did we in our own wards."),
        ],
    );
    let second = |doi: &'static str, list: bool| {
        let mut lines = vec![(50.0, 60.0, doi)];
        if list {
            lines.push((50.0, 100.0, "References"));
            lines.push((50.0, 120.0, "1. Ng A. Sleep after surgery. J Wards. 2019;12(3):45-51."));
            lines.push((50.0, 140.0, "2. Okoro C. Pain after surgery. J Wards. 2020;13:1-9."));
        }
        page(2, &lines)
    };
    let cited = |pages: &[Page]| -> Vec<String> {
        let document = read(pages).unwrap();
        let citations = document.citations().map(|cited| cited.citation.target.clone());
        let identifiers = citations.filter_map(|target| match target {
            Target::Identifier(identifier) => Some(identifier.to_string()),
            _ => None,
        });
        identifiers.collect()
    };
    let data = "Our data are at https://doi.org/10.5000/data.7 for everybody.";
    assert_eq!(cited(&[first.clone(), second(data, true)]).len(), 1, "what page 2 names is another work");
    assert_eq!(cited(&[first, second(data, false)]).len(), 2, "without a list nobody can tell");
}

#[test]
fn what_pages_repeat_is_no_text() {
    let pages: Vec<Page> = (1..=4)
        .map(|number| {
            let head = format!("Journal of Wards 2019;12:{}", 40 + number);
            let foot = number.to_string();
            page(
                number,
                &[
                    (50.0, 20.0, &head),
                    (50.0, 300.0, "Words of the page that are not the same as others."),
                    (50.0, 700.0, &foot),
                ],
            )
        })
        .collect();
    let text = read(&pages).unwrap().text().to_string();
    assert!(!text.contains("Journal of Wards"), "{text}");
}

/// The numbers are separate fragments, as many programs draw them.
#[test]
fn the_numbers_of_a_right_column_belong_to_it() {
    let mut lines = vec![(50.0, 60.0, "References")];
    let numbers: Vec<String> = (1..=16).map(|number| format!("{number}.")).collect();
    for row in 0..8_u32 {
        let y = 80.0 + 24.0 * f64::from(row);
        let number = |index: u32| numbers.get(index as usize).map_or("", String::as_str);
        lines.push((50.0, y, number(row)));
        lines.push((70.0, y, "Ng A. Sleep after surgery in the"));
        lines.push((70.0, y + 12.0, "wards. J Wards. 2019;12(3):45-51."));
        lines.push((260.0, y, number(row + 8)));
        lines.push((280.0, y, "Ode B. Pain after surgery in the"));
        lines.push((280.0, y + 12.0, "wards. J Wards. 2020;13(1):1-9."));
    }
    let items = items(&read(&[page(1, &lines)]).unwrap());
    assert_eq!(items.len(), 16, "{items:#?}");
    assert_eq!(items[0], "Ng A. Sleep after surgery in the wards. J Wards. 2019;12(3):45-51.");
    assert_eq!(items[15], "Ode B. Pain after surgery in the wards. J Wards. 2020;13(1):1-9.");
}

#[test]
fn a_manuscript_whose_lines_are_numbered_has_its_references() {
    let mut pages = Vec::new();
    for number in 1..=2_u32 {
        let marks: Vec<String> = (0..21).map(|line| (line + 1 + 21 * (number - 1)).to_string()).collect();
        let mut lines = Vec::new();
        for (index, mark) in marks.iter().enumerate() {
            let y = 60.0 + 24.0 * f64::from(u32::try_from(index).unwrap());
            lines.push((20.0, y, mark.as_str()));
            lines.push((
                60.0,
                y,
                match (number, index) {
                    (2, 10) => "REFERENCES",
                    (2, 11..) if index % 2 == 1 => {
                        "Ng A. Sleep after surgery in the wards of Smith County. J"
                    }
                    (2, 11..) => "Wards. 2019;12(3):45-51.",
                    _ => "Words of the manuscript that go on over the lines of the page.",
                },
            ));
        }
        // Each second line of a reference is indented.
        for line in &mut lines {
            line.0 += if line.2.starts_with("Wards") { 15.0 } else { 0.0 };
        }
        pages.push(page(number, &lines));
    }
    let items = items(&read(&pages).unwrap());
    let first = "Ng A. Sleep after surgery in the wards of Smith County. J Wards. 2019;12(3):45-51.";
    assert_eq!(items.len(), 5, "{items:#?}");
    assert_eq!(items[0], first);
}

#[test]
fn a_list_whose_heading_is_the_head_of_its_pages_is_read_from_its_first_page_on() {
    let list = |number: u32, name: &'static str| {
        let lines = [
            (50.0, 40.0, "References"),
            (50.0, 80.0, name),
            (70.0, 92.0, "Smith County. Journal of Wards, 12(3), 45-51."),
            (50.0, 104.0, "Okoro, C. (2020). Pain after surgery in wards. Journal of"),
            (70.0, 116.0, "Wards, 13(1), 1-9."),
        ];
        page(number, &lines)
    };
    let text = page(1, &[(50.0, 40.0, "We did what others did before us (Ng, 2019), and found the same.")]);
    let pages = [
        text,
        list(2, "Ng, A., & Ode, B. (2019). Sleep after surgery in the wards of"),
        list(3, "Pym, D., & Roe, E. (2018). Food after surgery in the wards of"),
    ];
    let items = items(&read(&pages).unwrap());
    assert_eq!(items.len(), 4, "{items:#?}");
    assert!(items[0].starts_with("Ng, A.") && items[2].starts_with("Pym, D."), "{items:#?}");
}

#[test]
fn a_second_list_behind_the_methods_goes_on_with_the_numbers_of_the_first() {
    let lines = [
        (50.0, 40.0, "Others found the same [1,2], and so did we in our own wards [4]."),
        (50.0, 60.0, "References"),
        (50.0, 80.0, "1. Ng A, Ode B. Sleep after surgery in a ward. J Wards. 2019;12:45."),
        (50.0, 92.0, "2. Okoro C. Pain after surgery in a ward. J Wards. 2020;13:1."),
        (50.0, 104.0, "3. Pym D. Food after surgery in a ward. J Wards. 2018;11:7."),
        (50.0, 140.0, "Funding"),
        (50.0, 152.0, "The ward paid for all of what was done here, and nobody else did."),
        (50.0, 200.0, "References"),
        (50.0, 220.0, "4. Roe E. Rest after surgery in a ward. J Wards. 2017;10:3."),
        (50.0, 232.0, "5. Sym F. Talk after surgery in a ward. J Wards. 2016;9:21."),
        (50.0, 244.0, "6. Tal G. Play after surgery in a ward. J Wards. 2015;8:33."),
    ];
    let document = read(&[page(1, &lines)]).unwrap();
    let items = items(&document);
    assert_eq!(items.len(), 6, "{items:#?}");
    assert!(items[2].starts_with("Pym D.") && items[3].starts_with("Roe E."), "{items:#?}");
}

#[test]
fn pictures_of_pages_are_said_to_be_that() {
    let error = read(&[Page { number: 1, fragments: Vec::new() }]).unwrap_err();
    assert!(error.to_string().contains("a scan"), "{error}");
}

#[test]
fn the_head_of_two_pages_is_no_text() {
    let pages: Vec<Page> = (1..=2)
        .map(|number| {
            let head = format!("Ng and others. Journal of Wards 2019;12:{}", 40 + number);
            let words = format!("Words of page {number} that stand on no other page, and a few more.");
            page(number, &[(50.0, 20.0, &head), (50.0, 300.0, &words), (50.0, 700.0, "The end of it.")])
        })
        .collect();
    let text = read(&pages).unwrap().text().to_string();
    assert!(!text.contains("Journal of Wards"), "{text}");
    assert!(text.contains("Words of page 2"), "{text}");
}

#[test]
fn a_number_that_a_line_break_cut_off_is_no_page_number() {
    let pages: Vec<Page> = (1..=4)
        .zip(["Ng A. Sleep", "Ode B. Rest", "Pym C. Pain", "Roe D. Food"])
        .map(|(number, begin)| {
            let foot = number.to_string();
            let reference = format!("{begin} after surgery in three wards. J Wards. 2020;13:1-9. PMID:");
            let id = format!("2071702{number}");
            let lines = [
                (50.0, 40.0, reference.as_str()),
                (50.0, 52.0, id.as_str()),
                (50.0, 300.0, "Others found that the patients of the ward slept well."),
                (280.0, 700.0, foot.as_str()),
            ];
            page(number, &lines)
        })
        .collect();
    let text = read(&pages).unwrap().text().to_string();
    for number in 1..=4 {
        assert!(text.contains(&format!("PMID: 2071702{number}")), "{text}");
    }
    assert!(!text.contains("well. 3"), "{text}");
}

/// Two columns of lists with an address that is longer than its column is wide.
#[test]
fn an_address_that_sticks_out_of_its_column_stays_in_it() {
    let mut lines = vec![
        (50.0, 40.0, "A title that reaches over both of the columns of the page, as titles do"),
        (50.0, 60.0, "References"),
    ];
    for number in 0..8 {
        let y = 80.0 + 36.0 * f64::from(number);
        lines.push((50.0, y, "Ng A. Sleep after surgery. J Wards."));
        lines.push((60.0, y + 12.0, "2019;12(3):45-51."));
        lines.push((60.0, y + 24.0, "https://example.org/wards/2019/12/sleep-after-surgery-in-wards"));
        lines.push((300.0, y, "Ode B. Pain after surgery. J Wards."));
        lines.push((310.0, y + 12.0, "2020;13(1):1-9. With a note on"));
        if number != 3 {
            lines.push((310.0, y + 24.0, "the wards of the county."));
        }
    }
    let document = read(&[page(1, &lines)]).unwrap();
    let items = items(&document);
    assert_eq!(items.len(), 16, "{items:#?}");
    let address = "https://example.org/wards/2019/12/sleep-after-surgery-in-wards";
    assert!(items[..8].iter().all(|item| item.starts_with("Ng A.") && item.ends_with(address)), "{items:#?}");
    assert!(items[8..].iter().all(|item| item.starts_with("Ode B.")), "{items:#?}");
}

#[test]
fn a_page_number_between_the_columns_is_no_edge_of_one() {
    let mut fragments = Vec::new();
    let mut add = |x: f64, end: f64, y: f64, text: &str| {
        fragments.push(Fragment { text: text.to_owned(), size: 10.0, x, end, y });
    };
    for row in 0..40_u32 {
        let y = 80.0 + 11.0 * f64::from(row);
        // Microtype sets the hyphen of some lines into the margin.
        let (end, left) = if row % 20 == 5 { (291.3, "left with a hy-") } else { (289.0, "left words") };
        add(71.0, end, y, left);
        add(306.0, 524.0, y, "right words");
    }
    add(292.0, 303.0, 560.0, "11");
    let page = Page { number: 1, fragments };
    let order: Vec<String> = reading_order(&[page]).into_iter().map(|line| line.text).collect();
    let last_left = order.iter().rposition(|text| text.starts_with("left"));
    let first_right = order.iter().position(|text| text.starts_with("right"));
    assert!(last_left < first_right && order.len() == 81, "{order:#?}");
}

#[test]
fn the_last_page_has_the_columns_of_the_page_before() {
    let left = "Ng A. Sleep in a ward. J Wards. 2019.";
    let right = "Ode B. Pain in a ward. J Wards. 2020.";
    let column = |rows: u32| -> Vec<(f64, f64, &str)> {
        let place = |row: u32| 80.0 + 12.0 * f64::from(row);
        (0..rows).flat_map(|row| [(50.0, place(row), left), (300.0, place(row), right)]).collect()
    };
    let pages = [page(1, &column(12)), page(2, &column(3))];
    let order: Vec<String> = reading_order(&pages).into_iter().skip(24).map(|line| line.text).collect();
    assert_eq!(order, [left, left, left, right, right, right]);
}

proptest::proptest! {
    #[test]
    fn any_page_is_put_in_order(fragments in proptest::collection::vec(("[A-Za-z0-9 .,()-]{0,30}", -50.0..700.0_f64, -50.0..900.0_f64, -1.0..30.0_f64), 0..80)) {
        let fragments = fragments.into_iter().map(|(text, x, y, size)| Fragment { end: x + size * 3.0, text, size, x, y }).collect();
        let page = Page { number: 1, fragments };
        let words = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
        let all: usize = page.fragments.iter().filter(|one| one.size > 0.0).map(|one| words(&one.text)).sum();
        let read_words: usize = reading_order(std::slice::from_ref(&page)).iter().map(|line| words(&line.text)).sum();
        proptest::prop_assert_eq!(all, read_words);
        let _ = read(&[page]);
    }
}
