import { emptyItem, type ItemData } from '#shared/journeys/journey-fields.ts'
import { ordersFor } from '#shared/journeys/order.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { isEmptyValue } from '#shared/lib/values/value-equality.ts'
import {
  type Collection,
  listExtensions,
  type RecordData,
  splitFields,
} from '#shared/sync/collections.ts'
import type { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

/** The data of a journey and its items by id, to be stored by a device. */
export interface SampleJourney {
  id: string
  journey: RecordData
  items: Record<string, RecordData>
}

type Part = Partial<ItemData>

interface SampleOptions {
  start?: PlainDate
  clients?: string[]
  /** 20 letters and digits. */
  id?: string
}

const KEY = 'k'.repeat(43)

/** A journey with these days: `d0`, `d1`…; their items have the ids `<journey>-i<day>x<number>`. */
export function buildJourney(
  title: string,
  days: readonly (readonly Part[])[],
  { start = '2026-06-09', clients = [], id = 'J0000000000000000001' }: SampleOptions = {},
): SampleJourney {
  const orders = ordersFor(days.length)
  const journey: RecordData = {
    ...{ title, clients, start },
    link: { id: `L${id.slice(1)}`, key: KEY },
    documentKey: KEY,
    ...Object.fromEntries(orders.map((order, index) => [`day.d${index}`, order])),
  }
  const items = days.flatMap((parts, day) => {
    const places = ordersFor(parts.length)
    return parts.map((part, index): [string, RecordData] => [
      `${id}-i${day}x${index}`,
      { ...emptyItem, zone: 'Europe/Oslo', ...part, day: `d${day}`, order: places[index] ?? '' },
    ])
  })
  return { id, journey, items: Object.fromEntries(items) }
}

/** Eight days with five stops, as in the design. */
export function buildLofoten(options?: SampleOptions): SampleJourney {
  return buildJourney('Lofoten, by sea', lofotenDays, options)
}

/** Longer than any real journey. */
export function buildLongJourney(dayCount: number, itemCount: number): SampleJourney {
  const perDay = Math.ceil(itemCount / dayCount)
  const days = Array.from({ length: dayCount }, (_, day) =>
    Array.from({ length: perDay }, (_item, index): Part => {
      const hour = String(8 + index).padStart(2, '0')
      return {
        ...{ kind: index === 0 ? 'ferry' : 'activity', title: `Item ${day}.${index}` },
        ...{ place: `Place ${day}`, toPlace: `Place ${day + 1}`, begins: `${hour}:00` },
        ...{ ends: `${hour}:45`, phone: '+47 400 00 012', confirmation: `C-${day}${index}` },
        guestText: 'The key is at the harbour office next door. Towels are in the changing room.',
      }
    }),
  )
  return buildJourney('The long one', days)
}

/** Stores a journey on the server, like another device of the owner. */
export async function storeJourney(
  device: HeadlessDevice,
  { id, journey, items }: SampleJourney,
): Promise<void> {
  await editWhole(device, 'journey', [[id, journey]])
  const all = Object.entries(items)
  for (let at = 0; at < all.length; at += 100)
    await editWhole(device, 'journey-item', all.slice(at, at + 100))
}

/** Stores records with those that extend them, which go first. */
async function editWhole(
  device: HeadlessDevice,
  whole: Collection,
  records: [id: string, data: RecordData][],
): Promise<void> {
  const divided = records.map(([id, data]) => ({ id, parts: splitFields(whole, data) }))
  for (const coll of [...listExtensions(whole).map(({ name }) => name), whole]) {
    const sets = divided.flatMap(({ id, parts }): [string, RecordData][] => {
      const data = parts[coll] ?? {}
      const isStored = coll === whole || Object.values(data).some((value) => !isEmptyValue(value))
      return isStored ? [[id, data]] : []
    })
    if (sets.length > 0) await device.edit(Object.fromEntries(sets), coll)
  }
}

const lofotenDays: Part[][] = [
  [
    {
      kind: 'flight',
      title: 'From New York',
      place: 'New York',
      toPlace: 'Oslo',
      begins: '18:30',
      ends: '07:45',
      endDay: 1,
      zone: 'America/New_York',
      endZone: 'Europe/Oslo',
    },
    {
      kind: 'transfer',
      title: 'Car to the hotel',
      place: 'Oslo',
      toPlace: 'Oslo',
      begins: '20:00',
    },
    { kind: 'stay', title: 'Hotel by the water', place: 'Oslo', begins: '15:00' },
  ],
  [
    {
      kind: 'flight',
      title: 'Flight to Bodø',
      place: 'Oslo',
      toPlace: 'Bodø',
      begins: '09:05',
      ends: '10:35',
      confirmation: 'X7K2PD',
    },
    { kind: 'table', title: 'Lunch', place: 'Bodø', begins: '12:00' },
    {
      kind: 'ferry',
      title: 'Fast boat',
      place: 'Bodø',
      toPlace: 'Svolvær',
      begins: '17:15',
      ends: '20:50',
    },
    {
      kind: 'stay',
      title: 'Havnehuset',
      place: 'Svolvær',
      address: 'Torget 22',
      begins: '',
      nights: 2,
      phone: '+47 400 00 033',
      confirmation: 'HH-90718',
      guestText: 'Room 7, towards the sea.',
    },
  ],
  [
    {
      kind: 'table',
      title: 'Breakfast at the house',
      place: 'Havnehuset, ground floor',
      begins: '08:30',
      included: 'Included',
    },
    {
      kind: 'activity',
      title: 'Boat into the Trollfjord',
      place: 'Visitor quay, berth 3',
      begins: '10:00',
      ends: '14:00',
      contact: 'Ingrid Nilsen, skipper',
      phone: '+47 400 00 012',
      confirmation: 'TF-2217',
    },
    {
      kind: 'note',
      title: 'Free until five',
      guestText: 'The bakery by the harbour keeps a table by the window.',
    },
    {
      kind: 'activity',
      title: 'Sauna on the pier',
      place: 'The pier, by the harbour office',
      address: 'Havnepromenaden 4, 8300 Svolvær',
      begins: '17:00',
      ends: '19:00',
      contact: 'Marit, harbour office',
      phone: '+47 400 00 027',
      confirmation: 'S-1106',
      guestText:
        'The key is at the harbour office next door. Towels are in the changing room; bring something for your feet.',
      ownerText: 'Marit locks the office at seven. NOK 900, on our account.',
    },
    {
      kind: 'table',
      title: 'Table for two',
      place: 'Bryggekjøkkenet',
      begins: '19:30',
      phone: '+47 400 00 041',
      confirmation: 'BK-4410',
      guestText: 'The corner by the window; no shellfish for Thomas.',
    },
  ],
  [
    {
      kind: 'transfer',
      title: 'Car to Henningsvær',
      place: 'Svolvær',
      toPlace: 'Henningsvær',
      begins: '10:00',
      ends: '10:40',
    },
    { kind: 'stay', title: 'Bryggehotell', place: 'Henningsvær' },
  ],
  [
    {
      kind: 'transfer',
      title: 'Car to Reine',
      place: 'Henningsvær',
      toPlace: 'Reine',
      begins: '09:30',
      ends: '11:40',
    },
    { kind: 'stay', title: 'A red cabin', place: 'Reine', nights: 2 },
  ],
  [],
  [
    {
      kind: 'ferry',
      title: 'Ferry',
      place: 'Reine',
      toPlace: 'Bodø',
      begins: '15:00',
      ends: '18:15',
    },
    { kind: 'stay', title: 'Hotel at the station', place: 'Bodø' },
  ],
  [
    {
      kind: 'flight',
      title: 'Home',
      place: 'Bodø',
      toPlace: 'New York',
      begins: '07:10',
      ends: '13:25',
      endZone: 'America/New_York',
    },
  ],
]
