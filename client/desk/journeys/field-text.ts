import type { JourneyDay, PlannedItem } from '#shared/journeys/days.ts'
import {
  type ItemData,
  type ItemKind,
  type JourneyDocument,
  kindLabels,
  travelKinds,
} from '#shared/journeys/journey-fields.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatZone } from '#shared/lib/time-zone.ts'
import { getFieldLabel } from '#shared/sync/collections.ts'
import { formatDay } from './journey-text.ts'

/** Labels in the form, where they differ from those in lists of edits. */
const formLabels: Partial<Record<keyof ItemData, string>> = {
  toPlace: 'To',
  endDay: 'Ends on',
  endZone: 'Time zone of the arrival',
  guestText: 'A line for the guests',
}

const travelLabels: Partial<Record<keyof ItemData, string>> = {
  place: 'From',
  begins: 'Leaves',
  ends: 'Arrives',
  endDay: 'Arrives on',
  zone: 'Time zone of the departure',
}

const stayLabels: Partial<Record<keyof ItemData, string>> = {
  begins: 'Arrive from',
  ends: 'Leave by',
}

/** The label of an item's field for this kind of item. */
export function getItemLabel(field: string, kind: ItemKind = 'note'): string {
  const name = field as keyof ItemData
  const ofKind = travelKinds.includes(kind) ? travelLabels : kind === 'stay' ? stayLabels : {}
  return ofKind[name] ?? formLabels[name] ?? getFieldLabel('journey-item', field)
}

export interface ValueContext {
  days: readonly JourneyDay<PlannedItem>[]
  /** The known clients; without them they are counted. */
  clients?: readonly { id: string; name: string }[]
}

/** A stored value as readable text; empty for an empty value. */
export function formatFieldValue(field: string, value: unknown, context: ValueContext): string {
  const special = formats[field]
  if (special) return special(value, context)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const formats: Record<string, (value: unknown, context: ValueContext) => string> = {
  day: (value, { days }) => {
    const day = days.find(({ id }) => id === value)
    return day ? formatDay(day) : 'A day that was removed'
  },
  kind: (value) => kindLabels[value as ItemKind] ?? '',
  endDay: (value) => {
    if (value === -1) return 'The day before'
    return value === 0 ? 'The same day' : `${pluralize(Number(value), 'day')} later`
  },
  zone: formatZoneValue,
  endZone: formatZoneValue,
  nights: (value) => pluralize(Number(value), 'night'),
  documents: (value) =>
    (Array.isArray(value) ? (value as JourneyDocument[]) : []).map(({ name }) => name).join(', '),
  clients: (value, { clients }) => formatClients(Array.isArray(value) ? value : [], clients),
  start: formatDateValue,
  linkUntil: formatDateValue,
  link: (value) => {
    const { id } = (value ?? {}) as { id?: string }
    return id ? `The link that ends in ${id.slice(-6)}` : ''
  },
  documentKey: (value) => (value ? 'A key' : ''),
  documentKeys: (value) => (Array.isArray(value) ? pluralize(value.length, 'key') : ''),
}

function formatClients(ids: unknown[], clients: ValueContext['clients']): string {
  if (!clients) return pluralize(ids.length, 'client')
  const names = ids.map((id) => clients.find((client) => client.id === id)?.name ?? 'A client')
  return names.join(', ')
}

function formatZoneValue(value: unknown): string {
  return typeof value === 'string' && value ? formatZone(value) : ''
}

function formatDateValue(value: unknown): string {
  return typeof value === 'string' ? formatDate(value, 'long') : ''
}
