//! The scripts of action.yml, run like on a GitHub runner: one after another with bash, in an empty
//! environment, with files for GITHUB_OUTPUT, GITHUB_PATH and GITHUB_STEP_SUMMARY. Steps that use
//! other actions are not run. If `tests/action/install` has made a container root, the steps are
//! also run in it.

use super::{INVENTED, draft, no_network};
use referee_tests::scholar::{Scholar, papers};
use referee_tests::tools::{on_path, root, skip};
use referee_tests::{Folder, binary};
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Command;

/// Returns action.yml; `None`, with a printed reason, if nothing here can parse YAML.
fn action() -> Option<Value> {
    let program = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";
    let read = Command::new("python3").args(["-c", program]).arg(root().join("action.yml")).output();
    match read {
        Ok(read) if read.status.success() => serde_json::from_slice(&read.stdout).ok(),
        _ => {
            skip("the steps of action.yml", "python3 with PyYAML");
            None
        }
    }
}

/// A job on a runner.
struct Runner<'a> {
    action: &'a Value,
    folder: &'a Folder,
    /// The inputs set by the workflow.
    inputs: HashMap<&'static str, &'static str>,
    /// The addresses of the services.
    variables: Vec<(String, String)>,
    /// The outputs of steps: `check.status`.
    outputs: HashMap<String, String>,
    /// The container that runs the steps; `None` on this machine.
    container: Option<Container>,
}

/// The root of a container, with the job's folder mounted at [`JOB`].
struct Container {
    root: PathBuf,
    /// The job's folder on this machine, which is mounted at [`JOB`].
    job: PathBuf,
}

/// The path of the job in a container.
const JOB: &str = "/job";

impl Container {
    /// Makes a container around the folder of a job; returns `None`, with a printed reason, if that
    /// is not possible.
    fn around(folder: &Folder) -> Option<Self> {
        const WHAT: &str = "the steps of action.yml in a container";
        let made = std::env::var_os("ACTION_UNDER_TEST").map(PathBuf::from);
        let root = made.unwrap_or_else(|| root().join("target/action")).join("root");
        if !root.join("bin/bash").exists() {
            skip(WHAT, "the root that tests/action/install makes");
            return None;
        }
        let container = Container { root, job: folder.path("") };
        std::fs::create_dir_all(container.root.join(JOB.trim_start_matches('/'))).ok()?;
        let starts = container.bash().args(["-c", "test -d runner"]).output();
        if !starts.is_ok_and(|started| started.status.success()) {
            skip(WHAT, "the right to mount a folder and to change the root (unshare, chroot)");
            return None;
        }
        Some(container)
    }

    /// Returns a bash in the container, in the job's folder, without the environment of this
    /// process.
    fn bash(&self) -> Command {
        // The mount ends with the process, because it is in a private namespace. Programs of this
        // machine are not available there.
        let enter = "mount --bind \"$1\" \"$2$3\" && mount -t proc proc \"$2/proc\"; root=$2; job=$3; shift 3; \
                     exec chroot \"$root\" /bin/sh -c 'cd \"$0\" && exec \"$@\"' \"$job\" /bin/bash \"$@\"";
        let mut command = Command::new("unshare");
        command.args(["--mount", "--pid", "--ipc", "--uts", "--fork", "sh", "-c", enter, "enter"]);
        command.arg(&self.job).arg(&self.root).arg(JOB);
        command.env_clear();
        command
    }
}

impl<'a> Runner<'a> {
    fn new(action: &'a Value, folder: &'a Folder, scholar: &Scholar) -> Self {
        let programs = folder.path("runner/programs");
        std::fs::create_dir_all(&programs).unwrap();
        std::fs::create_dir_all(folder.path("runner/home")).unwrap();
        // Files of the runner are not part of the checkout.
        folder.write(".gitignore", "runner/\n");
        Runner {
            action,
            folder,
            inputs: HashMap::new(),
            variables: scholar.settings(),
            outputs: HashMap::new(),
            container: None,
        }
    }

    /// Returns the path of a job's file from inside its steps.
    fn inside(&self, path: &str) -> String {
        match &self.container {
            Some(_) => format!("{JOB}/{path}"),
            None => self.folder.path(path).display().to_string(),
        }
    }

    /// Puts a program on PATH.
    fn add_program(&self, name: &str, script: &str) {
        let path = self.folder.path(&format!("runner/programs/{name}"));
        std::fs::write(&path, script).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
    }

    fn add_referee(&self) {
        if self.container.is_some() {
            let program = self.folder.path("runner/programs/referee");
            std::fs::copy(binary(), program).expect("the program can be copied");
            return;
        }
        self.add_program("referee", &format!("#!/bin/sh\nexec '{}' \"$@\"\n", binary().display()));
    }

