//! Prints works in a style of the Citation Style Language.
//!
//! A style is given as text or as a name known to hayagriva, never as a path: this crate never
//! opens files or accesses the network. Start at [`CslPrinter`], then read [`style`], which decides
//! what is accepted as a style, and [`limits`], which rejects styles that would not terminate.
//!
//! Styles are untrusted: they may be in folders from other people. hayagriva runs on a separate
//! thread, so that a panic only leaves one reference without its style.

pub mod limits;
mod print;
pub mod style;

pub use style::{Style, StyleError};

use referee_bibliography::Work;
use referee_bibliography::printed::{CitationStyle, PrintedWords, ReferencePrinter};

/// The name of the printing thread. A panic on it is caught, and its message is not useful to a
/// user.
pub const THREAD: &str = "csl";

/// The stack size of that thread in bytes: nested macros of a style need more than the default.
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
