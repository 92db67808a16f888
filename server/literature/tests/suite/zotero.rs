//! Tests with a simulated Zotero: its libraries are listed once and then followed, and a Zotero
//! that does not run costs nothing.

use referee_bibliography::{Identifier, Work};
use referee_literature::Zotero;
use referee_records::{Answer, Question, Source};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// The contents of the simulated Zotero.
#[derive(Default)]
struct Library {
    version: u64,
    items: Vec<Value>,
    collections: Vec<Value>,
    /// The citation keys of Better BibTeX; `None` if it is not installed.
    citation_keys: Option<Value>,
    asked: Vec<String>,
}

struct Played {
    address: String,
    library: Arc<Mutex<Library>>,
}

impl Played {
    fn with(library: Library) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/api", listener.local_addr().unwrap());
        let library = Arc::new(Mutex::new(library));
        let shared = Arc::clone(&library);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = answer(&stream, &shared);
            }
        });
        Played { address, library }
    }

    fn asked(&self) -> Vec<String> {
        self.library.lock().unwrap().asked.clone()
    }
}

fn answer(mut stream: &TcpStream, library: &Mutex<Library>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut length = 0;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
        if let Some(value) = header.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let target = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut library = library.lock().unwrap();
    library.asked.push(target.clone());
    let parameter = |name: &str| {
        let (_, query) = target.split_once('?')?;
        query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}="))?.parse::<usize>().ok())
    };
    let since = parameter("since").unwrap_or(0) as u64;
    let all: Vec<Value> = match target.split('?').next().unwrap_or_default() {
        "/api/users/0/items" if target.contains("format=versions") => {
            let listed: serde_json::Map<String, Value> = library
                .items
                .iter()
                .map(|item| (item["key"].as_str().unwrap().to_owned(), item["version"].clone()))
                .collect();
            return reply(&mut stream, 200, &[], &Value::Object(listed));
        }
        "/api/users/0/items" => library.items.clone(),
        "/api/users/0/collections" => library.collections.clone(),
        "/better-bibtex/json-rpc" => {
            let Some(keys) = &library.citation_keys else {
                return reply(&mut stream, 404, &[], &Value::Null);
            };
            return reply(&mut stream, 200, &[], &json!({"jsonrpc": "2.0", "id": 1, "result": keys}));
        }
        _ => return reply(&mut stream, 404, &[], &Value::Null),
    };
    let changed: Vec<Value> =
        all.into_iter().filter(|item| item["version"].as_u64().unwrap_or(0) > since).collect();
    let start = parameter("start").unwrap_or(0).min(changed.len());
    let end = (start + parameter("limit").unwrap_or(25)).min(changed.len());
    let headers = [("Last-Modified-Version", library.version), ("Total-Results", changed.len() as u64)];
    reply(&mut stream, 200, &headers, &json!(changed[start..end]))
}

fn reply(stream: &mut &TcpStream, status: u16, headers: &[(&str, u64)], body: &Value) -> std::io::Result<()> {
    let body = body.to_string();
    let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    write!(
        stream,
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n{more}\r\n{body}",
        body.len()
    )
}

fn article(key: &str, version: u64, more: &Value) -> Value {
    let mut data = json!({
        "key": key,
        "version": version,
        "itemType": "journalArticle",
        "title": format!("Effect of <i>Metformin</i> on outcome {key}"),
        "creators": [
            {"creatorType": "author", "firstName": "Ada", "lastName": "Smith"},
            {"creatorType": "author", "name": "The Trial Group"},
        ],
        "publicationTitle": "Journal of Examples",
        "date": "2020-03-01",
        "DOI": format!("10.5555/{key}"),
        "abstractNote": "Metformin lowered mortality in adults.",
        "collections": ["COLLTWO2"],
    });
    for (name, value) in more.as_object().unwrap() {
        data[name] = value.clone();
    }
    json!({"key": key, "version": version, "data": data})
}

fn collections() -> Vec<Value> {
    let collection = |key: &str, name: &str, parent: Value| json!({"key": key, "version": 3, "data": {"key": key, "name": name, "parentCollection": parent}});
    vec![
        collection("COLLONE1", "Thesis", json!(false)),
        collection("COLLTWO2", "Chapter 2", json!("COLLONE1")),
    ]
}

