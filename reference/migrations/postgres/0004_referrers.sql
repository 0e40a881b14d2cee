-- Nobody asks whom a subscriber has referred. Subscribers are never deleted either, so that the reference to the one who
-- referred them needs no index; to keep one costs at every creation.

DROP INDEX subscribers_by_referrer;
