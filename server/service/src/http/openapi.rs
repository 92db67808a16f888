//! The description of the service in OpenAPI 3.1, served as `/openapi.json`. Schemas and query
//! parameters come from the types that the handlers use; this file has the routes.

use super::checks::{CheckBody, CheckQuery, CheckResponse, WaitQuery};
use super::lookups::{GLUTTON_PARAMETERS, MissingWork, RowsQuery, WORKS_PARAMETERS};
use super::problem::ProblemBody;
use super::work_schema::CrossrefWork;
use referee_operations::compare_note::{CompareNote, NoteComparison};
use referee_operations::schema;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The whole description.
#[derive(Serialize)]
pub(crate) struct ServiceDescription {
    openapi: &'static str,
    info: Info,
    security: Vec<TokenScopes>,
    paths: BTreeMap<&'static str, BTreeMap<&'static str, Route>>,
    components: Components,
}

#[derive(Serialize)]
struct Info {
    title: &'static str,
    version: &'static str,
    description: &'static str,
}

/// The required token; its scopes are not part of OpenAPI.
#[derive(Serialize)]
struct TokenScopes {
    token: [&'static str; 0],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Components {
    security_schemes: BTreeMap<&'static str, SecurityScheme>,
    schemas: BTreeMap<&'static str, Map<String, Value>>,
}

#[derive(Serialize)]
struct SecurityScheme {
    r#type: &'static str,
    scheme: &'static str,
    description: &'static str,
}

/// One method of an address.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Route {
    summary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'static str>,
    /// Empty for a route without a token; `None` if the token of the whole service is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    security: Option<[TokenScopes; 0]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<Parameter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_body: Option<RequestBody>,
    responses: BTreeMap<String, Response>,
}

#[derive(Serialize)]
struct Parameter {
    name: String,
    r#in: &'static str,
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    schema: Map<String, Value>,
}

#[derive(Serialize)]
struct RequestBody {
    required: bool,
    content: BTreeMap<&'static str, Content>,
}

#[derive(Serialize)]
struct Response {
    description: &'static str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    content: BTreeMap<&'static str, Content>,
}

#[derive(Serialize)]
struct Content {
    schema: Map<String, Value>,
}

