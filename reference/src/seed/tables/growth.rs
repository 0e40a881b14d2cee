//! The keys of what the network brings: partner programs, recommendations, payouts.

use reader::{KeyTable, Shape};

use super::{TEXTS, UUID, optional, required};
use crate::domain::partner_program::{Channel, ProgramStatus};
use crate::domain::recommendation::{Archiver, RecommendationStatus};

/// A partner program.
pub static PARTNER_PROGRAM: KeyTable = KeyTable {
    name: "partner program",
    doc: "What a publication offers others for recommending it.",
    keys: &[
        UUID,
        required(
            "publication",
            Shape::Text,
            "the publication of the account, by name",
        ),
        required("created_at", Shape::Text, "when it was made"),
        required("cpa", Shape::Number, "what is paid for a subscriber"),
        required(
            "max_payout",
            Shape::Number,
            "what is paid to a partner at most",
        ),
        optional(
            "status",
            Shape::OneOf(&ProgramStatus::WORDS),
            "whether it runs; `active` when left out",
        ),
        optional("terms", Shape::Text, "what a partner agrees to"),
        optional(
            "referral_pending_duration",
            Shape::Integer,
            "how many days pass before a referral counts; 30 when left out",
        ),
        optional(
            "worldwide",
            Shape::Boolean,
            "whether referrals come from everywhere but the blocked countries; `false` when left out",
        ),
        optional(
            "allowed_countries",
            TEXTS,
            "alpha-2 codes of countries that referrals may come from",
        ),
        optional(
            "blocked_countries",
            TEXTS,
            "alpha-2 codes of countries that referrals may not come from",
        ),
        required(
            "channels",
            Shape::List(&Shape::OneOf(&Channel::WORDS)),
            "where it can be recommended",
        ),
        optional(
            "requires_approval",
            Shape::Boolean,
            "whether partners have to apply; `false` when left out",
        ),
    ],
};

/// A recommendation.
pub static RECOMMENDATION: KeyTable = KeyTable {
    name: "recommendation",
    doc: "That the account has joined a partner program. What is left out is as the program has it.",
    keys: &[
        UUID,
        required(
            "program",
            Shape::Text,
            "the partner program of any account of the file, by `uuid`",
        ),
        required(
            "publication",
            Shape::Text,
            "the publication of the account that recommends, by name",
        ),
        required("created_at", Shape::Text, "when it was made"),
        optional(
            "status",
            Shape::OneOf(&RecommendationStatus::WORDS),
            "where it is in its life; `active` when left out",
        ),
        optional(
            "archived_by",
            Shape::OneOf(&Archiver::WORDS),
            "who put it away, when it is archived; `owner` when left out",
        ),
        optional(
            "ref_code",
            Shape::Text,
            "the code its readers come with; drawn when left out",
        ),
        optional("name", Shape::Text, "what people call it"),
        optional("cpa", Shape::Number, "what is paid for a subscriber"),
        optional(
            "max_payout",
            Shape::Number,
            "what is paid for it in all at most",
        ),
        optional(
            "thankyou_page_url",
            Shape::Text,
            "where a reader is thanked",
        ),
        optional(
            "accepted_terms_at",
            Shape::Text,
            "when the account agreed to the terms",
        ),
        optional("reason", Shape::Text, "why the account wants to recommend"),
        optional(
            "referrals",
            Shape::List(&Shape::Table(&REFERRAL)),
            "the people who signed up because of it",
        ),
    ],
};

/// A referral.
pub static REFERRAL: KeyTable = KeyTable {
    name: "referral",
    doc: "That a person, who need not be a subscriber, signed up because of a recommendation.",
    keys: &[
        required(
            "email",
            Shape::Text,
            "the person's address; a recommendation refers a person once",
        ),
        required("created_at", Shape::Text, "when they signed up"),
        optional(
            "upscribe",
            Shape::Text,
            "the widget they signed up through, by `uuid`; the first of the account when left out",
        ),
        optional("utm_source", Shape::Text, "where they came from"),
        optional("utm_campaign", Shape::Text, "because of what they came"),
    ],
};

/// A payout.
pub static PAYOUT: KeyTable = KeyTable {
    name: "payout",
    doc: "What the account is paid for a period.",
    keys: &[
        UUID,
        optional(
            "partner_uuid",
            Shape::Text,
            "its identifier among the payouts of the partner profile; drawn when left out",
        ),
        required(
            "period_start",
            Shape::Text,
            "where the period begins that it pays for",
        ),
        required("period_end", Shape::Text, "where that period ends"),
        required("created_at", Shape::Text, "when it was first prepared"),
        optional("paid_at", Shape::Text, "when it was paid, if it was"),
        optional(
            "commissions",
            Shape::List(&Shape::Table(&COMMISSION)),
            "what was earned by bringing subscribers to partners of the network",
        ),
        optional(
            "affiliate_commissions",
            Shape::List(&Shape::Number),
            "what it pays for customers brought to the service itself",
        ),
        optional(
            "adjustments",
            Shape::List(&Shape::Number),
            "what it puts right; below zero when it takes back",
        ),
    ],
};

/// A commission.
pub static COMMISSION: KeyTable = KeyTable {
    name: "commission",
    doc: "Subscribers brought to a partner of the network, and confirmed.",
    keys: &[
        required(
            "publication",
            Shape::Text,
            "the publication of the account that brought them, by name",
        ),
        required("amount", Shape::Number, "how much, in dollars"),
        required("confirmations", Shape::Integer, "for how many subscribers"),
        optional(
            "deferred",
            Shape::Boolean,
            "whether a later payout pays for them; `false` when left out",
        ),
        optional(
            "expected_at",
            Shape::Text,
            "when that payout is expected, if it is known",
        ),
    ],
};
