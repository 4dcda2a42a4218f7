export const bookingEvents = `
-- What became of a booking and by whom, as far as no other table tells it; rows are only added.
CREATE TABLE booking_event (
  id INTEGER PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES booking (id),
  kind TEXT NOT NULL,
  made_by TEXT NOT NULL,
  at INTEGER NOT NULL,
  data TEXT NOT NULL
) STRICT;
CREATE INDEX booking_event_by_booking ON booking_event (booking_id, id);
`
