import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  getDefaultSide,
  listEqualFields,
  listMergeRows,
  type MergeCandidate,
  type MergeChoice,
  mergeClients,
  sortByAge,
  splitListItems,
  toMergeEdit,
  validateMerge,
} from '#client/desk/clients/merge/merge-rules.ts'
import { type Client, emptyClient } from '#shared/clients/client-fields.ts'
import { MAX_IMPORT_MARKS } from '#shared/clients/imports.ts'
import { toCanonicalJson } from '#shared/lib/values/value-equality.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

const createEntry = (id: string, over: Partial<Client>, createdAt?: number): MergeCandidate => ({
  id,
  client: { ...emptyClient, name: 'Elisabeth Vance', email: 'elisabeth@example.com', ...over },
  createdAt,
})

const older = createEntry('a', {
  location: 'Boston, United States',
  accommodation: 'Small houses, sea view',
  dining: ['Local seafood', 'Vegetarian'],
  notes: 'Calls in the evening.',
  journal: [{ id: 'n1', at: '2026-03-03T10:00:00.000Z', text: 'Met in Bergen.' }],
  distinctFrom: ['b', 'x'],
})
const newer = createEntry('b', {
  location: 'New York, United States',
  email: 'Elisabeth@Example.com',
  dining: ['Vegetarian', 'No shellfish'],
  notes: 'Two rooms.',
  otherEmails: ['vance@example.com'],
})
const noChoice: MergeChoice = { sides: {}, excluded: {} }

it('A merge offers only the fields that differ, and preselects the later entry’s value where it has one', () => {
  const rows = listMergeRows(older, newer)
  expect(rows.map((row) => [row.field, row.kind, getDefaultSide(row)])).toEqual([
    ['location', 'value', 'second'],
    ['accommodation', 'value', 'first'],
    ['dining', 'list', 'second'],
  ])
  expect(listEqualFields(older, newer)).toEqual(['name', 'email'])
  const dining = rows.find(({ field }) => field === 'dining')
  expect(dining && splitListItems(dining)).toEqual({
    first: ['Local seafood', 'Vegetarian'],
    second: ['No shellfish'],
  })
})

it('A client into whom many devices imported at the same time can still be merged', () => {
  const imports = Array.from({ length: 2 * MAX_IMPORT_MARKS }, (_, at) => ({ id: `${at}`, at }))
  expect(validateMerge(mergeClients(createEntry('a', { imports }), newer, noChoice))).toBe(
    undefined,
  )
})

it('A merge loses no value: what is not chosen stands in the notes, once', () => {
  const first = createEntry('a', {
    phone: '+47 900 00 204',
    lastContact: '2026-01-01',
    notes: 'likes boats',
  })
  const second = createEntry('b', {
    phone: '+47 900 00 205',
    location: 'Oslo',
    lastContact: '2026-02-01',
    notes: 'allergic to nuts',
  })
  expect(mergeClients(first, second, noChoice)).toMatchObject({
    phone: '+47 900 00 205',
    location: 'Oslo',
    lastContact: '2026-02-01',
    notes: 'likes boats\n\nallergic to nuts\nPhone: +47 900 00 204\nLast contact: 2026-01-01',
  })
  const chosen = mergeClients(first, second, { sides: { phone: 'first' }, excluded: {} })
  expect(chosen).toMatchObject({ phone: '+47 900 00 204' })
  expect(chosen.notes).toContain('Phone: +47 900 00 205')
})

it('A merge keeps every text of both clients, whatever the owner chooses', async () => {
  const text = fc.constantFrom('', 'alpha', 'beta 2', 'gamma: 3', '+47 900 00 204')
  const fields = fc.record({
    name: fc.constantFrom('Kari Vik', 'K. Vik', 'Ola'),
    email: fc.constantFrom('', 'a@example.com', 'b@example.com'),
    location: text,
    phone: text,
    accommodation: text,
    transport: text,
    specialRequests: text,
    lastContact: fc.constantFrom('', '2026-01-01', '2026-02-01'),
    notes: text,
    dining: fc.uniqueArray(fc.constantFrom('Tea', 'Fish')),
  })
  const side = fc.constantFrom('first', 'second', undefined)
  await assertProperty(
    fc.asyncProperty(
      fields,
      fields,
      fc.array(side, { minLength: 8, maxLength: 8 }),
      async (a, b, chosen) => {
        const [one, other] = [createEntry('a', a), createEntry('b', b)]
        const sides = Object.fromEntries(Object.keys(a).map((field, at) => [field, chosen[at]]))
        const merged = JSON.stringify(mergeClients(one, other, { sides, excluded: {} }))
        for (const value of [...Object.values(a), ...Object.values(b)].flat())
          expect(value === 'K. Vik' || merged.includes(value)).toBe(true)
      },
    ),
  )
})

