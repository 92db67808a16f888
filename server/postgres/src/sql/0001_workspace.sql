-- What the people of one workspace share: the evidence that they found, and the verdicts about what they cite. Nobody else
-- sees a row of it. The owner of these tables does, who backs them up.
-- Every name is written out: whoever pools connections may have its own search path.

CREATE TABLE referee.workspace (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    -- The role that made it, and says who else belongs to it.
    owner name NOT NULL DEFAULT current_user,
    -- Roles; who is a member of one of them belongs to the workspace too.
    members name[] NOT NULL DEFAULT '{}'
);

-- Whether who asks is one of these roles or a member of one. The operator is written out as well: this is read with the
-- search path of who asks, who may have made an operator = that is always true.
CREATE FUNCTION referee.is_one_of(roles name[]) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT EXISTS (
        SELECT FROM pg_catalog.pg_roles r
        WHERE r.rolname OPERATOR(pg_catalog.=) ANY (roles) AND pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER'))
$$;

-- A work that was found for a question.
CREATE TABLE referee.evidence (
    workspace bigint NOT NULL REFERENCES referee.workspace (id) ON DELETE CASCADE,
    question text NOT NULL,
    -- doi:…, pmid:…, title:…: a work stands once under a question.
    work text COLLATE "C" NOT NULL,
    record jsonb NOT NULL,
    relevance double precision NOT NULL,
    round integer NOT NULL,
    found_by name NOT NULL DEFAULT current_user,
    found_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace, question, work)
);

-- The last verdict about a reference of a draft, with the record and the sources that it rested on.
CREATE TABLE referee.verdict (
    workspace bigint NOT NULL REFERENCES referee.workspace (id) ON DELETE CASCADE,
    draft text NOT NULL,
    key text NOT NULL,
    verdict text NOT NULL,
    -- doi:10.1000/1, pmid:7
    identifiers text[] NOT NULL,
    rested_on jsonb NOT NULL,
    judged_by name NOT NULL DEFAULT current_user,
    judged_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace, draft, key)
);
CREATE INDEX verdict_identifiers ON referee.verdict USING gin (identifiers);

ALTER TABLE referee.workspace ENABLE ROW LEVEL SECURITY;
ALTER TABLE referee.evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE referee.verdict ENABLE ROW LEVEL SECURITY;

CREATE POLICY members_see ON referee.workspace FOR SELECT USING (referee.is_one_of(members || owner));
CREATE POLICY owner_makes ON referee.workspace FOR INSERT WITH CHECK (owner = current_user);
CREATE POLICY owner_changes ON referee.workspace FOR UPDATE
    USING (referee.is_one_of(ARRAY[owner])) WITH CHECK (referee.is_one_of(ARRAY[owner]));
CREATE POLICY owner_removes ON referee.workspace FOR DELETE USING (referee.is_one_of(ARRAY[owner]));

-- Both tables have the same policies. The workspaces in the condition are those that who asks may see; what is written is
-- signed by who writes it. Only the owner of a workspace removes it, and with it what is in it.
DO $$
DECLARE
    shared text;
    signature text;
    is_seen text;
    is_signed text;
BEGIN
    FOR shared, signature IN VALUES ('evidence', 'found_by'), ('verdict', 'judged_by') LOOP
        is_seen := format('EXISTS (SELECT FROM referee.workspace w WHERE w.id = %I.workspace)', shared);
        is_signed := format('%I = current_user AND %s', signature, is_seen);
        EXECUTE format('CREATE POLICY members_read ON referee.%I FOR SELECT USING (%s)', shared, is_seen);
        EXECUTE format('CREATE POLICY members_add ON referee.%I FOR INSERT WITH CHECK (%s)', shared, is_signed);
        EXECUTE format('CREATE POLICY members_change ON referee.%I FOR UPDATE USING (%s) WITH CHECK (%s)',
            shared, is_seen, is_signed);
    END LOOP;
END $$;
