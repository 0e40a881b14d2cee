//! Errors of seed files.

use super::read;

/// A seed without errors, of which each test changes a part.
const VALID: &str = "
seed: 1
accounts:
  one:
    uuid: account_1
    name: A
    owner: ada
    users:
      ada: { uuid: user_1, name: Ada, email: ada@example.com }
      bo: { name: Bo, email: bo@example.com, gone: true }
    keys: { main: { user: ada, secret: generate } }
    campaign: { uuid: campaign_1, name: C }
    publications:
      - { uuid: pub_1, name: Crumbs, created_at: 2024-01-01T00:00:00Z, status: active }
    upscribes: [{ uuid: upscribe_1 }]
    subscribers:
      - { email: one@example.com, created_at: 2024-01-01T00:00:00Z, cpa: 1.50 }
      - { email: two@example.com, created_at: 2024-01-01T00:00:00Z, referred_by: one@example.com, in_campaign: true }
    more_subscribers: 2
    partner_programs:
      - uuid: program_1
        publication: Crumbs
        created_at: 2024-01-01T00:00:00Z
        cpa: 1
        max_payout: 2
        referral_pending_duration: 3
        allowed_countries: [DK, NO]
        channels: [upscribe]
    recommendations:
      - program: program_1
        publication: Crumbs
        created_at: 2024-01-01T00:00:00Z
        referrals:
          - { email: x@example.com, created_at: 2024-01-01T00:00:00Z, upscribe: upscribe_1 }
    payouts:
      - period_start: 2024-01-01T00:00:00Z
        period_end: 2024-02-01T00:00:00Z
        created_at: 2024-03-01T00:00:00Z
        commissions: [{ publication: Crumbs, amount: 1, confirmations: 2 }]
        adjustments: [-1.50]
  two:
    name: B
    users: { eve: { name: Eve, email: eve@example.com } }
    keys: { other: { user: eve, secret: generate } }
    campaign: { uuid: campaign_1, name: C }
";

