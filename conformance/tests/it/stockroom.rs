//! A service without a key whose bodies are bare records and lists: whole runs against a server that conforms, and against
//! servers with a fault, over HTTP.

mod fault;
mod server;

use std::process::Output;

use serde_json::Value;

use crate::foreign::{self, RUN, assert_held, assert_violations, report};
use crate::program::{Folder, code, output_text};
use crate::server::Server;
use fault::{Fault, ObjectFault, PageFault, QuantityFault};
use server::open;

fn call(folder: &Folder, server: &Server, arguments: &[&str]) -> Output {
    foreign::call("stockroom", None, folder, server, arguments)
}

#[test]
fn a_run_without_a_key_holds_most_clauses_and_leaves_nothing_that_can_be_removed() {
    let ((server, stockroom), folder) = (open(Fault::None), Folder::new());
    let output = call(&folder, &server, RUN);
    let text = output_text(&output);
    assert_eq!(code(&output), 3, "{text}");
    let report = report(&folder);
    let clauses = report["clauses"].as_array().unwrap();
    let count = |verdict: &str| clauses.iter().filter(|it| it["verdict"] == verdict).count();
    assert_eq!((count("violated"), count("deviates")), (0, 0), "{text}");
    assert!(count("held") * 10 >= clauses.len() * 8, "{text}");
    let left = report["leftovers"].as_array().unwrap();
    assert!(left.iter().all(|left| left["unavoidable"] == true), "{text}");
    assert!(stockroom.lock().unwrap().items.is_empty(), "{text}");
    let heads = server.heads();
    assert!(heads.iter().all(|head| !head.to_ascii_lowercase().contains("authorization")));
    let ids = [
        "add_item.body.note.null",
        "add_item.body.tags.default",
        "add_item.success.body",
        "change_item.body.note.null",
        "change_item.updates.name.kept",
        "change_item.updates.note",
        "change_item.updates.quantity",
        "change_item.updates.quantity.kept",
        "change_item.updates.tags",
        "add_item.success.tags.echo",
        "get_item.success.id.echo",
        "add_item.errors.invalid.field",
        "add_item.errors.invalid.refused",
        "add_item.errors.sku_taken.field",
        "add_supplier.errors.name_taken.refused",
        "book_movement.errors.invalid.refused",
        "book_movement.errors.item_retired.refused",
        "change_item.errors.invalid.status",
        "get_item.errors.not_found.message",
        "get_supplier.errors.not_found.refused",
        "list_movements.errors.not_found.status",
        "move_item.errors.invalid.refused",
        "remove_item.errors.not_found.refused",
        "book_movement.effects.Item.quantity",
        "book_movement.effects.Movement.quantity_after",
        "get_item.success.relations.changed_after_creation",
        "book_movement.errors.quantity_out_of_range.field",
        "book_movement.errors.quantity_out_of_range.refused",
        "remove_item.errors.not_empty.message",
        "remove_item.errors.not_empty.refused",
        "list_items.order",
        "list_items.paging.offset",
        "list_items.paging.per_page",
        "list_items.paging.per_page.default",
        "list_items.paging.after_last",
        "list_items.success.offset",
        "list_items.query.status.filter",
        "move_item.errors.move_not_allowed.refused",
        "move_item.transition.activate.allowed",
        "move_item.transition.hold.done",
        "move_item.transition.retire.allowed",
        "move_item.transition.retire.done",
        "list_items.errors.invalid.field",
        "list_movements.order",
        "list_movements.path.item.integer",
        "list_movements.success.item_id.echo",
        "list_suppliers.order",
        "list_suppliers.success.body",
        "add_item.body.supplier",
        "add_item.body.supplier.default",
        "add_item.body.supplier.null",
        "add_item.body.supplier.part_number",
        "add_item.body.supplier.part_number.default",
        "add_item.errors.unknown_supplier.field",
        "add_item.errors.unknown_supplier.refused",
        "add_item.success.supplier.id.echo",
        "add_item.success.supplier.part_number.echo",
        "add_supplier.body.contact.phone",
        "add_supplier.body.contact.phone.default",
        "add_supplier.body.contact.phone.null",
        "add_supplier.errors.invalid.field",
        "add_supplier.success.contact.email.echo",
        "add_supplier.success.contact.phone.echo",
        "change_item.body.supplier.null",
        "change_item.body.supplier.part_number.default",
        "change_item.errors.unknown_supplier.refused",
        "change_item.updates.supplier",
        "change_item.updates.supplier.kept",
    ];
    assert_held(&report, &ids, &output);
}

