//! Small versions of PubTator3 and Open Targets: entities in the papers, and the targets of drugs.

use super::Paper;
use super::answers::Question;
use crate::web::Reply;
use serde_json::{Value, json};

/// An entity that papers mention.
#[derive(Clone, Debug)]
pub struct Named {
    /// `chemical`, `gene` or `disease`.
    pub kind: &'static str,
    /// Its identifier: `@GENE_ACE`.
    pub id: &'static str,
    /// Its name, followed by its synonyms in papers.
    pub names: Vec<&'static str>,
}

/// The data of the two services.
#[derive(Clone, Debug, Default)]
pub struct Mechanisms {
    /// The entities that papers mention.
    pub names: Vec<Named>,
    /// Drug, symbol of its target, action type, and the action type in words.
    pub targets: Vec<(&'static str, &'static str, &'static str, &'static str)>,
    /// Replacements in PubTator3's text of an abstract, such as spelled-out signs.
    pub respelled: Vec<(&'static str, &'static str)>,
}

impl Mechanisms {
    /// Returns the text of a paper as in PubTator3: title and abstract.
    fn text(&self, paper: &Paper) -> [String; 2] {
        let respelled =
            |text: String| self.respelled.iter().fold(text, |text, (from, to)| text.replace(from, to));
        [format!("{}.", paper.title), respelled(paper.summary.clone())]
    }

