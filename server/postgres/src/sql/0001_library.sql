-- The shared library: what each source states about each work, and what finds it.
-- Every name is written out: whoever pools connections may have its own search path.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- One row for each statement: what one source says about one work. Merged when it is read.
CREATE TABLE referee.statement (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Under what it is kept: a newer one with the same key replaces it.
    key text COLLATE "C" NOT NULL UNIQUE,
    source text NOT NULL,
    -- The number of the file it came from.
    file bigint NOT NULL,
    -- When the source said so, as a number that grows.
    revised bigint NOT NULL,
    -- The keys in referee.lookup_key that lead here, so that they can be removed with it.
    lookup text[] NOT NULL,
    -- The folded words of the titles.
    title tsvector NOT NULL,
    -- The roots of the words of title (A), subjects (B) and abstract (D); surnames as @name, the year as #2020.
    body tsvector NOT NULL,
    record jsonb NOT NULL
);

-- Long records are unpacked at each look-up; not every server is built with the faster way.
DO $$
BEGIN
    ALTER TABLE referee.statement ALTER COLUMN record SET COMPRESSION lz4, ALTER COLUMN body SET COMPRESSION lz4;
EXCEPTION WHEN OTHERS THEN
    NULL;
END $$;

ALTER TABLE referee.statement ALTER COLUMN record SET STATISTICS 0, ALTER COLUMN body SET STATISTICS 0,
    ALTER COLUMN lookup SET STATISTICS 0;

CREATE INDEX statement_file ON referee.statement (file);
CREATE INDEX statement_source ON referee.statement (source);

-- What is imported waits in a list and goes into these indexes in large portions.
CREATE INDEX statement_title ON referee.statement USING gin (title) WITH (gin_pending_list_limit = 8192);
CREATE INDEX statement_body ON referee.statement USING gin (body) WITH (gin_pending_list_limit = 65536);

-- Exact keys: identifiers (doi:…, pmid:…), what is announced about others (about:doi:…), whole titles (title:…),
-- first authors with the year (author:…), and year, volume and page (place:…).
CREATE TABLE referee.lookup_key (
    key text COLLATE "C" NOT NULL,
    statement bigint NOT NULL,
    PRIMARY KEY (key, statement)
);

-- How many statements have a folded word in their titles; misspelt ones find their neighbours by trigrams.
CREATE TABLE referee.title_word (
    word text COLLATE "C" PRIMARY KEY,
    found bigint NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX title_word_trigrams ON referee.title_word USING gin (word gin_trgm_ops);

-- How many statements have the root of a word in their titles: how rare a word of a search is.
CREATE TABLE referee.title_root (
    word text COLLATE "C" PRIMARY KEY,
    found bigint NOT NULL
) WITH (fillfactor = 80);

-- The folded names of all journals.
CREATE TABLE referee.journal (
    name text COLLATE "C" PRIMARY KEY
);

-- What was announced about works, in the order in which it became known here: retractions, corrections, concerns.
CREATE TABLE referee.notice (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The work: doi:…, pmid:…
    key text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    source text NOT NULL,
    date text,
    noted_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (key, kind, source)
);

-- The files that were imported, in the form of the library on one machine.
CREATE TABLE referee.import_file (
    number bigint PRIMARY KEY,
    entry jsonb NOT NULL
);

-- One row. The generation grows with every change of content.
CREATE TABLE referee.library_state (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    generation bigint NOT NULL,
    statements bigint NOT NULL
);
INSERT INTO referee.library_state (generation, statements) VALUES (0, 0);
