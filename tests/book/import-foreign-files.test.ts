import { describe, expect, it } from 'vitest'
import { readImportFile } from '#client/book/import/import-file.ts'
import type { Encoding } from '#client/book/import/types.ts'

const NOW = '2026-11-21T12:00:00.000Z'

const encode = (text: string) => new TextEncoder().encode(text)
/** One byte per character. */
const toBytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

function open(content: string | Uint8Array, name: string, encoding?: Encoding) {
  const bytes = typeof content === 'string' ? encode(content) : content
  return readImportFile(bytes, name, { encoding, pause: async () => undefined })
}

async function read(content: string | Uint8Array, name = 'list.csv', encoding?: Encoding) {
  const file = await open(content, name, encoding)
  const rows = Array.from({ length: file.view.rows }, (_, at) =>
    file.parseRow(at, { targets: {}, dateOrders: {} }, NOW),
  )
  return { view: file.view, rows, clients: rows.map(({ set }) => set) }
}

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\n')

async function readCard(...lines: string[]) {
  const { clients } = await read(card(...lines), 'contacts.vcf')
  return clients[0] ?? {}
}

describe('Text of a card', () => {
  it('that Apple and Google name by labels is in the notes under its own name', async () => {
    const client = await readCard(
      'VERSION:3.0',
      'N:Vik;Kari;;;',
      'FN:Kari Vik',
      'item1.X-ABRELATEDNAMES;type=pref:Ola Vik',
      'item1.X-ABLabel:_$!<Spouse>!$_',
      'item2.X-ABDATE;type=pref:2001-06-16',
      'item2.X-ABLabel:_$!<Anniversary>!$_',
      'item3.TEL:+47 900 00 106',
      'item3.X-ABLabel:Cabin',
      'item4.EMAIL:kari@example.com',
      'item4.X-ABLabel:School',
      'item5.URL:https://example.com/kari',
      'item5.X-ABLabel:_$!<HomePage>!$_',
      'item9.X-ABLabel:Alone',
    )
    expect(client).toMatchObject({ name: 'Kari Vik', phone: '+47 900 00 106' })
    expect(String(client.notes).split('\n').sort()).toEqual([
      'Anniversary: 2001-06-16',
      'Cabin: +47 900 00 106',
      'Label: Alone',
      'School: kari@example.com',
      'Spouse: Ola Vik',
      'Website (HomePage): https://example.com/kari',
    ])
  })

  it('of a card inside it is in the notes, and what follows belongs to the outer card', async () => {
    const client = await readCard(
      'VERSION:2.1',
      'N:Boss;Big',
      'FN:Big Boss',
      'EMAIL;INTERNET:boss@example.com',
      'AGENT:',
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N:Sec;Retary',
      'TEL:+47 22 00 01 07',
      'END:VCARD',
      'TEL;CELL:+47 900 00 107',
      'NOTE:wants the north cabin',
    )
    expect(client).toEqual({
      name: 'Big Boss',
      email: 'boss@example.com',
      phone: '+47 900 00 107',
      notes: 'wants the north cabin\nAgent: Retary Sec, Phone: +47 22 00 01 07',
    })
  })

  it('of a card that begins on the line of its AGENT is in the notes too', async () => {
    expect(
      await readCard(
        'FN:Big Boss',
        'AGENT:BEGIN:VCARD',
        'FN:Retary Sec',
        'END:VCARD',
        'TEL:+47 900 00 107',
      ),
    ).toEqual({ name: 'Big Boss', phone: '+47 900 00 107', notes: 'Agent: Retary Sec' })
  })

  it('with two addresses never makes a place of both', async () => {
    expect(
      await readCard(
        'FN:Kari Vik',
        'ADR;TYPE=HOME:;;Gata 1;Oslo;;0150;',
        'ADR;TYPE=WORK:;;Rue 1;Paris;;75001;France',
      ),
    ).toMatchObject({
      location: 'Oslo',
      notes: expect.stringMatching(/City 2: Paris\nCountry 2: France/),
    })
    const { clients } = await read(
      'Name,Business City,Business Country/Region,Home City,Home Country/Region\nA,Oslo,,Paris,France\nB,,Norway,Paris,\nC,,,Paris,France\n',
    )
    expect(clients.map(({ location }) => location)).toEqual(['Oslo', 'Paris', 'Paris, France'])
    expect(clients[0]?.notes).toBe('Home City: Paris\nHome Country/Region: France')
  })

  it('has the name in parts where the shown name is an address', async () => {
    expect(
      await readCard('FN:kari@example.com', 'N:Vik;Kari;;;', 'EMAIL:kari@example.com'),
    ).toEqual({ name: 'Kari Vik', email: 'kari@example.com' })
  })

  it('without an end is a client of its own, and so is a card that begins inside another one', async () => {
    const open =
      'BEGIN:VCARD\nFN:No End\nTEL:+47 900 00 001\nBEGIN:VCARD\nFN:Whole\nEND:VCARD\nBEGIN:VCARD\nFN:Cut'
    const { clients } = await read(open, 'a.vcf')
    expect(clients).toEqual([
      { name: 'No End', phone: '+47 900 00 001' },
      { name: 'Whole' },
      { name: 'Cut' },
    ])
  })

  it('has all parts of an organization, and what was encoded is not split', async () => {
    expect(
      await readCard(
        'VERSION:2.1',
        'FN:Frida Moe',
        'ORG:Fjord Hotels;Sales;North team',
        'ADR;ENCODING=QUOTED-PRINTABLE:;;Fjordgata 1=3B 2. etg;Bod=C3=B8;;8000;Norge',
        'NOTE;ENCODING=QUOTED-PRINTABLE:key in C:=5Cnew=3B back',
      ),
    ).toEqual({
      name: 'Frida Moe',
      location: 'Bodø, Norge',
      notes:
        'key in C:\\new; back\nCompany: Fjord Hotels\nDepartment: Sales, North team\nStreet: Fjordgata 1; 2. etg\nPostal code: 8000',
    })
  })

  it.each([
    [
      'a quoted-printable note whose next lines are not joined',
      'NOTE;ENCODING=QUOTED-PRINTABLE:first=0D=0A\nsecond line\nthird: 3',
      ['first', 'second line', '3'],
    ],
    [
      'lines without a colon',
      'NOTE:first\nsecond line\nand third; with more',
      ['first', 'second line', 'and third; with more'],
    ],
    ['a backslash that escapes nothing', 'NOTE:C:\\temp', ['C:\\temp']],
    ['base64', 'NOTE;ENCODING=BASE64:SGVsbG8gdsOkcmxk', ['Hello värld']],
    ['an unknown property', 'X-SHOE-SIZE:43', ['Shoe size: 43']],
    [
      'a property of Android',
      'X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Nick;1;;;;;',
      ['Nickname: Nick'],
    ],
    ['a label of the address', 'ADR;LABEL="Box 1, Bodø":;;;;;;', ['Box 1, Bodø']],
    ['a list of names', 'RELATED;TYPE=spouse;VALUE=text:Ola Vik', ['Spouse: Ola Vik']],
  ])('is kept: %s', async (_, line, texts) => {
    const client = await readCard('FN:Nils', line)
    expect(client.name).toBe('Nils')
    for (const text of texts) expect(client.notes).toContain(text)
  })

  it('that Outlook writes about its design is no note, and photographs are left out', async () => {
    expect(
      await readCard(
        'VERSION:2.1',
        'FN:Fjord Hotell',
        'X-MS-OL-DEFAULT-POSTAL-ADDRESS:2',
        'X-MS-CARDPICTURE;TYPE=JPEG;ENCODING=BASE64:',
        ' AAAAAAAA',
        '',
        'X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="urn:design" ver="1.0"><img align="fit"/></card>',
        'PHOTO;ENCODING=BASE64;JPEG:AAAA',
        'BBBBCCCC',
        '',
        'X-MS-SPOUSE:Ola',
      ),
    ).toEqual({ name: 'Fjord Hotell', notes: 'Spouse: Ola' })
  })

  it('of a group is in the notes of its members, and a group is no client', async () => {
    const cards = [
      card('FN:Una Lid', 'UID:u-lid'),
      card(
        'FN:Winter guests',
        'X-ADDRESSBOOKSERVER-KIND:group',
        'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:u-lid',
      ),
      card('KIND:group', 'FN:Nobody', 'MEMBER:urn:uuid:gone'),
    ]
    const { clients, view } = await read(cards.join(''), 'contacts.vcf')
    expect(clients).toEqual([{ name: 'Una Lid', notes: 'Group: Winter guests' }])
    expect(view.leftOut).toEqual({ count: 1, first: ['Nobody'] })
  })

  it.each([
    ['1604-05-09', ';X-APPLE-OMIT-YEAR=1604'],
    ['--0509', ''],
    ['--05-09', ''],
  ])('with a birthday without a year (%s) names no year', async (value, params) => {
    const { notes } = await readCard('FN:Nils', `BDAY${params}:${value}`)
    expect(notes).toBe('Birthday: 9 May (no year)')
  })

  it('whose letters a fold cuts in two is whole', async () => {
    const printable = await readCard(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=98deg=C3=',
      ' =A5rd;Mai',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Mai =C3=98deg=C3=',
      ' =A5rd',
    )
    expect(printable.name).toBe('Mai Ødegård')
    const bytes = toBytes('BEGIN:VCARD\r\nFN:Mai \xc3\x98deg\xc3\r\n \xa5rd\r\nEND:VCARD\r\n')
    expect((await read(bytes, 'a.vcf')).clients).toEqual([{ name: 'Mai Ødegård' }])
  })

  it.each([
    ['a line before the first card', 'ENCODING:UTF-8\n', 'a.vcf'],
    [
      'a line before the first card of a file without a name for cards',
      'ENCODING:UTF-8\n',
      'a.txt',
    ],
    ['a byte order mark', '\ufeff', 'a.vcf'],
  ])('is found after %s', async (_, before, name) => {
    const { clients } = await read(before + card('FN:Liv Dahl', 'TEL:+47 900 00 006'), name)
    expect(clients).toEqual([{ name: 'Liv Dahl', phone: '+47 900 00 006' }])
  })

  it('is read with any line ends and with an indent', async () => {
    for (const text of [
      'BEGIN:VCARD\rFN:Liv\r  Dahl\rEND:VCARD\r',
      'BEGIN:VCARD\r\r\nFN:Liv\r\r\n  Dahl\r\r\nEND:VCARD\r\r\n',
      '  BEGIN:VCARD\n  FN:Liv\n    Dahl\n  END:VCARD\n',
      'begin:vcard\nfn:Liv Dahl\nend:vcard',
    ])
      expect((await read(text, 'a.vcf')).clients).toEqual([{ name: 'Liv Dahl' }])
  })
})

