//! Finds the drugs and groups of drugs that a passage mentions.

use crate::BlockContext;
use crate::analysis::allergens::{Substance, gadolinium, iodinated_contrast};
use crate::analysis::meaning::Meaning;
use crate::pattern::{Pattern, any_case};
use referee_text::Span;
use std::sync::LazyLock;

/// The name of a drug or a group in a text.
#[derive(Clone, Copy)]
pub(crate) struct Mention {
    pub(crate) substance: Substance,
    pub(crate) span: Span,
}

/// Returns the drugs and groups that a passage mentions, in order.
pub(crate) fn mentions(block: &BlockContext<'_>, span: Span) -> Vec<Mention> {
    block
        .phrases_in(span)
        .filter_map(|found| {
            let substance = match found.meaning {
                Meaning::Drug(index) => Substance::Drug(index),
                Meaning::DrugGroup(index) => Substance::Label(index),
                _ => return None,
            };
            if is_injector(block, found.span) || is_aminosalicylate(block, found.span) {
                return None;
            }
            let substance = match substance.contrast() {
                Some(false) => contrast_of(block, found.span, substance)?,
                _ => substance,
            };
            Some(Mention { substance, span: found.span })
        })
        .collect()
}

/// Resolves the word for a contrast medium at `span` by the examination before it: the medium of
/// computed tomography, which can be ordered, that of magnetic resonance, or `None`.
fn contrast_of(block: &BlockContext<'_>, span: Span, substance: Substance) -> Option<Substance> {
    static IMAGING_MODALITY: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:(?P<ct>CT|CAT|TC|TAC|PET|tomograf[ií]as?|tomography|urogra\w+)|(?P<mr>MRI|MRA|MRCP|MR|RM|RMN|RMI|resonancia|magnetic resonance)|(?P<us>ultrasound|USS?|CEUS|echo\w*|ecograf[ií]as?|eco|ecocardio\w*|barium|bario|enema))\b",
        )
    });
    static WITH_CONTRAST: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"(?:\b(?:with|con|and|y|plus|using)\b|\b[cw]/|\+)[^.;:]{0,25}$"));
    static WITHOUT_CONTRAST: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"(?:\bnon[- ]?|\b(?:no|sin|without|w/o|unenhanced)(?: (?:iv|any|oral|the))* |[ns]/[ck] )$")
    });
    let before = block.prose().get(..span.start as usize).unwrap_or_default();
    let start = before.rfind([';', '\n']).map_or(0, |at| at + 1);
    let start = before.rfind(". ").map_or(start, |at| start.max(at + 1));
    let lead = before.get(start..).unwrap_or_default();
    if WITHOUT_CONTRAST.is_match(lead) {
        return None;
    }
    let is_short_name = block.slice(span).eq_ignore_ascii_case("civ");
    let Some(found) = IMAGING_MODALITY.captures_iter(lead).last() else {
        return (!is_short_name).then_some(substance);
    };
    let behind = found.get(0).and_then(|whole| lead.get(whole.end()..)).unwrap_or_default();
    if found.name("mr").is_some() {
        gadolinium().map(Substance::Label)
    } else if found.name("us").is_some() {
        None
    } else if WITH_CONTRAST.is_match(behind) {
        iodinated_contrast().map(Substance::Label)
    } else {
        (!is_short_name).then_some(substance)
    }
}

/// Whether `ASA` is the end of `5-ASA`, which means mesalazine and related drugs.
fn is_aminosalicylate(block: &BlockContext<'_>, span: Span) -> bool {
    let before = block.prose().get(..span.start as usize).unwrap_or_default();
    block.slice(span).eq_ignore_ascii_case("asa") && before.trim_end_matches(['-', ' ']).ends_with('5')
}

/// Whether `pen`, the short name of penicillin, means a device: an adrenaline pen, an insulin pen.
fn is_injector(block: &BlockContext<'_>, span: Span) -> bool {
    let before = block.prose().get(..span.start as usize).unwrap_or_default();
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    block.slice(span).to_lowercase().starts_with("pen")
        && block.slice(span).len() <= "pens".len()
        && last.is_some_and(|word| {
            let word = word.to_lowercase();
            ["adrenalin", "epinephrin", "insulin", "injector", "autoinjector"]
                .iter()
                .any(|device| word.starts_with(device))
                || word == "epi"
        })
}
