import 'fake-indexeddb/auto'
import { render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { OnThisDevicePage } from '#client/outbox/on-this-device/on-this-device-page.tsx'
import { OutboxDatabase } from '#client/outbox/store.ts'
import { Announcer } from '#client/ui/announcer.tsx'
import { toVisibleService } from '#shared/booking/booked-service.ts'
import { getService } from '#shared/content/services.ts'
import { user } from '#tests/support/components/user.ts'
import {
  attentionFields,
  buildBookingEntry,
  buildEntry,
  sentFields,
} from '#tests/support/outbox/outbox-entries.ts'

const now = Date.now()
const db = new OutboxDatabase()

async function openPage(...entries: OutboxEntry[]): Promise<void> {
  await db.entries.bulkPut(entries)
  render(
    <MemoryRouter initialEntries={['/on-this-device']}>
      <OnThisDevicePage />
      <Announcer />
    </MemoryRouter>,
  )
  await screen.findByRole('region', { name: 'In short' })
}

/** Answers each sent entry with this status; returns their idempotency keys. */
function serveStatus(status: number): string[] {
  const posted: string[] = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('Idempotency-Key')
    // The page also asks whether this site sends email.
    if (key === null) return new Response(null, { status: 404 })
    posted.push(key)
    return new Response(JSON.stringify({ key }), {
      status,
      headers: { 'Content-Type': 'application/json' },
    })
  })
  return posted
}

const getSummary = () => screen.getByRole('region', { name: 'In short' }).textContent
const getCards = () =>
  screen.getAllByRole('heading', { level: 2 }).map((title) => title.parentElement)
const pressButton = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const getAnnouncement = () => document.querySelector('[data-announcer]')?.textContent
const readStoredKeys = async () => (await db.entries.toArray()).map(({ key }) => key)

beforeEach(async () => {
  await db.entries.clear()
})

describe('The list of outbox entries', () => {
  test('counts the entries that need attention, are queued or were sent, and labels each one', async () => {
    await openPage(
      buildEntry(now, sentFields(now)),
      buildEntry(now),
      buildBookingEntry(now, attentionFields('taken')),
    )
    expect(getSummary()).toBe('1 needs attention1 waiting1 sent')
    const tags = getCards().map((card) => card?.querySelector('h2 + p')?.textContent)
    expect(tags).toEqual(['Needs attention', 'Waiting', 'Sent'])
  })

  test('shows a clear message if it is empty', async () => {
    await openPage()
    expect(getSummary()).toMatch(/^Nothing is stored here\./)
    expect(screen.queryByRole('list')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Send now' })).not.toBeInTheDocument()
  })

  test('shows without a reload what another tab or the service worker has sent, and announces it', async () => {
    const entry = buildEntry(now)
    await openPage(entry)
    await db.entries.put({ ...entry, ...sentFields(now) })
    await waitFor(() => expect(getSummary()).toBe('1 sent'))
    await waitFor(() => expect(getAnnouncement()).toBe('Sent: Message to Lysning.'))
  })

  test('offers each entry the actions that apply to it', async () => {
    await openPage(
      buildBookingEntry(now, { ...attentionFields('taken'), createdAt: now }),
      buildEntry(now, {
        ...attentionFields('fields', { email: 'No such address.' }),
        createdAt: now - 1,
      }),
      buildEntry(now, attentionFields('old')),
      buildEntry(now),
      buildEntry(now, sentFields(now)),
    )
    const offers = getCards().map((card) =>
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
    expect(screen.getByText('No such address.')).toBeVisible()
  })
})

describe('A manual send', () => {
  test('sends all queued entries, due or not, and refused entries stay listed', async () => {
    const posted = serveStatus(201)
    const queued = [
      buildEntry(now, { createdAt: now - 9 }),
      buildEntry(now, { createdAt: now - 5 }),
    ]
    await openPage(...queued, buildBookingEntry(now, attentionFields('taken')))
    await pressButton('Send now')
    await waitFor(() => expect(getSummary()).toBe('1 needs attention2 sent'))
    expect(posted).toEqual(queued.map(({ key }) => key))
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /Send/ })).not.toBeInTheDocument(),
    )
    expect(screen.getByRole('region', { name: 'In short' })).toHaveFocus()
  })

  test('reports a missing connection, and preserves every entry', async () => {
    let cut = (_error: Error) => {}
    const answer = new Promise<Response>((_, reject) => {
      cut = reject
    })
    vi.stubGlobal('fetch', () => answer)
    await openPage(buildEntry(now), buildEntry(now))
    await pressButton('Send now')
    expect(screen.getByRole('button', { name: 'Sending…' })).toBeVisible()
    cut(new TypeError('Failed to fetch'))
    const sentence = await screen.findAllByText(/^There is no connection yet\./)
    expect(sentence.length).toBeGreaterThan(0)
    expect(getAnnouncement()).toMatch(/^There is no connection yet/)
    expect(getSummary()).toBe('2 waiting')
  })

  test('distinguishes a server error from a missing connection', async () => {
    serveStatus(503)
    await openPage(buildEntry(now))
    await pressButton('Send now')
    await screen.findAllByText(/^The server is busy/)
    expect(await screen.findByText(/the server answered with 503/)).toBeVisible()
  })

  test('of one entry does not send the others, and the focus follows that entry', async () => {
    const posted = serveStatus(201)
    await openPage(buildEntry(now, { createdAt: now }), buildEntry(now))
    const [first] = screen.getAllByRole('button', { name: 'Retry: Message to Lysning' })
    first?.focus()
    await user.click(first as HTMLElement)
    await waitFor(() => expect(getSummary()).toBe('1 waiting1 sent'))
    expect(posted).toHaveLength(1)
    const title = within(getCards()[1] as HTMLElement).getByRole('heading')
    await waitFor(() => expect(title).toHaveFocus())
  })
})