describe('A telephone number', () => {
  it.each([
    [
      [
        'TEL;TYPE=WORK,FAX:+47 22 00 01 04',
        'TEL;TYPE=PAGER:+47 96 00 01 04',
        'TEL;TYPE=CELL:+47 900 00 104',
      ],
      '+47 900 00 104',
      'Work fax: +47 22 00 01 04\nPager: +47 96 00 01 04',
    ],
    [
      ['TEL;FAX;WORK:+47 22 00 01 05', 'TEL;CELL:+47 900 00 105'],
      '+47 900 00 105',
      'Work fax: +47 22 00 01 05',
    ],
    [
      ['TEL;TYPE="fax,pref":+47 22 00 01 05', 'TEL;TYPE="cell":+47 900 00 105'],
      '+47 900 00 105',
      'Fax: +47 22 00 01 05',
    ],
    [['PHONE.WORK:+47 22 00 01 03'], '+47 22 00 01 03', undefined],
    [['TEL;VALUE=uri:tel:+47-900-00-105;ext=12'], '+47-900-00-105 ext. 12', undefined],
    [
      ['TEL;TYPE=HOME:22 00 01 05', 'TEL;TYPE=WORK:22 00 01 06'],
      '22 00 01 05',
      'Phone 2 (Work): 22 00 01 06',
    ],
    [['TEL;TYPE=FAX:+47 22 00 01 05'], undefined, 'Fax: +47 22 00 01 05'],
  ])('of a card is never a fax or pager: %j', async (lines, phone, notes) => {
    const client = await readCard('FN:Nils', ...lines)
    expect([client.phone, client.notes]).toEqual([phone, notes])
  })

  it.each([
    ['+47 900 00 001 ::: +47 900 00 002', '+47 900 00 001', 'Phone: +47 900 00 002'],
    ['900 00 001; 900 00 002', '900 00 001', 'Phone: 900 00 002'],
    ['900 00 001, 900 00 002', '900 00 001', 'Phone: 900 00 002'],
    ['90000001/90000002', '90000001', 'Phone: 90000002'],
    ['0151/0000001', '0151/0000001', undefined],
    ['mob: 900 00 001 / priv: 22 00 01 05', '900 00 001', 'Phone (priv): 22 00 01 05'],
    ['fax: 22 00 01 05\n900 00 001', '900 00 001', 'fax: 22 00 01 05'],
    ['4.79123E+10', undefined, 'Phone: 4.79123E+10'],
    ['4,79123E+10', undefined, 'Phone: 4,79123E+10'],
    ['9.0000014E+7', '90000014', undefined],
    ['########', undefined, 'Phone: ########'],
    ['=""+4790000011""', '+4790000011', undefined],
    ['=+4790000012', '+4790000012', undefined],
    ['90000014.0', '90000014', undefined],
    ['\u202a+47 900 00 071\u202c', '+47 900 00 071', undefined],
    ['+47\u200e 900 00 072', '+47 900 00 072', undefined],
    ['ask reception', undefined, 'Phone: ask reception'],
    ['tel:+4790000001', '+4790000001', undefined],
  ])('in a cell is read as a person would: %j', async (cell, phone, notes) => {
    const { clients } = await read(`Name,Phone\nNils,"${cell}"\n`)
    expect([clients[0]?.phone, clients[0]?.notes]).toEqual([phone, notes])
  })

  it('that a spreadsheet destroyed is reported as such', async () => {
    const { rows } = await read('Name;Phone\nA;4.79123E+10\nB;#NAME?\nC;900 00 001\n')
    expect(rows.map(({ unreadable }) => unreadable.map((cell) => cell.isDestroyed))).toEqual([
      [true],
      [true],
      [],
    ])
  })

  it.each([
    'Vorname,Nachname,Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse,Mobil-Tel.-Nr.',
    'Fornavn,Etternavn,Primær e-postadresse,Sekundær e-postadresse,Mobiltelefon',
    'Förnamn,Efternamn,Primär e-postadress,Sekundär e-postadress,Mobilnummer',
  ])('of Thunderbird is found beside its addresses: %s', async (header) => {
    const { clients } = await read(`${header}\nKari,Vik,k@example.com,k2@example.com,900 00 001\n`)
    expect(clients).toEqual([
      {
        name: 'Kari Vik',
        email: 'k@example.com',
        otherEmails: ['k2@example.com'],
        phone: '900 00 001',
      },
    ])
  })

  it('of Google keeps its label', async () => {
    const { clients } = await read(
      'First Name,Last Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Relation 1 - Label,Relation 1 - Value\nEva,Lie,Work Fax,22 00 01 05,Mobile,900 00 001 ::: 900 00 002,Spouse,Ola\n',
    )
    expect(clients[0]).toMatchObject({ name: 'Eva Lie', phone: '900 00 001' })
    expect(String(clients[0]?.notes).split('\n').sort()).toEqual([
      'Phone 2 - Value (Mobile): 900 00 002',
      'Spouse: Ola',
      'Work Fax: 22 00 01 05',
    ])
  })
})

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
      'an e-mail',
      'From: Ann <ann@example.com>\nTo: bo@example.com\nSubject: Trip\n\nHello',
      'a.txt',
      'e-mail',
    ],
    [
      'a letter',
      'Dear Ms Berg, thank you very much for your kind letter.\nWe are looking forward to seeing you in the north soon.\n',
      'a.txt',
      'text',
    ],
    ['a card file without cards', 'Hello', 'a.vcf', 'no cards'],
  ])('is refused with advice: %s', async (_, content, name, advice) => {
    await expect(open(content, name)).rejects.toThrow(advice)
  })
})

