import { useState } from 'react'
import type { PartChoice, PartConflict, ScheduleView } from '#client/data/schedule/types.ts'
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
import type { UpcomingMeeting } from '#shared/schedule/desk-api.ts'
import {
  type PartName,
  type PartValue,
  replaceParts,
  type ScheduleContent,
} from '#shared/schedule/merge-schedules.ts'
import { findMeetingsOutsideHours } from '#shared/schedule/schedule-validation.ts'
import type { EditedBy } from '#shared/sync/protocol.ts'
import styles from './schedule-conflict.module.css'
import { removeInvalidSlots, weekDays } from './schedule-edits.ts'
import {
  formatChangedAt,
  formatEqualParts,
  formatMeetingStart,
  formatPartValue,
  getPartLabel,
  getPartSlots,
  markDifferences,
} from './schedule-text.ts'

/** The alternative, usually this device's, or the value in use, which the website offers. */
type Side = 'alternative' | 'in use'

interface ConflictRowProps {
  conflict: PartConflict
  alternativeTitle: string
  axis: MinuteSpan
  zone: string
  now: number
  side: Side
  onChoose: (side: Side) => void
}

function ConflictRow({ conflict, alternativeTitle, side, onChoose, ...row }: ConflictRowProps) {
  const { part, inUse, alternative, inUseBy, alternativeBy } = conflict
  return (
    <tr>
      <th scope="row">{getPartLabel(part)}</th>
      <VersionChoice
        {...row}
        part={part}
        label={alternativeTitle}
        value={alternative}
        other={inUse}
        changedAt={alternativeBy.at}
        checked={side === 'alternative'}
        onChoose={() => onChoose('alternative')}
      />
      <VersionChoice
        {...row}
        part={part}
        label="On the server"
        value={inUse}
        other={alternative}
        changedAt={inUseBy?.at ?? ''}
        checked={side === 'in use'}
        onChoose={() => onChoose('in use')}
      />
    </tr>
  )
}

interface VersionChoiceProps extends Pick<ConflictRowProps, 'axis' | 'zone' | 'now'> {
  part: PartName
  label: string
  value: PartValue | null
  other: PartValue | null
  /** ISO 8601; empty if not known. */
  changedAt: string
  checked: boolean
  onChoose: () => void
}

function VersionChoice({
  part,
  axis,
  now,
  label,
  value,
  other,
  changedAt,
  zone,
  checked,
  onChoose,
}: VersionChoiceProps) {
  const pieces = markDifferences(formatPartValue(part, value), formatPartValue(part, other))
  return (
    <td data-label={label}>
      <ChoiceOption
        name={part}
        pieces={pieces}
        checked={checked}
        onChoose={onChoose}
        below={`Changed ${formatChangedAt(parseInstant(changedAt), now, zone)}`}
      />
      {part.includes(':') && value !== null ? (
        <HoursRuler slots={getPartSlots(value)} axis={axis} className={styles.ruler} />
      ) : null}
    </td>
  )
}

interface ScheduleConflictProps {
  view: ScheduleView
  /** The schedule in use. */
  content: ScheduleContent
  meetings: readonly UpcomingMeeting[]
  now: number
  busy: boolean
  onChoose: (choices: PartChoice[]) => void
  onLater: () => void
}

/**
 * Shows what two devices have changed, part by part. Nothing is overwritten before the owner saves.
 */
