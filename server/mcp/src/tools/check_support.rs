//! `check_support`: whether a work supports a sentence.

use super::one_work::record_of;
use crate::arguments::{CheckSupport, line};
use crate::error::ToolError;
use crate::outages;
use crate::records;
use crate::tool_call::ToolCall;
use referee_citations::claims::Cited;
use referee_features::support::check_sentence;
use serde_json::{Value, json};

pub(super) fn run(arguments: &CheckSupport, call: &ToolCall<'_>) -> Result<Value, ToolError> {
    let sentence = line("sentence", &arguments.sentence)?;
    let named = record_of(&arguments.work, &sentence, call)?;
    let cited = Cited {
        label: named.reference.label.clone(),
        judgement: named.judgement.clone(),
        ..Cited::default()
    };
    let checked = check_sentence(&sentence, vec![cited]);
    let mut answer = checked.to_json();
    answer["schema"] = json!("referee.support/1");
    answer["reasons"] = json!(checked.reasons());
    answer["work"] = records::reference(&named.reference, named.judgement.as_deref());
    answer["looked_up_online"] = json!(named.reading.may_look_up());
    outages::add(&mut answer, &[named.judgement.as_deref()], &named.failures);
    Ok(answer)
}