describe('The letters of a file', () => {
  it('that are damaged in one row do not change the others', async () => {
    const bytes = toBytes(
      'Name,City\n\xc3\x85se \xc3\x98deg\xc3\xa5rd,Troms\xc3\xb8\nBj\xf8rn Lie,Bod\xc3\xb8\n',
    )
    const { clients, view } = await read(bytes)
    expect(clients).toEqual([
      { name: 'Åse Ødegård', location: 'Tromsø' },
      { name: 'Bjørn Lie', location: 'Bodø' },
    ])
    expect(view.encoding).toBe('windows-1252')
  })

  it('that the end of the file cuts in two change no others', async () => {
    const { clients } = await read(toBytes('Name,City\n\xc3\x85se,Troms\xc3\xb8\nBo,Bod\xc3'))
    expect(clients).toEqual([
      { name: 'Åse', location: 'Tromsø' },
      { name: 'Bo', location: 'Bod\ufffd' },
    ])
  })

  it.each([
    ['Windows', 'windows-1252', 'Navn;Sted\n\xc5se Bj\xf8rn;Troms\xf8\n'],
    ['the Mac', 'macintosh', 'Navn;Sted\n\x81se Bj\xbfrn;Troms\xbf\n'],
    ['MS-DOS', 'ibm850', 'Navn;Sted\n\x8fse Bj\x9brn;Troms\x9b\n'],
  ] as const)('of %s are guessed', async (_, encoding, text) => {
    const { clients, view } = await read(toBytes(text))
    expect(clients).toEqual([{ name: 'Åse Bjørn', location: 'Tromsø' }])
    expect(view.encoding).toBe(encoding)
  })

  it('are read in the encoding that the owner chooses', async () => {
    const { clients } = await read(
      toBytes('Name,City\nPawe\xb3,\xa3\xf3d\x9f\n'),
      'a.csv',
      'windows-1250',
    )
    expect(clients).toEqual([{ name: 'Paweł', location: 'Łódź' }])
  })

  it('that nobody can see are left out', async () => {
    expect(
      (await read('Name,Email,Notes\nNul\0 Person,nul@example.com,a\u000bb\n\u202aMark Vik,,\n'))
        .clients,
    ).toEqual([
      { name: 'Nul Person', email: 'nul@example.com', notes: 'a\nb' },
      { name: 'Mark Vik' },
    ])
  })
})

