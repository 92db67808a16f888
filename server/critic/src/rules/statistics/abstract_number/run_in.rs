//! Papers with inline part names, as in pasted text: "Abstract. … Introduction. …".

use super::numbers::{AbstractNumber, gather, holds, told};
use crate::analysis::folding::fold;
use crate::analysis::statistics::{PlainText, Statistics};
use crate::analysis::topics::Topics;
use crate::pattern::{Pattern, exact};
use crate::rules::manuscript::paper::Paper;
use crate::{BlockContext, Draft};
use referee_findings::Remark;
use std::sync::LazyLock;

/// The abstract must begin within this many blocks.
const MAX_BLOCKS_AHEAD: usize = 6;

/// A part of a paper, by the name at the start of its line.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Abstract,
    Introduction,
    Methods,
    Results,
    References,
}

fn part(line: &str) -> Option<Part> {
    static NAME: LazyLock<Pattern> = LazyLock::new(|| {
        exact(
            r"^[ *_]{0,4}(?:[0-9]{1,2}\. )?(?:(?P<abstract>abstract|resumen|summary)|(?P<introduction>introduction|introduccion)|(?P<methods>(?:materials? and |patients and |material y |pacientes y )?(?:methods|metodos))|(?P<results>results|resultados)|(?P<references>references|referencias|bibliografia))[ *_]{0,3}(?:[.:]|$)",
        )
    });
    let begin: String = fold(line).chars().take(40).collect();
    let found = NAME.captures(begin.trim_end())?;
    [
        ("abstract", Part::Abstract),
        ("introduction", Part::Introduction),
        ("methods", Part::Methods),
        ("results", Part::Results),
        ("references", Part::References),
    ]
    .into_iter()
    .find_map(|(name, part)| found.name(name).map(|_| part))
}

/// Whether an abstract gives its results in its first line; a part named after it then belongs to the body.
fn is_whole(line: &str) -> bool {
    static RESULTS: LazyLock<Pattern> = LazyLock::new(|| exact(r"[.;] (?:results|resultados):"));
    RESULTS.is_match(&fold(line))
}

/// Whether a line of a block begins an abstract.
fn begins_abstract(block: &BlockContext<'_>) -> bool {
    block.text().lines().any(|line| part(line) == Some(Part::Abstract))
}

/// Reports numbers of such an abstract that the body does not contain.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let is_run_in =
        draft.blocks().take(MAX_BLOCKS_AHEAD).any(|block| block.is_prose() && begins_abstract(&block));
    if !is_run_in || Paper::of(draft).topics().any(Topics::ELSEWHERE) {
        return Vec::new();
    }
    let mut wanted: Vec<AbstractNumber> = Vec::new();
    let mut body: Vec<Statistics> = Vec::new();
    let mut has_results = false;
    let mut here: Option<Part> = None;
    let mut is_whole_abstract = false;
    for block in draft.blocks().filter(|block| block.is_prose() && !block.in_references) {
        let mut start = block.start;
        for line in block.text().split_inclusive('\n') {
            here = match (here, part(line)) {
                (None, Some(Part::Abstract)) => {
                    is_whole_abstract = is_whole(line);
                    Some(Part::Abstract)
                }
                // In an abstract of several lines, "Results" belongs to the abstract: the body begins with the
                // introduction.
                (Some(Part::Abstract), Some(Part::Introduction)) => Some(Part::Introduction),
                (Some(Part::Abstract), Some(Part::Methods)) if is_whole_abstract => Some(Part::Methods),
                (Some(Part::Introduction | Part::Methods | Part::Results), Some(Part::Results)) => {
                    has_results = true;
                    Some(Part::Results)
                }
                (Some(Part::Introduction | Part::Methods | Part::Results), Some(Part::References)) => {
                    Some(Part::References)
                }
                (here, _) => here,
            };
            let read = || Statistics::of(PlainText::read(line, draft.format, &[]));
            match here {
                Some(Part::Abstract) => gather(&read(), start, &mut wanted),
                Some(Part::Introduction | Part::Methods | Part::Results) => body.push(read()),
                Some(Part::References) | None => {}
            }
            start += line.len();
        }
    }
    if !has_results {
        return Vec::new();
    }
    for one in &mut wanted {
        one.found = body.iter().any(|statistics| holds(statistics, &one.number));
    }
    told(wanted, body.iter().map(|statistics| statistics.numbers.len()).sum(), draft.is_spanish())
}
