//! Derives from the text of a pattern what every match must contain, without compiling it.
//!
//! For example, each match of `(?i)\b(?:allergy|alergia) to` contains the letters of *allergy to*
//! or those of *alergia to* after some other character. The reader knows the syntax of the `regex`
//! crate as far as the rules use it; syntax that it does not know adds no needs.

use super::letters::{self, Code, DIGIT, GAP, Letter, LetterSet};

/// The letters that every match of a pattern contains.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    /// The alternatives of the pattern; a text must satisfy one of them. Empty if nothing is known.
    alternatives: Box<[Alternative]>,
}

/// The parts of an alternative about which something is known; each match contains one run of each.
type Alternative = Box<[RunList]>;

/// A list of runs of letters; the text must contain one of them.
#[derive(Debug)]
pub(crate) struct RunList {
    /// The [`letters::rarest`] code of each run. Hardly any text has it without the run, so the runs themselves
    /// are rarely compared.
    rarest: Box<[Code]>,
    /// The runs, each preceded by its length.
    runs: Box<[u8]>,
}

impl RunList {
    /// Returns the list of these runs; `None` if one is empty, which every text contains.
    fn of(runs: Runs) -> Option<Self> {
        let rarest: Option<Vec<Code>> = runs.iter().map(|run| letters::rarest(run.letters())).collect();
        let mut all = Vec::with_capacity(runs.iter().map(|run| run.len() + 1).sum());
        for run in runs {
            all.push(run.0[0]);
            all.extend(run.letters());
        }
        Some(Self { rarest: rarest?.into(), runs: all.into() })
    }

    fn runs(&self) -> impl Iterator<Item = &[Letter]> {
        let mut rest = &*self.runs;
        std::iter::from_fn(move || {
            let (length, behind) = rest.split_first()?;
            let (run, behind) = behind.split_at_checked(usize::from(*length))?;
            rest = behind;
            Some(run)
        })
    }

    /// Whether a text contains one of the runs.
    fn is_in(&self, text: &LetterSet) -> bool {
        let has = |code: &Code| text.has_code(*code);
        self.rarest.iter().any(has)
            && self.rarest.iter().zip(self.runs()).any(|(code, run)| has(code) && text.has_whole(run))
    }
}

impl Needs {
    /// Derives the needs of a pattern.
    pub(crate) fn of(pattern: &str) -> Self {
        let mut reader = Reader { rest: pattern, is_verbose: false };
        let mut alternatives: Vec<Alternative> = Vec::new();
        loop {
            let needed: Alternative =
                reader.sequence(0).needed.into_iter().filter_map(|(_, runs)| RunList::of(runs)).collect();
            if needed.is_empty() {
                return Self::default();
            }
            alternatives.push(needed);
            if !reader.takes("|") {
                return Self { alternatives: alternatives.into() };
            }
        }
    }

    /// Whether nothing is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.alternatives.is_empty()
    }

    /// Whether a text with these letters may match.
    pub(crate) fn are_met(&self, text: &LetterSet) -> bool {
        self.alternatives.iter().any(|parts| parts.iter().all(|part| part.is_in(text)))
    }
}

/// The maximum length of a run; more letters add hardly any information.
const MAX_RUN: usize = 14;
/// The maximum number of runs that are followed through a sequence.
const MAX_RUNS: usize = 64;
/// The maximum number of parts of an alternative that are compared.
const MAX_PARTS: usize = 3;
/// Lists of runs whose probability in an ordinary sentence is above this limit are discarded.
const MAX_CHANCE: f64 = 0.9;
/// The maximum nesting depth of groups; deeper ones are not read.
const MAX_DEPTH: usize = 40;

type Runs = Vec<Run>;

/// Up to [`MAX_RUN`] letters, stored in place after their number, because the patterns have many runs.
#[derive(Clone, Copy, Debug, Default)]
struct Run([u8; 16]);

impl PartialEq for Run {
    fn eq(&self, other: &Run) -> bool {
        u128::from_ne_bytes(self.0) == u128::from_ne_bytes(other.0)
    }
}

impl Run {
    fn len(&self) -> usize {
        usize::from(self.0[0])
    }

