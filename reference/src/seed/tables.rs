//! The keys of a seed file.

use reader::Shape::{self, Boolean, Integer, List, MapOf, Number, OneOf, Table, Text};
use reader::{Key, KeyTable};
use strum::VariantNames as _;

use crate::domain::partner_program::{Channel, ProgramStatus};
use crate::domain::publication::PublicationStatus;
use crate::domain::recommendation::{ArchivedBy, RecommendationStatus};
use crate::domain::status::{Acquisition, Status};
use crate::domain::upscribe::AfterSubmission;

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, required: true, shape, doc }
}

const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, required: false, shape, doc }
}

const UUID: Key =
    optional("uuid", Text, "identifier [default: derived from the position in the file]");
const TEXTS: Shape = List(&Text);

/// The whole file.
pub static SEED: KeyTable = KeyTable {
    name: "seed",
    doc: "Initial data of a database.",
    keys: &[
        required("seed", Integer, "version of the format: 1"),
        required("accounts", MapOf(&Table(&ACCOUNT)), "accounts by label"),
    ],
};

/// One account.
pub static ACCOUNT: KeyTable = KeyTable {
    name: "account",
    doc: "A team and its records.",
    keys: &[
        UUID,
        required("name", Text, "name"),
        optional("esp", Text, "e-mail service provider"),
        optional(
            "owner",
            Text,
            "label of the owner in `users` [default: the first user that is not `gone`]",
        ),
        optional("users", MapOf(&Table(&USER)), "members by label"),
        optional("keys", MapOf(&Table(&KEY)), "API keys by label, unique in the file"),
        optional("campaign", Table(&CAMPAIGN), "referral campaign; at most one"),
        optional("publications", List(&Table(&PUBLICATION)), "publications"),
        optional("upscribes", List(&Table(&UPSCRIBE)), "signup widgets"),
        optional(
            "subscribers",
            List(&Table(&SUBSCRIBER)),
            "subscribers; a referrer comes before the subscribers it referred",
        ),
        optional("more_subscribers", Integer, "number of subscribers to generate (deterministic)"),
        optional(
            "partner_programs",
            List(&Table(&PARTNER_PROGRAM)),
            "partner programs of its publications",
        ),
        optional("partner_profile", Text, "identifier of the partner profile [default: generated]"),
        optional("recommendations", List(&Table(&RECOMMENDATION)), "joined partner programs"),
        optional("payouts", List(&Table(&PAYOUT)), "payouts"),
    ],
};

/// A member of an account.
pub static USER: KeyTable = KeyTable {
    name: "user",
    doc: "A member of the account's team.",
    keys: &[
        UUID,
        required("name", Text, "name"),
        required("email", Text, "e-mail address"),
        optional("gone", Boolean, "whether the user was deleted; its keys are refused"),
    ],
};

/// An API key.
pub static KEY: KeyTable = KeyTable {
    name: "key",
    doc: "An API key. A seed never contains the secret.",
    keys: &[
        UUID,
        required("user", Text, "label of its user in `users`"),
        required(
            "secret",
            OneOf(&["generate"]),
            "always `generate`: a new secret for every seeding",
        ),
    ],
};

/// A referral campaign.
pub static CAMPAIGN: KeyTable = KeyTable {
    name: "campaign",
    doc: "A referral campaign.",
    keys: &[UUID, required("name", Text, "name")],
};

/// A publication.
pub static PUBLICATION: KeyTable = KeyTable {
    name: "publication",
    doc: "A newsletter of the account.",
    keys: &[
        UUID,
        required("name", Text, "name"),
        required("created_at", Text, "creation time"),
        optional("publication_url", Text, "URL of the publication"),
        optional("description", Text, "description"),
        optional(
            "auto_pilot",
            Boolean,
            "whether recommendations are chosen automatically [default: false]",
        ),
        optional("partner_categories", TEXTS, "accepted partner categories"),
        optional("status", OneOf(PublicationStatus::VARIANTS), "status [default: active]"),
        optional("logo_url", Text, "URL of the logo"),
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
            Boolean,
            "whether recommendations are chosen automatically [default: false]",
        ),
        optional("active", Boolean, "whether it is shown [default: true]"),
        optional(
            "after_submission_behaviour",
            OneOf(AfterSubmission::VARIANTS),
            "behaviour after a signup [default: hide_widget]",
        ),
        optional("redirect_url", Text, "target of the redirect after a signup"),
        optional("visibility_rules", TEXTS, "pages on which it is shown"),
        optional("after_submission_rules", TEXTS, "pages shown after a signup"),
        optional("created_at", Text, "creation time [default: 1970-01-01T00:00:00Z]"),
    ],
};

