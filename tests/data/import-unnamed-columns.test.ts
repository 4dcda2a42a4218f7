import { describe, expect, it } from 'vitest'
import { buildCard, openImport, readImport, toBytes } from '#tests/support/data/import-files.ts'

describe('A file that is no list of clients', () => {
  const zip = (...names: string[]) => toBytes(`PK\x03\x04${names.join('\0')}${'\0\x01'.repeat(40)}`)
  it.each([
    [
      'an Excel workbook',
      zip('[Content_Types].xml', 'xl/workbook.xml'),
      'clients.csv',
      'CSV UTF-8',
    ],
    ['a SYLK file', 'ID;PWXL;N;E\nC;Y1;X1;K"Name"\n', 'clients.slk', 'CSV UTF-8'],
    ['a DIF file', 'TABLE\r\n0,1\r\n"EXCEL"\r\n', 'clients.csv', 'CSV UTF-8'],
    [
      'a web archive of Excel',
      'MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\n',
      'clients.xls',
      'CSV UTF-8',
    ],
    ['an empty archive', toBytes('PK\x05\x06\0\0'), 'a.zip', 'empty'],
    ['a recording', toBytes('ID3\x03\0'), 'a.csv', 'recording'],
    ['a database of Access', toBytes('\0\x01\0\0Standard ACE DB\0'), 'a.csv', 'Access'],
    [
      'a calendar below a comment',
      '# week 49\nBEGIN:VCALENDAR\nEND:VCALENDAR\n',
      'a.csv',
      'calendar',
    ],
    ['a calendar in JSON', '["vcalendar",[],[]]', 'a.json', 'calendar'],
    ['numbers in JSON', '[1,2,3]', 'a.json', 'no clients'],
    [
      'LDIF with a charset',
      'version: 1\ncharset: UTF-8\ndn: cn=Kari\ncn: Kari\n',
      'a.ldif',
      'LDIF',
    ],
    ['an old Excel workbook', toBytes('\xd0\xcf\x11\xe0\xa1\xb1'), 'clients.xls', 'CSV UTF-8'],
    [
      'a LibreOffice sheet',
      zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      'a.ods',
      'Text CSV',
    ],
    ['a Word document', zip('word/document.xml'), 'a.docx', 'Word'],
    ['a ZIP with cards', zip('contacts.vcf'), 'a.vcf', 'Unpack'],
    ['a PDF', '\r\n%PDF-1.7\nBEGIN', 'clients.pdf', 'PDF'],
    ['a photograph', toBytes('\xff\xd8\xff\xe0\0\x10JFIF'), 'a.csv', 'picture'],
    ['a HEIC photograph', toBytes('\0\0\0\x18ftypheic'), 'a.csv', 'picture'],
    [
      'an HTML table named .xls',
      '<html><body><table><tr><td>Name</td></tr></table>',
      'a.xls',
      'web page',
    ],
    [
      'an Excel file in XML',
      '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      'a.xml',
      'Excel',
    ],
    [
      'LDIF',
      'dn: cn=Ann,mail=ann@example.com\nobjectclass: top\ncn: Ann\n',
      'a.csv',
      'Thunderbird',
    ],
    ['LDIF with a version', 'version: 1\n\n# Ann\ndn:: Y249QW5u\ncn: Ann\n', 'a.ldif', 'LDIF'],
    ['jCard', '[["vcard",[["version",{},"text","4.0"]]]]', 'a.vcf', 'jCard'],
    ['one jCard', '["vcard",[["version",{},"text","4.0"]]]', 'a.json', 'jCard'],
    ['a calendar', 'BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n', 'a.csv', 'calendar'],
    [
      'an email',
      'From: Ann <ann@example.com>\nTo: bo@example.com\nSubject: Trip\n\nHello',
      'a.txt',
      'email',
    ],
    [
      'a letter',
      'Dear Ms Berg, thank you very much for your kind letter.\nWe are looking forward to seeing you in the north soon.\n',
      'a.txt',
      'no list of people',
    ],
    ['a card file without cards', 'Hello', 'a.vcf', 'no cards'],
  ])('is refused with advice: %s', async (_, content, name, advice) => {
    await expect(openImport(content, name)).rejects.toThrow(advice)
  })
})

const targetsOf = ({ view }: Awaited<ReturnType<typeof readImport>>) =>
  view.columns.map(({ target }) => target)

