//! The keys of a seed file.

use reader::Shape::{self, Boolean, Integer, List, MapOf, Number, OneOf, Table, Text};
use reader::{Key, KeyTable, optional, required};
use strum::VariantNames as _;

use crate::domain::partner_program::{Channel, ProgramStatus};
use crate::domain::publication::PublicationStatus;
use crate::domain::recommendation::{ArchivedBy, RecommendationStatus};
use crate::domain::status::{Acquisition, Status};
use crate::domain::upscribe::AfterSubmission;

const UUID: Key =
    optional("uuid", Text).doc("identifier [default: derived from the position in the file]");
const TEXTS: Shape = List(&Text);

/// The whole file.
pub static SEED: KeyTable = KeyTable {
    name: "seed",
    doc: "Initial data of a database.",
    keys: &[
        required("seed", Integer).doc("version of the format: 1"),
        required("accounts", MapOf(&Table(&ACCOUNT))).doc("accounts by label"),
    ],
};

/// One account.
pub static ACCOUNT: KeyTable = KeyTable {
    name: "account",
    doc: "A team and its records.",
    keys: &[
        UUID,
        required("name", Text).doc("name"),
        optional("esp", Text).doc("e-mail service provider"),
        optional("owner", Text)
            .doc("label of the owner in `users` [default: the first user that is not `gone`]"),
        optional("users", MapOf(&Table(&USER))).doc("members by label"),
        optional("keys", MapOf(&Table(&KEY))).doc("API keys by label, unique in the file"),
        optional("campaign", Table(&CAMPAIGN)).doc("referral campaign; at most one"),
        optional("publications", List(&Table(&PUBLICATION))).doc("publications"),
        optional("upscribes", List(&Table(&UPSCRIBE))).doc("signup widgets"),
        optional("subscribers", List(&Table(&SUBSCRIBER)))
            .doc("subscribers; a referrer comes before the subscribers it referred"),
        optional("more_subscribers", Integer)
            .doc("number of subscribers to generate (deterministic), at most 10 million"),
        optional("partner_programs", List(&Table(&PARTNER_PROGRAM)))
            .doc("partner programs of its publications"),
        optional("partner_profile", Text)
            .doc("identifier of the partner profile [default: generated]"),
        optional("recommendations", List(&Table(&RECOMMENDATION))).doc("joined partner programs"),
        optional("payouts", List(&Table(&PAYOUT))).doc("payouts"),
    ],
};

/// A member of an account.
pub static USER: KeyTable = KeyTable {
    name: "user",
    doc: "A member of the account's team.",
    keys: &[
        UUID,
        required("name", Text).doc("name"),
        required("email", Text).doc("e-mail address"),
        optional("gone", Boolean).doc("whether the user was deleted; its keys are refused"),
    ],
};

/// An API key.
pub static KEY: KeyTable = KeyTable {
    name: "key",
    doc: "An API key. A seed never contains the secret.",
    keys: &[
        UUID,
        required("user", Text).doc("label of its user in `users`"),
        required("secret", OneOf(&["generate"]))
            .doc("always `generate`: a new secret for every seeding"),
    ],
};

/// A referral campaign.
pub static CAMPAIGN: KeyTable = KeyTable {
    name: "campaign",
    doc: "A referral campaign.",
    keys: &[UUID, required("name", Text).doc("name")],
};

/// A publication.
pub static PUBLICATION: KeyTable = KeyTable {
    name: "publication",
    doc: "A newsletter of the account.",
    keys: &[
        UUID,
        required("name", Text).doc("name"),
        required("created_at", Text).doc("creation time"),
        optional("publication_url", Text).doc("URL of the publication"),
        optional("description", Text).doc("description"),
        optional("auto_pilot", Boolean)
            .doc("whether recommendations are chosen automatically [default: false]"),
        optional("partner_categories", TEXTS).doc("accepted partner categories"),
        optional("status", OneOf(PublicationStatus::VARIANTS)).doc("status [default: active]"),
        optional("logo_url", Text).doc("URL of the logo"),
    ],
};

/// A signup widget.
pub static UPSCRIBE: KeyTable = KeyTable {
    name: "upscribe",
    doc: "A signup widget.",
    keys: &[
        UUID,
        optional("auto_pilot", Boolean)
            .doc("whether recommendations are chosen automatically [default: false]"),
        optional("active", Boolean).doc("whether it is shown [default: true]"),
        optional("after_submission_behaviour", OneOf(AfterSubmission::VARIANTS))
            .doc("behaviour after a signup [default: hide_widget]"),
        optional("redirect_url", Text).doc("target of the redirect after a signup"),
        optional("visibility_rules", TEXTS).doc("pages on which it is shown"),
        optional("after_submission_rules", TEXTS).doc("pages shown after a signup"),
        optional("created_at", Text).doc("creation time [default: 1970-01-01T00:00:00Z]"),
    ],
};

