//! Runs of the instruments against the reference.

use machine_mutants::instrument::Instrument;
use machine_mutants::outcome::Outcome;
use machine_mutants::sql::instrument::SqlInstrument;
use referral_conformance::depth::Depth;

#[tokio::test]
async fn runs_of_the_unmutated_reference_do_not_differ() {
    let folder = tempfile::tempdir().unwrap();
    let mut instrument = Instrument::seed(folder.path(), Depth::Standard).await.unwrap();
    let baseline = instrument.baseline().await.unwrap();
    for _ in 0..2 {
        let run = instrument.run().await;
        let record = instrument.classify(&baseline, run);
        assert_eq!(record.outcome, Outcome::Unreached, "{record:#?}");
    }
}

/// Parsing and rendering all statements and migrations changes no response.
#[tokio::test]
async fn rendered_statements_have_the_same_results() {
    let folder = tempfile::tempdir().unwrap();
    let instrument = SqlInstrument::seed(folder.path(), Depth::Quick).await.unwrap();
    assert!(instrument.mutants.len() > 1000, "{}", instrument.mutants.len());
    let record = instrument.run_control().await;
    assert_eq!(record.outcome, Outcome::Unreached, "{record:#?}");
}

/// Mutants that survived until scenarios were added, or clauses were judged in more steps.
#[tokio::test]
async fn records_that_were_not_asked_for_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let instrument = SqlInstrument::seed(folder.path(), Depth::Quick).await.unwrap();
    for id in ["sql:find-a-payout/comparison/5", "sql:find-a-campaign/comparison/5"] {
        let mutant = instrument.mutants.iter().find(|mutant| mutant.id == id).unwrap();
        let record = instrument.run(mutant).await;
        assert_eq!(record.outcome, Outcome::Killed, "{id}: {record:#?}");
    }
}
