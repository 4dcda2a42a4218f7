import { useState } from 'react'
import {
  ChoiceFoot,
  ChoiceOption,
  ChoiceSheet,
  ChoiceTable,
  SettledRow,
} from '#client/desk/kit/dialogs/choice-sheet.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { InfoIcon } from '#client/ui/icons.tsx'
import { outsideHours } from '#shared/schedule/checks.ts'
import { contentOf, type KeptMeeting, type OwnerSchedule } from '#shared/schedule/desk-api.ts'
import {
  changedParts,
  type PartName,
  partValue,
  type ScheduleContent,
  takeParts,
} from '#shared/schedule/merge.ts'
import type { ScheduleDraft } from './draft.ts'
import { soundOnly, weekDays } from './edits.ts'
import { axisOf, Ruler, type Span } from './hours/ruler.tsx'
import styles from './schedule-conflict.module.css'
import {
  changedWords,
  markedWords,
  meetingWords,
  mergedParts,
  partTitle,
  sameParts,
  slotsOfPart,
  valueWords,
} from './words.ts'

export type Side = 'device' | 'server'

interface Version {
  content: ScheduleContent
  /** When the part was changed, UTC milliseconds. */
  at: number | undefined
}

interface ConflictRowProps {
  part: PartName
  here: Version
  there: Version
  axis: Span
  now: number
  side: Side
  onChoose: (side: Side) => void
}

function ConflictRow({ here, there, side, onChoose, ...row }: ConflictRowProps) {
  const zone = there.content.timeZone
  const common = { ...row, zone }
  return (
    <tr>
      <th scope="row">{partTitle(row.part)}</th>
      <Choice
        {...common}
        label="On this device"
        version={here}
        other={there}
        checked={side === 'device'}
        onChoose={() => onChoose('device')}
      />
      <Choice
        {...common}
        label="On the server"
        version={there}
        other={here}
        checked={side === 'server'}
        onChoose={() => onChoose('server')}
      />
    </tr>
  )
}

interface ChoiceProps extends Pick<ConflictRowProps, 'part' | 'axis' | 'now'> {
  label: string
  version: Version
  other: Version
  zone: string
  checked: boolean
  onChoose: () => void
}

function Choice({ part, axis, now, label, version, other, zone, checked, onChoose }: ChoiceProps) {
  const value = partValue(version.content, part)
  const pieces = markedWords(
    valueWords(part, value),
    valueWords(part, partValue(other.content, part)),
  )
  return (
    <td data-label={label}>
      <ChoiceOption
        name={part}
        pieces={pieces}
        checked={checked}
        onChoose={onChoose}
        below={
          version.at === undefined ? 'Unchanged' : `Changed ${changedWords(version.at, now, zone)}`
        }
      />
      {part.includes(':') && value !== undefined ? (
        <Ruler slots={slotsOfPart(value)} axis={axis} className={styles.ruler} />
      ) : null}
    </td>
  )
}

interface ScheduleConflictProps {
  draft: ScheduleDraft
  /** The name of the device with the latest change to the draft; empty if it has no name yet. */
  device: string
  /** The parts that both sides have changed. */
  conflicts: readonly PartName[]
  server: OwnerSchedule
  now: number
  busy: boolean
  onSave: (content: ScheduleContent) => void
  onKeepServer: () => void
  onLater: () => void
}

/**
 * Shows what two devices have changed, part by part. Nothing is overwritten before the owner saves.
 */
export function ScheduleConflict(props: ScheduleConflictProps) {
  const { draft, device, conflicts, server, now, busy, onSave, onKeepServer, onLater } = props
  const theirs = contentOf(server)
  const differing = changedParts(theirs, draft.content)
  const [choice, setChoice] = useState<Record<string, Side>>({})
  const sideOf = (part: PartName) => choice[part] ?? presetOf(part, props)
  // Days are always compared side by side; dates and rules only if both sides have changed them.
  const isRow = (part: PartName) => part.startsWith('day:') || conflicts.includes(part)
  const rows = differing.filter(isRow)
  const merged = differing.filter((part) => !isRow(part))
  const mine = differing.filter((part) => sideOf(part) === 'device')
  const chosen = takeParts(theirs, draft.content, mine)
  const savedAt = latest(Object.values(server.changedAt).map((at) => Date.parse(at)))
  const changedAt = latest(Object.values(draft.editedAt))
  const axis = axisOf(
    differing.flatMap((part) => [
      ...slotsOfPart(partValue(theirs, part)),
      ...slotsOfPart(partValue(draft.content, part)),
    ]),
  )
  return (
    <>
      <Banner tone="conflict" title="The schedule was changed on two devices">
        You changed it here; {server.savedBy || 'another device'} saved its own version{' '}
        {changedWords(savedAt, now, theirs.timeZone)}. The website offers the hours on the server
        until you choose.
      </Banner>
      <ChoiceSheet>
        <ChoiceTable
          corner="Part"
          sides={[
            {
              title: 'On this device',
              note: `${device ? `${device}, last` : 'Last'} change ${changedWords(changedAt, now, theirs.timeZone)}`,
            },
            {
              title: 'On the server',
              note: `Saved ${server.savedBy ? `by ${server.savedBy}, ` : ''}${changedWords(savedAt, now, theirs.timeZone)}`,
            },
          ]}
        >
          {rows.map((part) => (
            <ConflictRow
              key={part}
              part={part}
              here={{ content: draft.content, at: draft.editedAt[part] }}
              there={{ content: theirs, at: instantOf(server.changedAt[part]) }}
              axis={axis}
              now={now}
              side={sideOf(part)}
              onChoose={(side) => setChoice((before) => ({ ...before, [part]: side }))}
            />
          ))}
          {merged.length > 0 ? (
            <SettledRow title="Changed on one side">{mergedParts(merged, sideOf)}</SettledRow>
          ) : null}
          <SettledRow title="The same in both">{sameParts(differing)}</SettledRow>
        </ChoiceTable>
        <ConflictImpact
          versions={[theirs, draft.content]}
          after={chosen}
          meetings={comingOf(server, now)}
          now={now}
        />
        <ChoiceFoot
          leave={
            <Button small variant="quiet" onClick={onLater}>
              Decide later
            </Button>
          }
        >
          <Button small variant="ghost" disabled={busy} onClick={onKeepServer}>
            Keep the server’s version
          </Button>
          <Button small busy={busy} onClick={() => onSave(chosen)}>
            {busy ? 'Saving...' : 'Save this version'}
          </Button>
        </ChoiceFoot>
      </ChoiceSheet>
    </>
  )
}

/** The preselected side: the device for parts that only it has changed, otherwise the server. */
function presetOf(part: PartName, { draft, conflicts }: ScheduleConflictProps): Side {
  const here = draft.editedAt[part] !== undefined && !conflicts.includes(part)
  return here ? 'device' : 'server'
}

function comingOf(server: OwnerSchedule, now: number): KeptMeeting[] {
  return server.meetings.filter(({ start }) => Date.parse(start) > now)
}

function latest(instants: readonly number[]): number | undefined {
  return instants.length > 0 ? Math.max(...instants) : undefined
}

function instantOf(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso)
}

/** Bookings named at most; the others are counted. */
const NAMED = 3

const listed = new Intl.ListFormat('en-GB')

interface ConflictImpactProps {
  /** The versions that the owner chooses between. */
  versions: readonly ScheduleContent[]
  after: ScheduleContent
  meetings: readonly KeptMeeting[]
  now: number
}

/** The effect of the choice on existing bookings. */
function ConflictImpact({ versions, after, meetings, now }: ConflictImpactProps) {
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
