//! The papers of an author, end to end: a library with planted quotations and numbers, files that
//! cannot be read, Zotero, a full disk, and a program that is killed.

use referee_tests::cli::{self, Run, run_at_home, run_wrapped_at_home};
use referee_tests::full_disk::full_disk;
use referee_tests::web::Reply;
use referee_tests::{Folder, Scholar, Web, chance, pdf};
use serde_json::{Value, json};
use std::time::Duration;

/// The number of papers in the library.
const PAPERS: usize = 50;

const PLACES: [&str; 10] =
    ["Bergen", "Lima", "Oslo", "Turin", "Quito", "Perth", "Osaka", "Accra", "Leeds", "Porto"];
const SUBJECTS: [&str; 5] = ["hip surgery", "pneumonia", "stroke", "childbirth", "heart failure"];
const ACTS: [&str; 7] = ["walking", "singing", "reading", "knitting", "stretching", "gardening", "whistling"];
const HELPERS: [&str; 9] =
    ["porters", "nurses", "volunteers", "students", "cooks", "chaplains", "cousins", "gardeners", "clerks"];

fn pick(list: &[&'static str], number: usize) -> &'static str {
    list.get(number % list.len()).copied().unwrap_or_default()
}

/// An invented paper of the library.
struct Planted {
    title: String,
    /// A sentence that is quoted.
    quoted: String,
    /// A sentence with a number.
    counted: String,
    number: String,
}

fn planted(at: usize) -> Planted {
    let (place, subject) = (pick(&PLACES, at), pick(&SUBJECTS, at / 10));
    let (act, helper) = (pick(&ACTS, at), pick(&HELPERS, at));
    let number = format!("{}.{}%", 21 + (at * 37) % 70, 1 + at % 9);
    Planted {
        title: format!("Early {act} after {subject} in the hospitals of {place}"),
        quoted: format!(
            "the {helper} of {place} found that {act} before noon after {subject} was welcome to most of those who tried it"
        ),
        counted: format!("After {subject} in {place}, {number} of the patients were {act} within a day"),
        number,
    }
}

/// The lines of the paper: its sentences between others, cut after some letters.
fn lines(paper: &Planted, at: usize) -> Vec<String> {
    let other = |number: usize| {
        format!(
            "On ward {} a record was kept of the hours of {} and of the meals that were left.",
            number + at * 40,
            pick(&ACTS, number + at)
        )
    };
    let mut text: Vec<String> = (0..30).map(other).collect();
    text.push(format!("We saw that {}.", paper.quoted));
    text.extend((30..60).map(other));
    text.push(format!("{}.", paper.counted));
    text.extend((60..70).map(other));
    let mut out = vec![String::new()];
    for word in text.join(" ").split(' ') {
        match out.last_mut() {
            Some(line) if line.len() + word.len() < 90 => {
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(word);
            }
            _ => out.push(word.to_owned()),
        }
    }
    out
}

fn paper_pdf(at: usize) -> Vec<u8> {
    let paper = planted(at);
    let lines = lines(&paper, at);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    pdf::article(&paper.title, "Ada Roe, Bo Lindqvist", &lines)
}

fn paper_jats(at: usize) -> String {
    let paper = planted(at);
    format!(
        "<?xml version=\"1.0\"?><article><front><article-meta><article-id pub-id-type=\"doi\">10.5555/planted.{at}</article-id>\
         <title-group><article-title>{}</article-title></title-group><contrib-group><contrib contrib-type=\"author\"><name><surname>Roe</surname>\
         <given-names>Ada</given-names></name></contrib></contrib-group></article-meta></front>\
         <body><sec><title>Results</title><p>{}</p></sec></body></article>",
        paper.title,
        lines(&paper, at).join(" ")
    )
}

fn entry(key: &str, title: &str, doi: &str, more: &str) -> String {
    format!(
        "@article{{{key}, author = {{Roe, Ada and Lindqvist, Bo}}, title = {{{title}}}, year = {{2019}}, doi = {{{doi}}}{more}}}\n"
    )
}

const HEAD: &str = "---\nbibliography: refs.bib\n---\n\n";

/// Returns a workspace whose draft has one sentence a line, each with its kind: `right`,
/// `changed-word`, `other-paper`, `right-number`, `changed-digit`.
fn library(papers: usize) -> (Folder, Vec<&'static str>) {
    let (mut entries, mut draft, mut kinds) = (String::new(), String::from(HEAD), Vec::new());
    let folder = Folder::with(&[]);
    for at in 0..papers {
        let paper = planted(at);
        let key = format!("key{at}");
        let is_jats = at % 5 == 4;
        let file = if is_jats { format!("p{at}.nxml") } else { format!("p{at}.pdf") };
        // Every third PDF is found by its name in a folder rather than by its entry.
        let more = if at % 3 == 0 { String::new() } else { format!(", file = {{papers/{file}}}") };
        let name = if at % 3 == 0 { format!("Roe 2019 {file}") } else { file };
        entries.push_str(&entry(&key, &paper.title, &format!("10.5555/planted.{at}"), &more));
        match is_jats {
            true => folder.write(&format!("papers/{name}"), paper_jats(at)),
            false => folder.write(&format!("papers/{name}"), paper_pdf(at)),
        }
        let words: Vec<&str> = paper.quoted.split(' ').collect();
        let mut changed = words.clone();
        let word = changed.iter().position(|word| *word == "welcome").unwrap_or_default();
        changed[word] = "unpleasant";
        let digit = paper.number.chars().next().and_then(|c| c.to_digit(10)).unwrap_or(1);
        let wrong = format!("{}{}", if digit == 9 { 1 } else { digit + 1 }, &paper.number[1..]);
        for (kind, sentence) in [
            ("right", format!("They wrote that “{}” [@{key}].", paper.quoted)),
            ("changed-word", format!("They wrote that “{}” [@{key}].", changed.join(" "))),
            ("other-paper", format!("They wrote that “{}” [@{key}].", planted((at + 1) % papers).quoted)),
            ("right-number", format!("{} [@{key}].", paper.counted)),
            ("changed-digit", format!("{} [@{key}].", paper.counted.replace(&paper.number, &wrong))),
        ] {
            draft.push_str(&sentence);
            draft.push_str("\n\n");
            kinds.push(kind);
        }
    }
    folder.write("refs.bib", entries);
    folder.write("paper.md", draft);
    folder.write("referee.toml", "[library]\npapers = [\"papers\"]\n");
    (folder, kinds)
}

const CHECK: [&str; 7] = ["check", "paper.md", "--offline", "--format", "json", "--fail-on", "never"];

fn checked(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr))
}

