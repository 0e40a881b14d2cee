-- Account names are unique. Where several accounts have a name, the first by identifier keeps it, and the identifier of
-- each of the others is added to theirs, as in `Letters (account_2)`.

UPDATE accounts SET name = name || ' (' || uuid || ')'
WHERE EXISTS (SELECT 1 FROM accounts AS other WHERE other.name = accounts.name AND other.uuid < accounts.uuid);

CREATE UNIQUE INDEX one_account_per_name ON accounts (name);

-- To remove an account must not search all subscribers for those that a removed one has referred.
CREATE INDEX subscribers_by_referrer ON subscribers (account_uuid, referrer_uuid) WHERE referrer_uuid IS NOT NULL;
