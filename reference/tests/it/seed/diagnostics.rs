//! Diagnostics of seeds with errors.

use super::read;

pub fn diagnostics_of(text: &str) -> String {
    let (seed, diagnostics) = read(text);
    assert_eq!(seed, None, "{diagnostics}");
    diagnostics
}

#[test]
fn all_errors_are_reported_at_once() {
    insta::assert_snapshot!(diagnostics_of(
        "
seed: 2
accounts:
  main:
    name: A
    users:
      ada: { name: Ada, email: ada }
    keys:
      main: { user: adda, secret: rk_0123 }
    publications:
      - { name: P, created_at: yesterday, status: activ }
    subscribers:
      - { email: one@example.com, created_at: 2024-01-01T00:00:00Z, statsu: pending }
      - { email: ONE@example.com, created_at: 2024-01-01T00:00:00Z, in_campaign: true }
      - { email: two@example.com, created_at: 2024-01-01T00:00:00Z, status: pending }
      - { email: three@example.com, created_at: 2024-01-01T00:00:00Z, referred_by: on@example.com }
      - { email: four@example.com, created_at: 2024-01-01T00:00:00Z, acquired: referral_program }
      - { created_at: 2024-01-01T00:00:00Z, cpa: 1e999999999999999999999, name: \"a\\0b\" }
"
    ));
}

#[test]
fn errors_of_network_records_are_reported() {
    insta::assert_snapshot!(diagnostics_of(
        "
seed: 1
accounts:
  main:
    name: A
    publications: [{ name: Crumbs, created_at: 2024-01-01T00:00:00Z }]
    partner_programs:
      - uuid: partner_program_1
        publication: Crumb
        created_at: 2024-01-01T00:00:00Z
        cpa: -1
        max_payout: 0.001
        referral_pending_duration: -3
        allowed_countries: [DK, Denmark]
        blocked_countries: [dk]
        channels: [upscribe, fax]
    recommendations:
      - { program: partner_program_2, publication: Crumbs, created_at: 2024-01-01T00:00:00Z, status: active, archived_by: sponsor }
    payouts:
      - period_start: 2024-02-01T00:00:00Z
        period_end: 2024-01-01T00:00:00Z
        created_at: 2024-03-01T00:00:00Z
        commissions: [{ publication: Crumbs, amount: 1, confirmations: 2, expected_at: 2024-04-01T00:00:00Z }]
        adjustments: [1e12]
  other:
    name: B
    publications: [{ name: Loaf, created_at: 2024-01-01T00:00:00Z }]
    partner_programs:
      - { uuid: partner_program_3, publication: Loaf, created_at: 2024-01-01T00:00:00Z, cpa: 1, max_payout: 2, channels: [] }
"
    ));
}

#[test]
fn duplicate_key_names_are_reported() {
    insta::assert_snapshot!(diagnostics_of(
        "
seed: 1
accounts:
  one:
    name: A
    users: { ada: { name: Ada, email: ada@example.com } }
    keys: { main: { user: ada, secret: generate }, ../up: { user: ada, secret: generate } }
  two:
    name: B
    users: { bob: { name: Bob, email: bob@example.com } }
    keys: { main: { user: bob, secret: generate } }
"
    ));
}

#[test]
fn any_text_is_read_without_panic() {
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
        assert!(!diagnostics_of(text).is_empty(), "{text:?}");
    }
}

#[test]
fn errors_of_referrals_are_reported() {
    let account = |upscribes: &str, referrals: &str| {
        diagnostics_of(&format!(
            "
seed: 1
accounts:
  main:
    name: A
    upscribes: [{upscribes}]
    publications: [{{ name: P, created_at: 2024-01-01T00:00:00Z }}]
    partner_programs:
      - {{ uuid: program_1, publication: P, created_at: 2024-01-01T00:00:00Z, cpa: 1, max_payout: 2, channels: [upscribe] }}
    recommendations:
      - program: program_1
        publication: P
        created_at: 2024-01-01T00:00:00Z
        referrals:
{referrals}
"
        ))
    };
    insta::assert_snapshot!(account(
        "{ uuid: upscribe_1 }",
        "          - { email: one@example.com, created_at: 2024-01-01T00:00:00Z }
          - { email: ONE@example.com, created_at: 2024-01-01T00:00:00Z }
          - { email: two, created_at: yesterday, upscribe: upscribe_2 }
          - { mail: three@example.com }"
    ));
    let diagnostics =
        account("", "          - { email: one@example.com, created_at: 2024-01-01T00:00:00Z }");
    assert!(diagnostics.contains("requires a widget"), "{diagnostics}");
}

#[test]
fn blank_and_repeated_account_names_are_reported() {
    let found = diagnostics_of(
        "
seed: 1
accounts:
  one: { name: Letters }
  two: { name: Letters }
  three: { name: \"\" }
  four: { name: D, users: { ada: { name: \" \", email: ada@example.com } } }
",
    );
    for expected in [
        "two accounts have the name `Letters`",
        ":5:16",
        "the name of an account cannot be blank",
        ":6:18",
        "the name of a user cannot be blank",
    ] {
        assert!(found.contains(expected), "{expected}: {found}");
    }
}

#[test]
fn too_many_generated_subscribers_are_reported() {
    let account = |number: &str| {
        format!("\nseed: 1\naccounts:\n  one: {{ name: A, more_subscribers: {number} }}\n")
    };
    for number in ["99999999999999", "10000001"] {
        let found = diagnostics_of(&account(number));
        assert!(found.contains("`more_subscribers` is above 10000000"), "{found}");
        assert!(found.contains(":4:37"), "{found}");
    }
    assert!(diagnostics_of(&account("-1")).contains("below zero"));
}

#[test]
fn repeated_identifiers_are_reported_with_both_places() {
    insta::assert_snapshot!(diagnostics_of(
        "
seed: 1
accounts:
  one:
    uuid: account_1
    name: A
    users: { ada: { uuid: user_1, name: Ada, email: ada@example.com } }
    campaign: { uuid: campaign_1, name: C }
  two:
    uuid: account_1
    name: B
    users: { bob: { uuid: user_1, name: Bob, email: bob@example.com } }
    publications:
      - { uuid: pub_1, name: P, created_at: 2024-01-01T00:00:00Z }
      - { uuid: pub_1, name: Q, created_at: 2024-01-01T00:00:00Z }
"
    ));
    // The identifiers of these records are unique in their account.
    let (seed, diagnostics) = read(
        "
seed: 1
accounts:
  one: { name: A, campaign: { uuid: campaign_1, name: C } }
  two: { name: B, campaign: { uuid: campaign_1, name: C } }
",
    );
    assert!(seed.is_some(), "{diagnostics}");
}
