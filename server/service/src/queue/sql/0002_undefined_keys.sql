-- A draft whose bibliography was not handed in has no reference to count: its keys without an entry are counted.
-- NULL in results that were written before.
ALTER TABLE referee.submission_result ADD COLUMN undefined_keys bigint;
