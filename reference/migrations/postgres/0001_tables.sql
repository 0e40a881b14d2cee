-- The tables of all operations.
--
-- What belongs to an account has `account_uuid` first in its key, and refers to other rows by that pair, so that a row
-- cannot point into another account. Times are microseconds since 1970-01-01 in UTC. Amounts of programs,
-- recommendations and the ledger are whole cents: they are added up and compared.

-- Text in the order of its bytes, as SQLite has it, whatever the locale of the cluster.
CREATE DOMAIN plain_text AS TEXT COLLATE "C";

CREATE TABLE accounts (
    uuid plain_text NOT NULL PRIMARY KEY,
    name plain_text NOT NULL,
    esp  plain_text
);

CREATE UNIQUE INDEX one_account_per_name ON accounts (name);

CREATE TABLE users (
    uuid         plain_text NOT NULL PRIMARY KEY,
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid),
    name         plain_text NOT NULL,
    email        plain_text NOT NULL,
    is_owner     BOOLEAN NOT NULL
);

CREATE UNIQUE INDEX one_owner_per_account ON users (account_uuid) WHERE is_owner;
CREATE INDEX users_by_account ON users (account_uuid, name, uuid);

-- A key stays when its user is removed: it still names the account, and is refused.
CREATE TABLE api_keys (
    uuid         plain_text NOT NULL PRIMARY KEY,
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid),
    user_uuid    plain_text REFERENCES users (uuid) ON DELETE SET NULL,
    hash         plain_text NOT NULL UNIQUE CHECK (length(hash) = 64),
    created_at   BIGINT NOT NULL
);

-- To remove an account or a user must not search all keys.
CREATE INDEX api_keys_by_account ON api_keys (account_uuid);
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);

CREATE TABLE campaigns (
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid),
    uuid         plain_text NOT NULL,
    name         plain_text NOT NULL,
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_campaign_per_account UNIQUE (account_uuid)
);

CREATE TABLE publications (
    account_uuid       plain_text NOT NULL REFERENCES accounts (uuid),
    uuid               plain_text NOT NULL,
    name               plain_text NOT NULL,
    publication_url    plain_text,
    description        plain_text,
    auto_pilot         BOOLEAN NOT NULL,
    partner_categories plain_text NOT NULL,
    status             plain_text NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
    logo_url           plain_text,
    created_at         BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, uuid)
);

CREATE INDEX publications_newest ON publications (account_uuid, created_at DESC, uuid DESC);

CREATE TABLE upscribes (
    account_uuid               plain_text NOT NULL REFERENCES accounts (uuid),
    uuid                       plain_text NOT NULL,
    auto_pilot                 BOOLEAN NOT NULL,
    active                     BOOLEAN NOT NULL,
    after_submission_behaviour plain_text NOT NULL CHECK (after_submission_behaviour IN ('redirect', 'hide_widget')),
    redirect_url               plain_text,
    visibility_rules           plain_text NOT NULL,
    after_submission_rules     plain_text NOT NULL,
    created_at                 BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, uuid)
);

CREATE INDEX upscribes_newest ON upscribes (account_uuid, created_at DESC, uuid DESC);

-- `advocate`: whether they have referred another. Subscribers are only deleted with their account.
CREATE TABLE subscribers (
    account_uuid     plain_text NOT NULL REFERENCES accounts (uuid),
    uuid             plain_text NOT NULL,
    email            plain_text NOT NULL,
    email_normalised plain_text NOT NULL,
    name             plain_text,
    status           plain_text NOT NULL CHECK (status IN ('pending', 'confirmed', 'unsubscribed', 'rejected')),
    acquisition      plain_text NOT NULL CHECK (acquisition IN ('direct', 'referral_program', 'partner_program')),
    ref_code         plain_text NOT NULL,
    referrer_code    plain_text,
    referrer_uuid    plain_text,
    origin           plain_text NOT NULL,
    cpa              plain_text,
    ip_address       plain_text,
    user_agent       plain_text,
    country_code     plain_text,
    utm_source       plain_text,
    utm_campaign     plain_text,
    created_at       BIGINT NOT NULL,
    advocate         BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_subscriber_per_address UNIQUE (account_uuid, email_normalised),
    CONSTRAINT one_subscriber_per_ref_code UNIQUE (account_uuid, ref_code),
    FOREIGN KEY (account_uuid, referrer_uuid) REFERENCES subscribers (account_uuid, uuid)
);

