//! The documents of the index.
//!
//! A document is one statement: what one source says about one work. Statements are merged when
//! they are read, so that a newer one replaces an older one of the same source, a source can be
//! removed, and notices reach a work regardless of the order of import.

use crate::candidates::{self, MAX_AUTHORS, MAX_DATED_AUTHORS, author_year, dated_place};
use crate::import::guideline::{document_title, guideline_key};
use referee_bibliography::{Date, Subject};
use referee_records::merge::{self, Statement};
use referee_records::record::Record;
use referee_records::{keys, words};
use referee_text::stem;
use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, SchemaBuilder, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager};

/// The tokenizer that produces the keys of [`words`].
const KEY_TOKENIZER: &str = "folded";

/// The tokenizer that produces the roots of [`stem`].
const ROOT_TOKENIZER: &str = "roots";

/// The fields of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    /// The keys of the work's identifiers.
    pub(crate) id: Field,
    /// The keys of the works about which the record announces something.
    pub(crate) about: Field,
    /// The key of the statement: a newer one with the same key replaces it.
    pub(crate) key: Field,
    /// The number of the file from which it was imported.
    pub(crate) file: Field,
    /// The source of the statement.
    pub(crate) source: Field,
    /// The words of the titles.
    pub(crate) title: Field,
    /// The key of the whole title.
    pub(crate) title_key: Field,
    /// Surnames.
    pub(crate) author: Field,
    /// A surname of one of the first authors, and the year.
    pub(crate) author_year: Field,
    /// The year of publication.
    pub(crate) year: Field,
    /// Year, volume and first page.
    pub(crate) place: Field,
    /// The keys of the journal's title and abbreviation.
    pub(crate) journal: Field,
    /// The roots of all words of the title (twice), of the abstract and of the subjects.
    pub(crate) text: Field,
    /// The age of the statement, to distinguish newer from older ones.
    pub(crate) revised: Field,
    /// The statement itself, or an entry of the import ledger.
    pub(crate) blob: Field,
}

/// The value of `source` in documents that are entries of the import ledger.
pub(crate) const LEDGER: &str = "(ledger)";

impl Fields {
    /// Creates the schema and its fields.
    pub(crate) fn schema() -> (Schema, Fields) {
        let mut builder = SchemaBuilder::default();
        let exact = TextOptions::default().set_indexing_options(
            TextFieldIndexing::default()
                .set_tokenizer("raw")
                .set_index_option(IndexRecordOption::Basic)
                .set_fieldnorms(false),
        );
        let folded = TextOptions::default().set_indexing_options(
            TextFieldIndexing::default()
                .set_tokenizer(KEY_TOKENIZER)
                .set_index_option(IndexRecordOption::WithFreqs),
        );
        let text = TextOptions::default().set_indexing_options(
            TextFieldIndexing::default()
                .set_tokenizer(ROOT_TOKENIZER)
                .set_index_option(IndexRecordOption::WithFreqsAndPositions),
        );
        let fields = Fields {
            id: builder.add_text_field("id", exact.clone()),
            about: builder.add_text_field("about", exact.clone()),
            key: builder.add_text_field("key", exact.clone()),
            file: builder.add_u64_field("file", INDEXED | FAST),
            source: builder.add_text_field("source", exact.clone()),
            title: builder.add_text_field("title", folded.clone()),
            title_key: builder.add_u64_field("title_key", INDEXED),
            author: builder.add_text_field("author", exact.clone()),
            author_year: builder.add_text_field("author_year", exact.clone()),
            year: builder.add_u64_field("year", INDEXED),
            place: builder.add_text_field("place", exact.clone()),
            journal: builder.add_text_field("journal", exact),
            text: builder.add_text_field("text", text),
            revised: builder.add_u64_field("revised", FAST),
            blob: builder.add_bytes_field("blob", STORED),
        };
        (builder.build(), fields)
    }

