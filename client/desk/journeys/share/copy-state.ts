import type { JourneyView } from '#client/data/journeys/types.ts'
import { formatDay, formatLastDay, getItemName } from '#client/desk/journeys/journeys-text.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import { formatFirstNames } from '#shared/clients/person-names.ts'
import { getBusiness, isSample } from '#shared/content/site-content.ts'
import { getDates, type JourneyDay, type PlannedItem } from '#shared/journeys/days.ts'
import {
  type CopyChange,
  compareCopies,
  createGuestCopy,
  type GuestCopy,
  type GuestItem,
} from '#shared/journeys/guest-copy.ts'
import { getItemLabel, type JourneyData, travelKinds } from '#shared/journeys/journey-fields.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'

export type ItemChange = Exclude<CopyChange, { kind: 'journey' }>
export type JourneyChange = Extract<CopyChange, { kind: 'journey' }>['fields'][number] | 'link end'

/** The guests' copy compared with the journey as it is now. */
export interface CopyState {
  /**
   * `waiting`: published here and not sent yet. `ended`: the server has deleted the copy, which can be
   * published again.
   */
  link: 'none' | 'waiting' | 'open' | 'ended' | 'closed'
  /** The copy as it would be published now. */
  next: GuestCopy
  items: readonly ItemChange[]
  journey: readonly JourneyChange[]
  /** By item id: the change that is not on the copy yet. */
  changeOf: ReadonlyMap<string, ItemChange>
  /** Ids of items with a change that is published here and not sent yet. */
  waiting: ReadonlySet<string>
}

export function getCopyState(view: JourneyView, days: readonly JourneyDay[]): CopyState {
  const { journey, pass } = view
  const now = pass?.copy?.publishedAt ?? 0
  const next = createGuestCopy({
    ...{ journey, days, now },
    guests: formatFirstNames(view.names),
    host: getHost(journey),
  })
  // Until the owner has chosen whether a journey that was deleted elsewhere stays, its items are gone on this device.
  const asksAboutRemoval = view.conflicts.some(({ kind }) => kind === 'delete')
  const changes = pass?.copy && !asksAboutRemoval ? compareCopies(pass.copy, next) : []
  const items = changes.filter((change) => change.kind !== 'journey')
  return {
    link: getLinkState(view),
    ...{ next, items },
    journey: [
      ...changes.flatMap((change) => (change.kind === 'journey' ? change.fields : [])),
      ...(pass?.copy && pass.copy.endsAt !== next.endsAt ? ['link end' as const] : []),
    ],
    changeOf: new Map(items.map((change) => [change.item.id, change])),
    waiting: listWaiting(view),
  }
}

function getLinkState({ pass }: JourneyView): CopyState['link'] {
  if (!pass) return 'none'
  if (pass.data.closed) return 'closed'
  if (pass.data.ciphertext === '') return 'ended'
  return pass.isPending ? 'waiting' : 'open'
}

function listWaiting({ pass }: JourneyView): Set<string> {
  if (!pass?.isPending || !pass.copy || !pass.sentCopy) return new Set()
  return new Set(
    compareCopies(pass.sentCopy, pass.copy).flatMap((change) =>
      change.kind === 'journey' ? [] : [change.item.id],
    ),
  )
}

export function countChanges({ items, journey }: CopyState): number {
  return items.length + journey.length
}

/** `2 changes are not on their copy yet.` */
export function describeCount(state: CopyState): string {
  const number = countChanges(state)
  return `${pluralize(number, 'change')} ${number === 1 ? 'is' : 'are'} not on their copy yet.`
}

interface Phrase {
  subject: string
  verb: string
  object: string
}

/** Most changes that a sentence names; the others are counted. */
const MAX_NAMED = 2

/** `Sauna on the pier begins at 17:00, and Table for two at 19:30.` */
export function describeChanges(state: CopyState, days: readonly JourneyDay[]): string {
  const phrases = [
    ...state.items.map((change) => describeItemChange(change, days)),
    ...state.journey.map((change) => describeJourneyChange(change, state)),
  ]
  const named = phrases.slice(0, MAX_NAMED).map(({ subject, verb, object }, index) => {
    const isSame = phrases[index - 1]?.verb === verb && object !== ''
    return [subject, isSame ? '' : verb, object].filter(Boolean).join(' ')
  })
  const more = phrases.length - named.length
  const parts = more > 0 ? [...named, `${more} more`] : named
  const last = parts.pop() ?? ''
  const text = parts.length === 0 ? `${last}.` : `${parts.join(', ')}, and ${last}.`
  return capitalize(text)
}

