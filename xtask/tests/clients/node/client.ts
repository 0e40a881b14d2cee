// Calls the server whose address is the first argument, through the types of the document.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

const [, , baseUrl = ""] = process.argv;
const key = process.env.REFERRAL_API_KEY ?? "";
const client = createClient<paths>({ baseUrl, headers: { "X-Api-Key": key } });

type Subscriber = components["schemas"]["Subscriber"];
type Message = components["schemas"]["CreateSubscriberMessage"];

const email = `typescript-${Date.now()}@example.org`;

// example: create_subscriber
// Creates a subscriber. The response body is a named type with members of unknown types.
const body: components["schemas"]["CreateSubscriberRequest"] = { email, name: "Ada", country_code: "NL" };
const created = await client.POST("/v2/subscribers", { body });
assert(created.data, "the subscriber is created");
const subscriber: Subscriber = created.data.subscriber;
assert.equal(subscriber.email, email);

// A documented refusal is a typed value, and its messages are constants: a misspelt one does not compile.
const taken: Message = "Email has already been taken";
const again = await client.POST("/v2/subscribers", { body });
assert.equal(again.data, undefined);
assert(again.error);
assert.equal(again.error.error, taken);
// end of example

// example: list_publications
// Pages. The document does not show that the members of `meta` are integers.
const uuids = new Set<unknown>();
let total: unknown;
for (let page = 1, pages = 1; page <= pages; page++) {
  const query = { page, per_page: 3 };
  const { data } = await client.GET("/v3/publications", { params: { query } });
  assert(data);
  for (const publication of data.publications) {
    uuids.add(publication.uuid);
  }
  pages = Number(data.meta.total_pages);
  total = data.meta.total_publications;
}
assert(uuids.size > 3, "there are several pages");
assert.equal(uuids.size, total);
// end of example

// example: get_subscriber
// Bodies that are not shown are of type `unknown`.
const params = { path: { identifier: email }, query: { expand: "campaigns" } };
const found = await client.GET("/v2/subscribers/{identifier}", { params });
assert(found.response.ok);
const shown: unknown = found.data;
assert(typeof shown === "object" && shown !== null && "subscriber" in shown);
// end of example
// Members of a record that are not described can be read: their type is `unknown`.
const account = await client.GET("/v3/account");
assert(account.data);
assert.equal(typeof account.data.account.name, "string");
for (const type of ["referrals", "a value that is not listed"]) {
  const listed = await client.GET("/v2/subscribers", { params: { query: { type } } });
  assert.equal(listed.response.ok, type === "referrals");
}
// example: update_subscriber
const update = { params: { path: { identifier: email } }, body: { name: "Grace" } };
const updated = await client.PUT("/v2/subscribers/{identifier}", update);
assert(updated.response.ok && updated.error === undefined);
// end of example

// example: list_partner_programs
// Several values of a query parameter.
const countries = { params: { query: { accepted_countries: "NL,DE", sort: "cpa" } } };
const programs = await client.GET("/v2/partner_network/partner_programs", countries);
assert(programs.data);
const count: number = programs.data.meta.total_partner_programs;
assert(count >= 0);
// end of example

// example: create_event
// Records an event.
const campaigns = await client.GET("/v2/campaigns");
const campaign = campaigns.data?.campaigns[0]?.uuid;
assert(typeof campaign === "string");
const event = (subscriber_uuid: string) =>
  client.POST("/v1/campaigns/{campaign_uuid}/subscribers/{subscriber_uuid}/events", {
    params: { path: { campaign_uuid: campaign, subscriber_uuid } },
    body: { value: 12.5, descripton: "an order" },
  });
const recorded = await event(email);
assert(recorded.data);
assert.equal(recorded.data.event.value, 12.5);
// end of example
const unknown = await event("nobody@example.org");
assert.equal(unknown.response.status, 404);
assert.equal(unknown.error?.error, "Subscriber nobody@example.org not found!");

// A message that is misspelt.
// @ts-expect-error: no documented message
export const misspelt: Message = "Email has already been takn";

// What the types refuse.
export const refused = () => [
  // @ts-expect-error: a required member is missing
  client.POST("/v2/subscribers", { body: { name: "Ada" } }),
  // @ts-expect-error: a member of another type
  client.PUT("/v2/upscribes/{identifier}", { params: { path: { identifier: "u" } }, body: { auto_pilot: "yes" } }),
  // @ts-expect-error: a path that does not exist
  client.GET("/v2/subscriber"),
];
