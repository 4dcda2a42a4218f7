import { changeToRecord } from '#client/data/store/record.ts'
import 'fake-indexeddb/auto'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RecordsPart } from '#client/data/records-part.ts'
import type { Editor } from '#client/desk/journeys/detail/editor.ts'
import { deleteJourney } from '#client/desk/journeys/journey-edits.ts'
import { SeenBox } from '#client/desk/journeys/share/share-settings.tsx'
import { fillField, pressKeys, user } from '#tests/support/components/user.ts'
import { dataClientStub } from '#tests/support/data/data-client-stub.ts'
import {
  getGrip,
  journeyDevice,
  listTitles,
  readJourney,
  renderEditor,
  setUpJourneys,
  storeOnDevice,
} from '#tests/support/journeys/journey-pages.tsx'
import { buildLofoten } from '#tests/support/journeys/sample-journeys.ts'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).remoteDataStub,
)

setUpJourneys()

const sample = buildLofoten({ clients: ['c1', 'c2'] })
const path = `/admin/journeys/${sample.id}`
const SAUNA = `${sample.id}-i2x3`
const THIRD_DAY = [
  'Breakfast at the house',
  'Boat into the Trollfjord',
  'Free until five',
  'Sauna on the pier',
  'Table for two',
  'Havnehuset',
]

beforeEach(() => storeOnDevice(sample))

const openThirdDay = async (item = '') => {
  await renderEditor(`${path}?day=d2${item && `&item=${item}`}`)
  await screen.findByRole('heading', { level: 2, name: 'Thursday 11 June, Svolvær' })
}

const readItem = async (id: string) =>
  (await readJourney(sample.id)).items.find(({ item }) => item.id === id)?.item

/** The undo notice; what it says is announced as well. */
const findNotice = (text: string) => screen.findByText(text, { selector: 'p' })

const announced = () => document.querySelector('[data-announcer]')?.textContent?.trim()

describe('The days and items of a journey', () => {
  test('are shown day by day, with places, counts and the night of a stay', async () => {
    await openThirdDay()
    expect(screen.getByRole('heading', { level: 1, name: 'Lofoten, by sea' })).toBeVisible()
    expect(
      screen.getByRole('button', { name: 'Elisabeth Vance and Thomas Reed, 9 to 16 June 2026' }),
    ).toBeVisible()
    expect(listTitles()).toEqual(THIRD_DAY)
    expect(screen.getByText('2 of 2')).toBeVisible()
    const days = within(screen.getByRole('navigation', { name: 'Days' }))
    expect(days.getAllByRole('link')).toHaveLength(8)
    expect(days.getByRole('link', { current: true })).toHaveTextContent('11 June')
    await user.click(days.getByRole('link', { name: /14 June/ }))
    expect(listTitles()).toEqual(['A red cabin'])
  })

  test('a day without items belongs to the guests', async () => {
    await renderEditor(`${path}?day=d5`)
    // The stay of the day before lasts two nights, so the day is not empty; one more day is.
    await user.click(await screen.findByRole('button', { name: 'Add a day' }))
    expect(await screen.findByText('Nothing planned. The day is yours.')).toBeVisible()
    expect((await readJourney(sample.id)).journey).toBeTruthy()
  })

  test('the title is changed in place, and stored with each key', async () => {
    await openThirdDay()
    await user.click(screen.getByRole('button', { name: 'Lofoten, by sea' }))
    const field = screen.getByLabelText('Title of the journey')
    await fillField(field, 'Lofoten, slowly')
    await waitFor(async () =>
      expect((await readJourney(sample.id)).journey.title).toBe('Lofoten, slowly'),
    )
    await pressKeys(field, '{Enter}')
    expect(screen.getByRole('heading', { level: 1, name: 'Lofoten, slowly' })).toBeVisible()
  })

  test('clients are added and removed, and the first day moves all dates', async () => {
    await openThirdDay()
    await user.click(screen.getByRole('button', { name: /Elisabeth Vance and Thomas Reed, 9 to/ }))
    await user.click(await screen.findByRole('button', { name: 'Remove Thomas Reed' }))
    await fillField(screen.getByLabelText('First day (optional)'), '2027-06-09')
    await screen.findByRole('button', { name: 'Elisabeth Vance, 9 to 16 June 2027' })
    await fillField(screen.getByLabelText('Add a client'), 'thom')
    await user.click(await screen.findByRole('option', { name: /Thomas Reed/ }))
    await screen.findByRole('button', {
      name: 'Elisabeth Vance and Thomas Reed, 9 to 16 June 2027',
    })
    const { journey } = await readJourney(sample.id)
    expect(journey).toMatchObject({ start: '2027-06-09', clients: ['c1', 'c2'] })
  })

  test('who is in no list travels by name, and leaves again', async () => {
    await openThirdDay()
    await user.click(screen.getByRole('button', { name: /Elisabeth Vance and Thomas Reed, 9 to/ }))
    await fillField(await screen.findByLabelText('Add a client'), ' Ida ')
    await user.click(await screen.findByRole('option', { name: 'Add Ida as a traveller' }))
    await screen.findByRole('button', { name: /^Elisabeth Vance, Thomas Reed and Ida, 9 to/ })
    expect((await readJourney(sample.id)).journey.travellers).toEqual(['Ida'])
    await user.click(screen.getByRole('button', { name: 'Remove Ida' }))
    await screen.findByRole('button', { name: /^Elisabeth Vance and Thomas Reed, 9 to/ })
  })
})

