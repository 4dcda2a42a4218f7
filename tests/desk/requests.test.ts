import { afterEach, beforeEach, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { insertJob, troubledJobs } from '#server/jobs/store.ts'
import { Dashboard, type Dashboard as Shown } from '#shared/desk/api.ts'
import { parse } from '#shared/lib/result.ts'
import { contactFields } from '#tests/contact/messages.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { type Site, startSite, TODAY } from '#tests/support/site.ts'
import { SmtpDouble } from '#tests/support/smtp.ts'

const smtp = new SmtpDouble()
let site: Site
let owner: string

beforeEach(async () => {
  smtp.received.length = 0
  smtp.faults.length = 0
  await smtp.start()
  site = await startSite({ SMTP_URL: smtp.url, MAIL_FROM: 'hello@lysning.example' })
  owner = await site.owner()
})

afterEach(async () => {
  await site.close()
  await smtp.stop()
})

const look = async (): Promise<Shown> => (await site.get('/functions/get-dashboard', owner)).json()

async function book(over: Record<string, string> = {}): Promise<string> {
  return (await (await site.post(bookingFields(over))).json()).bookingId
}

const refused = { code: 550, words: '5.1.1 no such mailbox' }

it('shows this week and the next with their open hours, and the calls that are in them', async () => {
  const id = await book()
  const shown = await look()
  expect(parse(Dashboard, shown).ok).toBe(true)
  expect(shown.timeZone).toBe('Europe/Oslo')
  expect(shown.days.map(({ date }) => date)).toHaveLength(14)
  expect(shown.days[0]).toEqual({
    date: '2026-11-16',
    open: [{ start: '2026-11-16T08:00:00.000Z', end: '2026-11-16T16:00:00.000Z' }],
  })
  expect(shown.days[5]).toEqual({ date: '2026-11-21', open: [] })
  expect(shown.calls).toEqual([
    {
      id,
      start: '2026-11-24T09:00:00.000Z',
      end: '2026-11-24T09:30:00.000Z',
      status: 'confirmed',
      payment: 'none',
      serviceType: 'initial-consultation',
      clientName: 'Elisabeth Sørbø',
      timezone: expect.any(String),
      place: 'link',
      meetingUrl: null,
      address: '',
      phone: '+47 41209877',
    },
  ])
  expect(shown.waiting).toMatchObject({ mails: [], refunds: [], bookings: [{ why: 'link' }] })
})

it('names whoever sent a form in the last two weeks, each once, by the last they sent', async () => {
  await book({ email: 'kenji@example.com', first_name: 'Kenji', last_name: 'Arai' })
  site.time.now += 8 * 86_400_000
  await book({ start: '2026-12-03T09:00:00Z' })
  await site.post(contactFields({ email: 'Elisabeth@example.com ' }))
  const { senders } = await look()
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
  expect((await look()).senders.map(({ id }) => id)).toEqual([3])
})

it('leaves out what was cancelled, and names a call that the owner’s calendar crosses', async () => {
  const id = await book()
  const start = Date.parse('2026-11-24T09:15:00Z')
  await site.db.write((tx) =>
    tx.run(
      query
        .insertInto('busy_time')
        .values({ source: 'feed', starts_at: start, ends_at: start + 3_600_000 }),
    ),
  )
  const shown = await look()
  expect(shown.waiting.bookings.filter(({ why }) => why !== 'link')).toEqual([
    { id, clientName: 'Elisabeth Sørbø', start: '2026-11-24T09:00:00.000Z', why: 'clash' },
  ])
  expect(shown.busy).toEqual([
    { start: '2026-11-24T09:15:00.000Z', end: '2026-11-24T10:15:00.000Z' },
  ])
  await site.db.write((tx) =>
    tx.run(query.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', id)),
  )
  const after = await look()
  expect(after.calls).toEqual([])
  expect(after.waiting.bookings).toEqual([])
})

it('names a mail whose address was refused, and sends it again once', async () => {
  smtp.faults.push(refused, refused)
  const id = await book()
  await site.drain()
  const { waiting, connections } = await look()
  const mine = waiting.mails.find(({ kind }) => kind === 'confirmed')
  expect(mine).toMatchObject({ bookingId: id, clientName: 'Elisabeth Sørbø', final: true })
  expect(connections.mail).toMatchObject({ delivers: true, sentToday: 0, troubledToday: 2 })
  const again = { id: mine?.id ?? 0 }
  const answers = await Promise.all([
    site.call('send-mail-again', again, owner),
    site.call('send-mail-again', again, owner),
  ])
  for (const answer of answers) expect(await answer.json()).toEqual({ sent: true, error: null })
  await site.call('send-mail-again', again, owner)
  const gone = smtp.received.filter(({ to }) => to.includes('elisabeth@example.com'))
  expect(gone).toHaveLength(1)
  expect((await look()).waiting.mails.map(({ kind }) => kind)).toEqual(['owner-new'])
})

it('tells why a mail could not be sent again, and keeps it waiting', async () => {
  smtp.faults.push(refused, refused, refused)
  await book()
  await site.drain()
  const [mail] = (await look()).waiting.mails
  const answer = await site.call('send-mail-again', { id: mail?.id }, owner)
  expect(await answer.json()).toMatchObject({ sent: false, error: expect.stringMatching(/./) })
  expect((await look()).waiting.mails).toHaveLength(2)
})

it('sends again nothing but mails, and only for the owner', async () => {
  await site.db.write((tx) => {
    insertJob(tx, { kind: 'room', dedupe: 'a', payload: {}, runAt: TODAY }, TODAY)
    tx.run(query.updateTable('job').set({ state: 'failed' }))
  })
  const [room] = troubledJobs(site.db.read, 'room')
  expect((await site.call('send-mail-again', { id: room?.id }, owner)).status).toBe(404)
  expect(troubledJobs(site.db.read, 'room')).toMatchObject([{ state: 'failed' }])
  expect((await site.call('send-mail-again', { id: 1 })).status).toBe(401)
  expect((await site.get('/functions/get-dashboard')).status).toBe(401)
  expect((await look()).connections.video).toEqual({ configured: false, troubledRooms: 1 })
})