/// Returns the findings about what cited works say, each with its line from 0.
fn claims(report: &Value) -> Vec<(u64, Value)> {
    let all = report["files"][0]["findings"].as_array().cloned().unwrap_or_default();
    let is_claim = |finding: &Value| {
        ["citation/quote-not-found", "citation/number-not-in-source", "citation/unsupported"]
            .iter()
            .any(|rule| finding["rule"] == *rule)
    };
    let claims = all.into_iter().filter(is_claim);
    claims.map(|finding| (finding["range"]["start"]["line"].as_u64().unwrap_or_default(), finding)).collect()
}

#[test]
fn planted_quotations_and_numbers_of_a_library_are_judged_right() {
    let (folder, kinds) = library(PAPERS);
    let run = cli::referee(&folder, &CHECK);
    let found = claims(&checked(&run));
    let first = HEAD.lines().count() as u64;
    let mut right: std::collections::BTreeMap<&str, (usize, usize)> = std::collections::BTreeMap::new();
    for (at, kind) in kinds.iter().enumerate() {
        let of_line: Vec<&Value> =
            found.iter().filter(|(line, _)| *line == first + 2 * at as u64).map(|(_, one)| one).collect();
        let has = |rule: &str| of_line.iter().any(|finding| finding["rule"] == rule);
        let is_right = match *kind {
            "right" | "right-number" => of_line.is_empty(),
            "changed-digit" => has("citation/number-not-in-source"),
            _ => has("citation/quote-not-found"),
        };
        if !is_right {
            println!("{kind} {at}: {of_line:?}");
        }
        let counts = right.entry(kind).or_default();
        counts.0 += usize::from(is_right);
        counts.1 += 1;
    }
    println!("a library of {PAPERS} papers: {right:?}");
    let share = |kind: &str| {
        let (right, of) = right.get(kind).copied().unwrap_or_default();
        right as f64 / of.max(1) as f64
    };
    assert!(share("right") >= 1.0 && share("right-number") >= 0.99, "{right:?}");
    assert!(share("changed-word") >= 0.98 && share("other-paper") >= 0.99, "{right:?}");
    assert!(share("changed-digit") >= 0.95, "{right:?}");
    // Each finding names the file that was compared.
    for (line, finding) in &found {
        let data = &finding["data"];
        assert_eq!(data["compared"], "full-text", "{line}: {finding}");
        let file = data["full_text"].as_str().unwrap_or_default();
        assert!(file.ends_with(".pdf") || file.ends_with(".nxml"), "{finding}");
        assert!(finding["message"].as_str().is_some_and(|message| message.contains(file)), "{finding}");
    }
    // The words that are nearly those of a changed quotation have a page.
    let near = found.iter().find(|(_, finding)| finding["data"]["place"].is_string());
    assert!(
        near.is_some_and(|(_, one)| one["data"]["place"]
            .as_str()
            .is_some_and(|place| place.contains("page")))
    );
    let page =
        cli::referee(&folder, &["check", "paper.md", "--offline", "--format", "html", "--fail-on", "never"]);
    assert!(page.stdout.contains("Compared with the full text: papers/p1.pdf, 2 pages."), "{}", page.stderr);
}

