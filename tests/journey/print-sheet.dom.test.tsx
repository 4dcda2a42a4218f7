import { screen, within } from '@testing-library/react'
import { Fragment as PreactFragment } from 'preact'
import { Fragment } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { PrintSheet } from '#client/journey/view/print-sheet.tsx'
import { createSampleCopy, type SampleItem } from '#tests/support/journeys/guest-journey.ts'
import { createJourneyState } from '#tests/support/journeys/guest-view.ts'

async function printJourney(items: readonly SampleItem[], days: number): Promise<void> {
  const state = await createJourneyState(createSampleCopy({ items, days }))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(<PrintSheet state={state} />))
}

/** The cells of a day's rows: time, title, facts and numbers. */
const readDay = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

/** Longer than the page shows of it before it is opened. */
const LONG_TEXT = `${'Bring a coat and good shoes, because the path along the shore is wet. '.repeat(4)}Ask for Ola.`

test('These tests run on Preact, as the guests’ page does', () => {
  expect(Fragment).toBe(PreactFragment)
})

test('The printed sheet has each day in order of time, with ends, check-in, check-out and whole texts', async () => {
  const items: SampleItem[] = [
    {
      on: 1,
      id: 'car',
      kind: 'transfer',
      title: 'Hire car',
      place: 'Bodø',
      toPlace: 'Svolvær',
      begins: '09:00',
      ends: '09:00',
      endDay: 1,
    },
    {
      on: 1,
      id: 'ferry',
      kind: 'ferry',
      title: 'Night ferry',
      place: 'Bodø',
      toPlace: 'Svolvær',
      begins: '20:00',
      ends: '08:15',
      endDay: 1,
    },
    {
      on: 2,
      id: 'inn',
      kind: 'stay',
      title: 'Harbour inn',
      place: 'Svolvær',
      begins: '15:00',
      ends: '11:00',
      endDay: 1,
      phone: '+47 400 00 033',
    },
    {
      on: 2,
      id: 'table',
      kind: 'table',
      title: 'Dinner',
      place: 'The pier',
      begins: '19:00',
      confirmation: 'P-7',
    },
    {
      on: 2,
      id: 'walk',
      kind: 'activity',
      title: 'Guided walk',
      place: 'The shore',
      begins: '10:00',
      ends: '12:30',
      guestText: LONG_TEXT,
    },
  ]
  await printJourney(items, 2)
  expect(readDay('Tuesday 9 June')).toEqual([
    ['09:00', 'Hire car', 'Bodø to Svolvær, arrives 09:00 the next day', ''],
    ['20:00', 'Night ferry', 'Bodø to Svolvær, arrives 08:15 the next day', ''],
  ])
  expect(readDay('Wednesday 10 June')).toEqual([
    ['08:15', 'Night ferry', 'Arrives, from Bodø to Svolvær', ''],
    ['09:00', 'Hire car', 'Arrives, from Bodø to Svolvær', ''],
    ['10:00', 'Guided walk', `The shore. Until 12:30${LONG_TEXT}`, ''],
    ['19:00', 'Dinner', 'The pier', 'P-7'],
    ['Night', 'Harbour inn', 'Svolvær. Check-in from 15:00, check-out by 11:00', '+47 400 00 033'],
  ])
})