describe('A saved booking whose service has changed since', () => {
  const changed = (amount: number) => ({
    ...{ state: 'attention' as const, attempts: 1 },
    problem: {
      ...{ code: 'service_changed', error: 'It now takes 45 minutes instead of 30.', status: 409 },
      current: {
        version: 7,
        service: { ...toVisibleService(getService('initial-consultation')), amount },
        changes: [],
      },
    },
  })

  test('says how, and is sent anew with one press and all that was typed', async () => {
    const posted: Record<string, string>[] = []
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      if (!(init.body instanceof URLSearchParams)) return new Response(null, { status: 404 })
      posted.push(Object.fromEntries(init.body))
      const key = new Headers(init.headers).get('Idempotency-Key')
      return Response.json({ key, status: 'confirmed' }, { status: 201 })
    })
    const entry = buildBookingEntry(now, changed(0))
    await openPage(entry)
    expect(screen.getByText(/It now takes 45 minutes instead of 30/)).toBeVisible()
    await pressButton(/^Send it under the new terms/)
    await waitFor(() => expect(getSummary()).toBe('1 sent'))
    expect(posted).toMatchObject([{ ...entry.fields, site_version: '7', replaces: entry.key }])
  })

  test('is continued in the form if it costs something now', async () => {
    await openPage(buildBookingEntry(now, changed(100_000)))
    expect(screen.getByRole('link', { name: /^Edit/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Send it/ })).not.toBeInTheDocument()
  })

  test('stays on the device and leads to what is offered if it is offered no longer', async () => {
    await openPage(buildBookingEntry(now, attentionFields('service_gone')))
    expect(screen.getByText(/What you wrote is kept on this device/)).toBeVisible()
    const link = screen.getByRole('link', { name: 'See what is offered' })
    expect(link).toHaveAttribute('href', '/services')
  })
})

describe('Removing an outbox entry', () => {
  test('that was never sent requires a confirmation, which can be cancelled', async () => {
    const entry = buildEntry(now)
    await openPage(entry)
    await pressButton(/^Remove from this device/)
    expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(document.activeElement).toHaveTextContent(/^Remove from this device$/)
    expect(await readStoredKeys()).toEqual([entry.key])
    await pressButton(/^Remove from this device/)
    await pressButton('Remove it')
    await waitFor(async () => expect(await readStoredKeys()).toEqual([]))
    expect(getAnnouncement()).toMatch(/^Removed from this device/)
    expect(screen.getByRole('region', { name: 'In short' })).toHaveFocus()
  })

  test('that was sent requires no confirmation, and the focus moves to the next entry', async () => {
    const next = buildEntry(now, { ...sentFields(now), createdAt: now - 9e6 })
    await openPage(buildEntry(now, sentFields(now)), next)
    await user.click(screen.getAllByRole('button', { name: /^Remove/ })[0] as HTMLElement)
    await waitFor(async () => expect(await readStoredKeys()).toEqual([next.key]))
    await waitFor(() => expect(document.getElementById(`entry-${next.key}`)).toHaveFocus())
  })

  test('that is being sent is refused with the reason', async () => {
    const lease = { holder: 'worker', until: now + 60_000 }
    const entry = buildEntry(now, { state: 'sending', lease })
    await openPage(entry)
    await pressButton(/^Remove from this device/)
    await pressButton('Remove it')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^It is being sent/)
    expect(await readStoredKeys()).toEqual([entry.key])
  })
})

describe('A saved copy', () => {
  test('contains everything that was not sent, as it was typed', async () => {
    let copy: Blob | undefined
    URL.createObjectURL = (blob: Blob) => {
      copy = blob
      return 'blob:copy'
    }
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const queued = buildEntry(now)
    await openPage(queued, buildEntry(now, sentFields(now)))
    await pressButton('Save a copy')
    const { entries } = JSON.parse((await copy?.text()) ?? '{}')
    expect(entries).toEqual([queued])
  })
})
