//! Code that the sources must not contain, or only in a few places.

use super::{check_claim, program, root, rust_files};
use regex::Regex;

/// The files that may open files, with the kind of file.
const DISK: &[(&str, &str)] = &[
    ("workspace/load.rs", "drafts, bibliographies and settings"),
    ("workspace/stamp.rs", "when they were changed"),
    ("workspace/walk.rs", "what the ignore files of a folder look like"),
    ("workspace/workspace_search.rs", "the other drafts of a workspace"),
    ("workspace/missing_attachments.rs", "whether the files are there that an entry names"),
    (
        "workspace/papers/",
        "where links in the path of a full text lead, and the folders of the author's papers",
    ),
    ("workspace/folder_settings.rs", "the list of cell lines that an author's own settings name"),
    ("workspace/knowledge_folder.rs", "the tables that a user adds, beside the user's settings"),
    ("workspace/consent.rs", "what an author allowed, beside the user's settings"),
    ("literature/library", "the library on this machine"),
    ("literature/import", "exports and guidelines that are read into it"),
    ("literature/cache", "answers of the online services"),
    ("literature/papers", "the full texts that the author has, and what was read of them"),
    ("literature/gate/", "the log of what left, limits that processes share, downloads"),
    ("literature/model_package", "the embedding model that is installed"),
    ("literature/retractions.rs", "the user's table of retracted works"),
    ("literature/plain_file.rs", "whether what is named is a plain file, before it is read"),
    ("literature/private_files.rs", "files and folders that only this user may read"),
    ("research/evidence/", "the evidence of a workspace"),
    ("research/run.rs", "the evidence and the report of one run"),
    ("research/embed/minilm.rs", "an embedding model in a folder"),
    ("lsp/permission.rs", "the page on which an author reads what would be sent"),
    ("lsp/state.rs", "the folder of the user's state"),
    (
        "lsp/threads/evidence.rs",
        "whether a workspace brings a store of evidence of its own, which is not read",
    ),
    ("lsp/worker/disk.rs", "files that changed behind the editor"),
    ("lsp/handlers/research.rs", "a report in a file of its own"),
    ("postgres/shards.rs", "the folder that the command line names for the shards of a shared library"),
    ("service/intake_folder.rs", "the submissions in the folders that the command line names"),
    ("service/tokens.rs", "the file of tokens that the command line names"),
    ("cli/", "what the command line names"),
];

/// The files that may write to the standard streams.
const STREAMS: &[(&str, &str)] = &[
    ("cli/", "results and messages of the command line"),
    ("lsp/lib.rs", "the protocol itself"),
    ("mcp/lib.rs", "the protocol itself"),
    ("service/logging.rs", "the log, to standard error"),
    ("lsp/logging.rs", "the log, to standard error"),
    ("literature/import/guideline/pdf/child_process.rs", "the process that reads one PDF and ends"),
];

/// The files of the interfaces to programs that may write JSON without a type, with the reason.
const UNTYPED_JSON: &[(&str, &str)] = &[
    ("mcp/messages.rs", "errors of JSON-RPC, whose id has any type"),
    ("mcp/server.rs", "a version of the protocol that `rmcp` reads from JSON"),
    ("service/http/crossref.rs", "the format of Crossref, in which an unknown field is left out"),
    ("service/queue/", "columns of the database"),
    ("service/engine.rs", "a setting of one session"),
];

#[test]
fn json_for_programs_has_a_type() {
    // Schemas, OpenAPI and descriptions of tools are derived from the types, so none can be out of
    // date.
    let mut found = files_with(r"\bjson!", UNTYPED_JSON);
    found.retain(|name| ["operations/", "mcp/", "service/"].iter().any(|place| name.starts_with(place)));
    check_claim("Results for programs are types of operations", &found);
}

/// The files that may use an address as a number.
const ADDRESSES: &[(&str, &str)] =
    &[("text/sentences.rs", "the place of a piece in the line that it is a part of")];

