-- Lists of subscribers that cost the same however many there are: how many there are is kept and not counted, and each
-- list has an index in its order. Subscribers are never deleted, and who referred them never changes.

-- Whether they have referred another.
ALTER TABLE subscribers ADD COLUMN advocate BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE subscribers SET advocate = TRUE
WHERE (account_uuid, uuid) IN (SELECT account_uuid, referrer_uuid FROM subscribers WHERE referrer_uuid IS NOT NULL);

CREATE INDEX subscribers_referred ON subscribers (account_uuid, created_at DESC, uuid DESC)
    WHERE referrer_uuid IS NOT NULL;
CREATE INDEX subscribers_advocates ON subscribers (account_uuid, created_at DESC, uuid DESC) WHERE advocate;

-- How many subscribers an account has; the sum over the parts. A connection counts in a part of its own, so that
-- writers need not wait for each other. Room is left on each page, since the same rows change all the time.
CREATE TABLE subscriber_totals (
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
    part         INTEGER NOT NULL,
    subscribers  BIGINT NOT NULL,
    referrals    BIGINT NOT NULL,
    advocates    BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, part)
) WITH (fillfactor = 25);

INSERT INTO subscriber_totals (account_uuid, part, subscribers, referrals, advocates)
SELECT account_uuid, 0, COUNT(*), COUNT(referrer_uuid), COUNT(*) FILTER (WHERE advocate)
FROM subscribers GROUP BY account_uuid;

-- Once for a statement, not for a row, so that many rows at once are one change of the totals.
CREATE FUNCTION count_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO subscriber_totals (account_uuid, part, subscribers, referrals, advocates)
    SELECT account_uuid, pg_backend_pid() % 64, COUNT(*), COUNT(referrer_uuid), 0 FROM added GROUP BY account_uuid
    ON CONFLICT (account_uuid, part) DO UPDATE
    SET subscribers = subscriber_totals.subscribers + excluded.subscribers,
        referrals = subscriber_totals.referrals + excluded.referrals;
    -- Who refers somebody at the same moment waits here, and finds it noted.
    IF EXISTS (SELECT 1 FROM added WHERE referrer_uuid IS NOT NULL) THEN
        WITH noted AS (
            UPDATE subscribers SET advocate = TRUE
            WHERE (account_uuid, uuid) IN (SELECT account_uuid, referrer_uuid FROM added) AND NOT advocate
            RETURNING account_uuid
        ), counted AS (
            SELECT account_uuid, COUNT(*) AS advocates FROM noted GROUP BY account_uuid
        )
        UPDATE subscriber_totals SET advocates = subscriber_totals.advocates + counted.advocates
        FROM counted
        WHERE subscriber_totals.account_uuid = counted.account_uuid AND part = pg_backend_pid() % 64;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER subscribers_counted AFTER INSERT ON subscribers
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();

-- Who goes, or is looked for, must not cost a look at every key there is.
CREATE INDEX api_keys_by_account ON api_keys (account_uuid);
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);
