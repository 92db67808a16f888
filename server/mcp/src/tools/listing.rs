//! The tools as presented to clients: descriptions and schemas.

use super::compare_note::MAX_SOURCES;
use crate::arguments::{MAX_IDENTIFIERS, MAX_LINE_BYTES, MAX_REFERENCES, MAX_TEXT_BYTES, MAX_WORKS};
use crate::reading::TextFormat;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use std::sync::Arc;

/// The meaning of the verdicts, in the same words as in `referee.check/1`.
const VERDICTS: &str = "`verified`: a record describes the same work. `differs`: the same work, some fields differ. \
`misidentified`: an identifier belongs to another work. `not-found`: every source that covers such works answered and none has it. \
`uncovered`: no source here lists such works. `unchecked`: nothing can be said, for example offline; this does not mean that the \
work does not exist.";

/// Returns all tools.
pub(crate) fn tools() -> Vec<Tool> {
    vec![
        tool(
            "check_references",
            "Check references",
            &format!(
                "Looks up whether every reference of a text or a list is real and is the work that it claims to be, and whether it was \
retracted. Verdicts: {VERDICTS}"
            ),
            json!({
                "type": "object",
                "properties": {
                    "text": {"type": "string", "maxLength": MAX_TEXT_BYTES, "description": "A draft with its citations and its list of references, or a bibliography in BibTeX. Give this or `references`."},
                    "references": {"type": "array", "items": {"type": "string", "maxLength": MAX_LINE_BYTES}, "maxItems": MAX_REFERENCES, "description": "References as they are printed, identifiers, or entries of BibTeX; one in each string."},
                    "format": {"type": "string", "enum": TextFormat::NAMES, "description": "The format of `text`; without it, by the look of it. Say `clinical-note` for a note about a patient: then only identifiers are looked up online."},
                    "bibliography": {"type": "string", "maxLength": MAX_TEXT_BYTES, "description": "The BibTeX that `text` cites from by key. Files that the text names are not opened."},
                },
                "additionalProperties": false,
            }),
            json!({
                "type": "object",
                "properties": {
                    "schema": {"const": "referee.check/1"},
                    "kind": {"enum": ["manuscript", "clinical-note"]},
                    "references": {"type": "array", "items": reference()},
                    "findings": {"type": "array", "items": {"type": "object"}, "description": "What is wrong, as sentences with their places in `text`."},
                    "left_out": {"type": "integer", "description": "How many references more there are than are listed."},
                    "summary": {"type": "object"},
                    "looked_up_online": {"type": "boolean"},
                    "only_identifiers_leave": {"type": "boolean", "description": "Whether the text is a clinical note or reads as one."},
                    "report": {"type": "string", "description": "The address of a report for people, to be read as a resource."},
                },
                "required": ["schema", "references", "findings", "summary"],
            }),
        ),
        tool(
            "verify_identifier",
            "Verify an identifier",
            &format!(
                "Looks up whether a DOI, PMID, PMCID, arXiv or trial number exists and, where you say what you take it for, whether it is that \
work. Verdicts: {VERDICTS}"
            ),
            json!({
                "type": "object",
                "properties": {
                    "identifier": {"type": "string", "maxLength": MAX_LINE_BYTES, "description": "10.1056/NEJMoa012512, PMID:11832527, PMC2898585, arXiv:2103.15348, NCT01234567, or an address with one of them."},
                    "title": {"type": "string", "description": "The title of the work that you take it for."},
                    "authors": {"type": "array", "items": {"type": "string"}, "maxItems": MAX_IDENTIFIERS, "description": "Its first authors, in order: `Family, Given`."},
                    "year": {"type": "integer", "description": "Its year."},
                },
                "required": ["identifier"],
                "additionalProperties": false,
            }),
            reference(),
        ),
        tool(
            "find_citation",
            "Find a citation",
            "Finds published works that could support a sentence, best first, each with the passage that comes closest, whether it was \
retracted, and an entry of BibTeX. Searches the library on this machine; online only where the author started the server with --online. \
A candidate shares words with the sentence: read the passage, or ask `check_support`, before you cite it.",
            json!({
                "type": "object",
                "properties": {
                    "sentence": {"type": "string", "maxLength": MAX_LINE_BYTES, "description": "The sentence, or the words, that need a source."},
                    "limit": {"type": "integer", "minimum": 1, "maximum": MAX_WORKS, "default": 10},
                },
                "required": ["sentence"],
                "additionalProperties": false,
            }),
            json!({
                "type": "object",
                "properties": {
                    "schema": {"const": "referee.cite/1"},
                    "query": {"type": "string"},
                    "asked": {"type": "array", "items": {"type": "object"}, "description": "Each source that was searched, and why one did not answer."},
                    "candidates": {"type": "array", "items": {"type": "object"}},
                    "pages": {"type": "array", "items": {"type": "object"}, "description": "Web pages, not literature."},
                    "searched_online": {"type": "boolean"},
                    "not_searched_online_because": {"type": ["string", "null"]},
                },
                "required": ["schema", "asked", "candidates"],
            }),
        ),
        tool(
            "find_mechanism",
            "Find a mechanism",
            "Finds how a drug could act on a disease: chains of drug, molecule, process and effect. Each step is shown with the sentences of \
papers that state it, or that name both ends (`tier`), for it and against it. Searches the library on this machine; online only where the \
author started the server with --online. Then PubTator3 and Open Targets, which are sent names and PubMed numbers, say where to look \
(`leads`); what they say is no evidence. A chain is a hypothesis and no advice for a patient.",
            json!({
                "type": "object",
                "properties": {
                    "question": {"type": "string", "maxLength": MAX_LINE_BYTES, "description": "A drug and a disease or a process, in the names that papers use: `lisinopril hypertension`."},
                },
                "required": ["question"],
                "additionalProperties": false,
            }),
            json!({
                "type": "object",
                "properties": {
                    "schema": {"const": "referee.hypotheses/1"},
                    "question": {"type": "string"},
                    "assessment": {"type": "object", "description": "`hypotheses` with `hops`, each with `supporting` and `contradicting` quotations; `knowledge_gaps`; `unknown_names`; `leads`: whether each service answered."},
                    "asked": {"type": "array", "items": {"type": "object"}, "description": "Each source that was searched, and why one did not answer."},
                    "stop": {"type": "string", "description": "Why the searches ended."},
                    "searched_online": {"type": "boolean"},
                    "not_searched_online_because": {"type": ["string", "null"]},
                },
                "required": ["schema", "question", "assessment", "searched_online"],
            }),
        ),
        tool(
            "check_support",
            "Check support",
            "Compares a sentence with the abstract of a work that is cited for it: numbers and quotations that it does not have, an opposite \
direction. `passage_state` is what the closest passage says: `says-so`, `says-otherwise`, `no-passage`. `objected`: something speaks against it. `nothing-found`: nothing does, which is no proof of \
support. `not-checked`: no abstract is known, or it is not sure which work is meant.",
            json!({
                "type": "object",
                "properties": {
                    "sentence": {"type": "string", "maxLength": MAX_LINE_BYTES, "description": "The sentence that cites."},
                    "work": {"type": "string", "maxLength": MAX_LINE_BYTES, "description": "The work: a DOI or PMID, an entry of BibTeX, or the reference as it is printed."},
                },
                "required": ["sentence", "work"],
                "additionalProperties": false,
            }),
            json!({
                "type": "object",
                "properties": {
                    "schema": {"const": "referee.support/1"},
                    "sentence": {"type": "string"},
                    "state": {"enum": ["objected", "nothing-found", "not-checked"]},
                    "passage_state": {"enum": ["says-so", "says-otherwise", "no-passage", null]},
                    "passages": {"type": "array", "items": {"type": "object"}, "description": "The passages that come closest, the one that the state rests on first."},
                    "objections": {"type": "array"},
                    "quotes": {"type": "array"},
                    "sources": {"type": "array"},
                    "reasons": {"type": "array", "items": {"type": "string"}},
                    "work": reference(),
                    "without_answer": without_answer(),
                },
                "required": ["schema", "state", "work"],
            }),
        ),
        tool(
            "retraction_status",
            "Retraction status",
            "Looks up what was announced about works: retraction, withdrawal, expression of concern, correction. `no-notice`: the work is \
known and nothing was announced as far as the sources know. `unchecked` and `uncovered`: nothing can be said. `not-found`: there is no \
such work.",
            json!({
                "type": "object",
                "properties": {
                    "identifiers": {"type": "array", "items": {"type": "string", "maxLength": MAX_LINE_BYTES}, "minItems": 1, "maxItems": MAX_IDENTIFIERS, "description": "DOIs, PMIDs, PMCIDs, arXiv numbers."},
                },
                "required": ["identifiers"],
                "additionalProperties": false,
            }),
            json!({
                "type": "object",
                "properties": {
                    "works": {"type": "array", "items": {
                        "type": "object",
                        "properties": {
                            "key": {"type": "string"},
                            "status": {"enum": ["retracted", "concern", "corrected", "no-notice", "misidentified", "not-found", "uncovered", "unchecked"]},
                            "announcements": {"type": "array", "items": {"type": "object"}},
                        },
                        "required": ["key", "status", "announcements"],
                    }},
                    "looked_up_online": {"type": "boolean"},
                    "without_answer": without_answer(),
                },
                "required": ["works"],
            }),
        ),
        tool(
            "search_library",
            "Search the library",
            "Searches the records on this machine by words or by an identifier. Nothing leaves this machine.",
            json!({
                "type": "object",
                "properties": {
                    "query": {"type": "string", "maxLength": MAX_LINE_BYTES, "description": "Words, or a DOI, PMID and the like."},
                    "limit": {"type": "integer", "minimum": 1, "maximum": MAX_WORKS, "default": 10},
                },
                "required": ["query"],
                "additionalProperties": false,
            }),
            json!({
                "type": "object",
                "properties": {
                    "query": {"type": "string"},
                    "searched": {"type": "array", "items": {"type": "string"}},
                    "records": {"type": "array", "items": {"type": "object"}},
                },
                "required": ["query", "records"],
            }),
        ),
        tool(
            "compare_note",
            "Compare a note with its sources",
            "Compares a clinical note with what it was written from: the conversation of the visit, an earlier note, a table of results. \
Finds drugs and symptoms that no source mentions, doses, numbers and sides that were said otherwise, reversed denials, and allergies or \
stopped drugs that the note lacks, each with the passage, the speaker and the time. Nothing leaves this machine. A note without findings \
is not a checked note: read it.",
            json!({
                "type": "object",
                "properties": {
                    "note": {"type": "string", "maxLength": MAX_TEXT_BYTES, "description": "The note."},
                    "sources": {"type": "array", "minItems": 1, "maxItems": MAX_SOURCES, "description": "What the note was written from; several count together.", "items": {
                        "type": "object",
                        "properties": {
                            "name": {"type": "string", "description": "The file name; its extension gives the format: .txt, .vtt, .srt, .json, .csv, .md."},
                            "text": {"type": "string", "maxLength": MAX_TEXT_BYTES, "description": "Lines with or without speakers, WebVTT, SRT, turns as JSON, a table, or a note."},
                        },
                        "required": ["text"],
                        "additionalProperties": false,
                    }},
                    "language": {"type": "string", "enum": ["en", "es"], "description": "The language of the messages."},
                },
                "required": ["note", "sources"],
                "additionalProperties": false,
            }),
            json!({
                "type": "object",
                "properties": {
                    "schema": {"const": "referee.compare/1"},
                    "findings": {"type": "array", "items": {"type": "object"}, "description": "Each with `rule`, `severity`, `range` in the note, `message`, `evidence` (passages with `source`, `speaker`, `time`, `text`) and `replacement` where that is one edit."},
                    "terms": {"type": "array", "items": {"type": "object"}, "description": "Each drug, number and problem of the note with the passages that mention it; without `evidence`, no source does."},
                    "left_out": {"type": "integer"},
                },
                "required": ["schema", "findings", "terms"],
            }),
        ),
    ]
}

