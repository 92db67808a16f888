//! `referee web`: access to the page, its look-ups, and its messages about bad input.

use crate::serve::folder_with_library;
use referee_tests::cli::referee;
use referee_tests::scholar::{Paper, Scholar, papers};
use referee_tests::service::{HttpResponse, read_response};
use referee_tests::{Folder, Service};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Starts a page that may query the services of `scholar`, if the user agrees.
fn page_with(scholar: &Scholar, arguments: &[&str]) -> (Folder, Service) {
    let folder = Folder::with(&[]);
    let mut variables = scholar.settings();
    variables.push((String::from("REFEREE_CONTACT"), String::from("reader@example.org")));
    let service = Service::of_page(&folder, &variables, arguments);
    (folder, service)
}

/// Requests an address of the page, with its token.
fn get(service: &Service, path: &str) -> HttpResponse {
    service.get(&format!("{}{path}", service.path))
}

/// Submits a text and follows the check to its end; returns the lines of its stream.
fn follow(service: &Service, query: &str, body: &[u8]) -> Result<Vec<Value>, HttpResponse> {
    let answer = service.request("POST", &format!("{}check?follow=true&{query}", service.path), &[], body);
    if answer.status != 200 {
        return Err(answer);
    }
    // The stream is chunked: each chunk begins with a line that gives its size.
    let lines = answer.body.lines().filter(|line| line.starts_with('{'));
    Ok(lines
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect())
}

/// Waits until a condition holds, or for as long as a slow machine may need; the caller tests it
/// afterwards.
fn wait_until(holds: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(90);
    while !holds() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Submits a text without reading the answer.
fn begin(service: &Service, path: &str, text: &str) -> TcpStream {
    let mut stream = service.connect();
    let (address, length) = (&service.address, text.len());
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{text}"
    );
    stream.write_all(request.as_bytes()).expect("the request can be sent");
    stream
}

/// Returns the last line of [`follow`].
fn checked(service: &Service, query: &str, body: impl AsRef<[u8]>) -> Value {
    let lines = follow(service, query, body.as_ref()).unwrap_or_else(|refused| panic!("{refused:?}"));
    lines.last().cloned().unwrap_or_default()
}

