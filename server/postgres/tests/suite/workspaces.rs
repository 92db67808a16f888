//! Tests that only the members of a workspace can see what they share.

use referee_bibliography::{Identifier, Work};
use referee_fixture::postgres::{PostgresServer, database_name};
use referee_postgres::{SharedEvidence, SharedVerdict, SharedWorkspaces, WorkspaceContents, WorkspaceError};
use referee_records::Record;
use serde_json::json;

/// Creates a database whose tables belong to the role of the tests, and returns the addresses of
/// three people.
fn lab(server: &PostgresServer) -> (String, [String; 3]) {
    let address = server.database();
    open(&address);
    let people = ["ann", "bo", "cy"].map(|name| {
        let role = format!("{name}_{}_{}", std::process::id(), database_name(&address));
        server.execute(
            &address,
            &format!(
                "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA referee TO {role};
                 GRANT SELECT ON ALL TABLES IN SCHEMA referee TO {role};
                 GRANT INSERT, UPDATE, DELETE ON referee.workspace, referee.evidence, referee.verdict TO {role}"
            ),
        );
        role
    });
    (address, people)
}

fn open(address: &str) -> SharedWorkspaces {
    SharedWorkspaces::open(&address.parse().expect("it is an address")).expect("the database answers")
}

fn record(number: u32, title: &str) -> Record {
    let mut work = Work { title: Some(title.to_owned()), ..Work::default() };
    work.identifiers.insert(Identifier::Pmid(number));
    Record::new("pubmed", work)
}

fn found(question: &str, number: u32, relevance: f64) -> SharedEvidence {
    SharedEvidence {
        question: question.to_owned(),
        record: record(number, "Cold baths"),
        relevance,
        round: 2,
    }
}

fn contents() -> WorkspaceContents {
    WorkspaceContents {
        evidence: vec![found("cold baths", 7, 0.5), found("cold baths", 8, 0.75)],
        verdicts: vec![SharedVerdict {
            draft: "paper.md".to_owned(),
            key: "oduya2019".to_owned(),
            verdict: "verified".to_owned(),
            identifiers: vec!["doi:10.5555/bath.1".to_owned()],
            rested_on: json!({"sources": [{"name": "library", "outcome": "match"}]}),
            judged_by: String::new(),
            judged_at: String::new(),
        }],
        unreadable: 0,
    }
}

#[test]
fn who_belongs_to_a_workspace_gets_what_others_found_and_nobody_else_sees_a_row() {
    let Some(server) = PostgresServer::shared() else { return };
    let (address, [ann, bo, cy]) = lab(server);
    let of = |role: &str| open(&server.address(database_name(&address), role));
    of(&ann).share("baths", &contents(), &[]).expect("who makes it belongs to it");
    let missing = |role: &str| matches!(of(role).fetch("baths"), Err(WorkspaceError::NotAMember(_)));
    assert!(missing(&bo) && missing(&cy), "who does not belong to it is not told that it exists");
    of(&ann).share("baths", &WorkspaceContents::default(), std::slice::from_ref(&bo)).expect("ann made it");
    let fetched = of(&bo).fetch("baths").expect("bo belongs to it");
    assert_eq!(fetched.evidence, [found("cold baths", 8, 0.75), found("cold baths", 7, 0.5)]);
    assert_eq!(fetched.verdicts[0].rested_on, contents().verdicts[0].rested_on);
    assert_eq!(fetched.verdicts[0].judged_by, ann);
    assert!(missing(&cy));
    let more = WorkspaceContents { evidence: vec![found("cold baths", 7, 0.9)], ..contents() };
    of(&bo).share("baths", &more, &[]).expect("members add to it");
    let fetched = of(&ann).fetch("baths").expect("ann belongs to it");
    assert_eq!((fetched.evidence.len(), fetched.evidence[0].relevance), (2, 0.9), "a work stands there once");
    assert_eq!(fetched.verdicts[0].judged_by, bo, "the last verdict is signed by who gave it");
    let lets_in = of(&bo).share("baths", &WorkspaceContents::default(), std::slice::from_ref(&cy));
    assert!(matches!(lets_in, Err(WorkspaceError::NotTheOwner(_))), "{lets_in:?}");
    assert!(missing(&cy));
    let takes = of(&cy).share("baths", &contents(), &[]);
    assert!(matches!(takes, Err(WorkspaceError::NotAMember(_))), "{takes:?}");
}

