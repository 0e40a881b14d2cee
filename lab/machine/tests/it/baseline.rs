//! Runs against the unmutated reference.

use machine_mutants::instrument::Instrument;
use machine_mutants::outcome::Outcome;
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
