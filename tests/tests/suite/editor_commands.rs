//! The commands of the server are available to authors: in the palette of VS Code and as `:Referee`
//! in Neovim.

use referee_tests::tools::root;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::Value;

/// Commands that the server provides with their arguments in an action, a lens or a completion, or
/// that an editor sends for a choice in a list.
const HANDED_OUT: [&str; 4] =
    ["referee.applyAction", "referee.citeIdentifier", "referee.addZoteroEntry", "referee.addName"];

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("the file is there")
}

/// Returns the commands that the server offers and an author may run.
fn offered() -> Vec<String> {
    let editor = Editor::start(&Folder::with(&[]), ClientCapabilities::default());
    let all = &editor.initialized["capabilities"]["executeCommandProvider"]["commands"];
    let names = all.as_array().into_iter().flatten().filter_map(Value::as_str);
    let names: Vec<String> = names.filter(|name| !HANDED_OUT.contains(name)).map(str::to_owned).collect();
    assert!(names.len() > 8, "{all}");
    names
}

#[test]
fn every_command_of_the_server_is_in_the_palette_of_vs_code_while_the_server_offers_it() {
    let manifest: Value = serde_json::from_str(&read("editors/vscode/package.json")).expect("it is JSON");
    let titles = manifest["contributes"]["commands"].as_array().expect("there are commands");
    let palette = manifest["contributes"]["menus"]["commandPalette"].as_array().expect("there is a palette");
    for name in offered() {
        let title = titles.iter().find(|command| command["command"] == name);
        let title = title.unwrap_or_else(|| panic!("{name} has no title in VS Code"));
        assert!(title["title"].as_str().is_some_and(|title| title.len() > 4), "{title}");
        assert_eq!(title["category"], "referee", "{name}");
        let shown = palette.iter().find(|entry| entry["command"] == name);
        let when = format!("referee.can.{}", name.trim_start_matches("referee."));
        assert_eq!(shown.map(|entry| &entry["when"]), Some(&Value::from(when)), "{name}");
    }
    // Every command in a menu exists.
    for (menu, entries) in manifest["contributes"]["menus"].as_object().into_iter().flatten() {
        for entry in entries.as_array().into_iter().flatten() {
            let known = titles.iter().any(|command| command["command"] == entry["command"]);
            assert!(known, "{menu}: {entry} has no title");
        }
    }
}

#[test]
fn every_command_of_the_server_is_a_subcommand_in_neovim_with_a_line_of_help() {
    let source = read("editors/neovim/lua/referee/commands.lua");
    let help = read("editors/neovim/doc/referee.txt");
    for name in offered() {
        let line = source.lines().find(|line| line.trim_end().ends_with(&format!(" = \"{name}\",")));
        let line = line.unwrap_or_else(|| panic!("{name} is no subcommand of :Referee"));
        let subcommand = line.trim().split(' ').next().unwrap_or_default();
        let documented =
            help.lines().any(|line| line.split_whitespace().take(2).eq([":Referee", subcommand]));
        assert!(documented, ":Referee {subcommand} is not in the help");
    }
}
