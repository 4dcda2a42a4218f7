import * as v from 'valibot'
import { type ImportTarget, importTargets } from './import-columns.ts'
import { type ImportedRow, readRow } from './import-row.ts'

const loose = v.optional(v.unknown())

const OldClient = v.looseObject({
  name: loose,
  preferences: v.optional(v.record(v.string(), v.unknown()), {}),
  upcomingTrip: loose,
})

type OldClient = v.InferOutput<typeof OldClient>

const NAMELESS = 'Client without a name'

/** The old version's fields; other properties of a record go to the notes, with their names. */
const fields: Record<string, ImportTarget> = {
  name: 'name',
  location: 'location',
  email: 'email',
  phone: 'phone',
  lastContact: 'lastContact',
  notes: 'notes',
}

/** Whether a record is from the old store, which has nested `preferences`. */
export function isOldClient(record: unknown): record is OldClient {
  return v.is(OldClient, record) && 'preferences' in record
}

/**
 * Reads a client of the old store; undefined if `record` is not an object. A journey with dates
 * becomes a trip; one without goes to the notes unchanged. The old id is not kept, because it is
 * only unique in one browser. `at` is the time of the import, ISO 8601.
 */
export function readOldClient(record: unknown, at: string): ImportedRow | undefined {
  const old = v.safeParse(OldClient, record)
  if (!old.success) return undefined
  const { id: _onlyThere, preferences, upcomingTrip, ...rest } = old.output
  const cells = [
    ...Object.entries(rest).map(([name, value]) => [name, fields[name] ?? 'rest', value]),
    ...Object.entries(preferences).map(([name, value]) => [name, preferenceTarget(name), value]),
    ['Upcoming trip', 'trips', tripText(upcomingTrip)],
  ] as [string, ImportTarget, unknown][]
  const row = readRow(
    cells.map(([, , value]) => cellText(value)),
    {
      columns: cells.map(([name]) => name),
      targets: cells.map(([, target]) => target),
      dateOrders: [],
      at,
    },
    NAMELESS,
  )
  return { ...row, set: { name: NAMELESS, ...row.set } }
}

function preferenceTarget(name: string): ImportTarget {
  return importTargets.find((target) => target === name) ?? 'rest'
}

function cellText(value: unknown): string {
  if (value == null) return ''
  if (Array.isArray(value)) return value.length > 0 ? `${value.map(cellText).join('\n')}\n` : ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The old trip as a line that `tripsIn` can read. */
function tripText(trip: unknown): string {
  if (typeof trip !== 'object' || trip === null) return cellText(trip)
  const parts = Object.values(trip).map((value) => cellText(value).trim())
  const dates = parts
    .map((part) => part.slice(0, 10))
    .filter((part) => /^\d{4}-\d\d-\d\d$/.test(part))
  const words = parts.filter((part) => !/^\d{4}-\d\d-\d\d/.test(part))
  return `${words.join(', ')} ${dates.join(' to ')}`.trim()
}
