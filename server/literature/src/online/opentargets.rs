//! Open Targets: which molecules a drug acts on, and whether it blocks or activates them.
//!
//! One GraphQL query searches the drug by name and includes its mechanisms. The list only suggests
//! where to look: its references are labels without passages, so they are not evidence. The field
//! names are those of the release of June 2026
//! (<https://platform-docs.opentargets.org/data-access/graphql-api>).

use super::mechanism::{
    ListedTarget, MechanismAnswer, MechanismQuestion, MechanismService, TargetAction, printable,
};
use super::service::{Access, Body, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::value;
use super::wire::{self, Status};
use crate::word_lists::WordLists;
use referee_records::Question;
use referee_records::services::{self, ServiceProfile};
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::Duration;

pub(super) struct OpenTargets;

const CLASS: &str = "graphql";

/// Searches a drug by name.
const QUERY: &str = "query Mechanisms($name: String!) { search(queryString: $name, entityNames: [\"drug\"]) { hits { id \
                     name object { ... on Drug { name mechanismsOfAction { rows { mechanismOfAction actionType \
                     targetName targets \
                     { approvedSymbol } } } } } } } }";

impl Service for OpenTargets {
    fn profile(&self) -> ServiceProfile {
        services::OPEN_TARGETS
    }

    fn default_base_url(&self) -> &'static str {
        "https://api.platform.opentargets.org/api/v4"
    }

    fn answers(&self, _: &Question) -> bool {
        false
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        // The service states no limit.
        vec![Limit { class: CLASS, requests: 2, per: Duration::from_secs(1), at_once: 1 }]
    }

    fn requests(&self, _: &[Question], _: &Access) -> Vec<Request> {
        Vec::new()
    }

    fn read(&self, _: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such interface"));
        }
        let answer = wire::json(response)?;
        if let Some(error) = value::list(&answer, "errors").find_map(|error| value::plain(error, "message")) {
            return Err(NotAnAnswer::Refused(error.chars().take(120).collect()));
        }
        Ok(vec![Reading::Json(answer)])
    }
}

impl MechanismService for OpenTargets {
    fn request(&self, question: &MechanismQuestion, access: &Access) -> Option<Request> {
        let MechanismQuestion::Targets(drug) = question else { return None };
        let body = json!({"query": QUERY, "variables": {"name": drug}}).to_string();
        let asked = vec![Question::Subject(format!("targets of {drug}").into())];
        let mut request =
            wire::get(wire::address(access, "/graphql", &[]), CLASS, Disclosure::ClosedTerms, asked);
        request.body = Body::Json(body);
        Some(request)
    }

    fn answer(&self, question: &MechanismQuestion, sent: &Value) -> Result<MechanismAnswer, NotAnAnswer> {
        let MechanismQuestion::Targets(drug) = question else {
            return Err(wire::unreadable("it answers other questions"));
        };
        let hits = sent.pointer("/data/search/hits").and_then(Value::as_array);
        let hits = hits.ok_or_else(|| wire::unreadable("there is no list of drugs in it"))?;
        let is_asked = |hit: &&Value| {
            value::plain(hit, "name").is_some_and(|name| name.to_lowercase() == drug.to_lowercase())
        };
        // A search for a drug also finds its salts and drugs that are given with it.
        let hit = hits.iter().find(is_asked);
        let mut targets: Vec<ListedTarget> = Vec::new();
        for row in hit.into_iter().flat_map(|hit| value::list(hit, "object.mechanismsOfAction.rows")) {
            let words = value::plain(row, "mechanismOfAction").unwrap_or_default();
            let action = action(&value::plain(row, "actionType").unwrap_or_default());
            let name = printable(&value::plain(row, "targetName").unwrap_or_default());
            let genes =
                value::list(row, "targets").filter_map(|target| value::plain(target, "approvedSymbol"));
            let mut symbols: Vec<String> =
                genes.map(|symbol| printable(&symbol)).filter(|symbol| !symbol.is_empty()).collect();
            // A molecule of a bacterium or a virus lacks a human gene.
            if symbols.is_empty() && !name.is_empty() {
                symbols.push(String::new());
            }
            for symbol in symbols {
                let is_known = targets
                    .iter()
                    .any(|known| known.symbol == symbol && (!symbol.is_empty() || known.name == name));
                if !is_known {
                    targets.push(ListedTarget {
                        symbol,
                        name: name.clone(),
                        action,
                        words: printable(&words),
                    });
                }
            }
        }
        Ok(MechanismAnswer::Targets(targets))
    }
}

/// Returns the effect of an action type on the target.
fn action(kind: &str) -> TargetAction {
    static LISTS: LazyLock<WordLists> =
        LazyLock::new(|| WordLists::read(include_str!("../../data/actions.tsv")));
    let kind = kind.to_lowercase().replace([' ', '-'], "_");
    let is_in = |list: &str| LISTS.of(list).contains(&kind.as_str());
    if is_in("blocks") {
        TargetAction::Blocks
    } else if is_in("activates") {
        TargetAction::Activates
    } else {
        TargetAction::Other
    }
}
