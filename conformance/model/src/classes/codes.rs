//! Codes of countries.

use super::{Class, Examples, Predicate, Rule};

const fn basis(_: Rule) -> &'static str {
    "The document gives the form alpha-2, and ISO 3166-1 assigns the code."
}

classes! {
    [code: Text Texts]
    word_like: Kept, "a code that a format may take for a boolean or a word", |t| is_in("NO IN IS IT SO DO BE AM AS AT BY MY TO US ME", t)
        => "NO", "IN", "IS", "IT", "DO";
    territory: Kept, "a code of a territory", |t| is_in("AX BM FO GG GI GL GP HK IM JE MO NC PF PR RE", t)
        => "HK", "PR", "AX", "GG";
    recent: Kept, "a code of this century", |t| is_in("BL BQ CW ME MF RS SS SX TL", t) => "SS", "RS", "CW", "TL";
    other_code: Kept, "another code", |t| t.len() == 2 && is_in(COUNTRIES, t) => "DE", "JP", "ZA", "BR", "AU";
}

fn is_in(codes: &str, text: &str) -> bool {
    codes.split_whitespace().any(|code| code == text)
}

/// All officially assigned alpha-2 codes of ISO 3166-1.
pub const COUNTRIES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS \
    BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK \
    FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM \
    JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS \
    MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW \
    SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM \
    US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";
