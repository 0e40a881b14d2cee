//! Two runs against the unmutated reference.

use machine_mutants::instrument::Instrument;
use machine_mutants::outcome::Outcome;
use referral_conformance::depth::Depth;

#[tokio::test]
async fn runs_of_the_unmutated_reference_have_equal_traffic() {
    let _alone = crate::ONE_AT_A_TIME.lock().await;
    let folder = tempfile::tempdir().unwrap();
    let mut instrument = Instrument::seed(folder.path(), Depth::Thorough).await.unwrap();
    let baseline = instrument.baseline().await.unwrap();
    let run = instrument.run().await;
    let record = instrument.classify(&baseline, run);
    assert_eq!(record.outcome, Outcome::Unreached, "{record:#?}");
}
