import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadOutbox } from '#client/outbox/outbox-client.ts'
import { toEditUrl } from '#client/outbox/use-entry.ts'
import { type ChangedService, toVisibleService } from '#shared/booking/booked-service.ts'
import type { Service } from '#shared/content/service.ts'
import { getService } from '#shared/content/services.ts'
import {
  accept,
  field,
  fillForm,
  loseConnection,
  NOW,
  openPage,
  PATH,
  press,
  stubSite,
} from '#tests/support/booking/booking-form.tsx'
import { clearOutbox } from '#tests/support/outbox/clear-outbox.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})

afterEach(clearOutbox)

/** The server's refusal of a booking from a page on which the service was otherwise. */
function refuseOldPage(over: Partial<Service>, changes: string[]): Response {
  const service = toVisibleService({ ...getService('initial-consultation'), ...over })
  const current: ChangedService = { version: 3, service, changes }
  const body = { code: 'service_changed', error: changes.join(' '), current }
  return Response.json(body, { status: 409 })
}

const LONGER = 'It now takes 45 minutes instead of 30.'
const refuseLonger = () => refuseOldPage({ durationMinutes: 45 }, [LONGER])

const readPage = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''

test('A visitor whose page is older than a change is told of it, keeps what was typed, and goes on with one press', async () => {
  const answers = [refuseLonger]
  const posted = stubSite((key) => answers.shift()?.() ?? accept(key))
  openPage()
  await fillForm()
  await press('Confirm booking')
  expect(await screen.findByText('This has changed since you opened the page.')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(LONGER)
  expect(await field('Message')).toHaveValue('February?')
  expect(readPage()).toContain('09:00 to 09:45')
  await press('Go on with this')
  await screen.findByRole('heading', { name: 'Booking Confirmed' })
  const [{ replaces, ...second } = {}] = posted.slice(1)
  expect(posted.map(({ site_version }) => site_version)).toEqual(['0', '3'])
  expect({ ...second, site_version: '0' }).toEqual(posted[0])
  expect(replaces).toBeDefined()
})

test('What has changed is still said after a reload, and until the booking is made', async () => {
  const posted = stubSite(refuseLonger)
  openPage()
  await fillForm()
  await press('Confirm booking')
  await screen.findByText('This has changed since you opened the page.')
  cleanup()
  openPage()
  expect(await screen.findByText('This has changed since you opened the page.')).toBeVisible()
  await press('Go on with this')
  await waitFor(() => expect(posted).toHaveLength(2))
  expect(posted[1]?.site_version).toBe('3')
})

test('A service that has come to cost something asks for the buyer, and nothing is left waiting on the device', async () => {
  const price = { amount: 100_000, feeLabel: 'Consultation fee' }
  const posted = stubSite(() =>
    refuseOldPage(price, ['It now costs NOK 1,000 instead of nothing.']),
  )
  openPage()
  await fillForm()
  await press('Confirm booking')
  expect(await screen.findByRole('alert')).toHaveTextContent('It now costs NOK 1,000')
  const { outbox } = await loadOutbox()
  expect(await outbox.list()).toEqual([])
  await press('Go on with this')
  expect(await screen.findByText('Please choose for whom you book.')).toBeVisible()
  expect(posted).toHaveLength(1)
  expect(await field('First name')).toHaveValue('Elisabeth')
})

test('A service that is no longer offered is said in words, and what was typed is kept', async () => {
  const error = 'This is no longer offered.'
  stubSite(() => Response.json({ code: 'service_gone', error }, { status: 409 }))
  openPage()
  await fillForm()
  await press('Confirm booking')
  expect(await screen.findByText(error)).toBeVisible()
  cleanup()
  openPage()
  expect(await field('Message')).toHaveValue('February?')
})

test('A saved request that was refused because of a change says so in the form, with all that was typed', async () => {
  stubSite(loseConnection)
  openPage()
  await fillForm()
  await press('Confirm booking')
  await screen.findByText('Request saved on this device. It is not confirmed yet.')
  cleanup()
  stubSite(refuseLonger)
  const { drainPageOutbox } = await import('#client/outbox/page-outbox.ts')
  const { outbox } = await loadOutbox()
  await outbox.skipBackoff()
  await drainPageOutbox()
  const [entry] = await outbox.list()
  expect(entry).toMatchObject({ state: 'attention', problem: { code: 'service_changed' } })
  const posted = stubSite(accept)
  openPage(toEditUrl(PATH, entry?.key ?? ''))
  expect(await screen.findByText('This has changed since you opened the page.')).toBeVisible()
  expect(await field('Message')).toHaveValue('February?')
  await press('Go on with this')
  await screen.findByRole('heading', { name: 'Booking Confirmed' })
  expect(posted).toMatchObject([{ site_version: '3', message: 'February?' }])
  expect(await outbox.list()).toMatchObject([{ state: 'sent' }])
})
