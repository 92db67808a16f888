//! Text boxes that interrupt a paragraph, and columns of a few lines.

#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::read;
use crate::pdf::{Fragment, Page};

/// The left edges of two columns, in points.
const COLUMNS: [f64; 2] = [60.0, 320.0];

/// The width of a column, in points.
const WIDTH: f64 = 230.0;

/// The distance of two lines, in points.
const PITCH: f64 = 12.0;

fn fragment(x: f64, y: f64, width: f64, size: f64, text: &str) -> Fragment {
    Fragment { text: text.to_owned(), size, x, end: x + width, y }
}

/// Full lines of a column from `top` down, at one size.
fn column(x: f64, top: f64, size: f64, lines: &[&str]) -> Vec<Fragment> {
    let rows = (0_u32..).zip(lines);
    rows.map(|(row, line)| fragment(x, top + PITCH * f64::from(row), WIDTH, size, line)).collect()
}

/// Different lines of a paragraph that ends nowhere.
fn filler(name: &str, count: usize) -> Vec<String> {
    const PLACES: [&str; 6] = ["Oslo", "Lima", "Turin", "Quito", "Perth", "Osaka"];
    (0..count)
        .map(|at| format!("{name} {} the nights on ward {at} were counted and", PLACES[at % 6]))
        .collect()
}

fn lines<'a>(filler: &'a [String], own: &[&'a str]) -> Vec<&'a str> {
    own.iter().copied().chain(filler.iter().map(String::as_str)).collect()
}

fn has(pages: Vec<Vec<Fragment>>, words: &str) -> bool {
    let pages: Vec<Page> = (1..).zip(pages).map(|(number, fragments)| Page { number, fragments }).collect();
    let text = read(&pages, "roe.pdf").unwrap();
    text.passages.iter().any(|passage| passage.text.contains(words))
}

/// A page of two full columns.
fn full_page(name: &str) -> Vec<Fragment> {
    let (left, right) = (filler(name, 40), filler(&format!("right {name}"), 40));
    let mut out = column(COLUMNS[0], 80.0, 10.0, &lines(&left, &[]));
    out.extend(column(COLUMNS[1], 80.0, 10.0, &lines(&right, &[])));
    out
}

#[test]
fn a_paragraph_continues_after_a_box() {
    for heading_size in [10.0, 12.0] {
        let right = filler("right", 40);
        let left = filler("left", 20);
        let mut page = column(COLUMNS[0], 80.0, 10.0, &lines(&left, &[]));
        let at = 80.0 + 20.0 * PITCH;
        page.extend(column(COLUMNS[0], at, 10.0, &["Of the 412 participants, 37 withdrew before the"]));
        // A box of small letters with a heading.
        page.push(fragment(COLUMNS[0] + 6.0, at + 30.0, 80.0, heading_size, "What this study adds"));
        let small =
            ["Walking early is safe in most people who are old", "and it shortens the stay in all of them."];
        page.extend(column(COLUMNS[0] + 6.0, at + 44.0, 8.0, &small));
        page.extend(column(
            COLUMNS[0],
            at + 90.0,
            10.0,
            &["second visit, and no harm was seen in any of them."],
        ));
        page.extend(column(COLUMNS[1], 80.0, 10.0, &lines(&right, &[])));
        let words = "Of the 412 participants, 37 withdrew before the second visit, and no harm";
        assert!(has(vec![page, full_page("next")], words), "{heading_size}");
    }
}

#[test]
fn a_box_of_the_same_letters_is_left_out_of_the_paragraph() {
    let (left, right) = (filler("left", 20), filler("right", 40));
    let mut page = column(COLUMNS[0], 80.0, 10.0, &lines(&left, &[]));
    let at = 80.0 + 20.0 * PITCH;
    page.extend(column(COLUMNS[0], at, 10.0, &["Of the 412 participants, 37 withdrew before the"]));
    page.push(fragment(COLUMNS[0], at + 40.0, 90.0, 10.0, "Key points"));
    page.extend(column(COLUMNS[0], at + 54.0, 10.0, &["Walking early is safe in most people who are old."]));
    page.extend(column(COLUMNS[0], at + 94.0, 10.0, &["second visit, and no harm was seen in any of them."]));
    page.extend(column(COLUMNS[1], 80.0, 10.0, &lines(&right, &[])));
    assert!(has(vec![page], "37 withdrew before the second visit"));
}

#[test]
fn columns_of_a_few_lines_are_read_one_after_the_other() {
    // The last page: one line in the second column.
    let mut last = column(
        COLUMNS[0],
        80.0,
        10.0,
        &["Early walking shortened the stay of the", "patients on both wards by a day."],
    );
    last.extend(column(COLUMNS[1], 80.0, 10.0, &["Funding came from the city."]));
    assert!(has(vec![full_page("first"), last], "the stay of the patients on both wards"));
    // Two short columns below a table across the page.
    let mut table: Vec<Fragment> = Vec::new();
    for row in 0_u32..12 {
        let down = 80.0 + PITCH * f64::from(row);
        for (cell, x) in [60.0, 180.0, 260.0, 330.0, 450.0].into_iter().enumerate() {
            table.push(fragment(x, down, 66.0, 9.0, &format!("{}.{cell} of {row}", row + 3)));
        }
    }
    let down = 80.0 + 14.0 * PITCH;
    table.extend(column(
        COLUMNS[0],
        down,
        10.0,
        &["Early walking shortened the stay of the", "patients on both wards by a day, and"],
    ));
    table.extend(column(
        COLUMNS[1],
        down,
        10.0,
        &["it was liked by all of them as well as", "by the nurses who were asked about it."],
    ));
    let words = "the patients on both wards by a day, and it was liked by all";
    assert!(has(vec![full_page("first"), table.clone()], words));
    // The first page of a paper, whose title leaves little room for text.
    let mut first =
        vec![fragment(60.0, 40.0, 490.0, 18.0, "Walking on the wards of an old hospital in winter")];
    first.extend(column(
        COLUMNS[0],
        100.0,
        10.0,
        &["Early walking shortened the stay of the", "patients on both wards by a day, and"],
    ));
    first.extend(column(
        COLUMNS[1],
        100.0,
        10.0,
        &["it was liked by all of them as well as", "by the nurses who were asked about it."],
    ));
    assert!(has(vec![first, full_page("second")], words));
}