/// What a response has.
enum Body {
    /// Only a description.
    Described(&'static str),
    /// A text of this media type.
    Text(&'static str, &'static str),
    /// JSON with a schema of `components`.
    Json(&'static str),
}

impl Route {
    fn new(summary: &'static str) -> Self {
        Route {
            summary,
            description: None,
            security: None,
            parameters: Vec::new(),
            request_body: None,
            responses: BTreeMap::new(),
        }
    }

    fn description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    fn without_token(mut self) -> Self {
        self.security = Some([]);
        self
    }

    /// Adds the query parameters that the members of a type are.
    fn query<T: JsonSchema>(mut self) -> Self {
        let mut members = schema::of_parameters::<T>();
        let Some(Value::Object(properties)) = members.remove("properties") else { return self };
        self.parameters.extend(properties.into_iter().filter_map(|(name, member)| {
            let Value::Object(mut schema) = member else { return None };
            let description = match schema.remove("description") {
                Some(Value::String(text)) => Some(text),
                _ => None,
            };
            Some(Parameter { name, r#in: "query", required: false, description, schema })
        }));
        self
    }

    /// Adds textual query parameters, given as pairs of name and description.
    fn text_query(mut self, all: &[(&str, &str)]) -> Self {
        self.parameters.extend(all.iter().map(|(name, description)| Parameter {
            name: (*name).to_owned(),
            r#in: "query",
            required: false,
            description: Some((*description).to_owned()),
            schema: schema::of_parameters::<String>(),
        }));
        self
    }

    fn path<T: JsonSchema>(mut self, name: &str) -> Self {
        let schema = schema::of_parameters::<T>();
        self.parameters.push(Parameter {
            name: name.to_owned(),
            r#in: "path",
            required: true,
            description: None,
            schema,
        });
        self
    }

    fn body(mut self, media_type: &'static str, schema: Map<String, Value>) -> Self {
        let body = self.request_body.get_or_insert(RequestBody { required: true, content: BTreeMap::new() });
        body.content.insert(media_type, Content { schema });
        self
    }

    fn response(mut self, status: u16, body: Body) -> Self {
        let (description, content) = match body {
            Body::Described(description) => (description, None),
            Body::Text(description, media_type) => {
                (description, Some((media_type, schema::of_result::<String>())))
            }
            Body::Json(name) => ("As the schema says.", Some(("application/json", reference(name)))),
        };
        let content = content.into_iter().map(|(media_type, schema)| (media_type, Content { schema }));
        self.responses.insert(status.to_string(), Response { description, content: content.collect() });
        self
    }

    /// Adds error responses.
    fn problems<const N: usize>(self, statuses: [u16; N]) -> Self {
        statuses.into_iter().fold(self, |route, status| route.response(status, Body::Json("Problem")))
    }

    /// Adds the responses of a look-up in the format of biblio-glutton.
    fn looked_up(self) -> Self {
        self.response(200, Body::Json("Work"))
            .response(404, Body::Json("NoWork"))
            .response(503, Body::Json("NoWork"))
            .problems([400, 414])
    }

    /// Describes a look-up of the reference in the body.
    fn printed_in_the_body() -> Self {
        let form = schema::of_parameters::<Map<String, Value>>();
        let mut route = Route::new("Look a work up by the reference as it is printed, in the body")
            .body("text/plain", schema::of_parameters::<String>())
            .body("application/x-www-form-urlencoded", form)
            .looked_up();
        // The reference may be a query parameter instead.
        if let Some(body) = &mut route.request_body {
            body.required = false;
        }
        route
    }
}

/// The identifiers by which biblio-glutton looks up a work.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
enum GluttonIdentifier {
    Doi,
    Pmid,
    Pmc,
}

/// Returns a reference to a schema of `components`.
fn reference(name: &str) -> Map<String, Value> {
    Map::from_iter([("$ref".to_owned(), format!("#/components/schemas/{name}").into())])
}

/// Returns the whole description.
pub(crate) fn description() -> ServiceDescription {
    let token = SecurityScheme {
        r#type: "http",
        scheme: "bearer",
        description: "Not needed on this machine where the service has no tokens. Scopes: check, lookup, metrics.",
    };
    ServiceDescription {
        openapi: "3.1.0",
        info: Info {
            title: "referee",
            version: env!("CARGO_PKG_VERSION"),
            description: "Is every citation real, and is it the work it claims to be? What is sent is read in memory; whether references are looked up online the settings of the site say, never a request.",
        },
        security: vec![TokenScopes { token: [] }],
        paths: paths(),
        components: Components {
            security_schemes: BTreeMap::from([("token", token)]),
            schemas: BTreeMap::from([
                ("Check", schema::of_result::<CheckResponse>()),
                ("Comparison", schema::of_result::<NoteComparison>()),
                ("Work", schema::of_result::<CrossrefWork>()),
                ("NoWork", schema::of_result::<MissingWork>()),
                ("Problem", schema::of_result::<ProblemBody>()),
            ]),
        },
    }
}

fn paths() -> BTreeMap<&'static str, BTreeMap<&'static str, Route>> {
    let get = |route: Route| BTreeMap::from([("get", route)]);
    let post = |route: Route| BTreeMap::from([("post", route)]);
    BTreeMap::from([
        (
            "/",
            get(Route::new("A page on which people check single papers")
                .without_token()
                .response(200, Body::Text("The page.", "text/html"))),
        ),
        (
            "/terms",
            get(Route::new("Whether and where references are looked up, and how much is taken").response(
                200,
                Body::Described("`network` (`ask`, `allow`, `deny`), `asks`: whether the sender may agree, `hosts`, `names` of sources, `sent`: the kind of data, `max_body` in bytes, `version`."),
            )),
        ),
        ("/check", post(check())),
        (
            "/check/{id}",
            get(Route::new("How far a check is, and its result")
                .path::<String>("id")
                .query::<WaitQuery>()
                .response(200, Body::Json("Check"))
                .problems([404])),
        ),
        (
            "/check/{id}/report",
            get(Route::new("The report of a check as one self-contained page")
                .path::<String>("id")
                .response(200, Body::Text("The report.", "text/html"))
                .problems([404, 409])),
        ),
        (
            "/check/{id}/bibliography",
            get(Route::new("The references of a check as BibTeX, with every correction that is safe")
                .path::<String>("id")
                .response(200, Body::Text("The bibliography.", "application/x-bibtex"))
                .problems([404, 409])),
        ),
        (
            "/compare",
            post(
                Route::new("Compare a clinical note with what it was written from")
                    .description("The answer comes at once. The note and its sources are neither stored nor logged, and nothing of them leaves this machine.")
                    .body("application/json", schema::of_parameters::<CompareNote>())
                    .response(200, Body::Json("Comparison"))
                    .problems([400, 413, 422]),
            ),
        ),
        (
            "/service/lookup",
            BTreeMap::from([
                (
                    "get",
                    Route::new("Look a work up as with biblio-glutton")
                        .text_query(GLUTTON_PARAMETERS)
                        .looked_up(),
                ),
                ("post", Route::printed_in_the_body()),
            ]),
        ),
        ("/service/lookup/biblio", post(Route::printed_in_the_body())),
        (
            "/service/lookup/{name}/{value}",
            get(Route::new("Look a work up by an identifier, as with biblio-glutton")
                .path::<GluttonIdentifier>("name")
                .path::<String>("value")
                .looked_up()),
        ),
        (
            "/works",
            get(Route::new("Search for one work as with Crossref")
                .text_query(WORKS_PARAMETERS)
                .query::<RowsQuery>()
                .response(200, Body::Described("A list of works in the words of Crossref."))
                .response(503, Body::Json("NoWork"))
                .problems([400, 414])),
        ),
        (
            "/works/{doi}",
            get(Route::new("One work by its DOI, as with Crossref")
                .path::<String>("doi")
                .response(200, Body::Described("The work in the words of Crossref."))
                .response(404, Body::Json("NoWork"))
                .response(503, Body::Json("NoWork"))),
        ),
        (
            "/health",
            get(Route::new("Whether the service runs")
                .without_token()
                .response(200, Body::Described("It does."))),
        ),
        (
            "/metrics",
            get(Route::new("Counters for Prometheus").response(200, Body::Described("The counters."))),
        ),
        (
            "/openapi.json",
            get(Route::new("This description")
                .without_token()
                .response(200, Body::Described("The description."))),
        ),
    ])
}

fn check() -> Route {
    Route::new("Check a draft or a list of references")
        .description("The body is a draft or a list in any format that `referee check` reads, or a zip of a draft with its bibliography; or JSON with `text` or `references`.")
        .query::<CheckQuery>()
        .body("application/octet-stream", binary())
        .body("application/json", schema::of_parameters::<CheckBody>())
        .response(200, Body::Json("Check"))
        .response(202, Body::Json("Check"))
        .problems([400, 403, 409, 413, 415, 422, 429, 503])
}

/// Returns the schema of a body of any bytes.
fn binary() -> Map<String, Value> {
    let mut schema = schema::of_parameters::<String>();
    schema.insert("format".to_owned(), "binary".into());
    schema
}
