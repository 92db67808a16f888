//! File paths computed in R: `bibliography: "`r here::here('refs.bib')`"`.

/// Returns the path computed by an R expression. `None` if `name` is not an expression,
/// `Some(None)` if only R can compute it.
///
/// Only the strings in a call are joined, like in `here()` and `file.path()`.
pub(crate) fn path(name: &str) -> Option<Option<String>> {
    let name = name.trim();
    let inline = name.strip_prefix("`r ").and_then(|rest| rest.strip_suffix('`'));
    let expression = inline.or_else(|| Some(name).filter(|name| is_call(name)))?.trim();
    Some(joined(expression))
}

/// Whether `text` is exactly one call, as after YAML's `!expr`: `here::here("refs.bib")`.
fn is_call(text: &str) -> bool {
    let Some((function, arguments)) = text.split_once('(') else { return false };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':');
    let has_string = arguments.trim_start().starts_with(['"', '\'']);
    !function.is_empty() && function.chars().all(is_name) && has_string && arguments.trim_end().ends_with(')')
}

/// Returns the path that a call joins from its strings; a single string is a path.
fn joined(expression: &str) -> Option<String> {
    let (function, arguments) = match expression.split_once('(') {
        Some((function, rest)) => (function.trim(), rest.trim_end().strip_suffix(')')?),
        None => ("here", expression),
    };
    let joins = matches!(
        function,
        "here"
            | "here::here"
            | "file.path"
            | "fs::path"
            | "path"
            | "normalizePath"
            | "rprojroot::find_rstudio_root_file"
    );
    let parts: Option<Vec<&str>> = arguments.split(',').map(|part| string(part.trim())).collect();
    parts.filter(|_| joins).map(|parts| parts.join("/")).filter(|path| !path.is_empty())
}

/// Returns the content of an R string.
fn string(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains(['"', '\'', '\\']))
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn strings_in_a_call_are_a_path_and_the_rest_is_not_known() {
        for (name, wanted) in [
            ("`r here::here('references.bib')`", Some(Some("references.bib"))),
            ("`r here(\"lit\", 'refs.bib')`", Some(Some("lit/refs.bib"))),
            ("`r file.path(\"..\", \"refs.bib\")`", Some(Some("../refs.bib"))),
            ("`r 'refs.bib'`", Some(Some("refs.bib"))),
            ("here::here(\"refs.bib\")", Some(Some("refs.bib"))),
            ("`r params$bib`", Some(None)),
            ("`r paste0(dir, '.bib')`", Some(None)),
            ("`r rbbt::bbt_write_bib('refs.bib', overwrite = TRUE)`", Some(None)),
            ("`r here::here(`", Some(None)),
            ("refs.bib", None),
            ("refs (old).bib", None),
            ("refs(1).bib", None),
            ("", None),
        ] {
            assert_eq!(path(name), wanted.map(|path| path.map(str::to_owned)), "{name}");
        }
    }
}