describe('A list without column names', () => {
  it.each([
    [
      'names and addresses',
      'Noor van der Meer,noor@example.com\nPriya Raman,priya@example.com\n',
      ['name', 'email'],
    ],
    [
      'first names, last names, addresses and numbers',
      'Kari;Vik;kari.vik@example.com;900 00 001;Likes rain\nOla;Moe;moe@example.com;900 00 002;\n',
      ['firstName', 'lastName', 'email', 'phone', 'rest'],
    ],
    [
      'a first name and a town',
      'Kari;Oslo;kari.vik@example.com\nOla;Bergen;moe@example.com\n',
      ['name', 'rest', 'email'],
    ],
    [
      'numbers first, a date and a price',
      '+47 900 00 001\tKari Vik\t2026-03-01\t1200.50\n+47 900 00 002\tOla Moe\t2026-03-08\t900.00\n',
      ['phone', 'name', 'rest', 'rest'],
    ],
    ['numbers without groups', 'Kari,90000001\nOla,90000002\n', ['name', 'phone']],
    ['addresses only', 'kari@example.com\nola@example.com\n', ['email']],
    [
      'addresses with names, as a mail program writes them',
      'Kari Vik <kari@example.com>\nOla <ola@example.com>\n',
      ['email'],
    ],
    ['international numbers only', '+47 900 00 001\n+47 900 00 002\n', ['phone']],
    ['full names only', 'Astrid Hellevik\nKenji Arai\nMaria de la Cruz\n', ['name']],
    [
      'some gaps',
      'Kari Vik,kari@example.com,\nOla Moe,n/a,900 00 002\nUna Lid,una@example.com,900 00 003\nBo Dahl,bo@example.com,\n',
      ['name', 'email', 'phone'],
    ],
    [
      'column names of another language',
      'Imię i nazwisko;Adres\nJan Kowalski;jan@example.pl\n',
      ['name', 'email'],
    ],
  ])('is recognised by the content of its columns: %s', async (_, text, targets) => {
    const done = await readImport(text)
    expect(targetsOf(done)).toEqual(targets)
    expect(done.view.isRecognized).toBe(true)
    expect(done.rows.map(({ problem }) => problem)).toEqual(done.rows.map(() => undefined))
  })

  it('takes the names from addresses as a mail program writes them', async () => {
    const { clients } = await readImport(
      'Kari Vik <kari@example.com>\nOla Moe <ola@example.com>\nuna@example.com\n',
    )
    expect(clients).toMatchObject([
      { name: 'Kari Vik', email: 'kari@example.com' },
      { name: 'Ola Moe', email: 'ola@example.com' },
      { name: 'una@example.com', email: 'una@example.com' },
    ])
  })

  it('has every row as a client, also a first one without an address', async () => {
    const { clients, view } = await readImport(
      'Guest list\n\nAnna Strand,Oslo,,\nBerit Lund,Bergen,berit@example.com,900 00 001\nCy Eide,Moss,cy@example.com,\n',
    )
    expect(view.leftOut).toEqual({ count: 1, first: ['Row 1: Guest list'] })
    expect(clients).toEqual([
      { name: 'Anna Strand', notes: 'Column 2: Oslo' },
      {
        name: 'Berit Lund',
        email: 'berit@example.com',
        phone: '900 00 001',
        notes: 'Column 2: Bergen',
      },
      { name: 'Cy Eide', email: 'cy@example.com', notes: 'Column 2: Moss' },
    ])
  })

  it('whose first column alone is named has its addresses and numbers, too', async () => {
    const { clients, view } = await readImport(
      'Guest\nKari Vik,kari@example.com,Oslo\nOla Moe,ola@example.com,Moss\n',
    )
    expect(view.isRecognized).toBe(true)
    expect(clients[0]).toEqual({
      name: 'Kari Vik',
      email: 'kari@example.com',
      notes: 'Column 3: Oslo',
    })
  })

  it('is read by its names as soon as one of them is known', async () => {
    const { clients, view } = await readImport(
      'Navn;Nødtelefon;Rom\nKari Vik;900 00 001;12\nOla Moe;900 00 002;14\n',
    )
    expect(view.isRecognized).toBe(false)
    expect(clients[0]).toEqual({ name: 'Kari Vik', notes: 'Nødtelefon: 900 00 001\nRom: 12' })
  })

  it('has the columns that the owner chooses', async () => {
    const mapping = { targets: { 0: 'rest', 1: 'name' } as const, dateOrders: {} }
    const text = 'Fjord Travel,Kari Vik,kari@example.com\nFjord Travel,Ola Moe,ola@example.com\n'
    const { clients } = await readImport(text, 'list.csv', { mapping })
    expect(clients.map(({ name }) => name)).toEqual(['Kari Vik', 'Ola Moe'])
  })
})

