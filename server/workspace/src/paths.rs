//! Resolves file references in drafts to paths. No I/O: `..` is removed lexically.

use std::path::{Component, Path, PathBuf};

/// How many ancestor folders of a draft are searched for related files, if it is outside every
/// workspace folder.
const MAX_FOLDERS_ABOVE: usize = 3;

/// Returns `base/name` without `.` and `..`.
pub(crate) fn join(base: &Path, name: &str) -> PathBuf {
    let mut out = PathBuf::new();
    for component in base.join(name).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// Returns the folder and its ancestors up to the workspace folder that contains it, nearest first;
/// a limited number if it is outside every workspace folder.
pub(crate) fn upwards(folder: &Path, workspace: &[PathBuf]) -> Vec<PathBuf> {
    let root =
        workspace.iter().filter(|root| folder.starts_with(root)).max_by_key(|root| root.components().count());
    let mut out = Vec::new();
    for ancestor in folder.ancestors().take(MAX_FOLDERS_ABOVE + 1) {
        if ancestor.as_os_str().is_empty() {
            break;
        }
        out.push(ancestor.to_path_buf());
        if root.is_some_and(|root| root == ancestor) {
            break;
        }
    }
    out
}

/// Returns the possible paths of a file name in a draft, best first. LaTeX resolves from the folder
/// of the main file, which may be an ancestor of the draft's; Typst's `/x` starts at the project
/// root.
pub(crate) fn candidates(
    draft: &Path,
    name: &str,
    extension: Option<&str>,
    workspace: &[PathBuf],
) -> Vec<PathBuf> {
    let name = name.trim();
    if name.is_empty() || name.contains("://") || name.contains('\0') {
        return Vec::new();
    }
    let folder = draft.parent().unwrap_or(Path::new(""));
    let has_extension = Path::new(name).extension().is_some_and(|found| match extension {
        // `\input{v1.2}` lacks an extension; `\bibliography{refs.bib}` has one.
        Some(wanted) => found.eq_ignore_ascii_case(wanted) || found == "tex",
        None => true,
    });
    let mut names = Vec::new();
    if let Some(extension) = extension.filter(|_| !has_extension) {
        names.push(format!("{name}.{extension}"));
    }
    names.push(name.to_owned());
    let mut out = Vec::new();
    for base in upwards(folder, workspace) {
        for name in &names {
            let rooted = name.strip_prefix('/').filter(|_| !Path::new(name).starts_with(folder));
            for place in [Some(join(&base, name)), rooted.map(|rest| join(&base, rest))].into_iter().flatten()
            {
                if !out.contains(&place) {
                    out.push(place);
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_chapter_is_looked_up_from_the_main_files_folder_too() {
        let found =
            candidates(Path::new("/w/thesis/chapters/one.tex"), "refs", Some("bib"), &["/w/thesis".into()]);
        assert_eq!(found[0], Path::new("/w/thesis/chapters/refs.bib"));
        assert!(found.contains(&PathBuf::from("/w/thesis/refs.bib")));
        assert!(!found.contains(&PathBuf::from("/w/refs.bib")));
    }

    #[test]
    fn dots_are_taken_away_and_addresses_are_no_files() {
        assert_eq!(
            candidates(Path::new("/w/a/p.md"), "../refs.bib", None, &["/w".into()])[0],
            Path::new("/w/refs.bib")
        );
        assert!(candidates(Path::new("/w/a/p.md"), "https://example.org/refs.bib", None, &[]).is_empty());
    }
}
