import { render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { RecordDecision } from '#client/data/edits/types.ts'
import type { DisputedRecord } from '#client/data/store/types.ts'
import { ConflictSheet } from '#client/desk/records/conflict-sheet.tsx'
import type { Names } from '#shared/lib/define-collection.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { user } from '#tests/support/components/user.ts'

const TABLET = { deviceId: 'd2', deviceName: 'Tablet', at: '2026-11-21T11:40:00Z' }
const IPHONE = { deviceId: 'd3', deviceName: 'iPhone', at: '2026-11-21T11:50:00Z' }

const changed = (field: string, value: unknown): OpenConflict => ({
  ...{ cid: `tablet ${field}`, kind: 'field', field, value, rev: 2 },
  ...{ ...TABLET, currentBy: IPHONE },
})

const removed: OpenConflict = {
  ...{ cid: 'removed', kind: 'delete', field: '', value: null, rev: 2 },
  ...TABLET,
}

/** Renders the sheet; returns what was saved. */
function ask(records: DisputedRecord[], names?: Names): RecordDecision[] {
  const saved: RecordDecision[] = []
  render(
    <ConflictSheet
      title="Changed in two places"
      records={records}
      {...(names && { names })}
      save={async (decisions) => void saved.push(...decisions)}
      onLater={() => {}}
    />,
  )
  return saved
}

const press = (name: string) => user.click(screen.getByRole('button', { name }))

/** The labels of the radio buttons of a row, the checked one marked. */
function listChoices(row: RegExp): string[] {
  const radios = within(screen.getByRole('row', { name: row })).getAllByRole<HTMLInputElement>(
    'radio',
  )
  return radios.map((one) => `${one.checked ? '> ' : ''}${one.getAttribute('aria-label')}`)
}

describe('One conflict screen asks about', () => {
  test('a client: trips, dates and lists as they are read, and both notes together', async () => {
    const trip = { id: 't', place: 'Lofoten', start: '2027-06-09', end: '2027-06-16' }
    const data = { lastContact: '2026-11-18', trips: [], dining: ['Vegan'], notes: 'Evenings.' }
    const conflicts = [
      changed('lastContact', '2026-11-20'),
      changed('trips', [trip]),
      changed('dining', ['Halal', 'Vegan']),
      changed('notes', 'Her mother joins.'),
    ]
    const saved = ask([{ coll: 'client', id: 'c1', title: 'Claire', data, rev: 3, conflicts }])
    expect(listChoices(/^Last contact/)).toEqual([
      'Last contact, on Tablet: 20 November 2026',
      '> Last contact, in use, on iPhone: 18 November 2026',
    ])
    expect(listChoices(/^Trips/)[0]).toBe('Trips, on Tablet: Lofoten, 9 to 16 June 2027')
    expect(listChoices(/^Dining/)[0]).toBe('Dining, on Tablet: Halal, Vegan')
    await user.click(screen.getByRole('radio', { name: /^Trips, on Tablet/ }))
    await user.click(screen.getByRole('radio', { name: /^Notes: keep both/ }))
    await press('Save this version')
    await waitFor(() =>
      expect(saved).toEqual([
        {
          ...{ coll: 'client', id: 'c1' },
          choices: [
            { cid: 'tablet lastContact', choice: 'keep', seen: '2026-11-18' },
            { cid: 'tablet trips', choice: 'take', seen: [] },
            { cid: 'tablet dining', choice: 'keep', seen: ['Vegan'] },
            { cid: 'tablet notes', choice: 'keep', seen: 'Evenings.' },
          ],
          edit: {
            base: { notes: 'Evenings.' },
            set: { notes: 'Evenings.\nHer mother joins.' },
            rev: 3,
          },
        },
      ]),
    )
  })

  test('a journey and its items at once, by their names, each field labelled for its kind of item', async () => {
    const names = new Map([
      ['c1', 'Claire'],
      ['c2', 'Thomas'],
      ['day1', 'Thursday 11 June'],
    ])
    const file = { id: 'f', name: 'Ticket.pdf', type: 'application/pdf', size: 1 }
    const saved = ask(
      [
        {
          ...{ coll: 'journey', id: 'J', title: 'The journey', rev: 2 },
          data: { clients: ['c1'], showsPrices: false },
          conflicts: [changed('clients', ['c1', 'c2', 'c3']), changed('showsPrices', true)],
        },
        {
          ...{ coll: 'journey-item', id: 'J-a', title: 'Ferry to Reine', rev: 2 },
          data: { kind: 'ferry', ends: '18:00', endDay: 0, day: 'day1', documents: [], price: '' },
          conflicts: [
            changed('ends', '18:30'),
            changed('endDay', 1),
            changed('day', 'day9'),
            changed('documents', [file]),
            changed('price', 'NOK 700'),
          ],
        },
        {
          ...{ coll: 'journey-item', id: 'J-b', title: 'Sauna', rev: 2 },
          ...{ data: { kind: 'activity' }, conflicts: [removed] },
        },
      ],
      names,
    )
    const choices = screen.getAllByRole('radio').map((one) => one.getAttribute('aria-label'))
    expect(choices).toEqual([
      'The journey, Clients, on Tablet: Claire, Thomas, A client',
      'The journey, Clients, in use, on iPhone: Claire',
      'The journey, Prices, on Tablet: Yes',
      'The journey, Prices, in use, on iPhone: No',
      'Ferry to Reine, Arrives, on Tablet: 18:30',
      'Ferry to Reine, Arrives, in use, on iPhone: 18:00',
      'Ferry to Reine, Arrives on, on Tablet: 1 day later',
      'Ferry to Reine, Arrives on, in use, on iPhone: The same day',
      'Ferry to Reine, Day, on Tablet: A day that was removed',
      'Ferry to Reine, Day, in use, on iPhone: Thursday 11 June',
      'Ferry to Reine, Documents, on Tablet: Ticket.pdf',
      'Ferry to Reine, Documents, in use, on iPhone: empty',
      'Ferry to Reine, Price, on Tablet: NOK 700',
      'Ferry to Reine, Price, in use, on iPhone: empty',
      'Sauna, Item, on Tablet: Removed',
      'Sauna, Item, in use, edited earlier: Kept, as edited',
    ])
    await user.click(screen.getByRole('radio', { name: /^Sauna, Item, on Tablet/ }))
    await press('Save this version')
    await waitFor(() => expect(saved).toHaveLength(3))
    expect(saved.map(({ id, choices: made }) => [id, made.map(({ choice }) => choice)])).toEqual([
      ['J', ['keep', 'keep']],
      ['J-a', ['keep', 'keep', 'keep', 'keep', 'keep']],
      ['J-b', ['take']],
    ])
  })

  test('opening hours: a weekday, a rule, and a date that one device gave the hours of the week', async () => {
    const hours = (end: string) => ({ timeSlots: [{ start: '09:00', end }] })
    const about = { coll: 'schedule' as const, rev: 2 }
    const saved = ask([
      {
        ...{ ...about, id: 'day-5', data: { day: { enabled: false, ...hours('17:00') } } },
        conflicts: [changed('day', { enabled: true, ...hours('16:00') })],
      },
      {
        ...{ ...about, id: 'date-2027-12-24', data: { date: { ...hours('12:00'), note: 'Eve' } } },
        conflicts: [removed],
      },
      {
        ...{ ...about, id: 'rule-noticeMinutes', data: { noticeMinutes: 720 } },
        conflicts: [changed('noticeMinutes', 4320)],
      },
    ])
    expect(listChoices(/^Friday/)).toEqual([
      'Friday, on Tablet: 09:00 to 16:00',
      '> Friday, in use, on iPhone: Not available',
    ])
    expect(listChoices(/^Fri 24 Dec 2027/)).toEqual([
      'Fri 24 Dec 2027, on Tablet: As the week',
      '> Fri 24 Dec 2027, in use, edited earlier: 09:00 to 12:00 (Eve)',
    ])
    expect(listChoices(/^Minimum notice/)).toEqual([
      'Minimum notice, on Tablet: 3 days',
      '> Minimum notice, in use, on iPhone: 12 hours',
    ])
    await press('Keep the server’s version')
    await waitFor(() => expect(saved.map(({ id }) => id)).toHaveLength(3))
    expect(saved.flatMap(({ choices }) => choices.map(({ choice }) => choice))).toEqual([
      ...['keep', 'keep', 'keep'],
    ])
  })

  test('a record that one device removed and another edited, by what it is', async () => {
    const record = { coll: 'journey-item' as const, id: 'J-b', title: 'Sauna', data: {}, rev: 2 }
    const saved = ask([{ ...record, conflicts: [removed, changed('begins', '18:00')] }])
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^Removed on one device, edited on anotherSauna was removed on Tablet \(.*\) while it was edited elsewhere\. Nothing is removed until you choose\.$/,
    )
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
    await press('Delete this item')
    await waitFor(() =>
      expect(saved).toEqual([
        {
          ...{ coll: 'journey-item', id: 'J-b' },
          choices: [{ cid: 'removed', choice: 'take', seen: {} }],
        },
      ]),
    )
  })
})

