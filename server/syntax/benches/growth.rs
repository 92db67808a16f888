//! Measures how the time to parse a text grows with its length, for texts that no author writes but
//! a broken file may contain.
//!
//! `cargo bench -p referee-syntax --bench growth -- [KB] [FORMAT]` parses each text at this size in
//! KB (default 100) and at four times the size: if the work of a parser is linear, the second takes
//! four times as long.

#![allow(clippy::print_stdout, reason = "a table is what this is for")]

use referee_bibliography::Bibliography;
use referee_syntax::{Document, Format};
use referee_text::Rope;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The repeated pieces of the texts. `#` is the number of the repetition.
const PIECES: &[&str] = &[
    "`",
    "` ",
    "`` ` ",
    "*a_ ",
    "**a _b ",
    "*",
    "_",
    "~",
    "^",
    "$",
    "$ ",
    "$$\n\n",
    "[",
    "[a](",
    "]",
    "![",
    "<",
    "<a ",
    "<!--\n\n",
    "<!-- ",
    "<div>\n",
    "<pre>\n\n",
    "{",
    "}",
    "{{{",
    "\\",
    "\\begin{a}\n\n",
    "\\begin{verbatim}\n\n",
    "\\cite{",
    "\\footnote{",
    "\\iffalse\n\n",
    "\\verb|\n\n",
    "\"",
    "'",
    "@",
    "@a ",
    "@a/",
    "[@a",
    "[@a; ",
    "@a[",
    "[1].",
    "[1,2].",
    "a^1^",
    "10.",
    "10.1000/",
    "doi:10.1/a",
    "PMID:",
    "https://",
    "- ",
    "> ",
    "1. ",
    "a. ",
    "xviii) ",
    "(B) ",
    "1000. ",
    "\r",
    "#",
    "# ",
    "| a ",
    "|---",
    "```\n\n",
    "```a\n",
    ":::\n\n",
    "---\n",
    "---\na: b\n\n",
    "/*",
    "/* \n\n",
    "#f(",
    "#[",
    "#{\n\n",
    "\n",
    "\n\n",
    " ",
    "\t",
    "a",
    "é",
    "a. ",
    "(",
    "(@a) ",
    "[^1]: ",
    "[^1]",
    "[Source: ",
    "word\n",
    "x\r",
    "@article{a#,\n",
    "@article{a#, title={",
    "@article{a#, title=\"",
    "@string{a#=",
    "@comment{",
    "key # x ",
    "- id: a#\n",
    "- id: [\n",
    "{\"id\": ",
    "[[",
    "a: &a b\n",
    "*a: ",
    "  - a:\n",
];

fn text(piece: &str, len: usize) -> String {
    let mut out = String::with_capacity(len + piece.len());
    let mut number = 0;
    while out.len() < len {
        if piece.contains('#') && piece.len() > 3 {
            out.push_str(&piece.replace('#', &number.to_string()));
        } else {
            out.push_str(piece);
        }
        number += 1;
    }
    out
}

/// Returns the processor time of this thread, if the system reports it: other threads may use the
/// processor too.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(stat.split(' ').next()?.parse().ok()?))
}

fn time(read: &dyn Fn(Rope), text: &str) -> Duration {
    let rope = Rope::from_str(text);
    let (begun, processor) = (Instant::now(), processor_time());
    read(rope);
    match (processor, processor_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => begun.elapsed(),
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let len = arguments.next().and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(100_usize) * 1024;
    let wanted = arguments.next();
    let draft = |format: Format| -> Box<dyn Fn(Rope)> {
        Box::new(move |text| {
            let document = Document::read(format, text, Arc::default());
            std::hint::black_box(document.citations().count() + document.list_items().count());
        })
    };
    let bibliography = |format: referee_bibliography::Format| -> Box<dyn Fn(Rope)> {
        Box::new(move |text| {
            let bibliography = Bibliography::read(format, text);
            std::hint::black_box(bibliography.problems().len() + bibliography.entries().count());
        })
    };
    let readers = [
        ("Markdown", draft(Format::Markdown)),
        ("LaTeX", draft(Format::Latex)),
        ("Typst", draft(Format::Typst)),
        ("plain", draft(Format::PlainText)),
        ("BibTeX", bibliography(referee_bibliography::Format::Bibtex)),
        ("CSL-JSON", bibliography(referee_bibliography::Format::CslJson)),
        ("CSL-YAML", bibliography(referee_bibliography::Format::CslYaml)),
        ("Hayagriva", bibliography(referee_bibliography::Format::Hayagriva)),
    ];
    for (name, read) in readers.iter().filter(|(name, _)| wanted.as_ref().is_none_or(|wanted| name == wanted))
    {
        let mut worst: (Duration, &str) = (Duration::ZERO, "");
        for piece in PIECES {
            let once = time(read, &text(piece, len));
            let four = time(read, &text(piece, len * 4));
            worst = worst.max((four, piece));
            let ratio = four.as_secs_f64() / once.as_secs_f64().max(0.002);
            if ratio > 6.0 || once > Duration::from_millis(500) {
                println!("{name:10} {piece:?}: {once:?}, four times as long {four:?} ({ratio:.1} times)");
            }
        }
        println!("{name:10} the slowest is {:?}: {} KB in {:?}", worst.1, len / 256, worst.0);
    }
}
