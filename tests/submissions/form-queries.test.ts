import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteSubmissions } from '#server/db/privacy/erasure.ts'
import { formatFormsCsv, readForms } from '#server/submissions/queries.ts'
import { writeServerEdits } from '#server/sync/server-edits.ts'
import type { FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import type { SubmissionMarks } from '#shared/submissions/marks.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { buildInquiryFields } from '#tests/inquiry/inquiry-fields.ts'
import { parseCsv, parseCsvRows } from '#tests/support/lib/csv-parser.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

// Ids have gaps where writes are run twice.
beforeAll(() => vi.stubEnv('REPEAT_WRITES', ''))
afterAll(() => vi.unstubAllEnvs())

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const formsParts = () => ({
  db: site.db,
  readOwnerZone: async () => 'Europe/Oslo',
  clock: () => site.time.now,
})
const readGroups = () => readForms(formsParts())
const exportFile = (name: FormName) => text(formatFormsCsv(site.db.read, name))
const readGroup = async (name: string) => {
  const found = (await readGroups()).find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

describe('The form groups', () => {
  test('contain what the site’s own forms sent, one group per form, newest first', async () => {
    const posted = await site.post(buildBookingFields())
    const { bookingId } = await posted.json()
    await site.post(buildContactFields({ message: 'The first' }))
    await site.post(buildContactFields({ message: 'The second' }))
    await site.post(buildInquiryFields())
    expect((await readGroups()).map(({ name, total }) => [name, total])).toEqual([
      ['booking', 1],
      ['contact', 2],
      ['inquiry', 1],
    ])
    expect((await readGroup('booking')).submissions).toMatchObject([
      {
        booking_id: bookingId,
        created_at: new Date(site.time.now).toISOString(),
        readAt: null,
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
    expect((await readGroup('contact')).submissions.map(({ data }) => data.message)).toEqual([
      'The second',
      'The first',
    ])
    expect((await readGroup('inquiry')).submissions[0]?.data).toMatchObject({
      allergies_detail: 'Shellfish',
      'travelers.1.first_name': 'Ida',
    })
  })

  test('say what a message is about, as the exported file does in the words of the desk', async () => {
    await site.post(buildContactFields({ subject: 'house' }))
    await site.post(buildContactFields())
    const { submissions } = await readGroup('contact')
    expect(submissions.map(({ data }) => data.subject)).toEqual([undefined, 'house'])
    expect(parseCsvRows(await exportFile('contact')).map(({ subject }) => subject)).toEqual([
      'A house',
      '',
    ])
  })

  test('contain no field that their form does not have', async () => {
    await site.post(buildBookingFields({ evil_column: '=1+1' }))
    expect((await readGroup('booking')).submissions[0]?.data).not.toHaveProperty('evil_column')
    expect(await exportFile('booking')).not.toContain('evil')
  })

  test('show the latest hundred submissions and the total number', async () => {
    await site.db.write(async (tx) => {
      for (let index = 0; index < 502; index += 1)
        await tx
          .insertInto('form_submissions')
          .values({
            form_type: 'contact',
            user_id: null,
            booking_id: null,
            data: JSON.stringify({ message: `Message ${index}` }),
            created_at: index,
          })
          .execute()
    })
    const { total, submissions } = await readGroup('contact')
    expect(total).toBe(502)
    expect(submissions).toHaveLength(100)
    expect(submissions[0]?.data.message).toBe('Message 501')
    expect(parseCsvRows(await exportFile('contact'))).toHaveLength(502)
  })
})

describe('A mark', () => {
  const setMarks = ({ id, created_at }: FormSubmission, set: Partial<SubmissionMarks>) =>
    site.db.write((tx) =>
      writeServerEdits(
        tx,
        [
          {
            coll: 'submission-mark',
            id: toMarkId(id, Date.parse(created_at)),
            set: { ...set },
          },
        ],
        { now: site.time.now, deviceName: '' },
      ),
    )
  const mark = (submission: FormSubmission, readAt: number | null) =>
    setMarks(submission, { readAt })
  const getFirst = async () => {
    const [first] = (await readGroup('contact')).submissions
    if (!first) throw new Error('There is no submission')
    return first
  }

  test('can be set and removed, and is of one submission only', async () => {
    await site.post(buildContactFields())
    await site.post(buildContactFields())
    await mark(await getFirst(), 3)
    const isRead = async () => (await readGroup('contact')).submissions.map(({ readAt }) => readAt)
    expect(await isRead()).toEqual([3, null])
    await mark(await getFirst(), null)
    expect(await isRead()).toEqual([null, null])
  })

  test('says when a submission was answered and put aside', async () => {
    await site.post(buildContactFields())
    expect(await getFirst()).toMatchObject({ readAt: null, answeredAt: null, putAsideAt: null })
    await setMarks(await getFirst(), { answeredAt: 5 })
    await setMarks(await getFirst(), { putAsideAt: 7 })
    expect(await getFirst()).toMatchObject({ readAt: null, answeredAt: 5, putAsideAt: 7 })
  })

  test('is erased with its submission, and is not that of another with the same number', async () => {
    await site.post(buildContactFields())
    const first = await getFirst()
    await mark(first, 3)
    await site.db.write((tx) => deleteSubmissions(tx, [first.id], site.time.now))
    const marks = await site.db.read
      .selectFrom('record')
      .select(['data', 'erased'])
      .where('coll', '=', 'submission-mark')
      .execute()
    expect(marks).toEqual([{ data: '{}', erased: 1 }])
    await mark(first, 3)
    site.time.now += 1
    await site.post(buildContactFields())
    expect(await readGroup('contact')).toMatchObject({ total: 1, submissions: [{ readAt: null }] })
  })
})

describe('The exported file', () => {
  test('contains every submission of its form with all fields, oldest first', async () => {
    await site.post(buildContactFields({ message: 'One\nwith "quotes", commas; and lines' }))
    await site.post(buildContactFields({ first_name: 'Åse', newsletter: 'on' }))
    const rows = parseCsvRows(await exportFile('contact'))
    expect(rows).toMatchObject([
      { id: '1', message: 'One\nwith "quotes", commas; and lines' },
      { first_name: 'Åse', newsletter: 'on', created_at: new Date(site.time.now).toISOString() },
    ])
  })

  test('says when each submission was read, answered and put aside', async () => {
    await site.post(buildContactFields())
    await site.post(buildContactFields())
    const [second] = (await readGroup('contact')).submissions
    if (!second) throw new Error('There is no submission')
    const edit = {
      coll: 'submission-mark' as const,
      id: toMarkId(second.id, Date.parse(second.created_at)),
      set: { readAt: 0, answeredAt: 60_000, putAsideAt: null },
    }
    await site.db.write((tx) =>
      writeServerEdits(tx, [edit], { now: site.time.now, deviceName: '' }),
    )
    const set = { read_at: '1970-01-01T00:00:00.000Z', answered_at: '1970-01-01T00:01:00.000Z' }
    expect(parseCsvRows(await exportFile('contact'))).toMatchObject([
      { read_at: '', answered_at: '', put_aside_at: '' },
      { ...set, put_aside_at: '' },
    ])
  })

  test('of enquiries has columns for the largest party, and no more', async () => {
    await site.post(buildInquiryFields())
    const [columns = []] = parseCsv(await exportFile('inquiry'))
    expect(columns.filter((name) => name.startsWith('travelers.'))).toHaveLength(6)
    expect(columns).toContain('departure_date')
  })

  test('runs nothing that was posted, whatever the field', async () => {
    const bait = '=HYPERLINK("http://evil.example";"Click")'
    await site.post(
      buildContactFields({ first_name: bait, last_name: '＝1+1', message: `a\n${bait}` }),
    )
    const [row] = parseCsvRows(await exportFile('contact'))
    expect(row).toMatchObject({
      first_name: `'${bait}`,
      last_name: "'＝1+1",
      message: `a\n'${bait}`,
    })
  })
})