it('An address of one line and its town make one location', async () => {
  const head = 'Display Name,Home Address,Home City,Home Country'
  const { clients } = await read(`${head}\nKari,Gata 1,Bodø,Norge\nOla,"Gata 2, Bodø",Bodø,\n`)
  expect(clients).toEqual([
    { name: 'Kari', location: 'Gata 1, Bodø, Norge' },
    { name: 'Ola', location: 'Gata 2, Bodø' },
  ])
})

describe('Column names', () => {
  it.each([
    [
      'Swedish',
      'Förnamn;Efternamn;Mobiltelefon;E-postadress;Ort (hem)\nÅsa;Öberg;+46 70 000 00 01;asa@example.se;Luleå\n',
      { name: 'Åsa Öberg', phone: '+46 70 000 00 01', email: 'asa@example.se', location: 'Luleå' },
    ],
    [
      'Danish',
      'Fornavn;Efternavn;Mobiltelefon;Mailadresse;By (hjem)\nSøren;Kjær;+45 20 00 00 01;soren@example.dk;Aarhus\n',
      {
        name: 'Søren Kjær',
        phone: '+45 20 00 00 01',
        email: 'soren@example.dk',
        location: 'Aarhus',
      },
    ],
    [
      'German',
      'Vorname;Nachname;Firma;Mobiltelefon;E-Mail-Adresse;Ort geschäftlich\nJörg;Möller;Reisen GmbH;+49 151 0000001;joerg@example.de;Kiel\n',
      {
        name: 'Jörg Möller',
        phone: '+49 151 0000001',
        email: 'joerg@example.de',
        location: 'Kiel',
        notes: 'Firma: Reisen GmbH',
      },
    ],
    ['German with one name', 'Name;Vorname\nMöller;Jörg\n', { name: 'Jörg Möller' }],
    [
      'Nynorsk',
      'Førenamn;Etternamn;Mobiltelefon;E-postadresse;Stad\nÅse;Vik;900 00 001;aase@example.no;Voss\n',
      { name: 'Åse Vik', phone: '900 00 001', email: 'aase@example.no', location: 'Voss' },
    ],
    [
      'Bokmål',
      'Fornavn;Etternavn;Telefon, arbeid;Privat poststed\nÅse;Vik;900 00 001;Voss\n',
      { name: 'Åse Vik', phone: '900 00 001', location: 'Voss' },
    ],
    [
      'Bokmål of an older Outlook',
      'Fornavn;Etternavn;Poststed hjemme;Land/område (hjem)\nÅse;Vik;Voss;Norge\n',
      { name: 'Åse Vik', location: 'Voss, Norge' },
    ],
    [
      'Finnish',
      'Etunimi;Sukunimi;Matkapuhelin;Sähköpostiosoite;Kaupunki (koti)\nMatti;Mäki;+358 40 000001;matti@example.fi;Oulu\n',
      { name: 'Matti Mäki', phone: '+358 40 000001', email: 'matti@example.fi', location: 'Oulu' },
    ],
    [
      'French',
      'Prénom;Nom;Tél. mobile;Adresse de messagerie;Ville (domicile)\nZoé;Petit;+33 6 00 00 00 01;zoe@example.fr;Lyon\n',
      { name: 'Zoé Petit', phone: '+33 6 00 00 00 01', email: 'zoe@example.fr', location: 'Lyon' },
    ],
  ])('are known in %s', async (_, text, client) => {
    expect((await read(text)).clients).toEqual([client])
  })

  it.each(['\t', '|', ';', ','])('are found below a title, with the separator %j', async (sign) => {
    const text = `Guests of Fjord Travel${sign}\n${sign}\nName${sign}Email\nAnn${sign}ann@example.com\n`
    const { clients, view } = await read(text)
    expect(clients).toEqual([{ name: 'Ann', email: 'ann@example.com' }])
    expect(view.leftOut.first).toEqual(['Guests of Fjord Travel'])
  })

  it.each(['sep=;', '"sep=;"', 'sep=;;;'])('are found below the line %s', async (line) => {
    expect((await read(`${line}\nName;Email\nAnn;ann@example.com\n`)).clients).toEqual([
      { name: 'Ann', email: 'ann@example.com' },
    ])
  })

  it('that a pasted list repeats are no client', async () => {
    expect(
      (await read('Name,Email\nAnn,a@example.com\nName,Email\nBo,b@example.com\n')).clients,
    ).toHaveLength(2)
  })
})

