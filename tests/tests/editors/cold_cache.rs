//! A draft whose citations have not been looked up yet: a retracted work, an invented one, an
//! undefined key.

use referee_tests::Folder;
use referee_tests::scholar::{Scholar, papers};

/// Returns the draft `cold.md` with its bibliography, and the services that contain its works.
pub(crate) fn cold_cache() -> (Folder, Scholar) {
    let mut all = papers(4);
    if let Some(paper) = all.first_mut() {
        paper.retracted_by = Some(String::from("10.5555/notice.1"));
    }
    let mut bib: String =
        all.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("true{n}"), true)).collect();
    bib.push_str("@article{invented,\n  author = {Quill, Xenia},\n  title = {Whales that sing in dialects and the sailors who answer them},\n  journal = {Annals of Examples},\n  year = {2011},\n  doi = {10.5555/nowhere.1},\n}\n");
    let draft = "---\nbibliography: cold.bib\n---\n\nAs was shown [@true0].\n\nAnd [@true1; @true2; @true3].\n\nAnd sung [@invented].\n\nAnd later [@later2020].\n";
    (Folder::with(&[("cold.md", draft), ("cold.bib", &bib)]), Scholar::with(all))
}
