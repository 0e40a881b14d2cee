"""Calls the server whose address is the first argument, through the generated package."""

import os
import sys
import time
from typing import Any, TypeVar

from referral_client.api.campaigns import get_campaign, list_campaigns
from referral_client.api.events import create_event
from referral_client.api.partner_programs import list_partner_programs
from referral_client.api.publications import get_publication, list_publications
from referral_client.api.subscribers import (
    create_subscriber,
    get_subscriber,
    list_subscribers,
    update_subscriber,
)
from referral_client.api.widgets import update_upscribe
from referral_client.client import AuthenticatedClient
from referral_client.models import (
    CreateEventRefusal,
    CreateEventRequest,
    CreateEventResponse,
    CreateSubscriberMessage,
    CreateSubscriberRefusal,
    CreateSubscriberRequest,
    CreateSubscriberResponse,
    ErrorBody,
    ListCampaignsResponse,
    ListPartnerProgramsResponse,
    ListPublicationsResponse,
    ListSubscribersTypeValue,
    UpdateSubscriberRequest,
    UpdateSubscriberStatusValue,
    UpdateUpscribeRequest,
)

client = AuthenticatedClient(
    base_url=sys.argv[1],
    token=os.environ["REFERRAL_API_KEY"],
    prefix="",
    auth_header_name="X-Api-Key",
)
email = f"python-{time.time_ns()}@example.org"

T = TypeVar("T")


def expect(kind: type[T], answer: object) -> T:
    """The answer as this type."""
    assert isinstance(answer, kind), answer
    return answer


# example: create_subscriber
# Creates a subscriber. The response body is a named type with members of unknown types.
body = CreateSubscriberRequest(email=email, name="Ada", country_code="NL")
created = expect(CreateSubscriberResponse, create_subscriber.sync(client=client, body=body))
assert created.subscriber.email == email

# A documented refusal is a typed value, and its messages are constants.
refused = expect(CreateSubscriberRefusal, create_subscriber.sync(client=client, body=body))
assert refused.error == CreateSubscriberMessage.EMAIL_TAKEN
# end of example

# example: list_publications
# Pages. The document does not show that the members of `meta` are integers.
uuids: list[Any] = []
page, pages, total = 1, 1, 0
while page <= pages:
    answer = list_publications.sync(client=client, page=page, per_page=3)
    listed = expect(ListPublicationsResponse, answer)
    uuids += [publication.uuid for publication in listed.publications]
    pages, total = int(listed.meta.total_pages), int(listed.meta.total_publications)
    page += 1
assert len(set(uuids)) == len(uuids) == total > 3
# end of example

# example: get_subscriber
# Bodies that are not shown are of type `Any`.
found = expect(dict, get_subscriber.sync(email, client=client, expand="campaigns"))
assert found["subscriber"]["email"] == email
# end of example
expect(dict, get_publication.sync(uuids[0], client=client))
expect(dict, list_subscribers.sync(client=client, type_=ListSubscribersTypeValue.REFERRALS))
unlisted = list_subscribers.sync(client=client, type_="a value that is not listed")
assert "type" in expect(ErrorBody, unlisted).error
# example: update_subscriber
change = UpdateSubscriberRequest(name="Grace", status=UpdateSubscriberStatusValue.UNSUBSCRIBED)
expect(dict, update_subscriber.sync(email, client=client, body=change))
# end of example
unknown_widget = update_upscribe.sync("u", client=client, body=UpdateUpscribeRequest(auto_pilot=True))
expect(ErrorBody, unknown_widget)

# example: list_partner_programs
# Several values of a query parameter.
programs = list_partner_programs.sync(client=client, accepted_countries="NL,DE", sort="cpa")
count: int = expect(ListPartnerProgramsResponse, programs).meta.total_partner_programs
assert count >= 0
# end of example

# example: create_event
# Records an event.
campaigns = expect(ListCampaignsResponse, list_campaigns.sync(client=client))
campaign = expect(str, campaigns.campaigns[0].uuid)
expect(dict, get_campaign.sync(campaign, client=client))
order = CreateEventRequest(value=12.5, descripton="an order")
recorded = create_event.sync(campaign, email, client=client, body=order)
assert expect(CreateEventResponse, recorded).event.value == 12.5
# end of example
detailed = create_event.sync_detailed(campaign, "nobody@example.org", client=client, body=order)
assert detailed.status_code == 404
# A message with a placeholder is no constant.
unknown = expect(CreateEventRefusal, detailed.parsed)
assert unknown.error == "Subscriber nobody@example.org not found!"
