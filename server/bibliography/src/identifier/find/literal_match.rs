//! Decides from the context of a literal whether it begins an identifier.

use super::found_identifier::{FoundIdentifier, Malformed};
use crate::identifier::arxiv::arxiv_number;
use crate::identifier::extent::{MAX_DOI_BYTES, doi_extent, is_resolver, stands_alone};
use crate::identifier::{Identifier, MAX_PMID, doi, isbn, strip_prefix_folded, trial};
use referee_text::effort::look_at;
use referee_text::{Phrase, Span};

const TOO_LONG_PMID: Phrase =
    Phrase { english: "a PMID has at most 8 digits", spanish: "un PMID tiene como mucho 8 cifras" };

/// A literal's position in a text.
#[derive(Clone, Copy)]
pub(super) struct LiteralMatch<'t> {
    pub(super) text: &'t str,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Whether a character may separate a label from its number; this includes markup for bold text and
/// braces.
fn separator(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t'
            | '\n'
            | '\r'
            | '\u{a0}'
            | '\u{202f}'
            | ':'
            | '\u{ff1a}'
            | '#'
            | '*'
            | '_'
            | '}'
            | '~'
            | '='
            | '"'
    )
}

impl<'t> LiteralMatch<'t> {
    fn before(&self) -> &'t str {
        self.text.get(..self.start).unwrap_or_default()
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.start..).unwrap_or_default()
    }

    fn behind(&self) -> &'t str {
        self.text.get(self.end..).unwrap_or_default()
    }

    /// Whether the literal starts a word: no letter, digit, `@` or backslash directly precedes it.
    fn starts_word(&self) -> bool {
        !self
            .before()
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '@' || c == '\\')
            || self.before().ends_with('_')
                && !self.before().trim_end_matches('_').ends_with(char::is_alphanumeric)
    }

    /// Returns the start and the host of the web address that contains the literal.
    fn address(&self) -> Option<(usize, &'t str)> {
        let before = self.before();
        let delimiter = |c: char| {
            c.is_whitespace()
                || !c.is_ascii()
                || matches!(c, '<' | '>' | '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '`' | ',')
        };
        let mut start = before.len();
        for (at, c) in before.char_indices().rev().take(400) {
            look_at(c.len_utf8());
            if delimiter(c) {
                break;
            }
            start = at;
        }
        let segment = before.get(start..)?;
        let (host_at, host_and_path) = match segment.rfind("://") {
            Some(at) => (
                segment.get(..at)?.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |p| p + 1),
                segment.get(at + 3..)?,
            ),
            None => (segment.rfind(':').map_or(0, |at| at + 1), segment.rsplit(':').next()?),
        };
        let host = host_and_path.split(['/', '?', '#']).next()?;
        let named = host.rsplit('.').next().is_some_and(|top| top.bytes().any(|b| b.is_ascii_alphabetic()));
        let known =
            segment.contains("://") || (host_and_path.len() > host.len() && host.contains('.') && named);
        known.then_some((start + host_at, host))
    }

    /// Returns the start of a label that directly precedes the literal: `doi:`, `doi `,
    /// `**DOI:** `, `\doi{`.
    fn label(&self, names: &[&str]) -> Option<usize> {
        let head = self.before().trim_end_matches(|c: char| separator(c) || c == '{' || c == '(' || c == '[');
        look_at(self.before().len() - head.len());
        names.iter().find_map(|name| {
            let at = head.len().checked_sub(name.len())?;
            let fits = head.get(at..)?.eq_ignore_ascii_case(name)
                && !head.get(..at)?.ends_with(|c: char| c.is_alphanumeric());
            fits.then(|| at - usize::from(head.get(..at).is_some_and(|before| before.ends_with('\\'))))
        })
    }

    fn push(
        &self,
        out: &mut Vec<FoundIdentifier>,
        span: (usize, usize),
        whole: (usize, usize),
        result: Result<Identifier, Phrase>,
    ) {
        // Text of a previous identifier must not be used again.
        let free = out.last().map_or(0, |last| last.whole.end as usize);
        if span.0 < free {
            return;
        }
        let whole = (whole.0.max(free), whole.1);
        let own = || self.text.get(span.0..span.1).unwrap_or_default().to_owned();
        out.push(FoundIdentifier {
            span: Span::new(span.0, span.1),
            whole: Span::new(whole.0.min(span.0), whole.1.max(span.1)),
            result: result.map_err(|reason| Malformed { text: own(), reason }),
        });
    }

    /// Adds a DOI if a registrant, a slash and a name follow `10.`.
    pub(super) fn doi(&self, out: &mut Vec<FoundIdentifier>) {
        let digits = self.behind().bytes().take_while(u8::is_ascii_digit).count();
        let next = self.behind().as_bytes().get(digits).copied();
        let is_broken = matches!(next, Some(b' ' | b'\n' | b'\r'))
            && digits >= 4
            && self.label(&["doi"]).is_some()
            && doi::broken_extent(self.rest(), self.end - self.start + digits).is_some();
        if digits == 0 || !(matches!(next, Some(b'/' | b'.' | b'%')) || is_broken) {
            // `doi:10.1056` has a label but no name.
            if digits >= 4 && self.label(&["doi"]).is_some() && !matches!(next, Some(b'0'..=b'9')) {
                let span = (self.start, self.end + digits);
                self.push(out, span, self.doi_whole(span), Err(doi::NO_SLASH));
            }
            return;
        }
        let address = self.address();
        let resolver = address.is_some_and(|(_, host)| is_resolver(host));
        let labelled = resolver || self.label(&["doi"]).is_some();
        if !resolver && (address.is_some() || self.before().ends_with('/')) {
            return;
        }
        let attached = self.before().ends_with(|c: char| c.is_alphanumeric() || c == '.' || c == '@');
        if attached && !labelled {
            return;
        }
        let raw = doi_extent(self.rest(), resolver);
        let whole = doi::broken_extent(self.rest(), raw.len()).filter(|_| labelled);
        let raw = whole.and_then(|whole| self.rest().get(..whole)).unwrap_or(raw);
        let raw = doi::trimmed(raw);
        let raw = if self.before().ends_with('_') { raw.trim_end_matches('_') } else { raw };
        let span = (self.start, self.start + raw.len());
        let plain = doi::unescaped(raw);
        let plain = if whole.is_some() { plain.split_whitespace().collect() } else { plain };
        match doi::check(&plain) {
            Ok(()) if labelled || stands_alone(&plain) => {
                self.push(out, span, self.doi_whole(span), Ok(Identifier::Doi(doi::normal(&plain))));
            }
            Err(reason) if labelled && !raw.is_empty() => {
                self.push(out, span, self.doi_whole(span), Err(reason))
            }
            _ => {}
        }
    }

    /// Extends the DOI at `span` to its label and address.
    fn doi_whole(&self, span: (usize, usize)) -> (usize, usize) {
        let start = match self.address() {
            Some((start, _)) => LiteralMatch { start, ..*self }.label(&["doi"]).unwrap_or(start),
            None => self.label(&["doi"]).unwrap_or(span.0),
        };
        let opened =
            self.text.get(start..span.0).is_some_and(|label| label.starts_with('\\') || label.contains('{'));
        let closed = self.text.get(span.1..).is_some_and(|rest| rest.starts_with('}'));
        (start, if opened && closed { span.1 + 1 } else { span.1 })
    }

    /// Adds a malformed DOI if `doi:` precedes something that does not begin like a DOI.
    pub(super) fn doi_label(&self, out: &mut Vec<FoundIdentifier>) {
        let blank = self.behind().len() - self.behind().trim_start_matches([' ', '\u{a0}']).len();
        let at = self.end + blank;
        // At most the length of a DOI: the text may be a single word of any length.
        let rest = self.text.get(at..self.text.floor_char_boundary(at + MAX_DOI_BYTES)).unwrap_or_default();
        let token = rest.split(|c: char| c.is_whitespace() || !c.is_ascii()).next().unwrap_or_default();
        let token = doi::trimmed(token);
        let wants = token.starts_with(|c: char| c.is_ascii_digit())
            && !token.starts_with("10.")
            && token.contains('/')
            && token.contains(|c: char| c.is_ascii_alphabetic());
        // `doi:10/abcd` is a short DOI, which only the resolver can expand.
        if self.starts_word() && wants && !token.starts_with("10/") && self.address().is_none() {
            self.push(out, (at, at + token.len()), (self.start, at + token.len()), Err(doi::NO_START));
        }
    }

    /// Adds labelled PubMed identifiers: `PMID: 11832527`, `PMIDs 11832527, 9742976 and 9742977`.
    pub(super) fn pmid(&self, out: &mut Vec<FoundIdentifier>) {
        if !self.starts_word() || self.address().is_some() {
            return;
        }
        let many = self.behind().starts_with(['s', 'S']);
        let mut at = self.end + usize::from(many);
        let gap = |at: usize| {
            let rest = self.text.get(at..).unwrap_or_default();
            rest.len() - rest.trim_start_matches(separator).len()
        };
        let first_gap = gap(at);
        let sure =
            self.text.get(at..at + first_gap).is_some_and(|gap| gap.contains([':', '\u{ff1a}', '#', '=']));
        if first_gap == 0 || first_gap > 8 {
            return;
        }
        at += first_gap;
        let mut whole_start = self.start;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let next = rest.get(digits..).and_then(|behind| behind.chars().next());
            let runs_on = next.is_some_and(|c| c.is_alphanumeric() || c == '%')
                || rest.get(digits..).is_some_and(|behind| {
                    let mut chars = behind.chars();
                    matches!(chars.next(), Some('.' | ',' | '-'))
                        && chars.next().is_some_and(|c| c.is_ascii_digit())
                        && !many
                });
            if digits == 0 || runs_on || (!sure && digits < 4) {
                return;
            }
            let number = rest.get(..digits).and_then(|text| text.parse::<u32>().ok()).unwrap_or(u32::MAX);
            let result = match number {
                0 => Err(Phrase {
                    english: "PubMed numbers start at 1",
                    spanish: "los números de PubMed empiezan por 1",
                }),
                _ if digits > 8 || number > MAX_PMID => Err(TOO_LONG_PMID),
                _ => Ok(Identifier::Pmid(number)),
            };
            self.push(out, (at, at + digits), (whole_start, at + digits), result);
            at += digits;
            if !many {
                return;
            }
            let rest = self.text.get(at..).unwrap_or_default();
            let step = rest.trim_start_matches([',', ';', '/', ' ', '&', '\u{a0}']);
            let step = ["and ", "y ", "or "].iter().find_map(|word| step.strip_prefix(word)).unwrap_or(step);
            let skipped = rest.len() - step.len();
            if skipped == 0 || !step.starts_with(|c: char| c.is_ascii_digit()) {
                return;
            }
            at += skipped;
            whole_start = at;
        }
    }

    /// Adds an identifier from an address at PubMed, PubMed Central or Europe PMC.
    pub(super) fn nlm_address(&self, out: &mut Vec<FoundIdentifier>) {
        let Some((start, host)) = LiteralMatch { start: self.end, ..*self }.address() else { return };
        let path = self.behind();
        let folded = strip_prefix_folded;
        let (skipped, central) = if host.eq_ignore_ascii_case("pubmed.ncbi.nlm.nih.gov") {
            (0, false)
        } else if let Some(rest) = folded(path, "pubmed/")
            .or_else(|| folded(path, "m/pubmed/"))
            .or_else(|| folded(path, "article/med/"))
            .or_else(|| folded(path, "abstract/med/"))
        {
            (path.len() - rest.len(), false)
        } else if let Some(rest) = folded(path, "pmc/articles/pmc")
            .or_else(|| folded(path, "articles/pmc"))
            .or_else(|| folded(path, "article/pmc/pmc"))
        {
            (path.len() - rest.len(), true)
        } else {
            return;
        };
        let at = self.end + skipped;
        let rest = self.text.get(at..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let behind = rest.get(digits..).unwrap_or_default();
        if digits == 0 || behind.starts_with(|c: char| c.is_alphanumeric()) {
            return;
        }
        let number = rest.get(..digits).and_then(|text| text.parse::<u32>().ok());
        let result = match number {
            Some(number) if central && digits <= 9 && number > 0 => Ok(Identifier::Pmcid(number)),
            Some(number) if !central && (1..=MAX_PMID).contains(&number) => Ok(Identifier::Pmid(number)),
            _ if central => {
                Err(Phrase { english: "this is not a PMC number", spanish: "esto no es un número de PMC" })
            }
            _ => Err(TOO_LONG_PMID),
        };
        let tail = behind
            .split(|c: char| c.is_whitespace() || matches!(c, ')' | '>' | '}' | ']' | '"' | '|'))
            .next()
            .unwrap_or_default();
        let tail =
            if tail.starts_with(['/', '?', '#']) { tail.trim_end_matches(['.', ',', ';', ':']) } else { "" };
        let from = if central { at - 3 } else { at };
        self.push(out, (from, at + digits), (start, at + digits + tail.len()), result);
    }

    /// Adds a PubMed Central identifier: `PMC2675004`, `PMCID: 2675004`.
    pub(super) fn pmcid(&self, out: &mut Vec<FoundIdentifier>) {
        if !self.starts_word() || self.address().is_some() {
            return;
        }
        let labelled = strip_prefix_folded(self.behind(), "ID");
        let rest = labelled.map_or(self.behind(), |rest| rest.trim_start_matches(separator));
        let rest = if labelled.is_some() { strip_prefix_folded(rest, "PMC").unwrap_or(rest) } else { rest };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let behind = rest.get(digits..).unwrap_or_default();
        let enough = if labelled.is_some() { 1..=9 } else { 5..=8 };
        // Lower case occurs in addresses and file names; in prose it is another word.
        let shouted = labelled.is_some() || self.rest().starts_with("PMC");
        if !enough.contains(&digits)
            || !shouted
            || behind.starts_with(|c: char| c.is_alphanumeric() || c == '-')
        {
            return;
        }
        let at = self.text.len() - rest.len();
        let Some(number) = rest.get(..digits).and_then(|text| text.parse::<u32>().ok()).filter(|n| *n > 0)
        else {
            return;
        };
        let prefixed =
            self.text.get(..at).is_some_and(|before| before.ends_with("PMC") || before.ends_with("pmc"));
        let from = if prefixed { at - 3 } else { at };
        let start =
            if labelled.is_some() { self.start } else { self.label(&["pmcid"]).unwrap_or(self.start) };
        self.push(out, (from, at + digits), (start, at + digits), Ok(Identifier::Pmcid(number)));
    }

    /// Adds an arXiv identifier: `arXiv:2103.15348v2`, `arxiv.org/abs/hep-th/9901001`.
    pub(super) fn arxiv(&self, out: &mut Vec<FoundIdentifier>) {
        let path = ["abs/", "pdf/", "html/"];
        let behind = self.behind();
        if let Some(rest) =
            behind.strip_prefix(".org/").and_then(|rest| path.iter().find_map(|part| rest.strip_prefix(part)))
        {
            let at = self.text.len() - rest.len();
            let whole = self.address_of_arxiv();
            if let Ok((id, version, length)) = arxiv_number(rest) {
                let pdf = if rest.get(length..).is_some_and(|tail| tail.starts_with(".pdf")) { 4 } else { 0 };
                self.push(
                    out,
                    (at, at + length),
                    (whole, at + length + pdf),
                    Ok(Identifier::Arxiv(id, version)),
                );
            }
            return;
        }
        if !self.starts_word() || self.address().is_some() {
            return;
        }
        let rest = behind.trim_start_matches([':', ' ', '~', '\u{a0}', '*', '}', '{']);
        let gap = behind.get(..behind.len() - rest.len()).unwrap_or_default();
        let at = self.text.len() - rest.len();
        let sure = gap.contains(':');
        if gap.is_empty() || gap.len() > 6 {
            return;
        }
        match arxiv_number(rest) {
            // Old identifiers look like fractions of words, so they require a colon after the
            // prefix.
            Ok((id, version, length)) if sure || !id.contains('/') => {
                self.push(
                    out,
                    (at, at + length),
                    (self.start, at + length),
                    Ok(Identifier::Arxiv(id, version)),
                );
            }
            Err(Some((reason, length))) if sure => {
                self.push(out, (at, at + length), (self.start, at + length), Err(reason))
            }
            _ => {}
        }
    }

    fn address_of_arxiv(&self) -> usize {
        let head = self.before();
        let host = head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-');
        let scheme = ["https://", "http://"].iter().find_map(|scheme| host.strip_suffix(scheme));
        scheme.map_or(host.len(), str::len)
    }

    /// Adds a labelled ISBN: `ISBN 978-0-306-40615-7`.
    pub(super) fn isbn(&self, out: &mut Vec<FoundIdentifier>) {
        if !self.starts_word() {
            return;
        }
        let behind = self.behind();
        let rest = ["-13", "-10", "13", "10", "s"]
            .iter()
            .find_map(|kind| behind.strip_prefix(kind))
            .unwrap_or(behind);
        let number = rest.trim_start_matches(separator);
        let at = self.text.len() - number.len();
        if number.len() == rest.len()
            || at - self.end > 12
            || !number.starts_with(|c: char| c.is_ascii_digit())
        {
            return;
        }
        match isbn::read(number) {
            Ok((isbn, length)) => {
                self.push(out, (at, at + length), (self.start, at + length), Ok(Identifier::Isbn(isbn)))
            }
            // Text with fewer digits is a sentence about ISBNs.
            Err((reason, length)) if number.bytes().take(length).filter(u8::is_ascii_digit).count() >= 8 => {
                self.push(out, (at, at + length), (self.start, at + length), Err(reason));
            }
            Err(_) => {}
        }
    }

    /// Adds a labelled European trial number: `EudraCT number 2004-000446-20`.
    pub(super) fn european(&self, out: &mut Vec<FoundIdentifier>) {
        let behind = self.behind();
        let Some(digit) = behind.char_indices().take(24).find(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at)
        else {
            return;
        };
        let Some((number, length)) = behind.get(digit..).and_then(trial::european) else { return };
        let between = behind.get(..digit).unwrap_or_default();
        if self.starts_word() && !between.contains(['.', '\n'])
            || between.to_ascii_lowercase().contains("no.")
        {
            let at = self.end + digit;
            self.push(out, (at, at + length), (self.start, at + length), Ok(Identifier::Trial(number)));
        }
    }

    /// Adds a European trial number without a label, `2004-000446-20`; the literal is in its
    /// middle, 4 digits after its start.
    pub(super) fn european_bare(&self, out: &mut Vec<FoundIdentifier>) {
        let Some(at) = self.start.checked_sub(4) else { return };
        let Some(rest) = self.text.get(at..).filter(|rest| rest.starts_with("20")) else { return };
        let attached = self.text.get(..at).is_some_and(|before| {
            before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '+' | '/' | '_'))
        });
        let Some((number, length)) = trial::european(rest).filter(|_| !attached) else { return };
        // A telephone or file number with the same middle lacks the third part.
        let place = LiteralMatch { start: at, ..*self };
        if number.len() >= 14
            && place.address().is_none_or(|(_, host)| trial::HOSTS.iter().any(|h| host.contains(h)))
        {
            self.push(out, (at, at + length), (at, at + length), Ok(Identifier::Trial(number)));
        }
    }

    /// Adds a trial number, which begins with the letters of its registry.
    pub(super) fn trial(&self, out: &mut Vec<FoundIdentifier>) {
        if !self.starts_word() {
            return;
        }
        let address = self.address();
        if address.is_some_and(|(_, host)| !trial::HOSTS.iter().any(|known| host.contains(known))) {
            return;
        }
        let start = address.map_or(self.start, |(start, _)| start);
        match trial::at(self.rest()) {
            Some(trial::Read::Number(number, length)) => {
                self.push(
                    out,
                    (self.start, self.start + length),
                    (start, self.start + length),
                    Ok(Identifier::Trial(number)),
                );
            }
            Some(trial::Read::Almost(length, reason)) => {
                self.push(out, (self.start, self.start + length), (start, self.start + length), Err(reason));
            }
            None => {}
        }
    }
}
