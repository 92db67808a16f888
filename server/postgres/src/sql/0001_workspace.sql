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

-- The workspaces in these conditions are those that who asks may see. What is written is signed by who writes it.
CREATE POLICY members_read ON referee.evidence FOR SELECT
    USING (EXISTS (SELECT FROM referee.workspace w WHERE w.id = evidence.workspace));
CREATE POLICY members_add ON referee.evidence FOR INSERT WITH CHECK (
    found_by = current_user AND EXISTS (SELECT FROM referee.workspace w WHERE w.id = evidence.workspace));
CREATE POLICY members_change ON referee.evidence FOR UPDATE
    USING (EXISTS (SELECT FROM referee.workspace w WHERE w.id = evidence.workspace))
    WITH CHECK (
        found_by = current_user AND EXISTS (SELECT FROM referee.workspace w WHERE w.id = evidence.workspace));
CREATE POLICY members_read ON referee.verdict FOR SELECT
    USING (EXISTS (SELECT FROM referee.workspace w WHERE w.id = verdict.workspace));
CREATE POLICY members_add ON referee.verdict FOR INSERT WITH CHECK (
    judged_by = current_user AND EXISTS (SELECT FROM referee.workspace w WHERE w.id = verdict.workspace));
CREATE POLICY members_change ON referee.verdict FOR UPDATE
    USING (EXISTS (SELECT FROM referee.workspace w WHERE w.id = verdict.workspace))
    WITH CHECK (
        judged_by = current_user AND EXISTS (SELECT FROM referee.workspace w WHERE w.id = verdict.workspace));