/// Returns the files whose code matches, except those in the table.
fn files_with(pattern: &str, allowed: &[(&str, &str)]) -> Vec<String> {
    let pattern = Regex::new(pattern).unwrap();
    let matching = program().iter().filter(|file| pattern.is_match(&file.code)).map(|file| file.name());
    matching.filter(|name| !allowed.iter().any(|(prefix, _)| name.starts_with(prefix))).collect()
}

#[test]
fn only_the_gate_connects() {
    let gate = [("literature/gate", "")];
    let pattern = r"\breqwest::|\bTcpStream\b|\bUdpSocket\b|\bToSocketAddrs\b|std::net::Tcp|\bhyper::";
    check_claim("Only literature::gate connects", &files_with(pattern, &gate));
}

#[test]
fn files_are_opened_where_the_table_says() {
    let pattern = r"\bfs::|\bFile::(?:open|create)|\bOpenOptions\b";
    check_claim("Who opens files is listed in DISK", &files_with(pattern, DISK));
}

#[test]
fn only_the_command_line_and_the_transport_use_the_standard_streams() {
    let pattern = r"\be?print(?:ln)?!|\bio::std(?:in|out|err)\b|\bstd(?:in|out|err)\(\)";
    check_claim("Standard output belongs to the protocol", &files_with(pattern, STREAMS));
}

#[test]
fn whoever_asks_the_editor_sets_a_limit() {
    // The methods of `EditorClient` require a timeout; nothing waits for those called
    // `…_at_leisure`.
    let client = [("lsp/editor_client.rs", "its methods ask for a limit")];
    let pattern = r"\bsend_request\b|\.request::<|\.choose\(";
    let mut found = files_with(pattern, &client);
    found.retain(|name| name.starts_with("lsp/"));
    check_claim("A handler never waits for the editor without a limit", &found);
    let code =
        &program().iter().find(|file| file.name() == "lsp/editor_client.rs").expect("it is there").code;
    let public = Regex::new(r"pub\(crate\) async fn (\w+)[^{]*\{").unwrap();
    let without: Vec<String> = public
        .captures_iter(code)
        .filter(|method| !method[0].contains("limit: Duration") && !method[0].contains("notify"))
        .map(|method| method[1].to_owned())
        .collect();
    check_claim("A request to the editor has a limit", &without);
}

#[test]
fn a_handler_is_short() {
    // A handler parses the request, calls another function, and answers; longer work belongs in a
    // lower crate.
    const LIMIT: usize = 150;
    let folder = root().join("server/lsp/src/handlers");
    let found: Vec<String> = rust_files(&folder)
        .iter()
        .map(|file| (file, std::fs::read_to_string(file).expect("it can be read").lines().count()))
        .filter(|(_, lines)| *lines > LIMIT)
        .map(|(file, lines)| format!("{}: {lines} lines", file.display()))
        .collect();
    check_claim("A file of handlers has 150 lines at most", &found);
}

#[test]
fn no_address_is_taken_for_a_number() {
    // Comparing two live values (`Arc::ptr_eq`) is sound; a stored key must not be an address.
    let pattern = r"\bas_ptr\(|\bas \*const|\bptr::from_ref\b|\binto_raw\(|\.addr\(\)|Arc::as_ptr";
    check_claim("Caches are keyed by revisions", &files_with(pattern, ADDRESSES));
}

#[test]
fn judging_knows_neither_the_time_nor_chance() {
    let pattern = r"\bSystemTime\b|\bInstant\b|\bfastrand\b|\brand::";
    let mut found = files_with(pattern, &[]);
    found.retain(|name| {
        let name = name.split('/').next().unwrap_or_default();
        ["text", "bibliography", "findings", "syntax", "records", "documents", "citations", "critic"]
            .contains(&name)
    });
    check_claim("The same reference and the same records give the same verdict", &found);
}

