export const bookings = `
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

CREATE TABLE busy_time (
  source TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
  PRIMARY KEY (source, starts_at, ends_at)
) STRICT, WITHOUT ROWID;

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
  holder TEXT,
  hold_expires_at INTEGER,
  sequence INTEGER NOT NULL,
  meeting_url TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX booking_by_start ON booking (starts_at);
CREATE INDEX booking_by_browser ON booking (browser, created_at);
CREATE INDEX booking_by_hold ON booking (hold_expires_at) WHERE hold_expires_at IS NOT NULL;

-- One row for each five minutes that a booking keeps; the key is what decides every race.
CREATE TABLE occupied_cell (
  cell INTEGER PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES booking (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX occupied_cell_by_booking ON occupied_cell (booking_id);

CREATE TABLE form_submissions (
  id INTEGER PRIMARY KEY,
  form_type TEXT NOT NULL,
  user_id TEXT,
  booking_id TEXT REFERENCES booking (id),
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE answer (
  key TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  dedupe TEXT NOT NULL UNIQUE,
  payload TEXT NOT NULL,
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  state TEXT NOT NULL,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT;
CREATE INDEX job_due ON job (run_at) WHERE state = 'waiting';

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

CREATE TABLE demo_intent (
  id TEXT PRIMARY KEY,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  client_secret TEXT NOT NULL,
  status TEXT NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE demo_refund (
  id TEXT PRIMARY KEY,
  intent_id TEXT NOT NULL REFERENCES demo_intent (id),
  amount INTEGER NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE
) STRICT;

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

CREATE TABLE mail (
  id TEXT PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES job (id),
  kind TEXT NOT NULL,
  booking_id TEXT REFERENCES booking (id),
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) STRICT;

CREATE TABLE secret (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
`
