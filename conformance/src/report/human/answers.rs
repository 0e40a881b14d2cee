//! Lists the answers of the overlay that the service contradicts, apart from the clauses of the document.

use std::fmt::Write as _;

use super::{Paint, Tone};
use crate::report::Content;
use crate::report::content::AnswerOutcome;
use crate::text::escape;

pub(super) fn render(report: &Content, paint: Paint) -> String {
    if report.answers.is_empty() {
        return String::new();
    }
    let count = |outcome: AnswerOutcome| {
        report.answers.iter().filter(|answer| answer.outcome == outcome).count()
    };
    let [agree, differ, unseen] =
        [AnswerOutcome::Agrees, AnswerOutcome::Differs, AnswerOutcome::NotSeen].map(count);
    let title = paint.text(Tone::Title, "answers of the overlay");
    let mut text = format!("\n{title}\n  {agree} agree, {differ} differ, {unseen} not seen\n");
    for answer in report.answers.iter().filter(|it| it.outcome == AnswerOutcome::Differs) {
        let shown = |text: &Option<String>| escape(text.as_deref().unwrap_or_default());
        let at = if answer.member.is_empty() { "" } else { " at " };
        let _ = writeln!(
            text,
            "  DIFFERS {}{at}{}\n    expected  {}\n    actual    {}",
            answer.gap,
            escape(&answer.member),
            shown(&answer.expected),
            shown(&answer.actual)
        );
        for line in &answer.exchange {
            let _ = writeln!(text, "    {}", escape(line));
        }
    }
    text
}