#[test]
fn there_is_one_kind_of_cancellation() {
    let pattern = r"\b(?:struct|enum|trait|type)\s+(?:Cancel|Cancellation|CancelFlag|CancelToken)\b";
    check_claim("Work is called off with tokio_util's CancellationToken", &files_with(pattern, &[]));
    check_claim("No function takes a flag to be called off by", &files_with(r":\s*&AtomicBool\b", &[]));
}

#[test]
fn an_error_is_never_a_string() {
    let found: Vec<String> =
        program().iter().filter(|file| returns_string_errors(&file.code)).map(|file| file.name()).collect();
    check_claim("Errors are enums that keep their source", &found);
}

#[test]
fn errors_are_made_by_thiserror() {
    let pattern = r"\bimpl(?:<[^>]*>)?\s+(?:(?:std|core)::error::)?Error\s+for\b";
    check_claim("Nobody writes `impl Error` by hand", &files_with(pattern, &[]));
}

#[test]
fn a_record_is_made_in_one_place() {
    // All other code writes `Record { types, ..Record::new(source, work) }`, so that a new field
    // needs a change in one file only.
    let found: Vec<String> = ["server", "tests"]
        .iter()
        .flat_map(|folder| rust_files(&root().join(folder)))
        .filter(|file| !file.ends_with("records/src/record.rs") && !file.ends_with("architecture/sources.rs"))
        .filter(|file| spells_all_out(&std::fs::read_to_string(file).expect("a source can be read")))
        .map(|file| file.display().to_string())
        .collect();
    check_claim("A record is made by `Record::new`", &found);
    let old =
        "Some(Record { work: Work { title, ..Work::default() }, source: s(), as_of: None, trial: None })";
    assert!(spells_all_out(old));
    assert!(!spells_all_out("Some(Record { types: t(|| { x }), ..Record::new(name, work) })"));
}

/// Whether code constructs a `Record` with all its fields.
fn spells_all_out(code: &str) -> bool {
    Regex::new(r"\bRecord \{").unwrap().find_iter(code).any(|made| {
        // The contents of the braces, without nested braces.
        let (mut depth, mut own) = (0_u32, String::new());
        for character in code[made.end()..].chars() {
            match character {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                _ if depth == 0 => own.push(character),
                _ => {}
            }
        }
        own.contains("as_of:") && own.contains("trial:") && !own.contains("..")
    })
}

/// The places that poll, with the reason why they cannot wait for a notification.
const POLLS: &[(&str, &str)] = &[
    ("literature/cache/store.rs", "another process that holds the file"),
    ("literature/gate/permit.rs", "requests of other processes that are under way"),
    ("literature/gate/clock.rs", "a file by which a test moves the clock of a debug build"),
    ("literature/zotero.rs", "whether Zotero runs, and what it has"),
    ("research/evidence/database.rs", "another process that holds the file"),
    ("lsp/parent.rs", "the editor, which is no child of ours"),
    ("postgres/library_backend.rs", "whether a database on another machine answers"),
    ("service/worker.rs", "submissions that are due again, of which no message tells"),
];

#[test]
fn nobody_polls_what_can_tell_by_itself() {
    let pattern = r"\bthread::sleep\b|\b\w*POLL_INTERVAL\b|\btry_wait\(";
    check_claim("Who looks again and again is listed in POLLS", &files_with(pattern, POLLS));
}

/// Tests with a deadline on the system clock, for code that might otherwise never end.
const DEADLINES: &[&str] = &["literature/src/lookup/tests.rs", "suite/online_pauses.rs"];

