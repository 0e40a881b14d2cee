-- What an account tells of itself: the provider it sends its mail with, and who of its team owns it.

ALTER TABLE accounts ADD COLUMN esp TEXT;

ALTER TABLE users ADD COLUMN is_owner INTEGER NOT NULL DEFAULT 0 CHECK (is_owner IN (0, 1));

-- Accounts of before have an owner as well; which of their users it is was never told.
UPDATE users SET is_owner = 1 WHERE uuid IN (SELECT MIN(uuid) FROM users GROUP BY account_uuid);

CREATE UNIQUE INDEX one_owner_per_account ON users (account_uuid) WHERE is_owner = 1;
CREATE INDEX users_by_account ON users (account_uuid, name, uuid);
