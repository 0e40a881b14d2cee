-- How many people each recommendation has referred: kept and not counted, so that to show one costs the same however
-- many there are. Referrals are never deleted.

-- The sum over the parts. Here there is one part.
CREATE TABLE referral_totals (
    account_uuid        TEXT NOT NULL,
    recommendation_uuid TEXT NOT NULL,
    part                INTEGER NOT NULL,
    referrals           INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, recommendation_uuid, part),
    FOREIGN KEY (account_uuid, recommendation_uuid) REFERENCES recommendations (account_uuid, uuid)
) STRICT, WITHOUT ROWID;

INSERT INTO referral_totals (account_uuid, recommendation_uuid, part, referrals)
SELECT account_uuid, recommendation_uuid, 0, COUNT(*) FROM referrals GROUP BY account_uuid, recommendation_uuid;

CREATE TRIGGER referrals_counted AFTER INSERT ON referrals BEGIN
    INSERT INTO referral_totals (account_uuid, recommendation_uuid, part, referrals)
    VALUES (NEW.account_uuid, NEW.recommendation_uuid, 0, 1)
    ON CONFLICT (account_uuid, recommendation_uuid, part) DO UPDATE SET referrals = referrals + 1;
END;