    fn letters(&self) -> &[Letter] {
        self.0.get(1..=self.len()).unwrap_or_default()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends a letter; letters after the last place are dropped, which leaves a shorter run that is needed too.
    fn push(&mut self, letter: Letter) {
        let next = self.len() + 1;
        if !letters::is_collapsed(self.letters(), letter)
            && let Some(place) = self.0.get_mut(next)
        {
            *place = letter;
            self.0[0] += 1;
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    is_verbose: bool,
}

/// The properties of a part of a pattern.
struct Part {
    /// All strings that it matches, if they are few and known.
    exact: Option<Runs>,
    /// Lists of runs with their [`chance`], the most selective first; each match contains one run of each list.
    needed: Vec<(f64, Runs)>,
}

/// The matches of one item of a pattern.
enum Item {
    /// Nothing with a length: a flag.
    Nothing,
    /// One of these letters.
    One(Vec<Letter>),
    /// Something about which nothing is known.
    Unknown,
    /// A group.
    Group(Part),
}

/// The state while a sequence is read.
struct Sequence {
    /// The possible runs since the last unknown item.
    current: Runs,
    needed: Vec<(f64, Runs)>,
    is_exact: bool,
}

impl Sequence {
    fn offer(&mut self, candidate: Runs) {
        let is_telling = !candidate.is_empty() && candidate.iter().all(|run| !run.is_empty());
        if !is_telling {
            return;
        }
        let chance = chance(&candidate);
        if chance < MAX_CHANCE {
            let at = self.needed.partition_point(|(known, _)| *known <= chance);
            self.needed.insert(at, (chance, candidate));
            self.needed.truncate(MAX_PARTS);
        }
    }

    /// Ends the current runs, because what follows is unknown.
    fn cut(&mut self) {
        let current = std::mem::replace(&mut self.current, vec![Run::default()]);
        self.offer(current);
        self.is_exact = false;
    }

    /// Appends one of `next` to the current runs.
    fn extend(&mut self, next: &Runs) {
        let longest = |runs: &Runs| runs.iter().map(Run::len).max().unwrap_or(0);
        if self.current.len() * next.len() > MAX_RUNS || longest(&self.current) + longest(next) > MAX_RUN {
            self.cut();
        }
        let mut out = Runs::with_capacity(self.current.len() * next.len());
        for run in &self.current {
            for more in next {
                let mut longer = *run;
                more.letters().iter().for_each(|letter| longer.push(*letter));
                if !out.contains(&longer) {
                    out.push(longer);
                }
            }
        }
        self.current = out;
    }
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let first = self.rest.chars().next()?;
        self.rest = &self.rest[first.len_utf8()..];
        Some(first)
    }

    fn takes(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Reads alternatives up to the end of their group.
    fn alternatives(&mut self, depth: usize) -> Part {
        let outer = self.is_verbose;
        let (mut exact, mut best) = (Some(Runs::new()), Some(Runs::new()));
        let join = |all: &mut Option<Runs>, more: Option<Runs>| match (all.as_mut(), more) {
            (Some(known), Some(more)) => known.extend(more),
            _ => *all = None,
        };
        loop {
            let part = self.sequence(depth);
            join(&mut exact, part.exact);
            join(&mut best, part.needed.into_iter().next().map(|(_, runs)| runs));
            if !self.takes("|") {
                break;
            }
        }
        let exact = exact.filter(|runs| runs.len() <= MAX_RUNS);
        self.is_verbose = outer;
        Part { exact, needed: best.into_iter().map(|runs| (chance(&runs), runs)).collect() }
    }

    /// Reads one alternative.
    fn sequence(&mut self, depth: usize) -> Part {
        let mut all = Sequence { current: vec![Run::default()], needed: Vec::new(), is_exact: true };
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let item = self.item(depth);
            let (least, is_repeated) = self.repetition();
            let mut next: Runs = match item {
                Item::Nothing => continue,
                Item::Unknown => {
                    all.cut();
                    continue;
                }
                Item::One(letters) => letters
                    .into_iter()
                    .map(|letter| {
                        let mut run = Run::default();
                        run.push(letter);
                        run
                    })
                    .collect(),
                Item::Group(Part { exact: Some(exact), .. }) => exact,
                Item::Group(Part { exact: None, needed }) => {
                    all.cut();
                    if least > 0 {
                        needed.into_iter().for_each(|(_, runs)| all.offer(runs));
                    }
                    continue;
                }
            };
            // Adjacent digits count as one, and so do adjacent blanks.
            let is_collapsed = matches!(next.as_slice(), [run] if matches!(run.letters(), [DIGIT] | [GAP]));
            if least == 0 && (!is_repeated || is_collapsed) {
                next.push(Run::default());
                all.extend(&next);
            } else if least == 0 {
                all.cut();
            } else {
                all.extend(&next);
                if is_repeated && !is_collapsed {
                    all.cut();
                }
            }
        }
        let exact = all.is_exact.then(|| all.current.clone());
        let current = std::mem::take(&mut all.current);
        all.offer(current);
        Part { exact, needed: all.needed }
    }
}

impl Reader<'_> {
    /// Reads one item, without its repetition.
    fn item(&mut self, depth: usize) -> Item {
        let Some(first) = self.next() else { return Item::Nothing };
        match first {
            // The ends of a text and of a line count as a gap.
            '^' | '$' => Item::One(vec![GAP]),
            '.' => Item::Unknown,
            '\\' => self.escape(),
            '[' => self.class(),
            '(' => self.group(depth),
            _ if self.is_verbose && first.is_whitespace() => Item::Nothing,
            '#' if self.is_verbose => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.rest = &self.rest[end..];
                Item::Nothing
            }
            _ => Item::One(vec![letters::letter(first)]),
        }
    }

