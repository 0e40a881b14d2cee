//! The keys of partner programs, recommendations and payouts.

use reader::{KeyTable, Shape};
use strum::VariantNames as _;

use super::{TEXTS, UUID, optional, required};
use crate::domain::partner_program::{Channel, ProgramStatus};
use crate::domain::recommendation::{ArchivedBy, RecommendationStatus};

/// A partner program.
pub static PARTNER_PROGRAM: KeyTable = KeyTable {
    name: "partner program",
    doc: "A partner program of a publication.",
    keys: &[
        UUID,
        required("publication", Shape::Text, "name of the publication"),
        required("created_at", Shape::Text, "creation time"),
        required("cpa", Shape::Number, "cost per acquisition"),
        required("max_payout", Shape::Number, "largest total payout to a partner"),
        optional("status", Shape::OneOf(ProgramStatus::VARIANTS), "status [default: active]"),
        optional("terms", Shape::Text, "terms"),
        optional(
            "referral_pending_duration",
            Shape::Integer,
            "days until a referral counts [default: 30]",
        ),
        optional(
            "worldwide",
            Shape::Boolean,
            "whether every country except the blocked ones is accepted [default: false]",
        ),
        optional("allowed_countries", TEXTS, "accepted countries, alpha-2"),
        optional("blocked_countries", TEXTS, "blocked countries, alpha-2"),
        required(
            "channels",
            Shape::List(&Shape::OneOf(Channel::VARIANTS)),
            "channels for recommendations",
        ),
        optional(
            "requires_approval",
            Shape::Boolean,
            "whether partners apply for approval [default: false]",
        ),
    ],
};

/// A recommendation.
pub static RECOMMENDATION: KeyTable = KeyTable {
    name: "recommendation",
    doc: "A partner program that the account joined. Defaults are those of the program.",
    keys: &[
        UUID,
        required("program", Shape::Text, "`uuid` of a partner program in the file"),
        required("publication", Shape::Text, "name of the recommending publication"),
        required("created_at", Shape::Text, "creation time"),
        optional(
            "status",
            Shape::OneOf(RecommendationStatus::VARIANTS),
            "status [default: active]",
        ),
        optional(
            "archived_by",
            Shape::OneOf(ArchivedBy::VARIANTS),
            "who archived it [default: owner]",
        ),
        optional("ref_code", Shape::Text, "referral code [default: generated]"),
        optional("name", Shape::Text, "name"),
        optional("cpa", Shape::Number, "cost per acquisition"),
        optional("max_payout", Shape::Number, "largest total payout"),
        optional("thankyou_page_url", Shape::Text, "URL of the thank-you page"),
        optional("accepted_terms_at", Shape::Text, "time at which the terms were accepted"),
        optional("reason", Shape::Text, "reason for recommending"),
        optional("referrals", Shape::List(&Shape::Table(&REFERRAL)), "referred people"),
    ],
};

/// A referral.
pub static REFERRAL: KeyTable = KeyTable {
    name: "referral",
    doc: "A signup through a recommendation. The person may or may not be a subscriber.",
    keys: &[
        required("email", Shape::Text, "e-mail address, unique in the recommendation"),
        required("created_at", Shape::Text, "time of the signup"),
        optional(
            "upscribe",
            Shape::Text,
            "`uuid` of the signup widget [default: the first of the account]",
        ),
        optional("utm_source", Shape::Text, "UTM source"),
        optional("utm_campaign", Shape::Text, "UTM campaign"),
    ],
};

/// A payout.
pub static PAYOUT: KeyTable = KeyTable {
    name: "payout",
    doc: "A payout to the account for a period.",
    keys: &[
        UUID,
        optional(
            "partner_uuid",
            Shape::Text,
            "identifier in the view of the partner profile [default: generated]",
        ),
        required("period_start", Shape::Text, "start of the period"),
        required("period_end", Shape::Text, "end of the period"),
        required("created_at", Shape::Text, "creation time"),
        optional("paid_at", Shape::Text, "time of the payment [default: unpaid]"),
        optional(
            "commissions",
            Shape::List(&Shape::Table(&COMMISSION)),
            "commissions of the partner network",
        ),
        optional("affiliate_commissions", Shape::List(&Shape::Number), "affiliate commissions"),
        optional("adjustments", Shape::List(&Shape::Number), "adjustments; may be negative"),
    ],
};

/// A commission.
pub static COMMISSION: KeyTable = KeyTable {
    name: "commission",
    doc: "A commission for confirmed subscribers of a partner.",
    keys: &[
        required("publication", Shape::Text, "name of the referring publication"),
        required("amount", Shape::Number, "amount in dollars"),
        required("confirmations", Shape::Integer, "number of confirmed subscribers"),
        optional("deferred", Shape::Boolean, "whether a later payout pays it [default: false]"),
        optional("expected_at", Shape::Text, "when that payout is expected, if it is known"),
    ],
};