    /// Returns the value of an expression between `${{` and `}}`.
    fn value(&self, expression: &str) -> String {
        if let Some(input) = expression.strip_prefix("inputs.") {
            let default = self.action["inputs"][input]["default"].as_str();
            let default = default.unwrap_or_else(|| panic!("there is no input {input}"));
            return self.inputs.get(input).copied().unwrap_or(default).to_owned();
        }
        if let Some(step) = expression.strip_prefix("steps.") {
            let output = step.replace(".outputs.", ".");
            return self.outputs.get(&output).cloned().unwrap_or_default();
        }
        assert_eq!(expression, "github.action_path");
        root().display().to_string()
    }

    /// Runs the script of a step; returns its exit status and its output.
    fn run(&mut self, name: &str) -> (i32, String) {
        let steps = self.action["runs"]["steps"].as_array().expect("steps");
        let step = steps.iter().find(|step| step["name"] == name).unwrap_or_else(|| panic!("step {name}"));
        assert_eq!(step["shell"], "bash", "{name}");
        let script = step["run"].as_str().expect("a script");
        assert!(
            !script.contains("${{"),
            "{name}: what a stranger wrote must not become a part of the script"
        );
        let output = self.folder.path("runner/output");
        std::fs::write(&output, "").unwrap();
        let mut bash = match &self.container {
            Some(container) => container.bash(),
            None => {
                let mut bash = Command::new("bash");
                bash.current_dir(self.folder.path("")).env_clear();
                bash
            }
        };
        bash.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script]);
        bash.env("PATH", format!("{}:/usr/sbin:/usr/bin:/sbin:/bin", self.inside("runner/programs")));
        bash.env("HOME", self.inside("runner/home")).env("GITHUB_OUTPUT", self.inside("runner/output"));
        bash.env("GITHUB_PATH", self.inside("runner/path"));
        bash.env("GITHUB_STEP_SUMMARY", self.inside("runner/summary.md"));
        bash.envs(self.variables.iter().cloned());
        for (variable, value) in step["env"].as_object().into_iter().flatten() {
            let value = value.as_str().expect("text");
            let expression = value.strip_prefix("${{ ").and_then(|value| value.strip_suffix(" }}"));
            bash.env(variable, expression.map_or_else(|| value.to_owned(), |it| self.value(it)));
        }
        let ended = bash.output().expect("bash can be started");
        for line in std::fs::read_to_string(&output).unwrap().lines() {
            let (name, value) = line.split_once('=').expect("name=value");
            let id = step["id"].as_str().expect("a step with outputs has an id");
            self.outputs.insert(format!("{id}.{name}"), value.to_owned());
        }
        let printed = [ended.stdout, ended.stderr].concat();
        (ended.status.code().unwrap_or(-1), String::from_utf8_lossy(&printed).into_owned())
    }

    /// Runs the steps in order, with the program already installed; returns the status of the last
    /// one and the summary.
    fn job(&mut self) -> (i32, String) {
        self.add_referee();
        for step in ["Find the program", "Check", "Summarize"] {
            let (status, printed) = self.run(step);
            assert_eq!(status, 0, "{step}: {printed}");
        }
        assert_eq!(self.outputs["find.how"], "present");
        let (status, _) = self.run("Decide");
        (status, self.folder.read("runner/summary.md"))
    }
}

/// Whether the programs that the scripts need are installed.
fn has_programs() -> bool {
    let missing = ["bash", "jq"].into_iter().find(|name| on_path(name).is_none());
    if let Some(missing) = missing {
        skip("the steps of action.yml", missing);
    }
    missing.is_none()
}

#[test]
fn an_invented_work_fails_the_action_and_is_in_its_summary() {
    let Some(action) = action().filter(|_| has_programs()) else { return };
    let scholar = Scholar::with(papers(4));
    let folder = draft(INVENTED);
    let mut runner = Runner::new(&action, &folder, &scholar);
    runner.inputs.insert("contact", "name@example.org");
    let (status, summary) = runner.job();
    assert_eq!(status, 1, "{summary}");
    for line in
        ["Something is wrong.", "| not-found | 2 |", "| **looked up** | 2 |", "| **not looked up** | 0 |"]
    {
        assert!(summary.lines().any(|own| own == line), "{line}\n{summary}");
    }
    assert!(summary.contains("| citation/not-found |"), "{summary}");
    let sarif: Value = serde_json::from_str(&folder.read("referee.sarif")).expect("the report is JSON");
    assert!(sarif["runs"][0]["results"].as_array().is_some_and(|results| !results.is_empty()));
}