describe('An open item', () => {
  test('stores what is typed, field by field, and says so only then', async () => {
    await openThirdDay()
    const { records } = dataClientStub.getData()
    const edit = records.edit.bind(records)
    let write = () => {}
    const held = new Promise<void>((resolve) => (write = resolve))
    vi.spyOn(records, 'edit').mockImplementation(async (...edits) => {
      await held
      return edit(...edits)
    })
    await user.click(screen.getByRole('link', { name: 'Sauna on the pier' }))
    await fillField(screen.getByLabelText('Place'), 'The long pier')
    await fillField(screen.getByLabelText('For you only never on their copy'), 'Call first.')
    const { dataset } = screen.getByText(/^(Saved as you write|Saving…)$/)
    expect(dataset.saving).toBe('saving')
    write()
    await waitFor(() => expect(dataset.saving).toBe('saved'))
    expect(await readItem(SAUNA)).toMatchObject({
      place: 'The long pier',
      ownerText: 'Call first.',
      begins: '17:00',
    })
    await user.click(screen.getByRole('button', { name: 'Close Sauna on the pier' }))
    expect(screen.getByRole('link', { name: 'Sauna on the pier' })).toHaveFocus()
  })

  test('keeps an invalid time in its field with an error, and does not store it', async () => {
    await openThirdDay(SAUNA)
    const begins = screen.getByLabelText('Begins')
    await fillField(begins, 'noonish')
    await user.tab()
    expect(screen.getByText('Please enter a time such as 17:00.')).toBeVisible()
    expect(begins).toHaveValue('noonish')
    expect(await readItem(SAUNA)).toMatchObject({ begins: '17:00' })
    await fillField(begins, '1830')
    await user.tab()
    await waitFor(async () => expect(await readItem(SAUNA)).toMatchObject({ begins: '18:30' }))
    expect(begins).toHaveValue('18:30')
  })

  test('moves to the position of its new time when the field is left, and warns of impossible times', async () => {
    await openThirdDay(SAUNA)
    const begins = screen.getByLabelText('Begins')
    await fillField(begins, '19:45')
    expect(listTitles()).toEqual(THIRD_DAY)
    await user.tab()
    await waitFor(() => expect(listTitles().indexOf('Sauna on the pier')).toBe(4))
    expect(screen.getByText('Ends before it begins.')).toBeVisible()
  })

  test('is not overwritten by another device while the owner types', async () => {
    await openThirdDay(SAUNA)
    const phone = screen.getByLabelText('Phone (optional)') as HTMLInputElement
    await fillField(phone, '+47 1')
    const edit = { coll: 'journey-item', id: SAUNA, op: 'set', rev: 0 } as const
    await act(() =>
      dataClientStub
        .getData()
        .records.edit([{ ...edit, base: { phone: '+47 1' }, set: { phone: '+47 2' } }]),
    )
    await fillField(phone, '+47 11')
    expect(phone).toHaveValue('+47 11')
    await waitFor(async () => expect(await readItem(SAUNA)).toMatchObject({ phone: '+47 11' }))
  })

  test('arrives in the time zone of its place, until the owner chooses another', async () => {
    await openThirdDay()
    await user.click(screen.getByRole('button', { name: 'Add to this day' }))
    await user.click(screen.getByRole('button', { name: 'Flight' }))
    const title = await screen.findByLabelText('Title')
    expect(title).toHaveFocus()
    const zone = () => screen.getByRole('combobox', { name: 'Time zone there' })
    await fillField(screen.getByLabelText('To'), 'Helsinki')
    expect(zone()).toHaveTextContent('Europe/Helsinki')
    await fillField(screen.getByLabelText('Arrives (optional)'), '12:40')
    const days = screen.getByLabelText('Arrives on')
    const [before, same, ...later] = within(days).getAllByRole('option')
    expect([before?.textContent, same?.textContent]).toEqual([
      expect.stringContaining('the day before'),
      expect.stringContaining('the same day'),
    ])
    expect(later).toHaveLength(60)
    await user.click(zone())
    await user.click(await screen.findByRole('option', { name: 'Europe/Stockholm' }))
    await fillField(screen.getByLabelText('To'), 'Honolulu')
    expect(zone()).toHaveTextContent('Europe/Stockholm')
    await user.click(screen.getByRole('button', { name: 'Use it' }))
    expect(zone()).toHaveTextContent('Pacific/Honolulu')
  })

  test('says whose time its arrival is in, while the map does not know where that is', async () => {
    await openThirdDay()
    await user.click(screen.getByRole('button', { name: 'Add to this day' }))
    await user.click(screen.getByRole('button', { name: 'Flight' }))
    await screen.findByLabelText('Title')
    await fillField(screen.getByLabelText('Arrives (optional)'), '12:40')
    expect(screen.getByText(/until then, 12:40 is Oslo time, as where it leaves\.$/)).toBeVisible()
    await fillField(screen.getByLabelText('To'), 'Boston')
    expect(
      screen.getByText(/^The map does not know Boston\. Until you choose, 12:40/),
    ).toBeVisible()
    await fillField(screen.getByLabelText('To'), 'Svolvær')
    expect(screen.queryByText(/12:40 is Oslo time/)).not.toBeInTheDocument()
  })

  test('keeps what was typed if it cannot be stored, and says that it is not saved', async () => {
    await openThirdDay(SAUNA)
    const write = vi
      .spyOn(RecordsPart.prototype, 'edit')
      .mockRejectedValue(new Error('QuotaExceededError'))
    await fillField(screen.getByLabelText('Contact (optional)'), 'Kari')
    expect(await screen.findByText('This could not be saved on this device')).toBeVisible()
    expect(screen.queryByText('Saved as you write')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Contact (optional)')).toHaveValue('Kari')
    write.mockRestore()
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
    await waitFor(async () => expect(await readItem(SAUNA)).toMatchObject({ contact: 'Kari' }))
    expect(screen.queryByText('This could not be saved on this device')).not.toBeInTheDocument()
  })

  test('is removed, duplicated and moved to another day; each can be undone', async () => {
    await openThirdDay(SAUNA)
    await user.click(screen.getByRole('button', { name: 'Remove from the day' }))
    await findNotice('Sauna on the pier removed.')
    expect(listTitles()).not.toContain('Sauna on the pier')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(listTitles()).toEqual(THIRD_DAY))

    await user.click(screen.getByRole('link', { name: 'Sauna on the pier' }))
    await user.click(screen.getByRole('button', { name: 'Duplicate' }))
    await findNotice('Sauna on the pier duplicated.')
    expect(listTitles().filter((title) => title === 'Sauna on the pier')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(listTitles().filter((title) => title === 'Sauna on the pier')).toHaveLength(1),
    )

    await user.click(screen.getByRole('link', { name: 'Sauna on the pier' }))
    await user.click(screen.getByRole('button', { name: 'Move to another day' }))
    await user.click(screen.getByRole('button', { name: 'Friday 12 June' }))
    await screen.findByRole('heading', { level: 2, name: /^Friday 12 June/ })
    expect(listTitles()).toContain('Sauna on the pier')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('heading', { level: 2, name: /^Thursday 11 June/ })
    expect(listTitles()).toEqual(THIRD_DAY)
  })

  test('that another device removed can be brought back', async () => {
    await openThirdDay(SAUNA)
    await act(() =>
      dataClientStub
        .getData()
        .records.edit([{ coll: 'journey-item', id: SAUNA, op: 'delete', rev: 0 }]),
    )
    await screen.findByText('This item is not in the journey any more')
    await user.click(screen.getByRole('button', { name: 'Bring it back' }))
    await waitFor(() => expect(listTitles()).toEqual(THIRD_DAY))
  })
})

