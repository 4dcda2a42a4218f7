import type { ContentChange } from '#shared/content/collections.ts'
import {
  addMadePhotographs,
  type ContentRecords,
  type FieldRef,
  findContentField,
  listUnready,
  toRef,
} from '#shared/content/drafts.ts'
import { setPageLabels } from '#shared/content/labels.ts'
import type { PagePath } from '#shared/content/pages/page-titles.ts'
import { contentPages, type StoredContent } from '#shared/content/registry.ts'
import type { Service } from '#shared/content/service.ts'
import { isPaid } from '#shared/content/services.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import { describePhotograph, toTitle } from '#shared/photographs/photographs.ts'

export type PageName = keyof typeof contentPages

/** The pages in the order of the screen. */
export const pageNames: readonly PageName[] = [
  'home',
  'artistry',
  'mastery',
  'services',
  'about',
  'contact',
  'terms',
  'privacy',
  'common',
]

export const pageTitles: Readonly<Record<PageName, string>> = {
  home: 'Home',
  artistry: 'Artistry',
  mastery: 'Mastery',
  services: 'Services',
  about: 'About',
  contact: 'Contact',
  terms: 'Terms of Use',
  privacy: 'Privacy Policy',
  common: 'On every page',
}

/** Where visitors read them. */
export const pagePaths: Readonly<Record<PageName, PagePath>> = {
  home: '/',
  artistry: '/services/nordic-luxury-travel',
  mastery: '/services/hospitality-consultancy',
  services: '/services',
  about: '/about',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy-policy',
  common: '/',
}

export function isPageName(name: string | undefined): name is PageName {
  return name !== undefined && Object.hasOwn(contentPages, name)
}

const partTitles: Readonly<Record<string, string>> = {
  hero: 'Opening',
  head: 'Opening',
  craft: 'Our craft',
  artisan: 'The artisan',
  process: 'How it is made',
  offers: 'Ways to begin',
  example: 'Worked example',
  meetings: 'Where you meet',
  client: 'Client house',
  creed: 'Promises',
  owner: 'You',
}

export function getPartTitle(part: string): string {
  return partTitles[part] ?? capitalize(part)
}

/** `Home`, the title of a service, `Business`. */
export function getSubject({ coll, id }: FieldRef, { services }: StoredContent): string {
  if (coll === 'page') return isPageName(id) ? pageTitles[id] : id
  if (coll === 'business') return 'Business'
  return services.find((service) => service.id === id)?.title || UNTITLED
}

export const UNTITLED = 'Untitled service'

/** `Opening: heading`, `Price`. */
export function getFieldTitle(ref: FieldRef): string {
  if (ref.field === 'position') return 'Order'
  const label = findContentField(ref)?.label ?? ref.field
  if (ref.coll !== 'page') return label
  const [, part = ''] = ref.field.split('.')
  return `${getPartTitle(part)}: ${toInner(label)}`
}

// The table of conflicts and the list of unsent edits name texts of pages as the forms do.
setPageLabels((address) => {
  const ref = toRef(address)
  const subject = isPageName(ref.id) ? pageTitles[ref.id] : undefined
  if (!subject || !findContentField(ref)) return undefined
  return `${subject}, ${toInner(getFieldTitle(ref).replace(': ', ', '))}`
})

