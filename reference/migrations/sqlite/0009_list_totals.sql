-- Totals of payouts, recommendations and partner programs: kept and not counted, so that a first page costs the same
-- however many there are. Rows of these are only deleted with their account.

-- Whether a commission of the partner network is part of the payout. Ledger entries are inserted with their payout.
ALTER TABLE payouts ADD COLUMN commissioned INTEGER NOT NULL DEFAULT 0 CHECK (commissioned IN (0, 1));

UPDATE payouts SET commissioned = 1
WHERE (account_uuid, uuid) IN (SELECT account_uuid, payout_uuid FROM ledger_entries WHERE source = 'commission');

CREATE INDEX payouts_commissioned ON payouts (account_uuid, created_at DESC, uuid DESC) WHERE commissioned;

-- The sum over the parts. Here there is one part.
CREATE TABLE list_totals (
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
    list         TEXT NOT NULL CHECK (list IN ('payouts', 'commissioned_payouts', 'recommendations', 'partner_programs')),
    part         INTEGER NOT NULL,
    total        INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, list, part)
) STRICT, WITHOUT ROWID;

INSERT INTO list_totals (account_uuid, list, part, total)
SELECT account_uuid, 'payouts', 0, COUNT(*) FROM payouts GROUP BY account_uuid
UNION ALL
SELECT account_uuid, 'commissioned_payouts', 0, COUNT(*) FROM payouts WHERE commissioned GROUP BY account_uuid
UNION ALL
SELECT account_uuid, 'recommendations', 0, COUNT(*) FROM recommendations GROUP BY account_uuid
UNION ALL
SELECT account_uuid, 'partner_programs', 0, COUNT(*) FROM partner_programs GROUP BY account_uuid;

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
