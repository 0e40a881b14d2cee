//! The statements that fill the databases, the same for both engines.

pub const ACCOUNT: &str = "account_1";

/// The numbers from 1 to `last` as a table expression.
fn numbers(last: u64) -> String {
    format!(
        "WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < {last})"
    )
}

/// Subscribers: one in ten was referred, one in ten refers others.
pub fn subscribers(subscribers: u64) -> Vec<String> {
    let numbers = numbers(subscribers);
    vec![
        format!("INSERT INTO accounts (uuid, name) VALUES ('{ACCOUNT}', 'Large')"),
        format!("INSERT INTO campaigns (account_uuid, uuid, name) VALUES ('{ACCOUNT}', 'MF1', 'One')"),
        format!(
            "INSERT INTO subscribers
                 (account_uuid, uuid, email, email_normalised, status, acquisition, ref_code, referrer_uuid, origin,
                  created_at)
             {numbers}
             SELECT '{ACCOUNT}', 'sub_' || i, 's' || i || '@example.com', 's' || i || '@example.com', 'confirmed',
                 'direct', 'code_' || i, CASE WHEN i % 10 = 0 THEN 'sub_' || ((i - 1) / 10 * 10 + 1) END, 'api',
                 CAST(i AS BIGINT) * 1000000
             FROM numbers"
        ),
        format!(
            "INSERT INTO campaign_memberships (account_uuid, uuid, campaign_uuid, subscriber_uuid, created_at)
             SELECT account_uuid, 'm_' || uuid, 'MF1', uuid, created_at FROM subscribers WHERE created_at % 7000000 = 0"
        ),
    ]
}

/// Recommendations, referrals of the newest one, and payouts with one commission, `rows` of each.
pub fn network(rows: u64) -> Vec<String> {
    let numbers = numbers(rows);
    vec![
        format!(
            "INSERT INTO publications (account_uuid, uuid, name, auto_pilot, partner_categories, status, created_at)
             VALUES ('{ACCOUNT}', 'pub_1', 'One', FALSE, '', 'active', 0)"
        ),
        format!("INSERT INTO partner_profiles (account_uuid, uuid) VALUES ('{ACCOUNT}', 'partner_1')"),
        format!(
            "INSERT INTO upscribes (account_uuid, uuid, auto_pilot, active, after_submission_behaviour, visibility_rules,
                  after_submission_rules, created_at)
             VALUES ('{ACCOUNT}', 'upscribe_1', FALSE, TRUE, 'hide_widget', '', '', 0)"
        ),
        format!(
            "INSERT INTO partner_programs (uuid, account_uuid, publication_uuid, status, cpa, max_payout,
                  referral_pending_duration, allow_worldwide_referrals, requires_approval, created_at)
             {numbers}
             SELECT 'program_' || i, '{ACCOUNT}', 'pub_1', 'active', 1, 1, 1, TRUE, FALSE, 0 FROM numbers"
        ),
        format!(
            "INSERT INTO recommendations (account_uuid, uuid, publication_uuid, program_uuid, status, ref_code, cpa,
                  max_payout, name, created_at)
             {numbers}
             SELECT '{ACCOUNT}', 'rec_' || i, 'pub_1', 'program_' || i, 'active', 'code_' || i, 1, 1, 'One', i
             FROM numbers"
        ),
        format!(
            "INSERT INTO referrals (account_uuid, recommendation_uuid, email_normalised, email, upscribe_uuid, created_at)
             {numbers}
             SELECT '{ACCOUNT}', 'rec_{rows}', 's' || i || '@example.com', 's' || i || '@example.com', 'upscribe_1', i
             FROM numbers"
        ),
        format!(
            "INSERT INTO payouts (account_uuid, uuid, partner_uuid, period_start, period_end, created_at)
             {numbers}
             SELECT '{ACCOUNT}', 'payout_' || i, 'partner_payout_' || i, i, i, i FROM numbers"
        ),
        format!(
            "INSERT INTO ledger_entries (account_uuid, payout_uuid, position, source, amount, publication_uuid,
                  confirmations, deferred)
             SELECT '{ACCOUNT}', uuid, 0, 'commission', 1, 'pub_1', 1, FALSE FROM payouts"
        ),
    ]
}
