import 'fake-indexeddb/auto'
import { act, render, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { beforeEach, expect, it, vi } from 'vitest'
import { readKeptList } from '#client/book/desk-data.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import type { KeptList } from '#client/book/store/desk-store.ts'
import { RecordList, useRecordList } from '#client/desk/queries/record-list.ts'
import { syncNow } from '#client/desk/shell/sync-state.ts'
import { type AskedChanges, changesEndpoint } from '#shared/desk/changes.ts'
import { astrid, eachOnOwnersDevice } from '#tests/support/owners-store.ts'

const changes = changesEndpoint(
  'get-thing-changes',
  { record: v.string(), about: v.number() },
  'Failed to fetch things',
)

/** A server with a change log of things, which answers in pages of two. */
class Things {
  epoch = 'one'
  private seq = 0
  private readonly last = new Map<string, number>()
  private readonly text = new Map<string, string>()
  asked: AskedChanges[] = []
  /** Whether the server is out of reach. */
  down = false
  /** Promises awaited before (`hold`) and after (`after`) the data of an answer are read. */
  hold: Promise<unknown> = Promise.resolve()
  after: Promise<unknown> = Promise.resolve()

  set(id: string, text: string): void {
    this.text.set(id, text)
    this.last.set(id, ++this.seq)
  }

  erase(id: string): void {
    this.text.delete(id)
    this.last.set(id, ++this.seq)
  }

  async answer(url: string): Promise<Response> {
    await this.hold
    if (this.down) throw new TypeError('Failed to fetch')
    const query = new URL(url, 'http://desk').searchParams
    const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined)
    const [after, before] = [number('after'), number('before')]
    this.asked.push({
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
    const told = page.flatMap(([id]): object[] => {
      const record = this.text.get(id)
      if (record !== undefined) return [{ id, record }]
      return after === undefined ? [] : [{ id, gone: true }]
    })
    const last = page.at(-1)?.[1] ?? 0
    const next = more || after === undefined ? last : this.seq
    const answer = {
      epoch: this.epoch,
      changes: told,
      next,
      more,
      seq: this.seq,
      about: this.text.size,
    }
    await this.after
    return Response.json(answer)
  }
}

let things: Things
beforeEach(() => {
  things = new Things()
  vi.stubGlobal('fetch', (url: string) => things.answer(url))
})
eachOnOwnersDevice()

const newList = () => new RecordList('form', changes)
const shownBy = (list: ReturnType<typeof newList>) =>
  [...(list.view.get()?.data.records ?? [])].sort()
const kept = () => readKeptList({ userId: astrid.id, kind: 'form' })
const textsOf = (list: KeptList | undefined) => [...(list?.records.values() ?? [])].sort()

/** Refreshes and waits until the list is complete. */
async function settled(list: ReturnType<typeof newList>): Promise<void> {
  await list.refresh()
  await waitFor(() => expect(list.view.get()?.data.whole).toBe(true))
}

function fillWith(count: number): string[] {
  const texts = Array.from({ length: count }, (_, index) => `thing ${index}`)
  for (const [index, text] of texts.entries()) things.set(`t${index}`, text)
  return texts
}

it('a first fill shows the latest at once, and the device has all page by page', async () => {
  const texts = fillWith(7)
  const list = newList()
  const first = new Promise<string[]>((resolve) => {
    list.view.subscribe(() => resolve(shownBy(list)))
  })
  await settled(list)
  expect(await first).toEqual(['thing 5', 'thing 6'])
  expect(shownBy(list)).toEqual(texts)
  expect(textsOf(await kept())).toEqual(texts)
})

it('a whole copy is brought up to date by what changed, and asks for nothing else', async () => {
  fillWith(5)
  await settled(newList())
  things.asked = []
  things.set('t1', 'thing 1, changed')
  things.set('t9', 'thing 9')
  const list = newList()
  await settled(list)
  expect(things.asked).toEqual([{ after: 5 }])
  expect(shownBy(list)).toEqual([
    'thing 0',
    'thing 1, changed',
    'thing 2',
    'thing 3',
    'thing 4',
    'thing 9',
  ])
  expect(list.view.get()?.data.about).toBe(6)
})

it('what was erased vanishes from the screen and from the device', async () => {
  fillWith(3)
  const list = newList()
  await settled(list)
  things.erase('t1')
  await list.refresh()
  expect(shownBy(list)).toEqual(['thing 0', 'thing 2'])
  expect(textsOf(await kept())).toEqual(['thing 0', 'thing 2'])
})

it('a copy is read where no answer comes, and a fill that broke off goes on where it stood', async () => {
  const texts = fillWith(7)
  const list = newList()
  const leave = list.view.subscribe(() => {
    things.down = true
  })
  await list.refresh()
  leave()
  const later = newList()
  expect(await later.refresh()).toMatchObject({ status: 0 })
  expect(shownBy(later)).toEqual(['thing 5', 'thing 6'])
  things.down = false
  things.asked = []
  await settled(later)
  expect(shownBy(later)).toEqual(texts)
  expect(things.asked[0]).toEqual({ after: 7 })
  expect(things.asked.filter(({ after, before }) => after === undefined && !before)).toEqual([])
})

it('a record that changes while older ones are still fetched is shown as it is at last', async () => {
  fillWith(6)
  const list = newList()
  let release = () => {}
  // The page with the old texts is read now, and its answer arrives late.
  const leave = list.view.subscribe(() => {
    things.after = new Promise((resolve) => {
      release = () => resolve(undefined)
    })
  })
  await list.refresh()
  leave()
  await waitFor(() => expect(things.asked).toHaveLength(2))
  things.set('t0', 'thing 0, changed')
  things.set('t3', 'thing 3, changed')
  const refreshed = list.refresh()
  release()
  await refreshed
  await waitFor(() => expect(list.view.get()?.data.whole).toBe(true))
  const now = ['thing 0, changed', 'thing 1', 'thing 2', 'thing 3, changed', 'thing 4', 'thing 5']
  expect(shownBy(list)).toEqual(now)
  expect(textsOf(await kept())).toEqual(now)
})

it('a page that the device could not keep moves no cursor: it is fetched again', async () => {
  fillWith(3)
  await settled(newList())
  things.set('t0', 'thing 0, changed')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const list = newList()
  await settled(list)
  expect(shownBy(list)[0]).toBe('thing 0, changed')
  put.mockRestore()
  expect(textsOf(await kept())[0]).toBe('thing 0')
  const later = newList()
  await settled(later)
  expect(textsOf(await kept())[0]).toBe('thing 0, changed')
})

it('of a restored server everything is fetched anew, and what it does not have goes', async () => {
  fillWith(3)
  await settled(newList())
  const list = newList()
  await list.open()
  things.epoch = 'two'
  things.erase('t2')
  await settled(list)
  expect(shownBy(list)).toEqual(['thing 0', 'thing 1'])
  expect(textsOf(await kept())).toEqual(['thing 0', 'thing 1'])
})

it('what another tab has brought further is not put back, and both show all', async () => {
  fillWith(5)
  const [one, other] = [newList(), newList()]
  await Promise.all([settled(one), settled(other)])
  things.set('t0', 'thing 0, changed')
  await one.refresh()
  things.set('t0', 'thing 0, changed again')
  await other.refresh()
  expect(shownBy(other)[0]).toBe('thing 0, changed again')
  const later = newList()
  await settled(later)
  expect(textsOf(await kept())).toEqual(shownBy(other))
})

it('a tab puts nothing back of what an erasure has emptied', async () => {
  fillWith(4)
  const list = newList()
  await settled(list)
  const db = new OwnerDatabase(astrid.id)
  await db.copies.clear()
  await db.records.clear()
  db.close()
  things.erase('t3')
  await settled(list)
  expect(shownBy(list)).toEqual(['thing 0', 'thing 1', 'thing 2'])
  expect(textsOf(await kept())).toEqual(['thing 0', 'thing 1', 'thing 2'])
})

it('a screen shows the copy at once, then the fresh list, and keeps it where no answer comes', async () => {
  fillWith(1)
  await settled(newList())
  const list = newList()
  function Screen() {
    const { data, state, trouble } = useRecordList(list)
    return <p>{[state, trouble?.status ?? '-', ...(data?.records ?? [])].join(' | ')}</p>
  }
  let release = () => {}
  things.hold = new Promise((resolve) => {
    release = () => resolve(undefined)
  })
  render(<Screen />)
  await screen.findByText('kept | - | thing 0')
  things.set('t1', 'thing 1')
  release()
  await screen.findByText('fresh | - | thing 0 | thing 1')
  things.down = true
  act(() => syncNow())
  await screen.findByText('kept | 0 | thing 0 | thing 1')
})
