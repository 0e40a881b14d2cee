//! Things of both versions, paired by name.

/// A thing of either version, or of both.
pub(super) enum Pair<'a, T> {
    /// Only the old version has it.
    Removed(&'a T),
    /// Only the new version has it.
    Added(&'a T),
    /// Both have it: old, new.
    Kept(&'a T, &'a T),
}

/// Pairs things of equal keys: first those of the old version in their order, then the added ones.
pub(super) fn pair<'a, T, K: PartialEq>(
    old: impl IntoIterator<Item = &'a T>,
    new: impl IntoIterator<Item = &'a T>,
    key: impl Fn(&'a T) -> K,
) -> Vec<Pair<'a, T>> {
    let mut new: Vec<&T> = new.into_iter().collect();
    let mut pairs = Vec::new();
    for old in old {
        pairs.push(match new.iter().position(|new| key(new) == key(old)) {
            Some(at) => Pair::Kept(old, new.remove(at)),
            None => Pair::Removed(old),
        });
    }
    pairs.extend(new.into_iter().map(Pair::Added));
    pairs
}
