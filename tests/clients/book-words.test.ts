import { describe, expect, it } from 'vitest'
import type { BookState, ClientView, WaitingChange } from '#client/book/store/types.ts'
import { choicesOf, disputedFields } from '#client/desk/clients/conflict/review.ts'
import { wordMarks } from '#client/desk/clients/conflict/word-marks.ts'
import { shortMoment, syncedWords } from '#client/desk/clients/day-of.ts'
import { draftOf, editOf, isChanged, readKept } from '#client/desk/clients/form/client-draft.ts'
import { faultsOf, trimmed } from '#client/desk/clients/form/form-rules.ts'
import { inTurn } from '#client/desk/clients/in-turn.ts'
import { foundWords } from '#client/desk/clients/list/clients-head.tsx'
import { likeness } from '#client/desk/clients/merge/merge-words.ts'
import { changeWords } from '#client/desk/clients/queue/change-words.ts'
import { faceOf } from '#client/desk/clients/queue/queue-words.ts'
import { initialsOf, valueWords } from '#client/desk/clients/value-words.ts'
import { emptyClient } from '#shared/clients/fields.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'

const claire = {
  ...emptyClient,
  name: 'Claire Marchetti',
  location: 'Lyon, France',
  email: 'claire@example.com',
  phone: '+33 6 00 00 00 00',
}

const view: ClientView = {
  id: 'c1',
  client: claire,
  rev: 3,
  unknownToServer: false,
  deleted: false,
  createdAt: 1,
  updatedAt: 2,
  conflicts: [],
  waiting: {},
  waitingNotes: [],
  refused: [],
}

const calm: BookState = {
  phase: 'ready',
  sync: 'idle',
  clients: 8,
  waiting: 0,
  conflicts: 0,
  scheduleAsks: false,
  refused: 0,
  syncedAt: 1,
  progress: undefined,
  missing: 0,
}

const conflict = (change: Partial<OpenConflict>): OpenConflict => ({
  cid: 'x',
  kind: 'field',
  field: 'phone',
  value: '+33 6 00 00 00 01',
  deviceId: 'd2',
  deviceName: 'iPhone',
  at: '2026-11-24T15:40:00Z',
  rev: 1,
  ...change,
})