    /// Creates the document of a statement from file number `file`.
    pub(crate) fn document(&self, statement: &Statement, file: u64) -> serde_json::Result<TantivyDocument> {
        let record = &statement.record;
        let work = &record.work;
        let mut document = TantivyDocument::new();
        for identifier in &work.identifiers {
            for key in keys::record_keys(identifier) {
                document.add_text(self.id, key);
            }
        }
        for key in keys::work_keys(work).filter(|key| key.starts_with("book:")) {
            document.add_text(self.id, key);
        }
        for (identifier, _) in merge::announcements(record) {
            document.add_text(self.about, keys::exact_key(&identifier));
        }
        document.add_text(self.key, &statement.key);
        document.add_u64(self.file, file);
        document.add_text(self.source, &record.source);
        if let Some(whole) = document_title(record) {
            // A part of a guideline is found by its subject and by the title of the document, and
            // is never a candidate for a cited work: all its words are indexed as text, and none as
            // a title.
            document.add_text(self.id, guideline_key(whole));
            let own = [&work.title, &work.summary].into_iter().flatten().chain(&record.subjects);
            for text in own {
                document.add_text(self.text, text);
            }
            document.add_u64(self.revised, age(record.as_of));
            document.add_bytes(self.blob, &serde_json::to_vec(&StoredRef { key: &statement.key, record })?);
            return Ok(document);
        }
        if let Some(title) = work.full_title() {
            document.add_text(self.title, title);
        }
        if let Some(title) = &work.original_title {
            document.add_text(self.title, title);
        }
        if let Some(key) = candidates::title_key(work) {
            document.add_u64(self.title_key, key);
        }
        let year = work.year();
        for (number, name) in work.authors.iter().take(MAX_AUTHORS).enumerate() {
            for key in candidates::author_keys(name) {
                if let Some(year) = year.filter(|_| number < MAX_DATED_AUTHORS) {
                    document.add_text(self.author_year, author_year(&key, year));
                }
                document.add_text(self.author, key);
            }
        }
        if let Some(year) = year.and_then(|year| u64::try_from(year).ok()) {
            document.add_u64(self.year, year);
        }
        if let (Some(place), Some(year)) = (candidates::place_text(work), year) {
            document.add_text(self.place, dated_place(&place, year));
        }
        let mut names = Vec::with_capacity(2);
        for name in [&work.container, &work.container_short].into_iter().flatten() {
            let key = words::journal_key(name);
            if !key.is_empty() && !names.contains(&key) {
                document.add_text(self.journal, &key);
                names.push(key);
            }
        }
        if let Some(title) = work.full_title() {
            // A word in the title counts more than one in the abstract.
            document.add_text(self.text, &title);
            document.add_text(self.text, title);
        }
        let names = record.subjects.iter().map(|subject| Subject::read(subject).name);
        for text in work.original_title.as_deref().into_iter().chain(work.summary.as_deref()).chain(names) {
            document.add_text(self.text, text);
        }
        document.add_u64(self.revised, age(record.as_of));
        document.add_bytes(self.blob, &serde_json::to_vec(&StoredRef { key: &statement.key, record })?);
        Ok(document)
    }
}

/// Converts a date into a number that increases with it; 0 without a date.
#[must_use]
pub fn age(date: Option<Date>) -> u64 {
    let Some(date) = date else { return 0 };
    let year = u64::try_from(date.year.max(0)).unwrap_or(0);
    1 + year * 10_000 + u64::from(date.month.unwrap_or(0)) * 100 + u64::from(date.day.unwrap_or(0))
}

#[derive(serde::Serialize)]
struct StoredRef<'a> {
    #[serde(rename = "k")]
    key: &'a str,
    #[serde(rename = "r")]
    record: &'a Record,
}

#[derive(serde::Deserialize)]
struct Stored {
    #[serde(rename = "k")]
    key: String,
    #[serde(rename = "r")]
    record: Record,
}

/// Reads the statement from the blob of a document.
pub(crate) fn read_statement(blob: &[u8]) -> serde_json::Result<Statement> {
    let stored: Stored = serde_json::from_slice(blob)?;
    Ok(Statement { key: stored.key, record: stored.record })
}

/// Returns the tokenizers of the index.
pub(crate) fn tokenizers() -> TokenizerManager {
    let manager = TokenizerManager::default();
    manager.register(KEY_TOKENIZER, TextAnalyzer::builder(WordTokenizer::new(false)).build());
    manager.register(ROOT_TOKENIZER, TextAnalyzer::builder(WordTokenizer::new(true)).build());
    manager
}

/// Splits a text into the keys of [`words`], or the roots of [`stem`].
#[derive(Clone)]
struct WordTokenizer {
    roots: bool,
    text: String,
    ends: Vec<usize>,
}

impl WordTokenizer {
    fn new(roots: bool) -> Self {
        WordTokenizer { roots, text: String::new(), ends: Vec::new() }
    }
}

/// The tokens of one text.
struct WordStream<'a> {
    words: &'a WordTokenizer,
    next: usize,
    token: Token,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        self.text.clear();
        self.ends.clear();
        let mut add = |word: &str| {
            self.text.push_str(word);
            self.ends.push(self.text.len());
        };
        if self.roots {
            stem::for_each_root(text, &mut add);
        } else {
            words::for_each_stem(text, &mut add);
        }
        WordStream { words: self, next: 0, token: Token::default() }
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        let Some(&end) = self.words.ends.get(self.next) else { return false };
        let start =
            self.next.checked_sub(1).and_then(|before| self.words.ends.get(before)).copied().unwrap_or(0);
        self.token.text.clear();
        self.token.text.push_str(self.words.text.get(start..end).unwrap_or_default());
        self.token.position = self.next;
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
