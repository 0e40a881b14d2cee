-- The tables of all operations.
--
-- What belongs to an account has `account_uuid` first in its key, and refers to other rows by that pair, so that a row
-- cannot point into another account. Times are microseconds since 1970-01-01 in UTC. Amounts of programs,
-- recommendations and the ledger are whole cents: they are added up and compared.

CREATE TABLE accounts (
    uuid TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    esp  TEXT
) STRICT;

CREATE UNIQUE INDEX one_account_per_name ON accounts (name);

CREATE TABLE users (
    uuid         TEXT NOT NULL PRIMARY KEY,
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    name         TEXT NOT NULL,
    email        TEXT NOT NULL,
    is_owner     INTEGER NOT NULL CHECK (is_owner IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX one_owner_per_account ON users (account_uuid) WHERE is_owner = 1;
CREATE INDEX users_by_account ON users (account_uuid, name, uuid);

-- A key stays when its user is removed: it still names the account, and is refused.
CREATE TABLE api_keys (
    uuid         TEXT NOT NULL PRIMARY KEY,
    account_uuid TEXT NOT NULL REFERENCES accounts (uuid),
    user_uuid    TEXT REFERENCES users (uuid) ON DELETE SET NULL,
    hash         TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    created_at   INTEGER NOT NULL
) STRICT;

-- To remove an account or a user must not search all keys.
CREATE INDEX api_keys_by_account ON api_keys (account_uuid);
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);

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
    created_at                 INTEGER NOT NULL,
    PRIMARY KEY (account_uuid, uuid)
) STRICT;

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
    advocate         INTEGER NOT NULL DEFAULT 0 CHECK (advocate IN (0, 1)),
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_subscriber_per_address UNIQUE (account_uuid, email_normalised),
    CONSTRAINT one_subscriber_per_ref_code UNIQUE (account_uuid, ref_code),
    FOREIGN KEY (account_uuid, referrer_uuid) REFERENCES subscribers (account_uuid, uuid)
) STRICT;

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
) STRICT;

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
) STRICT;

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
    allow_worldwide_referrals INTEGER NOT NULL CHECK (allow_worldwide_referrals IN (0, 1)),
    requires_approval         INTEGER NOT NULL CHECK (requires_approval IN (0, 1)),
    created_at                INTEGER NOT NULL,
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
) STRICT;

CREATE INDEX partner_programs_newest ON partner_programs (created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_cpa ON partner_programs (cpa DESC, created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_max_payout ON partner_programs (max_payout DESC, created_at DESC, uuid DESC);
CREATE INDEX partner_programs_by_publication ON partner_programs (account_uuid, publication_uuid);

-- A country that a program names is either allowed or blocked.
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

-- An account as a partner, from the time when it first joins a program.
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
    -- The status after it is resumed: an application stays one.
    resumes_as              TEXT CHECK (resumes_as IN ('draft', 'awaiting_approval', 'active')),
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_recommendation_per_program UNIQUE (account_uuid, program_uuid),
    CONSTRAINT archived_by_one CHECK ((status = 'archived') = (archived_by IS NOT NULL)),
    CONSTRAINT archived_resumes CHECK ((status = 'archived') = (resumes_as IS NOT NULL)),
    FOREIGN KEY (account_uuid, publication_uuid) REFERENCES publications (account_uuid, uuid)
) STRICT;

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
) STRICT;

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
    commissioned INTEGER NOT NULL DEFAULT 0 CHECK (commissioned IN (0, 1)),
    PRIMARY KEY (account_uuid, uuid),
    CONSTRAINT one_payout_per_partner_uuid UNIQUE (account_uuid, partner_uuid),
    CHECK (period_start <= period_end)
) STRICT;

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
