//! Real editors with the real server, if they are on this machine: `tests/editors/install` installs
//! them.

mod cold_cache;
mod emacs;
mod helix;
mod neovim;
mod neovim_screen;
mod pages;
#[cfg(unix)]
mod start;
mod terminal;
mod typed_client;
mod vscode;
mod web_page;