describe('The conflict screen', () => {
  const record: DisputedRecord = {
    ...{ coll: 'client', id: 'c1', title: 'Claire', data: { phone: '1' }, rev: 1 },
    conflicts: [changed('phone', '2')],
  }

  test('says so if the choice cannot be stored, and asks on', async () => {
    const save = vi.fn().mockRejectedValue(new Error('The disk is full'))
    render(<ConflictSheet title="Changed" records={[record]} save={save} onLater={() => {}} />)
    await press('Save this version')
    expect(await screen.findByText('This could not be saved on this device')).toBeVisible()
    expect(screen.getByRole('radio', { name: /^Phone, on Tablet/ })).toBeVisible()
  })

  test('forgets a choice whose conflict another device has decided meanwhile', async () => {
    const save = vi.fn().mockResolvedValue(undefined)
    const sheet = (one: DisputedRecord) => (
      <ConflictSheet title="Changed" records={[one]} save={save} onLater={() => {}} />
    )
    const { rerender } = render(sheet(record))
    await user.click(screen.getByRole('radio', { name: /^Phone, on Tablet/ }))
    rerender(sheet({ ...record, conflicts: [{ ...changed('phone', '3'), cid: 'another' }] }))
    expect(listChoices(/^Phone/)).toEqual(['Phone, on Tablet: 3', '> Phone, in use, on iPhone: 1'])
    await press('Save this version')
    await waitFor(() =>
      expect(save).toHaveBeenCalledWith([
        { coll: 'client', id: 'c1', choices: [{ cid: 'another', choice: 'keep', seen: '1' }] },
      ]),
    )
  })
})
