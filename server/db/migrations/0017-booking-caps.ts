export const bookingCaps = `
DROP INDEX booking_by_holder;
-- A keyed hash of the network that sent the booking, kept until its time comes.
ALTER TABLE booking RENAME COLUMN holder TO network;
-- The address without the differences that lead to the same mailbox.
ALTER TABLE booking ADD COLUMN mailbox TEXT NOT NULL DEFAULT '';
-- 1 exactly while rows of occupied_cell belong to it.
ALTER TABLE booking ADD COLUMN keeps_time INTEGER NOT NULL DEFAULT 0;
-- By what its sender was over the cap when it was made: it then kept no time.
ALTER TABLE booking ADD COLUMN over_cap TEXT CHECK (over_cap IN ('network', 'browser', 'mailbox'));

UPDATE booking SET mailbox = lower(email);
UPDATE booking SET keeps_time = 1 WHERE id IN (SELECT booking_id FROM occupied_cell);

-- What a sender keeps: as few rows as the caps allow, however many bookings there are.
CREATE INDEX booking_kept_by_mailbox ON booking (mailbox, starts_at) WHERE keeps_time = 1;
CREATE INDEX booking_kept_by_browser ON booking (browser, starts_at) WHERE keeps_time = 1;
CREATE INDEX booking_kept_by_network ON booking (network, starts_at) WHERE keeps_time = 1;
CREATE INDEX booking_made_by_mailbox ON booking (mailbox, created_at);
CREATE INDEX booking_made_by_network ON booking (network, created_at) WHERE network IS NOT NULL;
CREATE INDEX booking_network_until ON booking (starts_at) WHERE network IS NOT NULL;
CREATE INDEX booking_over_cap ON booking (over_cap, created_at) WHERE status = 'requested' AND keeps_time = 0;
`
