import type { SavedPass } from '#client/journey/pass/saved-pass.ts'
import { createKey } from '#client/lib/encrypt.ts'
import { HOME_ZONE, listDays } from '#shared/journeys/days.ts'
import { createGuestCopy, type GuestCopy } from '#shared/journeys/guest-copy.ts'
import {
  emptyItem,
  type ItemData,
  type JourneyData,
  toJourneyData,
} from '#shared/journeys/journey-fields.ts'
import { ordersFor } from '#shared/journeys/order.ts'
import { addDays } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'

/** 11 June 2026, 14:32 in Oslo: the third day of the sample journey. */
export const DURING = Date.parse('2026-06-11T12:32:00Z')
/** Twelve days before the first day of the sample journey. */
export const BEFORE = Date.parse('2026-05-28T12:32:00Z')

export interface SampleItem extends Partial<ItemData> {
  /** Number of the day, from 1. */
  on: number
  id: string
}

interface SampleJourney {
  journey?: Partial<JourneyData>
  start?: string
  days?: number
  items?: readonly SampleItem[]
  now?: number
}

const PDF = 'application/pdf' as const

/** A journey by sea, as in the design. */
export const lofotenItems: readonly SampleItem[] = [
  {
    id: 'a1',
    on: 1,
    kind: 'flight',
    title: 'Arrive at Oslo',
    place: 'Oslo',
    begins: '10:40',
    guestText: 'From Newark, terminal B',
  },
  {
    id: 'a2',
    on: 1,
    kind: 'transfer',
    title: 'Car to the house',
    place: 'Oslo',
    begins: '11:15',
    phone: '+47 400 00 019',
    guestText: 'Look for a sign with your name',
  },
  {
    id: 'a3',
    on: 1,
    kind: 'stay',
    title: 'Villa Uranienborg',
    place: 'Oslo',
    address: 'Uranienborgveien 6, Oslo',
    phone: '+47 400 00 020',
    confirmation: 'VU-3381',
  },
  {
    id: 'b1',
    on: 2,
    kind: 'flight',
    title: 'Flight to Bodø',
    place: 'Oslo',
    toPlace: 'Bodø',
    begins: '09:20',
    ends: '10:50',
    confirmation: 'K7QP2M',
  },
  {
    id: 'b2',
    on: 2,
    kind: 'ferry',
    title: 'Express boat to Svolvær',
    place: 'Bodø',
    toPlace: 'Svolvær',
    begins: '18:00',
    ends: '21:25',
    confirmation: 'NEX-5520',
  },
  {
    id: 'b3',
    on: 2,
    kind: 'stay',
    title: 'Havnehuset',
    place: 'Svolvær',
    address: 'Torget 22, 8300 Svolvær',
    nights: 2,
    begins: '15:00',
    phone: '+47 400 00 033',
    confirmation: 'HH-90718',
    guestText: 'Room 7, towards the sea',
  },
  {
    id: 'c1',
    on: 3,
    kind: 'table',
    title: 'Breakfast at the house',
    place: 'Havnehuset, ground floor',
    begins: '08:30',
  },
  {
    id: 'c2',
    on: 3,
    kind: 'activity',
    title: 'Boat into the Trollfjord',
    place: 'Visitor quay, berth 3',
    begins: '10:00',
    ends: '13:00',
    phone: '+47 400 00 012',
    confirmation: 'TF-2217',
  },
  {
    id: 'c3',
    on: 3,
    kind: 'activity',
    title: 'Sauna on the pier',
    place: 'The pier, by the harbour office',
    address: 'Havnepromenaden 4, 8300 Svolvær',
    begins: '16:00',
    ends: '18:00',
    contact: 'Marit, harbour office',
    phone: '+47 400 00 027',
    confirmation: 'S-1106',
    guestText:
      'The key is at the harbour office next door. Towels are in the changing room; bring something for your feet.',
    documents: [{ id: 'doc1', name: 'House rules, sauna', type: PDF, size: 38_000 }],
  },
  {
    id: 'c4',
    on: 3,
    kind: 'table',
    title: 'Table for two',
    place: 'Bryggekjøkkenet, the corner by the window',
    begins: '19:00',
    phone: '+47 400 00 041',
    confirmation: 'BK-4410',
  },
  {
    id: 'd1',
    on: 4,
    kind: 'transfer',
    title: 'Car to Henningsvær',
    place: 'Svolvær',
    toPlace: 'Henningsvær',
    begins: '10:00',
    phone: '+47 400 00 019',
  },
  {
    id: 'd2',
    on: 4,
    kind: 'stay',
    title: 'Bryggehotellet',
    place: 'Henningsvær',
    phone: '+47 400 00 053',
    confirmation: 'BH-2204',
  },
  {
    id: 'e1',
    on: 5,
    kind: 'transfer',
    title: 'Car along the coast',
    place: 'Henningsvær',
    toPlace: 'Reine',
    begins: '11:00',
    phone: '+47 400 00 019',
  },
  {
    id: 'e2',
    on: 5,
    kind: 'stay',
    title: 'Rorbu 4',
    place: 'Reine',
    nights: 2,
    phone: '+47 400 00 061',
    confirmation: 'R-0413',
  },
  {
    id: 'g1',
    on: 7,
    kind: 'ferry',
    title: 'Ferry over the Vestfjord',
    place: 'Reine',
    toPlace: 'Bodø',
    begins: '14:00',
    ends: '17:15',
    confirmation: 'M-88120',
    documents: [{ id: 'doc2', name: 'Ferry tickets, 15 June', type: PDF, size: 84_000 }],
  },
  {
    id: 'g2',
    on: 7,
    kind: 'stay',
    title: 'Hotell Havet',
    place: 'Bodø',
    address: 'Tollbugata 5, Bodø',
    phone: '+47 400 00 071',
    confirmation: 'HB-1190',
  },
  {
    id: 'h1',
    on: 8,
    kind: 'flight',
    title: 'Flight to Oslo',
    place: 'Bodø',
    toPlace: 'Oslo',
    begins: '08:10',
    ends: '09:40',
    confirmation: 'K7QP2M',
  },
  {
    id: 'h2',
    on: 8,
    kind: 'flight',
    title: 'Flight to New York',
    place: 'Oslo',
    toPlace: 'New York',
    begins: '12:05',
    ends: '14:20',
    endZone: 'America/New_York',
    confirmation: 'K7QP2M',
    documents: [{ id: 'doc3', name: 'Flights home', type: PDF, size: 112_000 }],
  },
]

