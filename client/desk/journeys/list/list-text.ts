import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import { daysBetween } from '#shared/lib/date.ts'
import { formatCount, pluralize } from '#shared/lib/format-number.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import { getJourneyState, type JourneyGroups } from './journey-groups.ts'
import { getToday } from './list-time.ts'

const numerals = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six'],
  ...['seven', 'eight', 'nine', 'ten'],
]

/** `One under way, two ahead, three still being drawn.`; empty if there are no journeys. */
export function formatLead({ underWay, ahead, drafts, past }: JourneyGroups): string {
  const parts = [
    underWay.length > 0 && `${toNumeral(underWay.length)} under way`,
    ahead.length > 0 && `${toNumeral(ahead.length)} ahead`,
    drafts.length > 0 && `${toNumeral(drafts.length)} still being drawn`,
  ].filter((part) => part !== false)
  if (parts.length === 0 && past.length > 0) parts.push(`${toNumeral(past.length)} in the past`)
  const text = parts.join(', ')
  return text && `${capitalize(text)}.`
}

function toNumeral(count: number): string {
  return numerals[count] ?? formatCount(count)
}

export function formatListDates({ dates }: Pick<JourneyListItem, 'dates'>): string {
  return dates ? formatTripDates(dates) : 'No dates yet'
}

/** `8 days, in 11 days`, `7 days, 4 still empty`, `7 days` */
export function formatLength(item: JourneyListItem, now: number): string {
  const { dates, zone, dayCount, emptyDayCount } = item
  const state = getJourneyState(item, now)
  const days = pluralize(dayCount, 'day')
  if (state === 'shared' && dates) {
    const until = daysBetween(getToday(now, zone), dates.start)
    return `${days}, ${until === 1 ? 'tomorrow' : `in ${pluralize(until, 'day')}`}`
  }
  const isDraft = state === 'draft' && emptyDayCount > 0
  return isDraft ? `${days}, ${emptyDayCount} still empty` : days
}
