-- The tables of all operations, for both engines. Text has the order of its bytes, whatever the locale of a cluster.
-- `reference/src/store/open/tables.rs` replaces types that an engine does not have.
--
-- What belongs to an account has `account_uuid` first in its key, and refers to other rows by that pair, so that a row
-- cannot point into another account. Times are microseconds since 1970-01-01 in UTC. Amounts of programs,
-- recommendations and the ledger are whole cents: they are added up and compared.

CREATE TABLE accounts (
    uuid TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    esp  TEXT
);

CREATE UNIQUE INDEX one_account_per_name ON accounts (name);

CREATE TABLE users (
    uuid         TEXT NOT NULL PRIMARY KEY,
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    name         TEXT NOT NULL,
    email        TEXT NOT NULL,
    is_owner     BOOLEAN NOT NULL CHECK (is_owner IN (FALSE, TRUE))
);

CREATE UNIQUE INDEX one_owner_per_account ON users (account_uuid) WHERE is_owner;
CREATE INDEX users_by_account ON users (account_uuid, name, uuid);

-- A key stays when its user is removed: it still names the account, and is refused.
CREATE TABLE api_keys (
    uuid         TEXT NOT NULL PRIMARY KEY,
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    user_uuid    TEXT REFERENCES users (uuid) ON DELETE SET NULL,
    hash         TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    created_at   INTEGER NOT NULL
);

-- To remove an account or a user must not search all keys.
CREATE INDEX api_keys_by_account ON api_keys (account_uuid);
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);

CREATE TABLE campaigns (
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    uuid         TEXT NOT NULL,
    name         TEXT NOT NULL,
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_campaign_per_account UNIQUE (account_uuid)
);

CREATE TABLE publications (
    account_uuid       TEXT NOT NULL REFERENCES accounts (uuid),
    uuid               TEXT NOT NULL,
    name               TEXT NOT NULL,
    publication_url    TEXT,
    description        TEXT,
    auto_pilot         BOOLEAN NOT NULL CHECK (auto_pilot IN (FALSE, TRUE)),
    partner_categories TEXT NOT NULL,
    status             TEXT NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
    logo_url           TEXT,
    created_at         INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, uuid)
);

CREATE INDEX publications_newest ON publications (account_uuid, created_at DESC, uuid DESC);

CREATE TABLE upscribes (
    account_uuid               TEXT NOT NULL REFERENCES accounts (uuid),
    uuid                       TEXT NOT NULL,
    auto_pilot                 BOOLEAN NOT NULL CHECK (auto_pilot IN (FALSE, TRUE)),
    active                     BOOLEAN NOT NULL CHECK (active IN (FALSE, TRUE)),
    after_submission_behaviour TEXT NOT NULL CHECK (after_submission_behaviour IN ('redirect', 'hide_widget')),
    redirect_url               TEXT,
    visibility_rules           TEXT NOT NULL,
    after_submission_rules     TEXT NOT NULL,
    created_at                 INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, uuid)
);

CREATE INDEX upscribes_newest ON upscribes (account_uuid, created_at DESC, uuid DESC);

-- `advocate`: whether they have referred another. Subscribers are only deleted with their account.
CREATE TABLE subscribers (
    account_uuid     TEXT NOT NULL REFERENCES accounts (uuid),
    uuid             TEXT NOT NULL,
    email            TEXT NOT NULL,
    email_normalised TEXT NOT NULL,
    name             TEXT,
    status           TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'unsubscribed', 'rejected')),
    acquisition      TEXT NOT NULL CHECK (acquisition IN ('direct', 'referral_program', 'partner_program')),
    ref_code         TEXT NOT NULL,
    referrer_code    TEXT,
    referrer_uuid    TEXT,
    origin           TEXT NOT NULL,
    cpa              TEXT,
    ip_address       TEXT,
    user_agent       TEXT,
    country_code     TEXT,
    utm_source       TEXT,
    utm_campaign     TEXT,
    created_at       INTEGER NOT NULL,
    advocate         BOOLEAN NOT NULL DEFAULT FALSE CHECK (advocate IN (FALSE, TRUE)),
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
    account_uuid    TEXT NOT NULL,
    uuid            TEXT NOT NULL,
    campaign_uuid   TEXT NOT NULL,
    subscriber_uuid TEXT NOT NULL,
    created_at      INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_membership_per_subscriber UNIQUE (account_uuid, campaign_uuid, subscriber_uuid),
    FOREIGN KEY (account_uuid, campaign_uuid) REFERENCES campaigns (account_uuid, uuid),
    FOREIGN KEY (account_uuid, subscriber_uuid) REFERENCES subscribers (account_uuid, uuid)
);