/// A subscriber.
pub static SUBSCRIBER: KeyTable = KeyTable {
    name: "subscriber",
    doc: "A subscriber of the account.",
    keys: &[
        UUID,
        required("email", Text).doc("e-mail address, unique in the account"),
        required("created_at", Text).doc("time of the signup"),
        optional("name", Text).doc("name"),
        optional("acquired", OneOf(Acquisition::VARIANTS))
            .doc("acquisition channel [default: referral_program with `referred_by`, else direct]"),
        optional("referred_by", Text).doc("e-mail address of the referrer, an earlier subscriber"),
        optional("status", OneOf(Status::VARIANTS))
            .doc("status [default: pending for a program, else confirmed]"),
        optional("in_campaign", Boolean).doc("whether it is a member of the campaign"),
        optional("ref_code", Text).doc("referral code [default: generated]"),
        optional("cpa", Number).doc("cost per acquisition, for partner referrals"),
        optional("origin", Text).doc("origin of the signup [default: api]"),
        optional("ip_address", Text).doc("IP address of the signup"),
        optional("user_agent", Text).doc("user agent of the signup"),
        optional("country_code", Text).doc("country code, alpha-2"),
        optional("utm_source", Text).doc("UTM source"),
        optional("utm_campaign", Text).doc("UTM campaign"),
    ],
};

/// A partner program.
pub static PARTNER_PROGRAM: KeyTable = KeyTable {
    name: "partner program",
    doc: "A partner program of a publication.",
    keys: &[
        UUID,
        required("publication", Text).doc("name of the publication"),
        required("created_at", Text).doc("creation time"),
        required("cpa", Number).doc("cost per acquisition"),
        required("max_payout", Number).doc("largest total payout to a partner"),
        optional("status", OneOf(ProgramStatus::VARIANTS)).doc("status [default: active]"),
        optional("terms", Text).doc("terms"),
        optional("referral_pending_duration", Integer)
            .doc("days until a referral counts [default: 30]"),
        optional("worldwide", Boolean)
            .doc("whether every country except the blocked ones is accepted [default: false]"),
        optional("allowed_countries", TEXTS).doc("accepted countries, alpha-2"),
        optional("blocked_countries", TEXTS).doc("blocked countries, alpha-2"),
        required("channels", List(&OneOf(Channel::VARIANTS))).doc("channels for recommendations"),
        optional("requires_approval", Boolean)
            .doc("whether partners apply for approval [default: false]"),
    ],
};

/// A recommendation.
pub static RECOMMENDATION: KeyTable = KeyTable {
    name: "recommendation",
    doc: "A partner program that the account joined. Defaults are those of the program.",
    keys: &[
        UUID,
        required("program", Text).doc("`uuid` of a partner program in the file"),
        required("publication", Text).doc("name of the recommending publication"),
        required("created_at", Text).doc("creation time"),
        optional("status", OneOf(RecommendationStatus::VARIANTS)).doc("status [default: active]"),
        optional("archived_by", OneOf(ArchivedBy::VARIANTS))
            .doc("who archived it [default: owner]"),
        optional("ref_code", Text).doc("referral code [default: generated]"),
        optional("name", Text).doc("name"),
        optional("cpa", Number).doc("cost per acquisition"),
        optional("max_payout", Number).doc("largest total payout"),
        optional("thankyou_page_url", Text).doc("URL of the thank-you page"),
        optional("accepted_terms_at", Text).doc("time at which the terms were accepted"),
        optional("reason", Text).doc("reason for recommending"),
        optional("referrals", List(&Table(&REFERRAL))).doc("referred people"),
    ],
};

/// A referral.
pub static REFERRAL: KeyTable = KeyTable {
    name: "referral",
    doc: "A signup through a recommendation. The person may or may not be a subscriber.",
    keys: &[
        required("email", Text).doc("e-mail address, unique in the recommendation"),
        required("created_at", Text).doc("time of the signup"),
        optional("upscribe", Text)
            .doc("`uuid` of the signup widget [default: the first of the account]"),
        optional("utm_source", Text).doc("UTM source"),
        optional("utm_campaign", Text).doc("UTM campaign"),
    ],
};

/// A payout.
pub static PAYOUT: KeyTable = KeyTable {
    name: "payout",
    doc: "A payout to the account for a period.",
    keys: &[
        UUID,
        optional("partner_uuid", Text)
            .doc("identifier in the view of the partner profile [default: generated]"),
        required("period_start", Text).doc("start of the period"),
        required("period_end", Text).doc("end of the period"),
        required("created_at", Text).doc("creation time"),
        optional("paid_at", Text).doc("time of the payment [default: unpaid]"),
        optional("commissions", List(&Table(&COMMISSION)))
            .doc("commissions of the partner network"),
        optional("affiliate_commissions", List(&Number)).doc("affiliate commissions"),
        optional("adjustments", List(&Number)).doc("adjustments; may be negative"),
    ],
};

/// A commission.
pub static COMMISSION: KeyTable = KeyTable {
    name: "commission",
    doc: "A commission for confirmed subscribers of a partner.",
    keys: &[
        required("publication", Text).doc("name of the referring publication"),
        required("amount", Number).doc("amount in dollars"),
        required("confirmations", Integer).doc("number of confirmed subscribers"),
        optional("deferred", Boolean).doc("whether a later payout pays it [default: false]"),
        optional("expected_at", Text).doc("when that payout is expected, if it is known"),
    ],
};