#[test]
fn faults_are_violations() {
    use ObjectFault::{
        ChangeDropped, Dropped, EightRefused, EmptyPhone, LongPartNumbers, Merged, NineTags,
        NullIgnored, OuterNamed, PartNumberDropped, Removed, UnknownTaken, WithoutEmail,
        WithoutIdentifier,
    };
    let faults = [
        (Fault::LostMember, "add_item.success.tags.present"),
        (Fault::OtherRecord, "get_supplier.success.id.echo"),
        (Fault::OtherRecord, "get_supplier.path.supplier.integer"),
        (Fault::NoSupplier, "get_supplier.path.supplier.integer"),
        (Fault::SuppliersReversed, "list_suppliers.order"),
        (Fault::MovementsReversed, "list_movements.order"),
        (Fault::ItemIgnored, "list_movements.success.item_id.echo"),
        (Fault::Envelope, "list_suppliers.success.body"),
        (Fault::OtherWords, "add_item.errors.sku_taken.message"),
        (Fault::TakenWithField, "add_item.errors.sku_taken.field"),
        (Fault::OtherField, "add_item.errors.invalid.field"),
        (Fault::NoField, "change_item.errors.invalid.field"),
        (Fault::NullFails, "add_item.errors.invalid.status"),
        (Fault::LongNames, "add_item.errors.invalid.refused"),
        (Fault::TextAsNumber, "change_item.errors.invalid.refused"),
        (Fault::KeptAnyway, "add_item.errors.invalid.refused"),
        (Fault::ChangedAnyway, "change_item.errors.invalid.refused"),
        (Fault::HalfChanged, "change_item.errors.invalid.refused"),
        (Fault::UnknownState, "move_item.errors.invalid.status"),
        (Fault::NotFoundWithBody, "get_item.errors.not_found.message"),
        (Fault::NotFoundAsBad, "get_item.errors.not_found.status"),
        (Fault::UnknownRemoved, "remove_item.errors.not_found.refused"),
        (Fault::RetiredMoves, "book_movement.errors.item_retired.refused"),
        (Fault::OtherDefault, "add_item.body.quantity.default"),
        (Fault::NullIgnored, "change_item.body.note.null"),
        (Fault::NullRefused, "change_item.body.note.null"),
        (Fault::TagsReset, "change_item.updates.tags.kept"),
        (Fault::QuantityLost, "change_item.updates.quantity"),
        (Fault::HeldNotRetired, "move_item.transition.retire.allowed"),
        (Fault::DraftAgain, "move_item.errors.move_not_allowed.refused"),
        (Fault::RetiredAsHeld, "move_item.transition.retire.done"),
        (Fault::GoneShown, "remove_item.removes"),
        (Fault::GoneListed, "remove_item.removes"),
        (Fault::GoneRemoved, "remove_item.removes"),
        (Fault::HeldAsRetired, "book_movement.errors.item_retired.refused"),
        (Fault::DefaultNotKept, "add_item.body.tags.default"),
        (Fault::QuantitiesMixed, "add_item.creates"),
        (Fault::Object(UnknownTaken), "add_item.errors.unknown_supplier.refused"),
        (Fault::Object(OuterNamed), "add_item.errors.invalid.field"),
        (Fault::Object(LongPartNumbers), "change_item.errors.invalid.refused"),
        (Fault::Object(WithoutIdentifier), "add_item.errors.invalid.refused"),
        (Fault::Object(WithoutEmail), "add_supplier.errors.invalid.refused"),
        (Fault::Object(Dropped), "add_item.success.supplier.id.echo"),
        (Fault::Object(PartNumberDropped), "add_item.success.supplier.part_number.echo"),
        (Fault::Object(EmptyPhone), "add_supplier.body.contact.phone.default"),
        (Fault::Object(Merged), "change_item.body.supplier.part_number.default"),
        (Fault::Object(ChangeDropped), "change_item.updates.supplier"),
        (Fault::Object(Removed), "change_item.updates.supplier.kept"),
        (Fault::Object(NullIgnored), "change_item.body.supplier.null"),
        (Fault::Object(NineTags), "add_item.errors.invalid.refused"),
        (Fault::Object(EightRefused), "add_item.body.tags"),
    ];
    assert_violations(&faults, run);
}

