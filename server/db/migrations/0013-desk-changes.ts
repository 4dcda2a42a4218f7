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

/**
 * What the owner's devices fetch by what changed since. Triggers note it, so that no statement can
 * forget to: an erasure, for one, writes many tables at once.
 */
export const deskChanges = `
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

INSERT INTO desk_change SELECT 'booking', id, row_number() OVER (ORDER BY created_at, id) FROM booking;
INSERT INTO desk_change SELECT 'form', id, row_number() OVER (ORDER BY id) FROM form_submissions;
INSERT INTO desk_change SELECT 'sale', series || ':' || number, row_number() OVER (ORDER BY series, number)
  FROM receipt;
UPDATE desk_clock SET seq = (SELECT coalesce(max(seq), 0) FROM desk_change);

${watched.flatMap((one) => CHANGES.map((change) => trigger(one, change))).join('\n')}
${clashes}
`