/// Returns a number in letters, so that no line is like another one.
fn letters(number: usize) -> String {
    number.to_string().bytes().map(|digit| char::from(digit + 49)).collect()
}

#[test]
fn files_that_cannot_be_read_are_named_and_never_used() {
    let book: Vec<String> = (0..900)
        .map(|page| {
            let line = |row: usize| {
                let text = format!(
                    "Line {} of this leaf counts the nights of all the wards again and",
                    letters(page * 30 + row)
                );
                pdf::line(10, 50, 700 - 14 * row, &text)
            };
            (0..30).map(line).collect()
        })
        .collect();
    let mut book = book;
    book[0] =
        pdf::line(18, 50, 740, "Nights on all the wards of the world") + &pdf::line(11, 50, 715, "Ada Roe");
    book[640].push_str(&pdf::line(
        10,
        50,
        200,
        "Nobody on the last ward has ever slept before two in the morning.",
    ));
    let good = paper_pdf(1);
    let cases: [(&str, Vec<u8>, &str); 5] = [
        ("scan", pdf::document(&["0 0 m 100 100 l S\n".to_owned()], ""), "a scan without text"),
        ("cut", good[..good.len() / 3].to_vec(), "damaged"),
        ("page", b"<html><p>Log in to read on".to_vec(), "damaged"),
        // Neither has an identifier: another author, and the same ones.
        (
            "wrong",
            pdf::article(
                "Zinc for the common cold in young children",
                "Carla Moreau",
                &["Zinc was given to all of the children on the ward every day."; 12],
            ),
            "not this work",
        ),
        ("same", paper_pdf(2), "not this work"),
    ];
    let mut entries =
        entry("book", "Nights on all the wards of the world", "10.5555/book", ", file = {papers/book.pdf}");
    let mut draft = format!(
        "{HEAD}It says that “nobody on the last ward has ever slept before two” [@book].\n\nIt says that “nobody on the last ward has ever slept before ten” [@book].\n\n"
    );
    let folder = Folder::with(&[]);
    folder.write("papers/book.pdf", pdf::document(&book, ""));
    for (name, bytes, _) in &cases {
        folder.write(&format!("papers/{name}.pdf"), bytes);
        let title = format!("Yoga and the quiet evenings of lighthouse keepers, part {}", name.len());
        entries.push_str(&entry(
            name,
            &title,
            &format!("10.5555/{name}"),
            &format!(", file = {{papers/{name}.pdf}}"),
        ));
        draft.push_str(&format!("It says that “zinc was given to all of the keepers” [@{name}].\n\n"));
    }
    folder.write("refs.bib", entries);
    folder.write("paper.md", draft);
    let run = cli::referee(&folder, &[&CHECK[..], &["--verbose"]].concat());
    let report = checked(&run);
    for (name, _, reason) in &cases {
        let line = run.stderr.lines().find(|line| line.contains(&format!("papers/{name}.pdf")));
        assert!(line.is_some_and(|line| line.contains(reason)), "{name}: {}", run.stderr);
    }
    let used = |key: &str| {
        let references = report["files"][0]["references"].as_array().cloned().unwrap_or_default();
        references
            .into_iter()
            .find(|one| one["key"] == key || one["label"] == key)
            .map(|one| one["full_text"].clone())
    };
    for (name, ..) in &cases {
        assert!(used(name).is_none_or(|text| text.is_null()), "{name}: {report}");
    }
    let found = claims(&report);
    let of_book: Vec<&(u64, Value)> = found.iter().filter(|(_, one)| one["data"]["key"] == "book").collect();
    assert_eq!(of_book.len(), 1, "{found:?}\n{}", run.stderr);
    let (line, finding) = of_book[0];
    let place = finding["data"]["place"].as_str().unwrap_or_default();
    assert!(*line == 6 && place.starts_with("page 641"), "{finding}");
    assert_eq!(found.len(), 1, "no other work is known: {found:?}");
}

