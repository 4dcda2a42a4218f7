import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { createRandom } from '#tests/support/lib/random.ts'
import { parseMail } from '#tests/support/mail/mail-parser.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { ServerGroup } from '#tests/support/server/server-group.ts'

const BOOKINGS = 60
/** Longer than any lease of a job, ms. */
const LEASE = 60_000
const OWNER = 'owner@lysning.example'

const random = createRandom('mails')
const smtp = new SmtpDouble()
let database: PostgresDatabase
let group: ServerGroup
beforeAll(async () => {
  await smtp.start()
  database = await PostgresDatabase.create()
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'hello@lysning.example', OWNER_EMAIL: OWNER }
  group = await ServerGroup.start({ count: 3, databaseUrl: database.url, random, env })
})
afterAll(async () => {
  await group?.dispose()
  await database?.drop()
  await smtp.stop()
})

describe('Three servers that share their jobs', () => {
  it('send each mail of 60 bookings that were made at once exactly once', async () => {
    const starts = random.shuffle(await group.listOpenStarts()).slice(0, BOOKINGS)
    const posted = await Promise.all(starts.map((start) => book(start)))
    expect(posted.map(({ status }) => status)).toEqual(starts.map(() => 201))
    await expectAllSent()

    const sent = smtp.received.map(({ to, raw }) => ({ to: to.join(), ...parseMail(raw) }))
    expect(sent).toHaveLength(2 * BOOKINGS)
    expect(new Set(sent.map(({ headers }) => headers.get('message-id'))).size).toBe(2 * BOOKINGS)
    for (const { guest } of posted) {
      expect(sent.filter(({ to }) => to === toAddress(guest))).toHaveLength(1)
      expect(sent.filter(({ to, text }) => to === OWNER && text.includes(guest))).toHaveLength(1)
    }
    const stored = await database.query<{ kind: string; booking_id: string }>(
      'SELECT kind, booking_id FROM mail ORDER BY booking_id, kind',
    )
    const ids = posted.map(({ bookingId }) => bookingId).sort()
    const kinds = [...new Set(stored.map(({ kind }) => kind))].sort()
    expect(kinds).toHaveLength(2)
    expect(stored).toEqual(ids.flatMap((booking_id) => kinds.map((kind) => ({ kind, booking_id }))))
  })

  it('take over the mails of a process that is killed while the mail server keeps it waiting', async () => {
    const before = smtp.received.length
    const [start = ''] = random.shuffle(await group.listOpenStarts())
    await Promise.all(group.servers.map((server) => server.stop()))
    const [first] = group.servers
    const alone = await ServerProcess.start({ env: group.env })
    smtp.faults.push('hold', 'hold')
    expect((await postForm(alone.url, buildBookingFields({ start }))).status).toBe(201)
    await expect.poll(() => smtp.held).toBe(2)
    await alone.kill()
    await alone.dispose()

    await first?.restart()
    expect(await database.count("job WHERE state = 'waiting' AND leased_by IS NOT NULL")).toBe(2)
    expect(smtp.received).toHaveLength(before)
    await database.query('UPDATE job SET leased_until = leased_until - $1', [LEASE])
    await expectAllSent()
    const late = smtp.received.slice(before).map(({ to }) => to.join())
    expect(late.sort()).toEqual(['elisabeth@example.com', OWNER])
  })
})

/** Waits until no mail is due; reminders are queued for later. */
async function expectAllSent(): Promise<void> {
  const due = `job WHERE kind = 'mail' AND state <> 'done' AND run_at <= ${Date.now()}`
  await expect.poll(() => database.count(due), { timeout: 60_000 }).toBe(0)
}

const toAddress = (guest: string) => `${guest}@example.com`.toLowerCase()

/** Books with a name and an address that nobody else has. */
async function book(start: string): Promise<{ status: number; bookingId: string; guest: string }> {
  const guest = `G${randomUUID().slice(0, 8)}`
  const fields = buildBookingFields({ start, first_name: guest, email: toAddress(guest) })
  const answer = await group.send((url) => postForm(url, fields))
  return { status: answer?.status ?? 0, bookingId: String(answer?.body.bookingId), guest }
}
