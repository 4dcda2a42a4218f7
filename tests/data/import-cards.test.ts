import { describe, expect, it } from 'vitest'
import { readImportFile } from '#client/data/import/import-file.ts'
import { buildCard, readCard, readImport, toBytes } from '#tests/support/data/import-files.ts'

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
    const { clients } = await readImport(
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
    const { clients } = await readImport(open, 'a.vcf')
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
      buildCard('FN:Una Lid', 'UID:u-lid'),
      buildCard(
        'FN:Winter guests',
        'X-ADDRESSBOOKSERVER-KIND:group',
        'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:u-lid',
      ),
      buildCard('KIND:group', 'FN:Nobody', 'MEMBER:urn:uuid:gone'),
    ]
    const { clients, view } = await readImport(cards.join(''), 'contacts.vcf')
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
    expect((await readImport(bytes, 'a.vcf')).clients).toEqual([{ name: 'Mai Ødegård' }])
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
    const { clients } = await readImport(
      before + buildCard('FN:Liv Dahl', 'TEL:+47 900 00 006'),
      name,
    )
    expect(clients).toEqual([{ name: 'Liv Dahl', phone: '+47 900 00 006' }])
  })

  it('is read with any line ends and with an indent', async () => {
    for (const text of [
      'BEGIN:VCARD\rFN:Liv\r  Dahl\rEND:VCARD\r',
      'BEGIN:VCARD\r\r\nFN:Liv\r\r\n  Dahl\r\r\nEND:VCARD\r\r\n',
      '  BEGIN:VCARD\n  FN:Liv\n    Dahl\n  END:VCARD\n',
      'begin:vcard\nfn:Liv Dahl\nend:vcard',
    ])
      expect((await readImport(text, 'a.vcf')).clients).toEqual([{ name: 'Liv Dahl' }])
  })
})

describe('A telephone number of a card', () => {
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
  ])('is never a fax or pager: %j', async (lines, phone, notes) => {
    const client = await readCard('FN:Nils', ...lines)
    expect([client.phone, client.notes]).toEqual([phone, notes])
  })
})

describe('A large file of cards', () => {
  it('with photographs is read in slices, in a time that grows with its size only', async () => {
    const line = `${'Ab9/'.repeat(18)}\r\n `
    const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${line.repeat(60_000)}AA==\r\n`
    const single = `X-IMAGE:${'Ab9/'.repeat(500_000)}\r\n`
    const text = `BEGIN:VCARD\r\nFN:Big Photo\r\n${photo}TEL:+47 900 00 001\r\n${single}END:VCARD\r\n`
    let pauses = 0
    const pause = async () => void pauses++
    const file = await readImportFile(new TextEncoder().encode(text), 'a.vcf', { pause })
    expect(file.view.rows).toBe(1)
    expect(file.parseRow(0, { targets: {}, dateOrders: {} }, '2026-11-21T12:00:00Z').set).toEqual({
      name: 'Big Photo',
      phone: '+47 900 00 001',
    })
    expect(pauses).toBeGreaterThan(20)
  })

  it('with a long folded note is read in a time that grows with its size only', async () => {
    const text = buildCard(
      'FN:Nils',
      `NOTE;ENCODING=QUOTED-PRINTABLE:${'abc=\n'.repeat(4000)}end`,
      `X-LONG:${'abc\n '.repeat(4000)}`,
    )
    const { clients } = await readImport(text, 'a.vcf')
    expect(clients[0]?.notes).toContain('abcend')
  })
})
