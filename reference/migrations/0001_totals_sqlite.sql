-- Totals of lists: kept and not counted, so that a page costs the same however many rows there are. A total is the sum
-- over the parts. Here there is one part.
CREATE TABLE subscriber_totals (
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
    part         INTEGER NOT NULL,
    subscribers  INTEGER NOT NULL,
    referrals    INTEGER NOT NULL,
    advocates    INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, part)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE referral_totals (
    account_uuid        TEXT NOT NULL,
    recommendation_uuid TEXT NOT NULL,
    part                INTEGER NOT NULL,
    referrals           INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, recommendation_uuid, part),
    FOREIGN KEY (account_uuid, recommendation_uuid) REFERENCES recommendations (account_uuid, uuid)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER referrals_counted AFTER INSERT ON referrals BEGIN
    INSERT INTO referral_totals (account_uuid, recommendation_uuid, part, referrals)
    VALUES (NEW.account_uuid, NEW.recommendation_uuid, 0, 1)
    ON CONFLICT (account_uuid, recommendation_uuid, part) DO UPDATE SET referrals = referrals + 1;
END;

CREATE TABLE list_totals (
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
    list         TEXT NOT NULL CHECK (list IN ('payouts', 'commissioned_payouts', 'recommendations', 'partner_programs')),
    part         INTEGER NOT NULL,
    total        INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, list, part)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER payouts_counted AFTER INSERT ON payouts BEGIN
    INSERT INTO list_totals (account_uuid, list, part, total) VALUES (NEW.account_uuid, 'payouts', 0, 1)
    ON CONFLICT (account_uuid, list, part) DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER commissions_noted AFTER INSERT ON ledger_entries WHEN NEW.source = 'commission' BEGIN
    UPDATE payouts SET commissioned = 1
    WHERE account_uuid = NEW.account_uuid AND uuid = NEW.payout_uuid AND NOT commissioned;
END;

CREATE TRIGGER commissioned_payouts_counted AFTER UPDATE OF commissioned ON payouts
WHEN NEW.commissioned AND NOT OLD.commissioned BEGIN
    INSERT INTO list_totals (account_uuid, list, part, total) VALUES (NEW.account_uuid, 'commissioned_payouts', 0, 1)
    ON CONFLICT (account_uuid, list, part) DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER recommendations_counted AFTER INSERT ON recommendations BEGIN
    INSERT INTO list_totals (account_uuid, list, part, total) VALUES (NEW.account_uuid, 'recommendations', 0, 1)
    ON CONFLICT (account_uuid, list, part) DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER partner_programs_counted AFTER INSERT ON partner_programs BEGIN
    INSERT INTO list_totals (account_uuid, list, part, total) VALUES (NEW.account_uuid, 'partner_programs', 0, 1)
    ON CONFLICT (account_uuid, list, part) DO UPDATE SET total = total + 1;
END;

-- The total of programs is that of all accounts.
CREATE INDEX list_totals_by_list ON list_totals (list);