/// A subscriber.
pub static SUBSCRIBER: KeyTable = KeyTable {
    name: "subscriber",
    doc: "A subscriber of the account.",
    keys: &[
        UUID,
        required("email", Text, "e-mail address, unique in the account"),
        required("created_at", Text, "time of the signup"),
        optional("name", Text, "name"),
        optional(
            "acquired",
            OneOf(Acquisition::VARIANTS),
            "acquisition channel [default: referral_program with `referred_by`, else direct]",
        ),
        optional("referred_by", Text, "e-mail address of the referrer, an earlier subscriber"),
        optional(
            "status",
            OneOf(Status::VARIANTS),
            "status [default: pending for a program, else confirmed]",
        ),
        optional("in_campaign", Boolean, "whether it is a member of the campaign"),
        optional("ref_code", Text, "referral code [default: generated]"),
        optional("cpa", Number, "cost per acquisition, for partner referrals"),
        optional("origin", Text, "origin of the signup [default: api]"),
        optional("ip_address", Text, "IP address of the signup"),
        optional("user_agent", Text, "user agent of the signup"),
        optional("country_code", Text, "country code, alpha-2"),
        optional("utm_source", Text, "UTM source"),
        optional("utm_campaign", Text, "UTM campaign"),
    ],
};

/// A partner program.
pub static PARTNER_PROGRAM: KeyTable = KeyTable {
    name: "partner program",
    doc: "A partner program of a publication.",
    keys: &[
        UUID,
        required("publication", Text, "name of the publication"),
        required("created_at", Text, "creation time"),
        required("cpa", Number, "cost per acquisition"),
        required("max_payout", Number, "largest total payout to a partner"),
        optional("status", OneOf(ProgramStatus::VARIANTS), "status [default: active]"),
        optional("terms", Text, "terms"),
        optional(
            "referral_pending_duration",
            Integer,
            "days until a referral counts [default: 30]",
        ),
        optional(
            "worldwide",
            Boolean,
            "whether every country except the blocked ones is accepted [default: false]",
        ),
        optional("allowed_countries", TEXTS, "accepted countries, alpha-2"),
        optional("blocked_countries", TEXTS, "blocked countries, alpha-2"),
        required("channels", List(&OneOf(Channel::VARIANTS)), "channels for recommendations"),
        optional(
            "requires_approval",
            Boolean,
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
        required("program", Text, "`uuid` of a partner program in the file"),
        required("publication", Text, "name of the recommending publication"),
        required("created_at", Text, "creation time"),
        optional("status", OneOf(RecommendationStatus::VARIANTS), "status [default: active]"),
        optional("archived_by", OneOf(ArchivedBy::VARIANTS), "who archived it [default: owner]"),
        optional("ref_code", Text, "referral code [default: generated]"),
        optional("name", Text, "name"),
        optional("cpa", Number, "cost per acquisition"),
        optional("max_payout", Number, "largest total payout"),
        optional("thankyou_page_url", Text, "URL of the thank-you page"),
        optional("accepted_terms_at", Text, "time at which the terms were accepted"),
        optional("reason", Text, "reason for recommending"),
        optional("referrals", List(&Table(&REFERRAL)), "referred people"),
    ],
};

/// A referral.
pub static REFERRAL: KeyTable = KeyTable {
    name: "referral",
    doc: "A signup through a recommendation. The person may or may not be a subscriber.",
    keys: &[
        required("email", Text, "e-mail address, unique in the recommendation"),
        required("created_at", Text, "time of the signup"),
        optional(
            "upscribe",
            Text,
            "`uuid` of the signup widget [default: the first of the account]",
        ),
        optional("utm_source", Text, "UTM source"),
        optional("utm_campaign", Text, "UTM campaign"),
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
            Text,
            "identifier in the view of the partner profile [default: generated]",
        ),
        required("period_start", Text, "start of the period"),
        required("period_end", Text, "end of the period"),
        required("created_at", Text, "creation time"),
        optional("paid_at", Text, "time of the payment [default: unpaid]"),
        optional("commissions", List(&Table(&COMMISSION)), "commissions of the partner network"),
        optional("affiliate_commissions", List(&Number), "affiliate commissions"),
        optional("adjustments", List(&Number), "adjustments; may be negative"),
    ],
};

/// A commission.
pub static COMMISSION: KeyTable = KeyTable {
    name: "commission",
    doc: "A commission for confirmed subscribers of a partner.",
    keys: &[
        required("publication", Text, "name of the referring publication"),
        required("amount", Number, "amount in dollars"),
        required("confirmations", Integer, "number of confirmed subscribers"),
        optional("deferred", Boolean, "whether a later payout pays it [default: false]"),
        optional("expected_at", Text, "when that payout is expected, if it is known"),
    ],
};