function describeItemChange(change: ItemChange, days: readonly JourneyDay[]): Phrase {
  const { item } = change
  const subject = getItemName(item)
  if (change.kind === 'added') return { subject, verb: 'is new', object: '' }
  if (change.kind === 'removed') return { subject, verb: 'is removed', object: '' }
  if (change.kind === 'moved')
    return { subject, verb: 'is now', object: `on ${formatDayOf(item, days)}` }
  const travels = travelKinds.includes(item.kind)
  if (change.fields.includes('begins') && item.begins)
    return { subject, verb: travels ? 'leaves' : 'begins', object: `at ${item.begins}` }
  if (change.fields.includes('ends') && item.ends)
    return { subject, verb: travels ? 'arrives' : 'ends', object: `at ${item.ends}` }
  return { subject, verb: 'has a change in', object: describeFields(item, change.fields) }
}

function describeFields({ kind }: PlannedItem, fields: readonly (keyof GuestItem)[]): string {
  const [first = 'title'] = fields
  return `“${getItemLabel(first, kind)}”`
}

function formatDayOf({ day }: PlannedItem, days: readonly JourneyDay[]): string {
  const found = days.find(({ id }) => id === day)
  return found ? formatDay(found) : 'another day'
}

const journeyPhrases: Record<Exclude<JourneyChange, 'link end'>, Phrase> = {
  title: { subject: 'the title', verb: 'is new', object: '' },
  guests: { subject: 'their names', verb: 'changed', object: '' },
  host: { subject: 'whom they call', verb: 'changed', object: '' },
  dates: { subject: 'the days', verb: 'changed', object: '' },
  order: { subject: 'the order', verb: 'changed', object: '' },
}

function describeJourneyChange(change: JourneyChange, { next }: CopyState): Phrase {
  if (change !== 'link end') return journeyPhrases[change]
  return { subject: 'the link', verb: 'works until', object: formatLastDay(next.endsAt) }
}

/** A row of the comparison of the guests' copy with the journey. */
export interface ChangeRow {
  key: string
  title: string
  field: string
  before: unknown
  after: unknown
}

/** The changes field by field; `before` is empty for a new item, `after` for a removed one. */
export function listChangeRows({ items, journey, next }: CopyState, old: GuestCopy): ChangeRow[] {
  const rows = items.flatMap((change): ChangeRow[] => {
    const { item } = change
    const title = getItemName(item)
    if (change.kind === 'added')
      return [{ key: item.id, title, field: '', before: '', after: 'New' }]
    if (change.kind === 'removed')
      return [{ key: item.id, title, field: '', before: title, after: 'Removed' }]
    return change.fields.map((field) => ({
      ...{ key: `${item.id} ${field}`, title, field },
      ...{ before: change.before[field], after: item[field] },
    }))
  })
  return [...rows, ...journey.map((change) => toJourneyRow(change, { old, next }))]
}

function toJourneyRow(
  change: JourneyChange,
  { old, next }: { old: GuestCopy; next: GuestCopy },
): ChangeRow {
  const read: Record<JourneyChange, (copy: GuestCopy) => string> = {
    title: ({ title }) => title,
    guests: ({ guests }) => guests,
    host: ({ host }) => [host.name, host.phone].filter(Boolean).join(', '),
    dates: ({ days }) => formatDates(days),
    order: (copy) => (copy === old ? 'As before' : 'Another order'),
    'link end': ({ endsAt }) => formatLastDay(endsAt),
  }
  return {
    key: change,
    title: JOURNEY_TITLES[change],
    field: '',
    before: read[change](old),
    after: read[change](next),
  }
}

/** `9 to 16 June 2026, 8 days` */
function formatDates(days: GuestCopy['days']): string {
  const dates = getDates(days)
  const length = pluralize(days.length, 'day')
  return dates ? `${formatTripDates(dates)}, ${length}` : length
}

const JOURNEY_TITLES: Record<JourneyChange, string> = {
  title: 'Title',
  guests: 'Names',
  host: 'Whom they call',
  dates: 'Days',
  order: 'Order',
  'link end': 'The link works until',
}

/** The host that guests call unless the journey names another one. A sample number is left out. */
export function getDefaultHost(): GuestCopy['host'] {
  const { founder, name, phone } = getBusiness()
  return { name: founder ?? name, phone: isSample('phone number') ? '' : (phone ?? '') }
}

export function getHost({ hostName, hostPhone }: JourneyData): GuestCopy['host'] {
  const { name, phone } = getDefaultHost()
  return { name: hostName || name, phone: hostPhone || phone }
}
