import { useState } from 'react'
import { scheduleProblems } from '../../shared/schedule/checks.ts'
import { getScheduleSettings, type OwnerSchedule } from '../../shared/schedule/desk-api.ts'
import type { ScheduleContent } from '../../shared/schedule/merge.ts'
import { type DeskData, useDeskData } from '../desk/use-desk-data.ts'
import { systemClock } from '../lib/clock.ts'
import { edited, type Standing, standingOf } from './draft.ts'
import { useDraft } from './use-draft.ts'
import { type NoticeState, useNotice } from './use-notice.ts'
import { usePublish } from './use-publish.ts'
import { useSync } from './use-sync.ts'

export interface ScheduleEditor {
  desk: DeskData<OwnerSchedule>
  server: OwnerSchedule | undefined
  standing: Standing
  content: ScheduleContent
  dirty: boolean
  ready: boolean
  unkept: boolean
  busy: 'saving' | 'syncing' | undefined
  notice: NoticeState
  /** Whether the owner is being asked about what was changed twice. */
  asking: boolean
  edit: (content: ScheduleContent) => void
  save: () => Promise<void>
  sync: () => Promise<void>
  /** Answers the conflict: with the owner's choice, or with what the server has. */
  settle: (content: ScheduleContent | undefined) => Promise<void>
  askLater: (later: boolean) => void
}

/** The schedule of the server, the draft of this device, and what can be done with the two. */
export function useSchedule(): ScheduleEditor {
  const { desk, server, take } = useServerSchedule()
  const { draft, ready, unkept, put } = useDraft()
  const [later, setLater] = useState(false)
  const notice = useNotice()
  const standing = standingOf(draft, server)
  const content = standing.draft?.content ?? standing.base.content
  const { syncing, sync } = useSync(notice)
  const { saving, publish } = usePublish({
    notice,
    keptWords: keptWords(unkept),
    saved: (schedule, at) => {
      put(undefined)
      take(schedule, at)
    },
    changed: () => setLater(false),
    reload: desk.reload,
  })
  const save = async () => {
    if (hasProblems(content)) focusProblem()
    else if (standing.conflicts.length > 0) setLater(false)
    else if (!server) notice.fail('Failed to save changes', keptWords(unkept))
    else await publish(content, standing.base.version)
  }
  const settle = async (chosen: ScheduleContent | undefined) => {
    setLater(false)
    if (!chosen) return put(undefined)
    put(edited({ ...standing, draft: undefined }, chosen, systemClock()))
    await publish(chosen, standing.base.version)
  }
  return {
    ...{ desk, server, standing, content, unkept, notice, save, sync, settle },
    dirty: standing.draft !== undefined,
    ready: ready && (desk.state !== 'opening' || draft !== undefined),
    busy: saving ? 'saving' : syncing ? 'syncing' : undefined,
    asking: standing.conflicts.length > 0 && !later,
    edit: (next) => put(edited(standing, next, systemClock())),
    askLater: setLater,
  }
}

/** What the server last said, as an answer to a question or to a save. */
function useServerSchedule() {
  const desk = useDeskData(getScheduleSettings, {})
  const [saved, setSaved] = useState<{ schedule: OwnerSchedule; at: number }>()
  const server = saved && saved.at >= (desk.asOf ?? 0) ? saved.schedule : desk.data
  const take = (schedule: OwnerSchedule, at: number) => setSaved({ schedule, at })
  return { desk, server, take }
}

function hasProblems({ weekly, exceptions }: ScheduleContent): boolean {
  return Object.keys(scheduleProblems(weekly, exceptions)).length > 0
}

/** The messages stand at their slots already. */
function focusProblem(): void {
  document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus()
}

function keptWords(unkept: boolean): string {
  return unkept
    ? 'This browser does not keep your changes; leave the page open.'
    : 'Your changes are kept on this device.'
}
