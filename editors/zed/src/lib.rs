//! Starts `referee lsp` in Zed.
//!
//! The program comes from the setting `lsp.referee.binary.path`, from the `PATH` of the worktree,
//! or from the newest release, which is downloaded once into the folder of the extension.

use std::fs;
use zed_extension_api::settings::LspSettings;
use zed_extension_api::{
    self as zed, Architecture, DownloadedFileType, GithubReleaseOptions, LanguageServerId,
    LanguageServerInstallationStatus, Os, Result, Worktree, serde_json::Value,
};

const REPOSITORY: &str = "referee-lsp/referee";
const NAME: &str = "referee";

struct Referee {
    /// The path of the downloaded program.
    downloaded: Option<String>,
}

impl Referee {
    /// Returns the path of the program of the newest release; downloads it if it is not there.
    ///
    /// # Errors
    ///
    /// If the release cannot be read or lacks an archive for this platform; the message says how to
    /// name a program in the settings.
    fn download(&mut self, server: &LanguageServerId) -> Result<String> {
        if let Some(path) = self.downloaded.as_ref().filter(|path| fs::metadata(path).is_ok()) {
            return Ok(path.clone());
        }
        let status = |status: &LanguageServerInstallationStatus| {
            zed::set_language_server_installation_status(server, status);
        };
        status(&LanguageServerInstallationStatus::CheckingForUpdate);
        let options = GithubReleaseOptions { require_assets: true, pre_release: false };
        let release = zed::latest_github_release(REPOSITORY, options)
            .map_err(|error| format!("{error}. {}", remedy()))?;
        let target = target()?;
        let (ending, kind) = match zed::current_platform().0 {
            Os::Windows => (".zip", DownloadedFileType::Zip),
            Os::Mac | Os::Linux => (".tar.gz", DownloadedFileType::GzipTar),
        };
        let wanted = format!("{target}{ending}");
        let archive = release.assets.iter().find(|asset| asset.name.ends_with(&wanted)).ok_or_else(|| {
            format!("release {} has no archive for {target}. {}", release.version, remedy())
        })?;
        let folder = format!("{NAME}-{}", release.version);
        if find(&folder).is_none() {
            status(&LanguageServerInstallationStatus::Downloading);
            zed::download_file(&archive.download_url, &folder, kind)?;
        }
        let program = find(&folder).ok_or_else(|| format!("{} has no program in it", archive.name))?;
        zed::make_file_executable(&program)?;
        self.downloaded = Some(program.clone());
        Ok(program)
    }
}

impl zed::Extension for Referee {
    fn new() -> Self {
        Referee { downloaded: None }
    }

    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(NAME, worktree).ok().and_then(|settings| settings.binary);
        let named = binary.as_ref().and_then(|binary| binary.path.clone());
        let command = match named.or_else(|| worktree.which(NAME)) {
            Some(path) => path,
            None => self.download(server)?,
        };
        let args = binary.and_then(|binary| binary.arguments).unwrap_or_else(|| vec!["lsp".to_owned()]);
        let mut env = worktree.shell_env();
        // The server's allocator returns freed memory at once. Without the variable the server starts itself again to set it.
        if !env.iter().any(|(name, _)| name == "MIMALLOC_PURGE_DELAY") {
            env.push(("MIMALLOC_PURGE_DELAY".to_owned(), "0".to_owned()));
        }
        Ok(zed::Command { command, args, env })
    }

    fn language_server_initialization_options(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(LspSettings::for_worktree(NAME, worktree)
            .ok()
            .and_then(|settings| settings.initialization_options))
    }

    fn language_server_workspace_configuration(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(LspSettings::for_worktree(NAME, worktree).ok().and_then(|settings| settings.settings))
    }
}

/// Returns the target of the release's archive for this platform.
///
/// # Errors
///
/// If no release is built for this platform.
fn target() -> Result<String> {
    let (os, architecture) = zed::current_platform();
    let architecture = match architecture {
        Architecture::Aarch64 => "aarch64",
        Architecture::X8664 => "x86_64",
        Architecture::X86 => return Err(format!("no release is built for this processor. {}", remedy())),
    };
    Ok(match os {
        Os::Mac => format!("{architecture}-apple-darwin"),
        Os::Linux => format!("{architecture}-unknown-linux-musl"),
        Os::Windows => format!("{architecture}-pc-windows-msvc"),
    })
}

/// Returns the path of the program in an unpacked archive, which may have a folder of its name.
fn find(folder: &str) -> Option<String> {
    let is_program = |path: &str| fs::metadata(path).is_ok_and(|file| file.is_file());
    let inner = fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.path().to_str().map(str::to_owned));
    std::iter::once(folder.to_owned())
        .chain(inner)
        .flat_map(|folder| [format!("{folder}/referee"), format!("{folder}/referee.exe")])
        .find(|path| is_program(path))
}

fn remedy() -> &'static str {
    "Install referee and put it on the PATH, or set \"lsp\": {\"referee\": {\"binary\": {\"path\": \"…\"}}}."
}

zed::register_extension!(Referee);
