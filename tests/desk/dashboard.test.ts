import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findAllFailingJobs, insertJob } from '#server/jobs/store.ts'
import { writeServerEdits } from '#server/sync/server-edits.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { readDashboard } from '#tests/support/desk/dashboard.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite, TODAY } from '#tests/support/server/site.ts'

// Ids have gaps where writes are run twice.
beforeAll(() => vi.stubEnv('REPEAT_WRITES', ''))
afterAll(() => vi.unstubAllEnvs())

const smtp = new SmtpDouble()
let site: Site
let owner: string

beforeEach(async () => {
  smtp.received.length = 0
  smtp.faults.length = 0
  await smtp.start()
  site = await startSite({ SMTP_URL: smtp.url, MAIL_FROM: 'hello@lysning.example' })
  owner = await site.signInOwner()
})

afterEach(async () => {
  await site.close()
  await smtp.stop()
})

async function createBooking(over: Record<string, string> = {}): Promise<string> {
  return (await (await site.post(buildBookingFields(over))).json()).bookingId
}

const rejectedAnswer = { code: 550, text: '5.1.1 no such mailbox' }

it('The dashboard shows this week and the next with their open hours and calls', async () => {
  const id = await createBooking()
  const dashboard = await readDashboard(site)
  expect(dashboard.timeZone).toBe('Europe/Oslo')
  expect(dashboard.days.map(({ date }) => date)).toHaveLength(14)
  expect(dashboard.days[0]).toEqual({
    date: '2026-11-16',
    openHours: [{ start: '2026-11-16T08:00:00.000Z', end: '2026-11-16T16:00:00.000Z' }],
  })
  expect(dashboard.days[5]).toEqual({ date: '2026-11-21', openHours: [] })
  expect(dashboard.calls).toMatchObject([{ id, status: 'confirmed', clientPhone: '+47 41209877' }])
  expect(dashboard).toMatchObject({ mails: [], refunds: [], tasks: [{ reason: 'link' }] })
})

it('The dashboard lists everyone who sent a form in the last two weeks once, by their latest form', async () => {
  await createBooking({ email: 'kenji@example.com', first_name: 'Kenji', last_name: 'Arai' })
  site.time.now += 8 * 86_400_000
  await createBooking({ start: '2026-12-03T09:00:00Z' })
  await site.post(buildContactFields({ email: 'Elisabeth@example.com ' }))
  const { senders } = await readDashboard(site)
  expect(senders).toEqual([
    {
      id: 3,
      form: 'contact',
      name: 'Elisabeth Sørbø',
      email: 'Elisabeth@example.com',
      phone: '',
      sentAt: '2026-11-29T12:00:00.000Z',
    },
    expect.objectContaining({ id: 1, form: 'booking', name: 'Kenji Arai' }),
  ])
  site.time.now += 7 * 86_400_000
  expect((await readDashboard(site)).senders.map(({ id }) => id)).toEqual([3])
})

it.each(['answeredAt', 'putAsideAt'] as const)(
  'The dashboard offers nobody as a client whose only message is marked, and lets it wait no longer: %s',
  async (name) => {
    await site.post(buildContactFields({ email: 'prizes@example.com' }))
    const {
      senders: [sender],
      messages: before,
    } = await readDashboard(site)
    expect(before).toMatchObject({ counts: { contact: 1, inquiry: 0 }, unreadCount: 1 })
    expect(before.latest?.id).toBe(sender?.id)
    const { now } = site.time
    const mark = { coll: 'submission-mark' as const, id: toMarkId(1, now), set: { [name]: now } }
    await site.db.write((tx) => writeServerEdits(tx, [mark], { now, deviceName: '' }))
    const { senders, messages } = await readDashboard(site)
    expect(senders).toEqual([])
    expect(messages.latest).toBeUndefined()
  },
)

it('The dashboard omits cancelled bookings, and lists a call that clashes with the owner’s calendar', async () => {
  const id = await createBooking()
  const start = Date.parse('2026-11-24T09:15:00Z')
  await site.db.write((tx) =>
    tx
      .insertInto('busy_time')
      .values({ source: 'feed', starts_at: start, ends_at: start + 3_600_000 })
      .execute(),
  )
  const dashboard = await readDashboard(site)
  expect(dashboard.tasks.filter(({ reason }) => reason !== 'link')).toMatchObject([
    { booking: { id, start: '2026-11-24T09:00:00.000Z' }, reason: 'clash' },
  ])
  expect(dashboard.busy).toEqual([
    { start: '2026-11-24T09:15:00.000Z', end: '2026-11-24T10:15:00.000Z' },
  ])
  await site.db.write((tx) =>
    tx.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', id).execute(),
  )
  const after = await readDashboard(site)
  expect(after.calls).toEqual([])
  expect(after.tasks).toEqual([])
})

it('The dashboard lists an email whose address was refused, and resends it only once', async () => {
  smtp.faults.push(rejectedAnswer, rejectedAnswer)
  const id = await createBooking()
  await site.drain()
  const { mails } = await readDashboard(site)
  const mine = mails.find(({ mail }) => mail === 'confirmed')
  expect(mine).toMatchObject({ bookingId: id, clientName: 'Elisabeth Sørbø', isGivenUp: true })
  expect(mails).toHaveLength(2)
  const state = await (await site.get('/functions/get-site-state', owner)).json()
  expect(state.mail).toMatchObject({ delivers: true, sentToday: 0 })
  const all = await (await site.get('/functions/get-failing-jobs', owner)).json()
  expect(all).toEqual(mails.map(({ clientName: _name, ...job }) => job))
  const again = { id: mine?.id ?? 0 }
  const answers = await Promise.all([
    site.call('resend-mail', again, owner),
    site.call('resend-mail', again, owner),
  ])
  for (const answer of answers) expect(await answer.json()).toEqual({ sent: true, error: null })
  await site.call('resend-mail', again, owner)
  const delivered = smtp.received.filter(({ to }) => to.includes('elisabeth@example.com'))
  expect(delivered).toHaveLength(1)
  expect((await readDashboard(site)).mails.map(({ mail }) => mail)).toEqual(['owner-new'])
})

it('A failed resend returns the reason, and the email stays listed', async () => {
  smtp.faults.push(rejectedAnswer, rejectedAnswer, rejectedAnswer)
  await createBooking()
  await site.drain()
  const [mail] = (await readDashboard(site)).mails
  const answer = await site.call('resend-mail', { id: mail?.id }, owner)
  expect(await answer.json()).toMatchObject({ sent: false, error: expect.stringMatching(/./) })
  expect((await readDashboard(site)).mails).toHaveLength(2)
})

it('Only emails can be resent, and only by the owner', async () => {
  await site.db.write(async (tx) => {
    await insertJob(tx, { kind: 'room', dedupeKey: 'a', payload: {}, runAt: TODAY }, TODAY)
    await tx.updateTable('job').set({ state: 'failed' }).execute()
  })
  const [room] = await findAllFailingJobs(site.db.read)
  expect((await site.call('resend-mail', { id: room?.id }, owner)).status).toBe(404)
  expect(await findAllFailingJobs(site.db.read)).toMatchObject([{ state: 'failed' }])
  expect((await site.call('resend-mail', { id: 1 })).status).toBe(401)
  expect((await site.get('/functions/get-site-state')).status).toBe(401)
  expect((await site.get('/functions/get-failing-jobs')).status).toBe(401)
  expect((await readDashboard(site)).failedRooms).toBe(1)
})
