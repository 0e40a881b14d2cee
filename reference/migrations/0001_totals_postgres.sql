-- Totals of lists: kept and not counted, so that a page costs the same however many rows there are. A total is the sum
-- over the parts. A connection counts in a part of its own, so that writers need not wait for each other. Room
-- is left on each page, since the same rows change all the time.
CREATE TABLE subscriber_totals (
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
    part         INTEGER NOT NULL,
    subscribers  BIGINT NOT NULL,
    referrals    BIGINT NOT NULL,
    advocates    BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, part)
) WITH (fillfactor = 25);

-- Once for a statement, not for a row, so that many rows at once are one change of the totals.
CREATE FUNCTION count_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO subscriber_totals (account_uuid, part, subscribers, referrals, advocates)
    SELECT account_uuid, pg_backend_pid() % 64, COUNT(*), COUNT(referrer_uuid), 0 FROM added GROUP BY account_uuid
    ON CONFLICT (account_uuid, part) DO UPDATE
    SET subscribers = subscriber_totals.subscribers + excluded.subscribers,
        referrals = subscriber_totals.referrals + excluded.referrals;
    -- A second transaction that adds a referral by the same subscriber waits here, and finds it noted.
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

CREATE TABLE referral_totals (
    account_uuid        plain_text NOT NULL,
    recommendation_uuid plain_text NOT NULL,
    part                INTEGER NOT NULL,
    referrals           BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, recommendation_uuid, part),
    FOREIGN KEY (account_uuid, recommendation_uuid) REFERENCES recommendations (account_uuid, uuid)
) WITH (fillfactor = 25);

CREATE FUNCTION count_referrals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO referral_totals (account_uuid, recommendation_uuid, part, referrals)
    SELECT account_uuid, recommendation_uuid, pg_backend_pid() % 64, COUNT(*) FROM added
    GROUP BY account_uuid, recommendation_uuid
    ON CONFLICT (account_uuid, recommendation_uuid, part) DO UPDATE
    SET referrals = referral_totals.referrals + excluded.referrals;
    RETURN NULL;
END $$;

CREATE TRIGGER referrals_counted AFTER INSERT ON referrals
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_referrals();

CREATE TABLE list_totals (
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
    list         plain_text NOT NULL
                 CHECK (list IN ('payouts', 'commissioned_payouts', 'recommendations', 'partner_programs')),
    part         INTEGER NOT NULL,
    total        BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, list, part)
) WITH (fillfactor = 25);

-- Counts the rows of a statement for the list of the table's name.
CREATE FUNCTION count_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_totals (account_uuid, list, part, total)
    SELECT account_uuid, TG_TABLE_NAME, pg_backend_pid() % 64, COUNT(*) FROM added GROUP BY account_uuid
    ON CONFLICT (account_uuid, list, part) DO UPDATE SET total = list_totals.total + excluded.total;
    RETURN NULL;
END $$;

CREATE TRIGGER payouts_counted AFTER INSERT ON payouts
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_list();
CREATE TRIGGER recommendations_counted AFTER INSERT ON recommendations
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_list();
CREATE TRIGGER partner_programs_counted AFTER INSERT ON partner_programs
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_list();

CREATE FUNCTION note_commissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    WITH noted AS (
        UPDATE payouts SET commissioned = TRUE
        WHERE (account_uuid, uuid) IN (SELECT account_uuid, payout_uuid FROM added WHERE source = 'commission')
          AND NOT commissioned
        RETURNING account_uuid
    )
    INSERT INTO list_totals (account_uuid, list, part, total)
    SELECT account_uuid, 'commissioned_payouts', pg_backend_pid() % 64, COUNT(*) FROM noted GROUP BY account_uuid
    ON CONFLICT (account_uuid, list, part) DO UPDATE SET total = list_totals.total + excluded.total;
    RETURN NULL;
END $$;

CREATE TRIGGER commissions_noted AFTER INSERT ON ledger_entries
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_commissions();

-- The total of programs is that of all accounts.
CREATE INDEX list_totals_by_list ON list_totals (list);
