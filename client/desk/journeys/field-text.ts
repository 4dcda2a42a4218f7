import type { JourneyDay, PlannedItem } from '#shared/journeys/days.ts'
import {
  type ItemData,
  type ItemKind,
  type JourneyData,
  type JourneyDocument,
  travelKinds,
} from '#shared/journeys/journey-fields.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { formatZone } from '#shared/lib/time-zone.ts'
import { count, formatDay, kindLabels } from './journey-text.ts'

const itemLabels: Record<keyof ItemData, string> = {
  day: 'Day',
  order: 'Order',
  kind: 'Kind',
  title: 'Title',
  place: 'Place',
  toPlace: 'To',
  address: 'Address',
  begins: 'Begins',
  ends: 'Ends',
  endDay: 'Ends on',
  zone: 'Time zone',
  endZone: 'Time zone of the arrival',
  nights: 'Nights',
  confirmation: 'Confirmation number',
  contact: 'Contact',
  phone: 'Phone',
  email: 'Email',
  included: 'Included',
  guestText: 'A line for the guests',
  ownerText: 'For you only',
  price: 'Price',
  documents: 'Documents',
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

const journeyLabels: Record<keyof JourneyData, string> = {
  title: 'Title',
  clients: 'Clients',
  start: 'First day',
  link: 'Link',
  documentKey: 'Key of the documents',
  linkUntil: 'The link works until',
  showsPrices: 'Guests see prices',
  hostName: 'Whom they call',
  hostPhone: 'Phone they call',
}

/** The name of an item's field, for this kind of item; the field's own name if it is not known. */
export function getItemLabel(field: string, kind: ItemKind = 'note'): string {
  const name = field as keyof ItemData
  const special = travelKinds.includes(kind) ? travelLabels : kind === 'stay' ? stayLabels : {}
  return special[name] ?? itemLabels[name] ?? field
}

export function getJourneyLabel(field: string): string {
  if (field.startsWith('day.')) return 'A day'
  if (field.startsWith('removed.')) return 'A removed day'
  return journeyLabels[field as keyof JourneyData] ?? field
}

interface ValueContext {
  days: readonly JourneyDay<PlannedItem>[]
  /** Names of clients by id. */
  clients?: readonly { id: string; name: string }[]
}

/** A stored value as text for people; empty for an empty value. */
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
  endDay: (value) => (value === 0 ? 'The same day' : `${count(Number(value), 'day')} later`),
  zone: formatZoneValue,
  endZone: formatZoneValue,
  nights: (value) => count(Number(value), 'night'),
  documents: (value) =>
    (Array.isArray(value) ? (value as JourneyDocument[]) : []).map(({ name }) => name).join(', '),
  clients: (value, { clients = [] }) =>
    (Array.isArray(value) ? value : [])
      .map((id) => clients.find((client) => client.id === id)?.name ?? 'A client')
      .join(', '),
  start: formatDateValue,
  linkUntil: formatDateValue,
  link: (value) => {
    const { id } = (value ?? {}) as { id?: string }
    return id ? `The link that ends in ${id.slice(-6)}` : ''
  },
  documentKey: (value) => (value ? 'A key' : ''),
}

function formatZoneValue(value: unknown): string {
  return typeof value === 'string' && value ? formatZone(value) : ''
}

function formatDateValue(value: unknown): string {
  return typeof value === 'string' ? formatDate(value, 'long') : ''
}
