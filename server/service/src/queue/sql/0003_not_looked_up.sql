-- A submission about whose references a service did not answer is not done: it is looked up again when the service may
-- answer, and is listed as not looked up until then.
ALTER TABLE referee.submission DROP CONSTRAINT IF EXISTS submission_state_check;
ALTER TABLE referee.submission ADD CONSTRAINT submission_state_check
    CHECK (state IN ('waiting', 'working', 'done', 'dead', 'not-looked-up'));

ALTER TABLE referee.submission
    -- How many look-ups of this round were incomplete.
    ADD COLUMN IF NOT EXISTS lookups integer NOT NULL DEFAULT 0,
    -- When the first look-up of this round was incomplete.
    ADD COLUMN IF NOT EXISTS open_since timestamptz,
    -- The services that have to answer; kept while a worker tries again.
    ADD COLUMN IF NOT EXISTS waits_for text[] NOT NULL DEFAULT '{}';

-- How many references were not looked up. NULL in results that were written before.
ALTER TABLE referee.submission_result ADD COLUMN IF NOT EXISTS not_looked_up bigint;

DROP INDEX IF EXISTS referee.submission_open;
CREATE INDEX submission_open ON referee.submission (available_at, id)
    WHERE state IN ('waiting', 'working', 'not-looked-up');

-- What earlier versions called done although a service had not answered. What a person signed off keeps the signature.
WITH newest AS (
    SELECT DISTINCT ON (submission) submission, round, (verdicts ->> 'unchecked')::bigint AS unchecked,
        ARRAY(SELECT split_part(why, ': ', 1) FROM unnest(unchecked_because) AS why
            WHERE why ~ ': (unavailable|timeout|busy|unreadable|key-refused|forbidden|budget-spent|cancelled)$') AS services
    FROM referee.submission_result
    ORDER BY submission, round DESC
), opened AS (
    UPDATE referee.submission s
    SET state = 'not-looked-up', available_at = clock_timestamp(), open_since = clock_timestamp(), lookups = 1,
        waits_for = newest.services, reason = 'services did not answer when it was judged'
    FROM newest
    WHERE newest.submission = s.id AND s.state = 'done' AND s.signed_at IS NULL
        AND newest.unchecked > 0 AND newest.services <> '{}'
    RETURNING s.id
)
UPDATE referee.submission_result r SET not_looked_up = newest.unchecked
FROM newest, opened
WHERE opened.id = newest.submission AND r.submission = newest.submission AND r.round = newest.round;
