import 'fake-indexeddb/auto'
import { act, render, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { beforeEach, expect, it, vi } from 'vitest'
import { readCachedList } from '#client/book/desk-cache-client.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import type { CachedList } from '#client/book/store/desk-cache.ts'
import { SyncedList, useSyncedList } from '#client/desk/queries/synced-list.ts'
import { refetchAll } from '#client/desk/shell/sync-state.ts'
import { type ChangesQuery, changesEndpoint } from '#shared/desk/changes.ts'
import { astrid, setUpOwnerDevice } from '#tests/support/owner-store.ts'

const changes = changesEndpoint(
  'get-thing-changes',
  { record: v.string(), meta: v.number() },
  'Failed to fetch things',
)

/** A server with a change log of things, which answers in pages of two. */
class ThingServer {
  epoch = 'one'
  private seq = 0
  private readonly last = new Map<string, number>()
  private readonly text = new Map<string, string>()
  requests: ChangesQuery[] = []
  /** Whether the server is out of reach. */
  isDown = false
  /** Promises awaited before (`beforeAnswer`) and after (`after`) the data of an answer are read. */
  beforeAnswer: Promise<unknown> = Promise.resolve()
  afterAnswer: Promise<unknown> = Promise.resolve()

  set(id: string, text: string): void {
    this.text.set(id, text)
    this.last.set(id, ++this.seq)
  }

  erase(id: string): void {
    this.text.delete(id)
    this.last.set(id, ++this.seq)
  }

  async answer(url: string): Promise<Response> {
    await this.beforeAnswer
    if (this.isDown) throw new TypeError('Failed to fetch')
    const query = new URL(url, 'http://desk').searchParams
    const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined)
    const [after, before] = [number('after'), number('before')]
    this.requests.push({
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
    })
    if ((query.get('epoch') ?? this.epoch) !== this.epoch)
      return Response.json({ code: 'epoch', error: 'No' }, { status: 410 })
    const order = [...this.last].sort(([, a], [, b]) => (after === undefined ? b - a : a - b))
    const found = order.filter(([, seq]) =>
      after === undefined ? seq < (before ?? Infinity) : seq > after,
    )
    const page = found.slice(0, 2)
    const more = found.length > 2
    const sentChanges = page.flatMap(([id]): object[] => {
      const record = this.text.get(id)
      if (record !== undefined) return [{ id, record }]
      return after === undefined ? [] : [{ id, deleted: true }]
    })
    const last = page.at(-1)?.[1] ?? 0
    const next = more || after === undefined ? last : this.seq
    const answer = {
      epoch: this.epoch,
      changes: sentChanges,
      nextCursor: next,
      hasMore: more,
      seq: this.seq,
      meta: this.text.size,
    }
    await this.afterAnswer
    return Response.json(answer)
  }
}

let things: ThingServer
beforeEach(() => {
  things = new ThingServer()
  vi.stubGlobal('fetch', (url: string) => things.answer(url))
})
setUpOwnerDevice()

const newList = () => new SyncedList('form', changes)
const listRecords = (list: ReturnType<typeof newList>) =>
  [...(list.view.get()?.data.records ?? [])].sort()
const readCachedThings = () => readCachedList({ userId: astrid.id, kind: 'form' })
const listTexts = (list: CachedList | undefined) => [...(list?.records.values() ?? [])].sort()

/** Refreshes and waits until the list is complete. */
async function waitUntilWhole(list: ReturnType<typeof newList>): Promise<void> {
  await list.refresh()
  await waitFor(() => expect(list.view.get()?.data.isComplete).toBe(true))
}

function addThings(count: number): string[] {
  const texts = Array.from({ length: count }, (_, index) => `thing ${index}`)
  for (const [index, text] of texts.entries()) things.set(`t${index}`, text)
  return texts
}

it('The first load shows the latest records at once, and stores all of them page by page', async () => {
  const texts = addThings(7)
  const list = newList()
  const first = new Promise<string[]>((resolve) => {
    list.view.subscribe(() => resolve(listRecords(list)))
  })
  await waitUntilWhole(list)
  expect(await first).toEqual(['thing 5', 'thing 6'])
  expect(listRecords(list)).toEqual(texts)
  expect(listTexts(await readCachedThings())).toEqual(texts)
})

it('A complete copy is updated by fetching only what changed', async () => {
  addThings(5)
  await waitUntilWhole(newList())
  things.requests = []
  things.set('t1', 'thing 1, changed')
  things.set('t9', 'thing 9')
  const list = newList()
  await waitUntilWhole(list)
  expect(things.requests).toEqual([{ after: 5 }])
  expect(listRecords(list)).toEqual([
    'thing 0',
    'thing 1, changed',
    'thing 2',
    'thing 3',
    'thing 4',
    'thing 9',
  ])
  expect(list.view.get()?.data.meta).toBe(6)
})

