import { screen, within } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import type { JourneyActions, JourneyState } from '#client/journey/state.ts'
import { JourneyView } from '#client/journey/view/journey-view.tsx'
import {
  changeItems,
  createSampleCopy,
  DURING,
  lofotenItems,
} from '#tests/support/journeys/guest-journey.ts'
import { createJourneyState } from '#tests/support/journeys/guest-view.ts'

beforeEach(() => document.body.replaceChildren())

const actions = new Proxy({}, { get: () => vi.fn() }) as JourneyActions

async function show(items = lofotenItems, other: Partial<JourneyState> = {}): Promise<void> {
  const state = { ...(await createJourneyState(createSampleCopy({ items }))), ...other }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(<JourneyView state={state} actions={actions} toHref={String} />))
}

/** The page of an item after it was changed two hours and a half ago. */
async function showChanged(id: string, change: Parameters<typeof changeItems>[0][string]) {
  const { open } = await createJourneyState(
    createSampleCopy({ items: changeItems({ [id]: change }) }),
  )
  const pass = { ...open.pass, changedAt: { [`j1-${id}`]: DURING - 9_000_000 } }
  await show(undefined, {
    open: { ...open, pass, noted: createSampleCopy() },
    place: `j1-${id}`,
  })
}

const queryChanges = () => screen.queryByRole('list', { name: 'What has changed' })

test('Without a connection one line says so and how old the copy is; a press opens the rest', async () => {
  const { open } = await createJourneyState(createSampleCopy())
  const pass = { ...open.pass, checkedAt: DURING - 60_000 }
  await show(undefined, { open: { ...open, pass }, connection: 'offline' })
  const line = screen.getByText('No connection.').closest('summary') as HTMLElement
  expect(line).toHaveTextContent(/^No connection\. Updated \d\d:\d\d\.$/)
  const rest = within(line.parentElement as HTMLElement).getByText(/Calls still work/)
  expect(rest).not.toBeVisible()
  line.click()
  expect(rest).toBeVisible()
})

test('Without a connection or a saved copy, that the page must stay open is not folded away', async () => {
  await show(undefined, { connection: 'offline', storage: 'unavailable' })
  expect(screen.getByText(/please leave this page open/)).toBeVisible()
})

test('Without a connection, a guest is not asked for anything before it is known whether the copy is saved', async () => {
  await show(undefined, { connection: 'offline', storage: 'saving' })
  expect(screen.getByText(/^You are reading a copy that was updated /)).toBeInTheDocument()
  expect(screen.queryByText(/please leave this page open/)).not.toBeInTheDocument()
})

test('An item says what has changed of it, besides the begin that its times show', async () => {
  await showChanged('c3', { begins: '17:00', ends: '19:00', phone: '+47 400 00 028' })
  expect(queryChanges()).toHaveTextContent(
    /^Sauna on the pier has a new phone number, \+47 400 00 028\.$/,
  )
})

test('An item whose time alone has changed says no more than its times', async () => {
  await showChanged('c3', { begins: '17:00', ends: '19:00' })
  expect(screen.getByText('16:00')).toBeVisible()
  expect(queryChanges()).not.toBeInTheDocument()
})

test('The item that is next has directions, also without a telephone and with a place alone', async () => {
  await show(changeItems({ c3: { phone: '', address: '', place: 'The pier' } }), {
    device: {
      ...(await createJourneyState(createSampleCopy())).device,
      map: 'geo',
    },
  })
  expect(screen.getByRole('link', { name: 'Directions to The pier' })).toBeVisible()
})