fn error(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

/// Each change of the seed: a part, what stands in its place, and the error. `\n` ends a line.
const CHANGES: &str = r#"
seed: 1  =>  seed: 2
  seed: version 2 is unknown; write `seed: 1`
cpa: 1.50  =>  cap: 1.50
  accounts.one.subscribers[0]: unknown field `cap`, expected one of `uuid`, `email`,
email: two@example.com, created_at  =>  created_at
  accounts.one.subscribers[1]: missing field `email` at line 18 column 9
ada@example.com  =>  ada
  accounts.one.users.ada.email: `ada` is not an e-mail address; write it as name@example.com
Crumbs, created_at: 2024-01-01T00:00:00Z  =>  Crumbs, created_at: yesterday
  accounts.one.publications[0].created_at: `yesterday` is not a timestamp; write it as 2024-05-06T07:08:09Z
status: active  =>  status: activ
  accounts.one.publications[0].status: there is no status `activ`; did you mean `active`? at line 14
cpa: 1.50  =>  cpa: 1e999999999999999999999
  accounts.one.subscribers[0].cpa: `1e999999999999999999999` is not a JSON number of at most 100 characters
name: Ada  =>  name: "a\0b"
  accounts.one.users.ada.name: the text holds a NUL character; take the `\0` out
name: Ada  =>  name: ~
  accounts.one.users.ada: a required value is empty; write one
gone: true  =>  gone: maybe
  accounts.one.users.bo.gone: invalid type: string "maybe", expected a boolean
[upscribe]  =>  upscribe
  accounts.one.partner_programs[0].channels: invalid type: string "upscribe"
[upscribe]  =>  [fax]
  channels[0]: there is no channel `fax`; known are `magic_link`, `partner_link`, `upscribe`
        cpa: 1\n  =>          cpa: -1\n
  partner_programs[0].cpa: `-1` is below zero; write it as 2.50
max_payout: 2  =>  max_payout: 0.001
  `0.001` is not an amount of dollars with at most ten digits
[-1.50]  =>  [1e12]
  accounts.one.payouts[0].adjustments[0]: `1e12` is not an amount of dollars
duration: 3  =>  duration: -3
  `-3` is not a whole number from 0 on; write it as 30
[DK, NO]  =>  [DK, Denmark]
  allowed_countries[1]: `Denmark` is not a two-letter country code; write it as DK
[DK, NO]  =>  [DK]\n        blocked_countries: [dk]
  accounts.one.partner_programs[0].blocked_countries: DK is allowed as well
main: { user: ada  =>  main: { user: adda
  accounts.one.keys.main.user: there is no user `adda`; did you mean `ada`?
secret: generate  =>  secret: rk_0123
  accounts.one.keys.main.secret: a seed holds no secret; write `generate`
owner: ada  =>  owner: bo
  accounts.one.owner: there is no current user `bo`; known are `ada`
other:  =>  main:
  accounts.two.keys: two keys have the name `main`; rename one of them
other:  =>  ../up:
  accounts.two.keys: `../up` cannot name a key; use letters, digits, `_` and `-`
  two:  =>    one:
  accounts: two records have the name `one`; rename one
name: B\n  =>  name: A\n
  accounts.two.name: two accounts have the name `A`; rename one of them
name: B\n  =>  name: ""\n
  accounts.two.name: a name cannot be blank
name: Bo  =>  name: " "
  accounts.one.users.bo.name: a name cannot be blank
name: Eve  =>  uuid: user_1, name: Eve
  accounts.two.users.eve.uuid: two records have the `uuid` `user_1`, here and in one/users/ada; change one
two@example.com  =>  ONE@example.com
  subscribers[1].email: two subscribers have the address `ONE@example.com`
referred_by: one@example.com  =>  referred_by: on@example.com
  subscribers[1].referred_by: there is no subscriber `on@example.com` before this one; did you mean
referred_by: one@example.com  =>  acquired: referral_program
  subscribers[1].acquired: `acquired: referral_program`
referred_by: one@example.com  =>  status: pending
  subscribers[1].status: a pending subscriber came through a program
    campaign: { uuid: campaign_1, name: C }\n    publications:  =>      publications:
  accounts.one.subscribers[1].in_campaign: the account has no campaign
more_subscribers: 2  =>  more_subscribers: 10000001
  10000001 is above 10000000; write a smaller number
more_subscribers: 2  =>  more_subscribers: 99999999999999999999
  is not a whole number from 0 on
program: program_1  =>  program: program_2
  accounts.one.recommendations[0].program: there is no partner program `program_2`; did you mean `program_1`?
        referrals:  =>          archived_by: sponsor\n        referrals:
  recommendations[0].archived_by: `archived_by` requires `status: archived`
publication: Crumbs, amount  =>  publication: Crumb, amount
  commissions[0].publication: there is no publication `Crumb`
upscribe: upscribe_1 }  =>  upscribe: upscribe_2 }
  recommendations[0].referrals[0].upscribe: there is no widget `upscribe_2`; did you mean `upscribe_1`?
[{ uuid: upscribe_1 }]  =>  []
  recommendations[0].referrals[0]: a referral requires a widget of its account
{ email: x@  =>  { email: X@example.com, created_at: 2024-01-01T00:00:00Z }\n          - { email: x@
  recommendations[0].referrals[1].email: the recommendation refers `x@example.com` twice
period_end: 2024-02  =>  period_end: 2023-02
  accounts.one.payouts[0].period_end: the period ends before it begins
confirmations: 2 }  =>  confirmations: 2, expected_at: 2024-04-01T00:00:00Z }
  commissions[0].expected_at: only a deferred commission is expected at another time
"#;

#[test]
fn the_first_error_has_its_place_and_says_what_to_write() {
    read(VALID).unwrap();
    let changes = CHANGES.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>();
    for change in changes.chunks(2) {
        let [change, expected] = change else { panic!("{change:?} has no error") };
        let (part, other) = change.split_once("  =>  ").unwrap();
        let [part, other] = [part, other].map(|text| text.replace("\\n", "\n"));
        assert!(VALID.contains(&part), "{part}");
        let found = error(&VALID.replacen(&part, &other, 1));
        assert!(found.contains(expected.trim_start()), "{other}: {found}");
    }
}

#[test]
fn other_texts_are_refused() {
    for text in [
        "",
        "seed: 1",
        "[]",
        "accounts: 3",
        "seed: 1\naccounts: [1]",
        "seed: 1\naccounts: { a: ~ }",
        "\u{0}",
        "{{{",
    ] {
        assert!(!error(text).is_empty(), "{text:?}");
    }
}