fn verdicts(answer: &Value) -> Vec<String> {
    let files = answer["result"]["files"].as_array().cloned().unwrap_or_default();
    let all = files.iter().flat_map(|file| file["references"].as_array().cloned().unwrap_or_default());
    all.map(|one| one["verdict"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Returns the hosts in the page's question, in the form that the page sends back.
fn hosts(service: &Service) -> String {
    let terms = get(service, "terms").json();
    let hosts = terms["hosts"].as_array().cloned().unwrap_or_default();
    hosts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(",")
}

fn invented(number: usize) -> String {
    format!(
        "@article{{invented{number}, author = {{Quill, Xenia}}, title = {{Whales that sing in {number} dialects and those who answer}}, journal = {{Annals of Examples}}, year = {{2011}}, volume = {{{number}}}, pages = {{1--9}}, doi = {{10.5555/nowhere.{number}}}}}\n\n"
    )
}

#[test]
fn the_page_is_for_whoever_has_its_address_on_this_machine() {
    let scholar = Scholar::with(papers(1));
    let (_folder, service) = page_with(&scholar, &[]);
    let token = service.path.trim_matches('/').to_owned();
    assert!(token.len() >= 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    let page = get(&service, "");
    assert_eq!(page.status, 200, "{page:?}");
    let policy = page.header("content-security-policy").unwrap_or_default();
    for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert_eq!(page.header("access-control-allow-origin"), None);
    for (file, kind) in [("page.css", "text/css"), ("page.js", "text/javascript")] {
        let file = get(&service, file);
        assert!(file.status == 200 && file.header("content-type").is_some_and(|it| it.starts_with(kind)));
    }
    // The page loads nothing from other hosts.
    for file in ["", "page.css"] {
        let text = get(&service, file).body;
        assert!(
            !text.contains("src=\"http") && !text.contains("url(") && !text.contains("@import"),
            "{file}"
        );
    }
    let last = if token.ends_with('0') { '1' } else { '0' };
    let wrong = format!("/{}{last}/", &token[..token.len() - 1]);
    for path in [
        "/",
        "/check",
        "/terms",
        "/page.js",
        "//",
        &wrong,
        "/open/",
        "/open/0",
        &format!("/?token={token}"),
        &format!("/{token}"),
    ] {
        let refused = service.get(path);
        assert_eq!(refused.status, 403, "{path}: {refused:?}");
        assert!(!refused.body.contains(&token));
    }
    assert_eq!(service.request("POST", "/check", &[], b"Text.").status, 403);
    for headers in [
        [("host", "rebound.example.org")],
        [("host", "rebound.example.org:80")],
        [("origin", "https://example.org")],
        [("origin", "null")],
    ] {
        let refused = service.request("GET", &service.path, &headers, b"");
        assert_eq!(refused.status, 403, "{headers:?}: {refused:?}");
    }
    let preflight = service.request(
        "OPTIONS",
        &format!("{}check", service.path),
        &[("origin", "http://127.0.0.1:9")],
        b"",
    );
    assert_eq!(preflight.header("access-control-allow-origin"), None, "{preflight:?}");
    // The endpoints for site programs are absent here.
    for path in ["works", "metrics", "health", "service/lookup?doi=10.5555/example.1"] {
        assert_eq!(get(&service, path).status, 404, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn the_browser_is_started_with_a_code_that_opens_the_page_once() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[(
        "browser",
        "#!/bin/sh\necho \"$1\" > \"$(dirname \"$0\")/opened.new\" && mv \"$(dirname \"$0\")/opened.new\" \"$(dirname \"$0\")/opened\"\n",
    )]);
    let browser = folder.path("browser");
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755))
        .expect("it can be made a program");
    let variables = [(String::from("BROWSER"), browser.display().to_string())];
    let service = Service::with_browser(&folder, &variables, &[]);
    wait_until(|| folder.path("opened").is_file());
    let opened = folder.read("opened");
    let opened =
        opened.trim().strip_prefix(&format!("http://{}", service.address)).expect("the page is opened");
    assert!(!opened.contains(service.path.trim_matches('/')), "other users can read the token");
    let first = service.get(opened);
    assert_eq!((first.status, first.header("location")), (303, Some(service.path.as_str())), "{first:?}");
    assert_eq!(service.get(opened).status, 403);
}

#[test]
fn nothing_leaves_before_the_user_agrees_and_then_the_verdicts_come() {
    let known = papers(2);
    let scholar = Scholar::with(known.clone());
    let (_folder, service) = page_with(&scholar, &[]);
    let terms = get(&service, "terms").json();
    assert_eq!((&terms["network"], &terms["asks"]), (&Value::from("ask"), &Value::from(true)), "{terms}");
    assert!(terms["sent"]["es"].as_str().is_some_and(|sent| sent.contains("nunca su texto")), "{terms}");
    let text = known[0].bibtex("true", true) + &invented(1);
    let before = checked(&service, "pasted=true", &text);
    assert_eq!(verdicts(&before), ["unchecked", "unchecked"], "{before}");
    assert_eq!(before["result"]["summary"]["unchecked_because"], serde_json::json!(["offline"]));
    assert!(scholar.asked().is_empty(), "{:?}", scholar.asked());
    // Consent for other hosts is void.
    let refused =
        follow(&service, "pasted=true&agreed=api.crossref.org", text.as_bytes()).expect_err("a refusal");
    assert_eq!((refused.status, &refused.json()["code"]), (409, &Value::from("other-hosts")));
    assert!(scholar.asked().is_empty());
    let agreed = format!("pasted=true&agreed={}", hosts(&service));
    let after = follow(&service, &agreed, text.as_bytes()).expect("a stream");
    assert!(after.iter().any(|line| line["state"] == "running" || line["state"] == "queued"), "{after:?}");
    let last = after.last().expect("a result");
    assert_eq!(verdicts(last), ["verified", "not-found"], "{last}");
    let reference = &last["result"]["files"][0]["references"][0];
    assert!(
        reference["claimed"].as_str().is_some_and(|claimed| claimed.contains(&known[0].title)),
        "{reference}"
    );
    assert!(
        reference["links"][0]["url"].as_str().is_some_and(|url| url.starts_with("https://doi.org/")),
        "{reference}"
    );
    // The consent was for that check only: another text is not looked up.
    let count = scholar.asked().len();
    let later = checked(&service, "pasted=true", known[1].bibtex("other", true));
    assert_eq!(verdicts(&later), ["unchecked"], "{later}");
    assert_eq!(scholar.asked().len(), count);
}

#[test]
fn a_network_that_is_denied_stays_so_whatever_the_page_sends() {
    let scholar = Scholar::with(papers(1));
    let (_folder, service) = page_with(&scholar, &["--offline"]);
    assert_eq!(get(&service, "terms").json()["network"], "deny");
    let agreed = format!("agreed={}", hosts(&service));
    let answer = checked(&service, &agreed, invented(1));
    assert_eq!(verdicts(&answer), ["unchecked"]);
    assert!(scholar.asked().is_empty());
    // Consent was given on the command line.
    let (_folder, service) = page_with(&scholar, &["--online"]);
    assert_eq!(get(&service, "terms").json()["network"], "allow");
    assert_eq!(verdicts(&checked(&service, "", invented(1))), ["not-found"]);
}

#[test]
fn a_service_for_many_takes_no_word_of_those_who_send() {
    let folder = folder_with_library();
    let service = Service::start(&folder, &[], &["--library", "library"]);
    let page = service.get("/");
    assert!(page.status == 200 && page.body.contains("<script src=\"page.js\">"), "{page:?}");
    assert_eq!(service.get("/terms").json()["asks"], false);
    let refused = service.request("POST", "/check?agreed=doi.org&name=a.md", &[], b"Text.");
    assert_eq!((refused.status, &refused.json()["code"]), (403, &Value::from("no-consent")), "{refused:?}");
}

#[test]
fn a_page_needs_no_token_of_a_service_and_its_checks_do() {
    let folder = folder_with_library();
    let made = referee(&folder, &["serve", "--new-token", "page"]);
    folder.write("tokens.toml", &made.stdout);
    let token = made.stderr.split_whitespace().last().expect("the token is shown").to_owned();
    let service = Service::start(&folder, &[], &["--library", "library", "--tokens", "tokens.toml"]);
    assert_eq!(service.get("/").status, 200);
    assert_eq!(service.get("/terms").status, 401);
    let bearer = format!("Bearer {token}");
    assert_eq!(service.request("GET", "/terms", &[("authorization", &bearer)], b"").status, 200);
}

#[test]
fn a_look_up_ends_when_its_page_is_closed() {
    let scholar = Scholar::with(papers(1));
    scholar.set_latency(Duration::from_millis(300));
    let (_folder, service) = page_with(&scholar, &[]);
    let text: String = (0..300).map(invented).collect();
    let path = format!("{}check?follow=true&agreed={}", service.path, hosts(&service));
    let mut lines = BufReader::new(begin(&service, &path, &text)).lines();
    let id = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let line: Value = serde_json::from_str(&line).ok()?;
        line["id"].as_str().map(str::to_owned)
    });
    let id = id.expect("the check has an id");
    wait_until(|| !scholar.asked().is_empty());
    // Like a browser when its tab is closed.
    drop(lines);
    let state = || get(&service, &format!("check/{id}")).json()["state"].clone();
    wait_until(|| state() != "running");
    assert_eq!(state(), "failed");
    // Requests in progress may still arrive.
    std::thread::sleep(Duration::from_secs(1));
    let asked = scholar.asked().len();
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(scholar.asked().len(), asked, "references are still looked up");
    // The page is opened again, in two tabs.
    scholar.set_latency(Duration::ZERO);
    let path = format!("{}check?follow=true&pasted=true", service.path);
    let tabs = [0, 1].map(|_| begin(&service, &path, &papers(1)[0].bibtex("a", true)));
    for tab in tabs {
        let answer = read_response(tab);
        assert!(answer.status == 200 && answer.body.contains("\"state\":\"done\""), "{answer:?}");
    }
}

#[test]
fn a_pasted_list_without_a_heading_is_a_list() {
    let scholar = Scholar::with(Vec::new());
    let (_folder, service) = page_with(&scholar, &[]);
    let one = "Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020;4:1-9. doi:10.5555/example.1";
    let two = "Doe, J. (2019). A second title about the heart. The Lancet, 393(10170), 2-13.";
    for list in [
        format!("{one}\n{two}\n"),
        format!("1. {one}\n\n2. {two}\n"),
        format!("References of my thesis\n\n[1] {one}\n\n[2] {two}"),
    ] {
        let answer = checked(&service, "pasted=true", &list);
        assert_eq!(verdicts(&answer).len(), 2, "{list}: {answer}");
    }
    for prose in [
        "Metformin lowers mortality in patients with type 2 diabetes. It was shown in 2019.\n\nThe second paragraph is about nothing in particular, and Smith wrote it in 2020.",
        "A claim that cites nothing.",
    ] {
        assert_eq!(verdicts(&checked(&service, "pasted=true", prose)), Vec::<String>::new(), "{prose}");
    }
}

#[test]
fn the_corrected_bibliography_holds_the_safe_fixes_and_nothing_else() {
    let scholar = Scholar::with(Vec::new());
    let (_folder, service) = page_with(&scholar, &[]);
    let text =
        "% mine\n@article{a, title = {One title}, doi = {https://doi.org/10.5555/example.1}, year = 2020}\n";
    let answer = checked(&service, "bibliography=true&name=refs.bib", text);
    assert_eq!(answer["fixes"], 1, "{answer}");
    let id = answer["id"].as_str().unwrap_or_default();
    let made = get(&service, &format!("check/{id}/bibliography"));
    assert_eq!(made.body, text.replace("https://doi.org/", ""));
    assert!(made.header("content-disposition").is_some_and(|it| it.contains("references.bib")), "{made:?}");
    let report = get(&service, &format!("check/{id}/report"));
    assert!(report.body.contains("Signed off"), "{report:?}");
    // Without a bibliography, the references of a draft are its bibliography.
    let draft = "A claim [1].\n\nReferences\n\n1. Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020;4:1-9.\n";
    let answer = checked(&service, "bibliography=true&pasted=true", draft);
    let id = answer["id"].as_str().unwrap_or_default();
    let made = get(&service, &format!("check/{id}/bibliography")).body;
    assert!(made.starts_with("@article{") && made.contains("Effect of Metformin on mortality"), "{made}");
    let nothing = checked(&service, "bibliography=true&pasted=true", "No reference.");
    assert_eq!(nothing.get("bibliography"), None, "{nothing}");
}

#[test]
fn a_note_is_compared_with_its_conversation_behind_the_token() {
    let (_folder, service) = page_with(&Scholar::with(papers(1)), &["--offline"]);
    let body = serde_json::json!({
        "note": "Lisinopril 40 mg daily.",
        "sources": [{"name": "conversation.txt", "text": "[doctor] lisinopril , twenty milligrams"}],
    });
    let post = |path: &str| {
        service.request("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    };
    let answer = post(&format!("{}compare", service.path)).json();
    assert_eq!(answer["findings"][0]["rule"], "source/dose-differs", "{answer}");
    assert_eq!(post("/compare").status, 403);
}

#[test]
fn of_a_note_only_identifiers_are_looked_up() {
    let known: Vec<Paper> = papers(2);
    let scholar = Scholar::with(known.clone());
    let (_folder, service) = page_with(&scholar, &[]);
    let note = format!(
        "Allergies: penicillin (anaphylaxis)\n\nHistory: Mrs. Quintanilla, 71-year-old woman. See doi:{} for the dose.\n\nPlan:\n- Start amoxicillin 500 mg three times a day.\n",
        known[0].doi
    );
    let query = format!("kind=clinical-note&name=note.txt&agreed={}", hosts(&service));
    let answer = checked(&service, &query, &note);
    let file = &answer["result"]["files"][0];
    assert_eq!(file["kind"], "clinical-note");
    let rules: Vec<&str> =
        file["findings"].as_array().into_iter().flatten().filter_map(|one| one["rule"].as_str()).collect();
    assert!(rules.iter().any(|rule| rule.contains("allergy")), "{rules:?}");
    assert!(!scholar.asked().is_empty());
    for (_, asked) in scholar.asked() {
        let everything = asked.everything();
        for word in ["quintanilla", "amoxicillin", "penicillin", &known[0].title.to_lowercase()] {
            assert!(!everything.contains(word), "{word}: {everything}");
        }
    }
}

#[test]
fn bad_input_is_answered_with_a_reason() {
    let scholar = Scholar::with(Vec::new());
    let (_folder, service) = page_with(&scholar, &[]);
    let refused = |query: &str, body: &[u8]| {
        let answer = follow(&service, query, body).expect_err("a refusal");
        (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(refused("name=a.pdf", b""), (422, "empty".to_owned()));
    assert_eq!(refused("name=a.exe", b"MZ"), (415, "unknown-format".to_owned()));
    assert_eq!(refused("name=photo.heic", b"\0\0\0 ftypheic"), (415, "unknown-format".to_owned()));
    let fifty = [("content-length", "52428800")];
    let large = service.request("POST", &format!("{}check?name=a.md", service.path), &fifty, b"Text");
    assert_eq!((large.status, &large.json()["code"]), (413, &Value::from("too-large")));
    // A scanned page, and a locked document.
    let scan = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>\nendobj\ntrailer\n<< /Size 4 /Root 1 0 R >>\n%%EOF\n";
    let locked = [b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".as_slice(), &[0; 600]].concat();
    for (name, body) in [
        ("scan.pdf", scan.as_slice()),
        ("cut.pdf", b"%PDF-1.7\n1 0 obj <<"),
        ("broken.docx", b"PK\x03\x04 and no more"),
        ("text.docx", b"plain text"),
        ("locked.docx", &locked),
    ] {
        let answer = checked(&service, &format!("name={name}"), body);
        assert_eq!(answer["state"], "refused", "{name}: {answer}");
        let reason = answer["reason"].as_str().unwrap_or_default();
        assert!(reason.len() > 20, "{name}: {answer}");
        let spanish = checked(&service, &format!("language=es&name={name}"), body);
        assert_ne!(spanish["reason"], answer["reason"], "{name}");
    }
    assert_eq!(get(&service, "terms").status, 200);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_page_and_a_check_and_says_so() {
    let scholar = Scholar::with(papers(1));
    scholar.set_latency(Duration::from_millis(500));
    let (_folder, mut service) = page_with(&scholar, &[]);
    let text: String = (0..200).map(invented).collect();
    let path = format!("{}check?follow=true&agreed={}", service.path, hosts(&service));
    let stream = begin(&service, &path, &text);
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line).expect("an answer begins");
    service.signal("-INT");
    let status = service.wait().expect("it ends");
    assert!(status.success(), "{status}");
    std::thread::sleep(Duration::from_millis(200));
    let log = service.log().join("\n");
    assert!(log.contains("Ctrl-C") && log.contains("stopped"), "{log}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let scholar = Scholar::with(Vec::new());
    let (folder, service) = page_with(&scholar, &[]);
    let port = service.address.rsplit(':').next().unwrap_or_default();
    let run = referee(&folder, &["web", "--no-open", "--port", port]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains(&service.address), "{}", run.stderr);
}
