//! Follows the pages for labs, journals and agents literally, with a real PostgreSQL: each command
//! on a page is run here, or listed with the reason why not.

mod agents;
mod page;

use page::Page;
use referee_fixture::postgres::{PostgresServer, database_name};
use referee_tests::cli::{Run, command, copy_environment, referee};
use referee_tests::scholar::{Scholar, papers};
use referee_tests::tools::{on_path, root, skip};
use referee_tests::{Folder, Service, binary};
use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The longest that a documented step may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// A user at a terminal who follows a page.
struct Follower<'server> {
    folder: Folder,
    server: &'server PostgresServer,
    database: String,
    variables: Vec<(String, String)>,
}

impl<'server> Follower<'server> {
    fn new(server: &'server PostgresServer, variables: Vec<(String, String)>) -> Self {
        let folder = Folder::with(&[]);
        std::fs::create_dir(folder.path("programs")).expect("a folder can be made");
        #[cfg(unix)]
        std::os::unix::fs::symlink(binary(), folder.path("programs/referee")).expect("a link can be made");
        Follower { folder, server, database: server.database(), variables }
    }

    /// Returns a shell command line of this user: `referee` and the PostgreSQL programs are on
    /// PATH.
    fn shell(&self, line: &str) -> Command {
        let plain = command(&self.folder.path("."), &self.folder.home(), &self.variables, &[]);
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(self.folder.path(".")).stdin(Stdio::null());
        copy_environment(&plain, &mut shell);
        let mut path = vec![self.folder.path("programs"), self.server.programs().to_owned()];
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        shell.env("PATH", std::env::join_paths(path).expect("folders have plain names"));
        shell.env("PGHOST", self.server.folder()).env("PGUSER", "lab");
        shell.env("PGDATABASE", database_name(&self.database));
        shell
    }

