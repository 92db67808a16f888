#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::Notebook;
use proptest::prelude::*;
use referee_syntax::Target;
use referee_text::{Span, TextEdit};

/// A notebook as Jupyter writes it, except for the cell that is one string.
const NOTEBOOK: &str = r##"{
 "cells": [
  {
   "cell_type": "raw",
   "metadata": {},
   "source": [
    "---\n",
    "bibliography: refs.bib\n",
    "---"
   ]
  },
  {
   "cell_type": "code",
   "outputs": [{"text": ["a \"b\" [@out]\n"]}],
   "source": ["x = '[@code]'"]
  },
  {
   "cell_type": "markdown",
   "source": [
    "# Results\n",
    "\n",
    "They said \"so\" [@ng2019] and\n",
    "went on.\n",
    "\n",
    "1. First \u00e9 item\n",
    "2. Second item"
   ]
  },
  {"cell_type": "markdown", "source": "One string\n\nSee {cite:p}`ode2020`."},
  {"cell_type": "markdown", "source": []}
 ],
 "nbformat": 4
}
"##;

fn keys(notebook: &Notebook) -> Vec<String> {
    let citations = notebook.document.citations();
    let keys = citations.filter_map(|cited| match &cited.citation.target {
        Target::Key(key) => Some(key.clone()),
        _ => None,
    });
    keys.collect()
}

/// Returns the file after replacing the text `old` of the draft.
fn replaced(json: &str, old: &str, new: &str) -> Option<String> {
    let notebook = Notebook::read(json).unwrap();
    let text = notebook.document.text().to_string();
    let at = text.find(old).unwrap_or_else(|| panic!("{old:?} is not in {text:?}"));
    let edit = notebook.edit(&TextEdit::new(Span::new(at, at + old.len()), new))?;
    let mut out = json.to_owned();
    out.replace_range(edit.span.range(), &edit.text);
    serde_json::from_str::<serde_json::Value>(&out).unwrap_or_else(|error| panic!("{error}: {out}"));
    Some(out)
}

#[test]
fn markdown_cells_are_read_and_named_by_their_number() {
    let notebook = Notebook::read(NOTEBOOK).unwrap();
    assert_eq!(keys(&notebook), ["ng2019", "ode2020"]);
    assert_eq!(notebook.document.names_bibliographies().len(), 1);
    let at = notebook.document.citations().next().unwrap().span;
    assert_eq!(notebook.document.source_place(at.start as usize).unwrap().to_string(), "cell 3");
    assert_eq!(NOTEBOOK.get(at.range()), Some("ng2019"), "the draft has the places of the file");
    assert_eq!(notebook.document.text().len_bytes(), NOTEBOOK.len());
}

#[test]
fn what_is_no_notebook_is_said() {
    for bytes in ["", "{}", "[1, 2", "{\"cells\": 3}", "// no JSON\n{\"cells\": []}"] {
        assert!(Notebook::read(bytes).is_err(), "{bytes}");
    }
    assert!(Notebook::read("{\"cells\": []}").is_ok());
    let third = r#"{"worksheets": [{"cells": [{"cell_type": "markdown", "source": "As [@old2010]."}]}]}"#;
    assert_eq!(keys(&Notebook::read(third).unwrap()), ["old2010"]);
}

#[test]
fn an_edit_changes_the_words_and_no_other_byte_of_the_file() {
    let after = replaced(NOTEBOOK, "@ng2019", "@ng2020").unwrap();
    assert_eq!(after, NOTEBOOK.replace("ng2019", "ng2020"));
    let after = replaced(NOTEBOOK, "went on", "said \"no\" \\ yes").unwrap();
    assert_eq!(after, NOTEBOOK.replace("went on", r#"said \"no\" \\ yes"#));
    let after = replaced(NOTEBOOK, "ode2020", "ode2021; more").unwrap();
    assert_eq!(after, NOTEBOOK.replace("ode2020", "ode2021; more"));
}

#[test]
fn a_new_line_is_written_as_the_cell_writes_its_lines() {
    let after = replaced(NOTEBOOK, "2. Second item", "2. Second item\n3. Third item").unwrap();
    let wanted = NOTEBOOK.replace("2. Second item", "2. Second item\\n\",\n    \"3. Third item");
    assert_eq!(after, wanted);
    let after = replaced(NOTEBOOK, "One string", "One string\nmore").unwrap();
    assert_eq!(after, NOTEBOOK.replace("One string", "One string\\nmore"));
}

#[test]
fn what_reaches_over_the_end_of_a_cell_is_not_edited() {
    let notebook = Notebook::read(NOTEBOOK).unwrap();
    let text = notebook.document.text().to_string();
    let (from, to) = (text.find("Second item").unwrap(), text.find("One string").unwrap());
    assert_eq!(notebook.edit(&TextEdit::new(Span::new(from, to + 3), "")), None);
    assert_eq!(notebook.edit(&TextEdit::new(Span::at(0), "x")), None);
    assert_eq!(notebook.edit(&TextEdit::new(Span::at(to - 4), "x")), None);
    assert_eq!(notebook.edit(&TextEdit::new(Span::at(NOTEBOOK.len()), "x")), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn no_edit_breaks_the_file_or_another_cell(a in 0usize..600, length in 0usize..40, words in "[a\"\\\\\n é\t]{0,8}") {
        let notebook = Notebook::read(NOTEBOOK).unwrap();
        let text = notebook.document.text().to_string();
        // Text before the front matter would invalidate it.
        let begin = text.find("# Results").unwrap();
        let at = text.floor_char_boundary((begin + a).min(text.len()));
        let end = text.floor_char_boundary((at + length).min(text.len()));
        let Some(edit) = notebook.edit(&TextEdit::new(Span::new(at, end), &*words)) else { return Ok(()) };
        let mut out = NOTEBOOK.to_owned();
        out.replace_range(edit.span.range(), &edit.text);
        let read: serde_json::Value = serde_json::from_str(&out).map_err(|error| TestCaseError::fail(format!("{error}: {out}")))?;
        prop_assert_eq!(&read["cells"][1]["source"][0], "x = '[@code]'");
        prop_assert_eq!(read["cells"].as_array().map(Vec::len), Some(5));
        let again = Notebook::read(&out).unwrap().document.text().to_string();
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let mut wanted = text.clone();
        wanted.replace_range(at..end, &words);
        prop_assert_eq!(plain(&again), plain(&wanted));
    }
}