describe('The date of a last contact', () => {
  it.each([
    '3 maj 2025',
    '3. toukokuuta 2025',
    '45780',
    '45780.4166',
    '20250503',
    '20250503T101500Z',
    '3.5.2025 kl. 10:00',
    '3.5.2025 klo 10.00',
    'May 3, 2025 → May 9, 2025',
    '3 May 2025 - 9 May 2025',
    '2025-05-03 10:15:00',
    '2025-05-03T10:15:00+02:00',
    '2025/05/03',
    '3/5-2025',
    '3. mai 2025',
    'lørdag 3. mai 2025',
    'den 3 maj 2025',
    'Samstag, 3. Mai 2025',
    'samedi 3 mai 2025',
    'le 3 mai 2025',
    'Sat, May 3, 2025 10:15 AM',
    '03. 05. 2025',
    '3.5.25',
    'May 3, 2025 10:15 AM (GMT+2)',
    '1746267300000',
    '2025年5月3日',
  ])('is understood: %j', async (text) => {
    const { clients } = await read(`Name;Last contact\nA;"${text}"\n`)
    expect(clients).toEqual([{ name: 'A', lastContact: '2025-05-03' }])
  })

  it.each([
    ['12.05.98', '1998-05-12'],
    ['1 mars 2024', '2024-03-01'],
    ['1. März 2024', '2024-03-01'],
    ['1. marraskuuta 2024', '2024-11-01'],
    ['1er février 2024', '2024-02-01'],
    ['1 août 2024', '2024-08-01'],
    ['24. desember 2024', '2024-12-24'],
    ['24. Dezember 2024', '2024-12-24'],
    ['1.1.85', '1985-01-01'],
  ])('is understood: %j is %s', async (text, date) => {
    const { clients } = await read(`Name;Last contact\nA;"${text}"\n`)
    expect(clients).toEqual([{ name: 'A', lastContact: date }])
  })

  it.each(['soon', 'May 2025', '2025', '90000014', '31.02.2025'])(
    'that is none stays in the notes: %j',
    async (text) => {
      const { clients } = await read(`Name;Last contact\nA;"${text}"\n`)
      expect(clients).toEqual([{ name: 'A', notes: `Last contact: ${text}` }])
    },
  )
})