CREATE INDEX subscribers_newest ON subscribers (account_uuid, created_at DESC, uuid DESC);
CREATE INDEX subscribers_referred ON subscribers (account_uuid, created_at DESC, uuid DESC)
    WHERE referrer_uuid IS NOT NULL;
CREATE INDEX subscribers_advocates ON subscribers (account_uuid, created_at DESC, uuid DESC) WHERE advocate;
-- To remove an account must not search all subscribers for those that a removed one has referred.
CREATE INDEX subscribers_by_referrer ON subscribers (account_uuid, referrer_uuid) WHERE referrer_uuid IS NOT NULL;

CREATE TABLE campaign_memberships (
    account_uuid    plain_text NOT NULL,
    uuid            plain_text NOT NULL,
    campaign_uuid   plain_text NOT NULL,
    subscriber_uuid plain_text NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_membership_per_subscriber UNIQUE (account_uuid, campaign_uuid, subscriber_uuid),
    FOREIGN KEY (account_uuid, campaign_uuid) REFERENCES campaigns (account_uuid, uuid),
    FOREIGN KEY (account_uuid, subscriber_uuid) REFERENCES subscribers (account_uuid, uuid)
);

CREATE INDEX campaign_memberships_by_subscriber ON campaign_memberships (account_uuid, subscriber_uuid);

-- `value` is the text of the JSON number as it was received: a binary float would not keep amounts exact.
CREATE TABLE events (
    account_uuid    plain_text NOT NULL,
    uuid            plain_text NOT NULL,
    campaign_uuid   plain_text NOT NULL,
    subscriber_uuid plain_text NOT NULL,
    value           plain_text NOT NULL,
    description     plain_text,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, uuid),
    FOREIGN KEY (account_uuid, campaign_uuid) REFERENCES campaigns (account_uuid, uuid),
    FOREIGN KEY (account_uuid, subscriber_uuid) REFERENCES subscribers (account_uuid, uuid)
);

CREATE INDEX events_by_subscriber ON events (account_uuid, campaign_uuid, subscriber_uuid);

-- The network sees all programs, so that their identifiers are unique in all accounts.
CREATE TABLE partner_programs (
    uuid                      plain_text NOT NULL PRIMARY KEY,
    account_uuid              plain_text NOT NULL,
    publication_uuid          plain_text NOT NULL,
    status                    plain_text NOT NULL CHECK (status IN ('active', 'paused')),
    cpa                       BIGINT NOT NULL CHECK (cpa >= 0),
    max_payout                BIGINT NOT NULL CHECK (max_payout >= 0),
    terms                     plain_text,
    referral_pending_duration BIGINT NOT NULL CHECK (referral_pending_duration >= 0),
    allow_worldwide_referrals BOOLEAN NOT NULL,
    requires_approval         BOOLEAN NOT NULL,
    created_at                BIGINT NOT NULL,
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
);

