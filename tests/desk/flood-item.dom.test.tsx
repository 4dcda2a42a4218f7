import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { FloodItem } from '#client/desk/bookings/flood-item.tsx'
import { type StubRequest, stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'

const flood = {
  sender: 'network:a-hash',
  since: '2026-11-24T09:02:00.000Z',
  until: '2026-11-24T09:40:00.000Z',
  count: 41,
  blockingCount: 10,
  mailboxCount: 41,
  names: ['Anna Berg', 'Bo Dahl', 'Cem Ek'],
}

const isCancel = ({ name }: StubRequest) => name === 'cancel-flood'

test('One sender’s bookings are one item with their start time, cancelled together after one confirmation', async () => {
  let reloads = 0
  const requests = stubServer({ 'cancel-flood': () => [200, { cancelled: 41 }] })
  render(
    <MemoryRouter>
      <ul>
        <FloodItem
          flood={flood}
          timeZone="Europe/Oslo"
          now={Date.parse('2026-11-24T10:00:00Z')}
          desk={{ refusal: undefined, reload: () => reloads++ }}
        />
      </ul>
    </MemoryRouter>,
  )
  expect(screen.getByText('41 bookings from one sender since 10:02')).toBeVisible()
  expect(
    screen.getByText(/^By Anna Berg, Bo Dahl and others, with 41 email addresses/),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel all 41' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Cancel all 41' }))
  await expect.poll(() => reloads).toBe(1)
  expect(requests.filter(isCancel)).toMatchObject([
    { name: 'cancel-flood', body: { sender: flood.sender, from: flood.since, until: flood.until } },
  ])
})

test('Of many bookings by new addresses, the owner cancels those of a time window', async () => {
  const madeAt = [
    '2026-11-24T09:02:10.000Z',
    '2026-11-24T09:05:20.000Z',
    '2026-11-24T09:40:59.500Z',
    '2026-11-24T09:41:30.000Z',
  ]
  const surge = { ...flood, sender: 'surge:all', count: 4, mailboxCount: 4, madeAt }
  const requests = stubServer({ 'cancel-flood': () => [200, { cancelled: 2 }] })
  render(
    <MemoryRouter>
      <ul>
        <FloodItem
          flood={{ ...surge, until: '2026-11-24T09:41:30.000Z' }}
          timeZone="Europe/Oslo"
          now={Date.parse('2026-11-24T10:00:00Z')}
          desk={{ refusal: undefined, reload: () => undefined }}
        />
      </ul>
    </MemoryRouter>,
  )
  expect(screen.getByText('4 bookings from new email addresses since 10:02')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel bookings of this time' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Cancel 4' })).toBeVisible()
  const getTime = (label: RegExp) => dialog.getByLabelText(label)
  const [from, until] = [getTime(/^Made from, time/), getTime(/^Made until, time/)]
  expect(dialog.getByLabelText('Made from, date')).toHaveValue('2026-11-24')
  expect(from).toHaveValue('10:02')
  await fillField(from, '')
  expect(dialog.getByRole('button', { name: 'Cancel 0' })).toBeDisabled()
  await fillField(from, '10:05')
  await fillField(until, '10:40')
  await user.click(dialog.getByRole('button', { name: 'Cancel 2' }))
  await expect
    .poll(() => requests.filter(isCancel))
    .toMatchObject([
      {
        name: 'cancel-flood',
        body: {
          sender: 'surge:all',
          from: '2026-11-24T09:05:00.000Z',
          until: '2026-11-24T09:40:59.999Z',
        },
      },
    ])
})
