//! Parses the campaign, the publications and the widgets of an account.

use reader::{Fields, Reader};

use crate::domain::campaign::Campaign;
use crate::domain::id::{CampaignId, PublicationId, UpscribeId};
use crate::domain::publication::{Publication, PublicationStatus};
use crate::domain::timestamp::Timestamp;
use crate::domain::upscribe::{AfterSubmission, Upscribe};
use crate::seed::read::fields;
use crate::seed::tables::{CAMPAIGN, PUBLICATION, UPSCRIBE};

/// The account's campaign.
pub(super) fn campaign(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
) -> Option<Campaign> {
    let map = reader.table(account.get("campaign")?, &CAMPAIGN)?;
    let place = format!("{place}/campaign");
    let uuid = fields::uuid(reader, &map, &place, (CampaignId::new, CampaignId::generate));
    Some(Campaign { uuid, name: fields::plain(reader, &map, "name")? })
}

/// The account's publications.
pub(super) fn publications(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
) -> Vec<Publication> {
    let list = account.get("publications");
    let items = list.map_or(&[][..], |list| reader.list(list, "a list of publications"));
    let mut publications = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let Some(map) = reader.table(item, &PUBLICATION) else {
            continue;
        };
        publications.extend(publication(reader, &map, &format!("{place}/publications/{index}")));
    }
    publications
}

fn publication(reader: &mut Reader<'_>, map: &Fields<'_>, place: &str) -> Option<Publication> {
    let uuid = fields::uuid(reader, map, place, (PublicationId::new, PublicationId::generate));
    let name = fields::plain(reader, map, "name");
    let created_at = fields::time(reader, map, "created_at");
    let words = (&PublicationStatus::WORDS[..], PublicationStatus::from_word as fn(&str) -> _);
    let status = fields::word(reader, map, "status", words);
    let publication_url = fields::plain(reader, map, "publication_url");
    let description = fields::plain(reader, map, "description");
    let auto_pilot = fields::yes(reader, map, "auto_pilot", false);
    let partner_categories = fields::texts(reader, map, "partner_categories");
    let logo_url = fields::plain(reader, map, "logo_url");
    Some(Publication {
        uuid,
        name: name?,
        publication_url,
        description,
        auto_pilot,
        partner_categories,
        status: status.unwrap_or(PublicationStatus::Active),
        logo_url,
        created_at: created_at?,
    })
}

/// The account's widgets.
pub(super) fn upscribes(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
) -> Vec<Upscribe> {
    let list = account.get("upscribes");
    let items = list.map_or(&[][..], |list| reader.list(list, "a list of widgets"));
    let mut upscribes = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let Some(map) = reader.table(item, &UPSCRIBE) else {
            continue;
        };
        upscribes.push(upscribe(reader, &map, &format!("{place}/upscribes/{index}")));
    }
    upscribes
}

fn upscribe(reader: &mut Reader<'_>, map: &Fields<'_>, place: &str) -> Upscribe {
    let words = (&AfterSubmission::WORDS[..], AfterSubmission::from_word as fn(&str) -> _);
    let behaviour = fields::word(reader, map, "after_submission_behaviour", words);
    let created_at = fields::time(reader, map, "created_at");
    Upscribe {
        uuid: fields::uuid(reader, map, place, (UpscribeId::new, UpscribeId::generate)),
        auto_pilot: fields::yes(reader, map, "auto_pilot", false),
        active: fields::yes(reader, map, "active", true),
        after_submission_behaviour: behaviour.unwrap_or(AfterSubmission::HideWidget),
        redirect_url: fields::plain(reader, map, "redirect_url"),
        visibility_rules: fields::texts(reader, map, "visibility_rules"),
        after_submission_rules: fields::texts(reader, map, "after_submission_rules"),
        created_at: created_at.unwrap_or(Timestamp::EPOCH),
    }
}
