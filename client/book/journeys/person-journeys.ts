import type { OwnerDatabase } from '#client/book/store/database.ts'
import { getOptimistic } from '#client/book/store/record.ts'
import {
  getRecordId,
  type PendingMutation,
  type RecordKey,
  type RejectedMutation,
  toRecordRef,
} from '#client/book/store/schema.ts'
import { journeyCollections } from '#shared/journeys/collections.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { findJourneyOf } from './journey-rows.ts'

type Mutation = Pick<PendingMutation | RejectedMutation, 'key' | 'intent'>

/** A state of a record: confirmed, as shown here, or of an edit. */
interface RecordState {
  key: RecordKey
  data: RecordData
}

/** The journeys of a person on this device. */
export interface PersonJourneys {
  /** The person's journey that a record belongs to; undefined if it is none of theirs. */
  findJourney: (key: RecordKey) => string | undefined
  /** Ids of journeys with other travellers. */
  shared: ReadonlySet<string>
  /** Records of journeys that exist only on this device and have no other travellers. */
  onlyHere: RecordKey[]
}

/**
 * Finds the journeys on which a person travels, or did so before an edit that is not sent yet.
 * `clients`: ids of the clients who are this person.
 */
export async function findPersonJourneys(
  { records, queue, rejected }: OwnerDatabase,
  clients: ReadonlySet<string>,
): Promise<PersonJourneys> {
  const rows = await records.where('key').startsWithAnyOf(KEY_STARTS).toArray()
  const unsent: Mutation[] = [
    ...(await queue.where('key').startsWithAnyOf(KEY_STARTS).toArray()),
    ...(await rejected.where('key').startsWithAnyOf(KEY_STARTS).toArray()),
  ]
  const states: RecordState[] = [
    ...rows.flatMap(({ key, ...row }) =>
      [row.data, getOptimistic(row).data].map((data) => ({ key, data })),
    ),
    ...unsent.flatMap(({ key, intent }) =>
      intent.op === 'patch' ? [intent.base, intent.set].map((data) => ({ key, data })) : [],
    ),
  ]
  const { journeys, shared } = findTravels(states, clients)
  const findJourney = createJourneySearch(states, journeys)
  const sent = new Set(rows.filter(({ rev }) => rev > 0).map(({ key }) => findJourney(key)))
  const onlyHere = [...rows, ...unsent].flatMap(({ key }) => {
    const id = findJourney(key)
    return id === undefined || shared.has(id) || sent.has(id) ? [] : [key]
  })
  return { findJourney, shared, onlyHere: [...new Set(onlyHere)] }
}

const KEY_STARTS = journeyCollections.map(({ name }) => `${name}/`)

function findTravels(states: readonly RecordState[], clients: ReadonlySet<string>) {
  const all = states.flatMap(({ key, data }) =>
    key.startsWith('journey/') && Array.isArray(data.clients)
      ? data.clients.map((client) => ({ id: getRecordId(key), isPerson: clients.has(client) }))
      : [],
  )
  const journeys = new Set(all.flatMap(({ id, isPerson }) => (isPerson ? id : [])))
  return { journeys, shared: new Set(all.flatMap(({ id, isPerson }) => (isPerson ? [] : id))) }
}

function createJourneySearch(states: readonly RecordState[], journeys: ReadonlySet<string>) {
  const journeyOfPass = new Map(
    states.flatMap(({ key, data }) =>
      key.startsWith('guest-pass/') && typeof data.journey === 'string'
        ? [[key, data.journey] as const]
        : [],
    ),
  )
  return (key: RecordKey): string | undefined => {
    const journey = findJourneyOf(toRecordRef(key), { journey: journeyOfPass.get(key) })
    return journey !== undefined && journeys.has(journey) ? journey : undefined
  }
}

/** The content of an edit as it is exported: without the other travellers, and without a copy, which only repeats the journey. */
export function toExportedEdit(set: RecordData, clients: ReadonlySet<string>): RecordData {
  return Object.fromEntries(
    Object.entries(set).flatMap(([name, value]) => {
      if (name === 'ciphertext') return []
      const isTravellers = name === 'clients' && Array.isArray(value)
      return [[name, isTravellers ? value.filter((one) => clients.has(one)) : value]]
    }),
  )
}
