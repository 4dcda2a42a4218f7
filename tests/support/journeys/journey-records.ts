import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import {
  emptyItem,
  type GuestPassData,
  type ItemData,
  type JourneyData,
  type keyFields,
} from '#shared/journeys/journey-fields.ts'
import { ordersFor } from '#shared/journeys/order.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import type { Change } from '#shared/sync/protocol.ts'
import { TODAY } from '#tests/support/server/site.ts'

/** The date where the sample journeys are, and where the owner is. */
export function getDateInNorway(): PlainDate {
  return toWallTime(Date.now(), 'Europe/Oslo').date
}

const KEY = 'k'.repeat(43)

/** 20 letters and digits, as journeys have. */
export const toJourneyId = (number: number) => `TestJourney${String(number).padStart(9, '0')}`
const toLinkId = (number: number) => `TestLink${String(number).padStart(12, '0')}`

interface JourneyOptions extends Partial<Omit<JourneyData, keyof typeof keyFields>> {
  dayCount?: number
  /** In order; `day` is `day1`, `day2` and so on. */
  items?: (Partial<ItemData> & { day: string })[]
  /** Present if the journey was shared. */
  pass?: Partial<GuestPassData>
}

let seq = 0

/** The records of a journey, its items and its pass, as a device pulls them from the server. */
export function buildJourneyRecords(number: number, options: JourneyOptions = {}): Change[] {
  const { dayCount = 3, items = [], pass, ...fields } = options
  const id = toJourneyId(number)
  const link = { id: toLinkId(number), key: KEY }
  const days = ordersFor(dayCount).map((order, index) => [`day.day${index + 1}`, order])
  const journey = { ...fields, ...Object.fromEntries(days) }
  const orders = ordersFor(items.length)
  return [
    toChange('journey-keys', id, { link, documentKey: KEY }),
    toChange('journey', id, journey),
    ...items.flatMap((item, index) => {
      const { price, ...data } = { ...emptyItem, order: orders[index], ...item }
      const itemId = toItemId(number, index)
      const priced = price === '' ? [] : [toChange('item-price', itemId, { price })]
      return [...priced, toChange('journey-item', itemId, data)]
    }),
    ...(pass
      ? [
          toChange('guest-pass', link.id, {
            ...{ journey: id, ciphertext: '', version: 1, documents: [], closed: false },
            ...{ endsAt: TODAY + 30 * 86_400_000 },
            ...pass,
          }),
        ]
      : []),
  ]
}

/** Id of the item with this index in `items`. */
export const toItemId = (number: number, index: number) => `${toJourneyId(number)}-item${index + 1}`

function toChange(coll: Change['coll'], id: string, data: Change['data']): Change {
  seq++
  return { coll, id, rev: 1, seq, data, createdAt: TODAY, updatedAt: TODAY + seq }
}

export const host: GuestCopy['host'] = { name: 'Maren Lunde', phone: '+47 55502700' }