    fn run(&self, line: &str) -> Run {
        let output = self.shell(line).output().expect("a shell can be started");
        Run {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Runs a line that must succeed, and returns its output.
    fn done(&self, line: &str) -> String {
        let run = self.run(line);
        assert_eq!(run.code, 0, "{line}: {run:?}");
        run.stdout
    }

    /// Runs a check with findings, such as a retraction, and returns its output.
    fn objected(&self, line: &str) -> String {
        let run = self.run(line);
        assert_eq!(run.code, 1, "{line}: {run:?}");
        run.stdout
    }

    /// Starts a line that runs until it is stopped.
    fn start(&self, line: &str) -> Child {
        let mut shell = self.shell(&format!("exec {line}"));
        shell.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a shell can be started")
    }

    /// Returns the queue from `--list --format json`.
    fn queue(&self) -> Value {
        serde_json::from_str(&self.done("referee screen --list --format json")).expect("the list is JSON")
    }

    /// Waits until this number of submissions is judged.
    fn await_judged(&self, most: u64) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            let queue = self.queue();
            if queue["counts"]["done"] == most {
                return queue;
            }
            assert!(Instant::now() < until, "{queue}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

fn end(mut child: Child) {
    let ended = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(ended.is_ok_and(|status| status.success()));
    assert!(child.wait().expect("it ends").success(), "what is told to end ends in good order");
}

/// A work in PubMed XML.
const PUBMED: &str = r#"<?xml version="1.0" encoding="utf-8"?><PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">31400042</PMID><Article PubModel="Print"><Journal><JournalIssue CitedMedium="Print"><Volume>12</Volume><PubDate><Year>2019</Year></PubDate></JournalIssue><Title>Journal of Examples</Title><ISOAbbreviation>J Examples</ISOAbbreviation></Journal><ArticleTitle>Cold baths before surgery of the knee: a trial.</ArticleTitle><Pagination><MedlinePgn>10-19</MedlinePgn></Pagination><AuthorList><Author><LastName>Oduya</LastName><ForeName>Grace</ForeName><Initials>G</Initials></Author></AuthorList><ELocationID EIdType="doi">10.5555/bath.1</ELocationID></Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">31400042</ArticleId><ArticleId IdType="doi">10.5555/bath.1</ArticleId></ArticleIdList></PubmedData></PubmedArticle></PubmedArticleSet>"#;

/// Its retraction in the Retraction Watch table.
const RETRACTION_WATCH: &str = "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes\n1,Cold baths before surgery of the knee: a trial,(HSC) Medicine;,An Institute,Journal of Examples,Invented Press,Nowhere,Grace Oduya,,Clinical Study;,4/2/2024 0:00,10.5555/bath.2,0,1/1/2019 0:00,10.5555/bath.1,31400042,Retraction,+Unreliable Data;,No,\n";

#[cfg(unix)]
#[test]
fn a_lab_that_follows_its_page_shares_a_library_and_gets_it_back_from_its_backup() {
    let Some(server) = PostgresServer::shared() else { return };
    let page = Page::read("lab.md");
    let lab = Follower::new(server, Vec::new());
    page.line("[library]");
    let setting = page.line("url = \"postgres://referee:PASSWORD@db.example.org/referee\"");
    let setting = setting.replace("postgres://referee:PASSWORD@db.example.org/referee", &lab.database);
    let settings = lab.folder.home().join("referee");
    std::fs::create_dir_all(&settings).expect("a folder can be made");
    std::fs::write(settings.join("config.toml"), format!("[library]\n{setting}\n"))
        .expect("it can be written");

    lab.folder.write("pubmed25n0001.xml", PUBMED);
    lab.folder.write("retraction_watch.csv", RETRACTION_WATCH);
    lab.done("gzip pubmed25n0001.xml");
    lab.done(&page.line("referee library import pubmed25n*.xml.gz retraction_watch.csv"));
    let counted = lab.done(&page.line("referee library stats"));
    assert!(counted.contains("retraction-watch"), "{counted}");
    lab.done(&page.line("referee library check"));
    lab.folder.write("refs.bib", "@article{oduya2019, title = {Cold baths before surgery of the knee: a trial}, author = {Oduya, Grace}, journal = {Journal of Examples}, year = {2019}, doi = {10.5555/bath.1}}\n");
    let checked = lab.objected("referee check --offline refs.bib");
    assert!(checked.contains("retracted on 2024-04-02"), "{checked}");

    // Permissions: the statements of the page, in order.
    let statements = page.lines.iter().filter(|line| line.ends_with(';'));
    for statement in statements {
        let statement = page.line(statement);
        // A superuser creates roles; the owner of the tables runs the other statements.
        if statement.starts_with("CREATE ROLE") {
            server.execute(&lab.database, &statement);
        } else {
            lab.done(&format!("psql -X -q -v ON_ERROR_STOP=1 -c '{statement}'"));
        }
    }
    let reader = server.address(database_name(&lab.database), "reader");
    let as_reader = |line: &str| lab.run(&format!("REFEREE_LIBRARY__URL='{reader}' {line}"));
    let found = as_reader("referee library get PMID:31400042");
    assert!(found.code == 0 && found.stdout.contains("Cold baths"), "{found:?}");
    let written = as_reader("referee library import refs.bib");
    assert_eq!(written.code, 2, "who may only read imports nothing: {written:?}");
    assert!(written.stderr.contains("refuses") || written.stderr.contains("may not"), "{written:?}");

    // A workspace with the reader as a member.
    lab.objected(&page.line("referee check --format json refs.bib > report.json"));
    let shared = lab.done(&page.line("referee evidence share knees --verdicts report.json --with reader"));
    assert!(shared.contains("1 verdict."), "{shared}");
    let fetched = as_reader(&page.line("referee evidence fetch knees"));
    assert!(fetched.stdout.contains("refs.bib  oduya2019  verified"), "{fetched:?}");
    server.execute(&lab.database, "CREATE ROLE stranger LOGIN IN ROLE pg_read_all_data");
    let stranger = server.address(database_name(&lab.database), "stranger");
    let refused = lab.run(&format!("REFEREE_LIBRARY__URL='{stranger}' referee evidence fetch knees"));
    assert!(refused.code == 2 && refused.stderr.contains("there is no workspace"), "{refused:?}");

    // A listener receives notifications.
    let other = RETRACTION_WATCH.replace("bath.1", "bath.9").replace("31400042", "0").replace("\n1,", "\n2,");
    lab.folder.write("more.csv", other);
    let (listen, hear) = (page.words("LISTEN referee_library"), page.words("LISTEN referee_notices"));
    let heard = lab.done(&format!(
        "(echo '{listen}; {hear};'; sleep 2; referee library import more.csv > /dev/null; echo 'SELECT 1;') | psql -X -q"
    ));
    for channel in ["\"referee_library\"", "\"referee_notices\""] {
        assert!(heard.contains(channel), "{channel}: {heard}");
    }
    let shown = lab.done(&page.words("referee config"));
    assert!(shown.contains(database_name(&lab.database)), "{shown}");
    let stats = lab.done("referee library stats");

    // Shards give the same answers without the database.
    let shard = page.line("referee library shard /srv/referee/shards --size 5000000");
    lab.done(&shard.replace("/srv/referee/shards", "shards"));
    lab.done(&format!("{} shards", page.words("chmod -R a+rX")));
    let told = lab.objected("REFEREE_LIBRARY__URL= referee check --offline --library shards refs.bib");
    assert!(told.contains("retracted on 2024-04-02"), "{told}");

    // Back up, and restore into an empty database.
    lab.done(&page.words("pg_dump -Fc -n referee -f referee.dump"));
    let empty = server.database();
    server.execute(&empty, &format!("{};", page.words("CREATE EXTENSION pg_trgm")));
    let restore = page.words("pg_restore -d referee referee.dump");
    lab.done(&restore.replace("-d referee", &format!("-d {}", database_name(&empty))));
    let restored = lab.done(&format!("REFEREE_LIBRARY__URL='{empty}' referee library stats"));
    // The location and the size may differ.
    let held = |stats: &str| -> Vec<String> {
        stats.lines().skip(1).filter(|line| !line.contains(" MB ")).map(str::to_owned).collect()
    };
    assert_eq!(held(&restored), held(&stats));

    let state =
        server.execute(&empty, &page.words("SELECT generation, statements FROM referee.library_state"));
    assert!(state.ends_with("|3"), "{state}");
    // A database created by the user.
    let own =
        page.words("createdb referee").replace(" referee", &format!(" own_{}", database_name(&lab.database)));
    lab.done(&format!("PGUSER=admin {own}"));
    page.assert_followed(&["REFEREE_DB_PASSWORD", "docker compose"]);
}

#[cfg(unix)]
#[test]
fn a_journal_that_follows_its_page_screens_signs_off_and_hears_of_a_retraction() {
    let Some(server) = PostgresServer::shared() else { return };
    if let Some(missing) = ["curl", "jq"].into_iter().find(|name| on_path(name).is_none()) {
        return skip("the page for journals", missing);
    }
    let page = Page::read("journal.md");
    let all = papers(3);
    let mut announced = all.clone();
    announced[1].retracted_by = Some("10.5555/notice.1".to_owned());
    let (scholar, later) = (Scholar::with(all.clone()), Scholar::with(announced));
    let mut variables = scholar.settings();
    variables.retain(|(name, _)| !name.contains("RETRACTIONWATCH"));
    variables.extend(later.settings().into_iter().filter(|(name, _)| name.contains("RETRACTIONWATCH")));
    let mut journal = Follower::new(server, variables);
    journal.variables.push(("REFEREE_LIBRARY__URL".to_owned(), journal.database.clone()));
    let entries = |from: &[referee_tests::scholar::Paper]| -> String {
        from.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("p{n}"), true)).collect()
    };
    journal.folder.write("pubmed.bib", entries(&all));
    journal.done("referee library import --library ~/pubmed pubmed.bib");
    journal.folder.write("inbox/first.bib", entries(&all[..1]));
    journal.folder.write("inbox/second.bib", entries(&all[1..2]));

    // Set up, submit and judge.
    page.line("createdb referee");
    let work = page.line(
        r#"referee screen --work --online --library ~/pubmed --database "postgres:///referee?host=/var/run/postgresql""#,
    );
    let worker =
        journal.start(&work.replace("postgres:///referee?host=/var/run/postgresql", &journal.database));
    journal.done(&page.line("referee screen inbox/"));
    journal.await_judged(2);
    let watching = journal.start(&page.line("referee screen inbox/ --watch"));
    journal.folder.write("inbox/third.bib", entries(&all[2..]));
    let queue = journal.await_judged(3);
    end(watching);
    let rows = queue["submissions"].as_array().expect("submissions are listed");
    let second = rows.iter().find(|row| row["name"] == "second.bib").expect("it is listed")["id"].to_string();

    // Review and sign off.
    journal.done(&page.line("referee screen --list"));
    journal.done(&page.line("referee screen --list --format html > triage.html"));
    journal.done(&page.line("referee screen --list --format csv > triage.csv"));
    let show = page.line("referee screen --show 12 --format html > 12.html");
    journal.done(&show.replace("12", &second));
    let sign = page
        .line(r#"referee screen --sign 12 --by "A. Editor" --note "asked the authors about reference 7""#);
    journal.done(&sign.replace("12", &second));
    assert!(journal.folder.read("triage.csv").contains("second.bib"));
    assert!(journal.folder.read("triage.html").contains("second.bib"));
    let counts = journal.done(&page.line("referee screen --list --format json | jq .counts"));
    assert!(counts.contains("\"unsigned\": 2"), "{counts}");

    // A year later.
    let look = page.line("referee library update retractions && referee alerts --look");
    let alerts = journal.run(&look);
    assert_eq!(alerts.code, 1, "{alerts:?}");
    assert!(alerts.stdout.contains("second.bib") && alerts.stdout.contains("A. Editor"), "{alerts:?}");
    assert!(!alerts.stdout.contains("first.bib"), "{alerts:?}");
    journal.await_judged(3);
    end(worker);

    // Over HTTP.
    let serve = page.line("referee serve --library ~/pubmed");
    let home = journal.folder.home();
    let library = serve.replace("referee serve ", "").replace('~', &home.to_string_lossy());
    let words: Vec<&str> = library.split(' ').collect();
    let service = Service::start(&journal.folder, &journal.variables, &words);
    journal.folder.write("paper.docx", journal.folder.read("inbox/first.bib"));
    let ask =
        page.line("curl --data-binary @paper.docx 'http://127.0.0.1:8080/check?name=paper.docx&wait=60'");
    // The fixture is a bibliography, not a Word file.
    let ask = ask.replace("127.0.0.1:8080", &service.address).replace("name=paper.docx", "name=paper.bib");
    let answer: Value = serde_json::from_str(&journal.done(&ask)).expect("the answer is JSON");
    assert_eq!(answer["state"], "done", "{answer}");
    let token = page.words("referee serve --new-token grobid --scope lookup >> tokens.toml");
    journal.done(&token);
    assert!(journal.folder.read("tokens.toml").contains("grobid"));

    // Clean up.
    let again = page.words("referee screen --again ID").replace("ID", &second);
    journal.done(&again);
    let forget = page.words("referee screen --forget ID").replace("ID", &second);
    journal.done(&forget);
    let queue = journal.queue();
    let rows = queue["submissions"].as_array().expect("submissions are listed");
    assert!(rows.len() == 2 && !rows.iter().any(|row| row["name"] == "second.bib"), "{queue}");
    page.assert_followed(&["docker compose", "referee check"]);
}

#[test]
fn the_files_for_containers_start_what_the_program_knows() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("the file is there");
    for (page, file) in [("lab.md", "lab/compose.yaml"), ("journal.md", "journal/compose.yaml")] {
        assert!(read(&format!("docs/guide/{page}")).contains(file), "{page} does not name {file}");
        let compose = read(&format!("docs/examples/{file}"));
        assert!(
            !compose.contains("0.0.0.0:5432") && !compose.contains("- \"5432"),
            "the database is not for everybody"
        );
        let commands = compose.lines().filter_map(|line| line.trim().strip_prefix("command: "));
        for line in commands {
            let mut words: Vec<String> = serde_json::from_str(line).expect("a command is a list");
            words.push(String::from("--help"));
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let known = referee(&Folder::with(&[]), &words);
            assert_eq!(known.code, 0, "{line}: {known:?}");
        }
    }
    let manifest: toml::Table = read("Cargo.toml").parse().expect("the manifest is TOML");
    let version = manifest["workspace"]["package"]["rust-version"].as_str().expect("the version is named");
    let compiler = read("Dockerfile");
    let image =
        compiler.lines().find_map(|line| line.strip_prefix("FROM rust:")).expect("it is built from Rust");
    let numbers = |text: &str| -> Vec<u32> {
        text.split('-').next().unwrap_or_default().split('.').filter_map(|part| part.parse().ok()).collect()
    };
    assert!(numbers(image)[..2] >= numbers(version)[..2], "{image} builds what needs {version}");
}
