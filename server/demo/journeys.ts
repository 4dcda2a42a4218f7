import { createCipheriv } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { Database } from '#server/db/database.ts'
import { readEpoch } from '#server/db/metadata.ts'
import { noteSeen } from '#server/journeys/guest-passes.ts'
import { fingerprint, newNonce, newSecret } from '#server/lib/ids.ts'
import type { SyncParts } from '#server/sync/ports.ts'
import { applyPush } from '#server/sync/push.ts'
import { formatFirstNames } from '#shared/clients/person-names.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { type JourneyItem, listDays } from '#shared/journeys/days.ts'
import { createGuestCopy, type GuestCopy } from '#shared/journeys/guest-copy.ts'
import {
  emptyItem,
  type GuestPassData,
  type ItemData,
  toJourneyData,
} from '#shared/journeys/journey-fields.ts'
import { toPassContext } from '#shared/journeys/link.ts'
import { ordersFor } from '#shared/journeys/order.ts'
import { addDays, toIsoTime } from '#shared/lib/date.ts'
import type { Collection, RecordData } from '#shared/sync/collections.ts'
import { DEMO_DEVICE, type DemoClient } from './clients.ts'
import content from './journeys.json' with { type: 'json' }

const DAY = 86_400_000
/** Whom guests call. */
const HOST_PHONE = '+47 55502700'

/** `day` counts from 1. */
type DemoItem = Partial<Omit<ItemData, 'day'>> & { day: number }

interface DemoJourneyRow {
  title: string
  /** Names of clients in `clients.json`. */
  clients: string[]
  /** Days from today to the first day; absent of a journey without dates. */
  start?: number
  days: number
  isShared: boolean
  /** Hours since a guest opened it last; absent for never. */
  seenHoursAgo?: number
  /** Days since it was last edited. */
  editedDaysAgo: number
  /** Where its times are; absent for the owner's zone. */
  zone?: string
  items: DemoItem[]
}

// Invented; confirmation numbers and telephone numbers lead nowhere. Each item is checked when it is
// written, as what the owner writes is.
const journeyRows = content as DemoJourneyRow[]

interface DemoRecord {
  coll: Collection
  id: string
  data: RecordData
}

/** A journey of the demo with its items and, if it is shared, its guest pass. */
interface DemoJourney {
  /** When it was last edited, UTC milliseconds. */
  editedAt: number
  records: DemoRecord[]
  /** When a guest opened its pass last, UTC milliseconds. */
  seen?: { passId: string; token: string; at: number }
}

/** A journey under way, some ahead, some still being drawn, and some that are over. */
export function createDemoJourneys(now: number, clients: readonly DemoClient[]): DemoJourney[] {
  const journeys = journeyRows.map((row, index) => createDemoJourney(row, { index, now, clients }))
  return journeys.sort((a, b) => a.editedAt - b.editedAt)
}

interface DemoContext {
  index: number
  now: number
  clients: readonly DemoClient[]
}

function createDemoJourney(row: DemoJourneyRow, { index, now, clients }: DemoContext): DemoJourney {
  const today = toIsoTime(now).slice(0, 10)
  // Journeys have ids of 20 letters and digits.
  const id = `demoJourney${String(index + 1).padStart(9, '0')}`
  const travellers = row.clients.flatMap(
    (name) => clients.find(({ fields }) => fields.name === name) ?? [],
  )
  const journey = {
    title: row.title,
    clients: travellers.map((client) => client.id),
    start: row.start === undefined ? '' : addDays(today, row.start),
    hostPhone: HOST_PHONE,
    ...Object.fromEntries(ordersFor(row.days).map((order, day) => [`day.day${day + 1}`, order])),
  }
  const link = {
    id: newSecret()
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .padEnd(20, '0')
      .slice(0, 20),
    key: newSecret(),
  }
  const keys = { link, documentKey: newSecret() }
  const items = createItems(id, row)
  const editedAt = now - row.editedDaysAgo * DAY - 60_000 * (index + 1)
  const records: DemoRecord[] = [
    { coll: 'journey-keys', id, data: keys },
    { coll: 'journey', id, data: journey },
    ...items.flatMap(({ id: itemId, ...data }) => createItemRecords(itemId, data)),
  ]
  if (!row.isShared) return { editedAt, records }
  // As the owner's device makes it, so that guests' phones with this copy know later ones as the same journey's.
  const seenToken = fingerprint(`seen ${link.key}`)
  const copy = createGuestCopy({
    journey: toJourneyData({ ...journey, ...keys }),
    days: listDays(toJourneyData(journey) as ReturnType<typeof toJourneyData> & RecordData, items),
    guests: formatFirstNames(row.clients),
    host: { name: getBusiness().founder ?? getBusiness().name, phone: HOST_PHONE },
    now: editedAt,
  })
  const pass = { coll: 'guest-pass' as const, id: link.id }
  const { seenHoursAgo } = row
  return {
    editedAt,
    records: [...records, { ...pass, data: createPass(id, link, { ...copy, seenToken }) }],
    ...(seenHoursAgo !== undefined && {
      seen: { passId: pass.id, token: seenToken, at: now - seenHoursAgo * 3_600_000 },
    }),
  }
}

function createItems(journeyId: string, { items, zone = '' }: DemoJourneyRow): JourneyItem[] {
  const orders = ordersFor(items.length)
  return items.map((item, index): JourneyItem => {
    const where = { day: `day${item.day}`, order: orders[index] ?? '' }
    return { ...emptyItem, zone, ...item, ...where, id: `${journeyId}-item${index + 1}` }
  })
}

function createItemRecords(id: string, { price, ...data }: ItemData): DemoRecord[] {
  const item: DemoRecord = { coll: 'journey-item', id, data }
  return price === '' ? [item] : [{ coll: 'item-price', id, data: { price } }, item]
}

function createPass(
  journeyId: string,
  link: { id: string; key: string },
  copy: GuestCopy,
): GuestPassData & RecordData {
  return {
    journey: journeyId,
    ciphertext: encryptCopy(copy, link),
    version: copy.publishedAt,
    endsAt: copy.endsAt,
    documents: [],
    closed: false,
    seenProof: fingerprint(copy.seenToken),
  }
}

/** As the owner's device does it, see `client/lib/encrypt.ts`; a server never does it otherwise. */
function encryptCopy(copy: GuestCopy, { id, key }: { id: string; key: string }): string {
  const nonce = newNonce(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), nonce)
  cipher.setAAD(Buffer.from(toPassContext(id)))
  const body = cipher.update(deflateRawSync(JSON.stringify(copy)))
  return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Writes the journeys as mutations of the demo's device, each at its own time. */
export async function insertDemoJourneys(
  db: Database,
  sync: SyncParts,
  { journeys, lastMid }: { journeys: readonly DemoJourney[]; lastMid: number },
): Promise<void> {
  const epoch = await readEpoch(db.read)
  let mid = lastMid
  for (const { editedAt, records, seen } of journeys) {
    const sentAt = toIsoTime(editedAt)
    const first = mid
    const mutations = records.map(({ coll, id, data }) => ({
      mid: ++mid,
      intent: {
        ...{ op: 'patch' as const, coll, id, baseEpoch: epoch, baseRev: 0 },
        ...{ base: {}, set: data, at: sentAt },
      },
    }))
    const batch = { ...DEMO_DEVICE, epoch, lastMid: first, now: editedAt, sentAt, mutations }
    await db.write((tx) => applyPush(tx, sync, batch))
    if (seen)
      await noteSeen(
        { db, clock: () => seen.at },
        { id: seen.passId, version: editedAt, device: 'phone', token: seen.token },
      )
  }
}
