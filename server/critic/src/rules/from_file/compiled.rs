//! Rule files with their names looked up.

use crate::analysis::folding::fold;
use crate::analysis::sections::{Section, of_id};
use crate::rules::medication::frames::{Conditions, DrugSet, WantedOrders};
use referee_knowledge::RuleFile;
use referee_knowledge::rules::{Drafts, Frame, Reach, Target};
use std::sync::LazyLock;

/// The rules, in the order of the files.
pub(super) static COMPILED: LazyLock<Vec<Compiled>> = LazyLock::new(|| {
    let files = referee_knowledge::rule_files().rules().iter().enumerate();
    files.map(|(number, file)| Compiled::read(number, file)).collect()
});

/// A rule file with its frames.
#[derive(Debug)]
pub(super) struct Compiled {
    /// Its index in [`COMPILED`].
    pub(super) number: usize,
    pub(super) file: &'static RuleFile,
    /// The frames of `when`, then those of `unless`.
    pub(super) frames: Vec<CompiledFrame>,
}

/// A frame.
#[derive(Debug)]
pub(super) struct CompiledFrame {
    pub(super) frame: &'static Frame,
    /// Whether it is one of `unless`.
    pub(super) is_exception: bool,
    pub(super) wanted: Wanted,
    pub(super) sections: Vec<Section>,
}

/// What a frame looks for.
#[derive(Debug)]
pub(super) enum Wanted {
    /// The phrases of [`super::phrases`].
    Phrases,
    Drugs(DrugSet),
    Orders(WantedOrders),
    Patient(Conditions),
}

impl Compiled {
    fn read(number: usize, file: &'static RuleFile) -> Compiled {
        let frames = file.when.iter().map(|frame| (frame, false));
        let frames = frames.chain(file.unless.iter().map(|frame| (frame, true)));
        let frames = frames.map(|(frame, is_exception)| CompiledFrame {
            frame,
            is_exception,
            wanted: match &frame.target {
                Target::Words(_) => Wanted::Phrases,
                Target::Drugs(names) => Wanted::Drugs(DrugSet::read(names)),
                Target::Orders { drugs, condition, routes } => Wanted::Orders(WantedOrders {
                    drugs: DrugSet::read(drugs),
                    conditions: Conditions::read(condition),
                    routes: routes.iter().map(|route| fold(route)).collect(),
                }),
                Target::Patient(conditions) => Wanted::Patient(Conditions::read(conditions)),
            },
            sections: frame.sections.iter().filter_map(|id| of_id(id)).collect(),
        });
        Compiled { number, file, frames: frames.collect() }
    }

    /// Whether a block without a drug cannot concern it.
    pub(super) fn needs_drug(&self) -> bool {
        let is_of_drugs =
            |frame: &CompiledFrame| matches!(frame.wanted, Wanted::Drugs(_) | Wanted::Orders(_));
        // Only notes have the flag.
        self.file.drafts == Drafts::Notes
            && !self.is_of_draft()
            && self.when().any(|(_, frame)| is_of_drugs(frame))
            && self.file.scope <= Reach::Paragraph
    }

    /// Whether it needs more of a draft than one block.
    pub(super) fn is_of_draft(&self) -> bool {
        self.file.scope > Reach::Paragraph
            || self.frames.iter().any(|frame| {
                matches!(frame.wanted, Wanted::Patient(_))
                    || frame.is_exception && frame.frame.scope > Reach::Paragraph
            })
    }

    /// The frames of `when`, with their indexes.
    pub(super) fn when(&self) -> impl Iterator<Item = (usize, &CompiledFrame)> {
        self.frames.iter().enumerate().filter(|(_, frame)| !frame.is_exception)
    }

    /// The frames of `unless`, with their indexes.
    pub(super) fn unless(&self) -> impl Iterator<Item = (usize, &CompiledFrame)> {
        self.frames.iter().enumerate().filter(|(_, frame)| frame.is_exception)
    }
}
