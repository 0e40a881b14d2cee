//! The methods of the blocking client: each is one of the async client that is waited for.

/// Gives the blocking client the method of an operation, and its walk through pages where there is one.
macro_rules! also_blocking {
    ($method:ident($request:ident) -> $answer:ty, $error:ident $(; $pages:ident)?) => {
        #[cfg(feature = "blocking")]
        impl $crate::runtime::BlockingClient {
            #[doc = concat!("[`Client::", stringify!($method), "`](crate::Client::", stringify!($method), "), which holds the thread until it is answered.")]
            pub fn $method(
                &self,
                request: $request,
            ) -> Result<$crate::runtime::Answer<$answer>, $crate::runtime::Error<$error>> {
                self.send(&request)
            }

            $(
                #[doc = concat!("[`Client::", stringify!($pages), "`](crate::Client::", stringify!($pages), ") as an iterator.")]
                pub fn $pages(&self, request: $request) -> $crate::runtime::BlockingPages<$request> {
                    $crate::runtime::BlockingPages::new(self, request)
                }
            )?
        }
    };
}

pub(crate) use also_blocking;
