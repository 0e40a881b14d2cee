//! E-mail addresses. A predicate is asked for the part before the last at sign, and for the rest.

use crate::json::Json;

use super::{Class, Examples, Predicate, Rule};

const fn basis(rule: Rule) -> &'static str {
    match rule {
        Rule::Kept => {
            "Every grammar in use has letters, digits, dots between them and plus signs before the at sign."
        }
        Rule::Accepted => {
            "Every grammar in use has letters of both cases. Whether case matters is not shown, so it may be changed."
        }
        Rule::KeptIfAccepted => {
            "RFC 5321, 4.1.2 allows it. The document names no grammar, so a service may be stricter."
        }
        Rule::Answered => {
            "RFC 5321, 4.1.2 does not allow it, but services that only look for an at sign are in use."
        }
        Rule::Refused => {
            "The address must be valid, and no grammar in use has such an address (RFC 5321, 4.1.2)."
        }
    }
}

classes! {
    // Before the at sign.
    [plain: Address Templates]
    dot: Kept, "a dot before the at sign", |l, _| l.contains('.')
        => "first.{unique}@{email domain}", "{unique}.last@{email domain}";
    dots: Kept, "several dots before the at sign", |l, _| l.matches('.').count() > 1
        => "first.m.last.{unique}@{email domain}", "a.b.c.{unique}@{email domain}";
    plus: Kept, "a tag after a plus sign", |l, _| l.contains('+')
        => "{unique}+tag@{email domain}", "{unique}+news@{email domain}";
    plus_dot: Kept, "a tag with a dot", |l, _| l.contains('+') && l.contains('.')
        => "{unique}+news.letter@{email domain}", "a.{unique}+1@{email domain}";
    leading_digit: Kept, "a digit first", |l, _| l.starts_with(|c: char| c.is_ascii_digit())
        => "0.{unique}@{email domain}", "42{unique}@{email domain}";
    final_digit: Kept, "a digit last before the at sign", |l, _| l.ends_with(|c: char| c.is_ascii_digit())
        => "{unique}.7@{email domain}", "{unique}x99@{email domain}";
    [capitals: Address Templates]
    capitals: Accepted, "capital letters before the at sign", |l, _| l.contains(|c: char| c.is_ascii_uppercase())
        => "Ann.{unique}@{email domain}", "{unique}.LEE@{email domain}";
    [signs: Address Templates]
    underscore: KeptIfAccepted, "an underscore", |l, _| l.contains('_')
        => "under_score.{unique}@{email domain}", "_{unique}@{email domain}";
    hyphen: KeptIfAccepted, "a hyphen before the at sign", |l, _| l.contains('-')
        => "hyphen-ated.{unique}@{email domain}", "{unique}-a@{email domain}";
    apostrophe: KeptIfAccepted, "an apostrophe", |l, _| l.contains('\'') => "o'brien.{unique}@{email domain}";
    slash: KeptIfAccepted, "a slash", |l, _| l.contains('/') => "a/b.{unique}@{email domain}";
    percent: KeptIfAccepted, "a percent sign", |l, _| l.contains('%')
        => "100%25.{unique}@{email domain}", "a%b.{unique}@{email domain}";
    query_signs: KeptIfAccepted, "signs that separate parts of a URL", |l, _| l.contains(['?', '#', '&', '='])
        => "a?b#c&d=e.{unique}@{email domain}", "a&b.{unique}@{email domain}";
    other_signs: KeptIfAccepted, "another sign that RFC 5321 allows",
        |l, _| l.contains(['!', '$', '*', '^', '`', '|', '~'])
        => "a!b.{unique}@{email domain}", "$a.{unique}@{email domain}", "~{unique}@{email domain}";
    [length: Address Templates]
    one_letter: KeptIfAccepted, "one letter before the at sign", |l, _| l.len() == 1 => "a@{unique}.{email domain}";
    long_local: KeptIfAccepted, "more than 40 letters before the at sign", |l, _| l.len() > 40
        => "the.quick.brown.fox.jumps.over.the.lazy.dog.{unique}@{email domain}";
    // The domain.
    [domain: Address Templates]
    subdomain: KeptIfAccepted, "a subdomain", |_, d| d.split('.').count() > 2
        => "sub.{unique}@mail.{email domain}", "a.{unique}@a.b.{email domain}";
    domain_hyphen: KeptIfAccepted, "a hyphen in the domain", |_, d| d.contains('-')
        => "a.{unique}@my-mail.{email domain}";
    domain_digit: KeptIfAccepted, "a digit in the domain", |_, d| d.contains(|c: char| c.is_ascii_digit())
        => "a.{unique}@mail2.{email domain}", "a.{unique}@4you.{email domain}";
    long_domain: KeptIfAccepted, "a label of more than 40 letters in the domain",
        |_, d| d.split('.').any(|label| label.len() > 40)
        => "a.{unique}@thequickbrownfoxjumpsoverthelazydogandthenrestsunderthegreatoak.{email domain}";
    // One defect each.
    [defect: Json Templates]
    no_at: Refused, "no at sign", |v| v.text().is_some_and(|t| letters(&t.replace(['.', ' '], "")))
        => "reader.example.org", "reader";
    no_local: Refused, "nothing before the at sign", |v| v.text().is_some_and(|t| t.starts_with('@') && t.len() > 1)
        => "@{email domain}";
    [defect: Address Templates]
    two_at: Refused, "two at signs", |l, _| l.contains('@')
        => "a@{unique}@{email domain}", "{unique}@@{email domain}";
    no_domain: Refused, "nothing behind the at sign", |l, d| !l.is_empty() && d.is_empty() => "{unique}@";
    inner_blank: Refused, "a blank inside", |l, _| l.trim().contains(' ')
        => "a {unique}@{email domain}", "{unique} b@{email domain}";
    domain_blank: Refused, "a blank in the domain", |_, d| d.trim().contains(' ')
        => "{unique}@ex ample.org", "{unique}@a b.org";
    comma: Refused, "a list with a comma", |l, _| l.contains(',')
        => "{unique}@{email domain},b@{email domain}", "a,{unique}@{email domain}";
    [odd: Address Templates]
    semicolon: Answered, "a list with a semicolon", |l, _| l.contains(';')
        => "{unique}@{email domain};b@{email domain}";
    [defect: Address Templates]
    lines: Refused, "a second line", |l, d| l.contains('\n') || d.contains('\n')
        => "{unique}@{email domain}\nb@{email domain}", "{unique}@{email domain}\nBcc: b@{email domain}";
    doubled_dot: Refused, "two dots side by side in the domain", |_, d| d.contains("..")
        => "{unique}@example..org", "{unique}@mail..example.org";
    domain_leading_dot: Refused, "a domain that begins with a dot", |_, d| d.starts_with('.')
        => "{unique}@.example.org";
    [odd: Address Templates]
    domain_underscore: Answered, "a domain of signs only",
        |_, d| d.chars().all(|c| "_!$".contains(c)) && !d.is_empty()
        => "{unique}@_", "{unique}@!$";
    angle: Answered, "a name before the address", |l, _| l.contains('<') => "Ada <{unique}@{email domain}>";
    scheme: Answered, "a scheme", |l, _| l.starts_with("mailto:") => "mailto:{unique}@{email domain}";
    parentheses: Answered, "an open parenthesis", |l, _| l.contains('(') => "a({unique}@{email domain}";
    brackets: Answered, "a bracket before the at sign", |l, _| l.contains('[') => "a[{unique}@{email domain}";
    backslash: Answered, "a backslash in the domain", |_, d| d.contains('\\') => "{unique}@exa\\mple.org";
    tab: Answered, "a tab", |l, d| l.contains('\t') || d.contains('\t')
        => "a\t{unique}@{email domain}", "{unique}@exa\tmple.org";
    control: Answered, "a control character", |l, _| l.contains(['\u{1}', '\0'])
        => "a\u{1}{unique}@{email domain}", "a\0{unique}@{email domain}";
    [not_text: Json Json]
    empty: Refused, "no characters", |v| v.text() == Some("") => "\"\"";
    blank: Refused, "blanks only", |v| v.text().is_some_and(|t| !t.is_empty() && t.trim().is_empty())
        => "\" \"", "\"   \"";
    null: Refused, "null", |v| matches!(v, Json::Null) => "null";
    number: Refused, "a number", |v| matches!(v, Json::Number(_)) => "42", "0", "1.5";
    boolean: Refused, "a boolean", |v| matches!(v, Json::Bool(_)) => "true", "false";
    list: Refused, "a list", |v| matches!(v, Json::List(_)) => "[\"a@example.org\"]", "[]";
    object: Refused, "an object", |v| matches!(v, Json::Map(_)) => "{\"email\":\"a@example.org\"}", "{}";
}

fn letters(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_ascii_lowercase())
}
