//! End-to-end tests of the program: the command line, editor sessions, look-ups, and claims of
//! documents.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test that cannot set itself up should fail, and says what it measured and what it skipped"
)]

mod against_source;
mod architecture;
mod assistant_leftovers;
mod attachments;
mod channels;
mod cli_bad_input;
mod cli_check;
mod cli_notes;
mod cli_research;
mod cli_stdin;
mod documentation;
mod documents;
mod editor_commands;
mod embeddings;
mod evidence_store;
mod first_minutes;
mod full_texts;
mod guidelines;
mod guides_followed;
mod hostile_workspace;
mod knowledge;
mod language_model;
mod large_files;
mod leads;
mod library_health;
mod lsp_chapters;
mod lsp_diagnostics;
mod lsp_environment;
mod lsp_features;
mod lsp_insert;
mod lsp_library;
mod lsp_one_problem;
mod lsp_online;
mod lsp_reference_list;
mod lsp_research;
mod lsp_support;
mod lsp_transport;
mod lsp_vectors;
mod mcp;
mod mcp_hostile;
mod mcp_http;
mod mcp_reference_client;
mod model_install;
mod never_green;
mod notebooks;
mod online_2026;
mod online_arxiv;
mod online_check;
mod online_computing;
mod online_conferences;
mod online_counts;
mod online_faults;
mod online_pages;
mod online_pauses;
mod online_research;
mod online_thrift;
mod overleaf;
mod packages;
mod papers;
mod public_cases;
mod read_only;
mod read_otherwise;
mod real_manuscripts;
mod retraction_table;
mod review_note;
mod rule_files;
mod screen;
mod screen_faults;
mod screen_outage;
mod serve;
mod serve_hostile;
mod shared_library;
mod soak;
mod spanish;
mod support_by_model;
mod tables;
mod web;
mod word_copy;
mod zotero;
