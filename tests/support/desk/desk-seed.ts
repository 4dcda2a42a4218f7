import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { buildServiceColumn } from '#tests/support/booking/booked-services.ts'

export interface SeedCounts {
  /** Past bookings; `UPCOMING` more are in the future. */
  bookings: number
  submissions: number
  sales: number
  /** UTC milliseconds. */
  now: number
}

const HOUR = 3_600_000
const UPCOMING = 40

/** A guest who has the same number of bookings and messages whatever the amounts. */
export const REGULAR_EMAIL = 'regular@example.com'

const RECEIPT_CONTENT = JSON.stringify({
  serviceType: 'bespoke-planning',
  title: 'Bespoke Planning',
  buyer: { name: 'Elisabeth Guest', country: 'NO' },
  vatOutcome: { rate: 25, reason: 'home' },
  startsAt: 0,
  refersTo: null,
  seller: {},
})

/**
 * Inserts years of a desk's rows directly. The days ahead and the last weeks are the same for all
 * amounts; only the past before them grows.
 */
export function seedDesk(
  db: Database,
  { bookings, submissions, sales, now }: SeedCounts,
): Promise<void> {
  const hour = Math.floor(now / HOUR) * HOUR
  return db.write(async (tx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(tx)
    const numbers = (count: number) =>
      sql`WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
    const isPaid = sql`i <= ${sales}`
    const past = sql`${hour} - i * 2 * ${HOUR}`
    const start = sql`CASE WHEN i <= ${bookings} THEN ${past}
      ELSE ${hour} + (i - ${bookings}) * 5 * ${HOUR} END`
    const changed = sql`(CASE WHEN i <= ${bookings} THEN ${past} ELSE ${hour} END)`
    await run(sql`INSERT INTO booking (id, service_type, service, status, payment, starts_at, ends_at, occupied_until,
        owner_zone, time_zone, local_date, local_time, first_name, last_name, email, phone, message,
        destinations, other_destination, amount, currency, demo, browser, mailbox, blocks_slot,
        hold_expires_at, sequence, meeting_url, created_at, updated_at)
      ${numbers(bookings + UPCOMING)}
      SELECT ${bookingIdSql}, CASE WHEN ${isPaid} THEN 'bespoke-planning' ELSE 'initial-consultation' END,
        CASE WHEN ${isPaid} THEN ${buildServiceColumn('bespoke-planning')} ELSE ${buildServiceColumn('initial-consultation')} END,
        CASE WHEN i > ${bookings} THEN 'confirmed' WHEN i % 10 = 0 THEN 'cancelled' ELSE 'completed' END,
        CASE WHEN ${isPaid} THEN 'paid' ELSE 'none' END,
        ${start}, ${start} + ${HOUR / 2}, ${start} + ${HOUR / 2}, 'Europe/Oslo', 'America/New_York',
        '2026-11-20', '10:00', 'Elisabeth', 'Guest ' || i,
        CASE WHEN i BETWEEN 11 AND 15 THEN ${REGULAR_EMAIL} ELSE 'guest' || i || '@example.com' END,
        '+1 555 010 0134', 'We would like to see the light in February.', '["Norway","Iceland"]', '',
        CASE WHEN ${isPaid} THEN 400000 ELSE 0 END, 'nok', 0, 'browser' || i,
        'guest' || i || '@example.com', CASE WHEN i > ${bookings} THEN 1 ELSE 0 END, NULL, 0, NULL,
        ${changed} - 10 * 86400000, ${changed}
      FROM n ORDER BY i DESC`)
    await run(sql`INSERT INTO booking_event (booking_id, kind, made_by, at, data)
      SELECT id, 'moved', 'guest', created_at + 1,
        '{"from":' || (starts_at - ${HOUR}) || ',"to":' || starts_at || '}' FROM booking`)
    await run(sql`INSERT INTO booking_event (booking_id, kind, made_by, at, data)
      SELECT id, status, 'owner', ends_at, '{}' FROM booking WHERE status <> 'confirmed'`)
    for (const kind of ['confirmed', 'moved', 'reminder-24h'])
      await run(sql`INSERT INTO job (kind, dedupe, payload, run_at, attempts, state, created_at, done_at)
        SELECT 'mail', ${kind} || id, '{"mail":"' || ${kind} || '","bookingId":"' || id || '"}',
          created_at, 1, 'done', created_at, created_at FROM booking`)
    await run(sql`INSERT INTO mail
      SELECT 'mail' || id, id, json_extract(payload, '$.mail'), json_extract(payload, '$.bookingId'),
        'guest@example.com',
        'Your meeting', done_at, 1 FROM job`)
    await run(sql`INSERT INTO form_submissions (form_type, user_id, booking_id, data, created_at)
      ${numbers(submissions)}
      SELECT CASE i % 3 WHEN 0 THEN 'inquiry' WHEN 1 THEN 'contact' ELSE 'booking' END, NULL,
        CASE WHEN i % 3 = 2 AND i <= ${bookings} THEN ${bookingIdSql} END,
        '{"first_name":"Ada","last_name":"Writer ' || i || '","email":"' ||
          CASE WHEN i > ${submissions} - 3 THEN ${REGULAR_EMAIL} ELSE 'writer' || i || '@example.com' END
          || '","message":"Hello, this is about a journey in winter."}',
        ${hour} - (${submissions} - i) * ${HOUR} FROM n`)
    await run(sql`INSERT INTO payment_intent ${numbers(sales)}
      SELECT 'pi' || i, ${bookingIdSql}, 'stripe', 400000, 'nok', '', 'succeeded', 400000, 0,
        NULL, NULL, 1, 1 FROM n`)
    await run(sql`INSERT INTO receipt ${numbers(sales)}
      SELECT 'real', ${sales} + 1 - i, 'receipt', ${bookingIdSql}, NULL, NULL, 0, 400000, 80000, 'nok',
        ${past}, ${RECEIPT_CONTENT} FROM n`)
  })
}

/** A booking's id from its number `i`; a past booking has the same id whatever the amounts. */
const bookingIdSql = sql`substr('bookingoftests00000000', 1, 22 - length(CAST(i AS TEXT))) || i`
