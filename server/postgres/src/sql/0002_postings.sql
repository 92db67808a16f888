-- Searches and title matches read lists of statements by their words that imports make as a whole, in place of inverted
-- indexes into which PostgreSQL sorts each word of each statement.

SET LOCAL jit = off;
SET LOCAL work_mem = '256MB';

-- Look-ups go on while the lists are made; imports wait.
LOCK TABLE referee.statement IN SHARE MODE;

-- Segments of the lists: each has a row of referee.posting for each word of its statements.
CREATE TABLE referee.posting_segment (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- How often its lists were merged.
    level smallint NOT NULL,
    -- How many statements its lists were made of.
    statements bigint NOT NULL
);

CREATE TABLE referee.posting (
    segment bigint NOT NULL,
    -- The root of a word, a folded word of titles as =word, a surname as @name, a year as #2020.
    word text COLLATE "C" NOT NULL,
    -- The statements that have it, and how; server/postgres/src/postings.rs describes the form.
    postings bytea NOT NULL,
    PRIMARY KEY (segment, word)
);

-- Numbers do not become smaller by packing.
ALTER TABLE referee.posting ALTER COLUMN postings SET STORAGE EXTERNAL, ALTER COLUMN postings SET STATISTICS 0;

-- Programs of before cannot add statements any more whose words no list has.
ALTER TABLE referee.statement RENAME COLUMN body TO words;
DROP INDEX referee.statement_body, referee.statement_title;

-- An import numbers its statements itself, from here on.
ALTER TABLE referee.library_state
    ADD COLUMN last_statement bigint NOT NULL DEFAULT 0,
    -- How many statements the lists have that are gone.
    ADD COLUMN removed bigint NOT NULL DEFAULT 0;
UPDATE referee.library_state SET last_statement = greatest(
    pg_sequence_last_value(pg_get_serial_sequence('referee.statement', 'id')::regclass),
    (SELECT max(id) FROM referee.statement), 0);
ALTER TABLE referee.statement ALTER COLUMN id DROP IDENTITY;

