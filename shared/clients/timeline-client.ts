import { firstInstantFrom } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { type Client, fieldName, type JournalNote, type Trip } from './fields.ts'
import type { Reading, TimelineEntry } from './timeline-entry.ts'
import { tripDates } from './trip-words.ts'

/** What a device knows of a client beside the fields; times as in `ClientView`. */
export interface ClientTraces {
  id: string
  client: Client
  createdAt: number | undefined
  conflicts: readonly OpenConflict[]
  waiting: Record<string, string>
  refused: readonly { n: number; set: Record<string, unknown>; reason: string; at: string }[]
  /** Dated notes that the server does not have as they are here, by their ids. */
  waitingNotes: readonly string[]
}

/** The client's own notes and journeys, how the record began, and what is open about it. */
export function clientEntries(traces: ClientTraces, reading: Reading): TimelineEntry[] {
  return [
    ...traces.client.trips.map((trip) => tripEntry(trip, reading)),
    ...traces.client.journal.map((note) => noteEntry(note, traces)),
    ...beginning(traces),
    ...waitingEntries(traces),
    ...traces.conflicts.map(conflictEntry),
    ...refusedEntries(traces),
  ]
}

/** The key of a dated note's entry. */
export function noteKey(id: string): string {
  return `note ${id}`
}

function tripEntry(trip: Trip, { now, zone }: Reading): TimelineEntry {
  const { id, place, start, end } = trip
  return {
    key: `trip ${id}`,
    kind: 'trip',
    sign: 'trip',
    at: firstInstantFrom(start, 0, zone),
    dateOnly: true,
    ahead: end >= wallOf(now, zone).date,
    title: `Trip: ${place}`,
    text: tripDates(trip),
  }
}

function noteEntry({ id, at, text }: JournalNote, traces: ClientTraces): TimelineEntry {
  const waits = traces.waitingNotes.includes(id)
  return {
    key: noteKey(id),
    kind: 'note',
    sign: 'note',
    at: Date.parse(at),
    ahead: false,
    title: 'Note',
    text,
    ...(waits && { mark: 'waiting' }),
  }
}

function beginning({ createdAt }: ClientTraces): TimelineEntry[] {
  if (createdAt === undefined) return []
  const title = 'Added as client'
  return [{ key: 'added', kind: 'beginning', sign: 'client', at: createdAt, ahead: false, title }]
}

/** Fields of one moment in one line; dated notes say it each for itself. */
function waitingEntries({ waiting }: ClientTraces): TimelineEntry[] {
  const moments = new Map<string, string[]>()
  for (const [field, at] of Object.entries(waiting)) {
    if (field !== 'journal') moments.set(at, [...(moments.get(at) ?? []), fieldName(field)])
  }
  return [...moments].map(([at, fields]) => ({
    ...changed,
    key: `waiting ${at}`,
    at: Date.parse(at),
    title: 'Changed on this device',
    text: fields.join(', '),
    mark: 'waiting',
  }))
}

function conflictEntry({ cid, kind, field, deviceName, at }: OpenConflict): TimelineEntry {
  return {
    ...changed,
    key: cid,
    at: Date.parse(at),
    title: `${kind === 'delete' ? 'Deleted' : 'Changed'} on ${deviceName || 'another device'}`,
    ...(kind === 'field' && { text: fieldName(field) }),
    mark: 'conflict',
  }
}

function refusedEntries({ refused }: ClientTraces): TimelineEntry[] {
  return refused.map(({ n, set, reason, at }) => ({
    ...changed,
    key: `refused ${n}`,
    at: Date.parse(at),
    title: 'Not taken by the server',
    text: `${Object.keys(set).map(fieldName).join(', ')}. ${reason}`,
    mark: 'refused',
  }))
}

const changed = { kind: 'change', sign: 'edit', ahead: false } as const
