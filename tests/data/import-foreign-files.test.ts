import { describe, expect, it } from 'vitest'
import { readImport, toBytes } from '#tests/support/data/import-files.ts'

describe('A telephone number', () => {
  it.each([
    ['+47 900 00 001 ::: +47 900 00 002', '+47 900 00 001', 'Phone: +47 900 00 002'],
    ['900 00 001; 900 00 002', '900 00 001', 'Phone: 900 00 002'],
    ['900 00 001, 900 00 002', '900 00 001', 'Phone: 900 00 002'],
    ['90000001/90000002', '90000001', 'Phone: 90000002'],
    ['0151/0000001', '0151/0000001', undefined],
    ['mob: 900 00 001 / priv: 22 00 01 05', '900 00 001', 'Phone (priv): 22 00 01 05'],
    ['fax: 22 00 01 05\n900 00 001', '900 00 001', 'fax: 22 00 01 05'],
    ['Mob: 90000001 Tlf: 22000105', '90000001', 'Phone (Tlf): 22000105'],
    ['M 900 00 001 P 22 00 01 05', '900 00 001', 'Phone (P): 22 00 01 05'],
    ['+47 900 00 001 +47 900 00 002', '+47 900 00 001', 'Phone: +47 900 00 002'],
    ['+4790000001+4790000002', '+4790000001', 'Phone: +4790000002'],
    ['90000001 - 90000002', '90000001', 'Phone: 90000002'],
    ['90000001 • 90000002', '90000001', 'Phone: 90000002'],
    ['0151 - 0000001', '0151 - 0000001', undefined],
    ['+1 (+47) 900 00 001', '+1 (+47) 900 00 001', undefined],
    ['4.79123E+10', undefined, 'Phone: 4.79123E+10'],
    ['4,79123E+010', undefined, 'Phone: 4,79123E+010'],
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
    const { clients } = await readImport(`Name,Phone\nNils,"${cell}"\n`)
    expect([clients[0]?.phone, clients[0]?.notes]).toEqual([phone, notes])
  })

  it('that a spreadsheet destroyed is reported as such', async () => {
    const { rows } = await readImport('Name;Phone\nA;4.79123E+10\nB;#NAME?\nC;900 00 001\n')
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
    const { clients } = await readImport(
      `${header}\nKari,Vik,k@example.com,k2@example.com,900 00 001\n`,
    )
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
    const { clients } = await readImport(
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

describe('The letters of a file', () => {
  it('that are damaged in one row do not change the others', async () => {
    const bytes = toBytes(
      'Name,City\n\xc3\x85se \xc3\x98deg\xc3\xa5rd,Troms\xc3\xb8\nBj\xf8rn Lie,Bod\xc3\xb8\n',
    )
    const { clients, view } = await readImport(bytes)
    expect(clients).toEqual([
      { name: 'Åse Ødegård', location: 'Tromsø' },
      { name: 'Bjørn Lie', location: 'Bodø' },
    ])
    expect(view.encoding).toBe('windows-1252')
  })

  it('that the end of the file cuts in two change no others', async () => {
    const { clients } = await readImport(toBytes('Name,City\n\xc3\x85se,Troms\xc3\xb8\nBo,Bod\xc3'))
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
    const { clients, view } = await readImport(toBytes(text))
    expect(clients).toEqual([{ name: 'Åse Bjørn', location: 'Tromsø' }])
    expect(view.encoding).toBe(encoding)
  })

  it('are read in the encoding that the owner chooses', async () => {
    const { clients } = await readImport(toBytes('Name,City\nPawe\xb3,\xa3\xf3d\x9f\n'), 'a.csv', {
      encoding: 'windows-1250',
    })
    expect(clients).toEqual([{ name: 'Paweł', location: 'Łódź' }])
  })

  it('that nobody can see are left out', async () => {
    expect(
      (
        await readImport(
          'Name,Email,Notes\nNul\0 Person,nul@example.com,a\u000bb\n\u202aMark Vik,,\n',
        )
      ).clients,
    ).toEqual([
      { name: 'Nul Person', email: 'nul@example.com', notes: 'a\nb' },
      { name: 'Mark Vik' },
    ])
  })
})

it('An address of one line and its town make one location', async () => {
  const head = 'Display Name,Home Address,Home City,Home Country'
  const { clients } = await readImport(
    `${head}\nKari,Gata 1,Bodø,Norge\nOla,"Gata 2, Bodø",Bodø,\n`,
  )
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
    expect((await readImport(text)).clients).toEqual([client])
  })

  it.each(['\t', '|', ';', ','])('are found below a title, with the separator %j', async (sign) => {
    const text = `Guests of Fjord Travel${sign}\n${sign}\nName${sign}Email\nAnn${sign}ann@example.com\n`
    const { clients, view } = await readImport(text)
    expect(clients).toEqual([{ name: 'Ann', email: 'ann@example.com' }])
    expect(view.leftOut.first).toEqual(['Row 1: Guests of Fjord Travel'])
  })

  it.each(['sep=;', '"sep=;"', 'sep=;;;'])('are found below the line %s', async (line) => {
    expect((await readImport(`${line}\nName;Email\nAnn;ann@example.com\n`)).clients).toEqual([
      { name: 'Ann', email: 'ann@example.com' },
    ])
  })

  it('that a pasted list repeats are no client', async () => {
    expect(
      (await readImport('Name,Email\nAnn,a@example.com\nName,Email\nBo,b@example.com\n')).clients,
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
    const { clients } = await readImport(`Name;Last contact\nA;"${text}"\n`)
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
    const { clients } = await readImport(`Name;Last contact\nA;"${text}"\n`)
    expect(clients).toEqual([{ name: 'A', lastContact: date }])
  })

  it.each(['soon', 'May 2025', '2025', '90000014', '31.02.2025'])(
    'that is none stays in the notes: %j',
    async (text) => {
      const { clients } = await readImport(`Name;Last contact\nA;"${text}"\n`)
      expect(clients).toEqual([{ name: 'A', notes: `Last contact: ${text}` }])
    },
  )
})

describe('A large table', () => {
  it('with many quotes that are not closed loses no row', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => `"Client ${at},c${at}@example.com`)
    const { clients } = await readImport(`Name,Email\n${rows.join('\n')}\n`)
    expect(clients).toHaveLength(5000)
  })
})