#[test]
fn a_full_disk_is_said_and_the_next_check_is_complete() {
    let (folder, _) = library(10);
    let clean = checked(&cli::referee(&folder, &CHECK));
    assert!(!claims(&clean).is_empty());
    let home = Folder::with(&[]);
    let cache = home.path("cache");
    std::fs::create_dir_all(&cache).expect("a folder");
    let variables = [("REFEREE_CACHE".to_owned(), cache.display().to_string())];
    let Some(words) = full_disk(&cache, 40) else { return };
    let run = run_wrapped_at_home(&words, &folder.path("."), &home.home(), &variables, &CHECK);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("the disk is full"), "{}", run.stderr);
    assert!(claims(&checked(&run)).len() <= claims(&clean).len());
    let again = run_at_home(&folder.path("."), &home.home(), &variables, &CHECK);
    assert_eq!(claims(&checked(&again)), claims(&clean), "{}", again.stderr);
}

#[test]
fn a_program_killed_at_any_moment_leaves_a_store_that_the_next_one_completes() {
    const KILLS: u64 = 12;
    let (folder, _) = library(20);
    let clean = claims(&checked(&cli::referee(&folder, &CHECK)));
    let home = Folder::with(&[]);
    let mut moments = 7;
    let mut killed = 0;
    for round in 0..KILLS {
        let mut command = cli::command(&folder.path("."), &home.home(), &[], &["papers", "read", "papers"]);
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(20 + 40 * round + chance::next(&mut moments) % 120));
        killed += u64::from(child.try_wait().expect("a state").is_none());
        // A signal that no program can catch. The process may be over.
        let _ = child.kill();
        let _ = child.wait();
    }
    println!("killed {killed} of {KILLS} times while papers were read");
    assert!(killed > 0);
    let run = run_at_home(&folder.path("."), &home.home(), &[], &CHECK);
    assert_eq!(claims(&checked(&run)), clean, "{}", run.stderr);
}

/// Serves a Zotero with one item and its attachment at this address.
fn zotero(title: String, doi: String, address: String) -> Web {
    Web::serve(move |asked| {
        let items = json!([
            {"key": "ITEMITEM", "version": 3, "data": {
                "key": "ITEMITEM", "itemType": "journalArticle", "title": title, "DOI": doi, "date": "2019",
                "creators": [{"creatorType": "author", "firstName": "Ada", "lastName": "Roe"}],
            }},
            {"key": "PDFPDF01", "version": 3, "links": {"enclosure": {"href": address, "type": "application/pdf"}}, "data": {
                "key": "PDFPDF01", "itemType": "attachment", "parentItem": "ITEMITEM", "linkMode": "imported_file",
                "contentType": "application/pdf", "filename": "Roe - 2019.pdf",
            }},
        ]);
        let mut reply = match asked.path().split('?').next().unwrap_or_default() {
            "/api/users/0/items" => Reply::json(&items),
            "/api/users/0/collections" | "/api/users/0/groups" => Reply::json(&json!([])),
            _ => Reply::new(404, "application/json", "{}"),
        };
        reply.headers.push(("Last-Modified-Version", "7".to_owned()));
        reply
    })
}

