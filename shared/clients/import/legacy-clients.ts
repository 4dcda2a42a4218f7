import * as v from 'valibot'
import { cleanCell } from './cell-format.ts'
import { type ImportTarget, importTargets } from './import-columns.ts'
import { parseRow } from './import-row.ts'
import type { ImportedRow } from './imported-row.ts'

const optionalUnknown = v.optional(v.unknown())

const LegacyClient = v.looseObject({
  name: optionalUnknown,
  preferences: v.optional(v.record(v.string(), v.unknown()), {}),
  upcomingTrip: optionalUnknown,
})

type LegacyClient = v.InferOutput<typeof LegacyClient>

const UNNAMED_CLIENT = 'Client without a name'

/** The old version's fields; other properties of a record go to the notes, with their names. */
const legacyFields: Record<string, ImportTarget> = {
  name: 'name',
  location: 'location',
  email: 'email',
  phone: 'phone',
  lastContact: 'lastContact',
  notes: 'notes',
}

/** Whether a record is from the old store, which has nested `preferences`. */
export function isLegacyClient(record: unknown): record is LegacyClient {
  return v.is(LegacyClient, record) && 'preferences' in record
}

/**
 * Reads a client of the old store; undefined if `record` is not an object. A journey with dates
 * becomes a trip; one without goes to the notes unchanged. The old id is not kept, because it is
 * only unique in one browser. `at` is the time of the import, ISO 8601.
 */
export function parseLegacyClient(record: unknown, at: string): ImportedRow | undefined {
  const old = v.safeParse(LegacyClient, record)
  if (!old.success) return undefined
  const { id: _onlyThere, preferences, upcomingTrip, ...rest } = old.output
  const cells = [
    ...Object.entries(rest).map(([name, value]) => [name, legacyFields[name] ?? 'rest', value]),
    ...Object.entries(preferences).map(([name, value]) => [name, getPreferenceTarget(name), value]),
    ['Upcoming trip', 'trips', toTripText(upcomingTrip)],
  ] as [string, ImportTarget, unknown][]
  return parseRow(
    { cells: cells.map(([, , value]) => cleanCell(toCellText(value))) },
    {
      columns: cells.map(([name]) => name),
      targets: cells.map(([, target]) => target),
      dateOrders: [],
      nameless: UNNAMED_CLIENT,
      importedAt: at,
    },
  )
}

function getPreferenceTarget(name: string): ImportTarget {
  return importTargets.find((target) => target === name) ?? 'rest'
}

function toCellText(value: unknown): string {
  if (value == null) return ''
  if (Array.isArray(value)) return value.length > 0 ? `${value.map(toCellText).join('\n')}\n` : ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The old trip as a line that `parseTrips` can read. */
function toTripText(trip: unknown): string {
  if (typeof trip !== 'object' || trip === null) return toCellText(trip)
  const parts = Object.values(trip).map((value) => toCellText(value).trim())
  const dates = parts
    .map((part) => part.slice(0, 10))
    .filter((part) => /^\d{4}-\d\d-\d\d$/.test(part))
  const texts = parts.filter((part) => !/^\d{4}-\d\d-\d\d/.test(part))
  return `${texts.join(', ')} ${dates.join(' to ')}`.trim()
}
