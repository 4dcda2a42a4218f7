import type { RecordData } from '#shared/sync/records.ts'
import type { SyncDevice } from './sync-device.ts'
import type { SyncWorld } from './sync-world.ts'

/** A unique text that one edit put into a field of client `id`. */
export interface Token {
  text: string
  id: string
  field: string
}

/** What a story records about its edits. */
interface Told {
  world: SyncWorld
  devices: readonly SyncDevice[]
  tokens: readonly Token[]
  /** Token texts that a later edit, delete or choice saw. */
  seen: ReadonlySet<string>
  /** Token texts that a later edit of the same field replaced. */
  replaced: ReadonlySet<string>
  erased: ReadonlySet<string>
  /** Whether the server may have lost mutations that it had acknowledged. */
  forgot: boolean
  /** Clients whose tombstone the server has cleared. */
  cleared: ReadonlySet<string>
}

/** A client on the server: its data and the alternatives of its open conflicts. */
interface Kept {
  data: RecordData
  alternatives: unknown[]
}

/** A sentence for each guarantee that is broken once everything is synced. */
export async function verdict(told: Told): Promise<string[]> {
  const expected = livingRecords(told.world)
  const problems: string[] = []
  for (const device of told.devices) problems.push(...(await differences(device, expected)))
  problems.push(...lostTokens(told, expected))
  for (const id of told.erased) problems.push(...(await remains(told, id)))
  return problems
}

function livingRecords(world: SyncWorld): Map<string, Kept> {
  const living = new Map(
    world
      .records()
      .filter(({ deleted }) => !deleted)
      .map((row) => [row.id, row] as const),
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

async function differences(device: SyncDevice, expected: Map<string, Kept>): Promise<string[]> {
  const problems: string[] = []
  if ((await device.db.queue.count()) > 0) problems.push(`${device.name} still has edits waiting`)
  const numbers = await device.unanswered()
  if (numbers.length > 0) problems.push(`${device.name} still waits for answers to ${numbers}`)
  const confirmed = await device.confirmed()
  if (sorted(confirmed) !== sorted(expected))
    problems.push(`${device.name} has ${sorted(confirmed)}, the server ${sorted(expected)}`)
  const refused = await device.db.refused.toArray()
  if (refused.length > 0) problems.push(`${device.name} was refused ${JSON.stringify(refused)}`)
  return problems
}

function lostTokens(told: Told, expected: Map<string, Kept>): string[] {
  const problems: string[] = []
  for (const { text, id, field } of told.tokens) {
    if (told.erased.has(id)) continue
    const record = expected.get(id)
    const current = record ? tokensIn(record.data[field]) : []
    const open = record ? tokensIn(record.alternatives) : []
    if (!told.seen.has(text) && !current.includes(text) && !open.includes(text))
      problems.push(`${text} of ${id} ${field} was lost unseen`)
    const back = current.includes(text) || open.includes(text)
    const unknown = told.forgot || told.cleared.has(id)
    if (!unknown && told.replaced.has(text) && field !== 'notes' && back)
      problems.push(`${text} of ${id} ${field} is back although it was replaced`)
  }
  return problems
}

async function remains({ tokens, devices }: Told, id: string): Promise<string[]> {
  const mine = tokens.filter((token) => token.id === id)
  const texts = await Promise.all(devices.map((device) => device.everything()))
  return mine
    .filter(({ text }) => texts.some((all) => all.includes(text)))
    .map(({ text }) => `${text} of ${id} was erased and remains`)
}

export function tokensIn(value: unknown): string[] {
  return JSON.stringify(value ?? '').match(/t\d+;/g) ?? []
}

function sorted(map: Map<string, unknown>): string {
  return JSON.stringify([...map].sort(([a], [b]) => a.localeCompare(b)))
}
