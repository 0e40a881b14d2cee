//! Values that an operation refuses, each with its message. None of the requests changes anything.

use reqwest::Method;

use crate::http::isolation::state::{Account, State};
use crate::http::operations::calls;
use crate::http::service::TestServer;
use crate::support::TestContext;

/// Method, path and message, and below them the values: bodies, or what stands for `{}` in the path. A message that ends
/// with `*` is the beginning of the whole.
const REFUSED: &str = r#"
POST /v2/subscribers | You have to provide at least an email
  EMPTY
  {}
  {"email":null}
  {"email":"  "}
  {"Email":"a@example.com"}
  {"created_at":"yesterday"}
POST /v2/subscribers | Email is invalid
  {"email":"ada"}
  {"email":"a b@example.com"}
  {"email":"nul\u0000@example.com"}
  {"email":5}
  {"email":["a@example.com"]}
  {"email":"\ud800@example.com"}
  {"email":"ada","created_at":"yesterday"}
POST /v2/subscribers | Email has already been taken
  {"email":"olga@example.com"}
  {"email":"OLGA@Example.COM"}
POST /v2/subscribers | body.email is there more than once
  {"email":"first@example.com","email":"last@example.com"}
POST /v2/subscribers | body.name*
  {"email":"odd@example.com","name":5}
  {"email":"odd@example.com","name":"\udc00"}
  {"email":"odd@example.com","name":"a\u0000b"}
POST /v2/subscribers | body.utm_campaign holds a NUL character
  {"email":"odd@example.com","utm_campaign":"\u0000"}
POST /v2/subscribers | body.created_at*
  {"email":"odd@example.com","created_at":1700000000}
  {"email":"odd@example.com","created_at":"2020-01-02"}
  {"email":"odd@example.com","created_at":"2020-02-30T03:04:05Z"}
POST /v2/subscribers | body.country_code is malformed
  {"email":"odd@example.com","country_code":"DNK"}
  {"email":"odd@example.com","country_code":"4"}
PUT /v2/subscribers/sub_00000000a001 | Email has already been taken
  {"name":"Not Olga","email":"milan@example.com"}
  {"name":"Not Olga","email":"MILAN@example.com"}
  {"name":"Not Olga","email":"left-early@example.org"}
# The values are checked before the look-up.
PUT /v2/subscribers/missing@example.com | Email is invalid
  {"name":"x","email":"olga"}
  {"name":"x","email":"a\u0000@example.com"}
PUT /v2/subscribers/missing@example.com | Status is invalid
  {"status":"pending","name":"Not Olga"}
  {"status":"rejected"}
  {"status":"Confirmed"}
PUT /v2/subscribers/missing@example.com | body.name holds a NUL character
  {"status":"unsubscribed","name":"a\u0000b"}
PUT /v2/subscribers/sub_00000000a001 | body.*
  {"email":["x"]}
  {"status":true}
  {"name":"\ud800"}
GET /v2/subscribers?type={} | query.type is not *
  ALL
  friends
  all,referrals
  %00
  %ff
PUT /v2/campaigns/MF00000000a1 | Name can't be blank
  {"name":" \n"}
  {"name":"\u3000"}
PUT /v2/campaigns/MF00000000a1 | body.name holds a NUL character
  {"name":"a\u0000b"}
PUT /v2/campaigns/MF00000000a1 | body.name*
  {"name":5}
  {"name":{}}
  {"name":"\ud800"}
POST /v2/campaigns/MF00000000a1/campaign_memberships | You have to provide a subscriber
  EMPTY
  {}
  {"subscriber_uuid":null}
  {"subscriber_uuid":""}
  {"subscriber_uuid":" \n"}
  {"subscriber":"sub_00000000a004"}
POST /v2/campaigns/MF00000000a1/campaign_memberships | body.subscriber_uuid*
  {"subscriber_uuid":5}
  {"subscriber_uuid":["x"]}
POST /v1/campaigns/MF00000000a1/subscribers/sub_00000000a001/events | You have to provide a value
  EMPTY
  {}
  {"value":null}
  {"descripton":"d"}
  {"Value":1}
POST /v1/campaigns/MF00000000a1/subscribers/sub_00000000a001/events | body*
  {"value":NaN}
  {"value":01}
  {"value":+1}
  {"value":.5}
POST /v1/campaigns/MF00000000a1/subscribers/sub_00000000a001/events | body.value*
  {"value":"1"}
  {"value":true}
  {"value":{}}
  {"value":DIGITS}
POST /v1/campaigns/MF00000000a1/subscribers/sub_00000000a001/events | body.descripton*
  {"value":1,"descripton":5}
  {"value":1,"descripton":"\ud800"}
POST /v1/campaigns/MF00000000a1/subscribers/sub_00000000a001/events | body.descripton holds a NUL character
  {"value":1,"descripton":"\u0000"}
POST /v1/campaigns/MF00000000a1/subscribers//events | Subscriber uuid or email blank!
  {"value":1}