describe('The order of a day by keys', () => {
  test('Enter lifts, arrows move, Enter drops; each step is announced, and nothing is stored before', async () => {
    await openThirdDay()
    const grip = getGrip('Sauna on the pier')
    await pressKeys(grip, '{Enter}')
    expect(announced()).toMatch(/^Moving Sauna on the pier, 4 of 5\./)
    expect(grip).toHaveAttribute('aria-pressed', 'true')
    await pressKeys(grip, '{ArrowUp}')
    expect(announced()).toBe('Moved. After Boat into the Trollfjord.')
    expect(screen.getByText('Drop here: after Boat into the Trollfjord, before Free until five.'))
    const before = await readItem(SAUNA)
    await pressKeys(grip, '{Tab}')
    expect(grip).toHaveFocus()
    await pressKeys(grip, '{Enter}')
    expect(listTitles()[2]).toBe('Sauna on the pier')
    await waitFor(() => expect(announced()).toBe('Moved. After Boat into the Trollfjord.'))
    await waitFor(async () => expect((await readItem(SAUNA))?.order).not.toBe(before?.order))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(listTitles()).toEqual(THIRD_DAY))
  })

  test('Escape puts the item back', async () => {
    await openThirdDay()
    const grip = getGrip('Table for two')
    await pressKeys(grip, ' ')
    for (let step = 0; step < 9; step++) await pressKeys(grip, '{ArrowUp}')
    expect(announced()).toMatch(/First of the day/)
    await pressKeys(grip, '{Escape}')
    expect(announced()).toBe('Put back. After Sauna on the pier.')
    expect(listTitles()).toEqual(THIRD_DAY)
    expect(screen.queryByText(/^Drop here/)).not.toBeInTheDocument()
  })

  test('Alt and an arrow move at once, also to the day before or after, and the grip keeps the focus', async () => {
    await openThirdDay()
    const grip = getGrip('Sauna on the pier')
    await pressKeys(grip, '{Alt>}{ArrowDown}{/Alt}')
    expect(listTitles()[4]).toBe('Sauna on the pier')
    await waitFor(() => expect(announced()).toBe('Moved. After Table for two.'))
    await pressKeys(getGrip('Sauna on the pier'), '{Alt>}{ArrowRight}{/Alt}')
    await screen.findByRole('heading', { level: 2, name: /^Friday 12 June/ })
    expect(getGrip('Sauna on the pier')).toHaveFocus()
    expect(announced()).toBe('Sauna on the pier moved to Friday 12 June.')
    // It keeps its time.
    await waitFor(async () =>
      expect(await readItem(SAUNA)).toMatchObject({ begins: '17:00', day: 'd3' }),
    )
  })

  test('a pointer moves an item within its day and onto another one', async () => {
    await openThirdDay()
    const grip = getGrip('Free until five')
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, button: 0 })
    const days = screen.getByRole('navigation', { name: 'Days' })
    const friday = days.querySelector('[data-day="d3"]')
    document.elementFromPoint = () => friday
    // A person at the page of `user` cannot say where on the window the pointer is.
    fireEvent.pointerDown(grip, at(0, 0))
    fireEvent.pointerMove(window, at(0, 2))
    expect(screen.queryByText(/^Moving/)).not.toBeInTheDocument()
    fireEvent.pointerMove(window, at(0, 40))
    expect(screen.getByText(/^Moving/)).toBeVisible()
    fireEvent.pointerUp(window, at(0, 40))
    await screen.findByRole('heading', { level: 2, name: /^Friday 12 June/ })
    expect(listTitles()).toContain('Free until five')
  })
})