fn of_doi(zotero: &Zotero, doi: &str) -> Option<Arc<referee_literature::zotero::ZoteroItem>> {
    let work = Work { identifiers: [Identifier::doi(doi).unwrap()].into_iter().collect(), ..Work::default() };
    zotero.item_of(&work)
}

#[test]
fn an_item_has_its_work_its_collections_its_pdf_and_its_key() {
    let pdf = json!({"key": "PDFPDF11", "version": 4, "data": {"key": "PDFPDF11", "itemType": "attachment", "parentItem": "AAAAAAA1", "contentType": "application/pdf", "title": "Full Text PDF"}});
    let played = Played::with(Library {
        version: 5,
        items: vec![article("AAAAAAA1", 3, &json!({"extra": "PMID: 123\nCitation Key: stated2020"})), pdf],
        collections: collections(),
        citation_keys: Some(json!({"AAAAAAA1": "smithEffectMetformin2020"})),
        ..Library::default()
    });
    let zotero = Zotero::at(&played.address);
    assert!(zotero.items().1.is_empty(), "nothing is asked before somebody looks");
    zotero.look();
    let item = of_doi(&zotero, "10.5555/aaaaaaa1").expect("the item is found by its DOI");
    assert_eq!(item.work.title.as_deref(), Some("Effect of Metformin on outcome AAAAAAA1"));
    assert_eq!((item.work.year(), item.work.authors.len()), (Some(2020), 2));
    assert_eq!(item.work.identifiers.pmid(), Some(123));
    assert_eq!(item.collections, ["Thesis / Chapter 2"]);
    assert_eq!(item.citation_key.as_deref(), Some("smithEffectMetformin2020"));
    assert_eq!(item.select_url(), "zotero://select/library/items/AAAAAAA1");
    assert_eq!(item.pdf_url().as_deref(), Some("zotero://open-pdf/library/items/PDFPDF11"));
    let Some(Answer::Records(found)) = zotero.search("metformin mortality", 5) else {
        panic!("it is searched")
    };
    assert_eq!((found.len(), found[0].source.as_str()), (1, "zotero"));
}

