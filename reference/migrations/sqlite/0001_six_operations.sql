-- The tables behind the first six operations.
--
-- What belongs to an account carries `account_uuid` first in its key, and refers to its fellows by that pair,
-- so that a row cannot point into another account. Times are microseconds since 1970-01-01 in UTC.

CREATE TABLE accounts (
    uuid TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE users (
    uuid         TEXT NOT NULL PRIMARY KEY,
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    name         TEXT NOT NULL,
    email        TEXT NOT NULL
) STRICT;

-- A key outlives its user: it then still names the account, and is refused because its user is gone.
CREATE TABLE api_keys (
    uuid         TEXT NOT NULL PRIMARY KEY,
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    user_uuid    TEXT REFERENCES users (uuid) ON DELETE SET NULL,
    hash         TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    created_at   INTEGER NOT NULL
) STRICT;

CREATE TABLE campaigns (
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    uuid         TEXT NOT NULL,
    name         TEXT NOT NULL,
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_campaign_per_account UNIQUE (account_uuid)
) STRICT;

CREATE TABLE publications (
    account_uuid       TEXT NOT NULL REFERENCES accounts (uuid),
    uuid               TEXT NOT NULL,
    name               TEXT NOT NULL,
    publication_url    TEXT,
    description        TEXT,
    auto_pilot         INTEGER NOT NULL CHECK (auto_pilot IN (0, 1)),
    partner_categories TEXT NOT NULL,
    status             TEXT NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
    logo_url           TEXT,
    created_at         INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, uuid)
) STRICT;

CREATE INDEX publications_newest ON publications (account_uuid, created_at DESC, uuid DESC);

CREATE TABLE upscribes (
    account_uuid               TEXT NOT NULL REFERENCES accounts (uuid),
    uuid                       TEXT NOT NULL,
    auto_pilot                 INTEGER NOT NULL CHECK (auto_pilot IN (0, 1)),
    active                     INTEGER NOT NULL CHECK (active IN (0, 1)),
    after_submission_behaviour TEXT NOT NULL CHECK (after_submission_behaviour IN ('redirect', 'hide_widget')),
    redirect_url               TEXT,
    visibility_rules           TEXT NOT NULL,
    after_submission_rules     TEXT NOT NULL,
    PRIMARY KEY (account_uuid, uuid)
) STRICT;

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
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_subscriber_per_address UNIQUE (account_uuid, email_normalised),
    CONSTRAINT one_subscriber_per_ref_code UNIQUE (account_uuid, ref_code),
    FOREIGN KEY (account_uuid, referrer_uuid) REFERENCES subscribers (account_uuid, uuid)
) STRICT;

CREATE INDEX subscribers_newest ON subscribers (account_uuid, created_at DESC, uuid DESC);
CREATE INDEX subscribers_by_referrer ON subscribers (account_uuid, referrer_uuid);

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
) STRICT;

CREATE INDEX campaign_memberships_by_subscriber ON campaign_memberships (account_uuid, subscriber_uuid);

-- `value` is the text of the JSON number as it came: a binary float would not keep money exact.
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
) STRICT;

CREATE INDEX events_by_subscriber ON events (account_uuid, campaign_uuid, subscriber_uuid);
