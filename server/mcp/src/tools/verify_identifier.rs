//! `verify_identifier`: whether an identifier exists and belongs to the work that the agent
//! expects.

use super::one_work::{judge, of_identifier, reading_beside};
use crate::arguments::{MAX_IDENTIFIERS, VerifyIdentifier, line, within};
use crate::error::ToolError;
use crate::outages;
use crate::records;
use crate::tool_call::ToolCall;
use referee_bibliography::{Date, Name, Work};
use referee_citations::Reference;
use serde_json::Value;

pub(super) fn run(arguments: &VerifyIdentifier, call: &ToolCall<'_>) -> Result<Value, ToolError> {
    within("authors", arguments.authors.len(), MAX_IDENTIFIERS, "names")?;
    let title = arguments.title.as_deref().map(|title| line("title", title)).transpose()?;
    let mut authors = Vec::new();
    for author in &arguments.authors {
        authors.extend(Name::parse(&line("authors", author)?));
    }
    let reading = reading_beside(call, title.as_deref().unwrap_or_default());
    let bare = of_identifier(&arguments.identifier, "identifier", &reading.file)?;
    let work = Work {
        title,
        authors_truncated: !authors.is_empty(),
        authors,
        date: arguments.year.map(|year| Date { year, ..Date::default() }),
        ..(*bare.work).clone()
    };
    let reference = Reference::from_work(&reading.file, bare.label, work);
    let judged = judge(call, &reading, std::slice::from_ref(&reference));
    let judgement = judged.judgements.into_iter().next().flatten();
    let mut answer = records::reference(&reference, judgement.as_deref());
    answer["looked_up_online"] = reading.may_look_up().into();
    outages::add(&mut answer, &[judgement.as_deref()], &judged.failures);
    if let Some(record) = judgement.as_ref().and_then(|judgement| judgement.record.as_ref()) {
        answer["entry"] = records::entry(&record.work).into();
    }
    Ok(answer)
}