/// Returns a recorded answer of Zotero's web API, which has the same format as the local one.
fn recorded(name: &str) -> Option<Value> {
    let shared = std::env::var_os("REFEREE_SHARED")?;
    let path = std::path::Path::new(&shared).join("data/recordings/zotero").join(name);
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

#[test]
fn recorded_answers_of_zotero_are_read() {
    let answers = ["items_doc.json", "collections_doc.json", "groups_doc.json"].map(recorded);
    let [Some(items), Some(collections), Some(groups)] = answers else {
        eprintln!("skipped: the recorded answers of Zotero are not on this machine ($REFEREE_SHARED)");
        return;
    };
    let items = items.as_array().unwrap().clone();
    let is_work = |item: &&Value| {
        let kind = item["data"]["itemType"].as_str().unwrap_or_default();
        !matches!(kind, "attachment" | "note" | "annotation") && item["data"]["deleted"] != json!(1)
    };
    let titled: Vec<String> = items
        .iter()
        .filter(is_work)
        .filter_map(|item| item["data"]["title"].as_str().filter(|title| !title.is_empty()))
        .map(str::to_owned)
        .collect();
    let version = items.iter().filter_map(|item| item["version"].as_u64()).max().unwrap_or(1);
    let played = Played::with(Library {
        version,
        items,
        collections: collections.as_array().unwrap().clone(),
        ..Library::default()
    });
    let zotero = Zotero::at(&played.address);
    zotero.look();
    let read = zotero.items().1;
    assert!(titled.len() > 5, "{titled:?}");
    for title in &titled {
        let is_read = read.iter().any(|item| {
            let known = item.work.title.as_deref().unwrap_or_default();
            known.split_whitespace().next() == title.split_whitespace().next()
        });
        assert!(is_read, "{title}");
    }
    // The library of a group is separate, and is not requested.
    assert!(!groups.as_array().unwrap().is_empty());
    assert!(played.asked().iter().all(|asked| !asked.contains("/groups/")), "{:?}", played.asked());
}

#[test]
fn without_better_bibtex_the_key_that_an_item_states_counts() {
    let played = Played::with(Library {
        version: 5,
        items: vec![
            article("AAAAAAA1", 3, &json!({"extra": "Citation Key: stated2020"})),
            article("AAAAAAA2", 3, &json!({"citationKey": "native2020"})),
            article("AAAAAAA3", 3, &json!({"extra": "Citation Key: evil} @misc{x"})),
            article("AAAAAAA4", 3, &json!({})),
        ],
        ..Library::default()
    });
    let zotero = Zotero::at(&played.address);
    zotero.look();
    let keys: Vec<Option<String>> = (1..=4)
        .map(|n| of_doi(&zotero, &format!("10.5555/AAAAAAA{n}")).unwrap().citation_key.clone())
        .collect();
    assert_eq!(keys, [Some("stated2020".to_owned()), Some("native2020".to_owned()), None, None]);
}

#[test]
fn a_long_library_is_listed_page_by_page_once_and_not_looked_at_again_at_once() {
    let items = (0..250).map(|n| article(&format!("ITEM{n:04}"), 2, &json!({}))).collect();
    let played = Played::with(Library { version: 2, items, ..Library::default() });
    let zotero = Zotero::at(&played.address);
    zotero.look();
    assert_eq!(zotero.items().1.len(), 250);
    let asked = played.asked().len();
    let pages = played.asked().iter().filter(|asked| asked.starts_with("/api/users/0/items?")).count();
    assert_eq!(pages, 3);
    for _ in 0..5 {
        zotero.look();
        zotero.follow();
    }
    assert_eq!(played.asked().len(), asked, "it is asked at most every 30 seconds");
}

#[test]
fn what_is_in_the_trash_or_describes_no_work_is_no_item() {
    let note = json!({"key": "NOTENOTE", "version": 1, "data": {"key": "NOTENOTE", "itemType": "note", "note": "<p>a thought</p>"}});
    let played = Played::with(Library {
        version: 5,
        items: vec![
            article("AAAAAAA1", 3, &json!({"deleted": 1})),
            article("AAAAAAA2", 3, &json!({"title": ""})),
            article("../../x", 3, &json!({"key": "../../x"})),
            article(
                "AAAAAAA5",
                3,
                &json!({"title": "A \u{1b}[31mtitle\u{202e} from elsewhere", "date": 7, "creators": "x"}),
            ),
            note,
            json!("no item"),
            json!({"data": null}),
        ],
        ..Library::default()
    });
    let zotero = Zotero::at(&played.address);
    zotero.look();
    let titles: Vec<String> = zotero.items().1.iter().filter_map(|item| item.work.title.clone()).collect();
    assert_eq!(titles, ["A title from elsewhere"]);
}

#[test]
fn items_judge_nothing() {
    let played = Played::with(Library {
        version: 5,
        items: vec![article("AAAAAAA1", 3, &json!({}))],
        ..Library::default()
    });
    let zotero = Zotero::at(&played.address);
    zotero.look();
    let work = zotero.items().1[0].work.clone();
    assert!(matches!(zotero.ask(&Question::Like(Arc::new(work.clone()))), Answer::None(_)));
    assert_eq!(zotero.covers(&work), referee_records::Coverage::None);
}

#[test]
fn a_zotero_that_is_not_there_or_elsewhere_is_asked_once_and_then_left_alone() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/api", closed.local_addr().unwrap());
    drop(closed);
    for address in [address.as_str(), "http://192.0.2.1:23119/api", "https://127.0.0.1/api", "nonsense"] {
        let zotero = Zotero::at(address);
        zotero.look();
        assert!(zotero.items().1.is_empty());
        assert!(
            zotero.search("metformin", 5).is_none(),
            "what is empty is not named among those who were asked"
        );
    }
    let refusing = Played::with(Library::default());
    let zotero = Zotero::at(&refusing.address.replace("/api", "/nothing/api"));
    zotero.look();
    let asked = refusing.asked().len();
    zotero.look();
    zotero.look();
    assert_eq!(refusing.asked().len(), asked);
}
