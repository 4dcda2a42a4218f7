import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '#server/db/database.ts'
import { readMail } from '#tests/support/mime.ts'
import { SmtpDouble } from '#tests/support/smtp.ts'
import { bookingRow, openPostOffice, type PostOffice } from './post-office.ts'

const smtp = new SmtpDouble()
let office: PostOffice

beforeEach(async () => {
  smtp.received.length = 0
  smtp.faults.length = 0
  await smtp.start()
  office = openPostOffice({ smtpUrl: smtp.url })
})

afterEach(async () => {
  office.close()
  await smtp.stop()
})

const HOUR = 3_600_000

async function confirm(row = bookingRow()) {
  await office.db.write((tx) => {
    office.booking.confirmed(tx, row)
  })
}

function toGuest() {
  return smtp.received.filter(({ to }) => to.includes('elisabeth@example.com'))
}

function jobs() {
  return office.db.read.all(query.selectFrom('job').selectAll().orderBy('id'))
}

const mails = () => office.db.read.all(query.selectFrom('mail').selectAll())

describe('the mail queue', () => {
  test('sends a confirmed booking to guest and owner once, however often it is asked for', async () => {
    await office.keep(bookingRow())
    await confirm()
    await confirm()
    await office.jobs.drain()
    await office.jobs.drain()
    expect(smtp.received.map(({ to }) => to.join()).sort()).toEqual([
      'elisabeth@example.com',
      'owner@lysning.example',
    ])
    expect(
      mails()
        .map(({ kind, recipient }) => [kind, recipient])
        .sort(),
    ).toEqual([
      ['confirmed', 'elisabeth@example.com'],
      ['owner-new', 'owner@lysning.example'],
    ])
  })

  test('does nothing when a job whose mail is on record runs a second time', async () => {
    await office.keep(bookingRow())
    await confirm()
    await office.jobs.drain()
    await office.db.write((tx) =>
      tx.run(query.updateTable('job').set({ state: 'waiting' }).where('state', '=', 'done')),
    )
    await office.jobs.drain()
    expect(smtp.received).toHaveLength(2)
  })

  test('keeps every mail while the server is down, and sends each once it is back', async () => {
    await office.keep(bookingRow())
    await smtp.stop()
    await confirm()
    await office.jobs.drain()
    expect(jobs().filter(({ state }) => state === 'waiting')).toHaveLength(4)
    await smtp.start()
    office.time.now += HOUR
    await office.jobs.drain()
    expect(smtp.received).toHaveLength(2)
  })

  test('tries again after a refusal that may pass, even a 550 about relaying', async () => {
    await office.keep(bookingRow())
    smtp.faults.push(
      { code: 451, words: '4.7.1 greylisted' },
      { code: 550, words: '5.7.1 relaying denied' },
    )
    await confirm()
    await office.jobs.drain()
    office.time.now += HOUR
    await office.jobs.drain()
    expect(smtp.received).toHaveLength(2)
  })

  test('gives up on an address that the server says does not exist, and on it alone', async () => {
    await office.keep(bookingRow())
    await office.db.write((tx) => {
      office.booking.confirmed(tx, bookingRow())
    })
    smtp.faults.push({ code: 550, words: '5.1.1 no such user' })
    await office.jobs.drain()
    const states = jobs()
      .slice(0, 2)
      .map(({ state }) => state)
    expect(states.sort()).toEqual(['done', 'failed'])
  })

  test('a repeat after a lost answer carries the Message-ID of the first try', async () => {
    await office.keep(bookingRow())
    smtp.faults.push('act and drop')
    await confirm()
    await office.jobs.drain()
    office.time.now += HOUR
    await office.jobs.drain()
    const ids = smtp.received.map(({ raw }) => readMail(raw).headers.get('message-id'))
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(2)
  })

  test('sends the room’s link once, when it came after a mail that said it follows', async () => {
    await office.keep(bookingRow())
    await confirm()
    await office.jobs.drain()
    await office.setMeetingUrl(bookingRow().id, 'https://video.example/room?t=pass')
    await office.setMeetingUrl(bookingRow().id, 'https://video.example/room?t=pass')
    await office.jobs.drain()
    const subjects = toGuest().map(({ raw }) => readMail(raw).headers.get('subject'))
    expect(subjects).toHaveLength(2)
    expect(subjects[1]).toMatch(/^Your video link/)
    expect(readMail(toGuest()[1]?.raw ?? '').text).toContain('https://video.example/room?t=pass')
  })

  test('misses no link that comes between the writing and the sending of the confirmation', async () => {
    office.close()
    office = openPostOffice({
      smtpUrl: smtp.url,
      ensureMeeting: async (id) => {
        await office.setMeetingUrl(id, 'https://video.example/room')
        return null
      },
    })
    await office.keep(bookingRow())
    await confirm()
    await office.jobs.drain()
    const texts = toGuest().map(({ raw }) => readMail(raw).text)
    expect(texts).toHaveLength(2)
    expect(texts[0]).toContain('We will send the link in a separate email.')
    expect(texts[1]).toContain('https://video.example/room')
  })

  test('log lines name mails by number and kind, never a person', async () => {
    const lines: string[] = []
    office.close()
    office = openPostOffice({ smtpUrl: smtp.url, log: (line) => lines.push(line) })
    await office.keep(bookingRow())
    smtp.faults.push({ code: 451, words: 'elisabeth@example.com is busy' })
    await confirm()
    await office.jobs.drain()
    expect(lines.join('')).toMatch(/"mail":"\d{6}-(confirmed|owner-new)"/)
    expect(lines.join('')).not.toMatch(/example\.com|Elisabeth|Sørbø/)
  })
})
