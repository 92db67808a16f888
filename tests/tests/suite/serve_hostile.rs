//! Hostile clients of `referee serve`: no token, too much data, nonsense, slow requests.

use crate::serve::{LIBRARY, folder_with_library};
use referee_tests::cli::referee;
use referee_tests::service::read_response;
use referee_tests::{Folder, Service};
use std::io::Write;

/// Creates a token for these scopes, written to `tokens.toml`.
fn token(folder: &Folder, scopes: &[&str], per_minute: u32) -> String {
    let mut words = vec!["serve", "--new-token", "test"];
    for scope in scopes {
        words.extend(["--scope", scope]);
    }
    let made = referee(folder, &words);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let token = made.stderr.split_whitespace().last().expect("the token is shown").to_owned();
    assert!(token.starts_with("referee_") && !made.stdout.contains(&token), "{made:?}");
    let entry =
        made.stdout.replace("requests_per_minute = 600", &format!("requests_per_minute = {per_minute}"));
    folder.write("tokens.toml", entry);
    token
}

fn assert_serving(service: &Service) {
    assert_eq!(service.get("/health").status, 200);
    let answer = service.get("/service/lookup?doi=10.5555/example.1");
    assert_eq!(answer.json()["DOI"], "10.5555/example.1");
}

#[test]
fn other_machines_are_not_served_without_tokens() {
    let run = referee(&folder_with_library(), &["serve", "--listen", "0.0.0.0:0"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("tokens are needed"), "{}", run.stderr);
}

#[test]
fn a_page_of_another_site_is_not_served_where_no_token_is_needed() {
    let folder = folder_with_library();
    let service = Service::start(&folder, &[], &LIBRARY);
    let path = "/service/lookup?doi=10.5555/example.1";
    for (headers, status) in [
        (&[("origin", "https://example.org")][..], 403),
        (&[("origin", "null")], 403),
        // A DNS name that its owner pointed at this machine.
        (&[("host", "rebound.example.org")], 403),
        (&[("origin", "http://localhost:5173")], 200),
        (&[("host", "localhost:8080")], 200),
    ] {
        let answer = service.request("GET", path, headers, b"");
        assert_eq!(answer.status, status, "{headers:?}: {answer:?}");
    }
    // Behind a proxy the host is that of the site; a client with a token is not a foreign web page.
    let token = token(&folder, &["lookup"], 600);
    let service = Service::start(&folder, &[], &["--library", "library", "--tokens", "tokens.toml"]);
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str()), ("host", "refs.example.org")];
    assert_eq!(service.request("GET", path, &headers, b"").status, 200);
}

#[test]
fn a_token_is_needed_where_there_are_tokens_and_it_allows_what_it_says() {
    let folder = folder_with_library();
    let token = token(&folder, &["lookup"], 600);
    let service = Service::start(&folder, &[], &["--library", "library", "--tokens", "tokens.toml"]);
    assert_eq!(service.get("/health").status, 200);
    let path = "/service/lookup?doi=10.5555/example.1";
    let bearer = format!("Bearer {token}");
    let last = if token.ends_with('0') { '1' } else { '0' };
    let wrong = format!("Bearer {}{last}", &token[..token.len() - 1]);
    let asked: [(&[(&str, &str)], u16); 6] = [
        (&[], 401),
        (&[("authorization", "Bearer ")], 401),
        (&[("authorization", &wrong)], 401),
        (&[("authorization", &token)], 401),
        (&[("authorization", &bearer)], 200),
        (&[("crossref-plus-api-token", &bearer)], 200),
    ];
    for (headers, status) in asked {
        let answer = service.request("GET", path, headers, b"");
        assert_eq!(answer.status, status, "{headers:?}: {answer:?}");
    }
    let denied = service.request("POST", "/check?name=a.md", &[("authorization", &bearer)], b"Text.");
    assert_eq!(denied.status, 403);
    assert!(denied.body.contains("check"), "{denied:?}");
    assert_eq!(service.request("GET", "/metrics", &[("authorization", &bearer)], b"").status, 403);
}

