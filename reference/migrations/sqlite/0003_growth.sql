-- When widgets were made, partner programs, recommendations and what they refer, payouts and their ledger.
--
-- Amounts are whole cents: they are added up and compared. Points in time as before.

-- Widgets that were there before this version are the oldest.
ALTER TABLE upscribes ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;

CREATE INDEX upscribes_newest ON upscribes (account_uuid, created_at DESC, uuid DESC);

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
    allow_worldwide_referrals INTEGER NOT NULL CHECK (allow_worldwide_referrals IN (0, 1)),
    requires_approval         INTEGER NOT NULL CHECK (requires_approval IN (0, 1)),
    created_at                INTEGER NOT NULL,
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
) STRICT;

CREATE INDEX partner_programs_newest ON partner_programs (created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_cpa ON partner_programs (cpa DESC, created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_max_payout ON partner_programs (max_payout DESC, created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_publication ON partner_programs (account_uuid, publication_uuid);

-- A country a program names is either allowed or blocked.
CREATE TABLE partner_program_countries (
    program_uuid TEXT NOT NULL REFERENCES partner_programs (uuid),
    country      TEXT NOT NULL CHECK (length(country) = 2),
    allowed      INTEGER NOT NULL CHECK (allowed IN (0, 1)),
    PRIMARY KEY (program_uuid, country)
) STRICT;

CREATE TABLE partner_program_channels (
    program_uuid TEXT NOT NULL REFERENCES partner_programs (uuid),
    channel      TEXT NOT NULL CHECK (channel IN ('magic_link', 'partner_link', 'upscribe')),
    PRIMARY KEY (program_uuid, channel)
) STRICT;

-- An account in its role as a partner; it has one from the moment it first joins a program.
CREATE TABLE partner_profiles (
    account_uuid TEXT NOT NULL PRIMARY KEY REFERENCES accounts (uuid),
    uuid         TEXT NOT NULL UNIQUE
) STRICT;

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
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_recommendation_per_program UNIQUE (account_uuid, program_uuid),
    CONSTRAINT somebody_archived_it CHECK ((status = 'archived') = (archived_by IS NOT NULL)),
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
) STRICT;

CREATE INDEX recommendations_newest ON recommendations (account_uuid, created_at DESC, uuid DESC);
CREATE INDEX recommendations_by_program ON recommendations (program_uuid);
CREATE INDEX recommendations_by_publication ON recommendations (account_uuid, publication_uuid);

-- A person counts once for a recommendation, however often they sign up.
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
) STRICT;

CREATE INDEX referrals_by_upscribe ON referrals (account_uuid, upscribe_uuid);

CREATE TABLE payouts (
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    uuid         TEXT NOT NULL,
    partner_uuid TEXT NOT NULL,
    period_start INTEGER NOT NULL,
    period_end   INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    paid_at      INTEGER,
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_payout_per_partner_uuid UNIQUE (account_uuid, partner_uuid),
    CHECK (period_start <= period_end)
) STRICT;

CREATE INDEX payouts_newest ON payouts (account_uuid, created_at DESC, uuid DESC);

-- What was earned in the period of a payout. Only a commission names a publication; only a commission can be left
-- to a later payout.
CREATE TABLE ledger_entries (
    account_uuid     TEXT NOT NULL,
    payout_uuid      TEXT NOT NULL,
    position         INTEGER NOT NULL,
    source           TEXT NOT NULL CHECK (source IN ('commission', 'affiliate', 'adjustment')),
    amount           INTEGER NOT NULL,
    publication_uuid TEXT,
    confirmations    INTEGER CHECK (confirmations >= 0),
    deferred         INTEGER NOT NULL CHECK (deferred IN (0, 1)),
    expected_at      INTEGER,
    PRIMARY KEY (account_uuid, payout_uuid, position),
    CHECK ((source = 'commission') = (publication_uuid IS NOT NULL)),
    CHECK ((source = 'commission') = (confirmations IS NOT NULL)),
    CHECK (source = 'commission' OR deferred = 0),
    CHECK (deferred = 1 OR expected_at IS NULL),
    FOREIGN KEY (account_uuid, payout_uuid) REFERENCES payouts (account_uuid, uuid),
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
) STRICT;

CREATE INDEX ledger_entries_by_publication ON ledger_entries (account_uuid, publication_uuid);
