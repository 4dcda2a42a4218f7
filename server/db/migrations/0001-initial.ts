/** Accounts, in the schema of better-auth (its dates are ISO 8601 text), and privacy. */
const accountTables = `
CREATE TABLE user (
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
CREATE INDEX user_by_mailbox ON user (lower(email));

CREATE TABLE session (
  id TEXT PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
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
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
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
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  verified INTEGER,
  failed_verification_count INTEGER,
  locked_until TEXT,
  -- The 30 seconds, since 1970, of the newest code that was taken: it and older ones are not taken again.
  last_step INTEGER
) STRICT;
CREATE INDEX two_factor_by_user ON two_factor (user_id);

CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  name TEXT,
  public_key TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  counter INTEGER NOT NULL,
  device_type TEXT NOT NULL,
  backed_up INTEGER NOT NULL,
  transports TEXT,
  aaguid TEXT,
  created_at TEXT
) STRICT;
CREATE INDEX passkey_by_user ON passkey (user_id);

-- When somebody last used up the tries at an owner's account; UTC milliseconds.
CREATE TABLE sign_in_alarm (
  user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  last_at INTEGER NOT NULL,
  mailed_at INTEGER NOT NULL
) STRICT;

-- Each change of a person's consents, with the words that were shown: the proof of it.
CREATE TABLE consent_change (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('preferences', 'marketing', 'thirdParty')),
  given INTEGER NOT NULL CHECK (given IN (0, 1)),
  text_version TEXT NOT NULL,
  wording TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX consent_change_by_subject ON consent_change (subject, kind, id);

-- Names nobody but by an account's id: it outlives the account.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  action TEXT NOT NULL,
  details TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_log_by_subject ON audit_log (subject, id);
CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'The audit log is only added to'); END;
CREATE TRIGGER audit_log_is_not_deleted BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'The audit log is only added to'); END;

-- Who was erased, as a keyed hash of the mailbox, so that a restored backup can forget them again.
CREATE TABLE erasure (
  id INTEGER PRIMARY KEY,
  mailbox TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- The clients that were emptied with the mailbox, by id: in a backup they may have had another one, or none.
  clients TEXT NOT NULL DEFAULT '[]'
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
-- Another value after each restore, by which devices see that the server's past has changed.
INSERT INTO mark VALUES ('epoch', lower(hex(randomblob(16))));
`