#[test]
fn a_token_that_asks_too_often_is_told_when_to_come_again() {
    let folder = folder_with_library();
    let token = token(&folder, &["lookup"], 5);
    let service = Service::start(&folder, &[], &["--library", "library", "--tokens", "tokens.toml"]);
    let bearer = format!("Bearer {token}");
    let ask = || service.request("GET", "/works/10.5555/example.1", &[("authorization", &bearer)], b"");
    let statuses: Vec<u16> = (0..8).map(|_| ask().status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 5, "{statuses:?}");
    let refused = ask();
    assert_eq!(refused.status, 429);
    let seconds: u64 =
        refused.header("retry-after").and_then(|wait| wait.parse().ok()).expect("when to come again");
    assert!((1..=13).contains(&seconds), "{seconds}");
}

#[test]
fn what_is_too_large_is_refused_with_a_reason() {
    let folder = folder_with_library();
    let service = Service::start(&folder, &[], &LIBRARY);
    // Two gigabytes are announced, and none of them is read.
    let huge = service.request("POST", "/check?name=a.md", &[("content-length", "2147483648")], b"Text");
    assert_eq!(huge.status, 413, "{huge:?}");
    assert!(huge.body.contains("32 MB"), "{huge:?}");
    // A body without a length grows beyond the limit.
    let mut stream = service.connect();
    let head = "POST /check?name=a.md HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("the head can be sent");
    let block = [b"100000\r\n".as_slice(), &vec![b'a'; 1 << 20], b"\r\n"].concat();
    for _ in 0..40 {
        // The service may have closed the connection already.
        if stream.write_all(&block).is_err() {
            break;
        }
    }
    assert_serving(&service);
    // A million references: in a list, and in a draft.
    let one = "\"10.5555/example.1\"";
    let million = format!("{{\"references\": [{}]}}", vec![one; 1_000_000].join(","));
    let answer =
        service.request("POST", "/check", &[("content-type", "application/json")], million.as_bytes());
    assert_eq!(answer.status, 413, "{answer:?}");
    assert!(answer.body.contains("1000000 references"), "{answer:?}");
    let draft = "doi:10.5555/e.1 ".repeat(1_000_000);
    let answer = service.request("POST", "/check?wait=60&name=a.md", &[], draft.as_bytes()).json();
    assert!(
        ["done", "refused"].contains(&answer["state"].as_str().unwrap_or_default()),
        "{:.400}",
        answer.to_string()
    );
    let bib: String = (0..30_000).map(|n| format!("@misc{{k{n},title={{T {n}}}}}\n")).collect();
    let answer = service.request("POST", "/check?wait=60&format=bibtex", &[], bib.as_bytes()).json();
    assert_eq!(answer["state"], "refused", "{:.400}", answer.to_string());
    assert!(answer["reason"].as_str().unwrap_or_default().contains("30000 references"), "{answer}");
    let long = service.get(&format!("/service/lookup?biblio={}", "a".repeat(20_000)));
    assert_eq!(long.status, 414, "{long:?}");
    let body = "a".repeat(200_000);
    assert_eq!(service.request("POST", "/service/lookup", &[], body.as_bytes()).status, 413);
    assert_serving(&service);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let folder = folder_with_library();
    let service = Service::start(&folder, &[], &LIBRARY);
    let json: &[(&str, &str)] = &[("content-type", "application/json")];
    let deep = format!("{{\"references\": {}", "[".repeat(100_000));
    #[expect(clippy::type_complexity, reason = "a table of requests, read where it stands")]
    let asked: [(&str, &str, &[(&str, &str)], &[u8], u16); 14] = [
        ("POST", "/check", json, b"{", 400),
        ("POST", "/check", json, b"[]", 400),
        ("POST", "/check", json, b"{\"references\": 5}", 400),
        ("POST", "/check", json, b"{\"text\": \"a\", \"references\": [\"b\"]}", 400),
        ("POST", "/check", json, b"{\"text\": \"a\", \"network\": \"allow\"}", 400),
        ("POST", "/check", json, deep.as_bytes(), 400),
        ("POST", "/check?name=a.md", &[], b"", 422),
        ("POST", "/check?format=exe", &[], b"MZ", 415),
        ("POST", "/check?name=referee.toml", &[], b"network = \"allow\"", 415),
        ("POST", "/check?name=a.zip", &[], b"PK\x03\x04 no archive", 422),
        ("GET", "/service/lookup", &[], b"", 400),
        ("GET", "/service/lookup?doi=hello", &[], b"", 400),
        ("DELETE", "/check", &[], b"", 405),
        ("GET", "/etc/passwd", &[], b"", 404),
    ];
    for (method, path, headers, body, status) in asked {
        let answer = service.request(method, path, headers, body);
        assert_eq!(answer.status, status, "{method} {path}: {answer:?}");
        assert!(answer.json()["error"].as_str().is_some_and(|reason| reason.len() > 5), "{path}: {answer:?}");
    }
    let mut stream = service.connect();
    stream.write_all(b"\x16\x03\x01 this is no HTTP\r\n\r\n").expect("bytes can be sent");
    assert_eq!(read_response(stream).status, 400);
    // A draft refers to files of this machine: they must appear missing.
    folder.write("secret.bib", "@article{secret, title = {A secret title}, year = 2020}");
    let secret = folder.path("secret.bib");
    let draft = format!(
        "---\nbibliography: [{}, ../../../../etc/passwd]\n---\n\nA claim [@secret].\n",
        secret.display()
    );
    let answer = service.check("a.md", draft);
    assert!(!answer.body.contains("A secret title") && answer.body.contains("done"), "{answer:?}");
    assert_serving(&service);
}