#[test]
fn a_paper_that_zotero_has_is_compared() {
    let paper = planted(1);
    let elsewhere = Folder::with(&[]);
    for (is_right, bytes) in [(true, paper_pdf(1)), (false, paper_pdf(2))] {
        let name = "Zotero/storage/PDFPDF01/Roe - 2019.pdf";
        elsewhere.write(name, bytes);
        let address = elsewhere.uri(name);
        let zotero = zotero(paper.title.clone(), "10.5555/planted.1".to_owned(), address);
        let settings = [("REFEREE_SOURCES__ZOTERO__BASE_URL".to_owned(), format!("{}/api", zotero.url()))];
        let draft = format!(
            "{HEAD}They wrote that “{}” [@roe].\n\nThey wrote that “{}” [@roe].\n",
            paper.quoted,
            paper.quoted.replace("welcome", "unpleasant")
        );
        let folder = Folder::with(&[
            ("refs.bib", &entry("roe", &paper.title, "10.5555/planted.1", "")),
            ("paper.md", &draft),
        ]);
        let arguments = ["check", "paper.md", "--format", "json", "--fail-on", "never"];
        let run = run_at_home(&folder.path("."), &folder.home(), &settings, &arguments);
        let report = checked(&run);
        let found = claims(&report);
        assert_eq!(found.len(), usize::from(is_right), "{report}\n{}", run.stderr);
        if is_right {
            assert_eq!(found[0].0, 6);
            assert_eq!(found[0].1["data"]["full_text"], "Roe - 2019.pdf");
            let file = report["files"][0]["references"][0]["full_text"]["file"].as_str().unwrap_or_default();
            assert!(file.ends_with("PDFPDF01/Roe - 2019.pdf"), "{report}");
        }
        // Zotero is not asked where the network is denied.
        let before = zotero.asked().len();
        let denied = [&settings[..], &[("REFEREE_NETWORK".to_owned(), "deny".to_owned())]].concat();
        run_at_home(&folder.path("."), &folder.home(), &denied, &arguments);
        assert_eq!(zotero.asked().len(), before);
    }
}

/// What arXiv answers about the work.
const FEED: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><id>http://arxiv.org/abs/2101.00001v1</id><updated>2021-01-01T00:00:00Z</updated><published>2021-01-01T00:00:00Z</published><title>Early walking after hip surgery in Lima</title><summary>We asked those who walked early how they liked it.</summary><author><name>Ada Roe</name></author></entry></feed>";

#[test]
fn the_sources_of_an_arxiv_work_are_asked_for_once_and_compared() {
    let sources = "\\documentclass{article}\n\\title{Early walking after hip surgery in Lima}\n\\author{Ada Roe}\n\\begin{document}\n\\maketitle\n\\section{Results}\nWe saw that most of those who \\emph{tried} it\nwere pleased with walking before noon, and 31.7\\% walked twice.\n\\end{document}\n";
    let arxiv = Web::serve(move |asked| match asked.path() {
        "/e-print/2101.00001" => Reply::new(200, "application/x-tex", sources),
        path if path.starts_with("/api/query") => Reply::new(200, "application/atom+xml", FEED),
        _ => Reply::new(404, "text/plain", "no such paper"),
    });
    let scholar = Scholar::with(Vec::new());
    let mut settings = scholar.settings();
    settings.retain(|(name, _)| name != "REFEREE_SOURCES__ARXIV__BASE_URL");
    settings.push(("REFEREE_SOURCES__ARXIV__BASE_URL".to_owned(), format!("{}/api", arxiv.url())));
    settings.push(("REFEREE_SOURCES__ARXIV_SOURCES__ENABLED".to_owned(), "true".to_owned()));
    let bib = "@misc{roe, author = {Roe, Ada}, title = {Early walking after hip surgery in Lima}, year = {2021}, eprint = {2101.00001}, archiveprefix = {arXiv}}\n";
    let draft = format!(
        "{HEAD}Roe wrote that “most of those who tried it were pleased with walking before noon” [@roe].\n\nRoe wrote that “most of those who tried it were bored with walking before noon” [@roe].\n"
    );
    let folder = Folder::with(&[("refs.bib", bib), ("paper.md", &draft)]);
    let check = |option: &str| {
        let arguments = ["check", "paper.md", option, "--format", "json", "--fail-on", "never"];
        run_at_home(&folder.path("."), &folder.home(), &settings, &arguments)
    };
    let asked = || arxiv.asked().iter().filter(|asked| asked.path().starts_with("/e-print/")).count();
    assert!(claims(&checked(&check("--offline"))).is_empty());
    assert_eq!(asked(), 0);
    for _ in 0..2 {
        let run = check("--online");
        let report = checked(&run);
        let text = &report["files"][0]["references"][0]["full_text"];
        assert_eq!((&text["service"], &text["form"]), (&json!("arxiv_sources"), &json!("latex")), "{report}");
        let found = claims(&report);
        assert_eq!(found.len(), 1, "{report}\n{}", run.stderr);
        assert_eq!((found[0].0, asked()), (6, 1));
        assert!(found[0].1["data"]["place"].as_str().is_some_and(|place| place.contains("Results")));
    }
}
