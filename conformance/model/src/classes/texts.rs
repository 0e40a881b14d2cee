//! Texts without a format.

use super::{Class, Examples, Predicate, Rule};

const fn basis(rule: Rule) -> &'static str {
    match rule {
        Rule::Kept => {
            "The document gives the type string and no restriction, and these are letters and signs of names."
        }
        Rule::Accepted | Rule::KeptIfAccepted => {
            "RFC 8259, 7: it is a JSON string. A service may have further rules, which are not shown."
        }
        Rule::Answered | Rule::Refused => {
            "A service may store a normal form: composed, or without outer blanks, markup or control characters."
        }
    }
}

classes! {
    // Letters, digits and signs of names.
    [ordinary: Text Texts]
    word: Kept, "one word", |t| !t.is_empty() && t.chars().all(|c| c.is_ascii_alphabetic())
        => "Ada", "Grace", "newsletter";
    words: Kept, "several words", |t| t.split(' ').count() > 1 && !t.contains("  ")
        => "Ada Lovelace", "Mary Ann Evans", "spring sale 7";
    lower: Kept, "lower-case letters only", |t| any(t, char::is_lowercase) && !any(t, char::is_uppercase)
        => "ada lovelace", "newsletter";
    upper: Kept, "capitals only", |t| any(t, char::is_uppercase) && !any(t, char::is_lowercase)
        => "ADA LOVELACE", "SPRING";
    inner_capital: Kept, "a capital inside a word", inner_capital => "Ada McDonald", "DeLuca", "springSale";
    digit: Kept, "a digit beside letters", |t| any(t, |c| c.is_ascii_digit()) && any(t, char::is_alphabetic)
        => "Louis 14", "area51b", "2nd Ada";
    hyphen: Kept, "a hyphen", |t| t.contains('-') && any(t, char::is_alphabetic) => "Anne-Marie", "spring-sale";
    period: Kept, "a period", |t| t.contains('.') && any(t, char::is_alphabetic)
        => "Ada Lovelace Jr.", "J. R. Tolkien", "example.com";
    [signs: Text Texts]
    comma: Kept, "a comma", |t| t.contains(',') => "Lovelace, Ada", "one,two";
    underscore: Kept, "an underscore", |t| t.contains('_') => "spring_sale", "ada_l";
    parentheses: Kept, "parentheses", |t| t.contains('(') => "Ada (Countess)", "sale (1)";
    slash: KeptIfAccepted, "a slash", |t| t.contains('/') => "a/b", "Ada c/o Byron";
    colon: KeptIfAccepted, "a colon", |t| t.contains(':') => "sale: spring", "$1 ? :name";
    semicolon: KeptIfAccepted, "a semicolon", |t| t.contains(';') => "Ada; Byron", "x'; SELECT 1; --";
    at: KeptIfAccepted, "an at sign", |t| t.contains('@') => "@ada", "ada@home";
    equals: KeptIfAccepted, "an equals sign", |t| t.contains('=') => "a=b", "x=1";
    hash: KeptIfAccepted, "a number sign", |t| t.contains('#') => "sale #1", "#ada";
    question: KeptIfAccepted, "a question mark", |t| t.contains('?') => "Ada?", "really?";
    exclamation: KeptIfAccepted, "an exclamation mark", |t| t.contains('!') => "Hello!", "Yahoo! Inc";
    pipe: KeptIfAccepted, "a vertical bar", |t| t.contains('|') => "a|b", "Ada | Byron";
    asterisk: KeptIfAccepted, "an asterisk", |t| t.contains('*') => "5 * 3", "Ada*";
    dollar: KeptIfAccepted, "a dollar sign", |t| t.contains('$') => "$1", "US$ 5", "$HOME";
    tilde: KeptIfAccepted, "a tilde or a caret", |t| t.contains(['~', '^']) => "~ada", "a^b";
    // Letters outside ASCII.
    [scripts: Text Texts]
    latin_1: Kept, "letters of Western Europe", |t| between(t, 'À', 'ÿ')
        => "René Müller", "Jørgen Ångström", "Ñandú";
    latin_extended: Kept, "letters of Central Europe or Turkey", |t| between(t, 'Ā', 'ſ')
        => "Łukasz Šimić", "Győző Çelik", "Ğülşah";
    vietnamese: Kept, "letters with two marks", |t| between(t, 'Ạ', 'ỹ') => "Nguyễn Thị Hồng", "Đặng";
    greek: Kept, "Greek letters", |t| between(t, 'Α', 'ω') => "Σοφια", "Γιωργος";
    cyrillic: Kept, "Cyrillic letters", |t| between(t, 'А', 'я') => "Анна Смирнова", "Олег";
    hebrew: Kept, "Hebrew letters", |t| between(t, 'א', 'ת') => "שרה כהן", "דוד";
    arabic: Kept, "Arabic letters", |t| between(t, 'ا', 'ي') => "محمد علي", "ليلى";
    devanagari: Kept, "Devanagari letters", |t| between(t, 'अ', 'ह') => "Rosa प्रिया", "राम";
    thai: Kept, "Thai letters", |t| between(t, 'ก', 'ฮ') => "สมชาย", "มาลี";
    georgian: Kept, "Georgian or Armenian letters", |t| between(t, 'ა', 'ჰ') || between(t, 'Ա', 'ֆ')
        => "ნინო", "Արամ";
    han: Kept, "Chinese characters", |t| between(t, '一', '鿿') => "王小明", "山田";
    kana: Kept, "Japanese syllables", |t| between(t, 'ぁ', 'ヺ') => "さくら", "サクラ";
    hangul: Kept, "Korean syllables", |t| between(t, '가', '힣') => "김민준", "서연";
    case_pairs: Kept, "letters whose case changes their number or depends on the language",
        |t| t.contains(['ß', 'İ', 'ı', 'ς'])
        => "Groß", "İpek", "Işıl ı", "Νίκος ς";
    mixed_scripts: Kept, "letters of several scripts",
        |t| any(t, |c| c.is_ascii_alphabetic()) && any(t, |c| c.is_alphabetic() && c as u32 > 0x36f)
        => "Ada Анна", "Rosa 王";
    typographic: Kept, "typographic quotes or an ellipsis", |t| t.contains(['’', '…', '“', '„'])
        => "O’Brien", "“Ada”", "wait…";
    dash: Kept, "a dash", |t| t.contains(['–', '—']) => "Ada – Byron", "spring—sale";
    currency: KeptIfAccepted, "signs of currencies or marks", |t| t.contains(['€', '£', '™', '©', '®'])
        => "5 €", "£3", "Ada™", "© Ada";
    // Quotes.
    [quotes: Text Texts]
    apostrophe: Kept, "an apostrophe", |t| t.contains('\'') => "O'Brien", "D'Arc", "Ada's";
    two_apostrophes: KeptIfAccepted, "two apostrophes side by side", |t| t.contains("''") => "O''Brien", "''";
    double_quotes: KeptIfAccepted, "double quotes", |t| t.contains('"') => "\"Ada\" Lovelace", "6\" pipe";
    backtick: KeptIfAccepted, "a backtick", |t| t.contains('`') => "`ada`", "a`b";
    sql: KeptIfAccepted, "a fragment of SQL", |t| t.contains("--") || t.contains("OR ")
        => "x'; SELECT 1; --", "' OR '1'='1", "Robert'); --";
    json_like: KeptIfAccepted, "a JSON text", |t| t.starts_with(['{', '[']) => "{\"a\":1}", "[1, 2]", "[]", "{}";
    placeholder: KeptIfAccepted, "a placeholder of a template or format",
        |t| t.contains("%s") || t.contains("{0}") || t.contains("${") || t.contains("{{")
        => "%s and %d", "{0}", "${x}", "{{7*7}}";
    shell: KeptIfAccepted, "a command substitution", |t| t.contains("$(") => "$(id)", "a $(ls) b";
    // Escapes and encodings.
    [escapes: Text Texts]
    percent: Kept, "a percent sign", |t| t.contains('%') => "100% sure", "50 %";
    percent_encoded: KeptIfAccepted, "a percent-encoded character", |t| t.contains("%2")
        => "100%25", "a%20b", "%2F";
    plus: Kept, "a plus sign", |t| t.contains('+') => "a+b", "Ada + Byron";
    backslash: KeptIfAccepted, "a backslash", |t| t.contains('\\') => "C:\\temp", "a\\b";
    escape_like: KeptIfAccepted, "the text of an escape", |t| t.contains("\\n") || t.contains("\\u")
        => "a\\nb", "\\u0041da";
    trailing_backslash: KeptIfAccepted, "a backslash at the end", |t| t.ends_with('\\') => "Ada\\", "C:\\";
    dot_segments: KeptIfAccepted, "dot segments of a path", |t| t.contains("../") => "../../etc/passwd", "a/../b";
    url: KeptIfAccepted, "a URL", |t| t.contains("://") => "https://example.com/?a=b&c=d#e", "http://example.com";
    pattern: KeptIfAccepted, "signs of a pattern of SQL or a regular expression",
        |t| t.contains("%_") || t.contains(".*")
        => "%_%", ".*", "[a-z]+.*";
    // Markup.
    [markup: Text Texts]
    ampersand: Kept, "an ampersand", |t| t.contains('&') => "Tom & Jerry", "R&D";
    entity: Answered, "an entity", |t| t.contains("&amp;") || t.contains("&#")
        => "Tom &amp; Jerry", "&#39;Ada&#39;";
    less: Answered, "a less-than or greater-than sign", |t| t.contains(['<', '>']) => "3 < 5", "5 > 3", "<3";
    tag: Answered, "a tag", |t| t.contains("</") => "<b>Ada</b> Lovelace", "<script>alert(1)</script>";
    comment: Answered, "a comment of HTML or SQL", |t| t.contains("<!--") || t.contains("/*")
        => "a <!-- b", "a /* b */";
    // Texts that look like another value.
    [literals: Text Texts]
    digits: Kept, "digits only", digits => "42", "2026", "7";
    leading_zero: Kept, "a leading zero", |t| digits(t) && t.len() > 1 && t.starts_with('0') => "0042", "007";
    zero: Kept, "the digit zero only", |t| t == "0" => "0";
    decimal: KeptIfAccepted, "a decimal number", |t| t.contains('.') && t.parse::<f64>().is_ok() => "1.50", "3.0";
    negative: KeptIfAccepted, "a negative number", |t| t.starts_with('-') && t.parse::<f64>().is_ok()
        => "-5", "-1.5";
    exponent: KeptIfAccepted, "a number with an exponent", |t| t.contains(['e', 'E']) && t.parse::<f64>().is_ok()
        => "1e3", "2E10";
    hexadecimal: KeptIfAccepted, "a hexadecimal number", |t| t.starts_with("0x") => "0x1F", "0xff";
    many_digits: KeptIfAccepted, "more digits than a number keeps", |t| digits(t) && t.len() > 16
        => "12345678901234567890", "90071992547409931";
    null: Kept, "a word for no value", |t| is(t, &["null", "NULL", "None", "nil", "undefined"])
        => "null", "NULL", "None", "nil", "undefined";
    boolean: Kept, "a word for a boolean", |t| is(t, &["true", "false", "True", "yes", "no", "on", "off"])
        => "true", "false", "yes", "no", "off";
    not_a_number: Kept, "a word for an odd number", |t| is(t, &["NaN", "Infinity", "inf"])
        => "NaN", "Infinity", "inf";
    date_like: KeptIfAccepted, "a date", |t| t.len() == 10 && t.split('-').count() == 3
        => "2024-01-02", "1999-12-31";
    uuid_like: KeptIfAccepted, "a UUID", |t| t.len() == 36 && t.split('-').count() == 5
        => "123e4567-e89b-12d3-a456-426614174000";
    address_like: KeptIfAccepted, "an e-mail address", |t| t.contains('@') && t.contains('.')
        => "ada@example.com", "a.b@example.org";
    // Addresses of the Internet Protocol.
    [ip: Text Texts]
    ipv4: KeptIfAccepted, "an address of IPv4", |t| t.parse::<std::net::Ipv4Addr>().is_ok()
        => "203.0.113.7", "198.51.100.255", "192.0.2.1";
    ipv6: KeptIfAccepted, "an address of IPv6", |t| t.parse::<std::net::Ipv6Addr>().is_ok() => "2001:db8::1", "2001:0DB8:0:0:0:0:0:7";
    mapped: KeptIfAccepted, "an address of IPv4 in one of IPv6", |t| t.contains("::ffff:") => "::ffff:203.0.113.7";
    ip_like: KeptIfAccepted, "almost an address of IPv4", |t| t.matches('.').count() >= 3 && t.parse::<std::net::Ipv4Addr>().is_err()
        => "203.0.113.256", "203.0.113.7.1";
    // Characters beyond the first plane, and those that show only with others.
    [pictures: Text Texts]
    symbol: Answered, "a symbol", |t| between(t, '☀', '➿') => "Ada ☕", "♥ sale";
    emoji: Answered, "an emoji", |t| between(t, '🌀', '🫿') => "Rosa 🦊", "🎉 sale";
    emoji_sequence: Answered, "an emoji of several characters",
        |t| t.contains('\u{200d}') || between(t, '🏻', '🏿') || between(t, '🇦', '🇿')
        => "👩‍👩‍👧", "👍🏽", "🇮🇸";
    rare_han: KeptIfAccepted, "Chinese characters beyond the first plane", |t| between(t, '𠀀', '𪛟') => "𠮷田", "𩸽";
    styled: Answered, "letters beyond the first plane", |t| between(t, '𝐀', '𝟿') => "𝔄𝔡𝔞", "𝟙𝟚";
    [marks: Text Texts]
    combining: Answered, "a combining mark", |t| between(t, '\u{300}', '\u{36f}')
        => "Rene\u{301}", "A\u{30a}ngstro\u{308}m";
    compatibility: Answered, "characters with a compatible form", |t| t.contains(['ﬁ', '①', 'Ａ', 'ª', '²'])
        => "ﬁsh", "①", "Ａｄａ", "2²";
    invisible: Answered, "an invisible character", |t| t.contains(['\u{200b}', '\u{ad}', '\u{feff}', '\u{2060}'])
        => "Ada\u{200b}Byron", "news\u{ad}letter", "a\u{feff}b";
    direction: Answered, "a mark of direction", |t| t.contains(['\u{200e}', '\u{200f}', '\u{202e}'])
        => "Ada\u{200f}", "a\u{202e}b";
    control: Answered, "a control character", |t| any(t, |c| c.is_control() && !"\t\n\r\0".contains(c))
        => "a\u{1}b", "a\u{7f}b", "a\u{1b}[1mb";
    zero_character: Answered, "a zero character", |t| t.contains('\0') => "a\0b";
    private: Answered, "a character of private use or of none",
        |t| between(t, '\u{e000}', '\u{f8ff}') || t.contains('\u{fffd}') || t.contains('\u{ffff}')
        => "a\u{e000}b", "a\u{fffd}b", "a\u{ffff}b";
    // Blanks and lines.
    [blanks: Text Texts]
    two_blanks: KeptIfAccepted, "two blanks inside", |t| t.trim().contains("  ") => "Ada  Lovelace", "a  b  c";
    tab: Answered, "a tab", |t| t.contains('\t') => "Ada\tLovelace", "a\tb";
    lines: KeptIfAccepted, "several lines", |t| t.contains('\n') && !t.contains('\r') => "Ada\nLovelace", "a\n\nb";
    carriage_return: Answered, "a carriage return", |t| t.contains('\r') => "Ada\r\nLovelace", "a\rb";
    outer_blank: Answered, "a blank at an end", |t| t.trim_matches(' ') != t && !t.trim().is_empty()
        => " Ada", "Ada ", " Ada ";
    other_blank: Answered, "a blank outside ASCII", |t| t.contains(['\u{a0}', '\u{3000}', '\u{2003}', '\u{2028}'])
        => "Ada\u{a0}Lovelace", "山田\u{3000}花子", "a\u{2003}b", "a\u{2028}b";
    blank: Answered, "blanks only", |t| !t.is_empty() && t.trim().is_empty() => " ", "   ";
    empty: Answered, "no characters", str::is_empty => "";
    // Lengths. The document shows no limit.
    [length: Text Repeated]
    one: Kept, "one letter", |t| length(t) == 1 && any(t, char::is_alphabetic) => ('A', 1), ('x', 1), ('Ö', 1);
    thirty: Kept, "30 letters", |t| length(t) == 30 => ('a', 30), ('é', 30);
    hundred: KeptIfAccepted, "100 letters", |t| length(t) == 100 => ('b', 100), ('ж', 100);
    two_hundred_fifty_five: KeptIfAccepted, "255 letters", |t| length(t) == 255 => ('c', 255), ('漢', 255);
    two_hundred_fifty_six: KeptIfAccepted, "256 letters", |t| length(t) == 256 => ('d', 256), ('ñ', 256);
    thousand: KeptIfAccepted, "1,000 letters", |t| length(t) == 1000 => ('e', 1000), ('ß', 1000);
    ten_thousand: KeptIfAccepted, "10,000 letters", |t| length(t) == 10_000 => ('f', 10_000);
}

fn any(text: &str, is_it: impl Fn(char) -> bool) -> bool {
    text.chars().any(is_it)
}

fn between(text: &str, first: char, last: char) -> bool {
    any(text, |char| (first..=last).contains(&char))
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn is(text: &str, words: &[&str]) -> bool {
    words.contains(&text)
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_ascii_digit())
}

fn inner_capital(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters.windows(2).any(|two| matches!(two, [a, b] if a.is_lowercase() && b.is_uppercase()))
}