/** A published copy, made as the owner's device makes it. */
export function createSampleCopy({
  journey = {},
  start = '2026-06-09',
  days: count = 8,
  items = lofotenItems,
  now = Date.parse('2026-06-11T12:02:00Z'),
}: SampleJourney = {}): GuestCopy {
  const data = {
    ...toJourneyData({ title: 'Lofoten, by sea', documentKey: createKey() }),
    start,
    ...Object.fromEntries(ordersFor(count).map((order, index) => [`day.d${index + 1}`, order])),
    ...journey,
  }
  const orders = ordersFor(items.length)
  const planned = items.map(({ on, id, ...item }, index) => ({
    ...emptyItem,
    ...item,
    id: `j1-${id}`,
    day: `d${on}`,
    order: orders[index] ?? '',
  }))
  return createGuestCopy({
    journey: data,
    days: listDays(data, planned),
    guests: 'Elisabeth and Thomas',
    host: { name: 'Maren Lunde', phone: '+47 400 00 001' },
    now,
  })
}

/** The same journey with other values of some items. */
export function changeItems(
  changes: Readonly<Record<string, Partial<ItemData>>>,
): readonly SampleItem[] {
  return lofotenItems.map((item) => ({ ...item, ...changes[item.id] }))
}

/** The same journey, on its third day whenever the test runs. */
export function createCurrentCopy(sample: SampleJourney = {}): GuestCopy {
  const now = Date.now()
  const today = toWallTime(now, HOME_ZONE).date
  return createSampleCopy({ start: addDays(today, -2), now, ...sample })
}

/** A journey on a guest's device, without its content and key. */
export function createSavedPass(id: string): SavedPass {
  return {
    id,
    ...{ ciphertext: '', version: 1, endsAt: 1, checkedAt: 0, clockSkew: 0, tellsOwner: true },
    ...{ notedAt: 0, changedAt: {}, openings: 1, openedAt: 0, homeZone: 'UTC' },
  }
}

export function createPdf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).fill(0x20)
  bytes.set(new TextEncoder().encode('%PDF-1.4\n'))
  return bytes
}
