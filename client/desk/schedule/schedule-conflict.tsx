import { useState } from 'react'
import {
  ChoiceFoot,
  ChoiceOption,
  ChoiceSheet,
  ChoiceTable,
  FixedRow,
} from '#client/desk/kit/dialogs/choice-sheet.tsx'
import { fitAxis, HoursRuler, type MinuteSpan } from '#client/desk/schedule/hours/hours-ruler.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { InfoIcon } from '#client/ui/icons.tsx'
import {
  type OwnerSchedule,
  toScheduleContent,
  type UpcomingMeeting,
} from '#shared/schedule/desk-api.ts'
import {
  diffSchedules,
  findPart,
  type PartName,
  type ScheduleContent,
  takeParts,
} from '#shared/schedule/merge-schedules.ts'
import { findMeetingsOutsideHours } from '#shared/schedule/schedule-validation.ts'
import styles from './schedule-conflict.module.css'
import type { ScheduleDraft } from './schedule-draft.ts'
import { removeInvalidSlots, weekDays } from './schedule-edits.ts'
import {
  formatChangedAt,
  formatEqualParts,
  formatMeetingStart,
  formatMergedParts,
  formatPartValue,
  getPartLabel,
  getPartSlots,
  markDifferences,
} from './schedule-text.ts'

export type Side = 'device' | 'server'

interface Version {
  content: ScheduleContent
  /** When the part was changed, UTC milliseconds. */
  changedAt: number | undefined
}

interface ConflictRowProps {
  part: PartName
  deviceVersion: Version
  serverVersion: Version
  axis: MinuteSpan
  now: number
  side: Side
  onChoose: (side: Side) => void
}

function ConflictRow({ deviceVersion, serverVersion, side, onChoose, ...row }: ConflictRowProps) {
  const zone = serverVersion.content.timeZone
  const common = { ...row, zone }
  return (
    <tr>
      <th scope="row">{getPartLabel(row.part)}</th>
      <VersionChoice
        {...common}
        label="On this device"
        version={deviceVersion}
        other={serverVersion}
        checked={side === 'device'}
        onChoose={() => onChoose('device')}
      />
      <VersionChoice
        {...common}
        label="On the server"
        version={serverVersion}
        other={deviceVersion}
        checked={side === 'server'}
        onChoose={() => onChoose('server')}
      />
    </tr>
  )
}

interface VersionChoiceProps extends Pick<ConflictRowProps, 'part' | 'axis' | 'now'> {
  label: string
  version: Version
  other: Version
  zone: string
  checked: boolean
  onChoose: () => void
}

