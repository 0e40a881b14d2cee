//! Two runs against the unmutated reference.

use machine_mutants::instrument::Instrument;
use machine_mutants::outcome::Outcome;
use referral_conformance::depth::Depth;

#[tokio::test]
async fn runs_of_the_unmutated_reference_differ_in_generated_values_alone() {
    let _alone = crate::ONE_AT_A_TIME.lock().await;
    let folder = tempfile::tempdir().unwrap();
    let mut instrument = Instrument::seed(folder.path(), Depth::Thorough).await.unwrap();
    let baseline = instrument.baseline().await.unwrap();
    let run = instrument.run().await;
    let record = instrument.classify(&baseline, run);
    // Which of two concurrent creations gets which value depends on the load.
    assert!(matches!(record.outcome, Outcome::Unreached | Outcome::GapOnly), "{record:#?}");
    assert!(record.differences.is_empty(), "{record:#?}");
}