#[test]
fn the_database_and_not_the_program_keeps_strangers_out() {
    let Some(server) = PostgresServer::shared() else { return };
    let (address, [ann, bo, cy]) = lab(server);
    let of = |role: &str| open(&server.address(database_name(&address), role));
    of(&ann).share("baths", &contents(), std::slice::from_ref(&bo)).expect("ann makes it");
    let rows = |role: &str| {
        let counts = "SELECT (SELECT count(*) FROM referee.evidence), (SELECT count(*) FROM referee.verdict), (SELECT count(*) FROM referee.workspace)";
        server.execute(&address, &format!("SET ROLE {role}; {counts}"))
    };
    assert_eq!([rows(&ann), rows(&bo), rows(&cy)], ["2|1|1", "2|1|1", "0|0|0"]);
    for (role, statement) in [
        (&cy, "UPDATE referee.evidence SET relevance = 0"),
        (&cy, "DELETE FROM referee.verdict"),
        (&cy, "UPDATE referee.workspace SET members = members || current_user"),
        (&bo, "UPDATE referee.workspace SET owner = current_user"),
        (&bo, "DELETE FROM referee.workspace"),
    ] {
        server.execute(&address, &format!("SET ROLE {role}; {statement}"));
    }
    assert_eq!(
        server.execute(&address, "SELECT min(relevance), (SELECT count(*) FROM referee.verdict), (SELECT owner = members[1] OR cardinality(members) <> 1 FROM referee.workspace) FROM referee.evidence"),
        "0.5|1|f",
        "nothing was changed"
    );
    // Members cannot write under another member's name, and their rows are signed.
    for forged in [
        format!("UPDATE referee.evidence SET record = '{{}}', found_by = '{ann}'"),
        String::from("UPDATE referee.evidence SET relevance = 0"),
        format!("UPDATE referee.verdict SET verdict = 'retracted', judged_by = '{ann}'"),
        format!(
            "INSERT INTO referee.evidence SELECT workspace, 'q', work, record, 1, 1, '{ann}' FROM referee.evidence"
        ),
    ] {
        assert!(!server.is_done(&address, &format!("SET ROLE {bo}; {forged}")), "{forged}");
    }
    // A user who may create operators cannot trick the policy with an operator that always returns
    // true and is found before the system's.
    server.execute(
        &address,
        &format!(
            "CREATE SCHEMA trick AUTHORIZATION {cy}; SET ROLE {cy};
             CREATE FUNCTION trick.yes(name, name) RETURNS boolean LANGUAGE sql AS 'SELECT true';
             CREATE OPERATOR trick.= (LEFTARG = name, RIGHTARG = name, FUNCTION = trick.yes)"
        ),
    );
    let tricked = "SET search_path = trick, pg_catalog; SELECT count(*) FROM referee.evidence";
    assert_eq!(server.execute(&address, &format!("SET ROLE {cy}; {tricked}")), "0");
    // A group role grants membership to all its members.
    server.execute(&address, &format!("GRANT {bo} TO {cy}"));
    assert_eq!(rows(&cy), "2|1|1");
}

#[test]
fn odd_contents_are_kept_or_refused_with_a_reason() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let workspaces = open(&address);
    for name in ["", "  ", "\0", &"x".repeat(101)] {
        assert!(matches!(workspaces.share(name, &contents(), &[]), Err(WorkspaceError::Name)), "{name:?}");
    }
    let mut odd = contents();
    odd.evidence.push(SharedEvidence { question: "nul \0 and '; DROP".to_owned(), ..found("", 7, 0.5) });
    odd.evidence.push(found("cold baths", 8, 0.75));
    odd.evidence.push(SharedEvidence {
        record: Record::new("ris", Work { title: Some("t\0".repeat(5_000)), ..Work::default() }),
        ..found("long", 7, 0.5)
    });
    odd.verdicts.push(contents().verdicts[0].clone());
    workspaces.share("odd", &odd, &[]).expect("it is kept");
    let fetched = workspaces.fetch("odd").expect("it is there");
    assert_eq!((fetched.evidence.len(), fetched.verdicts.len(), fetched.unreadable), (4, 1, 0));
    assert!(matches!(workspaces.fetch("other"), Err(WorkspaceError::NotAMember(_))));
    for nobody in ["nobody-of-this-name", &"lab".repeat(40)] {
        let unknown = workspaces.share("odd", &contents(), &[nobody.to_owned()]);
        assert!(matches!(unknown, Err(WorkspaceError::NoSuchRole(_))), "{unknown:?}");
    }
}