/** Schedule, bookings and their payments. Instants are UTC milliseconds, amounts minor units. */
const bookingTables = `
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
  local_date TEXT NOT NULL,
  local_time TEXT NOT NULL,
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
  -- A keyed hash of the network that sent the booking, stored until the booking starts.
  network TEXT,
  hold_expires_at INTEGER,
  sequence INTEGER NOT NULL,
  meeting_url TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  place TEXT NOT NULL DEFAULT 'video_room'
    CHECK (place IN ('video_room', 'link', 'phone', 'in_person')),
  address TEXT NOT NULL DEFAULT '',
  -- The email address without the differences that lead to the same mailbox.
  mailbox TEXT NOT NULL DEFAULT '',
  -- 1 exactly while rows of occupied_cell belong to it.
  blocks_slot INTEGER NOT NULL DEFAULT 0,
  -- The cap that its sender had exceeded; the booking then blocks no slot.
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
CREATE INDEX booking_blocking_by_mailbox ON booking (mailbox, starts_at) WHERE blocks_slot = 1;
CREATE INDEX booking_blocking_by_browser ON booking (browser, starts_at) WHERE blocks_slot = 1;
CREATE INDEX booking_blocking_by_network ON booking (network, starts_at) WHERE blocks_slot = 1;
CREATE INDEX booking_made_by_mailbox ON booking (mailbox, created_at);
CREATE INDEX booking_made_by_network ON booking (network, created_at) WHERE network IS NOT NULL;
CREATE INDEX booking_network_until ON booking (starts_at) WHERE network IS NOT NULL;
CREATE INDEX booking_over_cap ON booking (over_cap, created_at) WHERE status = 'requested' AND blocks_slot = 0;
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
CREATE TABLE booking_view (
  booking_id TEXT PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
  event_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

/** Submissions with the stored answers to them, the job queue, and the mails that were sent. */
const messageTables = `
CREATE TABLE form_submissions (
  id INTEGER PRIMARY KEY,
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
CREATE TRIGGER form_count_by_insert AFTER INSERT ON form_submissions BEGIN
  INSERT INTO form_count VALUES (NEW.form_type, 1, 1)
    ON CONFLICT (form_type) DO UPDATE SET total = total + 1, unread = unread + 1;
END;
-- The mark goes first, so that what is deleted always counts as unread.
CREATE TRIGGER form_read_before_delete BEFORE DELETE ON form_submissions BEGIN
  DELETE FROM form_read WHERE submission_id = OLD.id;
END;
CREATE TRIGGER form_count_by_delete AFTER DELETE ON form_submissions BEGIN
  UPDATE form_count SET total = total - 1, unread = unread - 1 WHERE form_type = OLD.form_type;
END;

CREATE TABLE form_read (
  submission_id INTEGER PRIMARY KEY REFERENCES form_submissions (id) ON DELETE CASCADE,
  read_at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER form_count_by_read AFTER INSERT ON form_read BEGIN
  UPDATE form_count SET unread = unread - 1
    WHERE form_type = (SELECT form_type FROM form_submissions WHERE id = NEW.submission_id);
END;
CREATE TRIGGER form_count_by_unread AFTER DELETE ON form_read BEGIN
  UPDATE form_count SET unread = unread + 1
    WHERE form_type = (SELECT form_type FROM form_submissions WHERE id = OLD.submission_id);
END;

CREATE TABLE form_count (
  form_type TEXT PRIMARY KEY,
  total INTEGER NOT NULL,
  unread INTEGER NOT NULL CHECK (unread BETWEEN 0 AND total)
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
CREATE INDEX job_in_trouble ON job (kind, id)
  WHERE state = 'failed' OR (state = 'waiting' AND attempts >= 6);
CREATE INDEX failed_mail_by_booking ON job (json_extract(payload, '$.bookingId'))
  WHERE kind = 'mail' AND state = 'failed';
-- Whom a job is about; most say one of these.
CREATE INDEX job_by_booking ON job (json_extract(payload, '$.bookingId'))
  WHERE json_extract(payload, '$.bookingId') IS NOT NULL;
CREATE INDEX job_by_data_booking ON job (json_extract(payload, '$.data.bookingId'))
  WHERE json_extract(payload, '$.data.bookingId') IS NOT NULL;
CREATE INDEX job_by_submission ON job (json_extract(payload, '$.data.submission'))
  WHERE json_extract(payload, '$.data.submission') IS NOT NULL;
CREATE INDEX job_by_data_consent ON job (json_extract(payload, '$.data.consent'))
  WHERE json_extract(payload, '$.data.consent') IS NOT NULL;
CREATE INDEX job_by_consent ON job (json_extract(payload, '$.consent'))
  WHERE json_extract(payload, '$.consent') IS NOT NULL;
CREATE INDEX job_by_mailbox ON job (lower(json_extract(payload, '$.data.email')))
  WHERE lower(json_extract(payload, '$.data.email')) IS NOT NULL;
CREATE INDEX job_done ON job (done_at) WHERE state = 'done';

CREATE TABLE mail (
  id TEXT PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES job (id),
  kind TEXT NOT NULL,
  booking_id TEXT REFERENCES booking (id),
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_by_job ON mail (job_id);
CREATE INDEX mail_by_booking ON mail (booking_id, job_id);
CREATE INDEX mail_by_time ON mail (sent_at);
CREATE INDEX mail_by_recipient ON mail (lower(recipient));

-- Mails of the last day to mailboxes that may belong to anybody.
CREATE TABLE mail_to_stranger (
  job_id INTEGER PRIMARY KEY,
  mailbox TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_to_stranger_by_mailbox ON mail_to_stranger (mailbox, at);
CREATE INDEX mail_to_stranger_by_time ON mail_to_stranger (at);

-- Somebody opened a link that only stood in a mail to it.
CREATE TABLE confirmed_mailbox (
  mailbox TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

interface WatchedTable {
  table: string
  kind: 'booking' | 'form' | 'sale' | 'job' | 'calendar'
  /** SQL expression for the changed record's id. */
  id: (row: 'NEW' | 'OLD') => string
  /** SQL condition; `row.` stands for the row before or after the change. */
  when?: string
}

/** Covers every job that `findFailingJobs` shows; 6 is `FAILING_AFTER` in `server/jobs/store.ts`. */
const FAILING_CONDITION = "row.state = 'failed' OR row.attempts >= 6"

/**
 * Every table that the desk's records are read from. A delete records the id like other changes.
 */
const watchedTables: readonly WatchedTable[] = [
  { table: 'booking', kind: 'booking', id: (row) => `${row}.id` },
  { table: 'booking_event', kind: 'booking', id: (row) => `${row}.booking_id` },
  { table: 'refund', kind: 'booking', id: (row) => `${row}.booking_id` },
  { table: 'receipt', kind: 'booking', id: (row) => `${row}.booking_id` },
  { table: 'receipt', kind: 'sale', id: (row) => `${row}.series || ':' || ${row}.number` },
  {
    table: 'mail',
    kind: 'booking',
    id: (row) => `${row}.booking_id`,
    when: 'row.booking_id IS NOT NULL',
  },
  {
    table: 'job',
    kind: 'booking',
    id: (row) => `json_extract(${row}.payload, '$.bookingId')`,
    when: `row.kind = 'mail' AND row.state = 'failed' AND json_extract(row.payload, '$.bookingId') IS NOT NULL`,
  },
  { table: 'job', kind: 'job', id: (row) => `${row}.id`, when: FAILING_CONDITION },
  { table: 'form_submissions', kind: 'form', id: (row) => `${row}.id` },
  { table: 'form_read', kind: 'form', id: (row) => `${row}.submission_id` },
  // One id for the whole calendar: only the dashboard shows its busy times.
  { table: 'busy_time', kind: 'calendar', id: () => `'busy'` },
]

const WRITE_KINDS = [
  ['INSERT', ['NEW']],
  ['UPDATE', ['OLD', 'NEW']],
  ['DELETE', ['OLD']],
] as const

/** A row that stops matching `when` counts as changed, like one that starts to match. */
function trigger(
  { table, kind, id, when }: WatchedTable,
  [change, rows]: (typeof WRITE_KINDS)[number],
): string {
  const row = change === 'DELETE' ? 'OLD' : 'NEW'
  const condition = when
    ? `WHEN ${rows.map((name) => `(${when.replaceAll('row.', `${name}.`)})`).join(' OR ')}`
    : ''
  return `CREATE TRIGGER desk_change_${kind}_by_${change.toLowerCase()}_of_${table} AFTER ${change} ON ${table} ${condition} BEGIN
    ${insertChangeSql(`'${kind}'`, id(row))}
  END;`
}

/** Runs in the transaction of the change, so that the seqs follow the order of the commits. */
function insertChangeSql(kind: string, id: string): string {
  return `UPDATE desk_clock SET seq = seq + 1 WHERE id = 1;
    INSERT INTO desk_change (kind, id, seq) SELECT ${kind}, ${id}, seq FROM desk_clock WHERE id = 1
      ON CONFLICT (kind, id) DO UPDATE SET seq = excluded.seq;`
}

/** Two days, ms. No booking is longer, so the query needs only a range of the indexed start. */
const LONGEST_BOOKING = 172_800_000

/** Bookings at a busy time: their records say whether they clash with the owner's calendar. */
const clashCondition = (row: 'NEW' | 'OLD') => `booking.starts_at < ${row}.ends_at
      AND booking.starts_at > ${row}.starts_at - ${LONGEST_BOOKING}
      AND booking.ends_at > ${row}.starts_at`

const clashTriggers = WRITE_KINDS.map(
  ([change, rows]) => `
CREATE TRIGGER desk_change_clash_by_${change.toLowerCase()}_of_busy_time AFTER ${change} ON busy_time BEGIN
  ${rows
    .map(
      (row) => `INSERT INTO desk_change (kind, id, seq)
    SELECT 'booking', booking.id, desk_clock.seq + row_number() OVER (ORDER BY booking.id)
    FROM booking, desk_clock WHERE desk_clock.id = 1 AND ${clashCondition(row)}
    ON CONFLICT (kind, id) DO UPDATE SET seq = excluded.seq;
  UPDATE desk_clock SET seq = seq + (SELECT count(*) FROM booking WHERE ${clashCondition(row)})
    WHERE id = 1;`,
    )
    .join('\n  ')}
END;`,
).join('\n')

/** Tables that the desk shows without a row in `desk_change`: a change only advances the clock. */
const clockOnlyTables = ['schedule', 'newsletter_consent', 'booking_view']

const advanceClockSql = 'UPDATE desk_clock SET seq = seq + 1 WHERE id = 1;'

const clockTriggers = clockOnlyTables.flatMap((table) =>
  ['insert', 'update', 'delete'].map(
    (change) =>
      `CREATE TRIGGER desk_clock_by_${change}_of_${table} AFTER ${change} ON ${table} BEGIN ${advanceClockSql} END;`,
  ),
)

/**
 * The client book's records, and the clocks (seqs) by which the owner's devices fetch changes.
 * Triggers number the desk's changes, so that no statement can forget it: an erasure, for example,
 * writes to many tables at once.
 */
const syncTables = `
-- What the owner's devices share. The sequence is the key: a pull reads one stretch of the table.
CREATE TABLE record (
  seq INTEGER PRIMARY KEY,
  coll TEXT NOT NULL CHECK (coll IN ('client', 'schedule')),
  id TEXT NOT NULL,
  rev INTEGER NOT NULL,
  deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
  erased INTEGER NOT NULL CHECK (erased IN (0, 1)),
  data TEXT NOT NULL,
  -- Of each field: the revision that last changed it, and the device.
  revs TEXT NOT NULL,
  conflicts TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  deleted_by TEXT,
  UNIQUE (coll, id)
) STRICT;
CREATE INDEX record_deleted ON record (deleted_at) WHERE deleted = 1;

-- A number is never assigned twice, even after deletes; tombstones before the horizon are purged.
CREATE TABLE sync_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL,
  horizon INTEGER NOT NULL
) STRICT;
INSERT INTO sync_clock VALUES (1, 0, 0);

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
-- An answer is in one of these two indexes: first until its text is erased, then until it is deleted.
CREATE INDEX mutation_result_answered ON mutation_result (at) WHERE answer <> '';
CREATE INDEX mutation_result_emptied ON mutation_result (at) WHERE answer = '';

-- What each field held before: for looking back, not for merging.
CREATE TABLE field_history (
  id INTEGER PRIMARY KEY,
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

CREATE TABLE desk_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL
) STRICT;
INSERT INTO desk_clock VALUES (1, 0);

-- The last change of each; its row stays when the record is deleted, so that devices delete theirs.
CREATE TABLE desk_change (
  kind TEXT NOT NULL CHECK (kind IN ('booking', 'form', 'sale', 'job', 'calendar')),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX desk_change_by_seq ON desk_change (kind, seq);

${watchedTables.flatMap((one) => WRITE_KINDS.map((change) => trigger(one, change))).join('\n')}
${clashTriggers}
${clockTriggers.join('\n')}
CREATE TRIGGER desk_clock_by_insert_of_mark AFTER INSERT ON mark WHEN NEW.name = 'bookings-seen' BEGIN ${advanceClockSql} END;
CREATE TRIGGER desk_clock_by_update_of_mark AFTER UPDATE ON mark WHEN NEW.name = 'bookings-seen' BEGIN ${advanceClockSql} END;
`

/** The whole schema as first released. The order matters: later tables refer to earlier ones. */
export const initial = [bookingTables, messageTables, accountTables, syncTables].join('\n')
