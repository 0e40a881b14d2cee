-- Lists of subscribers that cost the same however many there are: how many there are is kept and not counted, and each
-- list has an index in its order. Subscribers are never deleted, and who referred them never changes.

-- Whether they have referred another.
ALTER TABLE subscribers ADD COLUMN advocate INTEGER NOT NULL DEFAULT 0 CHECK (advocate IN (0, 1));

UPDATE subscribers SET advocate = 1
WHERE (account_uuid, uuid) IN (SELECT account_uuid, referrer_uuid FROM subscribers WHERE referrer_uuid IS NOT NULL);

CREATE INDEX subscribers_referred ON subscribers (account_uuid, created_at DESC, uuid DESC)
    WHERE referrer_uuid IS NOT NULL;
CREATE INDEX subscribers_advocates ON subscribers (account_uuid, created_at DESC, uuid DESC) WHERE advocate;

-- How many subscribers an account has; the sum over the parts. Here there is one part.
CREATE TABLE subscriber_totals (
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
    part         INTEGER NOT NULL,
    subscribers  INTEGER NOT NULL,
    referrals    INTEGER NOT NULL,
    advocates    INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, part)
) STRICT, WITHOUT ROWID;

INSERT INTO subscriber_totals (account_uuid, part, subscribers, referrals, advocates)
SELECT accounts.uuid, 0, COUNT(subscribers.uuid), COUNT(subscribers.referrer_uuid), COALESCE(SUM(subscribers.advocate), 0)
FROM accounts LEFT JOIN subscribers ON subscribers.account_uuid = accounts.uuid
GROUP BY accounts.uuid;

CREATE TRIGGER totals_of_account AFTER INSERT ON accounts BEGIN
    INSERT INTO subscriber_totals (account_uuid, part, subscribers, referrals, advocates) VALUES (NEW.uuid, 0, 0, 0, 0);
END;

CREATE TRIGGER subscribers_counted AFTER INSERT ON subscribers BEGIN
    UPDATE subscriber_totals
    SET subscribers = subscribers + 1, referrals = referrals + (NEW.referrer_uuid IS NOT NULL)
    WHERE account_uuid = NEW.account_uuid AND part = 0;
END;

CREATE TRIGGER referrers_noted AFTER INSERT ON subscribers WHEN NEW.referrer_uuid IS NOT NULL BEGIN
    UPDATE subscribers SET advocate = 1
    WHERE account_uuid = NEW.account_uuid AND uuid = NEW.referrer_uuid AND NOT advocate;
END;

CREATE TRIGGER advocates_counted AFTER UPDATE OF advocate ON subscribers WHEN NEW.advocate AND NOT OLD.advocate BEGIN
    UPDATE subscriber_totals SET advocates = advocates + 1 WHERE account_uuid = NEW.account_uuid AND part = 0;
END;

-- Who goes, or is looked for, must not cost a look at every key there is.
CREATE INDEX api_keys_by_account ON api_keys (account_uuid);
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);
