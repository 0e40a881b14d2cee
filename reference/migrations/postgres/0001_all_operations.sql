-- The tables behind all operations, as `migrations/sqlite` has them in three steps.
--
-- What belongs to an account carries `account_uuid` first in its key, and refers to its fellows by that pair,
-- so that a row cannot point into another account. Times are microseconds since 1970-01-01 in UTC. Amounts of
-- programs, recommendations and the ledger are whole cents: they are added up and compared.

-- Text in the order of its bytes, as SQLite has it, whatever the locale of the cluster.
CREATE DOMAIN plain_text AS TEXT COLLATE "C";

CREATE TABLE accounts (
    uuid plain_text NOT NULL PRIMARY KEY,
    name plain_text NOT NULL,
    esp  plain_text
);

CREATE TABLE users (
    uuid         plain_text NOT NULL PRIMARY KEY,
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid),
    name         plain_text NOT NULL,
    email        plain_text NOT NULL,
    is_owner     BOOLEAN NOT NULL
);

CREATE UNIQUE INDEX one_owner_per_account ON users (account_uuid) WHERE is_owner;
CREATE INDEX users_by_account ON users (account_uuid, name, uuid);

-- A key outlives its user: it then still names the account, and is refused because its user is gone.
CREATE TABLE api_keys (
    uuid         plain_text NOT NULL PRIMARY KEY,
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid),
    user_uuid    plain_text REFERENCES users (uuid) ON DELETE SET NULL,
    hash         plain_text NOT NULL UNIQUE CHECK (length(hash) = 64),
    created_at   BIGINT NOT NULL
);

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
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_subscriber_per_address UNIQUE (account_uuid, email_normalised),
    CONSTRAINT one_subscriber_per_ref_code UNIQUE (account_uuid, ref_code),
    FOREIGN KEY (account_uuid, referrer_uuid) REFERENCES subscribers (account_uuid, uuid)
);

CREATE INDEX subscribers_newest ON subscribers (account_uuid, created_at DESC, uuid DESC);
CREATE INDEX subscribers_by_referrer ON subscribers (account_uuid, referrer_uuid);

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

-- `value` is the text of the JSON number as it came: a binary float would not keep money exact.
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

-- A country a program names is either allowed or blocked.
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

-- An account in its role as a partner; it has one from the moment it first joins a program.
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
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_recommendation_per_program UNIQUE (account_uuid, program_uuid),
    CONSTRAINT somebody_archived_it CHECK ((status = 'archived') = (archived_by IS NOT NULL)),
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
);

CREATE INDEX recommendations_newest ON recommendations (account_uuid, created_at DESC, uuid DESC);
CREATE INDEX recommendations_by_program ON recommendations (program_uuid);
CREATE INDEX recommendations_by_publication ON recommendations (account_uuid, publication_uuid);

-- A person counts once for a recommendation, however often they sign up.
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

CREATE TABLE payouts (
    account_uuid plain_text NOT NULL REFERENCES accounts (uuid),
    uuid         plain_text NOT NULL,
    partner_uuid plain_text NOT NULL,
    period_start BIGINT NOT NULL,
    period_end   BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    paid_at      BIGINT,
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_payout_per_partner_uuid UNIQUE (account_uuid, partner_uuid),
    CHECK (period_start <= period_end)
);

CREATE INDEX payouts_newest ON payouts (account_uuid, created_at DESC, uuid DESC);

-- What was earned in the period of a payout. Only a commission names a publication; only a commission can be left
-- to a later payout.
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
