import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Client, emptyClient } from '#shared/clients/fields.ts'
import {
  type Entry,
  inOrder,
  listItems,
  type MergeChoice,
  mergedClient,
  mergeEdit,
  mergeProblem,
  mergeRows,
  presetSide,
  sameFields,
} from '#shared/clients/merge-clients.ts'
import { canonical } from '#shared/sync/values.ts'
import { assertProperty } from '#tests/support/runs.ts'

const entry = (id: string, over: Partial<Client>, createdAt?: number): Entry => ({
  id,
  client: { ...emptyClient, name: 'Elisabeth Vance', email: 'elisabeth@example.com', ...over },
  createdAt,
})

const older = entry('a', {
  location: 'Boston, United States',
  accommodation: 'Small houses, sea view',
  dining: ['Local seafood', 'Vegetarian'],
  notes: 'Calls in the evening.',
  journal: [{ id: 'n1', at: '2026-03-03T10:00:00.000Z', text: 'Met in Bergen.' }],
  distinctFrom: ['b', 'x'],
})
const later = entry('b', {
  location: 'New York, United States',
  email: 'Elisabeth@Example.com',
  dining: ['Vegetarian', 'No shellfish'],
  notes: 'Two rooms.',
  otherEmails: ['vance@example.com'],
})
const none: MergeChoice = { sides: {}, left: {} }

it('asks only for what differs, and begins with the later entry’s words where it has any', () => {
  const rows = mergeRows(older, later)
  expect(rows.map((row) => [row.field, row.kind, presetSide(row)])).toEqual([
    ['location', 'value', 'second'],
    ['accommodation', 'value', 'first'],
    ['dining', 'list', 'second'],
  ])
  expect(sameFields(older, later)).toEqual(['name', 'email'])
  const dining = rows.find(({ field }) => field === 'dining')
  expect(dining && listItems(dining)).toEqual({
    first: ['Local seafood', 'Vegetarian'],
    second: ['No shellfish'],
  })
})

it('makes one client of two: chosen values, joined lists, the notes of both, and no word against itself', () => {
  const merged = mergedClient(older, later, none)
  expect(merged).toMatchObject({
    location: 'New York, United States',
    accommodation: 'Small houses, sea view',
    dining: ['Local seafood', 'Vegetarian', 'No shellfish'],
    notes: 'Calls in the evening.\n\nTwo rooms.',
    journal: older.client.journal,
    email: 'elisabeth@example.com',
    otherEmails: ['vance@example.com'],
    distinctFrom: ['x'],
  })
  const { base, set } = mergeEdit(older.client, merged)
  expect(Object.keys(set)).toEqual(['location', 'otherEmails', 'dining', 'notes', 'distinctFrom'])
  expect({ ...merged, ...base }).toEqual(older.client)
})

it('finds what the client wrote from either address', () => {
  const other = entry('c', { email: 'e.vance@example.org', otherEmails: ['Vance@example.com'] })
  const merged = mergedClient(later, other, { sides: { email: 'first' }, left: {} })
  expect(merged.email).toBe('Elisabeth@Example.com')
  expect(merged.otherEmails).toEqual(['vance@example.com', 'e.vance@example.org'])
})

it('says why two entries are too much for one client', () => {
  const long = (text: string) => entry(text, { notes: text.repeat(15_000) })
  const merged = mergedClient(long('a'), long('b'), none)
  expect(mergeProblem(merged)).toBe('Please keep this under 20000 characters.')
  expect(mergeProblem(mergedClient(older, later, none))).toBeUndefined()
})

it('keeps the entry that is older, and one that the server has over one that it lacks', () => {
  const first = entry('z', {}, 100)
  expect(inOrder(entry('a', {}), first)[0]).toBe(first)
  expect(inOrder(entry('a', {}, 200), first)[0]).toBe(first)
  expect(inOrder(entry('a', {}, 100), first)[0].id).toBe('a')
})

const word = fc.constantFrom('', 'Boston', 'Lyon', 'A quiet room', 'sea', 'å')
const words = fc.uniqueArray(word.filter(Boolean))
const someone = fc.record({
  name: word,
  location: word,
  email: fc.constantFrom('', 'a@example.com', 'A@example.com', 'b@example.com'),
  accommodation: word,
  dining: words,
  activities: words,
  notes: word,
  otherEmails: fc.uniqueArray(fc.constantFrom('b@example.com', 'c@example.com')),
  laterField: word,
  laterList: fc.constantFrom('', 'x'),
})

it('loses nothing of either entry that the owner did not leave out', async () => {
  const choice = fc.record({
    sides: fc.dictionary(
      fc.constantFrom('name', 'location', 'email', 'laterField'),
      fc.constantFrom('first', 'second'),
    ),
    left: fc.record({ dining: words, activities: words }),
  })
  await assertProperty(
    fc.asyncProperty(someone, someone, choice, async (a, b, { sides, left }) => {
      const [first, second] = [entry('a', a), entry('b', b)]
      const out = { dining: left.dining.map(canonical), activities: left.activities.map(canonical) }
      const chosen = { sides, left: out } as MergeChoice
      const merged: Record<string, unknown> = mergedClient(first, second, chosen)
      for (const { client } of [first, second]) {
        for (const field of ['dining', 'activities'] as const)
          for (const item of client[field])
            expect(merged[field]).toSatisfy(
              (list: string[]) => list.includes(item) || (left[field] as string[]).includes(item),
            )
        expect(merged.notes).toContain(client.notes)
        const addresses = [merged.email, ...(merged.otherEmails as string[])].map((one) =>
          String(one).toLowerCase(),
        )
        for (const address of [client.email, ...client.otherEmails].filter(Boolean))
          expect(addresses).toContain(address.toLowerCase())
        const values: Record<string, unknown> = client
        for (const field of ['name', 'location', 'accommodation', 'laterField', 'laterList']) {
          if (canonical(values[field]) === '' || merged[field] === values[field]) continue
          const row = mergeRows(first, second).find((one) => one.field === field)
          const side = row && (chosen.sides[field] ?? presetSide(row))
          expect(side && merged[field]).toBe(side === 'first' ? row?.first : row?.second)
          expect(row).toBeDefined()
        }
      }
    }),
  )
})
