//! Items written by BibTeX's styles. BibTeX 0.99d and biber 2.18 wrote the files in
//! `fixtures/bibtex` from `works.bib`.
use referee_bibliography::{Bibliography, FieldName, Format, ListFormat, Name, Work};
use referee_text::Rope;

fn path(name: &str) -> String {
    format!("{}/tests/fixtures/bibtex/{name}.bbl", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the DOIs of a file, in order.
fn identifiers(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path(name)).unwrap();
    let list = Bibliography::read(Format::List(ListFormat::Bbl), Rope::from_str(&text));
    list.entries().filter_map(|entry| entry.work().identifiers.doi().map(str::to_owned)).collect()
}

/// Returns the works of a file by key, as
/// `Family|Family, title, container year;volume(issue):pages`.
fn read(name: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(path(name)).unwrap();
    let list = Bibliography::read(Format::List(ListFormat::Bbl), Rope::from_str(&text));
    list.entries().map(|entry| (entry.key().to_owned(), line(&entry.work()))).collect()
}

fn line(work: &Work) -> String {
    let names = |names: &[Name]| names.iter().map(Name::surname).collect::<Vec<_>>().join("|");
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    format!(
        "{} [{}], {}, {} {};{}({}):{}",
        names(&work.authors),
        names(&work.editors),
        text(&work.title),
        text(&work.container),
        work.year().unwrap_or_default(),
        text(&work.volume),
        text(&work.issue),
        text(&work.pages),
    )
}

/// The expected content of `works.bib` in print, by key.
const WORKS: [(&str, &str); 8] = [
    ("carver2015", " [Carver|Lodge], Handbook of Night Nursing,  2015;():"),
    (
        "ferro2014",
        "Ferro|Barrow-Conn|van der Linde|Night Watch Research Group [], Reduction in the number of falls on wards with night lights or bed rails, New Journal of Wards 2014;46(6):93-103",
    ),
    ("muenz2011", "Münz|García-López [], Effects of IL-1β on voles, Vole 2011;342():d1234"),
    ("oda2018", "Oda|Lim [], SNORE: Learning of deep breathing signals,  2018;():"),
    ("roe2003", "Roe [], On the memory of voles,  2003;():"),
    ("stone2010", "Stone [Dole], Sleep in pregnancy, Textbook of Sleep 2010;():100-120"),
    ("tull2017", "Tull|Oda [], Alarms are all you hear, Advances in Ward Alarm Systems 2017;():5998-6008"),
    ("wno2016", "World Night Organization [], Global report on sleep,  2016;():"),
];

#[test]
fn works_are_read_as_the_style_prints_them() {
    const STYLES: [&str; 11] = [
        "plain", "unsrt", "plainnat", "abbrv", "alpha", "apalike", "chicago", "acm", "siam", "ieeetr",
        "apacite",
    ];
    for style in STYLES {
        let works = read(style);
        assert_eq!(works.len(), WORKS.len(), "{style}");
        for (key, said) in WORKS {
            let mut said = said.to_owned();
            match (style, key) {
                // The style never prints the number of an issue.
                ("siam", "ferro2014") => said = said.replace("46(6)", "46()"),
                // The title of its book cannot be separated from the following editors.
                ("siam", "stone2010") => said = said.replace("[Dole]", "[]").replace("Textbook of Sleep", ""),
                // Editors after the title of the book are not recognised.
                ("acm" | "ieeetr" | "apacite", "stone2010") => said = said.replace("[Dole]", "[]"),
                _ => {}
            }
            let found = works.iter().find(|(known, _)| known == key).map(|(_, line)| line.as_str());
            assert_eq!(found, Some(said.as_str()), "{style}: {key}");
        }
    }
}

#[test]
fn what_harvard_prints_is_read_or_left_out() {
    for ((key, line), (known, said)) in read("agsm").into_iter().zip(WORKS) {
        let said = match known {
            "stone2010" => said.replace("Textbook of Sleep", ""),
            // Neither quotation marks nor italics separate title and book.
            "tull2017" => said.replace("Alarms are all you hear, Advances in Ward Alarm Systems", ", "),
            _ => said.to_owned(),
        };
        assert_eq!((key.as_str(), line), (known, said));
    }
}

#[test]
fn items_of_other_styles_are_read() {
    let works = read("by_hand");
    for (key, said) in [
        ("elsevier", "Smith|Doe [], Night lights on wards, Wards 2010;3():4-5"),
        ("aps", "Münz|Roe [], The light of wards, Light Lett. 2011;12():345"),
        ("link", "Roe|Poe [], A title about voles, Wards 2003;1():2-3"),
        (
            "vancouver",
            "Ferro|Barrow-Conn|Fowl [], Reduction in the number of falls on wards, New J Wards 2014;46(6):93-103",
        ),
        ("ieee", "Tull|Oda|Poll [], Alarms are all you hear, Ward Alarm Systems 2017;30():5998-6008"),
        ("yearfirst", "Roe [], A book of voles,  2004;():"),
        (
            "place",
            "Poll|Roe|Dole [], Voles and men in numbers, Proceedings of the Conference on Voles (CV) 2004;():12-19",
        ),
        // Without recognisable authors before it, the title may contain them.
        ("untold", " [], , Wards 2001;4():5-6"),
        ("numbered", "Smith|Doe [], Lights at night, Wards 2010;3():4-5"),
        ("notitle", " [], ,  0;():"),
    ] {
        let found = works.iter().find(|(known, _)| known == key).map(|(_, line)| line.as_str());
        assert_eq!(found, Some(said), "{key}");
    }
    let dois = identifiers("by_hand");
    assert_eq!(
        dois,
        ["10.1000/wards.3", "10.1000/light.1", "10.1000/abc", "10.1000/wards.46", "10.1000/wards.3"]
    );
}

#[test]
fn the_data_of_biber_are_read_without_its_commands() {
    let works = read("biber");
    assert_eq!(works.len(), WORKS.len());
    for ((key, line), (known, said)) in works.into_iter().zip(WORKS) {
        assert_eq!((key.as_str(), line.as_str()), (known, said));
    }
    let text = std::fs::read_to_string(path("biber")).unwrap();
    let list = Bibliography::read(Format::List(ListFormat::Bbl), Rope::from_str(&text));
    let publisher = |key: &str| list.get(key).unwrap().work().publisher;
    assert_eq!(publisher("carver2015").as_deref(), Some("Harbour Press"));
    let ferro = list.get("ferro2014").unwrap().work();
    assert!(matches!(&ferro.authors[0], Name::Person { given, .. } if given == "William C"), "{ferro:?}");
}

#[test]
fn places_are_those_of_the_source() {
    for style in ["plain", "apacite", "by_hand"] {
        let text = std::fs::read_to_string(path(style)).unwrap();
        let list = Bibliography::read(Format::List(ListFormat::Bbl), Rope::from_str(&text));
        for entry in list.entries() {
            assert_eq!(&text[entry.key_span().range()], entry.key(), "{style}");
            if let (Some(place), Some(volume)) = (entry.field_span(FieldName::Volume), entry.work().volume) {
                assert_eq!(text[place.range()], volume, "{style}: {}", entry.key());
            }
        }
    }
}
