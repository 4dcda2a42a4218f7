import { describe, expect, it } from 'vitest'
import { contentId } from '#client/data/import/content-id.ts'
import { readImportFile } from '#client/data/import/import-file.ts'
import { NAME_MISSING } from '#shared/clients/import/imported-row.ts'
import { validateRecord } from '#shared/sync/collections.ts'

const asMatched = { targets: {}, dateOrders: {} }
const NOW = '2026-11-21T12:00:00.000Z'

function bytes(text: string, encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252') {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'windows-1252') return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  const wide = Buffer.from(text, 'utf16le')
  return new Uint8Array(encoding === 'utf-16le' ? wide : wide.swap16())
}

const pause = async () => undefined

const open = (file: Uint8Array, name: string) => readImportFile(file, name, { pause })

async function clients(text: string | Uint8Array, name = 'file.csv', mapping = asMatched) {
  const file = await open(typeof text === 'string' ? bytes(text, 'utf-8') : text, name)
  return Array.from({ length: file.view.rows }, (_, at) => file.parseRow(at, mapping, NOW).set)
}

describe('A CSV file', () => {
  const lines = 'Navn;E-post;Mobil;Poststed\r\nÅse Bjørnø;ase@example.com;+47 41209877;Tromsø\r\n'

  it.each([
    ['UTF-8', bytes(lines, 'utf-8')],
    ['UTF-8 with a mark', bytes(`\ufeff${lines}`, 'utf-8')],
    ['UTF-16', bytes(lines, 'utf-16le')],
    ['UTF-16 with a mark', bytes(`\ufeff${lines}`, 'utf-16le')],
    ['UTF-16, big end first, with a mark', bytes(`\ufeff${lines}`, 'utf-16be')],
    ['Windows-1252', bytes(lines, 'windows-1252')],
  ])('is decoded correctly from %s', async (_, file) => {
    expect(await clients(file)).toEqual([
      { name: 'Åse Bjørnø', email: 'ase@example.com', phone: '+47 41209877', location: 'Tromsø' },
    ])
  })

  it.each([',', ';', '\t'])(
    'is split at the separator found in its first line: %j',
    async (separator) => {
      const [one, other] = [`Name${separator}Notes`, `Kenji Arai${separator}"a, b; c"`]
      expect(await clients(`${one}\n${other}\n`)).toEqual([
        { name: 'Kenji Arai', notes: 'a, b; c' },
      ])
    },
  )

  it('can declare its separator in a “sep=” line, as for Excel', async () => {
    expect(await clients('sep=;\nName;Phone\nMei;55501234\n')).toEqual([
      { name: 'Mei', phone: '55501234' },
    ])
  })

  it.each([
    [
      'two short names that are long when joined',
      'City,Country',
      ['c'.repeat(200), 'r'.repeat(200)],
    ],
    ['lines that escaped commas lengthen', 'Location', [`${'l'.repeat(297)}\nNo`]],
  ])(
    'with an overlong location (%s) imports the client and preserves the location in the notes',
    async (_, heads, cells) => {
      const quoted = cells.map((cell) => `"${cell}"`).join(',')
      const [client] = await clients(`Name,${heads}\nKenji Arai,${quoted}\n`)
      expect(client).toEqual({ name: 'Kenji Arai', notes: `Location: ${cells.join(', ')}` })
      expect(validateRecord('client', client ?? {})).toEqual({})
    },
  )

  it('without column names loses no row, and the owner can assign its columns', async () => {
    const text = 'Noor van der Meer,noor@example.com\nPriya Raman,priya@example.com\n'
    const mapping = { targets: { 0: 'name', 1: 'email' } as const, dateOrders: {} }
    expect(await clients(text, 'list.csv', mapping)).toEqual([
      { name: 'Noor van der Meer', email: 'noor@example.com' },
      { name: 'Priya Raman', email: 'priya@example.com' },
    ])
  })

  it('has columns without a matching field added to the notes, and columns that the owner excludes omitted', async () => {
    const text = 'Name,Shoe size,Spouse,Notes\nOliver Ashdown,43,Ann,Likes rain\n'
    expect(await clients(text)).toEqual([
      { name: 'Oliver Ashdown', notes: 'Likes rain\nShoe size: 43\nSpouse: Ann' },
    ])
    const mapping = { targets: { 1: 'none' } as const, dateOrders: {} }
    expect(await clients(text, 'file.csv', mapping)).toEqual([
      { name: 'Oliver Ashdown', notes: 'Likes rain\nSpouse: Ann' },
    ])
  })

  it('has second phone numbers, overlong list values and overlong texts preserved in the notes', async () => {
    const long = 'Somewhere '.repeat(40).trim()
    const [client] = await clients(
      `Name,Mobile Phone,Home Phone,Dining,Location\nAnn,55501234,55505678,"Fish, ${'x'.repeat(101)}",${long}\n`,
    )
    expect(client).toEqual({
      name: 'Ann',
      phone: '55501234',
      dining: ['Fish'],
      notes: `Location: ${long}\nHome Phone: 55505678\nDining: ${'x'.repeat(101)}`,
    })
  })

  it('from Google yields the full name, all email addresses and the location', async () => {
    const head =
      'First Name,Middle Name,Last Name,Organization Name,Labels,Email 1 - Label,Email 1 - Value,Email 2 - Label,Email 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - City,Address 1 - Country'
    const row =
      'Giulia,M.,Bonfanti,Casa Blu,* myContacts,* Home,giulia@example.com,Work,g.bonfanti@example.it,Mobile,+39 0255501234,Rome,Italy'
    expect(await clients(`${head}\n${row}\n`)).toEqual([
      {
        name: 'Giulia M. Bonfanti',
        location: 'Rome, Italy',
        email: 'giulia@example.com',
        otherEmails: ['g.bonfanti@example.it'],
        phone: '+39 0255501234',
        notes: 'Organization Name: Casa Blu\nLabels: * myContacts',
      },
    ])
  })

  it('from Outlook yields the full name, email, phone and location, and uses the company name if there is no person', async () => {
    const head =
      'First Name,Last Name,Company,Email Address,Email 2 Address,Mobile Phone,Home City,Home Country/Region'
    const rows =
      'Beatriz,Nogueira,,b@example.com,,+55 1155501234,São Paulo,Brazil\n,,Nine Rooms AS,,,,,'
    expect(await clients(`${head}\n${rows}\n`)).toEqual([
      {
        name: 'Beatriz Nogueira',
        location: 'São Paulo, Brazil',
        email: 'b@example.com',
        phone: '+55 1155501234',
      },
      { name: 'Nine Rooms AS' },
    ])
  })

  it('names clients without a name after their email or phone number', async () => {
    const text = 'Name,Email,Phone,Notes\n,lucia@example.com,,\n,,55501234,\n'
    expect(await clients(text)).toEqual([
      { name: 'lucia@example.com', email: 'lucia@example.com' },
      { name: '55501234', phone: '55501234' },
    ])
  })

  it.each([
    'Name,Email,Notes\nAnn,ann@example.com,"never closed\nBo,bo@example.com,\nCy,cy@example.com,\n',
    'Name,Email,Notes\n"Ann,ann@example.com,\nBo,bo@example.com,\nCy,cy@example.com,the "old" lodge\n',
  ])('loses no client if a quote is not closed in its own row: %j', async (text) => {
    const found = await clients(text)
    expect(found).toHaveLength(3)
    expect(found.map(({ email }) => email)).toEqual([
      'ann@example.com',
      'bo@example.com',
      'cy@example.com',
    ])
  })

  it.each([
    ['Astrid Hellevik\nKenji Arai\n', ['Astrid Hellevik', 'Kenji Arai']],
    ['Nombre,Correo\nAna,ana@example.com\n', ['Ana']],
    ['Contact,x@example.com\nMei,mei@example.com\n', ['Contact', 'Mei']],
  ])(
    'has its first row read as column names only if that row is not a client: %j',
    async (text, names) => {
      const mapping = { targets: { 0: 'name', 1: 'email' } as const, dateOrders: {} }
      expect((await clients(text, 'file.csv', mapping)).map(({ name }) => name)).toEqual(names)
    },
  )

  it('has dates stored as dates, and date or trip texts that are not dates stored in the notes', async () => {
    const text =
      'Name,Last contact,Upcoming trip\nA,03.02.2026,Lofoten 2026-03-01 to 2026-03-08\nB,2/25/2026,in spring\nC,soon,\n'
    expect(await clients(text)).toEqual([
      {
        name: 'A',
        lastContact: '2026-02-03',
        trips: [
          { id: 'trip-1-2026-03-01', place: 'Lofoten', start: '2026-03-01', end: '2026-03-08' },
        ],
      },
      { name: 'B', lastContact: '2026-02-25', notes: 'Upcoming trip: in spring' },
      { name: 'C', notes: 'Last contact: soon' },
    ])
  })
})

