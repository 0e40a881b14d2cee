//! The keys of a seed file.

mod growth;

pub use growth::{COMMISSION, PARTNER_PROGRAM, PAYOUT, RECOMMENDATION, REFERRAL};

use reader::{Key, KeyTable, Shape};
use strum::VariantNames as _;

use crate::domain::publication::PublicationStatus;
use crate::domain::status::{Acquisition, Status};
use crate::domain::upscribe::AfterSubmission;

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, required: true, shape, doc }
}

const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, required: false, shape, doc }
}

const UUID: Key =
    optional("uuid", Shape::Text, "identifier [default: derived from the position in the file]");
const TEXTS: Shape = Shape::List(&Shape::Text);

/// The whole file.
pub static SEED: KeyTable = KeyTable {
    name: "seed",
    doc: "Initial data of a database.",
    keys: &[
        required("seed", Shape::Integer, "version of the format: 1"),
        required("accounts", Shape::MapOf(&Shape::Table(&ACCOUNT)), "accounts by label"),
    ],
};

/// One account.
pub static ACCOUNT: KeyTable = KeyTable {
    name: "account",
    doc: "A team and its records.",
    keys: &[
        UUID,
        required("name", Shape::Text, "name"),
        optional("esp", Shape::Text, "e-mail service provider"),
        optional(
            "owner",
            Shape::Text,
            "label of the owner in `users` [default: the first user that is not `gone`]",
        ),
        optional("users", Shape::MapOf(&Shape::Table(&USER)), "members by label"),
        optional(
            "keys",
            Shape::MapOf(&Shape::Table(&KEY)),
            "API keys by label, unique in the file",
        ),
        optional("campaign", Shape::Table(&CAMPAIGN), "referral campaign; at most one"),
        optional("publications", Shape::List(&Shape::Table(&PUBLICATION)), "publications"),
        optional("upscribes", Shape::List(&Shape::Table(&UPSCRIBE)), "signup widgets"),
        optional(
            "subscribers",
            Shape::List(&Shape::Table(&SUBSCRIBER)),
            "subscribers; a referrer comes before the subscribers it referred",
        ),
        optional(
            "more_subscribers",
            Shape::Integer,
            "number of subscribers to generate (deterministic)",
        ),
        optional(
            "partner_programs",
            Shape::List(&Shape::Table(&PARTNER_PROGRAM)),
            "partner programs of its publications",
        ),
        optional(
            "partner_profile",
            Shape::Text,
            "identifier of the partner profile [default: generated]",
        ),
        optional(
            "recommendations",
            Shape::List(&Shape::Table(&RECOMMENDATION)),
            "joined partner programs",
        ),
        optional("payouts", Shape::List(&Shape::Table(&PAYOUT)), "payouts"),
    ],
};

/// A member of an account.
pub static USER: KeyTable = KeyTable {
    name: "user",
    doc: "A member of the account's team.",
    keys: &[
        UUID,
        required("name", Shape::Text, "name"),
        required("email", Shape::Text, "e-mail address"),
        optional("gone", Shape::Boolean, "whether the user was deleted; its keys are refused"),
    ],
};

/// An API key.
pub static KEY: KeyTable = KeyTable {
    name: "key",
    doc: "An API key. A seed never contains the secret.",
    keys: &[
        UUID,
        required("user", Shape::Text, "label of its user in `users`"),
        required(
            "secret",
            Shape::OneOf(&["generate"]),
            "always `generate`: a new secret for every seeding",
        ),
    ],
};

/// A referral campaign.
pub static CAMPAIGN: KeyTable = KeyTable {
    name: "campaign",
    doc: "A referral campaign.",
    keys: &[UUID, required("name", Shape::Text, "name")],
};

/// A publication.
pub static PUBLICATION: KeyTable = KeyTable {
    name: "publication",
    doc: "A newsletter of the account.",
    keys: &[
        UUID,
        required("name", Shape::Text, "name"),
        required("created_at", Shape::Text, "creation time"),
        optional("publication_url", Shape::Text, "URL of the publication"),
        optional("description", Shape::Text, "description"),
        optional(
            "auto_pilot",
            Shape::Boolean,
            "whether recommendations are chosen automatically [default: false]",
        ),
        optional("partner_categories", TEXTS, "accepted partner categories"),
        optional("status", Shape::OneOf(PublicationStatus::VARIANTS), "status [default: active]"),
        optional("logo_url", Shape::Text, "URL of the logo"),
    ],
};

/// A signup widget.
pub static UPSCRIBE: KeyTable = KeyTable {
    name: "upscribe",
    doc: "A signup widget.",
    keys: &[
        UUID,
        optional(
            "auto_pilot",
            Shape::Boolean,
            "whether recommendations are chosen automatically [default: false]",
        ),
        optional("active", Shape::Boolean, "whether it is shown [default: true]"),
        optional(
            "after_submission_behaviour",
            Shape::OneOf(AfterSubmission::VARIANTS),
            "behaviour after a signup [default: hide_widget]",
        ),
        optional("redirect_url", Shape::Text, "target of the redirect after a signup"),
        optional("visibility_rules", TEXTS, "pages on which it is shown"),
        optional("after_submission_rules", TEXTS, "pages shown after a signup"),
        optional("created_at", Shape::Text, "creation time [default: 1970-01-01T00:00:00Z]"),
    ],
};

/// A subscriber.
pub static SUBSCRIBER: KeyTable = KeyTable {
    name: "subscriber",
    doc: "A subscriber of the account.",
    keys: &[
        UUID,
        required("email", Shape::Text, "e-mail address, unique in the account"),
        required("created_at", Shape::Text, "time of the signup"),
        optional("name", Shape::Text, "name"),
        optional(
            "acquired",
            Shape::OneOf(Acquisition::VARIANTS),
            "acquisition channel [default: referral_program with `referred_by`, else direct]",
        ),
        optional(
            "referred_by",
            Shape::Text,
            "e-mail address of the referrer, an earlier subscriber",
        ),
        optional(
            "status",
            Shape::OneOf(Status::VARIANTS),
            "status [default: pending for a program, else confirmed]",
        ),
        optional("in_campaign", Shape::Boolean, "whether it is a member of the campaign"),
        optional("ref_code", Shape::Text, "referral code [default: generated]"),
        optional("cpa", Shape::Number, "cost per acquisition, for partner referrals"),
        optional("origin", Shape::Text, "origin of the signup [default: api]"),
        optional("ip_address", Shape::Text, "IP address of the signup"),
        optional("user_agent", Shape::Text, "user agent of the signup"),
        optional("country_code", Shape::Text, "country code, alpha-2"),
        optional("utm_source", Shape::Text, "UTM source"),
        optional("utm_campaign", Shape::Text, "UTM campaign"),
    ],
};
