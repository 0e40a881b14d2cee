-- Totals of payouts, recommendations and partner programs: kept and not counted, so that a first page costs the same
-- however many there are. Rows of these are only deleted with their account.

-- Whether a commission of the partner network is part of the payout. Ledger entries are inserted with their payout.
ALTER TABLE payouts ADD COLUMN commissioned BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE payouts SET commissioned = TRUE
WHERE (account_uuid, uuid) IN (SELECT account_uuid, payout_uuid FROM ledger_entries WHERE source = 'commission');

CREATE INDEX payouts_commissioned ON payouts (account_uuid, created_at DESC, uuid DESC) WHERE commissioned;

-- The sum over the parts. A connection counts in a part of its own, so that writers need not wait for each other. Room is
-- left on each page, since the same rows change all the time.
CREATE TABLE list_totals (
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
    list         plain_text NOT NULL
                 CHECK (list IN ('payouts', 'commissioned_payouts', 'recommendations', 'partner_programs')),
    part         INTEGER NOT NULL,
    total        BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, list, part)
) WITH (fillfactor = 25);

INSERT INTO list_totals (account_uuid, list, part, total)
SELECT account_uuid, 'payouts', 0, COUNT(*) FROM payouts GROUP BY account_uuid
UNION ALL
SELECT account_uuid, 'commissioned_payouts', 0, COUNT(*) FROM payouts WHERE commissioned GROUP BY account_uuid
UNION ALL
SELECT account_uuid, 'recommendations', 0, COUNT(*) FROM recommendations GROUP BY account_uuid
UNION ALL
SELECT account_uuid, 'partner_programs', 0, COUNT(*) FROM partner_programs GROUP BY account_uuid;

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