describe('A vCard file', () => {
  it('of version 2.1 is read with multi-line quoted-printable text and bare parameters', async () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Bj=C3=B8rn=C3=B8;=C3=85se',
      'TEL;CELL;PREF:+4741209877',
      'EMAIL;INTERNET:ase@example.com',
      'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Liker =',
      'r=E6ve og=0D=0Aro',
      'PHOTO;ENCODING=BASE64;JPEG:AAAA',
      ' BBBB',
      'END:VCARD',
    ].join('\r\n')
    expect(await clients(card, 'telephone.vcf')).toEqual([
      {
        name: 'Åse Bjørnø',
        email: 'ase@example.com',
        phone: '+4741209877',
        notes: 'Liker ræve og\nro',
      },
    ])
  })

  it('of version 3.0 from Apple is read with groups, addresses, folded lines and several cards', async () => {
    const cards = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Arai;Kenji;;Dr.;',
      'FN:Kenji Arai',
      'item1.EMAIL;type=INTERNET;type=pref:kenji@example.jp',
      'item1.X-ABLabel:_$!<Home>!$_',
      'EMAIL;type=INTERNET:k.arai@example.com',
      'TEL;type="CELL";type=VOICE:+81 3 5550 1234',
      'item2.ADR;type=HOME:;;1-2 Chome;Tokyo;;100-0001;Japan',
      'NOTE:Winter\\, early.\\nAnd a note that goes',
      '  on',
      'BDAY:1970-02-03',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'ORG:Nine Rooms AS;Front desk',
      'END:VCARD',
    ].join('\n')
    expect(await clients(cards, 'contacts.vcf')).toEqual([
      {
        name: 'Kenji Arai',
        location: 'Tokyo, Japan',
        email: 'kenji@example.jp',
        otherEmails: ['k.arai@example.com'],
        phone: '+81 3 5550 1234',
        notes:
          'Winter, early.\nAnd a note that goes on\nPrefix: Dr.\nStreet: 1-2 Chome\nPostal code: 100-0001\nBirthday: 1970-02-03',
      },
      { name: 'Nine Rooms AS', notes: 'Department: Front desk' },
    ])
  })

  it('of version 4.0 yields the preferred email address first', async () => {
    const card =
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Freja Mikkelsen\r\nEMAIL:b@example.com\r\nEMAIL;PREF=1:a@example.com\r\nUID:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\r\nEND:VCARD\r\n'
    const file = await open(bytes(card, 'utf-8'), 'f.vcf')
    expect(file.parseRow(0, asMatched, NOW)).toEqual({
      id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      set: { name: 'Freja Mikkelsen', email: 'a@example.com', otherEmails: ['b@example.com'] },
      unreadable: [],
      problem: undefined,
    })
  })
})

describe('A file that is not a valid client list', () => {
  it.each([
    ['', 'There are no clients in this file.'],
    ['{"clients": [', 'This file is incomplete: it cannot be read as JSON.'],
    ['[]', 'There are no clients in this file.'],
  ])('is rejected with an explanation: %j', async (text, sentence) => {
    await expect(open(bytes(text, 'utf-8'), 'a')).rejects.toThrow(sentence)
  })

  it('has rows rejected that contain a forbidden field such as __proto__ or no valid name', async () => {
    const hostile = '[{"name": "A", "__proto__": {"email": "x"}}, {"name": 3}, 7]'
    const file = await open(bytes(hostile, 'utf-8'), 'a.json')
    const problems = [0, 1, 2].map((at) => file.parseRow(at, asMatched, NOW).problem)
    expect(problems).toEqual(['__proto__: This field does not exist.', NAME_MISSING, NAME_MISSING])
  })
})

it('An id depends only on the content, whatever characters it contains', () => {
  const id = contentId('Solveig \ud83d')
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(contentId(new TextEncoder().encode('Solveig \ud83d'))).toBe(id)
  expect(contentId('Solveig')).not.toBe(id)
})
