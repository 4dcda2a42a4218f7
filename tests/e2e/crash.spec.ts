import { randomUUID } from 'node:crypto'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'
import { type LogLine, ServerProcess } from '#tests/support/server/server.ts'

interface PostResult {
  key: string
  start: string
  status: number
  bookingId: string | undefined
}

test('Two hundred simultaneous requests for one slot get one booking and 199 refusals', async () => {
  const server = await ServerProcess.start()
  const start = `${getWeekdayAhead(3)}T10:00:00.000Z`
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, () => postBooking(server, randomUUID(), start)),
  )
  expect(verdicts.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(verdicts.filter(({ status }) => status === 409)).toHaveLength(199)
  await server.dispose()
})

test('A server killed and restarted under load loses no acknowledged booking and duplicates none', async () => {
  const server = await ServerProcess.start()
  const day = getWeekdayAhead(3)
  const starts = ['09:00', '09:30', '10:00', '10:30', '11:00'].map(
    (time) => `${day}T${time}:00.000Z`,
  )
  const postAll = (visitors: number): Promise<PostResult>[] =>
    starts.flatMap((start) =>
      Array.from({ length: visitors }, () => postUntilAnswered(server, start, () => restarted)),
    )
  const first = postAll(20)
  const second = Promise.race(first).then(() => Promise.all(postAll(20)))
  const restarted: Promise<void> = Promise.race(first)
    .then(() => server.kill())
    .then(() => server.restart())
  const verdicts = [...(await Promise.all(first)), ...(await second)]
  for (const start of starts) {
    const own = verdicts.filter((verdict) => verdict.start === start)
    expect(own.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(own.filter(({ status }) => status === 409)).toHaveLength(39)
  }
  await expect.poll(() => listMails(server, 'confirmed')).toHaveLength(5)
  await server.stop()

  const stored = readBookings(server.dataDir)
  const confirmed = verdicts.filter(({ status }) => status === 201)
  expect(stored.map(({ id }) => id).sort()).toEqual(confirmed.map((v) => v.bookingId).sort())
  const written = server.log.filter(({ msg }) => msg === 'mail stored')
  for (const { mail } of written)
    expect(written.filter((line) => line.mail === mail).length).toBeLessThanOrEqual(2)
  await server.dispose()
})

test('On SIGTERM the server answers requests in flight, exits with 0 and preserves the bookings it confirmed', async () => {
  const server = await ServerProcess.start()
  const start = `${getWeekdayAhead(3)}T10:00:00.000Z`
  const results = Promise.allSettled(
    Array.from({ length: 20 }, () => postBooking(server, randomUUID(), start)),
  )
  await expect.poll(() => server.log.some(isAnswer), { intervals: [1] }).toBe(true)
  expect(await server.stop()).toBe(0)
  const answered = (await results).flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  )
  expect(answered.length).toBeGreaterThan(0)
  const confirmed = answered.filter(({ status }) => status === 201)
  expect(readBookings(server.dataDir).map(({ id }) => id)).toEqual(
    confirmed.map((v) => v.bookingId),
  )
  await server.dispose()
})

function isAnswer(line: LogLine): boolean {
  return line.msg === 'request'
}

async function postBooking(server: ServerProcess, key: string, start: string): Promise<PostResult> {
  const response = await postForm(server.url, buildBookingFields({ start }), key)
  const { bookingId } = await response.json()
  return { key, start, status: response.status, bookingId }
}

/** Repeats a request under the same idempotency key until there is an answer, as a device does. */
async function postUntilAnswered(
  server: ServerProcess,
  start: string,
  restarted: () => Promise<unknown>,
): Promise<PostResult> {
  const key = randomUUID()
  try {
    return await postBooking(server, key, start)
  } catch {
    await restarted()
    return postBooking(server, key, start)
  }
}

function listMails(server: ServerProcess, kind: string): string[] {
  const lines = server.log.filter((line) => line.msg === 'mail stored' && line.kind === kind)
  return [...new Set(lines.map(({ mail }) => String(mail)))]
}

function readBookings(dataDir: string): { id: string; status: string }[] {
  const sqlite = new Sqlite(path.join(dataDir, 'lysning.sqlite'), { readonly: true })
  const rows = sqlite.prepare('SELECT id, status FROM booking').all() as {
    id: string
    status: string
  }[]
  sqlite.close()
  return rows
}