export function ScheduleConflict(props: ScheduleConflictProps) {
  const { view, content, meetings, now, busy, onChoose, onLater } = props
  const conflicts = listFirstOfEachPart(view.conflicts)
  const [choice, setChoice] = useState<Record<string, Side>>({})
  const sideOf = ({ cid }: PartConflict) => choice[cid] ?? 'in use'
  const toChoices = (pick: (conflict: PartConflict) => Side) =>
    conflicts.map((conflict): PartChoice => {
      const { cid, part } = conflict
      return { cid, part, choice: pick(conflict) === 'alternative' ? 'take' : 'keep' }
    })
  const taken = conflicts.filter((conflict) => sideOf(conflict) === 'alternative')
  const alternatives = describeSide(
    conflicts.map(({ alternativeBy }) => alternativeBy),
    view,
  )
  const inUse = describeSide(
    conflicts.map(({ inUseBy }) => inUseBy),
    view,
  )
  const axis = fitAxis(
    conflicts.flatMap((one) => [...getPartSlots(one.inUse), ...getPartSlots(one.alternative)]),
  )
  const formatTime = (at: number | undefined) => formatChangedAt(at, now, content.timeZone)
  const alternativeTitle = alternatives.isHere ? 'On this device' : 'On another device'
  return (
    <>
      <Banner tone="conflict" title="The schedule was changed on two devices">
        {alternatives.isHere
          ? 'You changed it here'
          : `${alternatives.name || 'A device'} changed it`}
        ; {inUse.isHere ? 'this device' : inUse.name || 'another device'} saved its own version{' '}
        {formatTime(inUse.at)}. The website offers the hours on the server until you choose.
      </Banner>
      <ChoiceSheet>
        <ChoiceTable
          corner="Part"
          sides={[
            {
              title: alternativeTitle,
              note: `${alternatives.name ? `${alternatives.name}, last` : 'Last'} change ${formatTime(alternatives.at)}`,
            },
            {
              title: 'On the server',
              note: `Saved ${inUse.name ? `by ${inUse.name}, ` : ''}${formatTime(inUse.at)}`,
            },
          ]}
        >
          {conflicts.map((conflict) => (
            <ConflictRow
              key={conflict.cid}
              conflict={conflict}
              alternativeTitle={alternativeTitle}
              axis={axis}
              zone={content.timeZone}
              now={now}
              side={sideOf(conflict)}
              onChoose={(side) => setChoice((before) => ({ ...before, [conflict.cid]: side }))}
            />
          ))}
          <FixedRow title="The same in both">
            {formatEqualParts(conflicts.map(({ part }) => part))}
          </FixedRow>
        </ChoiceTable>
        <ConflictImpact
          versions={[content, takeAlternatives(content, conflicts)]}
          chosen={takeAlternatives(content, taken)}
          meetings={meetings}
          now={now}
        />
        <ChoiceFoot
          cancelAction={
            <Button small variant="quiet" onClick={onLater}>
              Decide later
            </Button>
          }
        >
          <Button
            small
            variant="ghost"
            disabled={busy}
            onClick={() => onChoose(toChoices(() => 'in use'))}
          >
            Keep the server’s version
          </Button>
          <Button small busy={busy} onClick={() => onChoose(toChoices(sideOf))}>
            {busy ? 'Saving...' : 'Save this version'}
          </Button>
        </ChoiceFoot>
      </ChoiceSheet>
    </>
  )
}

/** A third device's value of the same part is asked about next. */
function listFirstOfEachPart(conflicts: readonly PartConflict[]): PartConflict[] {
  return conflicts.filter(
    ({ part }, index) => conflicts.findIndex((one) => one.part === part) === index,
  )
}

function takeAlternatives(content: ScheduleContent, conflicts: readonly PartConflict[]) {
  return replaceParts(
    content,
    conflicts.map(({ part, alternative }) => [part, alternative]),
  )
}

/** Who made the values of one side, and the last change to them, UTC milliseconds. */
function describeSide(
  edits: readonly (EditedBy | undefined)[],
  { deviceId, deviceName }: ScheduleView,
): { name: string; isHere: boolean; at: number | undefined } {
  const known = edits.flatMap((edit) => edit ?? [])
  const instants = known.flatMap(({ at }) => parseInstant(at) ?? [])
  const isHere = known.length > 0 && known.every((edit) => edit.deviceId === deviceId)
  const names = new Set(known.map((edit) => edit.deviceName))
  const [only = ''] = names.size === 1 ? names : []
  return {
    name: isHere ? deviceName : only,
    isHere,
    at: instants.length > 0 ? Math.max(...instants) : undefined,
  }
}

function parseInstant(iso: string): number | undefined {
  return iso === '' ? undefined : Date.parse(iso)
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