/// Returns the schema of the list of services that did not answer.
fn without_answer() -> Value {
    json!({"type": "array", "items": {"type": "string"}, "description": "Only if there are any: the services that did not answer, each with the reason, as in `europepmc: timeout`. What they know is missing here; ask again later."})
}

/// Returns the schema of a reference with its verdict.
fn reference() -> Value {
    json!({
        "type": "object",
        "properties": {
            "key": {"type": "string", "description": "The key, `[n]` for an item of a list, or the identifier."},
            "verdict": {"enum": ["verified", "differs", "misidentified", "not-found", "uncovered", "unchecked"]},
            "notices": {"type": "array", "items": {"enum": ["retraction", "withdrawal", "removal", "concern", "correction"]}},
            "differences": {"type": "array", "items": {"type": "string"}},
            "compared": {"type": "array", "items": {"type": "object"}, "description": "Each difference: what is claimed and what is recorded."},
            "belongs_to": {"type": "object", "description": "The work that a misidentified identifier belongs to."},
            "sources": {"type": "array", "items": {"type": "object"}},
            "unanswered": {"type": "array", "items": {"type": "string"}, "description": "Sources that did not answer, and why."},
            "record": {"type": ["object", "null"], "description": "The record that it was compared with."},
        },
        "required": ["key", "verdict", "notices", "differences", "sources"],
    })
}

fn tool(name: &'static str, title: &str, description: &str, input: Value, output: Value) -> Tool {
    let is_open = !matches!(name, "search_library" | "compare_note");
    let hints =
        ToolAnnotations::from_raw(Some(title.to_owned()), Some(true), Some(false), Some(true), Some(is_open));
    Tool::new(name, description.to_owned(), object(input))
        .with_title(title)
        .with_raw_output_schema(object(output))
        .with_annotations(hints)
}

fn object(schema: Value) -> Arc<JsonObject> {
    Arc::new(match schema {
        Value::Object(members) => members,
        _ => JsonObject::new(),
    })
}