#[test]
fn no_test_bounds_how_long_a_machine_takes() {
    // A slow machine is not a defect of the program: tests must advance a test clock, or count
    // work.
    let pattern = Regex::new(r"\bassert!\([^;]*\b(?:elapsed\(\)|took\b)[^;]*?<[^;]*;").unwrap();
    let found: Vec<String> = ["server", "tests"]
        .iter()
        .flat_map(|folder| rust_files(&root().join(folder)))
        .filter(|file| !DEADLINES.iter().any(|allowed| file.ends_with(allowed)))
        .filter(|file| !file.ends_with("architecture/sources.rs"))
        .filter(|file| pattern.is_match(&std::fs::read_to_string(file).expect("a source can be read")))
        .map(|file| file.display().to_string())
        .collect();
    check_claim("Tests bound work and not time", &found);
    assert!(pattern.is_match("assert!(began.elapsed() < Duration::from_secs(5), \"late\");"));
    assert!(!pattern.is_match("assert!(began.elapsed() >= Duration::from_secs(5));"));
}

/// The mutable statics, with the reason why none of them is session state.
const STATICS: &[(&str, &str)] = &[
    ("text/revision.rs", "numbers that are given once"),
    ("lsp/progress.rs", "numbers that are given once"),
    ("lsp/permission.rs", "numbers that are given once"),
];

#[test]
fn the_state_of_a_session_lies_in_no_static() {
    let pattern = r"\bstatic\s+(?:mut\s+)?\w+\s*:[^=;]*\b(?:Mutex|RwLock|Atomic\w+|DashMap)\b";
    check_claim("Who has statics that change is listed in STATICS", &files_with(pattern, STATICS));
    let pattern = Regex::new(pattern).unwrap();
    assert!(
        pattern
            .is_match("static KNOWN: LazyLock<Mutex<HashMap<u64, Marks>>> = LazyLock::new(Mutex::default);")
    );
    assert!(!pattern.is_match("static UNITS: LazyLock<Regex> = LazyLock::new(|| pattern(UNITS));"));
}

/// Whether code contains a `Result` whose error is text: a `String`, a `&str`, or a tuple with one
/// of them.
fn returns_string_errors(code: &str) -> bool {
    let is_text = |error: &str| {
        error == "String"
            || (error.starts_with('&') && error.ends_with("str"))
            || (error.starts_with('(') && (error.contains("String") || error.contains("str")))
    };
    let results = code.match_indices("Result<");
    results.map(|(at, name)| &code[at + name.len()..]).any(|arguments| {
        let (mut depth, mut last) = (0_u32, 0);
        for (at, character) in arguments.char_indices() {
            match character {
                '<' | '(' | '[' => depth += 1,
                // The arrow of a function type is not a closing bracket.
                '>' if arguments[..at].ends_with('-') => {}
                '>' if depth == 0 => return last > 0 && is_text(arguments[last..at].trim()),
                '>' | ')' | ']' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => last = at + 1,
                _ => {}
            }
        }
        false
    })
}

#[test]
fn a_string_as_an_error_is_seen() {
    assert!(returns_string_errors("fn f() -> Result<Vec<(u8, u8)>, String> {}"));
    assert!(returns_string_errors("fn f() -> Result<u8, &'static str> {}"));
    assert!(returns_string_errors("fn f() -> Result<u8, (String, u64)> {}"));
    assert!(!returns_string_errors("fn f() -> Result<(u8, u8), (Failure, Duration)> {}"));
    assert!(!returns_string_errors("fn f() -> Result<String, Error> {}"));
    assert!(!returns_string_errors("fn f() -> Result<String> {}"));
    assert!(!returns_string_errors("fn f() -> Result<Result<u8, Error>, Vec<String>> {}"));
}

#[test]
fn no_module_is_called_mod() {
    let found: Vec<String> = ["server", "tests"]
        .iter()
        .flat_map(|folder| rust_files(&root().join(folder)))
        .filter(|file| file.file_name().is_some_and(|name| name == "mod.rs"))
        .filter(|file| !file.components().any(|part| part.as_os_str() == "target"))
        .map(|file| file.display().to_string())
        .collect();
    check_claim("foo.rs stands beside foo/", &found);
}
