import { expect, test } from 'vitest'
import type { JourneyEdit, JourneyView } from '#client/data/journeys/types.ts'
import { JourneySession } from '#client/desk/journeys/detail/journey-session.ts'
import { emptyItem, toJourneyData } from '#shared/journeys/journey-fields.ts'

const ID = 'J0000000000000000001-i1'

function buildView(title: string, over: Partial<JourneyView> = {}): JourneyView {
  return {
    ...{ id: 'J0000000000000000001', rev: 1, isPending: false, conflicts: [], updatedAt: 0 },
    ...{
      isDeleted: false,
      goneClients: 0,
      clients: [],
      names: [],
      pass: undefined,
      rejected: [],
      documents: { here: [], waiting: [] },
    },
    journey: toJourneyData({ title: 'Lofoten' }) as JourneyView['journey'],
    items: [
      {
        ...{ item: { ...emptyItem, id: ID, title }, rev: 1, isPending: false },
        ...{ conflicts: [], updatedAt: 0 },
      },
    ],
    ...over,
  }
}

const type = (base: string, title: string): JourneyEdit => ({
  ...{ coll: 'journey-item', id: ID, op: 'set' },
  ...{ base: { title: base }, set: { title }, rev: 1 },
})

/** A session whose writes end only when a test lets them. */
function openSession() {
  const writes: { edits: JourneyEdit[]; end: () => void; fail: () => void }[] = []
  const session = new JourneySession(
    (edits) =>
      new Promise((resolve, reject) => {
        writes.push({ edits, end: resolve, fail: () => reject(new Error('Full')) })
      }),
  )
  session.receive(buildView('a'), 0)
  const titles = () => session.getSnapshot().view?.items.map(({ item }) => item.title)
  return { session, writes, titles, saving: () => session.getSnapshot().saving }
}

test('typing shows at once and never waits; what is typed during a write is one edit from the first base', async () => {
  const { session, writes, titles, saving } = openSession()
  session.edit([type('a', 'ab')])
  session.edit([type('ab', 'abc')])
  session.edit([type('abc', 'abcd')])
  expect(titles()).toEqual(['abcd'])
  expect(writes).toHaveLength(1)
  expect(saving()).toBe('saving')
  writes[0]?.end()
  await expect.poll(() => writes).toHaveLength(2)
  expect(writes[1]?.edits).toEqual([type('ab', 'abcd')])
  expect(saving()).toBe('saving')
  writes[1]?.end()
  await session.flush()
  expect(saving()).toBe('saved')
})

test('an older answer of the book does not revert what was typed since', async () => {
  const { session, writes, titles } = openSession()
  session.edit([type('a', 'ab')])
  const asked = session.storedWrites
  writes[0]?.end()
  await session.flush()
  session.receive(buildView('a'), asked)
  expect(titles()).toEqual(['ab'])
  session.receive(buildView('ab'), session.storedWrites)
  expect(titles()).toEqual(['ab'])
  // Now another device’s value counts.
  session.receive(buildView('from elsewhere'), session.storedWrites)
  expect(titles()).toEqual(['from elsewhere'])
})

test('what could not be stored stays on the screen, is not called saved, and is written again with the next edit', async () => {
  const { session, writes, titles, saving } = openSession()
  session.edit([type('a', 'ab')])
  writes[0]?.fail()
  expect(await session.flush()).toBe(false)
  expect(saving()).toBe('failed')
  session.receive(buildView('a'), session.storedWrites)
  expect(titles()).toEqual(['ab'])
  session.edit([type('ab', 'abc')])
  expect(writes[1]?.edits).toEqual([type('a', 'abc')])
  writes[1]?.end()
  expect(await session.flush()).toBe(true)
  expect(saving()).toBe('saved')
})

test('a failed write is tried again on request', async () => {
  const { session, writes } = openSession()
  session.edit([type('a', 'ab')])
  writes[0]?.fail()
  await session.flush()
  session.retry()
  expect(writes[1]?.edits).toEqual([type('a', 'ab')])
})

test('a removed item is back at once when that is undone, also after the book has forgotten it', async () => {
  const { session, writes, titles } = openSession()
  session.edit([{ coll: 'journey-item', id: ID, op: 'delete', rev: 1 }])
  expect(titles()).toEqual([])
  writes[0]?.end()
  await session.flush()
  session.receive(buildView('a', { items: [] }), session.storedWrites)
  session.edit([{ coll: 'journey-item', id: ID, op: 'restore' }])
  expect(titles()).toEqual(['a'])
  expect(writes[1]?.edits).toEqual([{ coll: 'journey-item', id: ID, op: 'restore' }])
})

test('edits keep their order where a join would change it', async () => {
  const { session, writes } = openSession()
  session.edit([type('a', 'ab')])
  const remove: JourneyEdit = { coll: 'journey-item', id: ID, op: 'delete', rev: 1 }
  const restore: JourneyEdit = { coll: 'journey-item', id: ID, op: 'restore' }
  session.edit([type('ab', 'abc'), remove, restore, type('abc', 'x')])
  writes[0]?.end()
  await expect.poll(() => writes).toHaveLength(2)
  expect(writes[1]?.edits).toEqual([type('ab', 'abc'), remove, restore, type('abc', 'x')])
})

test('an answer with the same content keeps the objects, so that rows do not render again', () => {
  const { session } = openSession()
  const before = session.getSnapshot().view?.items[0]
  session.receive(buildView('a'), 0)
  expect(session.getSnapshot().view?.items[0]).toBe(before)
  session.receive(buildView('b'), 0)
  expect(session.getSnapshot().view?.items[0]).not.toBe(before)
})

test('an item that was removed, restored and edited before anything is stored shows the edit', () => {
  const { session, titles } = openSession()
  session.edit([{ coll: 'journey-item', id: ID, op: 'delete', rev: 1 }])
  session.edit([{ coll: 'journey-item', id: ID, op: 'restore' }, type('a', 'ab')])
  expect(titles()).toEqual(['ab'])
})

test('a title that was typed back to what it was is an edit without fields', async () => {
  const { session, writes, titles } = openSession()
  session.edit([type('a', 'ab')])
  session.edit([type('ab', 'abc'), type('abc', 'ab')])
  expect(titles()).toEqual(['ab'])
  writes[0]?.end()
  await expect.poll(() => writes).toHaveLength(2)
  expect(writes[1]?.edits).toEqual([{ ...type('ab', 'ab'), base: {}, set: {} }])
})