    fn escape(&mut self) -> Item {
        match self.next() {
            // A boundary is between a letter or digit and a gap. `_` is a gap here but a word
            // character in the pattern.
            Some('b') if !self.braces() && !self.rest.starts_with('_') => Item::One(vec![GAP]),
            Some('A' | 'z') => Item::One(vec![GAP]),
            Some('d') => Item::One(vec![DIGIT]),
            Some('s' | 'n' | 't' | 'r' | 'f' | 'v' | 'W') => Item::One(vec![GAP]),
            Some('x' | 'u' | 'U') => {
                if !self.braces() {
                    self.rest = self.rest.get(2..).unwrap_or_default();
                }
                Item::Unknown
            }
            Some('p' | 'P') => {
                if !self.braces() {
                    self.next();
                }
                Item::Unknown
            }
            Some('w' | 'S' | 'D' | 'b' | 'B' | 'a') | None => Item::Unknown,
            Some(other) => Item::One(vec![letters::letter(other)]),
        }
    }

    /// Skips the contents of braces.
    fn braces(&mut self) -> bool {
        let Some(end) = self.rest.strip_prefix('{').and_then(|inner| inner.find('}')) else { return false };
        self.rest = &self.rest[end + 2..];
        true
    }

    /// Reads a character class: its letters if they are few.
    fn class(&mut self) -> Item {
        /// The maximum number of letters of a class that are followed.
        const MAX_LETTERS: usize = 4;
        let mut is_known = !self.takes("^");
        let mut members: Vec<Letter> = Vec::new();
        let mut depth = 1_usize;
        let mut is_first = true;
        while let Some(next) = self.next() {
            match next {
                ']' if !is_first => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                '[' => {
                    depth += 1;
                    is_known = false;
                }
                '\\' => match self.escape() {
                    Item::One(letters) => members.extend(letters),
                    _ => is_known = false,
                },
                // Both ends of a range of digits are the same letter here; other ranges are not
                // followed.
                '-' if !is_first && !self.rest.starts_with(']') => is_known &= members.last() == Some(&DIGIT),
                other => members.push(letters::letter(other)),
            }
            is_first = false;
        }
        members.sort_unstable();
        members.dedup();
        if is_known && !members.is_empty() && members.len() <= MAX_LETTERS {
            Item::One(members)
        } else {
            Item::Unknown
        }
    }

