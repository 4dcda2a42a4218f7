import { InfoIcon } from '#client/ui/controls/more-icons.tsx'
import type { KeptMeeting } from '#shared/schedule/desk-api.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import { outsideHours } from '#shared/schedule/outside.ts'
import styles from './conflict-impact.module.css'
import { soundOnly, weekDays } from './edits.ts'
import { meetingWords } from './words.ts'

/** More are counted. */
const NAMED = 3

const listed = new Intl.ListFormat('en-GB')

interface ConflictImpactProps {
  /** What the owner chooses between. */
  versions: readonly ScheduleContent[]
  after: ScheduleContent
  meetings: readonly KeptMeeting[]
  now: number
}

/** What the choice would do to meetings that stand. */
export function ConflictImpact({ versions, after, meetings, now }: ConflictImpactProps) {
  const moved = outsideHours(soundOnly(after), meetings)
  const closing = weekDays.filter(
    ({ index }) =>
      !after.weekly[index]?.enabled && versions.some(({ weekly }) => weekly[index]?.enabled),
  )
  const named = moved.slice(0, NAMED)
  const more = moved.length - named.length
  return (
    <div className={styles.impact} role="status">
      <InfoIcon className={styles.icon} />
      <span>
        {closing.length + moved.length > 0 ? 'With this choice ' : null}
        {closing.length > 0
          ? `${listed.format(closing.map(({ name }) => name))} ${closing.length === 1 ? 'closes' : 'close'}. `
          : null}
        {moved.length === 0 ? 'No booking would need a new time.' : null}
        {named.map((meeting, index) => (
          <span key={meeting.id}>
            {index > 0 ? '; ' : ''}
            <b>{meeting.name}</b>, {meetingWords(meeting.start, after.timeZone, now)}
          </span>
        ))}
        {moved.length > 0
          ? `${more > 0 ? `; and ${more} more` : ','} would need a new time.`
          : null}
      </span>
    </div>
  )
}