#[test]
fn what_is_right_passes_the_action() {
    let Some(action) = action().filter(|_| has_programs()) else { return };
    let all = papers(3);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&all[0].bibtex("real", true));
    let mut runner = Runner::new(&action, &folder, &scholar);
    runner.inputs.extend([("paths", "paper.md\nrefs.bib"), ("fail-on", "unchecked")]);
    let (status, summary) = runner.job();
    assert_eq!(status, 0, "{summary}");
    assert!(summary.lines().any(|line| line == "| verified | 1 |"), "{summary}");
}

#[test]
fn the_action_fails_where_nothing_can_be_looked_up_or_read() {
    let Some(action) = action().filter(|_| has_programs()) else { return };
    let nobody = no_network();
    let folder = draft(INVENTED);
    let mut runner = Runner::new(&action, &folder, &nobody);
    let (status, summary) = runner.job();
    assert_eq!(status, 3, "{summary}");
    assert!(summary.lines().any(|line| line == "| **looked up** | 0 |"), "{summary}");
    runner.inputs.insert("paths", "nowhere.md");
    let (status, summary) = runner.job();
    assert_eq!(status, 2, "{summary}");
    assert!(summary.contains("could not do its work (status 2)"), "{summary}");
}

#[test]
fn the_action_builds_its_own_source_or_installs_a_release_whose_checksum_is_right() {
    let Some(action) = action().filter(|_| has_programs()) else { return };
    let nobody = no_network();
    let folder = draft(INVENTED);
    let mut runner = Runner::new(&action, &folder, &nobody);
    assert_eq!(runner.run("Find the program").0, 0);
    assert_eq!(runner.outputs["find.how"], "build");
    runner.add_program("cargo", "#!/bin/sh\necho \"$@\" > \"$HOME/cargo\"\n");
    let (status, printed) = runner.run("Install");
    assert_eq!(status, 0, "{printed}");
    let built = folder.read("runner/home/cargo");
    assert!(built.contains(&format!("--path {}/server/cli", root().display())), "{built}");
    assert!(folder.read("runner/path").trim().ends_with(".local/referee/bin"));

    runner.inputs.insert("version", "0.1.0");
    assert_eq!(runner.run("Find the program").0, 0);
    assert_eq!(runner.outputs["find.how"], "release");
    // A release for this platform, served by a fake `curl` that reads a folder.
    runner.add_program(
        "curl",
        "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\ncp \"$RELEASE/${3##*/}\" \"$2\"\n",
    );
    runner.variables.push((String::from("RELEASE"), folder.path("runner/release").display().to_string()));
    let make = r#"set -e; mkdir -p release/referee-0.1.0; cd release; printf '#!/bin/sh\necho installed\n' > referee-0.1.0/referee
        for target in x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-apple-darwin aarch64-apple-darwin; do
        tar -czf referee-0.1.0-$target.tar.gz referee-0.1.0; done; shasum -a 256 *.tar.gz > SHA256SUMS"#;
    let made = Command::new("bash").args(["-c", make]).current_dir(folder.path("runner")).status();
    if !made.is_ok_and(|made| made.success()) {
        return skip("the release of the action", "shasum");
    }
    let (status, printed) = runner.run("Install");
    assert_eq!(status, 0, "{printed}");
    let installed = Command::new(folder.path("runner/home/.local/referee/bin/referee")).output();
    assert_eq!(installed.expect("it can be started").stdout, b"installed\n");
    // A different file with the same name is rejected.
    let sums = folder.read("runner/release/SHA256SUMS");
    folder.write("runner/release/SHA256SUMS", sums.replace(['0', '1'], "2"));
    assert_ne!(runner.run("Install").0, 0);
}

#[test]
fn the_steps_do_the_same_in_a_container() {
    let Some(action) = action() else { return };
    let all = papers(4);
    let scholar = Scholar::with(all.clone());
    let cases = [
        (draft(INVENTED), &scholar, 1, "| not-found | 2 |"),
        (draft(&all[0].bibtex("real", true)), &scholar, 0, "| verified | 1 |"),
        (draft(INVENTED), &no_network(), 3, "| **looked up** | 0 |"),
    ];
    for (folder, services, expected, line) in &cases {
        let mut runner = Runner::new(&action, folder, services);
        let Some(container) = Container::around(folder) else { return };
        runner.container = Some(container);
        let (status, summary) = runner.job();
        assert_eq!(status, *expected, "{summary}");
        assert!(summary.lines().any(|own| own == *line), "{line}\n{summary}");
        let sarif: Value = serde_json::from_str(&folder.read("referee.sarif")).expect("the report is JSON");
        assert_eq!(sarif["version"], "2.1.0");
    }
}
