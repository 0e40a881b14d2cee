-- How many people each recommendation has referred: kept and not counted, so that to show one costs the same however
-- many there are. Referrals are never deleted.

-- The sum over the parts. A connection counts in a part of its own, so that writers need not wait for each other. Room is
-- left on each page, since the same rows change all the time.
CREATE TABLE referral_totals (
    account_uuid        plain_text NOT NULL,
    recommendation_uuid plain_text NOT NULL,
    part                INTEGER NOT NULL,
    referrals           BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, recommendation_uuid, part),
    FOREIGN KEY (account_uuid, recommendation_uuid) REFERENCES recommendations (account_uuid, uuid)
) WITH (fillfactor = 25);

INSERT INTO referral_totals (account_uuid, recommendation_uuid, part, referrals)
SELECT account_uuid, recommendation_uuid, 0, COUNT(*) FROM referrals GROUP BY account_uuid, recommendation_uuid;

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
