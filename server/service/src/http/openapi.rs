//! The description of the service in OpenAPI 3.1, served as `/openapi.json`.

use serde_json::{Value, json};

/// The description of the title parameter in both look-up APIs.
const TITLE: &str = "The title.";

/// The description of the first-author parameter in both look-up APIs.
const FIRST_AUTHOR: &str = "The first author: the family name, or the full name.";

/// The description of the journal parameter in both look-up APIs.
const JOURNAL: &str = "The journal.";

/// The description of the parameter with the whole reference in both look-up APIs.
const PRINTED: &str = "The reference as it is printed.";

/// Returns the whole description. It is written by hand: update it with every change of a route or
/// its parameters.
pub(crate) fn description() -> Value {
    let text = |description: &str| json!({"description": description});
    let looked_up = json!({
        "200": answer("#/components/schemas/Work"),
        "400": answer("#/components/schemas/Problem"),
        "404": answer("#/components/schemas/NoWork"),
        "414": answer("#/components/schemas/Problem"),
        "503": answer("#/components/schemas/NoWork"),
    });
    let wait = parameter("wait", "How many seconds to wait for the end of the check, at most 60.", "integer");
    let mut works_query = text_parameters(&[
        ("query.bibliographic", PRINTED),
        ("query.title", TITLE),
        ("query.author", FIRST_AUTHOR),
        ("query.container-title", JOURNAL),
    ]);
    works_query.push(parameter("rows", "How many works; at most 1 is given.", "integer"));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "referee",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Is every citation real, and is it the work it claims to be? What is sent is read in memory; whether references are looked up online the settings of the site say, never a request.",
        },
        "security": [{"token": []}],
        "paths": {
            "/": {"get": {"summary": "A page on which people check single papers", "security": [], "responses": {"200": {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}}}}},
            "/terms": {"get": {
                "summary": "Whether and where references are looked up, and how much is taken",
                "responses": {"200": text("`network` (`ask`, `allow`, `deny`), `asks`: whether the sender may agree, `hosts`, `names` of sources, `sent`: the kind of data, `max_body` in bytes, `version`.")},
            }},
            "/check": {"post": {
                "summary": "Check a draft or a list of references",
                "description": "The body is a draft or a list in any format that `referee check` reads, or a zip of a draft with its bibliography; or JSON with `text` or `references`.",
                "parameters": [
                    parameter("name", "The name of the file; its ending says the format.", "string"),
                    parameter("format", "The format: markdown, latex, typst, quarto, plain, docx, odt, rtf, pdf, ipynb, bibtex, ris, nbib, csl-json, zip.", "string"),
                    parameter("kind", "`clinical-note`: nothing but identifiers leaves the site. A text that reads as a note is one without being told.", "string"),
                    parameter("language", "The language of messages about files that are no drafts: en, es.", "string"),
                    parameter("pasted", "The text may be a list of references without its heading.", "boolean"),
                    parameter("bibliography", "Make the corrected bibliography.", "boolean"),
                    parameter("follow", "Answer with lines of JSON (application/x-ndjson): how far the check is, and at last a Check. The check ends when its reader goes.", "boolean"),
                    parameter("agreed", "The user's word that references may be looked up, for these hosts, with commas. Only `referee web` takes it.", "string"),
                    wait,
                ],
                "requestBody": {"required": true, "content": {
                    "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
                    "application/json": {"schema": {
                        "type": "object",
                        "properties": {
                            "text": {"type": "string"},
                            "references": {"type": "array", "items": {"type": "string"}},
                            "name": {"type": "string"},
                            "format": {"type": "string"},
                        },
                        "additionalProperties": false,
                    }},
                }},
                "responses": {
                    "200": answer("#/components/schemas/Check"),
                    "202": answer("#/components/schemas/Check"),
                    "400": answer("#/components/schemas/Problem"),
                    "403": answer("#/components/schemas/Problem"),
                    "409": answer("#/components/schemas/Problem"),
                    "413": answer("#/components/schemas/Problem"),
                    "415": answer("#/components/schemas/Problem"),
                    "422": answer("#/components/schemas/Problem"),
                    "429": answer("#/components/schemas/Problem"),
                    "503": answer("#/components/schemas/Problem"),
                },
            }},
            "/check/{id}": {"get": {
                "summary": "How far a check is, and its result",
                "parameters": [path_parameter("id"), wait],
                "responses": {"200": answer("#/components/schemas/Check"), "404": answer("#/components/schemas/Problem")},
            }},
            "/check/{id}/report": {"get": {
                "summary": "The report of a check as one self-contained page",
                "parameters": [path_parameter("id")],
                "responses": {
                    "200": {"description": "The report.", "content": {"text/html": {"schema": {"type": "string"}}}},
                    "404": answer("#/components/schemas/Problem"),
                    "409": answer("#/components/schemas/Problem"),
                },
            }},
            "/check/{id}/bibliography": {"get": {
                "summary": "The references of a check as BibTeX, with every correction that is safe",
                "parameters": [path_parameter("id")],
                "responses": {
                    "200": {"description": "The bibliography.", "content": {"application/x-bibtex": {"schema": {"type": "string"}}}},
                    "404": answer("#/components/schemas/Problem"),
                    "409": answer("#/components/schemas/Problem"),
                },
            }},
            "/compare": {"post": {
                "summary": "Compare a clinical note with what it was written from",
                "description": "The answer comes at once. The note and its sources are neither stored nor logged, and nothing of them leaves this machine.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {
                        "note": {"type": "string"},
                        "sources": {"type": "array", "minItems": 1, "maxItems": 20, "items": {
                            "type": "object",
                            "properties": {
                                "name": {"type": "string", "description": "Its extension gives the format: .txt, .vtt, .srt, .json, .csv, .md."},
                                "text": {"type": "string"},
                            },
                            "required": ["text"],
                            "additionalProperties": false,
                        }},
                        "language": {"enum": ["en", "es"]},
                    },
                    "required": ["note", "sources"],
                    "additionalProperties": false,
                }}}},
                "responses": {
                    "200": {"description": "`referee.compare/1`: the findings and, for each term of the note, the passages that speak of it.", "content": {"application/json": {"schema": {"type": "object"}}}},
                    "400": answer("#/components/schemas/Problem"),
                    "413": answer("#/components/schemas/Problem"),
                    "422": answer("#/components/schemas/Problem"),
                },
            }},
            "/service/lookup": {
                "get": {
                    "summary": "Look a work up as with biblio-glutton",
                    "parameters": text_parameters(&[
                        ("doi", "A DOI."),
                        ("pmid", "A number of PubMed."),
                        ("pmc", "A number of PMC; `pmcid` does as well."),
                        ("atitle", TITLE),
                        ("firstAuthor", FIRST_AUTHOR),
                        ("jtitle", JOURNAL),
                        ("volume", "The volume."),
                        ("firstPage", "The first page."),
                        ("year", "The year of publication."),
                        ("biblio", PRINTED),
                    ]),
                    "responses": looked_up,
                },
                "post": printed_in_the_body(&looked_up),
            },
            "/service/lookup/biblio": {"post": printed_in_the_body(&looked_up)},
            "/service/lookup/{name}/{value}": {"get": {
                "summary": "Look a work up by an identifier, as with biblio-glutton",
                "parameters": [
                    {"name": "name", "in": "path", "required": true, "schema": {"enum": ["doi", "pmid", "pmc"]}},
                    path_parameter("value"),
                ],
                "responses": looked_up,
            }},
            "/works": {"get": {
                "summary": "Search for one work as with Crossref",
                "parameters": works_query,
                "responses": {
                    "200": text("A list of works in the words of Crossref."),
                    "400": answer("#/components/schemas/Problem"),
                    "414": answer("#/components/schemas/Problem"),
                    "503": answer("#/components/schemas/NoWork"),
                },
            }},
            "/works/{doi}": {"get": {
                "summary": "One work by its DOI, as with Crossref",
                "parameters": [path_parameter("doi")],
                "responses": {
                    "200": text("The work in the words of Crossref."),
                    "404": answer("#/components/schemas/NoWork"),
                    "503": answer("#/components/schemas/NoWork"),
                },
            }},
            "/health": {"get": {"summary": "Whether the service runs", "security": [], "responses": {"200": text("It does.")}}},
            "/metrics": {"get": {"summary": "Counters for Prometheus", "responses": {"200": text("The counters.")}}},
            "/openapi.json": {"get": {"summary": "This description", "security": [], "responses": {"200": text("The description.")}}},
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "Not needed on this machine where the service has no tokens. Scopes: check, lookup, metrics."}},
            "schemas": {
                "Check": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "string"},
                        "name": {"type": "string"},
                        "state": {"enum": ["queued", "running", "done", "refused", "failed"]},
                        "reason": {"type": "string", "description": "Why it was refused or failed."},
                        "result": {"type": "object", "description": "`referee.check/1`, as `referee check --format json` prints it."},
                        "report": {"type": "string", "description": "The address of the report."},
                        "bibliography": {"type": "string", "description": "The address of the corrected bibliography, if it was asked for."},
                        "fixes": {"type": "integer", "description": "With a bibliography: how many corrections were made in it."},
                        "not_looked_up": {"type": "integer", "description": "With a result: how many references are unchecked because services did not answer. If it is not 0, the result is provisional; send the draft again later."},
                    },
                    "required": ["id", "name", "state"],
                },
                "Work": {
                    "type": "object",
                    "description": "A work in the words of Crossref, with `matchingScore` from 0 to 1.",
                    "properties": {"DOI": {"type": "string"}, "title": {"type": "array", "items": {"type": "string"}}, "matchingScore": {"type": "number"}},
                },
                "NoWork": {
                    "type": "object",
                    "description": "No record was found (404), or a source that may have it did not answer (503).",
                    "properties": {
                        "message": {"type": "string"},
                        "verdict": {"enum": ["not-found", "uncovered", "misidentified", "unchecked"]},
                        "unchecked_because": {"type": "array", "items": {"type": "string"}},
                    },
                },
                "Problem": {
                    "type": "object",
                    "description": "An error and its reason. A token that is missing or unknown is answered with 401, one without the scope with 403, one that asks too often with 429.",
                    "properties": {"status": {"type": "integer"}, "error": {"type": "string"}, "code": {"type": "string", "description": "A word for some errors: too-large, unknown-format."}},
                    "required": ["status", "error"],
                },
            },
        },
    })
}

/// Describes a query parameter of a JSON schema type: `string`, `integer`.
fn parameter(name: &str, description: &str, schema_type: &str) -> Value {
    json!({"name": name, "in": "query", "description": description, "schema": {"type": schema_type}})
}

/// Describes textual query parameters, given as pairs of name and description.
fn text_parameters(all: &[(&str, &str)]) -> Vec<Value> {
    all.iter().map(|(name, description)| parameter(name, description, "string")).collect()
}

/// Describes a path parameter.
fn path_parameter(name: &str) -> Value {
    json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}})
}

/// Describes a look-up of the reference in the body.
fn printed_in_the_body(responses: &Value) -> Value {
    json!({
        "summary": "Look a work up by the reference as it is printed, in the body",
        "requestBody": {"content": {
            "text/plain": {"schema": {"type": "string"}},
            "application/x-www-form-urlencoded": {"schema": {"type": "object"}},
        }},
        "responses": responses,
    })
}

/// Describes a JSON response with the schema `schema`, a reference into this description.
fn answer(schema: &str) -> Value {
    json!({"description": "As the schema says.", "content": {"application/json": {"schema": {"$ref": schema}}}})
}
