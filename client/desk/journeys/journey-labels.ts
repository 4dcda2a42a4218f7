import {
  type ItemData,
  type ItemKind,
  type JourneyData,
  kindLabels,
} from '#shared/journeys/journey-fields.ts'

// The names of fields, as the desk shows them.

const journeyLabels: Record<keyof JourneyData, string> = {
  title: 'Title',
  clients: 'Clients',
  start: 'Dates',
  link: 'Link',
  documentKey: 'Documents',
  documentKeys: 'Documents',
  linkUntil: 'End of the link',
  showsPrices: 'Prices',
  hostName: 'Name of the host',
  hostPhone: 'Phone of the host',
}

const itemLabels: Record<keyof ItemData, string> = {
  day: 'Day',
  order: 'Order',
  kind: 'Kind',
  title: 'Title',
  place: 'Place',
  toPlace: 'Arrival place',
  address: 'Address',
  begins: 'Begins',
  ends: 'Ends',
  endDay: 'Ends',
  zone: 'Time zone',
  endZone: 'Time zone of the end',
  nights: 'Nights',
  confirmation: 'Confirmation number',
  contact: 'Contact',
  phone: 'Phone',
  email: 'Email',
  included: 'Included',
  guestText: 'For the guests',
  ownerText: 'For you only',
  price: 'Price',
  documents: 'Documents',
}

const passLabels: Record<string, string> = {
  ciphertext: 'Their copy',
  endsAt: 'End of the link',
  documents: 'Documents',
  closed: 'Link',
}

/** The label of a field; the field's name if this version does not know it. */
export function getJourneyFieldLabel(
  coll: 'journey' | 'journey-item' | 'guest-pass',
  field: string,
): string {
  if (coll === 'journey' && /^(day|removed)\./.test(field)) return 'Days'
  const labels: Record<string, string> =
    coll === 'journey' ? journeyLabels : coll === 'journey-item' ? itemLabels : passLabels
  return labels[field] ?? field
}

/** Fields that people do not edit directly: positions, links and keys. */
const HIDDEN = /^(day|order|link|documentKeys?|ciphertext|version|endsAt|journey)$|^(day|removed)\./

export function isTypedField(coll: string, field: string): boolean {
  return !HIDDEN.test(field) && !(coll === 'guest-pass' && field === 'documents')
}

/** `Sauna on the pier, in Lofoten, by sea`, `Their copy of Lofoten, by sea`, `Lofoten, by sea`. */
export function formatJourneyRecord({
  coll,
  title,
  item,
}: {
  coll: string
  /** The journey's title. */
  title: string
  /** The item's title, or its kind; undefined if the record is no item. */
  item: string | undefined
}): string {
  if (coll === 'guest-pass') return `Their copy of ${title}`
  return item === undefined ? title : `${formatItemName(item)}, in ${title}`
}

/** An item's title, or the label of its kind. */
function formatItemName(item: string): string {
  return Object.hasOwn(kindLabels, item) ? kindLabels[item as ItemKind] : item
}
