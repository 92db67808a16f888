//! A session from its first to its last message, with the real program.

use referee_tests::editor::PATIENCE;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The longest that the program may take to exit after the request.
const END_LIMIT: Duration = Duration::from_secs(2);

fn session() -> (Folder, Editor) {
    let folder = Folder::with(&[]);
    let editor = Editor::start(&folder, ClientCapabilities::default());
    (folder, editor)
}

#[test]
fn after_shutdown_exit_ends_the_program_with_status_0_while_its_input_is_open() {
    let (_folder, mut editor) = session();
    editor.shut_down();
    editor.exit();
    assert_eq!(editor.ended_within(END_LIMIT).and_then(|status| status.code()), Some(0));
}

#[test]
fn exit_without_shutdown_ends_the_program_with_status_1() {
    let (_folder, mut editor) = session();
    editor.exit();
    assert_eq!(editor.ended_within(END_LIMIT).and_then(|status| status.code()), Some(1));
}

#[test]
fn exit_before_initialize_ends_the_program() {
    let mut editor = Editor::spawn(&ClientCapabilities::default());
    editor.exit();
    assert_eq!(editor.ended_within(END_LIMIT).and_then(|status| status.code()), Some(1));
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let (_folder, mut editor) = session();
    editor.close_input();
    assert_eq!(editor.ended_within(END_LIMIT).and_then(|status| status.code()), Some(0));
}

#[test]
fn questions_that_the_editor_never_answers_do_not_keep_the_program() {
    let folder = Folder::with(&[("a.md", "Text.\n")]);
    let mut editor =
        Editor::start(&folder, ClientCapabilities { answers: false, ..ClientCapabilities::default() });
    editor.open(&folder, "a.md", "markdown");
    editor.shut_down();
    editor.exit();
    assert_eq!(editor.ended_within(END_LIMIT).and_then(|status| status.code()), Some(0));
}

#[cfg(unix)]
#[test]
fn the_program_ends_when_the_editor_is_gone_although_its_input_is_open() {
    let mut parent =
        Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().expect("sleep can be started");
    let folder = Folder::with(&[]);
    let abilities = ClientCapabilities { process_id: Some(parent.id()), ..ClientCapabilities::default() };
    let mut editor = Editor::start(&folder, abilities);
    parent.kill().expect("it can be killed");
    parent.wait().expect("it ends");
    assert!(editor.ended_within(Duration::from_secs(30)).is_some(), "the program outlives its editor");
}

#[test]
fn an_editor_whose_process_cannot_be_seen_is_not_taken_for_gone() {
    let folder = Folder::with(&[]);
    // Larger than any process id.
    let abilities = ClientCapabilities { process_id: Some(0x7fff_fff0), ..ClientCapabilities::default() };
    let mut editor = Editor::start(&folder, abilities);
    assert_eq!(editor.ended_within(Duration::from_secs(3)), None);
}

#[test]
fn a_request_after_shutdown_is_refused() {
    let (_folder, mut editor) = session();
    editor.shut_down();
    let position = json!({"textDocument": {"uri": "file:///a.md"}, "position": {"line": 0, "character": 0}});
    let id = editor.ask("textDocument/hover", position);
    assert_eq!(editor.answer(id).map_err(|error| error.code), Err(-32600));
    editor.exit();
    assert_eq!(editor.ended_within(END_LIMIT).and_then(|status| status.code()), Some(0));
}

#[test]
fn a_request_before_initialize_is_refused() {
    let mut editor = Editor::spawn(&ClientCapabilities::default());
    let id = editor.ask("textDocument/hover", json!({}));
    assert_eq!(editor.answer(id).map_err(|error| error.code), Err(-32002));
    editor.close_input();
    assert!(editor.ended_within(END_LIMIT).is_some());
}

#[test]
fn messages_may_come_in_one_burst() {
    let mut editor = Editor::spawn(&ClientCapabilities::default());
    let initialize = editor.ask("initialize", json!({"processId": null, "capabilities": {}}));
    editor.notify("initialized", json!({}));
    editor.open_text("untitled:one", "markdown", "Text.\n");
    let hover = editor.ask(
        "textDocument/hover",
        json!({"textDocument": {"uri": "untitled:one"}, "position": {"line": 0, "character": 1}}),
    );
    assert!(editor.answer(initialize).is_ok());
    assert!(editor.answer_within(hover, PATIENCE).is_some());
}

