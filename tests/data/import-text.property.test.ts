import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readImportFile } from '#client/data/import/import-file.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

const NOW = '2026-11-21T12:00:00.000Z'

async function readClients(bytes: Uint8Array, name: string): Promise<string[]> {
  const file = await readImportFile(bytes, name, { pause: async () => undefined })
  return Array.from({ length: file.view.rows }, (_, at) => {
    const { set, problem } = file.parseRow(at, { targets: {}, dateOrders: {}, isIdText: true }, NOW)
    expect(problem).toBeUndefined()
    return JSON.stringify(Object.values(set), (_key, value) => value).replaceAll('\\n', ' ')
  })
}

/** A word that no other text of the file contains. */
const word = (row: number, at: number) => `q${row}x${at}z`

/** Words in letters of several languages, after a word by which they are found again. */
const texts = fc.constantFrom(
  'Ødegård',
  'Møller & Co',
  'Łódź',
  'to be called back',
  '東京',
  'a.b',
  '(x)',
)

const columns = [
  'Name',
  'First Name',
  'Last Name',
  'Company',
  'E-mail 1 - Type',
  'E-mail 1 - Value',
  'Phone 1 - Label',
  'Phone 1 - Value',
  'Home Fax',
  'Mobile Phone',
  'City',
  'Country',
  'Birthday',
  'Notes',
  'Last contact',
  'Trip',
  'Trip start',
  'Dining',
  'Client ID',
  'Custom Field 1 - Type',
  'Custom Field 1 - Value',
  'Shoe size',
]

const table = fc
  .record({
    columns: fc.shuffledSubarray(columns, { minLength: 2 }).filter((some) => some.includes('Name')),
    rows: fc.array(fc.infiniteStream(fc.option(texts, { freq: 3 })), {
      minLength: 1,
      maxLength: 6,
    }),
    separator: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    title: fc.constantFrom('', 'My guests\n\n'),
  })
  .map(({ columns: names, rows, separator, lineEnd, title }) => {
    const cells = rows.map((row, at) =>
      names.map((_, column) => {
        const { value } = row.next() as { value: string | null }
        const isNamed = names[column] === 'Name'
        return value === null && !isNamed ? '' : `${word(at, column)} ${value ?? ''}`
      }),
    )
    const lines = [names, ...cells].map((row) => row.map((cell) => `"${cell}"`).join(separator))
    return { cells, text: title + lines.join(lineEnd) + lineEnd }
  })

it('Every text of a table is in a field or the notes of the client of its row, and of no other', async () => {
  await assertProperty(
    fc.asyncProperty(table, async ({ cells, text }) => {
      const found = await readClients(new TextEncoder().encode(text), 'list.csv')
      expect(found).toHaveLength(cells.length)
      for (const [row, filled] of cells.entries())
        for (const [column, cell] of filled.entries())
          if (cell !== '')
            expect([cell, ...found.map((client) => client.includes(word(row, column)))]).toEqual([
              cell,
              ...cells.map((_, other) => other === row),
            ])
    }),
  )
})

/** Properties with a value that is filled in; the value is a word of its own. */
const properties = [
  'N:%;;;;',
  'N:;%;;;',
  'EMAIL;TYPE=HOME:%@example.com',
  'TEL;TYPE=CELL:+47 900 %',
  'TEL;FAX;WORK:22 00 %',
  'item1.TEL:900 %',
  'item1.X-ABLabel:%',
  'item2.X-ABRELATEDNAMES:%',
  'item2.X-ABLabel:_$!<Spouse>!$_',
  'ORG:%;Sales;%',
  'ADR;TYPE=HOME:;;%;%;;;%',
  'NOTE:%\\, %\\n%',
  'NOTE;ENCODING=QUOTED-PRINTABLE:%=3B =C3=98=\n%',
  'NOTE:%\n% without a colon',
  'NOTE;ENCODING=BASE64:%64',
  'BDAY:%',
  'X-SPOUSE:%',
  'X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;%;14',
  'AGENT:\nBEGIN:VCARD\nFN:%\nNOTE:%\nEND:VCARD',
  'CATEGORIES:%,%',
  'URL:https://example.com/%',
  'PHONE.WORK:22 11 %',
  'IMPP;X-SERVICE-TYPE=Skype:%',
  'TITLE;CHARSET=UTF-8:%',
  'PHOTO;ENCODING=b;TYPE=JPEG:AAAA\n BBBB',
  '\n',
]

const cards = fc.record({
  people: fc.array(fc.shuffledSubarray(properties), { minLength: 1, maxLength: 5 }),
  version: fc.constantFrom('2.1', '3.0', '4.0'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  hasEnd: fc.boolean(),
})

it('Every text of a card is in a field or the notes of its client, and of no other', async () => {
  await assertProperty(
    fc.asyncProperty(cards, async ({ people, version, lineEnd, hasEnd }) => {
      const words: string[][] = []
      const lines = people.flatMap((filled, person) => {
        const own: string[] = []
        const next = () => {
          own.push(word(person, own.length))
          return own.at(-1) ?? ''
        }
        words.push(own)
        const fill = (line: string) =>
          line.replaceAll(/%(64)?/g, (_, is64) => (is64 ? btoa(next()) : next()))
        const end = hasEnd || person === people.length - 1 ? ['END:VCARD'] : []
        return ['BEGIN:VCARD', `VERSION:${version}`, ...[`FN:%`, ...filled].map(fill), ...end]
      })
      const text = lines.join('\n').replaceAll('\n', lineEnd)
      const found = await readClients(new TextEncoder().encode(text), 'list.vcf')
      expect(found).toHaveLength(people.length)
      for (const [person, own] of words.entries())
        for (const one of own)
          expect([one, ...found.map((client) => client.includes(one))]).toEqual([
            one,
            ...people.map((_, other) => other === person),
          ])
    }),
  )
})