describe('A text or a list of other things', () => {
  const letter = `Dear Anna,

thank you, and Ola, for the lovely week in the north.
We would like to come back in March, with the children.
You can write to kari@example.com, or call.

Best regards,
Kari Vik
kari@example.com
+47 900 00 001
`
  it.each([
    ['a letter with an address', letter],
    ['a letter below a word that names a column', `Contact\n\n${letter}`],
    ['notes', '- call Anna about the cabin\n- book the ferry\n- Berit is allergic to nuts\n'],
    ['notes under a heading', 'Notes\n\nAnna likes rain\nBerit is allergic to nuts\n'],
    ['short notes', 'buy milk\nferry 10:30\ncabin keys\n'],
    [
      'a log of a program',
      '2026-11-28 14:55:41 INFO server started port=3000\n2026-11-28 14:55:42 INFO request id=900000001\n',
    ],
    [
      'a log with commas',
      '2026-11-28,14:55:41,started,192.168.1.1\n2026-11-28,14:55:42,stopped,192.168.1.1\n',
    ],
    ['a log of visits', '192.168.1.1 - - [28/Nov/2026:14:55:41] "GET / HTTP/1.1" 200 5000\n'],
    [
      'a log of calls',
      '2026-11-01 Called Anna, +47 900 00 001\n2026-11-02 Called Berit, +47 900 00 002\n',
    ],
    [
      'a log of visits by people',
      '2026-11-01 10:00;Anna Strand;cabin\n2026-11-02 11:00;Berit Lund;ferry\n',
    ],
    ['a log in brackets', '[2026-11-28 14:55:41] started\n[2026-11-28 14:55:42] stopped\n'],
    ['the recipients of a mail', 'Kari Vik <kari@example.com>, Ola Moe <ola@example.com>\n'],
    ['amounts', '2026-11-28;Taxi;450,00\n2026-11-29;Hotel;1200,00\n'],
    ['times', '1732802400,ok\n1732802460,ok\n'],
    ['places', 'Oslo,Norway\nParis,France\n'],
    ['settings', 'name = Kari\nport = 3000\nmail.host = smtp.example.com\n'],
    ['a card without marks', 'Name: Kari Vik\nPhone: 900 00 001\n\nName: Ola Moe\n'],
    ['people in several rows each', 'Kari Vik\n900 00 001\n\nOla Moe\n900 00 002\n'],
    ['one word', 'Hello'],
    ['verse', 'Roses are red,\nViolets are blue,\nSugar is sweet,\nAnd so are you.\n'],
    ['Markdown', '# Trip to Lofoten\n\n* Kari Vik\n* two nights in Reine\n'],
    ['a program', 'const a = 1\nfunction b() {\n  return a, 2\n}\n'],
  ])('is refused with advice: %s', async (_, text) => {
    await expect(openImport(text, 'list.txt')).rejects.toThrow(/no list of people.*first row/)
  })
})

describe('A row without a name, an address and a number', () => {
  it('is no client, and is named to the owner', async () => {
    const { rows, clients } = await readImport(
      'Name,Email,Phone,Notes\n,lucia@example.com,,\n,,900 00 001,\n,,,Likes rain\n,n/a,ask reception,\n',
    )
    expect(clients.slice(0, 2).map(({ name }) => name)).toEqual(['lucia@example.com', '900 00 001'])
    expect(rows.map(({ problem }) => problem)).toEqual([
      undefined,
      undefined,
      'It has no name, email address or telephone number.',
      'It has no name, email address or telephone number.',
    ])
  })

  it('is no client in a file of cards', async () => {
    const { rows } = await readImport(buildCard('NOTE:Likes rain') + buildCard('FN:Kari'), 'a.vcf')
    expect(rows.map(({ problem }) => problem === undefined)).toEqual([false, true])
  })
})

it('Column names that a pasted list repeats, and lines between rows, are listed as left out', async () => {
  const text = 'Name|Email\n---|---\nAnn|a@example.com\nName|Email\nBo|b@example.com\n'
  const { clients, view } = await readImport(text)
  expect(clients.map(({ name }) => name)).toEqual(['Ann', 'Bo'])
  expect(view.leftOut).toEqual({ count: 2, first: ['Row 2: ---, ---', 'Row 4: Name, Email'] })
})
