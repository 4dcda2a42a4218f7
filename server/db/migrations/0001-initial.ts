import type { SettingGroup } from '#shared/desk/settings.ts'
import { CALENDAR_FEED_ID } from '#shared/schedule/feed-api.ts'
import type { ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'
import type { Ddl, TriggerParts } from './ddl.ts'

/** Accounts, in the schema of better-auth (its dates are ISO 8601 text), and privacy. */
const accountTables = ({ generatedKey, randomHex, refuse, trigger }: Ddl) => `
CREATE TABLE "user" (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  email_verified INTEGER NOT NULL,
  image TEXT,
  role TEXT NOT NULL CHECK (role IN ('visitor', 'owner')),
  two_factor_enabled INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX user_by_mailbox ON "user" (lower(email));

CREATE TABLE session (
  id TEXT PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  signed_in_at INTEGER NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_end ON session (expires_at);

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  access_token TEXT,
  refresh_token TEXT,
  id_token TEXT,
  access_token_expires_at TEXT,
  refresh_token_expires_at TEXT,
  scope TEXT,
  password TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX account_by_user ON account (user_id);

CREATE TABLE verification (
  id TEXT PRIMARY KEY,
  identifier TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX verification_by_identifier ON verification (identifier);
CREATE INDEX verification_by_end ON verification (expires_at);

CREATE TABLE two_factor (
  id TEXT PRIMARY KEY,
  secret TEXT NOT NULL,
  backup_codes TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  verified INTEGER,
  failed_verification_count INTEGER,
  locked_until TEXT,
  -- Time step of the last accepted code, 30 seconds each since 1970: no code is accepted twice.
  last_step INTEGER
) STRICT;
CREATE INDEX two_factor_by_user ON two_factor (user_id);

CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  name TEXT,
  public_key TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  counter INTEGER NOT NULL,
  device_type TEXT NOT NULL,
  backed_up INTEGER NOT NULL,
  transports TEXT,
  aaguid TEXT,
  created_at TEXT
) STRICT;
CREATE INDEX passkey_by_user ON passkey (user_id);

-- When the sign-in attempts at an owner's account were last used up; UTC milliseconds.
CREATE TABLE sign_in_alarm (
  user_id TEXT PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  last_at INTEGER NOT NULL,
  mailed_at INTEGER NOT NULL
) STRICT;

-- Each change of a person's consents, with the text that was shown, as proof.
CREATE TABLE consent_change (
  id ${generatedKey},
  subject TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('preferences', 'marketing', 'thirdParty')),
  given INTEGER NOT NULL CHECK (given IN (0, 1)),
  text_version TEXT NOT NULL,
  wording TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX consent_change_by_subject ON consent_change (subject, kind, id);

-- Identifies people only by their account's id, because an entry outlives the account.
CREATE TABLE audit_log (
  id ${generatedKey},
  subject TEXT NOT NULL,
  action TEXT NOT NULL,
  details TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_log_by_subject ON audit_log (subject, id);
${trigger({
  name: 'audit_log_is_not_changed',
  timing: 'BEFORE',
  event: 'UPDATE',
  table: 'audit_log',
  body: refuse('The audit log is only added to'),
})}
${trigger({
  name: 'audit_log_is_not_deleted',
  timing: 'BEFORE',
  event: 'DELETE',
  table: 'audit_log',
  body: refuse('The audit log is only added to'),
})}

-- Who was erased, as a keyed hash of the mailbox, so that they are erased again after a restore.
CREATE TABLE erasure (
  id ${generatedKey},
  mailbox TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- JSON lists of what was erased, the ids of clients, and coll and id of records that named only them: in a backup
  -- a client may have another mailbox, or none, and a journey another traveller, or none.
  clients TEXT NOT NULL DEFAULT '[]',
  records TEXT NOT NULL DEFAULT '[]'
) STRICT;

-- Every version of the site's content that was published.
CREATE TABLE site_version (
  version ${generatedKey},
  content TEXT NOT NULL,
  -- JSON list of what was published, each with its former value.
  changes TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  published_by TEXT NOT NULL,
  -- Why its pages could not be rendered.
  fault TEXT
) STRICT;

CREATE TABLE retention (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  submission_days INTEGER NOT NULL,
  mail_days INTEGER NOT NULL,
  answer_days INTEGER NOT NULL,
  job_days INTEGER NOT NULL
) STRICT;

CREATE TABLE mark (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Changes with each restore, so that devices know that this history is not the one they synced.
INSERT INTO mark VALUES ('epoch', ${randomHex});
`

/** Schedule, bookings and their payments. Instants are UTC milliseconds, amounts minor units. */
const bookingTables = ({ generatedKey }: Ddl) => `
-- Every version of the schedule that its records have made: the latest is in force, and an edit of an
-- older one can be merged day by day.
CREATE TABLE schedule_version (
  version INTEGER PRIMARY KEY,
  content TEXT NOT NULL,
  -- JSON: when each part was last changed, by the part's name.
  changed_at TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  -- Name of the device that saved the version; empty if it is unknown.
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
  unreadable INTEGER NOT NULL,
  guessed_zones INTEGER NOT NULL,
  notes TEXT,
  seen_notes TEXT NOT NULL,
  doubts TEXT NOT NULL,
  empty_answer TEXT
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
  -- JSON: title, length and rules of the service, as they were when the booking was made.
  service TEXT NOT NULL,
  status TEXT NOT NULL,
  payment TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
  occupied_until INTEGER NOT NULL CHECK (occupied_until >= ends_at),
  owner_zone TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  local_date TEXT NOT NULL,
  local_time TEXT NOT NULL,
  seen_offset INTEGER,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  message TEXT NOT NULL,
  destinations TEXT NOT NULL,
  other_destination TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  currency TEXT NOT NULL,
  -- JSON: buyer and VAT of a paid booking, as they were when it was made.
  purchase TEXT,
  paid_at INTEGER,
  demo INTEGER NOT NULL,
  browser TEXT NOT NULL,
  -- Keyed hashes of the networks that sent the booking, the widest first, stored until it starts.
  block TEXT,
  site TEXT,
  network TEXT,
  hold_expires_at INTEGER,
  sequence INTEGER NOT NULL,
  meeting_url TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  place TEXT NOT NULL DEFAULT 'video_room'
    CHECK (place IN ('video_room', 'link', 'phone', 'in_person')),
  address TEXT NOT NULL DEFAULT '',
  -- The email address in the form by which two spellings are compared.
  mailbox TEXT NOT NULL DEFAULT '',
  -- 1 exactly while the booking has rows in occupied_cell.
  blocks_slot INTEGER NOT NULL DEFAULT 0,
  -- The cap that its sender exceeded, or 'surge', so that it blocks no slot; else null.
  over_cap TEXT CHECK (over_cap IN ('block', 'site', 'network', 'browser', 'mailbox', 'surge'))
) STRICT;
CREATE INDEX booking_by_start ON booking (starts_at);
CREATE INDEX booking_by_browser ON booking (browser, created_at);
CREATE INDEX booking_by_hold ON booking (hold_expires_at) WHERE hold_expires_at IS NOT NULL;
CREATE INDEX booking_by_status ON booking (status, starts_at, ends_at);
CREATE INDEX booking_by_mailbox ON booking (lower(email));
-- A sender's bookings that block slots: the caps limit their number.
CREATE INDEX booking_blocking_by_mailbox ON booking (mailbox, starts_at) WHERE blocks_slot = 1;
CREATE INDEX booking_blocking_by_browser ON booking (browser, starts_at) WHERE blocks_slot = 1;
CREATE INDEX booking_blocking_by_network ON booking (network, starts_at) WHERE blocks_slot = 1;
CREATE INDEX booking_blocking_by_site ON booking (site, starts_at) WHERE blocks_slot = 1;
CREATE INDEX booking_blocking_by_block ON booking (block, starts_at) WHERE blocks_slot = 1;
-- What a sender made within the caps, so that counting it never passes over a flood.
CREATE INDEX booking_made_by_mailbox ON booking (mailbox, created_at) WHERE over_cap IS NULL;
CREATE INDEX booking_made_by_browser ON booking (browser, created_at) WHERE over_cap IS NULL;
CREATE INDEX booking_made_by_network ON booking (network, created_at) WHERE over_cap IS NULL;
CREATE INDEX booking_made_by_site ON booking (site, created_at) WHERE over_cap IS NULL;
CREATE INDEX booking_made_by_block ON booking (block, created_at) WHERE over_cap IS NULL;
-- Bookings that took a time lately.
CREATE INDEX booking_blocking_by_creation ON booking (created_at) WHERE blocks_slot = 1;
CREATE INDEX booking_network_until ON booking (starts_at) WHERE network IS NOT NULL;
CREATE INDEX booking_over_cap ON booking (over_cap, created_at) WHERE status = 'requested' AND blocks_slot = 0;
CREATE INDEX booking_by_creation ON booking (created_at);

-- One row for each five minutes that a booking blocks; the key prevents double bookings.
CREATE TABLE occupied_cell (
  cell INTEGER PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES booking (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX occupied_cell_by_booking ON occupied_cell (booking_id);

-- What happened to a booking and who did it, where no other table says so; rows are only added.
CREATE TABLE booking_event (
  id ${generatedKey},
  booking_id TEXT NOT NULL REFERENCES booking (id),
  kind TEXT NOT NULL,
  made_by TEXT NOT NULL,
  at INTEGER NOT NULL,
  data TEXT NOT NULL
) STRICT;
CREATE INDEX booking_event_by_booking ON booking_event (booking_id, id);

CREATE TABLE bookings_feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  token TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE payment_intent (
  id TEXT PRIMARY KEY,
  booking_id TEXT NOT NULL UNIQUE REFERENCES booking (id),
  provider TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  client_secret TEXT NOT NULL,
  status TEXT NOT NULL,
  received INTEGER NOT NULL,
  reversals_version INTEGER NOT NULL,
  watched_since INTEGER,
  next_check_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_intent_unsettled ON payment_intent (booking_id)
  WHERE status IN ('open', 'processing');
CREATE INDEX payment_intent_to_check ON payment_intent (next_check_at)
  WHERE next_check_at IS NOT NULL;

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
  source TEXT NOT NULL,
  state TEXT NOT NULL,
  provider_refund TEXT,
  created_at INTEGER NOT NULL,
  done_at INTEGER,
  acknowledged_at INTEGER
) STRICT;
CREATE INDEX refund_by_booking ON refund (booking_id);
CREATE INDEX refund_by_state ON refund (state, created_at);
CREATE INDEX refund_by_intent ON refund (intent_id);
CREATE UNIQUE INDEX one_refund_of_the_provider ON refund (provider_refund)
  WHERE provider_refund IS NOT NULL;

CREATE TABLE dispute (
  id TEXT PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES booking (id),
  intent_id TEXT NOT NULL REFERENCES payment_intent (id),
  amount INTEGER NOT NULL,
  state TEXT NOT NULL,
  is_refundable INTEGER NOT NULL,
  answer_by INTEGER,
  opened_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  acknowledged_at INTEGER
) STRICT;
CREATE INDEX dispute_by_booking ON dispute (booking_id);
CREATE INDEX dispute_by_intent ON dispute (intent_id);

CREATE TABLE receipt (
  series TEXT NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  booking_id TEXT NOT NULL REFERENCES booking (id),
  refund_id TEXT REFERENCES refund (id),
  dispute_id TEXT REFERENCES dispute (id),
  step INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  vat INTEGER NOT NULL,
  currency TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX receipt_by_booking ON receipt (booking_id);
CREATE UNIQUE INDEX one_receipt_for_a_booking ON receipt (booking_id) WHERE kind = 'receipt';
-- Two processes that correct the same step at once cannot both commit.
CREATE UNIQUE INDEX one_document_for_a_step_of_a_refund ON receipt (refund_id, step)
  WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX one_document_for_a_step_of_a_dispute ON receipt (dispute_id, step)
  WHERE dispute_id IS NOT NULL;
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

/** Submissions with the stored answers to them, the job queue, and the mails that were sent. */
const messageTables = ({ generatedKey, trigger, counterPart }: Ddl) => {
  const count = (change: number, row: Row) =>
    `INSERT INTO form_count (form_type, part, total) VALUES (${row}.form_type, ${counterPart}, ${change})
      ON CONFLICT (form_type, part) DO UPDATE SET total = form_count.total + excluded.total;`
  return `
CREATE TABLE form_submissions (
  id ${generatedKey},
  form_type TEXT NOT NULL,
  user_id TEXT,
  booking_id TEXT REFERENCES booking (id),
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX form_submissions_by_type ON form_submissions (form_type, id);
CREATE INDEX form_by_time ON form_submissions (created_at);
CREATE INDEX form_by_booking ON form_submissions (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX form_by_mailbox ON form_submissions (lower(json_extract(data, '$.email')));
${trigger({
  name: 'form_count_by_insert',
  timing: 'AFTER',
  event: 'INSERT',
  table: 'form_submissions',
  body: count(1, 'NEW'),
})}
${trigger({
  name: 'form_count_by_delete',
  timing: 'AFTER',
  event: 'DELETE',
  table: 'form_submissions',
  body: count(-1, 'OLD'),
})}

-- In parts, whose sum counts: transactions of PostgreSQL that change the same row conflict.
CREATE TABLE form_count (
  form_type TEXT NOT NULL,
  part INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (form_type, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE answer (
  key TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX answer_by_time ON answer (created_at);
CREATE INDEX answer_by_booking ON answer (json_extract(body, '$.bookingId'))
  WHERE json_extract(body, '$.bookingId') IS NOT NULL;

CREATE TABLE newsletter_consent (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  mailbox TEXT NOT NULL,
  source TEXT NOT NULL,
  text_version TEXT NOT NULL,
  wording TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  withdrawn_at INTEGER
) STRICT;
CREATE INDEX newsletter_consent_by_mailbox ON newsletter_consent (mailbox, requested_at);

CREATE TABLE job (
  id ${generatedKey},
  kind TEXT NOT NULL,
  dedupe TEXT NOT NULL UNIQUE,
  payload TEXT NOT NULL,
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  state TEXT NOT NULL,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  done_at INTEGER,
  leased_by TEXT,
  leased_until INTEGER
) STRICT;
CREATE INDEX job_due ON job (run_at, id, leased_until, leased_by) WHERE state = 'waiting';
CREATE INDEX job_in_trouble ON job (id)
  WHERE state = 'failed' OR (state = 'waiting' AND attempts >= 6);
CREATE INDEX failed_mail_by_booking ON job (json_extract(payload, '$.bookingId'))
  WHERE kind = 'mail' AND state = 'failed';
-- The record or person that a job is about; most payloads have one of these.
CREATE INDEX job_by_booking ON job (json_extract(payload, '$.bookingId'))
  WHERE json_extract(payload, '$.bookingId') IS NOT NULL;
CREATE INDEX job_by_data_booking ON job (json_extract(payload, '$.data.bookingId'))
  WHERE json_extract(payload, '$.data.bookingId') IS NOT NULL;
CREATE INDEX job_by_submission ON job (CAST(json_extract(payload, '$.data.submission') AS BIGINT))
  WHERE CAST(json_extract(payload, '$.data.submission') AS BIGINT) IS NOT NULL;
CREATE INDEX job_by_data_consent ON job (json_extract(payload, '$.data.consent'))
  WHERE json_extract(payload, '$.data.consent') IS NOT NULL;
CREATE INDEX job_by_consent ON job (json_extract(payload, '$.consent'))
  WHERE json_extract(payload, '$.consent') IS NOT NULL;
CREATE INDEX job_by_mailbox ON job (lower(json_extract(payload, '$.data.email')))
  WHERE lower(json_extract(payload, '$.data.email')) IS NOT NULL;
CREATE INDEX job_done ON job (done_at) WHERE state = 'done';

-- Which process does each kind of periodic work, until when without another turn.
CREATE TABLE turn (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mail (
  id TEXT PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES job (id),
  kind TEXT NOT NULL,
  booking_id TEXT REFERENCES booking (id),
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  -- 0: the mail was only stored, because no mail server was set.
  delivered INTEGER NOT NULL CHECK (delivered IN (0, 1))
) STRICT;
CREATE INDEX mail_by_job ON mail (job_id);

-- Whole mails, where several servers without a mail server share the database: a file would be on one machine only.
CREATE TABLE mail_message (
  id TEXT PRIMARY KEY,
  job_id INTEGER NOT NULL,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX mail_message_by_job ON mail_message (job_id);

CREATE INDEX mail_by_booking ON mail (booking_id, job_id);
CREATE INDEX mail_by_time ON mail (sent_at);
CREATE INDEX mail_by_recipient ON mail (lower(recipient));

-- Mails of the last day to unconfirmed mailboxes, counted for the daily limit.
CREATE TABLE mail_to_stranger (
  job_id INTEGER PRIMARY KEY,
  mailbox TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_to_stranger_by_mailbox ON mail_to_stranger (mailbox, at);
CREATE INDEX mail_to_stranger_by_time ON mail_to_stranger (at);

-- Mailboxes whose reader opened a link that only a mail to that mailbox contained.
CREATE TABLE confirmed_mailbox (
  mailbox TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
}

type Row = 'NEW' | 'OLD'

interface WatchedTable {
  table: string
  kind: ReadOnlyCollection
  /** SQL expression for the changed record's id. */
  id: (row: Row) => string
  /** SQL condition on the row before or after the change. */
  when?: (row: Row) => string
}

/**
 * Every table that the desk's records are read from. A delete records the id like other changes.
 */
const watchedTables: readonly WatchedTable[] = [
  { table: 'booking', kind: 'booking', id: (row) => `${row}.id` },
  { table: 'booking_event', kind: 'booking', id: (row) => `${row}.booking_id` },
  {
    table: 'booking',
    kind: 'booking-money',
    id: (row) => `${row}.id`,
    when: (row) => `${row}.amount > 0`,
  },
  {
    table: 'booking_event',
    kind: 'booking-money',
    id: (row) => `${row}.booking_id`,
    // The kinds whose lines name a sum; see `server/booking/history.ts`.
    when: (row) =>
      `${row}.kind IN ('cancelled', 'refunded', 'refunded_at_provider', 'refund_refused', 'disputed')`,
  },
  { table: 'refund', kind: 'booking-money', id: (row) => `${row}.booking_id` },
  { table: 'dispute', kind: 'booking-money', id: (row) => `${row}.booking_id` },
  { table: 'receipt', kind: 'booking-money', id: (row) => `${row}.booking_id` },
  { table: 'receipt', kind: 'receipt', id: (row) => `${row}.series || ':' || ${row}.number` },
  {
    table: 'mail',
    kind: 'booking',
    id: (row) => `${row}.booking_id`,
    when: (row) => `${row}.booking_id IS NOT NULL`,
  },
  {
    table: 'job',
    kind: 'booking',
    id: (row) => `json_extract(${row}.payload, '$.bookingId')`,
    when: (row) =>
      `${row}.kind = 'mail' AND ${row}.state = 'failed' AND json_extract(${row}.payload, '$.bookingId') IS NOT NULL`,
  },
  {
    table: 'job',
    kind: 'failing-job',
    id: (row) => `${row}.id`,
    // The jobs that `findFailingJobs` finds; 6 is `FAILING_AFTER` in `server/jobs/store.ts`.
    when: (row) => `${row}.state = 'failed' OR ${row}.attempts >= 6`,
  },
  { table: 'calendar_feed', kind: 'calendar-feed', id: () => `'${CALENDAR_FEED_ID}'` },
  { table: 'bookings_feed', kind: 'calendar-feed', id: () => `'${CALENDAR_FEED_ID}'` },
  { table: 'form_submissions', kind: 'submission', id: (row) => `${row}.id` },
  {
    table: 'busy_time',
    kind: 'busy-times',
    // The number of the 30 days; `MONTH` in `server/schedule/store.ts`.
    id: (row) => `CAST(${row}.starts_at / 2592000000 AS TEXT)`,
  },
  watchSetting('service_place', 'locations'),
  watchSetting('consent_change', 'consents'),
  watchSetting('retention', 'retention'),
  { table: 'newsletter_consent', kind: 'newsletter-reader', id: (row) => `${row}.id` },
  {
    table: 'audit_log',
    kind: 'audit-day',
    // The number of the day.
    id: (row) => `CAST(${row}.at / 86400000 AS TEXT)`,
  },
  {
    table: 'site_version',
    kind: 'site-version',
    id: (row) => `CAST(${row}.version AS TEXT)`,
  },
]

function watchSetting(table: string, group: SettingGroup): WatchedTable {
  return { table, kind: 'setting', id: () => `'${group}'` }
}

const WRITE_KINDS = [
  ['INSERT', ['NEW']],
  ['UPDATE', ['OLD', 'NEW']],
  ['DELETE', ['OLD']],
] as const

type WriteKind = (typeof WRITE_KINDS)[number]

/** A row that stops matching `when` counts as changed, like one that starts to match. */
function watch({ table, kind, id, when }: WatchedTable, [event, rows]: WriteKind): TriggerParts {
  return {
    name: `desk_change_${kind.replaceAll('-', '_')}_by_${event.toLowerCase()}_of_${table}`,
    timing: 'AT_COMMIT',
    event,
    table,
    condition: when && rows.map((row) => `(${when(row)})`).join(' OR '),
    body: insertChangeSql(`'${kind}'`, id(event === 'DELETE' ? 'OLD' : 'NEW')),
  }
}

/** Numbers a change. The number is taken first: on PostgreSQL another transaction may still hold the lock. */
function insertChangeSql(kind: string, id: string): string {
  return `UPDATE sync_clock SET seq = seq + 1 WHERE id = 1;
  INSERT INTO desk_change (kind, id, seq) SELECT ${kind}, ${id}, seq FROM sync_clock WHERE id = 1
    ON CONFLICT (kind, id) DO UPDATE SET seq = excluded.seq;`
}

/** For browsers that can store no records: they ask for the schedule again. */
const scheduleTriggers = WRITE_KINDS.map(
  ([event]): TriggerParts => ({
    name: `desk_change_by_${event.toLowerCase()}_of_schedule_version`,
    timing: 'AT_COMMIT',
    event,
    table: 'schedule_version',
    body: insertChangeSql("'table'", "'schedule_version'"),
  }),
)

function listDeskTriggers(): TriggerParts[] {
  const watched = watchedTables.flatMap((table) =>
    WRITE_KINDS.map((change) => watch(table, change)),
  )
  return [...watched, ...scheduleTriggers]
}

/**
 * The client book's records, and the clocks (seqs) by which the owner's devices fetch changes.
 * Triggers number the desk's changes, so that no statement can forget it: an erasure, for example,
 * writes to many tables at once.
 */
const syncTables = (ddl: Ddl) => `
-- Records that the owner's devices share. The seq is the key, so that a pull reads one range.
CREATE TABLE record (
  seq INTEGER PRIMARY KEY,
  -- One of shared/sync/collections.ts.
  coll TEXT NOT NULL,
  id TEXT NOT NULL,
  rev INTEGER NOT NULL,
  deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
  erased INTEGER NOT NULL CHECK (erased IN (0, 1)),
  -- JSON: what decides whether a guest's link is open. SQLite reads a row up to the columns that are
  -- asked for, so this does not take longer for a large copy in data.
  link_state TEXT NOT NULL DEFAULT '{}',
  data TEXT NOT NULL,
  -- JSON: for each field the revision that last changed it, and the device.
  revs TEXT NOT NULL,
  conflicts TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  deleted_by TEXT,
  UNIQUE (coll, id)
) STRICT;
CREATE INDEX record_deleted ON record (deleted_at) WHERE deleted = 1;

-- A number is never assigned twice, even after deletes.
${ddl.clock}

CREATE TABLE device (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  last_mid INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  session_id TEXT,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE mutation_result (
  device_id TEXT NOT NULL,
  mid INTEGER NOT NULL,
  hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (device_id, mid)
) STRICT, WITHOUT ROWID;
-- An answer is in the first index until its text is erased, and then in the second.
CREATE INDEX mutation_result_answered ON mutation_result (at) WHERE answer <> '';
CREATE INDEX mutation_result_emptied ON mutation_result (at) WHERE answer = '';

-- Earlier values of each field, to be shown and not for merging.
CREATE TABLE field_history (
  id ${ddl.generatedKey},
  coll TEXT NOT NULL,
  record_id TEXT NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  rev INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- When the device made the change, which may be long before it arrived; ISO 8601.
  edited_at TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX field_history_by_record ON field_history (coll, record_id, id);
CREATE INDEX field_history_by_time ON field_history (at);

-- The last change of each record. The row outlives the record, so that devices delete theirs.
CREATE TABLE desk_change (
  -- A read-only collection, or 'table' for the schedule.
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
-- All kinds in one order: a pull reads one range, and passes over the few that devices do not pull.
CREATE UNIQUE INDEX desk_change_by_seq ON desk_change (seq);

${listDeskTriggers().map(ddl.trigger).join('\n')}
`

/** The documents of journeys, in pieces, encrypted on the owner's device. */
const journeyTables = () => `
CREATE TABLE journey_document (
  journey TEXT NOT NULL,
  id TEXT NOT NULL,
  encrypted_bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- Since when no item and no open link has it.
  unlisted_at INTEGER,
  PRIMARY KEY (journey, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE journey_document_piece (
  journey TEXT NOT NULL,
  document TEXT NOT NULL,
  piece INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  -- SHA-256 of the bytes, base64url.
  digest TEXT NOT NULL,
  PRIMARY KEY (journey, document, piece),
  FOREIGN KEY (journey, document) REFERENCES journey_document (journey, id) ON DELETE CASCADE
) STRICT;
`

/** The originals of photographs until they are processed, and what visitors get of them, in pieces. */
const photographTables = () => `
CREATE TABLE photograph_file (
  id TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  -- SHA-256 of a file that was made, base64url.
  digest TEXT,
  created_at INTEGER NOT NULL,
  -- Since when no photograph and no version of the site uses it.
  unused_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE photograph_piece (
  file TEXT NOT NULL REFERENCES photograph_file (id) ON DELETE CASCADE,
  piece INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  -- SHA-256 of the bytes, base64url.
  digest TEXT NOT NULL,
  PRIMARY KEY (file, piece)
) STRICT;
`

/** The whole schema as first released. The order matters: later tables refer to earlier ones. */
export const initial = (ddl: Ddl): string =>
  ddl.script(
    [bookingTables, messageTables, accountTables, syncTables, journeyTables, photographTables]
      .map((part) => part(ddl))
      .join('\n'),
  )
