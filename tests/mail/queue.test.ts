import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseMail } from '#tests/support/mail/mail-parser.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'
import { bookingRow, type MailHarness, openMailHarness } from './mail-harness.ts'

const smtp = new SmtpDouble()
let office: MailHarness

beforeEach(async () => {
  smtp.received.length = 0
  smtp.faults.length = 0
  await smtp.start()
  office = await openMailHarness({ smtpUrl: smtp.url })
})

afterEach(async () => {
  await office.close()
  await smtp.stop()
})

const HOUR = 3_600_000

async function confirm(row = bookingRow()) {
  await office.db.write(async (tx) => {
    await office.booking.onConfirmed(tx, row)
  })
}

function listGuestMails() {
  return smtp.received.filter(({ to }) => to.includes('elisabeth@example.com'))
}

function readJobs() {
  return office.db.read.selectFrom('job').selectAll().orderBy('id').execute()
}

const readMails = () => office.db.read.selectFrom('mail').selectAll().execute()

describe('The mail queue', () => {
  test('sends a confirmed booking to guest and owner once, however often it is queued', async () => {
    await office.keep(bookingRow())
    await confirm()
    await confirm()
    await office.jobs.drain()
    await office.jobs.drain()
    expect(smtp.received.map(({ to }) => to.join()).sort()).toEqual([
      'elisabeth@example.com',
      'owner@lysning.example',
    ])
    expect((await readMails()).map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual([
      ['confirmed', 'elisabeth@example.com'],
      ['owner-new', 'owner@lysning.example'],
    ])
  })

  test('sends nothing if a job whose email is already recorded runs again', async () => {
    await office.keep(bookingRow())
    await confirm()
    await office.jobs.drain()
    await office.db.write((tx) =>
      tx.updateTable('job').set({ state: 'waiting' }).where('state', '=', 'done').execute(),
    )
    await office.jobs.drain()
    expect(smtp.received).toHaveLength(2)
  })

  test('stores every email while the mail server is down, and sends each one when it is back', async () => {
    await office.keep(bookingRow())
    await smtp.stop()
    await confirm()
    await office.jobs.drain()
    expect((await readJobs()).filter(({ state }) => state === 'waiting')).toHaveLength(4)
    await smtp.start()
    office.time.now += HOUR
    await office.jobs.drain()
    expect(smtp.received).toHaveLength(2)
  })

  test('retries after an SMTP error that may be temporary, even a 550 about relaying', async () => {
    await office.keep(bookingRow())
    smtp.faults.push(
      { code: 451, text: '4.7.1 greylisted' },
      { code: 550, text: '5.7.1 relaying denied' },
    )
    await confirm()
    await office.jobs.drain()
    office.time.now += HOUR
    await office.jobs.drain()
    expect(smtp.received).toHaveLength(2)
  })

  test('gives up on an address that the mail server reports as unknown, and only on that one', async () => {
    await office.keep(bookingRow())
    await office.db.write(async (tx) => {
      await office.booking.onConfirmed(tx, bookingRow())
    })
    smtp.faults.push({ code: 550, text: '5.1.1 no such user' })
    await office.jobs.drain()
    const states = (await readJobs()).slice(0, 2).map(({ state }) => state)
    expect(states.sort()).toEqual(['done', 'failed'])
  })

  test('sends a retry after a lost response with the Message-ID of the first attempt', async () => {
    await office.keep(bookingRow())
    smtp.faults.push('act and drop')
    await confirm()
    await office.jobs.drain()
    office.time.now += HOUR
    await office.jobs.drain()
    const ids = smtp.received.map(({ raw }) => parseMail(raw).headers.get('message-id'))
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(2)
  })

  test('sends the video link once if it was created after an email that announced it', async () => {
    await office.keep(bookingRow())
    await confirm()
    await office.jobs.drain()
    await office.setMeetingUrl(bookingRow().id, 'https://video.example/room?t=pass')
    await office.setMeetingUrl(bookingRow().id, 'https://video.example/room?t=pass')
    await office.jobs.drain()
    const subjects = listGuestMails().map(({ raw }) => parseMail(raw).headers.get('subject'))
    expect(subjects).toHaveLength(2)
    expect(subjects[1]).toMatch(/^Your video link/)
    expect(parseMail(listGuestMails()[1]?.raw ?? '').text).toContain(
      'https://video.example/room?t=pass',
    )
  })

  test('sends a video link that is created between the writing and the sending of the confirmation', async () => {
    await office.close()
    // The owner's email asks for the link, too: both are being written when it is created.
    let create = (_id: string) => {}
    const created = new Promise<string>((resolve) => {
      create = resolve
    }).then((id) => office.setMeetingUrl(id, 'https://video.example/room'))
    let asked = 0
    office = await openMailHarness({
      smtpUrl: smtp.url,
      ensureMeeting: async (id) => {
        asked += 1
        if (asked === 2) create(id)
        await created
        return null
      },
    })
    await office.keep(bookingRow())
    await confirm()
    await office.jobs.drain()
    const texts = listGuestMails().map(({ raw }) => parseMail(raw).text)
    expect(texts).toHaveLength(2)
    expect(texts[0]).toContain('I will send the link in a separate email.')
    expect(texts[1]).toContain('https://video.example/room')
  })

  test('logs emails by number and kind, and never names a person', async () => {
    const lines: string[] = []
    await office.close()
    office = await openMailHarness({ smtpUrl: smtp.url, log: (line) => lines.push(line) })
    await office.keep(bookingRow())
    smtp.faults.push({ code: 451, text: 'elisabeth@example.com is busy' })
    await confirm()
    await office.jobs.drain()
    expect(lines.join('')).toMatch(/"mail":"\d{6}-(confirmed|owner-new)"/)
    expect(lines.join('')).not.toMatch(/example\.com|Elisabeth|Sørbø/)
  })
})
