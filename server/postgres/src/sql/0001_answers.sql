-- What online services answered to the users of this database. A question is kept as a hash of 128 bits and nothing
-- else; what a clinical note was answered is not here.
-- Every name is written out: whoever pools connections may have its own search path.

CREATE TABLE referee.answer (
    key_high bigint NOT NULL,
    key_low bigint NOT NULL,
    -- When the service answered, in seconds since 1970.
    fetched bigint NOT NULL,
    -- Its records, as JSON; NULL where it has none.
    records text,
    PRIMARY KEY (key_high, key_low)
);

-- Old answers are removed by it.
CREATE INDEX answer_fetched ON referee.answer (fetched);