/** A label within a sentence: `in the Norwegian VAT register`, but `VAT`. */
function toInner(label: string): string {
  return /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** The order of the services is one change, and so is a service that is new. */
export function countChanges(changes: readonly ContentChange[], published: StoredContent): number {
  return new Set(
    changes.map(({ coll, id, field }) => {
      if (field === 'position') return 'order'
      const isNew = coll === 'service' && !published.services.some((one) => one.id === id)
      return isNew ? id : `${id} ${field}`
    }),
  ).size
}

export function formatCount(changes: readonly ContentChange[], published: StoredContent): string {
  return pluralize(countChanges(changes, published), 'change')
}

/** `About: story. Bespoke Planning: price` */
export function describeChanges(changes: readonly ContentChange[], content: StoredContent): string {
  const order = changes.some(({ field }) => field === 'position') ? ['Order of the services'] : []
  const fields = changes.filter(({ field }) => field !== 'position')
  const subjects = [...groupBy(fields, (change) => getSubject(change, content))].map(
    ([subject, all]) => `${subject}: ${listParts(all).map(toInner).join(', ')}`,
  )
  return [...subjects, ...order].join('. ')
}

function listParts(changes: readonly ContentChange[]): string[] {
  const parts = changes.map((change) => {
    const [, part] = change.field.split('.')
    return change.coll === 'page' && part ? getPartTitle(part) : getFieldTitle(change)
  })
  return [...new Set(parts)]
}

/** `Reine`, `Reine, Skagen`: the photographs of these changes that are not ready; empty if all are. */
export function nameUnready(
  { records: { photograph } }: { records: Pick<ContentRecords, 'photograph'> },
  changes: readonly ContentChange[],
): string {
  const ids = new Set(listUnready(addMadePhotographs(changes, photograph)))
  return [...ids].map((id) => toTitle(String(photograph.get(id)?.fileName ?? ''))).join(', ')
}

/** The address of the form with a field. */
export function toFieldPath({ coll, id, field }: FieldRef): string {
  if (coll === 'business') return `/admin/site/business#${field}`
  return coll === 'page'
    ? `/admin/site/pages/${id}#${field}`
    : `/admin/site/services/${id}#${field}`
}

/** `NOK 4,000`, `NOK 1,500 an hour`, `Complimentary` */
export function formatServicePrice({ amount, currency, isPerHour }: Service): string {
  if (!isPaid({ amount })) return 'Complimentary'
  return `${formatPrice(amount, currency)}${isPerHour ? ' an hour' : ''}`
}

/** `30 minutes`, `1 hour`, `1 hour 30 minutes` */
export function formatLength(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 ? pluralize(hours, 'hour') : '', rest > 0 ? pluralize(rest, 'minute') : '']
    .filter(Boolean)
    .join(' ')
}

const options: Readonly<Record<string, string>> = {
  adviser: 'An adviser, paid a fee',
  organiser: 'An organiser of whole journeys',
  lofoten: 'Lofoten',
  lapland: 'Swedish Lapland',
  denmark: 'Denmark',
  artistry: 'Artistry, for private travellers',
  mastery: 'Mastery, for houses',
  standard: '25%, included',
  reduced: '12%, included',
  none: 'None',
  as_at_home: 'As in Norway',
  nok: 'NOK',
  private: 'Private people',
  company: 'Companies',
  both: 'Both',
}

/** What a choice is called. */
export function formatOption(value: string): string {
  return options[value] ?? value
}

type Values = Readonly<Record<string, unknown>>

/** A value as lines of text, for the list of changes. */
export function formatValue(ref: FieldRef, value: unknown): string {
  if (ref.coll === 'service' && ref.field === 'amount' && typeof value === 'number')
    return value > 0 ? formatPrice(value, 'nok') : 'Complimentary'
  const isLength = ref.field === 'durationMinutes' || ref.field === 'pauseMinutes'
  if (ref.coll === 'service' && isLength) return formatLength(Number(value)) || 'None'
  const { kind, columns = {} } = findContentField(ref) ?? {}
  if (kind === 'group')
    return Object.entries(columns)
      .map(([name, { label }]) => [label, listTexts((value as Values | null)?.[name]).join(', ')])
      .filter(([, text]) => text !== '')
      .map(([label, text]) => `${label}: ${text}`)
      .join('\n')
  return listTexts(value).join('\n')
}

function listTexts(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  if (typeof value !== 'object') return [formatOption(String(value))]
  const photograph = describePhotograph(value)
  if (photograph !== undefined) return [photograph]
  return Object.values(value).flatMap(listTexts)
}
