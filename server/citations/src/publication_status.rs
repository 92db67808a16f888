//! Derives from the notices about a work whether it can still be relied on.

use referee_records::{Notice, NoticeKind, Record, RelationKind};
use referee_text::Phrase;

/// Whether a work can still be relied on.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum PublicationStatus {
    /// Nothing was announced.
    #[default]
    Sound,
    /// A correction was published.
    Corrected,
    /// An expression of concern is in force.
    Concern,
    /// The work was retracted or withdrawn.
    Retracted,
}

impl PublicationStatus {
    /// Returns the status that follows from these notices; those that a later reinstatement revoked
    /// do not count.
    #[must_use]
    pub fn of(notices: &[Notice]) -> PublicationStatus {
        let reinstated = notices
            .iter()
            .filter(|notice| notice.kind == NoticeKind::Reinstatement)
            .map(|notice| notice.date)
            .max();
        let in_force = notices.iter().filter_map(|notice| {
            let standing = match notice.kind {
                NoticeKind::Correction => return Some(PublicationStatus::Corrected),
                NoticeKind::Concern => PublicationStatus::Concern,
                NoticeKind::Withdrawal | NoticeKind::Removal | NoticeKind::Retraction => {
                    PublicationStatus::Retracted
                }
                NoticeKind::Reinstatement => return None,
            };
            let taken_back = reinstated.is_some_and(|date| date.is_none() || notice.date <= date);
            (!taken_back).then_some(standing)
        });
        in_force.max().unwrap_or_default()
    }

    /// Returns the status that follows from the notices and types of a record.
    #[must_use]
    pub fn of_record(record: &Record) -> PublicationStatus {
        let marked = record.types.iter().any(|kind| kind.eq_ignore_ascii_case("retracted publication"));
        let reinstated = record.notices.iter().any(|notice| notice.kind == NoticeKind::Reinstatement);
        let said = PublicationStatus::of(&record.notices);
        if marked && !reinstated { PublicationStatus::Retracted } else { said }
    }

    /// Returns the word for readers; empty for [`Sound`](PublicationStatus::Sound).
    #[must_use]
    pub fn mark(self) -> Phrase {
        match self {
            PublicationStatus::Sound => Phrase::default(),
            PublicationStatus::Corrected => Phrase { english: "corrected", spanish: "corregida" },
            PublicationStatus::Concern => {
                Phrase { english: "expression of concern", spanish: "expresión de preocupación" }
            }
            PublicationStatus::Retracted => Phrase { english: "RETRACTED", spanish: "RETRACTADA" },
        }
    }
}

/// Returns whether a record is itself an announcement about another work: a retraction notice, an
/// erratum.
#[must_use]
pub fn is_announcement(record: &Record) -> bool {
    const ANNOUNCEMENT_TYPES: &[&str] =
        &["retraction of publication", "published erratum", "expression of concern", "retraction notice"];
    record.relations.iter().any(|relation| relation.kind == RelationKind::NoticeAbout)
        || record.types.iter().any(|kind| ANNOUNCEMENT_TYPES.contains(&kind.to_ascii_lowercase().as_str()))
}