function VersionChoice({
  part,
  axis,
  now,
  label,
  version,
  other,
  zone,
  checked,
  onChoose,
}: VersionChoiceProps) {
  const value = findPart(version.content, part)
  const pieces = markDifferences(
    formatPartValue(part, value),
    formatPartValue(part, findPart(other.content, part)),
  )
  return (
    <td data-label={label}>
      <ChoiceOption
        name={part}
        pieces={pieces}
        checked={checked}
        onChoose={onChoose}
        below={
          version.changedAt === undefined
            ? 'Unchanged'
            : `Changed ${formatChangedAt(version.changedAt, now, zone)}`
        }
      />
      {part.includes(':') && value !== undefined ? (
        <HoursRuler slots={getPartSlots(value)} axis={axis} className={styles.ruler} />
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
  const theirs = toScheduleContent(server)
  const differences = diffSchedules(theirs, draft.content)
  const [choice, setChoice] = useState<Record<string, Side>>({})
  const sideOf = (part: PartName) => choice[part] ?? getPreselectedSide(part, props)
  // Days are always compared side by side; dates and rules only if both sides have changed them.
  const isRow = (part: PartName) => part.startsWith('day:') || conflicts.includes(part)
  const rows = differences.filter(isRow)
  const merged = differences.filter((part) => !isRow(part))
  const mine = differences.filter((part) => sideOf(part) === 'device')
  const chosen = takeParts(theirs, draft.content, mine)
  const savedAt = getLatest(Object.values(server.changedAt).map((at) => Date.parse(at)))
  const changedAt = getLatest(Object.values(draft.editedAt))
  const axis = fitAxis(
    differences.flatMap((part) => [
      ...getPartSlots(findPart(theirs, part)),
      ...getPartSlots(findPart(draft.content, part)),
    ]),
  )
  return (
    <>
      <Banner tone="conflict" title="The schedule was changed on two devices">
        You changed it here; {server.savedByDevice || 'another device'} saved its own version{' '}
        {formatChangedAt(savedAt, now, theirs.timeZone)}. The website offers the hours on the server
        until you choose.
      </Banner>
      <ChoiceSheet>
        <ChoiceTable
          corner="Part"
          sides={[
            {
              title: 'On this device',
              note: `${device ? `${device}, last` : 'Last'} change ${formatChangedAt(changedAt, now, theirs.timeZone)}`,
            },
            {
              title: 'On the server',
              note: `Saved ${server.savedByDevice ? `by ${server.savedByDevice}, ` : ''}${formatChangedAt(savedAt, now, theirs.timeZone)}`,
            },
          ]}
        >
          {rows.map((part) => (
            <ConflictRow
              key={part}
              part={part}
              deviceVersion={{ content: draft.content, changedAt: draft.editedAt[part] }}
              serverVersion={{ content: theirs, changedAt: parseInstant(server.changedAt[part]) }}
              axis={axis}
              now={now}
              side={sideOf(part)}
              onChoose={(side) => setChoice((before) => ({ ...before, [part]: side }))}
            />
          ))}
          {merged.length > 0 ? (
            <FixedRow title="Changed on one side">{formatMergedParts(merged, sideOf)}</FixedRow>
          ) : null}
          <FixedRow title="The same in both">{formatEqualParts(differences)}</FixedRow>
        </ChoiceTable>
        <ConflictImpact
          versions={[theirs, draft.content]}
          chosen={chosen}
          meetings={listUpcomingMeetings(server, now)}
          now={now}
        />
        <ChoiceFoot
          cancelAction={
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
function getPreselectedSide(part: PartName, { draft, conflicts }: ScheduleConflictProps): Side {
  const here = draft.editedAt[part] !== undefined && !conflicts.includes(part)
  return here ? 'device' : 'server'
}

function listUpcomingMeetings(server: OwnerSchedule, now: number): UpcomingMeeting[] {
  return server.meetings.filter(({ start }) => Date.parse(start) > now)
}

function getLatest(instants: readonly number[]): number | undefined {
  return instants.length > 0 ? Math.max(...instants) : undefined
}

function parseInstant(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso)
}

/** Bookings named at most; the others are counted. */
const MAX_NAMED_MEETINGS = 3

const listFormat = new Intl.ListFormat('en-GB')

interface ConflictImpactProps {
  /** The versions that the owner chooses between. */
  versions: readonly ScheduleContent[]
  chosen: ScheduleContent
  meetings: readonly UpcomingMeeting[]
  now: number
}

/** The effect of the choice on existing bookings. */
function ConflictImpact({ versions, chosen, meetings, now }: ConflictImpactProps) {
  const moved = findMeetingsOutsideHours(removeInvalidSlots(chosen), meetings)
  const closing = weekDays.filter(
    ({ index }) =>
      !chosen.weekly[index]?.enabled && versions.some(({ weekly }) => weekly[index]?.enabled),
  )
  const named = moved.slice(0, MAX_NAMED_MEETINGS)
  const more = moved.length - named.length
  return (
    <div className={styles.impact} role="status">
      <InfoIcon className={styles.icon} />
      <span>
        {closing.length + moved.length > 0 ? 'With this choice ' : null}
        {closing.length > 0
          ? `${listFormat.format(closing.map(({ name }) => name))} ${closing.length === 1 ? 'closes' : 'close'}. `
          : null}
        {moved.length === 0 ? 'No booking would need a new time.' : null}
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
