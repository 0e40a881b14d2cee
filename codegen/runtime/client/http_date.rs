//! The one form of date that HTTP's headers are written in today: `Sun, 06 Nov 1994 08:49:37 GMT`.

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Seconds since 1970; `None` when the text is no such date, or an earlier one.
pub(super) fn seconds(text: &str) -> Option<u64> {
    let (_, date) = text.split_once(", ")?;
    let mut parts = date.strip_suffix(" GMT")?.split(' ');
    let day: u64 = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let month = 1 + MONTHS.iter().position(|month| *month == name)? as u64;
    let year: u64 = parts.next()?.parse().ok()?;
    let mut clock = parts.next()?.split(':');
    let mut unit =
        |below: u64| -> Option<u64> { clock.next()?.parse().ok().filter(|unit| *unit < below) };
    // The last minute of a year may have a second more.
    let (hour, minute, second) = (unit(24)?, unit(60)?, unit(61)?);
    let ends = clock.next().is_none() && parts.next().is_none();
    let plausible = ends && (1..=31).contains(&day) && (1970..=9999).contains(&year);
    plausible.then(|| ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second)
}

/// Days since 1970, of years that begin in March so that a leap day is the last of its year.
fn days(year: u64, month: u64, day: u64) -> u64 {
    let year = year - u64::from(month < 3);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_counted_in_seconds() {
        for (text, count) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
            ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
            ("Thu, 31 Dec 2026 12:00:00 GMT", 1_798_718_400),
        ] {
            assert_eq!(seconds(text), Some(count), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "120",
            "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:49:37:01 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1969 08:49:37 GMT",
            "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
