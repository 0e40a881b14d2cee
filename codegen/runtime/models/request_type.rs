//! What every request has beside its fields.

/// Implements [`Request`](crate::Request), from what is known of the operation and a table of the inputs: the field,
/// how it is sent, the name on the wire. What stands in the body has a table of its own, and the names of those
/// members that must not be blank.
macro_rules! request_type {
    (@out $out:ident optional_query $wire:literal $value:expr) => {
        $out.optional_query($wire, $value.as_ref())
    };
    (@out $out:ident optional_query_list $wire:literal $value:expr) => {
        $out.optional_query_list($wire, $value.as_deref())
    };
    (@out $out:ident optional_member $wire:literal $value:expr) => {
        $out.optional_member($wire, $value.as_ref())
    };
    (@out $out:ident optional_list $wire:literal $value:expr) => {
        $out.optional_list($wire, $value.as_deref())
    };
    (@out $out:ident $kind:ident $wire:literal $value:expr) => { $out.$kind($wire, &$value) };
    (@in $in:ident path $wire:literal) => { $in.path($wire)? };
    (@in $in:ident path_or_blank $wire:literal) => { $in.path($wire)? };
    (@in $in:ident query $wire:literal) => { $in.query($wire)? };
    (@in $in:ident query_list $wire:literal) => { $in.query_list($wire)? };
    (@in $in:ident member $wire:literal) => { $in.member($wire)? };
    (@in $in:ident list $wire:literal) => { $in.list($wire)? };
    (@in $in:ident $optional:ident $wire:literal) => { $in.$optional($wire) };
    ($name:ident {
        id: $id:literal,
        http: $method:ident $path:literal,
        section: $section:literal,
        key_required: $key_required:expr,
        success_status: $status:expr,
        types: $success:ty, $answer:ty, $error:ty,
        inputs: { $($field:ident: $kind:ident $wire:literal,)* },
        $(body: { $($member:ident: $how:ident $key:literal,)* }, not_blank: [$($blank:literal),*],)?
    }) => {
        impl $crate::Request for $name {
            const INFO: &'static $crate::OperationInfo = &$crate::OperationInfo {
                id: $id,
                method: http::Method::$method,
                path: $path,
                section: $section,
                key_required: $key_required,
                success_status: $crate::runtime::status($status),
            };

            type Success = $success;
            type Answer = $answer;
            type Error = $error;

            fn to_http(&self) -> Result<http::Request<bytes::Bytes>, $crate::BuildError> {
                let out = $crate::runtime::Outgoing::new(Self::INFO);
                $(let out = $crate::runtime::request_type!(@out out $kind $wire self.$field);)*
                $(
                    let out = out.body();
                    $(let out = $crate::runtime::request_type!(@out out $how $key self.$member);)*
                )?
                out.finish()
            }

            fn from_http(
                path: &[(&str, &str)],
                query: Option<&str>,
                _body: &[u8],
            ) -> Result<Self, $crate::InputError> {
                let mut _incoming = $crate::runtime::Incoming::new(path, query);
                $(
                    _incoming.body(_body)?;
                    $(_incoming.not_blank($blank)?;)*
                )?
                let made = Self {
                    $($field: $crate::runtime::request_type!(@in _incoming $kind $wire),)*
                    $($($member: $crate::runtime::request_type!(@in _incoming $how $key),)*)?
                };
                _incoming.finish(made)
            }
        }
    };
}

pub(crate) use request_type;
