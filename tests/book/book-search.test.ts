import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LocalBook } from '#client/book/local-book.ts'
import { BookDevice, found, record } from '#tests/support/kept-book.ts'

let device: BookDevice
beforeEach(() => {
  device = new BookDevice()
})
afterEach(() => device.closeAll())

describe('a search', () => {
  it.each([
    ['aase', 'Aase Øien'],
    ['ase ki', 'Åse Kirkenes'],
    ['ÅSE', 'Åse Kirkenes'],
    ['oien', 'Aase Øien'],
    ['ærlig', 'Bo Aerlig'],
    ['strasse', 'Uwe Straße'],
    ['istanbul', 'Cem İstanbul'],
    ['noel', 'Noe\u0308l'],
    ['Noël', 'Noe\u0308l'],
    ['kirkenes ase', 'Åse Kirkenes'],
  ])('for %j finds %j', async (typed, name) => {
    await device.pack(1, [
      record('1', { name }),
      record('2', { name: 'Somebody Else', notes: 'x' }),
    ])
    expect(await found(await device.opened(), typed)).toEqual(['1'])
  })

  it('looks at all that a person wrote of a client: how to reach them, notes, preferences and trips', async () => {
    await device.pack(1, [
      record('a', { name: 'Needle' }),
      record('b', { location: 'Needle' }),
      record('c', { email: 'needle@example.com' }),
      record('d', { otherEmails: ['needle@example.org'] }),
      record('e', { notes: 'One\nneedle' }),
      record('f', { journal: [{ id: '1', at: '2026-01-01T00:00:00Z', text: 'A needle' }] }),
      record('g', { accommodation: 'A needle' }),
      record('h', { dining: ['Fish', 'Needles'] }),
      record('i', { transport: 'By needle' }),
      record('j', { activities: ['Needlework'] }),
      record('k', { specialRequests: 'No\tneedles' }),
      record('l', {
        trips: [{ id: 't', place: 'Nee\u0301dle', start: '2026-03-01', end: '2026-03-08' }],
      }),
      record('m', { distinctFrom: ['needle'] }),
    ])
    expect(await found(await device.opened(), 'needle')).toEqual(
      expect.arrayContaining([...'abcdefghijkl']),
    )
    expect(await found(await device.opened(), 'needle')).toHaveLength(12)
  })

  it('puts clients whose name it is before those of whom only something else says it', async () => {
    await device.pack(1, [
      record('1', { name: 'Anna Berg', location: 'Lofoten' }),
      record('2', { name: 'Bo Dahl', dining: ['Vegetarian'], notes: 'Knows the Lofotens' }),
      record('3', { name: 'Zoë Lofoten' }),
      record('4', { name: 'Lofoten Lodge', location: 'Zoë street' }),
    ])
    const book = await device.opened()
    expect(await found(book, 'lofoten')).toEqual(['4', '3', '1', '2'])
    // This search starts from the results of the search before.
    expect(await found(book, 'lofoten zoe')).toEqual(['3', '4'])
    const { lines } = await book.list({ text: 'lofoten', sort: 'location' }, 0, 9)
    expect(lines.map(({ id }) => id)).toEqual(['1', '4', '2', '3'])
  })

  it.each(['+47 912 34 567', '91234567', '912 34', '+47 912-34-567', '(47) 912'])(
    'finds a telephone number by %j, however it was written',
    async (typed) => {
      await device.pack(1, [
        record('a', { phone: '0047 912 34 567' }),
        record('b', { phone: '+44 20 7946 0000' }),
      ])
      expect(await found(await device.opened(), typed)).toEqual(['a'])
    },
  )

  it('wants every word in one client, across fields but not across clients', async () => {
    await device.pack(1, [
      record('a', { name: 'Ingrid Berg', location: 'Oslo' }),
      record('b', { name: 'Ingrid Dahl', location: 'Bergen' }),
      record('c', { name: 'Oslo Hotel' }),
    ])
    const book = await device.opened()
    expect(await found(book, 'oslo ingrid')).toEqual(['a'])
    expect(await found(book, 'ingrid hotel')).toEqual([])
    expect(await found(book, 'ingrid')).toEqual(['a', 'b'])
    expect(await found(book, 'ingrid be')).toEqual(['a', 'b'])
    expect(await found(book, 'ingrid ber oslo')).toEqual(['a'])
  })

  it('keeps apart what lies line by line and column by column', async () => {
    await device.pack(1, [
      record('a', { name: 'Line\nbreak', location: 'Tab\there', notes: 'one\ntwo\tthree' }),
      record('b', { name: 'After' }),
    ])
    const book = await device.opened()
    expect(await found(book, 'two three')).toEqual(['a'])
    expect(await found(book, 'after')).toEqual(['b'])
    const { lines } = await book.list({ text: '', sort: 'name' }, 0, 2)
    expect(lines.map(({ name, location }) => [name, location])).toEqual([
      ['After', ''],
      ['Line break', 'Tab here'],
    ])
  })
})

describe('somebody is known', () => {
  const people = [
    record('mail', { name: 'M', email: 'Åsa@Example.com', phone: '' }),
    record('other', { name: 'O', otherEmails: ['asa@example.com'] }),
    record('phone', { name: 'P', phone: '912 34 567' }),
    record('name', { name: 'Åsa Lind', location: 'Oslo' }),
    record('longer', { name: 'Åsa Lindgren', email: 'asa@example.com.au' }),
  ]
  const ids = async (person: Parameters<LocalBook['matches']>[0]) => {
    await device.pack(1, people)
    return (await (await device.opened()).matches(person)).map(({ id }) => id)
  }

  it('by email address, then by telephone with or without its country, then by name', async () => {
    const person = { email: 'åsa@example.com', phone: '+47 91 23 45 67', name: 'asa lind' }
    expect(await ids(person)).toEqual(['mail', 'other', 'phone', 'name'])
  })

  it('by name only in the same place, where the place is known', async () => {
    const person = { email: '', phone: '', name: 'Asa Lind' }
    expect(await ids({ ...person, location: 'Bergen' })).toEqual([])
    expect(await ids({ ...person, location: 'oslo' })).toEqual(['name'])
  })

  it('not by nothing', async () => {
    expect(await ids({ email: '', phone: '12', name: ' ' })).toEqual([])
  })
})