describe('the form of a client', () => {
  it('wants a name, a location, an email address and eight digits of telephone', () => {
    const faults = faultsOf(emptyClient, emptyClient)
    expect(faults.map(({ control }) => control)).toEqual(['name', 'location', 'email', 'phone'])
    const short = { ...claire, phone: '+1 555 01' }
    expect(faultsOf(short, emptyClient)).toMatchObject([
      { message: 'Phone number must have at least 8 digits', verdict: 'is too short' },
    ])
    expect(faultsOf({ ...claire, email: 'claire@' }, emptyClient)).toHaveLength(1)
    expect(faultsOf({ ...claire, name: '  ' }, claire)).toHaveLength(1)
    expect(faultsOf(claire, emptyClient)).toEqual([])
  })

  it('lets a client pass who came without a telephone, until somebody touches it', () => {
    const imported = { ...claire, phone: '' }
    expect(faultsOf({ ...imported, notes: 'x' }, imported)).toEqual([])
    expect(faultsOf({ ...imported, phone: '12' }, imported)).toHaveLength(1)
    expect(faultsOf({ ...claire, phone: '' }, claire)).toHaveLength(1)
  })

  it('wants of each trip a place and two days in their order', () => {
    const trip = { id: 't', place: 'Western fjords', start: '2027-03-12', end: '2027-03-19' }
    const of = (change: Partial<typeof trip>) =>
      faultsOf({ ...claire, trips: [{ ...trip, ...change }] }, claire).map(({ control }) => control)
    expect(of({})).toEqual([])
    expect(of({ end: '2027-03-12' })).toEqual([])
    expect(of({ place: ' ' })).toEqual(['trip-0-place'])
    expect(of({ end: '' })).toEqual(['trip-0-end'])
    expect(of({ end: '2027-03-11' })).toEqual(['trip-0-end'])
  })

  it('hands over only what was changed, with what it was changed from', () => {
    const draft = { ...draftOf(view), fields: trimmed({ ...claire, phone: ' +33 6 11 22 33 44 ' }) }
    expect(editOf(draft)).toEqual({
      base: { phone: '+33 6 00 00 00 00' },
      set: { phone: '+33 6 11 22 33 44' },
      rev: 3,
    })
    expect(isChanged({ ...draft, fields: { ...claire } })).toBe(false)
  })

  it('takes up a draft of an earlier version of the site, and nothing else', () => {
    const kept = readKept({ base: { name: 'A' }, rev: 1, fields: { name: 'B' } })
    expect(kept?.fields).toEqual({ ...emptyClient, name: 'B' })
    expect(readKept(undefined)).toBeUndefined()
    expect(readKept('text')).toBeUndefined()
  })

  it('writes the last of what is typed last, however long a write takes', async () => {
    const written: number[] = []
    const ends: (() => void)[] = []
    const write = inTurn((value: number) => {
      written.push(value)
      return new Promise<void>((end) => ends.push(end))
    })
    for (const value of [1, 2, 3]) write(value)
    expect(written).toEqual([1])
    ends.shift()?.()
    await Promise.resolve()
    await Promise.resolve()
    expect(written).toEqual([1, 3])
  })

  it.each([
    [{ email: 'CLAIRE@example.com' }, 'the same email address'],
    [{ phone: '0033 600 000 000' }, 'the same telephone number'],
    [{ name: 'claire marchetti' }, 'the same name'],
    [{ name: 'Clara Marchetti' }, 'a similar name'],
  ])('says what %j has in common with somebody', (fields, words) => {
    expect(likeness({ ...emptyClient, ...fields }, claire)).toBe(words)
  })
})

describe('a review of what was edited twice', () => {
  it.each([
    [
      'Private driver, boat where possible',
      'Private driver',
      'Private driver, [boat where possible]',
    ],
    ['+33 6 00 00 00 00', '+33 6 00 00 00 01', '+33 6 00 00 00 [00]'],
    ['Calls. Her mother joins.', 'Calls.', 'Calls. [Her mother joins.]'],
    ['the same', 'the same', 'the same'],
    ['', 'something', ''],
    ['something', '', '[something]'],
  ])('marks in %j what %j has not', (value, other, marked) => {
    const pieces = wordMarks(value, other)
    expect(pieces.map((one) => (one.marked ? `[${one.text}]` : one.text)).join('')).toBe(marked)
    expect(pieces.map(({ text }) => text).join('')).toBe(value)
  })

  it('keeps what is in use unless another value is taken, and settles every open one', () => {
    const conflicts = [
      conflict({ cid: 'a' }),
      conflict({ cid: 'b', rev: 2 }),
      conflict({ cid: 'c', field: 'notes', value: 'Evenings.' }),
      conflict({ cid: 'd', kind: 'delete', field: '' }),
    ]
    const disputed = disputedFields({ ...view, conflicts })
    expect(disputed.map(({ field, others }) => [field, others.map(({ cid }) => cid)])).toEqual([
      ['phone', ['b', 'a']],
      ['notes', ['c']],
    ])
    expect(choicesOf(disputed, {}).map(({ choice }) => choice)).toEqual(['keep', 'keep', 'keep'])
    // Rejected values come before the accepted one, which changes the field.
    expect(choicesOf(disputed, { phone: 'b' })).toEqual([
      { cid: 'a', choice: 'keep', seen: claire.phone },
      { cid: 'b', choice: 'take', seen: claire.phone },
      { cid: 'c', choice: 'keep', seen: '' },
    ])
  })

  it('shows lists, trips and dates as a person reads them', () => {
    const trip = { id: 't', place: 'Western fjords', start: '2027-03-12', end: '2027-03-19' }
    expect(valueWords('dining', ['Vegan', 'Halal'])).toBe('Vegan, Halal')
    expect(valueWords('trips', [trip])).toBe('Western fjords, 12 to 19 March 2027')
    expect(valueWords('lastContact', '2026-11-18')).toBe('18 November 2026')
    expect(valueWords('phone', undefined)).toBe('')
    expect(valueWords('later', { a: 1 })).toBe('{"a":1}')
  })
})

