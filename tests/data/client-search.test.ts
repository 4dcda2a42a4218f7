import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  buildRecord,
  DataDevice,
  listFoundIds,
  type OpenData,
} from '#tests/support/data/data-device.ts'

let device: DataDevice
beforeEach(() => {
  device = new DataDevice()
})
afterEach(() => device.closeAll())

describe('A search', () => {
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
    await device.storePage(1, [
      buildRecord('1', { name }),
      buildRecord('2', { name: 'Somebody Else', notes: 'x' }),
    ])
    expect(await listFoundIds(await device.openLoadedTab(), typed)).toEqual(['1'])
  })

  it('covers everything written about a client: contact details, notes, preferences and trips', async () => {
    await device.storePage(1, [
      buildRecord('a', { name: 'Needle' }),
      buildRecord('b', { location: 'Needle' }),
      buildRecord('c', { email: 'needle@example.com' }),
      buildRecord('d', { otherEmails: ['needle@example.org'] }),
      buildRecord('e', { notes: 'One\nneedle' }),
      buildRecord('f', { journal: [{ id: '1', at: '2026-01-01T00:00:00Z', text: 'A needle' }] }),
      buildRecord('g', { accommodation: 'A needle' }),
      buildRecord('h', { dining: ['Fish', 'Needles'] }),
      buildRecord('i', { transport: 'By needle' }),
      buildRecord('j', { activities: ['Needlework'] }),
      buildRecord('k', { specialRequests: 'No\tneedles' }),
      buildRecord('l', {
        trips: [{ id: 't', place: 'Nee\u0301dle', start: '2026-03-01', end: '2026-03-08' }],
      }),
      buildRecord('m', { distinctFrom: ['needle'] }),
    ])
    expect(await listFoundIds(await device.openLoadedTab(), 'needle')).toEqual(
      expect.arrayContaining([...'abcdefghijkl']),
    )
    expect(await listFoundIds(await device.openLoadedTab(), 'needle')).toHaveLength(12)
  })

  it('ranks clients whose name matches above those who match only in another field', async () => {
    await device.storePage(1, [
      buildRecord('1', { name: 'Anna Berg', location: 'Lofoten' }),
      buildRecord('2', { name: 'Bo Dahl', dining: ['Vegetarian'], notes: 'Knows the Lofotens' }),
      buildRecord('3', { name: 'Zoë Lofoten' }),
      buildRecord('4', { name: 'Lofoten Lodge', location: 'Zoë street' }),
    ])
    const book = await device.openLoadedTab()
    expect(await listFoundIds(book, 'lofoten')).toEqual(['4', '3', '1', '2'])
    // This search starts from the results of the search before.
    expect(await listFoundIds(book, 'lofoten zoe')).toEqual(['3', '4'])
    const { items: lines } = await book.clients.list({ text: 'lofoten', sort: 'location' }, 0, 9)
    expect(lines.map(({ id }) => id)).toEqual(['1', '4', '2', '3'])
  })

  it.each(['+47 912 34 567', '91234567', '912 34', '+47 912-34-567', '(47) 912'])(
    'finds a phone number by %j, regardless of the format in which it was stored',
    async (typed) => {
      await device.storePage(1, [
        buildRecord('a', { phone: '0047 912 34 567' }),
        buildRecord('b', { phone: '+44 20 7946 0000' }),
      ])
      expect(await listFoundIds(await device.openLoadedTab(), typed)).toEqual(['a'])
    },
  )

  it('requires every word to match the same client, in any of its fields', async () => {
    await device.storePage(1, [
      buildRecord('a', { name: 'Ingrid Berg', location: 'Oslo' }),
      buildRecord('b', { name: 'Ingrid Dahl', location: 'Bergen' }),
      buildRecord('c', { name: 'Oslo Hotel' }),
    ])
    const book = await device.openLoadedTab()
    expect(await listFoundIds(book, 'oslo ingrid')).toEqual(['a'])
    expect(await listFoundIds(book, 'ingrid hotel')).toEqual([])
    expect(await listFoundIds(book, 'ingrid')).toEqual(['a', 'b'])
    expect(await listFoundIds(book, 'ingrid be')).toEqual(['a', 'b'])
    expect(await listFoundIds(book, 'ingrid ber oslo')).toEqual(['a'])
  })

  it('does not mix up clients or fields whose values contain line breaks or tabs', async () => {
    await device.storePage(1, [
      buildRecord('a', { name: 'Line\nbreak', location: 'Tab\there', notes: 'one\ntwo\tthree' }),
      buildRecord('b', { name: 'After' }),
    ])
    const book = await device.openLoadedTab()
    expect(await listFoundIds(book, 'two three')).toEqual(['a'])
    expect(await listFoundIds(book, 'after')).toEqual(['b'])
    const { items: lines } = await book.clients.list({ text: '', sort: 'name' }, 0, 2)
    expect(lines.map(({ name, location }) => [name, location])).toEqual([
      ['After', ''],
      ['Line break', 'Tab here'],
    ])
  })
})

describe('Matching a person to clients', () => {
  const people = [
    buildRecord('mail', { name: 'M', email: 'Åsa@Example.com', phone: '' }),
    buildRecord('other', { name: 'O', otherEmails: ['asa@example.com'] }),
    buildRecord('phone', { name: 'P', phone: '912 34 567' }),
    buildRecord('name', { name: 'Åsa Lind', location: 'Oslo' }),
    buildRecord('longer', { name: 'Åsa Lindgren', email: 'asa@example.com.au' }),
  ]
  const ids = async (person: Parameters<OpenData['clients']['match']>[0]) => {
    await device.storePage(1, people)
    return (await (await device.openLoadedTab()).clients.match(person)).map(({ id }) => id)
  }

  it('uses the email address, then the phone number with or without country code, then the name', async () => {
    const person = { email: 'åsa@example.com', phone: '+47 91 23 45 67', name: 'asa lind' }
    expect(await ids(person)).toEqual(['mail', 'other', 'phone', 'name'])
  })

  it('by name requires the same location if the location is known', async () => {
    const person = { email: '', phone: '', name: 'Asa Lind' }
    expect(await ids({ ...person, location: 'Bergen' })).toEqual([])
    expect(await ids({ ...person, location: 'oslo' })).toEqual(['name'])
  })

  it('finds no client by an empty email, a blank name or a phone number that is too short', async () => {
    expect(await ids({ email: '', phone: '12', name: ' ' })).toEqual([])
  })
})
