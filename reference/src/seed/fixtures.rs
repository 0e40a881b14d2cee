//! Generates the fixtures that conformance runs consume, so that one database serves many runs. The result depends on
//! the seed and the number only.
//!
//! The first account gets pending subscribers, and another one offers it partner programs to join. The programs are
//! older than those of the demo and pay less, so that they come last in every order. They accept one country without
//! inhabitants and have no channel, so that filters do not select them.

use crate::domain::country::Country;
use crate::domain::dollars::Dollars;
use crate::domain::email::Email;
use crate::domain::id::{PartnerProgramId, RefCode, SubscriberId};
use crate::domain::partner_program::PartnerProgram;
use crate::domain::status::Acquisition;
use crate::domain::subscriber::Subscriber;
use crate::domain::timestamp::Timestamp;
use crate::ids::IdGenerator;
use crate::seed::{Seed, SeedAccount};

/// Pending subscribers of each kind, and programs of each kind, that a run may consume.
const FIXTURES_PER_RUN: usize = 16;

/// 2020-02-03 and one minute, in microseconds.
const FROM: i64 = 1_580_688_000_000_000;
const MINUTE: i64 = 60_000_000;

/// Adds the fixtures for `runs` runs; the seed itself already has those of the first.
pub fn add_fixtures(seed: &mut Seed, runs: usize) {
    let wanted = runs.saturating_sub(1) * FIXTURES_PER_RUN;
    let Some((first, others)) = seed.accounts.split_first_mut() else {
        return;
    };
    for index in 0..wanted {
        pending(first, index, Acquisition::ReferralProgram);
        pending(first, index, Acquisition::PartnerProgram);
    }
    if let Some(sponsor) = others.iter_mut().find(|account| !account.publications.is_empty()) {
        for index in 0..wanted {
            program(sponsor, index, false);
            program(sponsor, index, true);
        }
    }
}

fn pending(account: &mut SeedAccount, index: usize, acquisition: Acquisition) {
    let word = acquisition.as_ref();
    let ids = IdGenerator::from_seed(&format!("{}/stock/{word}/{index}", account.label));
    let address = format!("{}-{index}@pending.example", word.replace('_', "-"));
    // Plain letters are always a valid address.
    let (Ok(email), Some(created_at)) = (Email::parse(&address), moment(index)) else {
        return;
    };
    let referrer = match acquisition {
        Acquisition::ReferralProgram => account.subscribers.first(),
        _ => None,
    };
    let (uuid, ref_code) = (SubscriberId::generate(&ids), RefCode::generate(&ids));
    let subscriber = Subscriber {
        referrer_code: referrer.map(|referrer| referrer.ref_code.to_string()),
        referrer: referrer.map(|referrer| referrer.uuid.clone()),
        ..Subscriber::new(uuid, email, acquisition, ref_code, created_at)
    };
    account.subscribers.push(subscriber);
}

fn program(sponsor: &mut SeedAccount, index: usize, requires_approval: bool) {
    let text = format!("{}/stock/{requires_approval}/{index}", sponsor.label);
    let (Some(publication), Some(created_at)) = (sponsor.publications.first(), moment(index))
    else {
        return;
    };
    let uuid = PartnerProgramId::generate(&IdGenerator::from_seed(&text));
    let mut program = PartnerProgram {
        cpa: Dollars::whole(1),
        max_payout: Dollars::whole(10),
        requires_approval,
        ..PartnerProgram::new(uuid, publication, created_at)
    };
    program.geo.allowed.extend(Country::parse("AQ"));
    sponsor.partner_programs.push(program);
}

/// The given number of minutes after [`FROM`].
fn moment(index: usize) -> Option<Timestamp> {
    let minutes = i64::try_from(index).ok()?;
    Timestamp::from_micros(FROM + MINUTE * minutes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::status::Status;
    use crate::seed::{DEMO, read};

    fn demo() -> Seed {
        read(DEMO).unwrap()
    }

    fn pending(seed: &Seed) -> usize {
        let subscribers = seed.accounts[0].subscribers.iter();
        subscribers.filter(|subscriber| subscriber.status == Status::Pending).count()
    }

    #[test]
    fn the_first_run_uses_what_the_seed_has() {
        for runs in [0, 1] {
            let mut seed = demo();
            add_fixtures(&mut seed, runs);
            assert_eq!(seed, demo());
        }
    }

    #[test]
    fn each_further_run_gets_its_own_and_the_same_ones_every_time() {
        let (mut one, mut two) = (demo(), demo());
        add_fixtures(&mut one, 11);
        add_fixtures(&mut two, 11);
        assert_eq!(one, two);
        assert_eq!(pending(&one) - pending(&demo()), 2 * 10 * FIXTURES_PER_RUN);
        let programs = |seed: &Seed| seed.accounts[1].partner_programs.len();
        assert_eq!(programs(&one) - programs(&demo()), 2 * 10 * FIXTURES_PER_RUN);
    }

    #[test]
    fn added_programs_come_after_those_of_the_demo() {
        let mut seed = demo();
        let written = seed.accounts[1].partner_programs.clone();
        add_fixtures(&mut seed, 100);
        let added = &seed.accounts[1].partner_programs[written.len()..];
        let newest = added.iter().map(|program| program.created_at).max();
        assert!(newest < written.iter().map(|program| program.created_at).min());
        let dearest = added.iter().map(|program| (program.cpa, program.max_payout)).max();
        assert!(dearest <= written.iter().map(|program| (program.cpa, program.max_payout)).min());
    }
}