CREATE INDEX campaign_memberships_by_subscriber ON campaign_memberships (account_uuid, subscriber_uuid);

-- `value` is the text of the JSON number as it was received: a binary float would not keep amounts exact.
CREATE TABLE events (
    account_uuid    TEXT NOT NULL,
    uuid            TEXT NOT NULL,
    campaign_uuid   TEXT NOT NULL,
    subscriber_uuid TEXT NOT NULL,
    value           TEXT NOT NULL,
    description     TEXT,
    created_at      INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, uuid),
    FOREIGN KEY (account_uuid, campaign_uuid) REFERENCES campaigns (account_uuid, uuid),
    FOREIGN KEY (account_uuid, subscriber_uuid) REFERENCES subscribers (account_uuid, uuid)
);

CREATE INDEX events_by_subscriber ON events (account_uuid, campaign_uuid, subscriber_uuid);

-- The network sees all programs, so that their identifiers are unique in all accounts.
CREATE TABLE partner_programs (
    uuid                      TEXT NOT NULL PRIMARY KEY,
    account_uuid              TEXT NOT NULL,
    publication_uuid          TEXT NOT NULL,
    status                    TEXT NOT NULL CHECK (status IN ('active', 'paused')),
    cpa                       INTEGER NOT NULL CHECK (cpa >= 0),
    max_payout                INTEGER NOT NULL CHECK (max_payout >= 0),
    terms                     TEXT,
    referral_pending_duration INTEGER NOT NULL CHECK (referral_pending_duration >= 0),
    allow_worldwide_referrals BOOLEAN NOT NULL CHECK (allow_worldwide_referrals IN (FALSE, TRUE)),
    requires_approval         BOOLEAN NOT NULL CHECK (requires_approval IN (FALSE, TRUE)),
    created_at                INTEGER NOT NULL,
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
);