describe('the pill', () => {
  it.each<[Partial<BookState>, boolean, string | undefined]>([
    [{ conflicts: 1, waiting: 3 }, false, '1 conflict to review'],
    [{ refused: 2, waiting: 3 }, false, '2 edits refused'],
    [{ waiting: 3 }, false, 'Offline, 3 changes waiting'],
    [{}, false, undefined],
    [{ waiting: 1 }, true, '1 change waiting'],
    [{ waiting: 3, sync: 'syncing', progress: { done: 2, of: 3 } }, true, 'Syncing 2 of 3'],
    [{ sync: 'syncing', progress: { done: 1000, of: undefined } }, true, 'Syncing 1,000'],
    [{ waiting: 3, sync: 'failed' }, true, 'Couldn’t sync. Retry'],
    [{ sync: 'too old' }, true, 'Reload to sync'],
    [{ phase: 'blocked' }, true, 'Client book closed'],
    [{ phase: 'unavailable' }, false, 'Client book closed'],
    [{}, true, undefined],
  ])('of %j, connected: %s, says %j', (state, online, words) => {
    expect(faceOf({ ...calm, ...state }, online)?.text).toBe(words)
  })

  it('names what was edited', () => {
    const change: WaitingChange = {
      n: 1,
      op: 'patch',
      id: 'c1',
      name: 'Claire',
      added: false,
      fields: ['notes'],
      at: '2026-11-24T15:40:00Z',
    }
    expect(changeWords(change)).toBe('Notes edited')
    expect(changeWords({ ...change, fields: ['phone', 'dining', 'transport'] })).toBe(
      'Phone and preferences edited',
    )
    expect(changeWords({ ...change, fields: ['dining'] })).toBe('Dining edited')
    expect(changeWords({ ...change, added: true })).toBe('Client added')
    expect(changeWords({ ...change, op: 'delete' })).toBe('Client deleted')
  })
})

describe('the list', () => {
  it('counts without reading numbers out while more arrive', () => {
    expect(foundWords({ searched: '', total: 8, all: 8, loading: false })).toBe(
      '8 clients, all available offline',
    )
    expect(foundWords({ searched: 'x', total: 1, all: 100_000, loading: false })).toBe(
      '1 of 100,000 clients',
    )
    expect(foundWords({ searched: '', total: 0, all: 0, loading: false })).toBe('No clients')
    expect(foundWords({ searched: '', total: 9, all: 1000, loading: true })).not.toMatch(/\d/)
  })

  it.each([
    ['Claire Marchetti', 'CM'],
    ['Sólrún', 'S'],
    ['anne  marie øst', 'AØ'],
    ['(VIP) Kim', 'VK'],
    ['', ''],
  ])('draws for %j the letters %j', (name, letters) => {
    expect(initialsOf(name)).toBe(letters)
  })

  it('says how long ago things were', () => {
    const now = Date.parse('2026-11-24T16:00:00Z')
    expect(syncedWords(now - 30_000, now)).toBe('Last synced just now')
    expect(syncedWords(now - 120_000, now)).toMatch(/^Last synced today at \d\d:\d\d$/)
    expect(shortMoment(now, now)).toMatch(/^Today, \d\d:\d\d$/)
    expect(shortMoment(now - 400 * 86_400_000, now)).toMatch(/^\d+ October 2025, \d\d:\d\d$/)
  })
})
