import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Booking, findBooking } from '#server/booking/store.ts'
import { issueCreditNotes } from '#server/payment/credit-notes.ts'
import { issueReceipt } from '#server/payment/receipts.ts'
import { findRefund, insertIntent, insertRefund, updateRefund } from '#server/payment/store.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { getSeller } from '#shared/payment/seller.ts'
import { readDashboard } from '#tests/support/desk/dashboard.ts'
import { buildIntent, buildRefund } from '#tests/support/payment/money-rows.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite, TODAY } from '#tests/support/server/site.ts'

const DAY = 86_400_000
const REFUND = 'refund-of-the-tests'
const SETTLED_BY = 'Bank transfer, 24 November'

let site: Site
let owner: string
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

type State = 'waiting' | 'failed' | 'done'

/** Makes a paid booking that was cancelled, with its refund in this state; returns its id. */
async function createRefundedBooking(state: State, { credited = false } = {}): Promise<string> {
  owner = await site.signInOwner()
  const fields = { service_type: 'business_consultancy', destinations: '' }
  const { bookingId: id } = await (await site.post(buildBookingFields(fields))).json()
  await site.db.write(async (tx) => {
    const change = { status: 'cancelled', payment: 'paid', hold_expires_at: null, demo: 0 } as const
    await tx.updateTable('booking').set(change).where('id', '=', id).execute()
    const booking = (await findBooking(tx, id)) as Booking
    const { amount } = booking
    await insertIntent(tx, buildIntent({ booking_id: id, amount }))
    await issueReceipt(tx, { booking, seller: getSeller() }, TODAY)
    const refund = buildRefund({ id: REFUND, booking_id: id, amount, state })
    await insertRefund(tx, credited ? { ...refund, state: 'done' } : refund)
    if (!credited) return
    await issueCreditNotes(tx, booking, TODAY)
    await updateRefund(tx, REFUND, { state })
  })
  return id
}

const fetchBooking = async (id: string): Promise<DeskBooking> => {
  const list: DeskBooking[] = await (await site.get('/functions/get-bookings', owner)).json()
  return list.find((one) => one.id === id) as DeskBooking
}

async function markSettled(id: string, seen?: string) {
  const request = {
    id,
    refundId: REFUND,
    text: SETTLED_BY,
    expectedVersion: seen ?? (await fetchBooking(id)).version,
  }
  return site.call('settle-refund', request, owner)
}

const fetchAudit = async () =>
  (await (await site.get('/functions/gdpr-audit?userId=default-user', owner)).json()) as unknown[]
const readCreditNotes = () =>
  site.db.read
    .selectFrom('receipt')
    .select(['amount', 'issued_at'])
    .where('kind', '=', 'credit_note')
    .execute()

describe('A failed refund', () => {
  it('can be marked as refunded another way once, with credit note and log entry', async () => {
    const id = await createRefundedBooking('failed')
    const { version, failedRefunds, amount } = await fetchBooking(id)
    expect(failedRefunds).toMatchObject([{ id: REFUND, amount }])
    expect((await readDashboard(site)).refunds).toMatchObject([{ id: REFUND, state: 'failed' }])
    site.time.now = TODAY + 3 * DAY
    owner = await site.signInOwner()
    const settled = await markSettled(id, version)
    expect(settled.status).toBe(200)
    const after: DeskBooking = await settled.json()
    expect(after).toMatchObject({ payment: 'refunded', refunded: amount, failedRefunds: [] })
    const entries = after.history.map(({ kind, text }) => `${kind} ${text}`)
    expect(entries).toContain(`note ${SETTLED_BY}`)
    expect(entries).toContain('money Refund of NOK\u00a01,500 refunded in another way')
    expect(await readCreditNotes()).toEqual([
      { amount: -Number(amount), issued_at: TODAY + 3 * DAY },
    ])
    expect((await readDashboard(site)).refunds).toEqual([])
    expect(await fetchAudit()).toMatchObject([{ action: 'Refund' }])

    const again = await markSettled(id)
    expect([again.status, (await again.json()).code]).toEqual([409, 'state'])
    expect((await markSettled(id, version)).status).toBe(409)
    expect(await readCreditNotes()).toHaveLength(1)
    expect(await fetchAudit()).toHaveLength(1)
  })

  it('that already has a credit note does not get a second one', async () => {
    const id = await createRefundedBooking('failed', { credited: true })
    expect((await markSettled(id)).status).toBe(200)
    expect(await readCreditNotes()).toHaveLength(1)
  })

  it.each(['waiting', 'done'] as const)(
    'is the only kind that can be marked: a refund that is %s is refused',
    async (state) => {
      const id = await createRefundedBooking(state)
      expect((await fetchBooking(id)).failedRefunds).toEqual([])
      const refused = await markSettled(id)
      expect([refused.status, (await refused.json()).code]).toEqual([409, 'state'])
      expect((await findRefund(site.db.read, REFUND))?.state).toBe(state)
      expect(await fetchAudit()).toEqual([])
    },
  )

  it('of one booking cannot be marked through another booking', async () => {
    await createRefundedBooking('failed')
    const other = await (
      await site.post(buildBookingFields({ start: '2026-11-24T13:00:00.000Z' }))
    ).json()
    expect((await markSettled(other.bookingId)).status).toBe(409)
    expect((await findRefund(site.db.read, REFUND))?.state).toBe('failed')
  })
})
