//! One file a command.

pub(crate) mod check;
pub(crate) mod cite;
pub(crate) mod config;
pub(crate) mod egress;
pub(crate) mod explain;
pub(crate) mod library;
pub(crate) mod lsp;
pub(crate) mod research;
pub(crate) mod rules;
pub(crate) mod support;

use referee_workspace::settings::{Layer, Origin, user_file};
use referee_workspace::{Folders, Session};

/// A session with the settings of the user, the environment and the command line. What is wrong with the first
/// two is said once on standard error.
pub(crate) fn session(command_line: Layer) -> Session {
    let user = user_file(|name| std::env::var(name).ok())
        .and_then(|path| Some((path.clone(), std::fs::read_to_string(path).ok()?)));
    let environment = Layer::from_environment(
        std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
    );
    let mut session = Session::new(user, environment, command_line);
    session.connect(Folders::of_user());
    for complaint in session.complaints() {
        crate::output::complain(&complaint);
    }
    session
}

/// The layer of the command line.
pub(crate) fn command_line() -> Layer {
    Layer::new(Origin::CommandLine)
}