#[test]
fn faults_of_quantities_are_violations() {
    use QuantityFault::{
        BeforeShown, ChangedEarly, EmptyKept, FullRemoved, HundredRefused, MoreAccepted, NotBooked,
        RefusedBooked,
    };
    let faults = [
        (FullRemoved, "remove_item.errors.not_empty.refused"),
        (EmptyKept, "remove_item.accepted"),
        (HundredRefused, "book_movement.errors.quantity_out_of_range.refused"),
        (MoreAccepted, "book_movement.errors.quantity_out_of_range.refused"),
        (NotBooked, "book_movement.effects.Item.quantity"),
        (BeforeShown, "book_movement.effects.Movement.quantity_after"),
        (ChangedEarly, "get_item.success.relations.changed_after_creation"),
        (RefusedBooked, "book_movement.errors.quantity_out_of_range.refused"),
    ];
    assert_violations(&faults, |fault, flags| run(Fault::Quantity(fault), flags));
}

fn run(fault: Fault, flags: &[&str]) -> (Output, Value) {
    let ((server, _), folder) = (open(fault), Folder::new());
    let output = call(&folder, &server, &[RUN, flags].concat());
    (output, report(&folder))
}

#[test]
fn pages_by_offset_are_held() {
    let (output, report) = run(Fault::None, &["--jobs", "1"]);
    let text = output_text(&output);
    assert_eq!(code(&output), 3, "{text}");
    let ids = [
        "list_items.order",
        "list_items.paging.offset",
        "list_items.paging.per_page",
        "list_items.paging.per_page.default",
        "list_items.paging.after_last",
        "list_items.success.total",
        "list_items.success.offset",
        "list_items.success.limit",
        "list_items.query.status.filter",
    ];
    assert_held(&report, &ids, &output);
}

#[test]
fn what_is_created_within_a_second_comes_in_any_order() {
    let (output, report) = run(Fault::TiesReversed, &["--jobs", "1"]);
    assert_eq!(code(&output), 3, "{}", output_text(&output));
    assert_held(&report, &["list_items.order"], &output);
}

#[test]
fn faults_of_pages_by_offset_are_violations() {
    let faults = [
        (PageFault::Gap, "list_items.paging.offset"),
        (PageFault::Overlap, "list_items.paging.offset"),
        (PageFault::SizeIgnored, "list_items.paging.per_page"),
        (PageFault::OtherDefault, "list_items.paging.per_page.default"),
        (PageFault::TotalOfPage, "list_items.success.total"),
        (PageFault::OffsetNotRepeated, "list_items.success.offset"),
        (PageFault::LastAgain, "list_items.paging.after_last"),
        (PageFault::Reversed, "list_items.order"),
        (PageFault::StatusIgnored, "list_items.query.status.filter"),
        (PageFault::ChangedLast, "list_items.order"),
        (PageFault::NoTotalOfEmpty, "list_items.success.total"),
        (PageFault::OtherField, "list_items.errors.invalid.field"),
    ];
    assert_violations(&faults, |fault, flags| run(Fault::Page(fault), flags));
}

#[test]
fn plan_and_discover_need_no_key_and_a_given_one_is_refused() {
    let ((server, _), folder) = (open(Fault::None), Folder::new());
    for arguments in [&["plan", "--level", "own"][..], &["discover"]] {
        let output = call(&folder, &server, arguments);
        assert_eq!(code(&output), 0, "{}", output_text(&output));
    }
    folder.write("key", "unused-api-key-0123456789");
    let output = call(&folder, &server, &[RUN, &["--api-key-file", "key"]].concat());
    assert_eq!(code(&output), 2);
    assert!(output_text(&output).contains("the service has no key"), "{}", output_text(&output));
    folder.write("target.yaml", "target: 1\nkeys:\n  main: { env: KEY }\n");
    let output = call(&folder, &server, &[RUN, &["--target", "target.yaml"]].concat());
    assert_eq!(code(&output), 2);
    assert!(output_text(&output).contains("the service has no key"), "{}", output_text(&output));
}
