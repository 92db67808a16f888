//! CRAN, the archive of R packages, through the database of DESCRIPTION files that the R Consortium
//! provides for programs (<https://crandb.r-pkg.org>). A package that it lacks may be at
//! Bioconductor or nowhere.

use super::package::{self, Registry};
use super::value;
use referee_bibliography::Work;
use referee_records::services;

/// The database of CRAN's packages.
pub(super) const CRAN: Registry = Registry {
    profile: services::CRAN,
    base_url: "https://crandb.r-pkg.org",
    class: "package",
    package_of,
    path: |name| format!("/{name}"),
    lacks: |answer| value::text(answer, "error").is_some_and(|said| said == "not_found"),
    fields: ["Package", "Title"],
    authors: |found| value::text(found, "Author").map(|list| package::persons(&list)).unwrap_or_default(),
    home: |name| format!("https://cran.r-project.org/package={name}"),
};

/// Returns the package that a reference cites: from its address at CRAN, or, without an address,
/// from its title.
fn package_of(work: &Work) -> Option<String> {
    let Some((host, path)) = package::address(work) else { return package::name(work) };
    // Matches cran.r-project.org/package=NAME, cran.r-project.org/web/packages/NAME/index.html, and
    // the mirrors.
    let is_cran = host.starts_with("cran.") || host.contains(".cran.");
    let name = ["/package=", "/web/packages/", "package="].iter().find_map(|mark| path.split_once(mark))?.1;
    let name = name.split(['/', '?', '&']).next()?;
    (is_cran && package::is_name(name)).then(|| name.to_owned())
}