describe('A large file', () => {
  it('with photographs is read in slices, in a time that grows with its size only', async () => {
    const line = `${'Ab9/'.repeat(18)}\r\n `
    const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${line.repeat(60_000)}AA==\r\n`
    const single = `X-IMAGE:${'Ab9/'.repeat(500_000)}\r\n`
    const text = `BEGIN:VCARD\r\nFN:Big Photo\r\n${photo}TEL:+47 900 00 001\r\n${single}END:VCARD\r\n`
    let pauses = 0
    const pause = async () => void pauses++
    const file = await readImportFile(encode(text), 'a.vcf', { pause })
    expect(file.view.rows).toBe(1)
    expect(file.parseRow(0, { targets: {}, dateOrders: {} }, NOW).set).toEqual({
      name: 'Big Photo',
      phone: '+47 900 00 001',
    })
    expect(pauses).toBeGreaterThan(20)
  })

  it('with a long folded note is read in a time that grows with its size only', async () => {
    const text = card(
      'FN:Nils',
      `NOTE;ENCODING=QUOTED-PRINTABLE:${'abc=\n'.repeat(4000)}end`,
      `X-LONG:${'abc\n '.repeat(4000)}`,
    )
    const { clients } = await read(text, 'a.vcf')
    expect(clients[0]?.notes).toContain('abcend')
  })

  it('with many quotes that are not closed loses no row', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => `"Client ${at},c${at}@example.com`)
    const { clients } = await read(`Name,Email\n${rows.join('\n')}\n`)
    expect(clients).toHaveLength(5000)
  })
})
