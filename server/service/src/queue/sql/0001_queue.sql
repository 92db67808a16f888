-- The queue of submissions, their results, and what was announced since about what they cite.
-- Every name is written out: whoever pools connections may have its own search path.

-- Whoever takes a submission gets a larger number than everybody before: it says whose result counts.
CREATE SEQUENCE referee.submission_lease;

CREATE TABLE referee.submission (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    -- The hash of its files: what is handed in twice is one submission.
    digest bytea NOT NULL UNIQUE,
    -- waiting: for a worker, from available_at on; working: leased; done: judged; dead: given up.
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'working', 'done', 'dead')),
    -- Which judgement it waits for; one more each time that it is opened again.
    round integer NOT NULL DEFAULT 1,
    attempts integer NOT NULL DEFAULT 0,
    available_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    lease bigint,
    lease_until timestamptz,
    worker text,
    -- Why it was given up or has to be tried again.
    reason text,
    submitted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz,
    signed_by text,
    signed_at timestamptz,
    sign_note text
);
CREATE INDEX submission_open ON referee.submission (available_at, id) WHERE state IN ('waiting', 'working');
CREATE INDEX submission_state ON referee.submission (state);

CREATE TABLE referee.submission_file (
    submission bigint NOT NULL REFERENCES referee.submission (id) ON DELETE CASCADE,
    path text NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (submission, path)
);

-- One row for each round: written once, with the lease of who judged it.
CREATE TABLE referee.submission_result (
    submission bigint NOT NULL REFERENCES referee.submission (id) ON DELETE CASCADE,
    round integer NOT NULL,
    lease bigint NOT NULL,
    worker text NOT NULL,
    judged_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    report text NOT NULL,
    page text NOT NULL,
    verdicts jsonb NOT NULL,
    findings jsonb NOT NULL,
    unchecked_because text[] NOT NULL,
    PRIMARY KEY (submission, round)
);

-- What the verdicts of the newest round rest on.
CREATE TABLE referee.submission_reference (
    submission bigint NOT NULL REFERENCES referee.submission (id) ON DELETE CASCADE,
    number integer NOT NULL,
    key text NOT NULL,
    verdict text NOT NULL,
    notices text[] NOT NULL,
    -- doi:10.1000/1, pmid:7
    identifiers text[] NOT NULL,
    title text,
    PRIMARY KEY (submission, number)
);
CREATE INDEX submission_reference_identifiers ON referee.submission_reference USING gin (identifiers);

-- What was announced about a work after a submission that cites it was judged.
CREATE TABLE referee.submission_alert (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    submission bigint NOT NULL REFERENCES referee.submission (id) ON DELETE CASCADE,
    key text NOT NULL,
    identifier text NOT NULL,
    kind text NOT NULL,
    source text NOT NULL,
    title text,
    noticed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Who had signed the submission off before.
    signed_before text,
    UNIQUE (submission, key, kind)
);

-- When the next request to a source may leave, over all machines.
CREATE TABLE referee.source_pace (
    service text NOT NULL,
    class text NOT NULL,
    next_at timestamptz NOT NULL,
    PRIMARY KEY (service, class)
);