    fn group(&mut self, depth: usize) -> Item {
        if self.takes("?") {
            if self.takes("P<") || self.takes("<") {
                let end = self.rest.find('>').map_or(self.rest.len(), |end| end + 1);
                self.rest = &self.rest[end..];
            } else {
                let end = self.rest.find([':', ')']).unwrap_or(self.rest.len());
                let (flags, behind) = self.rest.split_at(end);
                let (on, off) = flags.split_once('-').unwrap_or((flags, ""));
                let is_verbose = (self.is_verbose || on.contains('x')) && !off.contains('x');
                self.rest = behind;
                if self.takes(")") {
                    self.is_verbose = is_verbose;
                    return Item::Nothing;
                }
                self.takes(":");
                let outer = std::mem::replace(&mut self.is_verbose, is_verbose);
                let item = self.inside(depth);
                self.is_verbose = outer;
                return item;
            }
        }
        self.inside(depth)
    }

    fn inside(&mut self, depth: usize) -> Item {
        if depth >= MAX_DEPTH {
            // The rest cannot be read, so it adds no needs.
            self.rest = "";
            return Item::Unknown;
        }
        let part = self.alternatives(depth + 1);
        self.takes(")");
        Item::Group(part)
    }

    /// Reads the repetition of an item: the minimum count, and whether it may exceed one.
    fn repetition(&mut self) -> (usize, bool) {
        if self.is_verbose {
            self.rest = self.rest.trim_start();
        }
        let times = if self.takes("?") {
            (0, false)
        } else if self.takes("*") {
            (0, true)
        } else if self.takes("+") {
            (1, true)
        } else if let Some(inner) = self.rest.strip_prefix('{') {
            let inner = inner.split('}').next().unwrap_or_default();
            let (least, most) = inner.split_once(',').unwrap_or((inner, inner));
            let times = (least.trim().parse().unwrap_or(0), most.trim() != "1");
            self.braces();
            times
        } else {
            return (1, false);
        };
        // A lazy quantifier.
        self.takes("?");
        times
    }
}

/// Estimates the probability that an ordinary sentence contains one of the runs.
fn chance(runs: &Runs) -> f64 {
    const LETTER: f64 = 0.3;
    /// The probability of a letter to the power of 0.4.
    const OTHER: f64 = 0.617_8;
    let of_run = |run: &Run| {
        let letters = run.letters().iter().filter(|letter| **letter < DIGIT).count();
        let others = run.len() - letters;
        LETTER.powi(letters as i32) * OTHER.powi(others as i32)
    };
    runs.iter().map(of_run).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats the needs with `_` for a gap and `0` for a digit.
    fn needs(pattern: &str) -> Vec<String> {
        let letter = |letter: &Letter| match *letter {
            DIGIT => '0',
            GAP => '_',
            letter => char::from(b'a' + letter),
        };
        let needs = Needs::of(pattern);
        let first = |parts: &Alternative| {
            parts
                .first()
                .map(RunList::runs)
                .into_iter()
                .flatten()
                .map(|run| run.iter().map(letter).collect::<String>())
                .collect::<Vec<_>>()
        };
        needs.alternatives.iter().flat_map(first).collect()
    }

    #[test]
    fn the_most_telling_part_is_needed() {
        assert_eq!(needs(r"(?i)\b(?:IHD|CAD)\b"), ["_ihd_", "_cad_"]);
        assert_eq!(needs(r"\b[Ff]irst-line\b"), ["_first_line_"]);
        assert_eq!(needs(r"(?:a|b)?cats?\w+ dog"), ["_dog"]);
        assert_eq!(needs(r"[0-9]{1,2}[.,][0-9] ?mg"), ["0_0_mg", "0_0mg"]);
        assert_eq!(needs(r"(?x) not \s+ resist[a-z]+ | sens # remark"), ["not_resist", "sens"]);
        assert_eq!(needs("reacci[oó]nes?"), ["reacciones", "reaccione", "reacci_nes", "reacci_ne"]);
        assert_eq!(needs(r"ab+c"), ["ab"]);
    }

    #[test]
    fn a_pattern_with_an_empty_way_through_needs_nothing() {
        for pattern in ["(?:ab|)", "a*", "", r"\w+", "(?:ab)?", "a{0,3}", "(?:ab|.)"] {
            assert!(Needs::of(pattern).is_empty(), "{pattern}");
        }
    }
}
