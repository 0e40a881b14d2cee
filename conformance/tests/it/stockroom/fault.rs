//! What a stockroom can do wrong.

use serde_json::{Value, json};

/// What a server does wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fault {
    #[default]
    None,
    /// A new item is answered without its tags.
    LostMember,
    /// The response for every supplier shows the first supplier.
    OtherRecord,
    /// No supplier is found by its number.
    NoSupplier,
    /// Suppliers are listed in the reverse order.
    SuppliersReversed,
    /// Movements are listed in the reverse order.
    MovementsReversed,
    /// The movements of all items are listed for each.
    ItemIgnored,
    /// A list is answered with an object around it.
    Envelope,
    /// A SKU that is already used is refused with another message.
    OtherWords,
    /// The refusal of a SKU that is already used names a member.
    TakenWithField,
    /// The refusal of a wrong quantity names another member.
    OtherField,
    /// The refusal of wrong members does not name a member.
    NoField,
    /// A null in place of a name is a server error.
    NullFails,
    /// Names can be longer than they may be.
    LongNames,
    /// A quantity can be a text.
    TextAsNumber,
    /// An item is kept although it was refused.
    KeptAnyway,
    /// A change is kept although it was refused.
    ChangedAnyway,
    /// Of a change that is refused, the members that are right are kept.
    HalfChanged,
    /// An undocumented state is refused as if it were a transition that is not allowed.
    UnknownState,
    /// An unknown item is refused with a body.
    NotFoundWithBody,
    /// An unknown item is refused with another status.
    NotFoundAsBad,
    /// An unknown item is removed.
    UnknownRemoved,
    /// A retired item accepts movements.
    RetiredMoves,
    /// A new item has a quantity of one if no quantity was sent.
    OtherDefault,
    /// A note that is sent as null stays as it was.
    NullIgnored,
    /// A note that is sent as null is refused.
    NullRefused,
    /// A change without tags removes all tags.
    TagsReset,
    /// A changed quantity is not kept.
    QuantityLost,
    /// An item on hold cannot be retired.
    HeldNotRetired,
    /// A transition back to `draft` is accepted.
    DraftAgain,
    /// An item that is retired is shown as on hold.
    RetiredAsHeld,
    /// An item that was removed can still be read.
    GoneShown,
    /// An item that was removed is still listed.
    GoneListed,
    /// An item can be removed again.
    GoneRemoved,
    /// An item on hold is refused as if it were retired.
    HeldAsRetired,
    /// A default is in the response only.
    DefaultNotKept,
    /// The list shows each item with the quantity of the one before.
    QuantitiesMixed,
    /// No fault: the items of one second are listed in the reverse order.
    TiesReversed,
    /// What objects in a body do wrong.
    Object(ObjectFault),
    /// What quantities decide wrongly.
    Quantity(QuantityFault),
    /// What the list of items does wrong.
    Page(PageFault),
}

/// What quantities decide wrongly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QuantityFault {
    /// An item is removed whatever its quantity.
    FullRemoved,
    /// An item without a quantity is not removed.
    EmptyKept,
    /// A movement to a quantity of 100 is refused.
    HundredRefused,
    /// A movement to a quantity of 101 is accepted.
    MoreAccepted,
    /// A movement does not change the quantity of the item.
    NotBooked,
    /// A movement shows the quantity from before it.
    BeforeShown,
    /// A changed item shows that it was changed before it was created.
    ChangedEarly,
    /// A movement that is refused takes all that is there.
    RefusedBooked,
}

/// What objects in a body do wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObjectFault {
    /// A supplier that does not exist is taken.
    UnknownTaken,
    /// The refusal of a part number that is too long names the object alone.
    OuterNamed,
    /// Part numbers can be longer than they may be.
    LongPartNumbers,
    /// A supplier without an identifier is taken for none.
    WithoutIdentifier,
    /// A contact without an e-mail address is kept.
    WithoutEmail,
    /// The supplier of a new item is not kept.
    Dropped,
    /// The part number of a new item is not kept.
    PartNumberDropped,
    /// A contact without a phone has an empty one.
    EmptyPhone,
    /// A changed supplier keeps the part number that the change leaves out.
    Merged,
    /// A changed supplier is not kept.
    ChangeDropped,
    /// A change without a supplier removes it.
    Removed,
    /// A supplier that is sent as null stays as it was.
    NullIgnored,
    /// Nine tags are accepted.
    NineTags,
    /// Eight tags are refused.
    EightRefused,
}

/// What the list of items does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PageFault {
    /// Each page begins one item later than it should.
    Gap,
    /// Each page but the first begins with the last item of the page before.
    Overlap,
    /// The size that is asked for is not applied.
    SizeIgnored,
    /// Without a size, a page has 10 items.
    OtherDefault,
    /// The total is the number of items on the page.
    TotalOfPage,
    /// The response does not show the requested offset.
    OffsetNotRepeated,
    /// A page after the last one shows the items of the last one.
    LastAgain,
    /// The newest items come first.
    Reversed,
    /// The status is ignored.
    StatusIgnored,
    /// An item that is changed goes to the end.
    ChangedLast,
    /// The total is zero on a page without items.
    NoTotalOfEmpty,
    /// The refusal of a page size names the other parameter.
    OtherField,
}

impl Fault {
    /// Applies a change to an item. Returns whether the change is accepted.
    pub fn change(self, item: &mut Value, body: &Value) -> bool {
        let is_null = body.get("note").is_some_and(Value::is_null);
        for name in ["name", "quantity", "tags", "note"] {
            let is_ignored = name == "note" && is_null && self == Self::NullIgnored
                || name == "quantity" && self == Self::QuantityLost;
            match body.get(name).filter(|_| !is_ignored) {
                Some(value) => item[name] = value.clone(),
                None if name == "tags" && self == Self::TagsReset => item[name] = json!([]),
                None => {}
            }
        }
        !(is_null && self == Self::NullRefused)
    }
}
