import { expect } from 'vitest'
import type { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import type { StripeDouble } from '#tests/support/payment/stripe-double.ts'
import { postForm } from '#tests/support/server/forms.ts'
import type { LogLine } from '#tests/support/server/server.ts'
import type { ServerGroup } from '#tests/support/server/server-group.ts'
import type { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { toClientRef } from '#tests/support/sync/sync-transports.ts'
import type { SiteLoad } from './site-load.ts'

interface CheckParts {
  group: ServerGroup
  database: PostgresDatabase
  stripe: StripeDouble
  devices: SyncDevice[]
  /** All loads that have finished. */
  loads: SiteLoad[]
}

/** Checks everything that the visitors, guests and devices were told against the database. */
export async function expectNothingLost(parts: CheckParts): Promise<void> {
  await expectBookings(parts)
  await expectRepeatsAnswered(parts)
  await expectPayments(parts)
  await expectReceipts(parts)
  await expectDevicesAgree(parts)
  expectOnlyOutages(parts)
}

/**
 * No server has met an error that it did not expect, and nobody was answered with one: 503 says that the database is
 * away, 502 that the payment provider did not answer in time, which its double does not always do on a busy machine.
 */
function expectOnlyOutages({ group }: CheckParts): void {
  const log = group.servers.flatMap((server) => server.log)
  const isUnexpected = ({ msg, fault }: LogLine) =>
    /^un(caught|handled)/.test(msg) || (msg === 'request failed' && fault === undefined)
  // As text: a report cuts objects short.
  expect(log.filter(isUnexpected).map((line) => JSON.stringify(line))).toEqual([])
  expect(group.statuses.filter((status) => status >= 500 && ![502, 503].includes(status))).toEqual(
    [],
  )
}

/** Every promise is stored, each slot is promised once, and no form is stored twice. */
async function expectBookings({ database, loads }: CheckParts): Promise<void> {
  const posted = loads.flatMap((load) => load.posted)
  const accepted = posted.filter(({ status }) => status === 201)
  const refused = posted.filter(({ status, body }) => status === 409 && body.code === 'taken')
  expect(accepted.length + refused.length).toBe(posted.length)
  const stored = await database.query<{ id: string; starts_at: string; message: string }>(
    'SELECT id, starts_at, message FROM booking ORDER BY id',
  )
  expect(stored.map(({ id }) => id)).toEqual(accepted.map(({ body }) => body.bookingId).sort())
  const starts = new Set(posted.map(({ fields }) => Date.parse(fields.start ?? '')))
  expect(stored.map(({ starts_at }) => Number(starts_at)).sort()).toEqual([...starts].sort())
  const messages = await database.query<{ key: string }>(
    "SELECT data::json->>'message' AS key FROM form_submissions",
  )
  expect(messages.map(({ key }) => key).sort()).toEqual(accepted.map(({ key }) => key).sort())
  const unannounced = await database.count(`booking WHERE status = 'confirmed'
    AND NOT EXISTS (SELECT 1 FROM job WHERE kind = 'mail' AND payload::json->>'bookingId' = booking.id)`)
  expect(unannounced).toBe(0)
}

/** A repeat under the same key gets the same answer, from any server. */
async function expectRepeatsAnswered({ group, loads }: CheckParts): Promise<void> {
  for (const { key, fields, status, body } of loads.flatMap((load) => load.posted)) {
    const repeated = await group.send((url) => postForm(url, fields, key))
    expect(repeated).toEqual({ status, body })
  }
}

async function expectPayments({ database, stripe, loads }: CheckParts): Promise<void> {
  const paid = loads.flatMap((load) => load.paid).sort()
  const settled = await database.query<{ id: string }>(
    "SELECT id FROM booking WHERE status = 'confirmed' AND payment = 'paid' ORDER BY id",
  )
  expect(settled.map(({ id }) => id)).toEqual(paid)
  const charged = [...stripe.state.intents.values()].map(({ metadata }) => metadata.bookingId)
  expect(charged.sort()).toEqual(paid)
  expect(stripe.state.refunds).toEqual([])
  expect(stripe.violations).toEqual([])
}

/** One receipt for each payment, numbered from 1 on without a gap. */
async function expectReceipts({ database, loads }: CheckParts): Promise<void> {
  const receipts = await database.query<{ number: string; booking_id: string }>(
    "SELECT number, booking_id FROM receipt WHERE series = 'real' ORDER BY number",
  )
  expect(receipts.map(({ number }) => Number(number))).toEqual(
    receipts.map((_, index) => index + 1),
  )
  const paid = loads.flatMap((load) => load.paid).sort()
  expect(receipts.map(({ booking_id }) => booking_id).sort()).toEqual(paid)
}

/** No device has anything left to send, each edit is stored once, and all have what the server has. */
export async function expectDevicesAgree({ database, devices, loads }: CheckParts): Promise<void> {
  const [load] = loads
  // The first sync may still send; the second fetches what the others have sent.
  for (const device of [...devices, ...devices]) await load?.syncUntilDone(device)
  for (const device of devices) {
    expect(await device.listUnansweredMids()).toEqual([])
    expect(await device.db.queue.count()).toBe(0)
  }
  const rows = await database.query<{ id: string; data: string; conflicts: string }>(
    "SELECT id, data, conflicts FROM record WHERE coll = 'client' AND deleted = 0",
  )
  const stored = new Map(
    rows.map(({ id, data, conflicts }) => [
      id,
      { data: JSON.parse(data), alternatives: toPairs(conflicts) },
    ]),
  )
  for (const device of devices) {
    expect(await device.readConfirmed()).toEqual(stored)
    const { data } = await device.readView(toClientRef(device.name))
    expect(data.phone).toBe(loads.findLast(({ saved }) => saved.has(device))?.saved.get(device))
  }
  const doubled = await database.query(
    'SELECT device_id, mid FROM mutation_result GROUP BY device_id, mid HAVING count(*) > 1',
  )
  expect(doubled).toEqual([])
  const seqs = await database.query<{ seq: string }>('SELECT seq FROM record')
  expect(new Set(seqs.map(({ seq }) => seq)).size).toBe(rows.length)
}

function toPairs(conflicts: string): unknown[] {
  return (JSON.parse(conflicts) as { cid: string; value: unknown }[]).map(({ cid, value }) => [
    cid,
    value,
  ])
}
