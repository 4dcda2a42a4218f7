import type { RecordRef } from '#client/data/store/schema.ts'
import type { Tx } from '#server/db/database.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { readLivingRecords } from '#server/sync/store.ts'
import { diffSchedules } from '#shared/schedule/merge-schedules.ts'
import { buildContent } from '#shared/schedule/schedule-records.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { toName } from './headless-device.ts'
import type { SyncDevice } from './sync-device.ts'
import type { SyncServer } from './sync-server.ts'

/** A unique text that one edit put into a field of the record with this name; see `toName`. */
export interface Token {
  text: string
  id: string
  field: string
}

/** What a story records about its edits. */
interface SimulationState {
  server: SyncServer
  devices: readonly SyncDevice[]
  tokens: readonly Token[]
  /** Token texts that a later edit, delete or choice saw. */
  seenTokens: ReadonlySet<string>
  /** Token texts that a later edit of the same field replaced. */
  replacedTokens: ReadonlySet<string>
  erasedIds: ReadonlySet<string>
  /** Names of the records that a device has deleted for good, whether or not the server could. */
  deletedForGood: ReadonlySet<string>
  /** Whether the server may have lost mutations that it had acknowledged. */
  mayHaveForgotten: boolean
  /** Clients whose tombstone the server has cleared. */
  purgedIds: ReadonlySet<string>
}

/** A client on the server: its data and the alternatives of its open conflicts. */
interface ServerRecord {
  data: RecordData
  alternatives: unknown[]
}

/** A sentence for each guarantee that is broken once everything is synced. */
export async function findProblems(state: SimulationState): Promise<string[]> {
  const expected = await listLiveRecords(state.server)
  const problems: string[] = []
  for (const device of state.devices) problems.push(...(await findDifferences(device, expected)))
  problems.push(...(await findReadOnlyDifferences(state)))
  const gone = await listDeletedForGood(state)
  problems.push(...findLostTokens(state, { expected, gone }))
  for (const id of [...state.erasedIds, ...gone])
    problems.push(...(await findErasedRemains(state, id)))
  return problems
}

/** Names of the records that a device has deleted for good, and that the server has erased. */
async function listDeletedForGood({ server, deletedForGood }: SimulationState): Promise<string[]> {
  const erased = (await server.listRecords()).filter((row) => row.erased).map(toName)
  return erased.filter((name) => deletedForGood.has(name))
}

/** Read-only records that a device has and the server has not, or the other way round. */
async function findReadOnlyDifferences({ server, devices }: SimulationState): Promise<string[]> {
  const expected = await server.listReadOnly()
  const problems: string[] = []
  for (const { name, db } of devices) {
    const rows = (await db.readOnly.toArray()).filter(({ data }) => data !== undefined)
    const stored = new Map(rows.map(({ key, data }) => [key as string, JSON.stringify(data)]))
    for (const key of new Set([...stored.keys(), ...expected.keys()]))
      if (stored.get(key) !== expected.get(key))
        problems.push(
          `${name} has ${key} as ${stored.get(key)}, the server as ${expected.get(key)}`,
        )
  }
  return problems
}

async function listLiveRecords(world: SyncServer): Promise<Map<string, ServerRecord>> {
  const living = new Map(
    (await world.listRecords())
      .filter(({ deleted }) => !deleted)
      .map((row) => [toName(row), row] as const),
  )
  return new Map(
    [...living].map(([id, row]) => [
      id,
      {
        data: JSON.parse(row.data) as RecordData,
        alternatives: JSON.parse(row.conflicts).map((one: { cid: string; value: unknown }) => [
          one.cid,
          one.value,
        ]),
      },
    ]),
  )
}

async function findDifferences(
  device: SyncDevice,
  expected: Map<string, ServerRecord>,
): Promise<string[]> {
  const problems: string[] = []
  if ((await device.db.queue.count()) > 0) problems.push(`${device.name} still has edits waiting`)
  const numbers = await device.listUnansweredMids()
  if (numbers.length > 0) problems.push(`${device.name} still waits for answers to ${numbers}`)
  const confirmed = await device.readConfirmed()
  if (formatSorted(confirmed) !== formatSorted(expected))
    problems.push(
      `${device.name} has ${formatSorted(confirmed)}, the server ${formatSorted(expected)}`,
    )
  const refused = await device.db.rejected.toArray()
  if (refused.length > 0) problems.push(`${device.name} was refused ${JSON.stringify(refused)}`)
  return problems
}

function findLostTokens(
  state: SimulationState,
  { expected, gone }: { expected: Map<string, ServerRecord>; gone: readonly string[] },
): string[] {
  const problems: string[] = []
  for (const { text, id, field } of state.tokens) {
    if (state.erasedIds.has(id) || gone.includes(id)) continue
    // A restored server may have the record again, without what came after the backup.
    if (state.mayHaveForgotten && state.deletedForGood.has(id)) continue
    const record = expected.get(id)
    const current = record ? listTokens(record.data[field]) : []
    const open = record ? listTokens(record.alternatives) : []
    if (!state.seenTokens.has(text) && !current.includes(text) && !open.includes(text))
      problems.push(`${text} of ${id} ${field} was lost unseen`)
    const back = current.includes(text) || open.includes(text)
    const unknown = state.mayHaveForgotten || state.purgedIds.has(id)
    if (!unknown && state.replacedTokens.has(text) && field !== 'notes' && back)
      problems.push(`${text} of ${id} ${field} is back although it was replaced`)
  }
  return problems
}

async function findErasedRemains(
  { tokens, devices }: SimulationState,
  id: string,
): Promise<string[]> {
  const mine = tokens.filter((token) => token.id === id)
  const texts = await Promise.all(devices.map((device) => device.dumpStore()))
  return mine
    .filter(({ text }) => texts.some((all) => all.includes(text)))
    .map(({ text }) => `${text} of ${id} was erased and remains`)
}

export function listTokens(value: unknown): string[] {
  return JSON.stringify(value ?? '').match(/t\d+;/g) ?? []
}

function formatSorted(map: Map<string, unknown>): string {
  return JSON.stringify([...map].sort(([a], [b]) => a.localeCompare(b)))
}

/** An exception, which devices set and remove. */
export const DATE = { coll: 'schedule', id: 'date-2026-12-24' } as const satisfies RecordRef

/** A weekday that devices switch off, to the same value. */
export const DAY_OFF = {
  ref: { coll: 'schedule', id: 'day-1' } as const satisfies RecordRef,
  set: { day: { enabled: false, timeSlots: [] } },
}

export const PART_REFS: readonly RecordRef[] = [DATE, DAY_OFF.ref]

/** A sentence for each part in which the server's schedule differs from its records. */
export async function findScheduleProblems(tx: Tx): Promise<string[]> {
  const meant = buildContent(await readLivingRecords(tx, 'schedule'))
  return diffSchedules(meant, await readSchedule(tx)).map(
    (part) => `The server offers other hours than the record of ${part} has`,
  )
}