describe('A day', () => {
  test('is removed with its items, duplicated and moved; each can be undone', async () => {
    await openThirdDay()
    const change = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'Change this day' }))
      await user.click(screen.getByRole('button', { name }))
    }
    const undo = async () => {
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await waitFor(() => expect(listTitles()).toEqual(THIRD_DAY))
    }
    await change('Remove this day')
    await findNotice('Thursday 11 June removed.')
    expect(screen.getByText(/9 to 15 June/)).toBeVisible()
    await undo()
    await change('Duplicate')
    await findNotice('Thursday 11 June duplicated.')
    expect(screen.getByText(/9 to 17 June/)).toBeVisible()
    await undo()
    await change('Move later')
    await findNotice('Thursday 11 June moved later.')
    await screen.findByRole('heading', { level: 2, name: /^Friday 12 June/ })
    await undo()
  })

  test('that came back because another device planned something on it says so', async () => {
    const book = dataClientStub.getData()
    const set = { coll: 'journey', id: sample.id, op: 'set', rev: 0 } as const
    await book.records.edit([{ ...set, base: { 'removed.d2': null }, set: { 'removed.d2': true } }])
    await openThirdDay()
    expect(await screen.findByText(/^This day came back/)).toBeVisible()
    expect(listTitles()).toEqual(THIRD_DAY)
  })
})

