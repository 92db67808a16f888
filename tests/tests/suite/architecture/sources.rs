//! What the sources must not contain, or only in few places.

use super::{check_claim, program, root, rust_files};
use regex::Regex;

/// Who opens files, and which.
const DISK: &[(&str, &str)] = &[
    ("workspace/load.rs", "drafts, bibliographies and settings"),
    ("workspace/stamp.rs", "when they were changed"),
    ("workspace/walk.rs", "what the ignore files of a folder look like"),
    ("workspace/workspace_search.rs", "the other drafts of a workspace"),
    ("workspace/missing_attachments.rs", "whether the files are there that an entry names"),
    ("workspace/folder_settings.rs", "the list of cell lines that an author's own settings name"),
    ("workspace/consent.rs", "what an author allowed, beside the user's settings"),
    ("literature/library", "the library on this machine"),
    ("literature/import", "exports and guidelines that are read into it"),
    ("literature/cache", "answers of the online services"),
    ("literature/gate/", "the log of what left, limits that processes share, downloads"),
    ("literature/model_package", "the embedding model that is installed"),
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

/// Who writes to the standard streams.
const STREAMS: &[(&str, &str)] = &[
    ("cli/", "results and messages of the command line"),
    ("lsp/lib.rs", "the protocol itself"),
    ("mcp/lib.rs", "the protocol itself"),
    ("service/logging.rs", "the log, to standard error"),
    ("lsp/logging.rs", "the log, to standard error"),
    ("literature/import/guideline/pdf/child_process.rs", "the process that reads one PDF and ends"),
];

/// Who may take an address as a number.
const ADDRESSES: &[(&str, &str)] =
    &[("text/sentences.rs", "the place of a piece in the line that it is a part of")];

/// The files whose code matches, without those that a table allows.
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
    // The methods of `EditorClient` ask for one; those called `…_at_leisure` are waited for by nobody.
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
    // A handler reads the request, calls, and answers; what takes longer belongs to a crate below.
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
    // Comparing two values that are both alive (`Arc::ptr_eq`) is sound; what is kept must not be an address.
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

/// Whether code names a `Result` whose error is a `String`.
fn returns_string_errors(code: &str) -> bool {
    let results = code.match_indices("Result<");
    results.map(|(at, name)| &code[at + name.len()..]).any(|arguments| {
        let (mut depth, mut last) = (0_u32, 0);
        for (at, character) in arguments.char_indices() {
            match character {
                '<' | '(' | '[' => depth += 1,
                // The arrow of a function's type closes nothing.
                '>' if arguments[..at].ends_with('-') => {}
                '>' if depth == 0 => return last > 0 && arguments[last..at].trim() == "String",
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
