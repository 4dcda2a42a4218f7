import { useState } from 'react'
import { ChoiceFoot, ChoiceSheet, ChoiceTable, SettledRow } from '#client/desk/kit/choice-sheet.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { KeptMeeting, OwnerSchedule } from '#shared/schedule/desk-api.ts'
import { contentOf } from '#shared/schedule/desk-api.ts'
import {
  changedParts,
  type PartName,
  partValue,
  type ScheduleContent,
  takeParts,
} from '#shared/schedule/merge.ts'
import { axisOf } from './axis.ts'
import { ConflictImpact } from './conflict-impact.tsx'
import { ConflictRow, type Side } from './conflict-row.tsx'
import { changedWords, mergedParts, sameParts, slotsOfPart } from './conflict-words.ts'
import type { ScheduleDraft } from './draft.ts'

interface ScheduleConflictProps {
  draft: ScheduleDraft
  /** Whose last change the draft is; empty where its device has no name yet. */
  device: string
  /** What both sides changed. */
  conflicts: readonly PartName[]
  server: OwnerSchedule
  now: number
  busy: boolean
  onSave: (content: ScheduleContent) => void
  onKeepServer: () => void
  onLater: () => void
}

/** What was changed on two devices, part by part; nothing is overwritten before it is saved. */
export function ScheduleConflict(props: ScheduleConflictProps) {
  const { draft, device, conflicts, server, now, busy, onSave, onKeepServer, onLater } = props
  const theirs = contentOf(server)
  const differing = changedParts(theirs, draft.content)
  const [choice, setChoice] = useState<Record<string, Side>>({})
  const sideOf = (part: PartName) => choice[part] ?? presetOf(part, props)
  // Days are looked at side by side; a date or a rule only where it was changed twice.
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
            Keep all from server
          </Button>
          <Button small busy={busy} onClick={() => onSave(chosen)}>
            {busy ? 'Saving...' : 'Save this version'}
          </Button>
        </ChoiceFoot>
      </ChoiceSheet>
    </>
  )
}

/** Preselected: what only this device changed; else what is in force. */
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
