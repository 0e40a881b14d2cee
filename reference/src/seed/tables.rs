//! The keys of a seed file: what may be written, and what it means.

mod growth;

pub use growth::{COMMISSION, PARTNER_PROGRAM, PAYOUT, RECOMMENDATION, REFERRAL};

use reader::{Key, KeyTable, Shape};

use crate::domain::publication::PublicationStatus;
use crate::domain::status::{Acquisition, Status};
use crate::domain::upscribe::AfterSubmission;

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key {
        name,
        required: true,
        shape,
        doc,
    }
}

const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key {
        name,
        required: false,
        shape,
        doc,
    }
}

const UUID: Key = optional(
    "uuid",
    Shape::Text,
    "its identifier; left out, derived from its place in the file",
);
const TEXTS: Shape = Shape::List(&Shape::Text);

/// The whole file.
pub static SEED: KeyTable = KeyTable {
    name: "seed",
    doc: "Data to start a database with.",
    keys: &[
        required(
            "seed",
            Shape::Integer,
            "the version of this format, which is 1",
        ),
        required(
            "accounts",
            Shape::MapOf(&Shape::Table(&ACCOUNT)),
            "the accounts, by a word to speak of each",
        ),
    ],
};

/// One account.
pub static ACCOUNT: KeyTable = KeyTable {
    name: "account",
    doc: "A team and all it owns.",
    keys: &[
        UUID,
        required("name", Shape::Text, "what people call it"),
        optional("esp", Shape::Text, "the provider it sends its mail with"),
        optional(
            "owner",
            Shape::Text,
            "the user whose it is, by the word in `users`; when left out, the first who is there",
        ),
        optional(
            "users",
            Shape::MapOf(&Shape::Table(&USER)),
            "its members, by a word to speak of each",
        ),
        optional(
            "keys",
            Shape::MapOf(&Shape::Table(&KEY)),
            "its API keys, by a word no other account uses for one",
        ),
        optional(
            "campaign",
            Shape::Table(&CAMPAIGN),
            "its referral campaign; an account has one at most",
        ),
        optional(
            "publications",
            Shape::List(&Shape::Table(&PUBLICATION)),
            "its publications",
        ),
        optional(
            "upscribes",
            Shape::List(&Shape::Table(&UPSCRIBE)),
            "its signup widgets",
        ),
        optional(
            "subscribers",
            Shape::List(&Shape::Table(&SUBSCRIBER)),
            "its subscribers, referrers before referred",
        ),
        optional(
            "more_subscribers",
            Shape::Integer,
            "how many made-up subscribers to add; the same ones every time",
        ),
        optional(
            "partner_programs",
            Shape::List(&Shape::Table(&PARTNER_PROGRAM)),
            "what its publications offer others for recommending them",
        ),
        optional(
            "partner_profile",
            Shape::Text,
            "its identifier in the role of a partner; drawn when left out",
        ),
        optional(
            "recommendations",
            Shape::List(&Shape::Table(&RECOMMENDATION)),
            "the partner programs it has joined",
        ),
        optional(
            "payouts",
            Shape::List(&Shape::Table(&PAYOUT)),
            "what it is paid",
        ),
    ],
};

/// A member of an account.
pub static USER: KeyTable = KeyTable {
    name: "user",
    doc: "A member of the account's team.",
    keys: &[
        UUID,
        required("name", Shape::Text, "what people call the user"),
        required("email", Shape::Text, "where the user is written to"),
        optional(
            "gone",
            Shape::Boolean,
            "whether the user has left; the user's keys are then refused",
        ),
    ],
};

/// An API key.
pub static KEY: KeyTable = KeyTable {
    name: "key",
    doc: "An API key. A seed never holds the secret itself.",
    keys: &[
        UUID,
        required(
            "user",
            Shape::Text,
            "the user it is issued to, by the word in `users`",
        ),
        required(
            "secret",
            Shape::OneOf(&["generate"]),
            "always `generate`: a new secret each time",
        ),
    ],
};

/// A referral campaign.
pub static CAMPAIGN: KeyTable = KeyTable {
    name: "campaign",
    doc: "A referral campaign.",
    keys: &[UUID, required("name", Shape::Text, "what people call it")],
};

/// A publication.
pub static PUBLICATION: KeyTable = KeyTable {
    name: "publication",
    doc: "A newsletter of the account.",
    keys: &[
        UUID,
        required("name", Shape::Text, "what readers call it"),
        required("created_at", Shape::Text, "when it was made"),
        optional("publication_url", Shape::Text, "where it is read"),
        optional("description", Shape::Text, "what it is about"),
        optional(
            "auto_pilot",
            Shape::Boolean,
            "whether recommendations are chosen for it; `false` when left out",
        ),
        optional(
            "partner_categories",
            TEXTS,
            "categories of partners it wants",
        ),
        optional(
            "status",
            Shape::OneOf(&PublicationStatus::WORDS),
            "where it is in its life; `active` when left out",
        ),
        optional("logo_url", Shape::Text, "its logo"),
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
            "whether recommendations are chosen for it; `false` when left out",
        ),
        optional(
            "active",
            Shape::Boolean,
            "whether it is shown; `true` when left out",
        ),
        optional(
            "after_submission_behaviour",
            Shape::OneOf(&AfterSubmission::WORDS),
            "what it does after a signup; `hide_widget` when left out",
        ),
        optional(
            "redirect_url",
            Shape::Text,
            "where it leads when it redirects",
        ),
        optional("visibility_rules", TEXTS, "the pages it is shown on"),
        optional(
            "after_submission_rules",
            TEXTS,
            "pages that follow a signup",
        ),
        optional(
            "created_at",
            Shape::Text,
            "when it was made; the beginning of 1970 when left out",
        ),
    ],
};

/// A subscriber.
pub static SUBSCRIBER: KeyTable = KeyTable {
    name: "subscriber",
    doc: "A person who reads, or is about to.",
    keys: &[
        UUID,
        required(
            "email",
            Shape::Text,
            "the address; no two subscribers of an account share one",
        ),
        required("created_at", Shape::Text, "when they signed up"),
        optional("name", Shape::Text, "their name"),
        optional(
            "acquired",
            Shape::OneOf(&Acquisition::WORDS),
            "how they came; `referral_program` with `referred_by`, else `direct`, when left out",
        ),
        optional(
            "referred_by",
            Shape::Text,
            "the address of who referred them, who stands before them",
        ),
        optional(
            "status",
            Shape::OneOf(&Status::WORDS),
            "`pending` for who came through a program, else `confirmed`, when left out",
        ),
        optional(
            "in_campaign",
            Shape::Boolean,
            "whether they take part in the account's campaign",
        ),
        optional(
            "ref_code",
            Shape::Text,
            "the code by which they refer others; drawn when left out",
        ),
        optional(
            "cpa",
            Shape::Number,
            "what is paid for them, when a partner sent them",
        ),
        optional(
            "origin",
            Shape::Text,
            "what entered them; `api` when left out",
        ),
        optional("ip_address", Shape::Text, "the machine they signed up from"),
        optional("user_agent", Shape::Text, "the browser they signed up with"),
        optional("country_code", Shape::Text, "their country, alpha-2"),
        optional("utm_source", Shape::Text, "where they came from"),
        optional("utm_campaign", Shape::Text, "because of what they came"),
    ],
};
