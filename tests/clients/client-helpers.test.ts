import { describe, expect, it } from 'vitest'
import type { ClientView, DataState, PendingEdit } from '#client/data/store/types.ts'
import { formatResultCount, getInitials } from '#client/desk/clients/clients-text.ts'
import {
  isChanged,
  parseDraft,
  toClientEdit,
  toDraft,
} from '#client/desk/clients/form/client-draft.ts'
import { trimFields, validateClient } from '#client/desk/clients/form/client-validation.ts'
import { formatLikeness } from '#client/desk/clients/merge/merge-text.ts'
import { diffTexts } from '#client/desk/kit/dialogs/word-diff.ts'
import { formatDateTime, formatLastSynced } from '#client/desk/kit/format-date-time.ts'
import { getDataStatus } from '#client/desk/records/data-status.ts'
import { listQuestions, toDecisions } from '#client/desk/records/questions.ts'
import { formatPendingEdit } from '#client/desk/records/records-text.ts'
import { createLatestOnlyQueue } from '#client/lib/latest-only-queue.ts'
import { emptyClient } from '#shared/clients/client-fields.ts'
import { formatFieldValue } from '#shared/sync/collections.ts'
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
  isUnknownToServer: false,
  deleted: false,
  createdAt: 1,
  updatedAt: 2,
  conflicts: [],
  pendingFields: {},
  pendingNotes: [],
  rejected: [],
}

const idleState: DataState = {
  phase: 'ready',
  sync: 'idle',
  isUnreachable: false,
  clients: 8,
  pending: 0,
  conflicts: 0,
  rejected: 0,
  syncedAt: 1,
  progress: undefined,
  missing: 0,
  clockSkew: 0,
}

