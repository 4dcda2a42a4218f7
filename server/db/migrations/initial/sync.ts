interface Watched {
  table: string
  kind: 'booking' | 'form' | 'sale' | 'job' | 'calendar'
  /** SQL of the changed record's id. */
  id: (row: 'NEW' | 'OLD') => string
  /** SQL in which `row.` stands for the row before or after. */
  when?: string
}

/** As many failed tries as `troubledJobs` shows. */
const IN_TROUBLE = "row.state = 'failed' OR row.attempts >= 6"

/** Every table that a record of the desk is read from; a delete notes the id, whose record is then gone. */
const watched: readonly Watched[] = [
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
  { table: 'job', kind: 'job', id: (row) => `${row}.id`, when: IN_TROUBLE },
  { table: 'form_submissions', kind: 'form', id: (row) => `${row}.id` },
  { table: 'form_read', kind: 'form', id: (row) => `${row}.submission_id` },
  // One number for the whole calendar: only the dashboard shows its busy times.
  { table: 'busy_time', kind: 'calendar', id: () => `'busy'` },
]

const CHANGES = [
  ['INSERT', ['NEW']],
  ['UPDATE', ['OLD', 'NEW']],
  ['DELETE', ['OLD']],
] as const

/** Where a row leaves the condition, that is noted like its coming under it. */
function trigger(
  { table, kind, id, when }: Watched,
  [change, rows]: (typeof CHANGES)[number],
): string {
  const row = change === 'DELETE' ? 'OLD' : 'NEW'
  const condition = when
    ? `WHEN ${rows.map((name) => `(${when.replaceAll('row.', `${name}.`)})`).join(' OR ')}`
    : ''
  return `CREATE TRIGGER desk_change_${kind}_by_${change.toLowerCase()}_of_${table} AFTER ${change} ON ${table} ${condition} BEGIN
    ${note(`'${kind}'`, id(row))}
  END;`
}

/** In the change's own transaction, so that the numbers are in the order of the commits. */
function note(kind: string, id: string): string {
  return `UPDATE desk_clock SET seq = seq + 1 WHERE id = 1;
    INSERT INTO desk_change (kind, id, seq) SELECT ${kind}, ${id}, seq FROM desk_clock WHERE id = 1
      ON CONFLICT (kind, id) DO UPDATE SET seq = excluded.seq;`
}

/** Two days, as no booking is longer: a range on the indexed start. */
const LONGEST_BOOKING = 172_800_000

/** Bookings at a busy time: whether they clash with the owner's calendar is part of their records. */
const atBusyTime = (row: 'NEW' | 'OLD') => `booking.starts_at < ${row}.ends_at
      AND booking.starts_at > ${row}.starts_at - ${LONGEST_BOOKING}
      AND booking.ends_at > ${row}.starts_at`

const clashes = CHANGES.map(
  ([change, rows]) => `
CREATE TRIGGER desk_change_clash_by_${change.toLowerCase()}_of_busy_time AFTER ${change} ON busy_time BEGIN
  ${rows
    .map(
      (row) => `INSERT INTO desk_change (kind, id, seq)
    SELECT 'booking', booking.id, desk_clock.seq + row_number() OVER (ORDER BY booking.id)
    FROM booking, desk_clock WHERE desk_clock.id = 1 AND ${atBusyTime(row)}
    ON CONFLICT (kind, id) DO UPDATE SET seq = excluded.seq;
  UPDATE desk_clock SET seq = seq + (SELECT count(*) FROM booking WHERE ${atBusyTime(row)})
    WHERE id = 1;`,
    )
    .join('\n  ')}
END;`,
).join('\n')

/** Tables that the desk shows and no record of `desk_change` is read from. */
const alsoShown = ['schedule', 'newsletter_consent', 'booking_look']

const next = 'UPDATE desk_clock SET seq = seq + 1 WHERE id = 1;'

const nextTriggers = alsoShown.flatMap((table) =>
  ['insert', 'update', 'delete'].map(
    (change) =>
      `CREATE TRIGGER desk_clock_by_${change}_of_${table} AFTER ${change} ON ${table} BEGIN ${next} END;`,
  ),
)

/**
 * The client book's records, and the numbers by which the owner's devices fetch what changed since.
 * Triggers give the desk's numbers, so that no statement can forget to: an erasure, for one, writes
 * many tables at once.
 */
export const syncTables = `
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

-- Numbers given out are never given again, whatever is deleted; before the horizon, tombstones are gone.
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
-- An answer lies in one of these two: first for its text to be erased, then to be deleted.
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

${watched.flatMap((one) => CHANGES.map((change) => trigger(one, change))).join('\n')}
${clashes}
${nextTriggers.join('\n')}
CREATE TRIGGER desk_clock_by_insert_of_mark AFTER INSERT ON mark WHEN NEW.name = 'bookings-seen' BEGIN ${next} END;
CREATE TRIGGER desk_clock_by_update_of_mark AFTER UPDATE ON mark WHEN NEW.name = 'bookings-seen' BEGIN ${next} END;
`
