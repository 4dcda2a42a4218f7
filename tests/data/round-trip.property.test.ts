import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readImportFile } from '#client/data/import/import-file.ts'
import {
  type ExportedClient,
  formatClientsCsv,
  formatClientsJson,
} from '#shared/clients/client-export.ts'
import { type Client, emptyClient, toClient } from '#shared/clients/client-fields.ts'
import { isTrimmedAddress } from '#shared/clients/email-addresses.ts'
import { formatChips, parseChips } from '#shared/clients/import/cell-format.ts'
import { formatClientsVcard } from '#shared/clients/import/vcard.ts'
import { addDays } from '#shared/lib/date.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

/**
 * Any text that a person may type. Apostrophes become ’, because only JSON can distinguish a typed
 * leading ' from the mark that protects spreadsheets.
 */
const typed = (max: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: max }),
      fc.stringMatching(/^[-=+@;,"\\ \n\tæøåx0-9:]{0,30}$/),
    )
    .map((text) =>
      text
        .replaceAll("'", '’')
        // An import makes every separator of lines a line feed.
        .replaceAll(/[\u2028\u2029]/g, '\n')
        .replaceAll(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : ' '))
        .trim(),
    )
    // Cut by code points, so that no surrogate pair is cut in two.
    .map((text) => [...text].slice(0, max).join(''))
    .map((text) => text.trim())

const line = (max: number) => typed(max).map((text) => text.replaceAll(/\s+/g, ' '))
const filledLine = (max: number) => line(max).filter((text) => text !== '')
const mailbox = fc
  .emailAddress({ size: 'small' })
  .filter((one) => isTrimmedAddress(one) && !one.startsWith("'"))
const date = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days))
const chips = fc.uniqueArray(filledLine(30), { maxLength: 4 })
const place = fc.constantFrom('Lofoten', 'Tromsø, by boat', 'The (old) lodge', '=Ísafjörður', '')

/** Phone numbers as people write them, with or without a country code. */
const phone = fc.stringMatching(/^\+?[0-9]{5,9}( [0-9]{2,4}){0,2}$/)

const client: fc.Arbitrary<Client & { id: string }> = fc.record({
  id: fc.uuid(),
  name: filledLine(60),
  location: line(60),
  email: mailbox,
  phone: fc.oneof(fc.constant(''), phone),
  accommodation: typed(60),
  dining: chips,
  transport: typed(60),
  activities: chips,
  specialRequests: typed(200),
  lastContact: fc.oneof(fc.constant(''), date),
  trips: fc.array(
    fc
      .tuple(place, date, fc.nat(30))
      .map(([where, start, days]) => ({ id: 't', place: where, start, end: addDays(start, days) })),
    { maxLength: 3 },
  ),
  notes: typed(200),
  journal: fc.array(
    fc.record({
      id: fc.constant('n'),
      at: date.map((day) => `${day}T08:30:00.000Z`),
      text: filledLine(80),
    }),
    { maxLength: 3 },
  ),
  otherEmails: fc.uniqueArray(mailbox, { maxLength: 2 }),
  distinctFrom: fc.constant([]),
  imports: fc.constant([]),
})

const pause = async () => undefined

async function readBack(text: string, name: string) {
  const file = await readImportFile(new TextEncoder().encode(text), name, { pause })
  return Array.from({ length: file.view.rows }, (_, at) => {
    const { id, set, problem } = file.parseRow(
      at,
      { targets: {}, dateOrders: {} },
      '2026-11-21T12:00:00.000Z',
    )
    return { problem, ...toClient({ ...emptyClient, ...set }), id }
  })
}

/** CSV and vCard have no ids of trips and journal notes, so an import makes new ones. */
const withoutInnerIds = (one: ExportedClient | Awaited<ReturnType<typeof readBack>>[number]) => {
  const { trips, journal, otherEmails, ...rest } = { ...toClient(one), ...one }
  return {
    ...rest,
    problem: undefined,
    otherEmails: (otherEmails as string[]).filter((other) => other !== rest.email),
    trips: (trips as { id: string }[]).map(({ id: _, ...trip }) => trip),
    journal: (journal as { id: string }[]).map(({ id: _, ...note }) => note),
  }
}

describe('Exported clients', () => {
  it.each([
    ['CSV', formatClientsCsv, 'clients.csv'],
    ['vCard', formatClientsVcard, 'clients.vcf'],
  ] as const)('are unchanged after a round trip through %s', async (_, write, name) => {
    await assertProperty(
      fc.asyncProperty(fc.array(client, { minLength: 1, maxLength: 3 }), async (clients) => {
        const back = await readBack(write(clients), name)
        expect(back.map(({ problem }) => problem)).toEqual(clients.map(() => undefined))
        expect(back.map(withoutInnerIds)).toEqual(clients.map(withoutInnerIds))
      }),
    )
  })

  it('are identical after a round trip through JSON, including fields of a later version', async () => {
    const later = fc.record({ favouriteLight: fc.jsonValue() })
    await assertProperty(
      fc.asyncProperty(
        fc.array(fc.tuple(client, later), { minLength: 1, maxLength: 3 }),
        async (pairs) => {
          const clients = pairs.map(([known, unknown]) => ({ ...known, ...unknown }))
          const text = formatClientsJson(clients, '2026-11-21T12:00:00.000Z')
          const back = await readBack(text, 'clients.json')
          expect(back).toEqual(
            JSON.parse(JSON.stringify(clients)).map((one: object) => ({
              problem: undefined,
              ...one,
            })),
          )
        },
      ),
    )
  })
})

it.each([[['+', '::: 0']], [['Tea ::: coffee']], [['Fish, not shellfish', 'Tea']]])(
  'Values joined in one cell are split into the original values again: %j',
  (chips) => {
    expect(parseChips(formatChips(chips))).toEqual(chips)
  },
)

it('A line of a vCard is at most 75 bytes long', async () => {
  await assertProperty(
    fc.asyncProperty(client, async (one) => {
      const lines = formatClientsVcard([one]).split('\r\n')
      expect(lines.every((text) => Buffer.byteLength(text) <= 75)).toBe(true)
    }),
  )
})
