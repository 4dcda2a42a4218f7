import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { OnThisDevicePage } from '#client/outbox/on-this-device/on-this-device-page.tsx'
import { OutboxDatabase } from '#client/outbox/store.ts'
import { Announcer } from '#client/ui/announcer.tsx'
import { attention, bookingAt, entryAt, sent } from '#tests/support/entries.ts'

const now = Date.now()
const db = new OutboxDatabase()

async function open(...entries: OutboxEntry[]): Promise<void> {
  await db.entries.bulkPut(entries)
  render(
    <MemoryRouter initialEntries={['/on-this-device']}>
      <OnThisDevicePage />
      <Announcer />
    </MemoryRouter>,
  )
  await screen.findByRole('region', { name: 'In short' })
}

/** Answers each post with this status; returns the idempotency keys of the posts. */
function answerWith(status: number): string[] {
  const posted: string[] = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('Idempotency-Key') ?? ''
    posted.push(key)
    return new Response(JSON.stringify({ key }), {
      status,
      headers: { 'Content-Type': 'application/json' },
    })
  })
  return posted
}

const summary = () => screen.getByRole('region', { name: 'In short' }).textContent
const cards = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.parentElement)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const said = () => document.querySelector('[data-announcer]')?.textContent
const stored = async () => (await db.entries.toArray()).map(({ key }) => key)

beforeEach(async () => {
  await db.entries.clear()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('the list', () => {
  test('counts what needs attention, what waits and what was sent, each with its word', async () => {
    await open(entryAt(now, sent(now)), entryAt(now), bookingAt(now, attention('taken')))
    expect(summary()).toBe('1 needs attention1 waiting1 sent')
    const tags = cards().map((card) => card?.querySelector('h2 + p')?.textContent)
    expect(tags).toEqual(['Needs attention', 'Waiting', 'Sent'])
  })

  test('says plainly that it is empty', async () => {
    await open()
    expect(summary()).toMatch(/^Nothing is stored here\./)
    expect(screen.queryByRole('list')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  })

  test('shows by itself what another tab or the worker has sent, and reads it out', async () => {
    const entry = entryAt(now)
    await open(entry)
    await db.entries.put({ ...entry, ...sent(now) })
    await waitFor(() => expect(summary()).toBe('1 sent'))
    await waitFor(() => expect(said()).toBe('Sent: Message to Lysning.'))
  })

  test('offers each entry what can be done about it', async () => {
    await open(
      bookingAt(now, { ...attention('taken'), createdAt: now }),
      entryAt(now, { ...attention('fields', { email: 'No such address.' }), createdAt: now - 1 }),
      entryAt(now, attention('old')),
      entryAt(now),
      entryAt(now, sent(now)),
    )
    const offers = cards().map((card) =>
      [...(card?.querySelectorAll('a, button') ?? [])].map((offer) => offer.textContent),
    )
    const remove = 'Remove from this device'
    expect(offers).toEqual([
      ['Choose another time', remove],
      ['Edit', remove],
      ['Edit', 'Retry', remove],
      ['Edit', 'Retry', remove],
      [remove],
    ])
    expect(screen.getByText('No such address.')).toBeTruthy()
  })
})

describe('sending now', () => {
  test('sends all that waits, due or not, and what was refused stays', async () => {
    const posted = answerWith(201)
    const waiting = [entryAt(now, { createdAt: now - 9 }), entryAt(now, { createdAt: now - 5 })]
    await open(...waiting, bookingAt(now, attention('taken')))
    press('Send now')
    await waitFor(() => expect(summary()).toBe('1 needs attention2 sent'))
    expect(posted).toEqual(waiting.map(({ key }) => key))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Send/ })).toBeNull())
    expect(document.activeElement?.textContent).toBe(summary())
  })

  test('says that there is no connection, and keeps everything', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await open(entryAt(now), entryAt(now))
    press('Send now')
    expect(screen.getByRole('button', { name: 'Sending…' })).toBeTruthy()
    const sentence = await screen.findAllByText(/^There is no connection yet\./)
    expect(sentence.length).toBeGreaterThan(0)
    expect(said()).toMatch(/^There is no connection yet/)
    expect(summary()).toBe('2 waiting')
  })

  test('tells a server in trouble from a missing connection', async () => {
    answerWith(503)
    await open(entryAt(now))
    press('Send now')
    await screen.findAllByText(/^Our server is busy/)
    expect(await screen.findByText(/the server answered with 503/)).toBeTruthy()
  })

  test('of one entry leaves the others, and the focus goes with it', async () => {
    const posted = answerWith(201)
    await open(entryAt(now, { createdAt: now }), entryAt(now))
    const [first] = screen.getAllByRole('button', { name: 'Retry: Message to Lysning' })
    first?.focus()
    fireEvent.click(first as HTMLElement)
    await waitFor(() => expect(summary()).toBe('1 waiting1 sent'))
    expect(posted).toHaveLength(1)
    const title = within(cards()[1] as HTMLElement).getByRole('heading')
    await waitFor(() => expect(document.activeElement).toBe(title))
  })
})

describe('removing', () => {
  test('asks once more about what was never sent, and can be left', async () => {
    const entry = entryAt(now)
    await open(entry)
    press(/^Remove from this device/)
    expect(document.activeElement?.textContent).toBe('Keep it')
    fireEvent.keyDown(screen.getByRole('button', { name: 'Keep it' }), { key: 'Escape' })
    expect(document.activeElement?.textContent).toBe('Remove from this device')
    expect(await stored()).toEqual([entry.key])
    press(/^Remove from this device/)
    press('Remove it')
    await waitFor(async () => expect(await stored()).toEqual([]))
    expect(said()).toMatch(/^Removed from this device/)
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'In short' }))
  })

  test('of a receipt needs no question, and the focus goes to the next entry', async () => {
    const next = entryAt(now, { ...sent(now), createdAt: now - 9e6 })
    await open(entryAt(now, sent(now)), next)
    fireEvent.click(screen.getAllByRole('button', { name: /^Remove/ })[0] as HTMLElement)
    await waitFor(async () => expect(await stored()).toEqual([next.key]))
    await waitFor(() => expect(document.activeElement?.id).toBe(`entry-${next.key}`))
  })

  test('says why not while it is being sent', async () => {
    const lease = { holder: 'worker', until: now + 60_000 }
    const entry = entryAt(now, { state: 'sending', lease })
    await open(entry)
    press(/^Remove from this device/)
    press('Remove it')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^It is being sent/)
    expect(await stored()).toEqual([entry.key])
  })
})

describe('a copy', () => {
  test('holds all that was not sent, as it was typed', async () => {
    let copy: Blob | undefined
    URL.createObjectURL = (blob: Blob) => {
      copy = blob
      return 'blob:copy'
    }
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const waiting = entryAt(now)
    await open(waiting, entryAt(now, sent(now)))
    press('Save a copy')
    const { entries } = JSON.parse((await copy?.text()) ?? '{}')
    expect(entries).toEqual([waiting])
  })
})
