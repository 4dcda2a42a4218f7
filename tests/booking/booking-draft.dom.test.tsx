import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadOutbox } from '#client/outbox/outbox-client.ts'
import { toEditUrl } from '#client/outbox/use-entry.ts'
import {
  accept,
  field,
  fillForm,
  loseConnection,
  NOW,
  openPage,
  PATH,
  press,
  received,
  START,
  stubSite,
  type,
} from '#tests/support/booking/booking-form.tsx'
import { user } from '#tests/support/components/user.ts'
import { clearOutbox } from '#tests/support/outbox/clear-outbox.ts'

/** Sends a request without a connection, and closes the page. */
async function saveRequest() {
  stubSite(loseConnection)
  openPage()
  await fillForm()
  await press('Confirm booking')
  await screen.findByText('Request saved on this device. It is not confirmed yet.')
  const { outbox } = await loadOutbox()
  const [saved] = await outbox.list()
  cleanup()
  return { outbox, saved }
}

/** Runs `act` as in another tab: with its own session, and with this device's storage. */
async function inOtherTab(act: () => Promise<void>, session: Record<string, string> = {}) {
  cleanup()
  const own = { ...sessionStorage }
  const enter = (items: Record<string, string>) => {
    sessionStorage.clear()
    for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
  }
  enter(session)
  await act()
  cleanup()
  const left = { ...sessionStorage }
  enter(own)
  return left
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})

afterEach(clearOutbox)

test('Two tabs keep what was typed in the other one, also on this device', async () => {
  stubSite(accept)
  openPage()
  await type('Message', 'For Anna')
  const other = await inOtherTab(async () => {
    openPage()
    await type('Message', 'For Bo')
    await type('First name', 'Bo')
  })
  openPage()
  expect(await field('Message')).toHaveValue('For Anna')
  await type('Last name', 'Ås')
  await inOtherTab(async () => {
    openPage()
    expect(await field('Message')).toHaveValue('For Bo')
  }, other)
  // A new tab, after both were closed.
  await inOtherTab(async () => {
    openPage()
    expect(await field('First name')).toHaveValue('Bo')
    expect(await field('Last name')).toHaveValue('Ås')
  })
})

test('A booking that is sent in one tab leaves what was typed in another', async () => {
  stubSite(accept)
  openPage()
  await fillForm()
  const other = await inOtherTab(async () => {
    openPage()
    await type('Message', 'The house by the fjord')
  })
  openPage()
  await field('Message')
  await press('Confirm booking')
  await screen.findByRole('heading', { name: 'Booking Confirmed' })
  const hasText = async () => expect(await field('Message')).toHaveValue('The house by the fjord')
  await inOtherTab(async () => {
    openPage()
    await hasText()
  }, other)
  await inOtherTab(async () => {
    openPage()
    await hasText()
    expect(await field('First name')).toHaveValue('')
  })
})

test('What is typed while a booking is being sent is kept, and said not to be part of it', async () => {
  let answer = () => {}
  const posted = stubSite((key) => new Promise((resolve) => (answer = () => resolve(accept(key)))))
  openPage()
  await fillForm()
  await press('Confirm booking')
  await waitFor(() => expect(posted).toHaveLength(1))
  await type('Message', 'February? With two dogs.')
  answer()
  await screen.findByRole('heading', { name: 'Booking Confirmed' })
  expect(await screen.findByText(/Your later changes are not part of it/)).toBeVisible()
  cleanup()
  openPage()
  expect(await field('Message')).toHaveValue('February? With two dogs.')
  expect(posted[0]?.message).toBe('February?')
})

test('What is typed while a paid booking is being sent is kept until after the payment', async () => {
  let answer = () => {}
  const hold = {
    ...{ status: 'awaiting_payment', holdExpiresAt: new Date(NOW + 900_000).toISOString() },
    price: { amount: 400_000, currency: 'nok', vat: { rate: 25, reason: 'home' } },
  }
  const posted = stubSite(
    (key) =>
      new Promise((resolve) => {
        answer = () => resolve(Response.json({ ...received, ...hold, key }, { status: 201 }))
      }),
  )
  openPage('/service/bespoke-planning?step=details', 'bespoke-planning')
  await fillForm()
  await user.click(screen.getByRole('radio', { name: 'For me privately' }))
  await type('Country of residence', 'NO')
  await type('Street address', 'Storgata 1')
  await type('Postal code', '8000')
  await type('Town or city', 'Bodø')
  await user.click(screen.getByRole('checkbox', { name: /Please begin/ }))
  await press('Continue to payment')
  await waitFor(() => expect(posted).toHaveLength(1))
  await type('Message', 'February? With two dogs.')
  answer()
  await user.click(await screen.findByRole('button', { name: 'Pay' }))
  expect(await screen.findByText(/Your later changes are not part of it/)).toBeVisible()
  cleanup()
  openPage('/service/bespoke-planning?step=details', 'bespoke-planning')
  expect(await field('Message')).toHaveValue('February? With two dogs.')
  expect(await field('Town or city')).toHaveValue('Bodø')
})

test('An unchanged form is empty after its booking', async () => {
  stubSite(accept)
  openPage()
  await fillForm()
  await press('Confirm booking')
  await screen.findByRole('heading', { name: 'Booking Confirmed' })
  expect(screen.queryByText(/Your later changes/)).not.toBeInTheDocument()
  cleanup()
  openPage()
  expect(await field('Message')).toHaveValue('')
})

