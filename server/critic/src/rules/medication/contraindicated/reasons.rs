//! Joins all that forbids one order into one remark.

use super::condition::Condition;
use super::source::Source;
use crate::Draft;
use crate::rules::medication::allergy_conflict::orders;
use referee_findings::Remark;
use referee_text::Span;

/// What an order is forbidden by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    Condition(Condition),
    OtherDrug,
}

/// One reason against an order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reason {
    /// The order.
    pub(super) ordered: Span,
    /// Where the note mentions the condition or orders the other drug.
    pub(super) known: Span,
    pub(super) against: Against,
    pub(super) source: Source,
}

impl Reason {
    /// Returns the reason against the later of two orders whose drugs are not given together.
    pub(super) fn of_pair(first: Span, second: Span, source: Source) -> Reason {
        let (ordered, known) = if first.start > second.start { (first, second) } else { (second, first) };
        Reason { ordered, known, against: Against::OtherDrug, source }
    }

    fn in_words(&self, draft: &Draft<'_>, is_first: bool) -> String {
        let order = orders::order_in_words(draft, self.ordered);
        let known = draft.text(self.known).unwrap_or_default();
        let spanish = draft.is_spanish();
        match self.against {
            Against::Condition(condition) => {
                let why = self.source.of_condition(condition.name(spanish), spanish);
                match (is_first, spanish) {
                    (true, false) => format!("{order}, but the note says “{known}”. {why}"),
                    (true, true) => format!("{order} y la nota recoge «{known}». {why}"),
                    (false, false) => format!("The note also says “{known}”. {why}"),
                    (false, true) => format!("La nota recoge además «{known}». {why}"),
                }
            }
            Against::OtherDrug => {
                let why = self.source.of_pair(spanish);
                match (is_first, spanish) {
                    (true, false) => format!("{order} together with “{known}”; {why}."),
                    (true, true) => format!("{order} junto a «{known}», {why}."),
                    (false, false) => format!("Also together with “{known}”; {why}."),
                    (false, true) => format!("También junto a «{known}», {why}."),
                }
            }
        }
    }
}

/// Returns one remark for each order, with its reasons, those of the strongest source first.
///
/// Of two reasons at one place of the note only the strongest is given.
pub(super) fn remarks(draft: &Draft<'_>, mut reasons: Vec<Reason>) -> Vec<Remark> {
    let mut orders: Vec<Span> = Vec::new();
    for reason in &reasons {
        if !orders.contains(&reason.ordered) {
            orders.push(reason.ordered);
        }
    }
    reasons.sort_by_key(|reason| reason.source);
    let of_order = |ordered: Span| {
        let mut own: Vec<Reason> = Vec::new();
        for reason in reasons.iter().filter(|reason| reason.ordered == ordered) {
            if !own.iter().any(|known| known.known.overlaps(reason.known)) {
                own.push(*reason);
            }
        }
        remark(draft, ordered, &own)
    };
    orders.into_iter().map(of_order).collect()
}

fn remark(draft: &Draft<'_>, ordered: Span, reasons: &[Reason]) -> Remark {
    let spanish = draft.is_spanish();
    let is_of_drugs = reasons.iter().all(|reason| reason.against == Against::OtherDrug);
    let question = match (is_of_drugs, reasons.len() == 1, spanish) {
        (false, _, false) => "Check before giving it.",
        (false, _, true) => "Compruebe si puede administrarse.",
        (true, true, false) => "Check whether both are taken.",
        (true, false, false) => "Check whether they are taken together.",
        (true, _, true) => "Compruebe si se toman a la vez.",
    };
    let mut message = String::new();
    for (nth, reason) in reasons.iter().enumerate() {
        message += &reason.in_words(draft, nth == 0);
        message.push(' ');
    }
    message += question;
    let label = |against: Against| match (against, spanish) {
        (Against::Condition(_), false) => "contraindication",
        (Against::Condition(_), true) => "contraindicación",
        (Against::OtherDrug, false) => "the other drug",
        (Against::OtherDrug, true) => "el otro fármaco",
    };
    reasons.iter().fold(Remark::new(ordered, message), |remark, reason| {
        remark.with_related(reason.known, label(reason.against))
    })
}