CREATE INDEX partner_programs_newest ON partner_programs (created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_cpa ON partner_programs (cpa DESC, created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_max_payout ON partner_programs (max_payout DESC, created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_publication ON partner_programs (account_uuid, publication_uuid);

-- A country that a program names is either allowed or blocked.
CREATE TABLE partner_program_countries (
    program_uuid plain_text NOT NULL REFERENCES partner_programs (uuid),
    country      plain_text NOT NULL CHECK (length(country) = 2),
    allowed      BOOLEAN NOT NULL,
    PRIMARY KEY (program_uuid, country)
);

CREATE TABLE partner_program_channels (
    program_uuid plain_text NOT NULL REFERENCES partner_programs (uuid),
    channel      plain_text NOT NULL CHECK (channel IN ('magic_link', 'partner_link', 'upscribe')),
    PRIMARY KEY (program_uuid, channel)
);

-- An account as a partner, from the time when it first joins a program.
CREATE TABLE partner_profiles (
    account_uuid plain_text NOT NULL PRIMARY KEY REFERENCES accounts (uuid),
    uuid         plain_text NOT NULL UNIQUE
);

CREATE TABLE recommendations (
    account_uuid            plain_text NOT NULL REFERENCES partner_profiles (account_uuid),
    uuid                    plain_text NOT NULL,
    publication_uuid        plain_text NOT NULL,
    program_uuid            plain_text NOT NULL REFERENCES partner_programs (uuid),
    status                  plain_text NOT NULL
                            CHECK (status IN ('draft', 'awaiting_approval', 'active', 'paused', 'archived')),
    archived_by             plain_text CHECK (archived_by IN ('owner', 'sponsor')),
    ref_code                plain_text NOT NULL UNIQUE,
    cpa                     BIGINT NOT NULL CHECK (cpa >= 0),
    max_payout              BIGINT NOT NULL CHECK (max_payout >= 0),
    campaign_type           plain_text,
    thankyou_page_url       plain_text,
    accepted_terms_at       BIGINT,
    name                    plain_text NOT NULL,
    referral_pending_period BIGINT,
    reason                  plain_text,
    created_at              BIGINT NOT NULL,
    -- The status after it is resumed: an application stays one.
    resumes_as              plain_text CHECK (resumes_as IN ('draft', 'awaiting_approval', 'active')),
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_recommendation_per_program UNIQUE (account_uuid, program_uuid),
    CONSTRAINT archived_by_one CHECK ((status = 'archived') = (archived_by IS NOT NULL)),
    CONSTRAINT archived_resumes CHECK ((status = 'archived') = (resumes_as IS NOT NULL)),
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
);

CREATE INDEX recommendations_newest ON recommendations (account_uuid, created_at DESC, uuid DESC);
CREATE INDEX recommendations_by_program ON recommendations (program_uuid);
CREATE INDEX recommendations_by_publication ON recommendations (account_uuid, publication_uuid);

-- A person counts once for a recommendation. Referrals are only deleted with their account.
CREATE TABLE referrals (
    account_uuid        plain_text NOT NULL,
    recommendation_uuid plain_text NOT NULL,
    email_normalised    plain_text NOT NULL,
    email               plain_text NOT NULL,
    upscribe_uuid       plain_text NOT NULL,
    utm_source          plain_text,
    utm_campaign        plain_text,
    created_at          BIGINT NOT NULL,
    PRIMARY KEY (account_uuid, recommendation_uuid, email_normalised),
    FOREIGN KEY (account_uuid, recommendation_uuid) REFERENCES recommendations (account_uuid, uuid),
    FOREIGN KEY (account_uuid, upscribe_uuid) REFERENCES upscribes (account_uuid, uuid)
);

CREATE INDEX referrals_by_upscribe ON referrals (account_uuid, upscribe_uuid);

-- `commissioned`: whether it includes a commission of the partner network.
CREATE TABLE payouts (
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid),
    uuid         plain_text NOT NULL,
    partner_uuid plain_text NOT NULL,
    period_start BIGINT NOT NULL,
    period_end   BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    paid_at      BIGINT,
    commissioned BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_payout_per_partner_uuid UNIQUE (account_uuid, partner_uuid),
    CHECK (period_start <= period_end)
);

CREATE INDEX payouts_newest ON payouts (account_uuid, created_at DESC, uuid DESC);
CREATE INDEX payouts_commissioned ON payouts (account_uuid, created_at DESC, uuid DESC) WHERE commissioned;

-- What was earned in the period of a payout. Only a commission names a publication, and only a commission can be
-- deferred to a later payout. Entries are inserted with their payout.
CREATE TABLE ledger_entries (
    account_uuid     plain_text NOT NULL,
    payout_uuid      plain_text NOT NULL,
    position         BIGINT NOT NULL,
    source           plain_text NOT NULL CHECK (source IN ('commission', 'affiliate', 'adjustment')),
    amount           BIGINT NOT NULL,
    publication_uuid plain_text,
    confirmations    BIGINT CHECK (confirmations >= 0),
    deferred         BOOLEAN NOT NULL,
    expected_at      BIGINT,
    PRIMARY KEY (account_uuid, payout_uuid, position),
    CHECK ((source = 'commission') = (publication_uuid IS NOT NULL)),
    CHECK ((source = 'commission') = (confirmations IS NOT NULL)),
    CHECK (source = 'commission' OR NOT deferred),
    CHECK (deferred OR expected_at IS NULL),
    FOREIGN KEY (account_uuid, payout_uuid) REFERENCES payouts (account_uuid, uuid),
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
);

CREATE INDEX ledger_entries_by_publication ON ledger_entries (account_uuid, publication_uuid);

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
