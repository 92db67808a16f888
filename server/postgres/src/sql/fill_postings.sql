-- The lists of statements by their words, made of the words of all statements: a segment for each 65,536 numbers.
-- The form of a list is that of server/postgres/src/postings.rs.
DO $$
DECLARE
    block bigint;
    blocks bigint;
    there bigint;
    made bigint;
BEGIN
    SELECT coalesce(max(id), 0) >> 16 INTO blocks FROM referee.statement;
    FOR block IN 0..blocks LOOP
        SELECT count(*) INTO there FROM referee.statement WHERE id >= block << 16 AND id < (block + 1) << 16;
        CONTINUE WHEN there = 0;
        INSERT INTO referee.posting_segment (level, statements) VALUES (0, there) RETURNING number INTO made;
        INSERT INTO referee.posting (segment, word, postings)
        SELECT made, used.word,
            int4send(block::integer) || substring(int4send((count(*) - 1)::integer) FROM 3)
                || string_agg(substring(int4send(((used.id & 65535) << 8 | used.part_and_count)::integer) FROM 2),
                              ''::bytea ORDER BY used.id)
        FROM (
            SELECT s.id, w.lexeme COLLATE "C" AS word,
                CASE WHEN 'A' = ANY(w.weights) THEN 192 WHEN 'B' = ANY(w.weights) THEN 128
                     WHEN w.weights IS NOT NULL THEN 64 ELSE 0 END
                    + least(coalesce(cardinality(w.positions), 0), 63) AS part_and_count
            FROM referee.statement s CROSS JOIN LATERAL unnest(s.words) AS w
            WHERE s.id >= block << 16 AND s.id < (block + 1) << 16
            UNION ALL
            SELECT s.id, ('=' || w.lexeme) COLLATE "C", least(length(s.title), 255)
            FROM referee.statement s CROSS JOIN LATERAL unnest(s.title) AS w
            WHERE s.id >= block << 16 AND s.id < (block + 1) << 16
        ) AS used
        GROUP BY used.word;
    END LOOP;
END $$;