#[test]
fn a_zip_that_reaches_out_of_itself_is_refused() {
    let folder = folder_with_library();
    let service = Service::start(&folder, &[], &LIBRARY);
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["paper.md", "../../outside.md"] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(b"Text.").unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let answer = service.request("POST", "/check?name=a.zip", &[], &bytes);
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains("../../outside.md"), "{answer:?}");
}

#[test]
fn who_sends_slowly_keeps_nobody_else_waiting_and_is_cut_off() {
    let folder = folder_with_library();
    let service = Service::start(&folder, &[], &LIBRARY);
    let mut slow: Vec<_> = (0..40)
        .map(|index| {
            let mut stream = service.connect();
            let head = match index % 2 {
                0 => {
                    "POST /check?name=a.md HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\nA bit"
                }
                _ => "POST /check?name=a.md HTTP/1.1\r\nhost: ",
            };
            stream.write_all(head.as_bytes()).expect("a head can be sent");
            stream
        })
        .collect();
    assert_serving(&service);
    let answer = read_response(slow.swap_remove(0));
    assert_eq!(answer.status, 408, "{answer:?}");
    assert_serving(&service);
}

#[test]
fn a_request_that_is_under_way_is_answered_before_the_service_ends() {
    let folder = folder_with_library();
    let mut service = Service::start(&folder, &[], &LIBRARY);
    let mut stream = service.connect();
    let body = "Roe J. Vaccines and a claim that was taken back. J Examples. 1998;12:100-104.";
    let head = format!(
        "POST /service/lookup HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("a head can be sent");
    stream.write_all(&body.as_bytes()[..20]).expect("a part can be sent");
    // The service must have started on the request.
    assert_serving(&service);
    service.signal("-TERM");
    std::thread::sleep(std::time::Duration::from_millis(200));
    stream.write_all(&body.as_bytes()[20..]).expect("the rest can be sent");
    assert_eq!(read_response(stream).json()["DOI"], "10.5555/example.77");
    assert!(service.end().expect("it ends").success());
}