test('What is typed while a request is being saved for later is there when it is edited', async () => {
  let fail = () => {}
  const posted = stubSite(
    () => new Promise((_resolve, reject) => (fail = () => reject(new TypeError('Failed')))),
  )
  openPage()
  await fillForm()
  await press('Confirm booking')
  await waitFor(() => expect(posted).toHaveLength(1))
  await type('Message', 'February? With two dogs.')
  fail()
  await screen.findByText('Request saved on this device. It is not confirmed yet.')
  const { outbox } = await loadOutbox()
  const [entry] = await outbox.list()
  expect(entry?.fields?.message).toBe('February?')
  cleanup()
  stubSite(accept)
  openPage(toEditUrl(PATH, entry?.key ?? ''))
  await waitFor(async () => expect(await field('Message')).toHaveValue('February? With two dogs.'))
  await press('Confirm booking')
  await screen.findByRole('heading', { name: 'Booking Confirmed' })
  expect(await outbox.list()).toMatchObject([{ state: 'sent' }])
})

test('Editing a saved request keeps its time, even if its own first attempt has taken it', async () => {
  const { saved } = await saveRequest()
  const posted = stubSite(accept, '2026-12-03T10:00:00.000Z')
  openPage(toEditUrl(PATH, saved?.key ?? ''))
  await waitFor(async () => expect(await field('Message')).toHaveValue('February?'))
  expect(screen.queryByText('Not chosen yet')).not.toBeInTheDocument()
  await press('Confirm booking')
  await screen.findByRole('heading', { name: 'Booking Confirmed' })
  expect(posted).toMatchObject([{ start: START }])
})

test('A saved request that is edited puts another text aside, which can be edited in turn', async () => {
  const { outbox, saved } = await saveRequest()
  openPage()
  await type('Message', 'Another time, for my parents')
  await type('Phone', '412 09')
  cleanup()
  openPage(toEditUrl(PATH, saved?.key ?? ''))
  await waitFor(async () => expect(await field('Message')).toHaveValue('February?'))
  const other = (await outbox.list()).find(({ key }) => key !== saved?.key)
  expect(other).toMatchObject({
    state: 'attention',
    fields: { message: 'Another time, for my parents', service_type: 'initial_consultation' },
  })
  cleanup()
  openPage(toEditUrl(PATH, other?.key ?? ''))
  await waitFor(async () =>
    expect(await field('Message')).toHaveValue('Another time, for my parents'),
  )
  expect(await field('Phone')).toHaveValue('+47 41209')
  const messages = (await outbox.list()).map(({ fields }) => fields?.message)
  expect(messages.sort()).toEqual(['Another time, for my parents', 'February?'])
})

test('A saved request whose time is taken puts aside what was typed since', async () => {
  stubSite(loseConnection)
  const router = openPage()
  await fillForm()
  await press('Confirm booking')
  await screen.findByText('Request saved on this device. It is not confirmed yet.')
  router.navigator.push(`${PATH}?step=details`)
  await type('Message', 'Another time, for my parents')
  stubSite(() => Response.json({ code: 'taken', error: 'Taken' }, { status: 409 }))
  router.navigator.push(`${PATH}?step=saved`)
  const { drainPageOutbox } = await import('#client/outbox/page-outbox.ts')
  const { outbox } = await loadOutbox()
  await outbox.skipBackoff()
  await drainPageOutbox()
  await screen.findByText('You asked for')
  await expect
    .poll(async () => (await outbox.list()).map(({ fields }) => fields?.message).sort())
    .toEqual(['Another time, for my parents', 'February?'])
})

test('A field that the server refuses with another time leads back to the details, where it can be corrected', async () => {
  const refusal = { code: 'fields', error: 'x', fields: { email: 'No such address.' } }
  const refusals = [{ code: 'taken', error: 'Taken' }, refusal, refusal]
  stubSite(() => Response.json(refusals.shift(), { status: 422 }), '2026-12-03T10:00:00.000Z')
  openPage()
  await fillForm()
  await press('Confirm booking')
  await screen.findByText('You asked for')
  await user.click(await screen.findByText('10:00'))
  await press(/Confirm/)
  expect(await field('Email')).toHaveValue('elisabeth@example.com')
  await press('Confirm booking')
  expect(await screen.findByText('No such address.')).toBeVisible()
})

test('A request that was saved and arrives later leaves what was typed since', async () => {
  stubSite(loseConnection)
  const router = openPage()
  await fillForm()
  await press('Confirm booking')
  await screen.findByText('Request saved on this device. It is not confirmed yet.')
  router.navigator.push(`${PATH}?step=details`)
  await type('Message', 'Another time, for my parents')
  stubSite(accept)
  router.navigator.push(`${PATH}?step=saved`)
  const { drainPageOutbox } = await import('#client/outbox/page-outbox.ts')
  const { outbox } = await loadOutbox()
  await outbox.skipBackoff()
  await drainPageOutbox()
  await screen.findByRole('heading', { name: 'Booking Confirmed' })
  expect(screen.queryByText(/Your later changes/)).not.toBeInTheDocument()
  router.navigator.push(`${PATH}?step=details`)
  expect(await field('Message')).toHaveValue('Another time, for my parents')
})