it('An erased record disappears from the screen and from the device', async () => {
  addThings(3)
  const list = newList()
  await waitUntilWhole(list)
  things.erase('t1')
  await list.refresh()
  expect(listRecords(list)).toEqual(['thing 0', 'thing 2'])
  expect(listTexts(await readCachedThings())).toEqual(['thing 0', 'thing 2'])
})

it('The cached copy is shown when no answer comes, and an interrupted load resumes where it stopped', async () => {
  const texts = addThings(7)
  const list = newList()
  const leave = list.view.subscribe(() => {
    things.isDown = true
  })
  await list.refresh()
  leave()
  const later = newList()
  expect(await later.refresh()).toMatchObject({ status: 0 })
  expect(listRecords(later)).toEqual(['thing 5', 'thing 6'])
  things.isDown = false
  things.requests = []
  await waitUntilWhole(later)
  expect(listRecords(later)).toEqual(texts)
  expect(things.requests[0]).toEqual({ after: 7 })
  expect(things.requests.filter(({ after, before }) => after === undefined && !before)).toEqual([])
})

it('A record that changes while older ones are still loading ends up in its latest state', async () => {
  addThings(6)
  const list = newList()
  let release = () => {}
  // The page with the old texts is read now, and its answer arrives late.
  const leave = list.view.subscribe(() => {
    things.afterAnswer = new Promise((resolve) => {
      release = () => resolve(undefined)
    })
  })
  await list.refresh()
  leave()
  await waitFor(() => expect(things.requests).toHaveLength(2))
  things.set('t0', 'thing 0, changed')
  things.set('t3', 'thing 3, changed')
  const refreshed = list.refresh()
  release()
  await refreshed
  await waitFor(() => expect(list.view.get()?.data.isComplete).toBe(true))
  const now = ['thing 0, changed', 'thing 1', 'thing 2', 'thing 3, changed', 'thing 4', 'thing 5']
  expect(listRecords(list)).toEqual(now)
  expect(listTexts(await readCachedThings())).toEqual(now)
})

it('A page that the device could not store does not advance the cursor, and is fetched again', async () => {
  addThings(3)
  await waitUntilWhole(newList())
  things.set('t0', 'thing 0, changed')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const list = newList()
  await waitUntilWhole(list)
  expect(listRecords(list)[0]).toBe('thing 0, changed')
  put.mockRestore()
  expect(listTexts(await readCachedThings())[0]).toBe('thing 0')
  const later = newList()
  await waitUntilWhole(later)
  expect(listTexts(await readCachedThings())[0]).toBe('thing 0, changed')
})

it('After a server restore everything is fetched again, and records that the server lacks are removed', async () => {
  addThings(3)
  await waitUntilWhole(newList())
  const list = newList()
  await list.loadCached()
  things.epoch = 'two'
  things.erase('t2')
  await waitUntilWhole(list)
  expect(listRecords(list)).toEqual(['thing 0', 'thing 1'])
  expect(listTexts(await readCachedThings())).toEqual(['thing 0', 'thing 1'])
})

it('A tab does not overwrite newer records that another tab has stored', async () => {
  addThings(5)
  const [one, other] = [newList(), newList()]
  await Promise.all([waitUntilWhole(one), waitUntilWhole(other)])
  things.set('t0', 'thing 0, changed')
  await one.refresh()
  things.set('t0', 'thing 0, changed again')
  await other.refresh()
  expect(listRecords(other)[0]).toBe('thing 0, changed again')
  const later = newList()
  await waitUntilWhole(later)
  expect(listTexts(await readCachedThings())).toEqual(listRecords(other))
})

it('A tab does not restore records that an erasure removed', async () => {
  addThings(4)
  const list = newList()
  await waitUntilWhole(list)
  const db = new OwnerDatabase(astrid.id)
  await db.queryCache.clear()
  await db.deskRecords.clear()
  db.close()
  things.erase('t3')
  await waitUntilWhole(list)
  expect(listRecords(list)).toEqual(['thing 0', 'thing 1', 'thing 2'])
  expect(listTexts(await readCachedThings())).toEqual(['thing 0', 'thing 1', 'thing 2'])
})

it('A screen shows the cached copy at once, then the fresh list, which stays if no answer comes', async () => {
  addThings(1)
  await waitUntilWhole(newList())
  const list = newList()
  function Screen() {
    const { data, state, refusal: syncRefusal } = useSyncedList(list)
    return <p>{[state, syncRefusal?.status ?? '-', ...(data?.records ?? [])].join(' | ')}</p>
  }
  let release = () => {}
  things.beforeAnswer = new Promise((resolve) => {
    release = () => resolve(undefined)
  })
  render(<Screen />)
  await screen.findByText('cached | - | thing 0')
  things.set('t1', 'thing 1')
  release()
  await screen.findByText('fresh | - | thing 0 | thing 1')
  things.isDown = true
  act(() => refetchAll())
  await screen.findByText('cached | 0 | thing 0 | thing 1')
})
