import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '#server/db/database.ts'
import { markRead } from '#server/submissions/commands.ts'
import { formsFile, readForms } from '#server/submissions/queries.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { contactFields } from '#tests/contact/messages.ts'
import { inquiryFields } from '#tests/inquiry/answers.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { csvRows, readCsv } from '#tests/support/read-csv.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const parts = () => ({ db: site.db, ownerZone: () => 'Europe/Oslo', clock: () => site.time.now })
const groups = () => readForms(parts())
const fileOf = (name: FormName) => [...formsFile(site.db.read, name)].join('')
const group = (name: string) => {
  const found = groups().find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

describe('the groups', () => {
  test('hold what the site’s own forms sent, each in its own, the latest first', async () => {
    const posted = await site.post(bookingFields())
    const { bookingId } = await posted.json()
    await site.post(contactFields({ message: 'The first' }))
    await site.post(contactFields({ message: 'The second' }))
    await site.post(inquiryFields())
    expect(groups().map(({ name, total, unread }) => [name, total, unread])).toEqual([
      ['booking', 1, 1],
      ['contact', 2, 2],
      ['inquiry', 1, 1],
    ])
    expect(group('booking').submissions).toMatchObject([
      {
        booking_id: bookingId,
        created_at: new Date(site.time.now).toISOString(),
        read: false,
        data: {
          first_name: 'Elisabeth',
          last_name: 'Sørbø',
          email: 'elisabeth@example.com',
          phone: '+47 41209877',
          service_type: 'initial_consultation',
          date: '2026-11-24',
          time: '10:00',
          timezone: 'Europe/Oslo',
          destinations: 'Norway,Iceland',
          other_destination: '',
          message: 'We would like to see the light in February.',
        },
      },
    ])
    expect(group('contact').submissions.map(({ data }) => data.message)).toEqual([
      'The second',
      'The first',
    ])
    expect(group('inquiry').submissions[0]?.data).toMatchObject({
      allergies_detail: 'Shellfish',
      'travelers.1.first_name': 'Ida',
    })
  })

  test('hold no field that its form does not have', async () => {
    await site.post(bookingFields({ evil_column: '=1+1' }))
    expect(group('booking').submissions[0]?.data).not.toHaveProperty('evil_column')
    expect(fileOf('booking')).not.toContain('evil')
  })

  test('show the latest hundred, and say how many there are', async () => {
    await site.db.write((tx) => {
      for (let index = 0; index < 502; index += 1)
        tx.run(
          query.insertInto('form_submissions').values({
            form_type: 'contact',
            user_id: null,
            booking_id: null,
            data: JSON.stringify({ message: `Message ${index}` }),
            created_at: index,
          }),
        )
    })
    const { total, submissions } = group('contact')
    expect(total).toBe(502)
    expect(submissions).toHaveLength(100)
    expect(submissions[0]?.data.message).toBe('Message 501')
    expect(csvRows(fileOf('contact'))).toHaveLength(502)
  })
})

describe('a read mark', () => {
  const mark = (id: number, read: boolean) => markRead(parts(), { id, read })

  test('is set and taken back, however often, and counts', async () => {
    await site.post(contactFields())
    const id = group('contact').submissions[0]?.id ?? 0
    await Promise.all([mark(id, true), mark(id, true)])
    expect(group('contact')).toMatchObject({ unread: 0, submissions: [{ read: true }] })
    await mark(id, false)
    await mark(id, false)
    expect(group('contact')).toMatchObject({ unread: 1, submissions: [{ read: false }] })
  })

  test('is refused for what is not there, and goes with what is erased', async () => {
    expect(await mark(7, true)).toMatchObject({ ok: false, status: 404 })
    await site.post(contactFields())
    const id = group('contact').submissions[0]?.id ?? 0
    await mark(id, true)
    await site.db.write((tx) => tx.run(query.deleteFrom('form_submissions')))
    expect(site.db.read.all(query.selectFrom('form_read').selectAll())).toEqual([])
    expect(group('contact')).toMatchObject({ total: 0, unread: 0 })
  })

  test('leaves the counts right when some are read and some are erased', async () => {
    for (let count = 0; count < 4; count++) await site.post(contactFields())
    const ids = group('contact').submissions.map(({ id }) => id)
    for (const id of ids.slice(0, 2)) await mark(id, true)
    const [read = 0, , unread = 0] = ids
    await site.db.write((tx) =>
      tx.run(query.deleteFrom('form_submissions').where('id', 'in', [read, unread])),
    )
    expect(group('contact')).toMatchObject({ total: 2, unread: 1 })
  })
})

describe('the file', () => {
  test('has every submission of its form and all its fields, the oldest first', async () => {
    await site.post(contactFields({ message: 'One\nwith "quotes", commas; and lines' }))
    await site.post(contactFields({ first_name: 'Åse', newsletter: 'on' }))
    const rows = csvRows(fileOf('contact'))
    expect(rows).toMatchObject([
      { id: '1', message: 'One\nwith "quotes", commas; and lines' },
      { first_name: 'Åse', newsletter: 'on', created_at: new Date(site.time.now).toISOString() },
    ])
  })

  test('of inquiries has columns for the largest party, and no more', async () => {
    await site.post(inquiryFields())
    const [columns = []] = readCsv(fileOf('inquiry'))
    expect(columns.filter((name) => name.startsWith('travelers.'))).toHaveLength(6)
    expect(columns).toContain('departure_date')
  })

  test('runs nothing that was posted, in whatever field', async () => {
    const bait = '=HYPERLINK("http://evil.example";"Click")'
    await site.post(contactFields({ first_name: bait, last_name: '＝1+1', message: `a\n${bait}` }))
    const [row] = csvRows(fileOf('contact'))
    expect(row).toMatchObject({
      first_name: `'${bait}`,
      last_name: "'＝1+1",
      message: `a\n'${bait}`,
    })
  })
})