CREATE INDEX partner_programs_newest ON partner_programs (created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_cpa ON partner_programs (cpa DESC, created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_max_payout ON partner_programs (max_payout DESC, created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_publication ON partner_programs (account_uuid, publication_uuid);

-- A country that a program names is either allowed or blocked.
CREATE TABLE partner_program_countries (
    program_uuid TEXT NOT NULL REFERENCES partner_programs (uuid),
    country      TEXT NOT NULL CHECK (length(country) = 2),
    allowed      BOOLEAN NOT NULL CHECK (allowed IN (FALSE, TRUE)),
    PRIMARY KEY (program_uuid, country)
);

CREATE TABLE partner_program_channels (
    program_uuid TEXT NOT NULL REFERENCES partner_programs (uuid),
    channel      TEXT NOT NULL CHECK (channel IN ('magic_link', 'partner_link', 'upscribe')),
    PRIMARY KEY (program_uuid, channel)
);

-- An account as a partner, from the time when it first joins a program.
CREATE TABLE partner_profiles (
    account_uuid TEXT NOT NULL PRIMARY KEY REFERENCES accounts (uuid),
    uuid         TEXT NOT NULL UNIQUE
);

CREATE TABLE recommendations (
    account_uuid            TEXT NOT NULL REFERENCES partner_profiles (account_uuid),
    uuid                    TEXT NOT NULL,
    publication_uuid        TEXT NOT NULL,
    program_uuid            TEXT NOT NULL REFERENCES partner_programs (uuid),
    status                  TEXT NOT NULL
                            CHECK (status IN ('draft', 'awaiting_approval', 'active', 'paused', 'archived')),
    archived_by             TEXT CHECK (archived_by IN ('owner', 'sponsor')),
    ref_code                TEXT NOT NULL UNIQUE,
    cpa                     INTEGER NOT NULL CHECK (cpa >= 0),
    max_payout              INTEGER NOT NULL CHECK (max_payout >= 0),
    campaign_type           TEXT,
    thankyou_page_url       TEXT,
    accepted_terms_at       INTEGER,
    name                    TEXT NOT NULL,
    referral_pending_period INTEGER,
    reason                  TEXT,
    created_at              INTEGER NOT NULL,
    -- The status after it is resumed: an application stays one.
    resumes_as              TEXT CHECK (resumes_as IN ('draft', 'awaiting_approval', 'active')),
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
    account_uuid        TEXT NOT NULL,
    recommendation_uuid TEXT NOT NULL,
    email_normalised    TEXT NOT NULL,
    email               TEXT NOT NULL,
    upscribe_uuid       TEXT NOT NULL,
    utm_source          TEXT,
    utm_campaign        TEXT,
    created_at          INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, recommendation_uuid, email_normalised),
    FOREIGN KEY (account_uuid, recommendation_uuid) REFERENCES recommendations (account_uuid, uuid),
    FOREIGN KEY (account_uuid, upscribe_uuid) REFERENCES upscribes (account_uuid, uuid)
);

CREATE INDEX referrals_by_upscribe ON referrals (account_uuid, upscribe_uuid);

-- `commissioned`: whether it includes a commission of the partner network.
CREATE TABLE payouts (
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    uuid         TEXT NOT NULL,
    partner_uuid TEXT NOT NULL,
    period_start INTEGER NOT NULL,
    period_end   INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    paid_at      INTEGER,
    commissioned BOOLEAN NOT NULL DEFAULT FALSE CHECK (commissioned IN (FALSE, TRUE)),
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_payout_per_partner_uuid UNIQUE (account_uuid, partner_uuid),
    CHECK (period_start <= period_end)
);

CREATE INDEX payouts_newest ON payouts (account_uuid, created_at DESC, uuid DESC);
CREATE INDEX payouts_commissioned ON payouts (account_uuid, created_at DESC, uuid DESC) WHERE commissioned;

-- What was earned in the period of a payout. Only a commission names a publication, and only a commission can be
-- deferred to a later payout. Entries are inserted with their payout.
CREATE TABLE ledger_entries (
    account_uuid     TEXT NOT NULL,
    payout_uuid      TEXT NOT NULL,
    position         INTEGER NOT NULL,
    source           TEXT NOT NULL CHECK (source IN ('commission', 'affiliate', 'adjustment')),
    amount           INTEGER NOT NULL,
    publication_uuid TEXT,
    confirmations    INTEGER CHECK (confirmations >= 0),
    deferred         BOOLEAN NOT NULL CHECK (deferred IN (FALSE, TRUE)),
    expected_at      INTEGER,
    PRIMARY KEY (account_uuid, payout_uuid, position),
    CHECK ((source = 'commission') = (publication_uuid IS NOT NULL)),
    CHECK ((source = 'commission') = (confirmations IS NOT NULL)),
    CHECK (source = 'commission' OR NOT deferred),
    CHECK (deferred OR expected_at IS NULL),
    FOREIGN KEY (account_uuid, payout_uuid) REFERENCES payouts (account_uuid, uuid),
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
);

CREATE INDEX ledger_entries_by_publication ON ledger_entries (account_uuid, publication_uuid);

