//! Works as a style of the Citation Style Language prints them.
//!
//! A style comes in as text or as one of the names that hayagriva knows, and never as a path: nothing here opens a file
//! or asks a network. A newcomer starts at [`CslPrinter`], then [`style`], which decides what is read as a style, and
//! [`limits`], which refuses what would not end.
//!
//! Styles are not trusted: they lie in folders that others sent. What hayagriva does with one it does on a thread of its
//! own, so that a panic there costs one reference its style.

pub mod limits;
mod print;
pub mod style;

pub use style::{Style, StyleError};

use referee_bibliography::Work;
use referee_bibliography::printed::{CitationStyle, PrintedWords, ReferencePrinter};

/// The name of the thread that prints: a panic on it is caught and says nothing that a user could act on.
pub const THREAD: &str = "csl";

/// The stack of that thread, in bytes: macros of a style lie in each other deeper than a thread's usual stack allows.
const STACK_BYTES: usize = 16 << 20;

/// Prints works with hayagriva.
#[derive(Clone, Copy, Debug, Default)]
pub struct CslPrinter;

impl ReferencePrinter for CslPrinter {
    fn print(
        &self,
        style: CitationStyle<'_>,
        work: &Work,
        language: Option<&str>,
    ) -> Option<Vec<PrintedWords>> {
        std::thread::scope(|scope| {
            let print = || {
                let style = match style {
                    CitationStyle::Named(name) => Style::named(name)?,
                    CitationStyle::Text(text) => Style::read(text).ok()?,
                };
                print::print(&style, work, language)
            };
            let thread = std::thread::Builder::new().name(String::from(THREAD)).stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, print).ok()?.join().ok()?
        })
    }
}
