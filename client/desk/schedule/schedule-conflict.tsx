import type { RecordDecision } from '#client/data/edits/types.ts'
import type { DisputedRecord } from '#client/data/store/types.ts'
import { ConflictSheet } from '#client/desk/records/conflict-sheet.tsx'
import { listQuestions, type Question, type Version } from '#client/desk/records/questions.ts'
import { fitAxis, HoursRuler } from '#client/desk/schedule/hours/hours-ruler.tsx'
import { InfoIcon } from '#client/ui/icons.tsx'
import { formatNames } from '#shared/clients/person-names.ts'
import type { UpcomingMeeting } from '#shared/schedule/desk-api.ts'
import { replaceParts, type ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import {
  parseRecordId,
  scheduleCollection,
  toPartValue,
} from '#shared/schedule/schedule-records.ts'
import { listSlots, weekDays } from '#shared/schedule/schedule-text.ts'
import { findMeetingsOutsideHours } from '#shared/schedule/schedule-validation.ts'
import { removeInvalidSlots } from './schedule-edits.ts'
import styles from './schedule-page.module.css'
import { formatEqualParts, formatMeetingStart } from './schedule-text.ts'

interface ScheduleConflictProps {
  disputed: readonly DisputedRecord[]
  /** The schedule in use. */
  content: ScheduleContent
  /** Undefined until they are read. */
  meetings: readonly UpcomingMeeting[] | undefined
  now: number
  busy: boolean
  save: (decisions: RecordDecision[]) => Promise<void>
  onLater: () => void
}

/** Asks about the hours that two devices have changed, and says what the choice does to bookings. */
export function ScheduleConflict(props: ScheduleConflictProps) {
  const { disputed, content, meetings, now, busy, save, onLater } = props
  const questions = listQuestions(disputed)
  const alternatives = questions.flatMap((one) =>
    one.others.map((other) => takeVersions(content, [[one, other]])),
  )
  const axis = fitAxis(
    questions.flatMap(({ inUse, others }) =>
      [inUse, ...others].flatMap(({ value }) => listSlots(value)),
    ),
  )
  return (
    <ConflictSheet
      records={disputed}
      {...scheduleCollection.conflictText}
      same={formatEqualParts(disputed.map(({ id }) => id))}
      {...{ busy, save, onLater }}
      renderValue={({ value }, { record }) =>
        value == null || record.id.startsWith('rule-') ? null : (
          <HoursRuler slots={listSlots(value)} axis={axis} className={styles.ruler} />
        )
      }
      renderEffect={(taken) => (
        <ConflictImpact
          versions={[content, ...alternatives]}
          chosen={takeVersions(content, taken)}
          meetings={meetings}
          now={now}
        />
      )}
    />
  )
}

function takeVersions(
  content: ScheduleContent,
  taken: readonly [Question, Version][],
): ScheduleContent {
  return replaceParts(
    content,
    taken.flatMap(([{ record, field }, { value }]) => {
      const part = parseRecordId(record.id)
      return part ? [[part, toPartValue(part, { [field]: value })] as const] : []
    }),
  )
}

/** Bookings named at most; the others are counted. */
const MAX_NAMED_MEETINGS = 3

interface ConflictImpactProps {
  /** The versions that the owner chooses between. */
  versions: readonly ScheduleContent[]
  chosen: ScheduleContent
  meetings: readonly UpcomingMeeting[] | undefined
  now: number
}

/** The effect of the choice on existing bookings. */
function ConflictImpact({ versions, chosen, meetings, now }: ConflictImpactProps) {
  const moved = findMeetingsOutsideHours(removeInvalidSlots(chosen), meetings ?? [])
  const closing = weekDays.filter(
    ({ index }) =>
      !chosen.weekly[index]?.enabled && versions.some(({ weekly }) => weekly[index]?.enabled),
  )
  const named = moved.slice(0, MAX_NAMED_MEETINGS)
  const more = moved.length - named.length
  return (
    <div className={styles.impact} role="status">
      <InfoIcon className={styles.conflictIcon} />
      <span>
        {closing.length + moved.length > 0 ? 'With this choice ' : null}
        {closing.length > 0
          ? `${formatNames(closing.map(({ name }) => name))} ${closing.length === 1 ? 'closes' : 'close'}. `
          : null}
        {meetings && moved.length === 0 ? 'No booking would need a new time.' : null}
        {meetings ? null : 'Looking at the bookings…'}
        {named.map((meeting, index) => (
          <span key={meeting.id}>
            {index > 0 ? '; ' : ''}
            <b>{meeting.name}</b>, {formatMeetingStart(meeting.start, chosen.timeZone, now)}
          </span>
        ))}
        {moved.length > 0
          ? `${more > 0 ? `; and ${more} more` : ','} would need a new time.`
          : null}
      </span>
    </div>
  )
}