    /// Returns the mentions in a text: the entity, the offset in characters, and the words.
    fn marks<'a>(&'a self, text: &'a str) -> Vec<(&'a Named, usize, &'a str)> {
        let mut out: Vec<(&Named, usize, &str)> = Vec::new();
        for named in &self.names {
            for name in &named.names {
                for (at, _) in text.to_lowercase().match_indices(&name.to_lowercase()) {
                    let Some(said) = text.get(at..at + name.len()) else { continue };
                    let place = text[..at].chars().count();
                    if !out.iter().any(|(known, other, _)| known.id == named.id && *other == place) {
                        out.push((named, place, said));
                    }
                }
            }
        }
        out
    }

    fn ids(&self, paper: &Paper) -> Vec<&Named> {
        let text = self.text(paper).join(" ");
        let found: Vec<&str> = self.marks(&text).into_iter().map(|(named, ..)| named.id).collect();
        let mut out: Vec<&Named> = self.names.iter().filter(|named| found.contains(&named.id)).collect();
        out.sort_by_key(|named| named.id);
        out.dedup_by_key(|named| named.id);
        out
    }

    pub(super) fn pubtator(&self, question: &Question<'_>, papers: &[Paper]) -> Reply {
        match question.path.trim_matches('/') {
            "entity/autocomplete" => {
                let wanted = question.get("query").to_lowercase();
                let is = |named: &&Named| {
                    named.kind == question.get("concept")
                        && named.names.iter().any(|name| name.to_lowercase().starts_with(&wanted))
                };
                let row = |named: &Named| {
                    let matched = named.names.iter().find(|name| name.to_lowercase().starts_with(&wanted));
                    json!({"_id": named.id, "biotype": named.kind, "db_id": "D000001", "db": "ncbi_mesh",
                        "name": named.names.first(), "match": format!("Matched on synonyms <m>{}</m>", matched.unwrap_or(&""))})
                };
                Reply::json(&self.names.iter().filter(is).map(row).collect())
            }
            "relations" => {
                let (one, kind) = (question.get("e1"), question.get("e2"));
                let count = |other: &Named| {
                    let has = |paper: &&Paper| {
                        let ids = self.ids(paper);
                        [one, other.id].iter().all(|id| ids.iter().any(|named| named.id == *id))
                    };
                    papers.iter().filter(has).count()
                };
                // The order of the ends depends on their kinds, not on which one acts.
                let row = |other: &Named| match count(other) {
                    0 => None,
                    number if one < other.id => Some(
                        json!({"type": "associate", "source": one, "target": other.id, "publications": number}),
                    ),
                    number => Some(
                        json!({"type": "associate", "source": other.id, "target": one, "publications": number}),
                    ),
                };
                let others = self.names.iter().filter(|named| named.kind == kind && named.id != one);
                Reply::json(&others.filter_map(row).collect())
            }
            "search" => {
                let text = question.get("text");
                let wanted: Vec<&str> = match text.strip_prefix("relations:ANY|") {
                    Some(ends) => ends.split('|').collect(),
                    None => text.split(" AND ").collect(),
                };
                let has = |paper: &&Paper| {
                    let (ids, words) = (self.ids(paper), self.text(paper).join(" ").to_lowercase());
                    wanted.iter().all(|wanted| {
                        ids.iter().any(|named| named.id == *wanted) || words.contains(&wanted.to_lowercase())
                    })
                };
                let found: Vec<Value> = papers
                    .iter()
                    .filter(has)
                    .map(|paper| json!({"_id": paper.pmid.to_string(), "pmid": paper.pmid, "title": paper.title, "score": 250.0}))
                    .collect();
                Reply::json(
                    &json!({"results": found, "facets": {}, "page_size": 10, "current": 1, "count": found.len(), "total_pages": 1}),
                )
            }
            "publications/export/biocjson" => {
                let wanted: Vec<&str> = question.get("pmids").split(',').collect();
                let known = papers.iter().filter(|paper| wanted.contains(&paper.pmid.to_string().as_str()));
                let documents: Vec<Value> = known.map(|paper| self.document(paper)).collect();
                if documents.is_empty() {
                    let none = json!({"detail": "Could not retrieve publications"});
                    return Reply { status: 400, ..Reply::json(&none) };
                }
                Reply::json(&json!({"PubTator3": documents}))
            }
            _ => Reply::new(404, "text/html", "<html><body>Not Found</body></html>"),
        }
    }

    fn document(&self, paper: &Paper) -> Value {
        let mut start = 0;
        let passages: Vec<Value> = ["title", "abstract"]
            .iter()
            .zip(self.text(paper))
            .map(|(kind, text)| {
                let annotation = |(named, at, said): (&Named, usize, &str)| {
                    json!({"id": "1", "text": said, "infons": {"identifier": "D000001", "type": named.kind, "biotype": named.kind,
                        "name": named.names.first(), "accession": named.id},
                        "locations": [{"offset": start + at, "length": said.chars().count()}]})
                };
                let annotations: Vec<Value> = self.marks(&text).into_iter().map(annotation).collect();
                let passage = json!({"infons": {"type": kind}, "offset": start, "text": text, "sentences": [],
                    "annotations": annotations, "relations": []});
                start += text.chars().count() + 1;
                passage
            })
            .collect();
        json!({"_id": format!("{}|None", paper.pmid), "id": paper.pmid.to_string(), "pmid": paper.pmid, "infons": {}, "passages": passages,
            "relations": [], "relations_display": []})
    }

    pub(super) fn opentargets(&self, question: &Question<'_>) -> Reply {
        let asked: Value = serde_json::from_str(question.body).unwrap_or_default();
        let name = asked["variables"]["name"].as_str().unwrap_or_default().to_uppercase();
        let own = self.targets.iter().filter(|(drug, ..)| drug.to_uppercase() == name);
        let rows: Vec<Value> = own
            .map(|(_, symbol, action, words)| {
                // Without a symbol it is a molecule of a bacterium or a virus.
                let genes = if symbol.is_empty() { json!([]) } else { json!([{"approvedSymbol": symbol}]) };
                let name = words.rsplit_once(' ').map_or(*words, |(name, _)| name);
                json!({"mechanismOfAction": words, "actionType": action, "targetName": name, "targets": genes})
            })
            .collect();
        let hit = json!({"id": "CHEMBL0", "name": name, "object": {"name": name, "mechanismsOfAction": {"rows": rows}}});
        let hits = if rows.is_empty() { json!([]) } else { json!([hit]) };
        Reply::json(&json!({"data": {"search": {"hits": hits}}}))
    }
}
