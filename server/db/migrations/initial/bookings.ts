/** Schedule, bookings and their payments. Instants are UTC milliseconds, amounts minor units. */
export const bookingTables = `
CREATE TABLE schedule (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  weekly TEXT NOT NULL,
  exceptions TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  notice_minutes INTEGER NOT NULL,
  window_days INTEGER NOT NULL,
  buffer_minutes INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;

-- Every schedule there was, so that an edit of an older one can be merged day by day.
CREATE TABLE schedule_version (
  version INTEGER PRIMARY KEY,
  content TEXT NOT NULL,
  -- When each part was last changed, by its name.
  changed_at TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  -- What the device that saved the version is called; empty where it did not say.
  saved_by TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE busy_time (
  source TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
  PRIMARY KEY (source, starts_at, ends_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE calendar_feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  address TEXT,
  stale_minutes INTEGER NOT NULL,
  etag TEXT,
  last_modified TEXT,
  zone TEXT,
  covers_until INTEGER,
  synced_at INTEGER,
  tried_at INTEGER,
  failure TEXT,
  failing_since INTEGER,
  entries INTEGER NOT NULL,
  unreadable INTEGER NOT NULL
) STRICT;

CREATE TABLE service_place (
  service_type TEXT PRIMARY KEY,
  place TEXT NOT NULL CHECK (place IN ('video_room', 'link', 'phone', 'in_person')),
  meeting_url TEXT,
  address TEXT NOT NULL
) STRICT;

CREATE TABLE booking (
  id TEXT PRIMARY KEY,
  service_type TEXT NOT NULL,
  status TEXT NOT NULL,
  payment TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
  occupied_until INTEGER NOT NULL CHECK (occupied_until >= ends_at),
  owner_zone TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  shown_date TEXT NOT NULL,
  shown_time TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  message TEXT NOT NULL,
  destinations TEXT NOT NULL,
  other_destination TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  currency TEXT NOT NULL,
  demo INTEGER NOT NULL,
  browser TEXT NOT NULL,
  -- A keyed hash of the network that sent the booking, kept until its time comes.
  network TEXT,
  hold_expires_at INTEGER,
  sequence INTEGER NOT NULL,
  meeting_url TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  place TEXT NOT NULL DEFAULT 'video_room'
    CHECK (place IN ('video_room', 'link', 'phone', 'in_person')),
  address TEXT NOT NULL DEFAULT '',
  -- The e-mail address without the differences that lead to the same mailbox.
  mailbox TEXT NOT NULL DEFAULT '',
  -- 1 exactly while rows of occupied_cell belong to it.
  keeps_time INTEGER NOT NULL DEFAULT 0,
  -- By what its sender was over the cap when it was made: it then kept no time.
  over_cap TEXT CHECK (over_cap IN ('network', 'browser', 'mailbox'))
) STRICT;
CREATE INDEX booking_by_start ON booking (starts_at);
CREATE INDEX booking_by_browser ON booking (browser, created_at);
CREATE INDEX booking_by_hold ON booking (hold_expires_at) WHERE hold_expires_at IS NOT NULL;
-- Those whose guests still wait for a link.
CREATE INDEX booking_without_link ON booking (starts_at)
  WHERE status = 'confirmed' AND meeting_url IS NULL AND place IN ('video_room', 'link');
CREATE INDEX booking_by_status ON booking (status, starts_at, ends_at);
CREATE INDEX booking_by_mailbox ON booking (lower(email));
-- What a sender keeps: as few rows as the caps allow, however many bookings there are.
CREATE INDEX booking_kept_by_mailbox ON booking (mailbox, starts_at) WHERE keeps_time = 1;
CREATE INDEX booking_kept_by_browser ON booking (browser, starts_at) WHERE keeps_time = 1;
CREATE INDEX booking_kept_by_network ON booking (network, starts_at) WHERE keeps_time = 1;
CREATE INDEX booking_made_by_mailbox ON booking (mailbox, created_at);
CREATE INDEX booking_made_by_network ON booking (network, created_at) WHERE network IS NOT NULL;
CREATE INDEX booking_network_until ON booking (starts_at) WHERE network IS NOT NULL;
CREATE INDEX booking_over_cap ON booking (over_cap, created_at) WHERE status = 'requested' AND keeps_time = 0;
CREATE INDEX booking_by_creation ON booking (created_at);

-- One row for each five minutes that a booking keeps; the key is what decides every race.
CREATE TABLE occupied_cell (
  cell INTEGER PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES booking (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX occupied_cell_by_booking ON occupied_cell (booking_id);

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
CREATE INDEX booking_event_by_maker ON booking_event (made_by, at);

-- The last event of a booking that the owner has seen; 0 where it had none.
CREATE TABLE booking_look (
  booking_id TEXT PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
  event_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE bookings_feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  token TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT;

CREATE TABLE payment_intent (
  id TEXT PRIMARY KEY,
  booking_id TEXT NOT NULL UNIQUE REFERENCES booking (id),
  provider TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  client_secret TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_intent_unsettled ON payment_intent (booking_id)
  WHERE status IN ('open', 'processing');

CREATE TABLE payment_event (
  id TEXT PRIMARY KEY,
  received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_event_by_time ON payment_event (received_at);

CREATE TABLE refund (
  id TEXT PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES booking (id),
  intent_id TEXT NOT NULL REFERENCES payment_intent (id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  reason TEXT NOT NULL,
  state TEXT NOT NULL,
  provider_refund TEXT,
  created_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT;
CREATE INDEX refund_by_booking ON refund (booking_id);
CREATE INDEX refund_by_state ON refund (state, created_at);
CREATE INDEX refund_by_intent ON refund (intent_id);
CREATE INDEX refund_by_provider ON refund (provider_refund) WHERE provider_refund IS NOT NULL;

CREATE TABLE receipt (
  series TEXT NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  booking_id TEXT NOT NULL REFERENCES booking (id),
  refund_id TEXT REFERENCES refund (id),
  amount INTEGER NOT NULL,
  vat INTEGER NOT NULL,
  currency TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX receipt_by_booking ON receipt (booking_id);
CREATE UNIQUE INDEX one_receipt_for_a_booking ON receipt (booking_id) WHERE kind = 'receipt';
CREATE UNIQUE INDEX one_credit_note_for_a_refund ON receipt (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX receipt_by_time ON receipt (series, issued_at);

CREATE TABLE demo_intent (
  id TEXT PRIMARY KEY,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE demo_refund (
  id TEXT PRIMARY KEY,
  intent_id TEXT NOT NULL REFERENCES demo_intent (id),
  amount INTEGER NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE
) STRICT;
`
