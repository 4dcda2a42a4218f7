import type { Client } from '#shared/clients/fields.ts'
import { type RecordData, recordProblems } from '#shared/sync/records.ts'
import { columnName } from './import-columns.ts'
import { type NamedText, Row, type RowReading } from './import-row.ts'

/** A client as a row of a file tells of it. */
export interface ImportedRow {
  /** As our own files name it. */
  id: string | undefined
  /** Only what is filled; empty for a row with nothing in it. */
  set: RecordData
  /** What was not understood and is kept in the notes. */
  unread: NamedText[]
  /** Why it cannot be a client. */
  problem: string | undefined
}

export const NO_NAME = 'There is no name.'

/** As the sync takes it. */
const ID = /^[A-Za-z0-9-]{1,64}$/

/**
 * What a row says of a client; nothing in it is lost, but for columns that are left out. `nameless` is
 * what a client is called who has neither name nor address nor number.
 */
export function readRow(
  cells: readonly string[],
  reading: RowReading,
  nameless: string,
): ImportedRow {
  const row = new Row(cells, reading)
  const id = row.id(ID)
  const location = row.location()
  const reached = { phone: row.phone(), ...row.addresses() }
  const set = filled({
    location,
    ...row.preferences(),
    lastContact: row.lastContact(),
    trips: row.trips(),
    ...reached,
    name: row.name(reached, ''),
    ...row.notes(),
  })
  const { unread } = row
  if (Object.keys(set).length === 0) return { id, set, unread, problem: undefined }
  return { ...checked(id, { name: nameless, ...set }), unread }
}

/** Whether it can be kept as it is, whichever way it was read. */
function checked(given: string | undefined, set: RecordData): ImportedRow {
  const id = given && ID.test(given) ? given : undefined
  const unread: NamedText[] = []
  if (typeof set.name !== 'string' || set.name.trim() === '')
    return { id, set, unread, problem: NO_NAME }
  const [first] = Object.entries(recordProblems('client', set))
  return { id, set, unread, problem: first && `${columnName(first[0])}: ${first[1]}` }
}

function filled(client: Partial<Client>): RecordData {
  return Object.fromEntries(Object.entries(client).filter(([, value]) => value.length > 0))
}

/** A record of our own export; also fields that a later version of the site gave it. */
export function readRecord(record: unknown): ImportedRow {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return checked(undefined, {})
  const { id, ...set } = record as Record<string, unknown>
  return checked(typeof id === 'string' && id !== '' ? id : undefined, set)
}