test.each([
  ['the latest', [9, 14, 5], 'They have the latest copy.'],
  ['an earlier one of today', [9, 14, 4], 'They have the copy of today, 14:04.'],
  ['yesterday’s', [8, 7, 23], 'They have the copy of yesterday, 07:23.'],
  ['an older one', [3, 8, 0], 'They have the copy of 3 June, 08:00.'],
] as const)(
  'The share sheet says which copy guests have, if it is %s',
  (_, [day, hour, minute], text) => {
    const version = new Date(2026, 5, 9, 14, 5).getTime()
    const theirs = new Date(2026, 5, day, hour, minute).getTime()
    const seen = { firstAt: theirs, lastAt: theirs, version: theirs }
    const view = { pass: { data: { version, seen } } }
    render(<SeenBox editor={{ view, now: version } as Editor} />)
    expect(screen.getByText(/^First opened on/)).toHaveTextContent(text)
  },
)

test('A journey that is deleted while it is open says so, and comes back from there', async () => {
  await openThirdDay()
  const view = await dataClientStub.getData().journeys.get(sample.id)
  if (!view) throw new Error('The sample is missing')
  await dataClientStub.getData().records.edit(deleteJourney(view))
  expect(await screen.findByText('Lofoten, by sea is deleted')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Restore journey' }))
  expect(await screen.findByRole('link', { name: 'Sauna on the pier' })).toBeVisible()
})

describe('What only the owner can resolve', () => {
  test('a field that two devices changed shows both values, and the choice is stored', async () => {
    const db = journeyDevice.openDatabase()
    const data = { ...sample.items[SAUNA], begins: '17:00' }
    const by = { deviceId: 'd2', deviceName: 'iPhone', at: '2026-11-21T11:40:00Z' }
    const change = {
      ...{ coll: 'journey-item', id: SAUNA, rev: 3, seq: 3, data, createdAt: 1, updatedAt: 1 },
      conflicts: [
        {
          ...{ cid: 'd2:1:begins', kind: 'field', field: 'begins', value: '16:30', rev: 3, ...by },
          currentBy: { ...by, deviceName: 'Laptop' },
        },
      ],
    } as const
    await db.records.put(changeToRecord(change as never, { epoch: '', resyncNo: 1 }))
    await db.queue.where('key').equals(`journey-item/${SAUNA}`).delete()
    db.close()
    // The book reads the row again with the next edit of the item.
    const edit = { coll: 'journey-item', id: SAUNA, op: 'set', rev: 3 } as const
    await dataClientStub
      .getData()
      .records.edit([{ ...edit, base: { price: '' }, set: { price: '1' } }])
    await openThirdDay()
    expect(await screen.findByText('Sauna on the pier was changed on two devices')).toBeVisible()
    expect(screen.getByText('Changed on two devices')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Review' }))
    await user.click(await screen.findByRole('radio', { name: /^Begins, on iPhone: 16:30$/ }))
    await user.click(screen.getByRole('button', { name: 'Save this version' }))
    await waitFor(async () => expect(await readItem(SAUNA)).toMatchObject({ begins: '16:30' }))
    await waitFor(() =>
      expect(screen.queryByText(/was changed on two devices/)).not.toBeInTheDocument(),
    )
  })

  test('an edit that the server rejected is shown with what was typed, until it is discarded', async () => {
    const db = journeyDevice.openDatabase()
    await db.rejected.put({
      n: 900,
      key: `journey-item/${SAUNA}`,
      intent: {
        ...{ op: 'patch', coll: 'journey-item', id: SAUNA, baseEpoch: '', baseRev: 0 },
        ...{ base: {}, set: { phone: 'a\tb' }, at: '' },
      },
      ...{ at: '', reason: 'Some values cannot be stored.' },
      fieldErrors: { phone: 'Please use a single line of plain text.' },
    })
    db.close()
    await openThirdDay()
    await screen.findByText('The server rejected a change to Sauna on the pier, in Lofoten, by sea')
    expect(screen.getByText(/a\tb|a b/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Discard this edit' }))
    await waitFor(() => expect(screen.queryByText(/The server rejected/)).not.toBeInTheDocument())
  })
})