it.each([
  [undefined, '2026-11-20', 'second'],
  ['2026-11-20', undefined, 'first'],
  ['2026-11-20', '2026-03-03', 'first'],
  ['2026-03-03', '2026-11-20', 'second'],
])(
  'A merge preselects the later date of last contact, never a missing one: %s or %s',
  (first, second, side) => {
    const row = { field: 'lastContact', kind: 'value', first, second } as const
    expect(getDefaultSide(row)).toBe(side)
  },
)

it('A merge has the chosen values, joined lists and both notes, and is not marked as distinct from itself', () => {
  const merged = mergeClients(older, newer, noChoice)
  expect(merged).toMatchObject({
    location: 'New York, United States',
    accommodation: 'Small houses, sea view',
    dining: ['Local seafood', 'Vegetarian', 'No shellfish'],
    notes: 'Calls in the evening.\n\nTwo rooms.\nLocation: Boston, United States',
    journal: older.client.journal,
    email: 'elisabeth@example.com',
    otherEmails: ['vance@example.com'],
    distinctFrom: ['x'],
  })
  const { base, set } = toMergeEdit(older.client, merged)
  expect(Object.keys(set)).toEqual(['location', 'otherEmails', 'dining', 'notes', 'distinctFrom'])
  expect({ ...merged, ...base }).toEqual(older.client)
})

it('A merge stores the addresses of both entries, so that submissions from either are found', () => {
  const other = createEntry('c', {
    email: 'e.vance@example.org',
    otherEmails: ['Vance@example.com'],
  })
  const merged = mergeClients(newer, other, { sides: { email: 'first' }, excluded: {} })
  expect(merged.email).toBe('Elisabeth@Example.com')
  expect(merged.otherEmails).toEqual(['vance@example.com', 'e.vance@example.org'])
})

it('A merge that is too large for one client is refused with the reason', () => {
  const long = (text: string) => createEntry(text, { notes: text.repeat(15_000) })
  const merged = mergeClients(long('a'), long('b'), noChoice)
  expect(validateMerge(merged)).toBe('Please keep this under 20000 characters.')
  expect(validateMerge(mergeClients(older, newer, noChoice))).toBeUndefined()
})

it('A merge keeps the older entry, and prefers one that the server has over one that it lacks', () => {
  const first = createEntry('z', {}, 100)
  expect(sortByAge(createEntry('a', {}), first)[0]).toBe(first)
  expect(sortByAge(createEntry('a', {}, 200), first)[0]).toBe(first)
  expect(sortByAge(createEntry('a', {}, 100), first)[0].id).toBe('a')
})

const anyWord = fc.constantFrom('', 'Boston', 'Lyon', 'A quiet room', 'sea', 'å')
const anyWords = fc.uniqueArray(anyWord.filter(Boolean))
const anyClient = fc.record({
  name: anyWord,
  location: anyWord,
  email: fc.constantFrom('', 'a@example.com', 'A@example.com', 'b@example.com'),
  accommodation: anyWord,
  dining: anyWords,
  activities: anyWords,
  notes: anyWord,
  otherEmails: fc.uniqueArray(fc.constantFrom('b@example.com', 'c@example.com')),
  laterField: anyWord,
  laterList: fc.constantFrom('', 'x'),
})

it('A merge loses nothing of either entry that the owner did not exclude', async () => {
  const choice = fc.record({
    sides: fc.dictionary(
      fc.constantFrom('name', 'location', 'email', 'laterField'),
      fc.constantFrom('first', 'second'),
    ),
    left: fc.record({ dining: anyWords, activities: anyWords }),
  })
  await assertProperty(
    fc.asyncProperty(anyClient, anyClient, choice, async (a, b, { sides, left: excluded }) => {
      const [first, second] = [createEntry('a', a), createEntry('b', b)]
      const out = {
        dining: excluded.dining.map(toCanonicalJson),
        activities: excluded.activities.map(toCanonicalJson),
      }
      const chosen = { sides, excluded: out } as MergeChoice
      const merged: Record<string, unknown> = mergeClients(first, second, chosen)
      for (const { client } of [first, second]) {
        for (const field of ['dining', 'activities'] as const)
          for (const item of client[field])
            expect(merged[field]).toSatisfy(
              (list: string[]) =>
                list.includes(item) || (excluded[field] as string[]).includes(item),
            )
        expect(merged.notes).toContain(client.notes)
        const addresses = [merged.email, ...(merged.otherEmails as string[])].map((one) =>
          String(one).toLowerCase(),
        )
        for (const address of [client.email, ...client.otherEmails].filter(Boolean))
          expect(addresses).toContain(address.toLowerCase())
        const values: Record<string, unknown> = client
        for (const field of ['name', 'location', 'accommodation', 'laterField', 'laterList']) {
          if (toCanonicalJson(values[field]) === '' || merged[field] === values[field]) continue
          const row = listMergeRows(first, second).find((one) => one.field === field)
          const side = row && (chosen.sides[field] ?? getDefaultSide(row))
          expect(side && merged[field]).toBe(side === 'first' ? row?.first : row?.second)
          expect(row).toBeDefined()
        }
      }
    }),
  )
})