POST /v1/campaigns/MF00000000a1/subscribers/%20%09/events | Subscriber uuid or email blank!
  {"value":1}
POST /v1/campaigns/MF00000000a1/subscribers/%C2%A0/events | Subscriber uuid or email blank!
  {"value":1}
POST /v1/campaigns//subscribers/sub_00000000a001/events | path.*
  {"value":1}
PUT /v2/upscribes/upscribe_00000000a001 | body.auto_pilot*
  {"auto_pilot":"false"}
PUT /v2/upscribes/upscribe_00000000a001 | body.auto_pilot*
  {"auto_pilot":0}
# The request is checked before the look-up of the widget.
POST /v2/upscribes/upscribe_000000000000/subscribe | Subscriber email param is missing or empty.
  {}
  {"recommendations":"0a1b2c3d4e"}
  {"subscriber_email":null,"recommendations":"x"}
  {"subscriber_email":" ","recommendations":"x"}
POST /v2/upscribes/upscribe_000000000000/subscribe | Recommendations param is missing or empty.
  {"subscriber_email":"a@example.com"}
  {"subscriber_email":"a@example.com","recommendations":""}
  {"subscriber_email":"a@example.com","recommendations":" , "}
POST /v2/upscribes/upscribe_000000000000/subscribe | Email is invalid
  {"subscriber_email":"a@","recommendations":"0a1b2c3d4e"}
POST /v2/upscribes/upscribe_000000000000/subscribe | body.utm_campaign holds a NUL character
  {"subscriber_email":"a@example.com","recommendations":"x","utm_campaign":"a\u0000b"}
POST /v2/upscribes/upscribe_00000000a001/subscribe | Recommendations param has no known code.
  {"subscriber_email":"a@example.com","recommendations":"6a7b8c9d0e,zzz"}
  {"subscriber_email":"a@example.com","recommendations":"nul\u0000,' OR 1=1 --"}
POST /v2/upscribes/upscribe_00000000a001/subscribe | body.*
  {"subscriber_email":1,"recommendations":"x"}
  {"subscriber_email":"a@example.com","recommendations":7}
# The reason is checked before the look-up of the program.
POST /v2/partner_network/partner_programs/partner_program_000000000000/join | Reason for recommending can't be blank
  {}
  {"reason_for_recommending":null}
  {"reason_for_recommending":""}
  {"reason_for_recommending":" \n"}
POST /v2/partner_network/partner_programs/partner_program_000000000000/join | body.reason_for_recommending*
  {"reason_for_recommending":1}
  {"reason_for_recommending":"a\u0000b"}
GET /v2/partner_network/partner_programs?cpa={} | query.cpa is not *
  two
  2.5
  99999999999999999999
GET /v2/partner_network/partner_programs?max_payout={} | query.max_payout is not *
  99999999999999999999
GET /v2/partner_network/partner_programs?accepted_countries={} | query.accepted_countries is not *
  DEN
  4
  DK,%00
GET /v2/partner_network/partner_programs?can_be_recommended_via={} | query.can_be_recommended_via is not *
  fax
  upscribe,fax
GET /v2/partner_network/partner_programs?sort={} | query.sort is not *
  name
  newest
  cpa,max_payout
"#;

/// Texts that are not an object, or more than one.
const NO_OBJECTS: [&str; 7] =
    ["{", "[1]", "1", "name=x", "{'name':'x'}", r#"{"name":"x",}"#, "{}{}"];

#[tokio::test]
async fn each_refused_value_has_its_message() {
    let service = TestServer::of(TestContext::shared().await).await;
    let before = State::in_full(&service, "main", Account::Main).await;
    let refused = async |method: &Method, path: &str, body: &str, expected: &str| {
        let (status, message) = service.refusal(method.clone(), path, body.to_owned()).await;
        let is_expected = match expected.strip_suffix('*') {
            Some(start) => message.starts_with(start),
            None => message == expected,
        };
        assert!(status == 400 && is_expected, "{method} {path} {body}: {status} {message}");
    };
    let (mut method, mut path, mut message) = (Method::GET, "", "");
    for line in REFUSED.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(value) = line.strip_prefix("  ") {
            let value = value.replace("EMPTY", "").replace("DIGITS", &"1".repeat(101));
            let body = if path.contains("{}") { "" } else { &value };
            refused(&method, &path.replace("{}", &value), body, message).await;
        } else {
            let (operation, expected) = line.split_once(" | ").unwrap();
            let (name, target) = operation.split_once(' ').unwrap();
            (method, path, message) = (name.parse().unwrap(), target, expected);
        }
    }
    for call in calls().into_iter().filter(|call| !call.body.is_empty()) {
        for body in NO_OBJECTS {
            refused(&call.method, call.path, body, "body*").await;
        }
    }
    assert_eq!(State::in_full(&service, "main", Account::Main).await, before);
}
