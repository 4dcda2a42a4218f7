import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import type { TimelineContext, TimelineEntry, TimelineMark } from '#shared/clients/timeline.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'

/** A client's journeys as entries of the timeline; one without dates has no place in it. */
export function toJourneyEntries(
  journeys: readonly JourneyListItem[],
  { now, zone }: TimelineContext,
): TimelineEntry[] {
  return journeys.flatMap((journey) => {
    const { id, title, dates } = journey
    if (!dates) return []
    const mark = getMark(journey)
    return [
      {
        key: `journey ${id}`,
        kind: 'trip',
        icon: 'trip',
        at: getFirstInstant(dates.start, 0, zone),
        isDateOnly: true,
        isUpcoming: dates.end >= toWallTime(now, zone).date,
        title: `Journey: ${title || UNTITLED}`,
        text: formatTripDates(dates),
        to: `/admin/journeys/${id}`,
        ...(mark && { mark }),
      },
    ]
  })
}

function getMark(journey: JourneyListItem): TimelineMark | undefined {
  if (journey.hasRejected) return 'rejected'
  if (journey.hasConflict) return 'conflict'
  return journey.isPending ? 'pending' : undefined
}