const createConflict = (change: Partial<OpenConflict>): OpenConflict => ({
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

describe('The client form', () => {
  it('requires only a name; an email address or a phone number that is given has to be whole', () => {
    const faults = validateClient(emptyClient, emptyClient)
    expect(faults.map(({ controlName: control }) => control)).toEqual(['name'])
    expect(validateClient({ ...emptyClient, name: 'Ida' }, emptyClient)).toEqual([])
    const short = { ...claire, phone: '+1 555 01' }
    expect(validateClient(short, emptyClient)).toMatchObject([
      { message: 'Phone number must have at least 8 digits', problem: 'is too short' },
    ])
    expect(validateClient({ ...claire, phone: 'later' }, emptyClient)).toHaveLength(1)
    expect(validateClient({ ...claire, email: 'claire@' }, emptyClient)).toHaveLength(1)
    expect(validateClient({ ...claire, name: '  ' }, claire)).toHaveLength(1)
    expect(validateClient(claire, emptyClient)).toEqual([])
  })

  it('lets place, email and phone be emptied again', () => {
    expect(validateClient({ ...claire, location: '', email: '', phone: '' }, claire)).toEqual([])
  })

  it('accepts the short phone number of an imported client until that field is edited', () => {
    const imported = { ...claire, phone: '12' }
    expect(validateClient({ ...imported, notes: 'x' }, imported)).toEqual([])
    expect(validateClient({ ...imported, phone: '123' }, imported)).toHaveLength(1)
  })

  it('requires a place and two dates in order for each trip', () => {
    const trip = { id: 't', place: 'Western fjords', start: '2027-03-12', end: '2027-03-19' }
    const of = (change: Partial<typeof trip>) =>
      validateClient({ ...claire, trips: [{ ...trip, ...change }] }, claire).map(
        ({ controlName: control }) => control,
      )
    expect(of({})).toEqual([])
    expect(of({ end: '2027-03-12' })).toEqual([])
    expect(of({ place: ' ' })).toEqual(['trip-0-place'])
    expect(of({ end: '' })).toEqual(['trip-0-end'])
    expect(of({ end: '2027-03-11' })).toEqual(['trip-0-end'])
  })

  it('submits only the changed fields, with the values from which they were changed', () => {
    const draft = {
      ...toDraft(view),
      fields: trimFields({ ...claire, phone: ' +33 6 11 22 33 44 ' }),
    }
    expect(toClientEdit(draft)).toEqual({
      base: { phone: '+33 6 00 00 00 00' },
      set: { phone: '+33 6 11 22 33 44' },
      rev: 3,
    })
    expect(isChanged({ ...draft, fields: { ...claire } })).toBe(false)
  })

  it('restores a draft from an earlier version of the site, and ignores any other value', () => {
    const restored = parseDraft({ base: { name: 'A' }, rev: 1, fields: { name: 'B' } })
    expect(restored?.fields).toEqual({ ...emptyClient, name: 'B' })
    expect(parseDraft(undefined)).toBeUndefined()
    expect(parseDraft('text')).toBeUndefined()
  })

  it('writes the latest input last, however long a write takes', async () => {
    const written: number[] = []
    const ends: (() => void)[] = []
    const write = createLatestOnlyQueue((value: number) => {
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
  ])('names what %j has in common with an existing client', (fields, text) => {
    expect(formatLikeness({ ...emptyClient, ...fields }, claire)).toBe(text)
  })
})

describe('The review of conflicting edits', () => {
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
    ['09:00 to 18:00', '09:00 to 17:00', '09:00 to [18:00]'],
  ])('highlights the words in %j that are missing from %j', (value, other, marked) => {
    const pieces = diffTexts(value, other)
    expect(pieces.map((one) => (one.isDifferent ? `[${one.text}]` : one.text)).join('')).toBe(
      marked,
    )
    expect(pieces.map(({ text }) => text).join('')).toBe(value)
  })

  it('keeps the value in use unless another is chosen, and resolves every open field conflict', () => {
    const conflicts = [
      createConflict({ cid: 'a' }),
      createConflict({ cid: 'b', rev: 2 }),
      createConflict({ cid: 'c', field: 'notes', value: 'Evenings.' }),
    ]
    const record = { coll: 'client' as const, id: 'c1', data: claire, rev: 3, conflicts }
    const questions = listQuestions([record])
    expect(questions.map(({ label, others }) => [label, others.map(({ cid }) => cid)])).toEqual([
      ['Phone', ['b', 'a']],
      ['Notes', ['c']],
    ])
    const [kept] = toDecisions(questions, {})
    expect(kept?.choices.map(({ choice }) => choice)).toEqual(['keep', 'keep', 'keep'])
    // Rejected values come before the accepted one, which changes the field.
    const [phone] = questions
    expect(toDecisions(questions, { [phone?.key ?? '']: 'b' })).toEqual([
      {
        ...{ coll: 'client', id: 'c1' },
        choices: [
          { cid: 'a', choice: 'keep', seen: claire.phone },
          { cid: 'b', choice: 'take', seen: claire.phone },
          { cid: 'c', choice: 'keep', seen: '' },
        ],
      },
    ])
  })

  it('asks first whether a record stays, before it asks about its fields', () => {
    const conflicts = [
      createConflict({ cid: 'a' }),
      createConflict({ cid: 'd', kind: 'delete', field: '', value: null }),
    ]
    const record = { coll: 'client' as const, id: 'c1', data: claire, rev: 3, conflicts }
    expect(listQuestions([record])).toMatchObject([
      { label: 'Client', isRemoval: true, others: [{ cid: 'd', text: 'Removed' }] },
    ])
  })

  it('shows lists, trips and dates in readable form', () => {
    const trip = { id: 't', place: 'Western fjords', start: '2027-03-12', end: '2027-03-19' }
    expect(formatFieldValue({ coll: 'client', field: 'dining' }, ['Vegan', 'Halal'])).toBe(
      'Vegan, Halal',
    )
    expect(formatFieldValue({ coll: 'client', field: 'trips' }, [trip])).toBe(
      'Western fjords, 12 to 19 March 2027',
    )
    expect(formatFieldValue({ coll: 'client', field: 'lastContact' }, '2026-11-18')).toBe(
      '18 November 2026',
    )
    expect(formatFieldValue({ coll: 'client', field: 'phone' }, undefined)).toBe('')
    expect(formatFieldValue({ coll: 'client', field: 'later' }, { a: 1 })).toBe('{"a":1}')
  })
})

describe('The sync pill', () => {
  it.each<[Partial<DataState>, boolean, string | undefined]>([
    [{ conflicts: 1, pending: 3 }, false, '1 conflict to review'],
    [{ rejected: 2, pending: 3 }, false, '2 edits refused'],
    [{ pending: 3 }, false, 'Offline, 3 changes waiting'],
    [{}, false, undefined],
    [{ pending: 1 }, true, '1 change waiting'],
    [{ pending: 3, sync: 'syncing', progress: { done: 2, total: 3 } }, true, 'Syncing 2 of 3'],
    [{ sync: 'syncing', progress: { done: 1000, total: 5000 } }, true, 'Syncing 1,000 of 5,000'],
    [{ pending: 3, sync: 'failed' }, true, 'Couldn’t sync. Retry'],
    [{ sync: 'too old' }, true, 'Reload to sync'],
    [{ phase: 'blocked' }, true, 'Client book closed'],
    [{ phase: 'unavailable' }, false, 'Client book closed'],
    [{ sync: 'full', conflicts: 1 }, true, 'Device is full'],
    [{}, true, undefined],
  ])('with state %j and online = %s shows %j', (state, online, text) => {
    expect(getDataStatus({ ...idleState, ...state }, online)?.text).toBe(text)
  })

  it('names the edited fields, or that a client was added or deleted', () => {
    const change: PendingEdit = {
      n: 1,
      op: 'patch',
      coll: 'client',
      id: 'c1',
      name: 'Claire',
      isNew: false,
      fields: ['notes'],
      at: '2026-11-24T15:40:00Z',
    }
    expect(formatPendingEdit(change)).toBe('Notes edited')
    expect(formatPendingEdit({ ...change, fields: ['phone', 'dining', 'transport'] })).toBe(
      'Phone and preferences edited',
    )
    expect(formatPendingEdit({ ...change, fields: ['dining'] })).toBe('Dining edited')
    expect(formatPendingEdit({ ...change, isNew: true })).toBe('Client added')
    expect(formatPendingEdit({ ...change, op: 'delete' })).toBe('Client deleted')
    expect(formatPendingEdit({ ...change, op: 'resolve' })).toBe('Conflict resolved')
  })

  it('names an import and its undo, and what an import completed in a client', () => {
    const change = { n: 1, op: 'patch', id: 'c1', name: '', at: '', isNew: false } as const
    const fields = ['phone', 'imports']
    expect(formatPendingEdit({ ...change, coll: 'client', fields })).toBe('Phone edited')
    const edited = { ...change, coll: 'import' } as const
    expect(formatPendingEdit({ ...edited, isNew: true, fields: ['report'] })).toBe('File imported')
    expect(formatPendingEdit({ ...edited, fields: ['undone'] })).toBe('Import undone')
  })

  it('names a deleted client that was restored, which is an edit without fields', () => {
    const restored = { n: 1, op: 'patch', coll: 'client', id: 'c1', name: 'Claire' } as const
    expect(formatPendingEdit({ ...restored, isNew: false, at: '', fields: [] })).toBe(
      'Client restored',
    )
  })
})

describe('The client list', () => {
  it('shows the number of clients found, but no number while more are loading', () => {
    expect(
      formatResultCount({ searchedText: '', matchCount: 8, clientCount: 8, loading: false }),
    ).toBe('8 clients, all available offline')
    expect(
      formatResultCount({ searchedText: 'x', matchCount: 1, clientCount: 100_000, loading: false }),
    ).toBe('1 of 100,000 clients')
    expect(
      formatResultCount({ searchedText: '', matchCount: 0, clientCount: 0, loading: false }),
    ).toBe('No clients')
    const some = { searchedText: '', matchCount: 27, clientCount: 27, loading: false }
    expect(formatResultCount({ ...some, isStored: false })).toBe(
      '27 clients, only while this page is open',
    )
    const none = { searchedText: '', matchCount: 0, clientCount: 0, loading: false }
    expect(formatResultCount({ ...none, isKnown: false })).toBe('')
    expect(
      formatResultCount({ searchedText: '', matchCount: 9, clientCount: 1000, loading: true }),
    ).not.toMatch(/\d/)
  })

  it.each([
    ['Claire Marchetti', 'CM'],
    ['Sólrún', 'S'],
    ['anne  marie øst', 'AØ'],
    ['(VIP) Kim', 'VK'],
    ['', ''],
  ])('shows for %j the initials %j', (name, letters) => {
    expect(getInitials(name)).toBe(letters)
  })

  it('shows times relative to now: just now, today, or with their date', () => {
    const now = Date.parse('2026-11-24T16:00:00Z')
    expect(formatLastSynced(now - 30_000, now)).toBe('Last synced just now')
    expect(formatLastSynced(now - 120_000, now)).toMatch(/^Last synced today at \d\d:\d\d$/)
    expect(formatDateTime(now, now)).toMatch(/^Today, \d\d:\d\d$/)
    expect(formatDateTime(now - 400 * 86_400_000, now)).toMatch(/^\d+ October 2025, \d\d:\d\d$/)
  })
})