#[test]
fn an_unknown_request_is_said_to_be_unknown_and_an_unknown_notification_is_ignored() {
    let (_folder, mut editor) = session();
    editor.notify("$/nobodyKnows", json!({}));
    editor.notify("nobody/knows", json!({}));
    let id = editor.ask("nobody/asks", json!({}));
    assert_eq!(editor.answer(id).map_err(|error| error.code), Err(-32601));
}

#[test]
fn broken_messages_do_not_end_the_session() {
    let (_folder, mut editor) = session();
    editor.send_raw("Content-Length: 9\r\n\r\n{\"jsonrpc");
    editor.send_raw("Content-Length: 2\r\n\r\n[]");
    let id = editor.ask("nobody/asks", json!({}));
    assert!(editor.answer_within(id, PATIENCE).is_some());
}

/// Requests a hover in an untitled buffer, so that the answer needs the session and no file.
fn hover(editor: &mut Editor) -> i64 {
    let at = json!({"textDocument": {"uri": "untitled:one"}, "position": {"line": 0, "character": 1}});
    editor.ask("textDocument/hover", at)
}

#[test]
fn answers_that_come_after_their_time_limit_do_no_harm() {
    let folder = Folder::with(&[]);
    let mut editor =
        Editor::start(&folder, ClientCapabilities { answers: false, ..ClientCapabilities::default() });
    editor.open_text("untitled:one", "markdown", "Text.\n");
    // The timeouts are 10 s.
    std::thread::sleep(Duration::from_secs(11));
    editor.answer_all();
    let id = hover(&mut editor);
    assert!(editor.answer(id).is_ok());
    assert_eq!(editor.ended_within(Duration::from_millis(300)), None);
}

#[test]
fn a_wrong_length_costs_one_message_and_not_the_session() {
    let body = r#"{"jsonrpc":"2.0","method":"$/wrong","params":{}}"#;
    let length = body.len();
    for head in [
        format!("Content-Length: {}\r\n\r\n", length + 7),
        format!("Content-Length: {}\r\n\r\n", length + 100_000),
        format!("Content-Length: {}\r\n\r\n", length - 7),
        "Content-Length: -1\r\n\r\n".to_owned(),
        format!("Content-Length: 5\r\nContent-Length: {length}\r\n\r\n"),
        format!("Content-Length: {length}\n\n"),
        "Content-Length: x\r\n\r\n".to_owned(),
        "\r\n\r\n".to_owned(),
    ] {
        let (_folder, mut editor) = session();
        editor.send_raw(&format!("{head}{body}"));
        for _ in 0..2 {
            let id = hover(&mut editor);
            assert!(editor.answer_within(id, PATIENCE).is_some(), "deaf after {head:?}");
        }
    }
}

#[test]
fn initialized_again_starts_nothing_again() {
    let (_folder, mut editor) = session();
    for _ in 0..50 {
        editor.notify("initialized", json!({}));
    }
    let id = hover(&mut editor);
    assert!(editor.answer(id).is_ok());
    for method in ["client/registerCapability", "workspace/configuration"] {
        assert!(editor.server_request(PATIENCE, method).is_some(), "{method}");
        assert_eq!(editor.server_request(Duration::from_millis(300), method), None, "{method}");
    }
    #[cfg(target_os = "linux")]
    {
        let threads = std::fs::read_dir(format!("/proc/{}/task", editor.process_id())).map(Iterator::count);
        assert!(threads.is_ok_and(|count| count < 50));
    }
}

#[test]
fn the_program_ends_in_two_seconds_whatever_is_under_way() {
    for text in ["`".repeat(400_000), "*a_ ".repeat(100_000), "``a` ".repeat(80_000)] {
        let (_folder, mut editor) = session();
        editor.open_text("untitled:long", "markdown", &text);
        let id = editor.ask("shutdown", Value::Null);
        assert!(editor.answer_within(id, END_LIMIT).is_some_and(|answer| answer.is_ok()));
        editor.exit();
        assert_eq!(editor.ended_within(END_LIMIT).and_then(|status| status.code()), Some(0));
    }
}
