import { useMemo, useState } from 'react'
import type { ScheduleWork } from '#client/book/schedule/work.ts'
import { type DeskData, useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { scheduleProblems } from '#shared/schedule/checks.ts'
import { getScheduleSettings, type OwnerSchedule } from '#shared/schedule/desk-api.ts'
import { changedParts, type PartName, type ScheduleContent } from '#shared/schedule/merge.ts'
import { decided, edited, type Standing, standingOf, without } from './draft.ts'
import { useAnswered } from './use-answered.ts'
import { useDraft } from './use-draft.ts'
import { type NoticeState, useNotice } from './use-notice.ts'
import { outgoing, usePublish } from './use-publish.ts'
import { useSync } from './use-sync.ts'

export interface ScheduleEditor {
  desk: DeskData<OwnerSchedule>
  server: OwnerSchedule | undefined
  standing: Standing
  content: ScheduleContent
  /** The unpublished work as the device has it; undefined where it keeps nothing. */
  work: ScheduleWork | undefined
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
  /** Lets unpublished work on these go. */
  discard: (parts: readonly PartName[]) => void
  askLater: (later: boolean) => void
}

/** The schedule of the server, the unpublished work on it, and what can be done with the two. */
export function useSchedule(): ScheduleEditor {
  const { desk, server, take } = useServerSchedule()
  const kept = useDraft()
  const { drafts, since, work, ready, unkept, put } = kept
  const [later, setLater] = useState(false)
  const notice = useNotice()
  const standing = useMemo(() => standingOf({ drafts, since }, server), [drafts, since, server])
  const { base, draft, conflicts } = standing
  const content = draft?.content ?? base.content
  const { syncing, sync } = useSync(notice)
  const saved = (schedule: OwnerSchedule, at: number) => {
    take(schedule, at)
    put({}, base)
  }
  const waits = work?.queued !== undefined
  const to = { notice, changed: () => setLater(false), reload: desk.reload }
  const { saving, publish } = usePublish({ ...to, work, keptWords: keptWords(unkept), saved })
  useAnswered({ ...to, work, desk, server, take, put: (lost) => put(lost, base) })
  const save = async () => {
    if (hasProblems(content)) focusProblem()
    else if (conflicts.length > 0) setLater(false)
    else if (!server) notice.fail('Failed to save changes', keptWords(unkept))
    else await publish(content, base)
  }
  return {
    ...{ desk, server, standing, content, work, unkept, notice, save, sync },
    settle: async (chosen) => {
      setLater(false)
      put(chosen ? decided(base, chosen, systemClock()) : {}, base)
      if (chosen) await publish(chosen, base)
    },
    dirty: isDirty(standing, work?.queued),
    ready: ready && (desk.state !== 'opening' || draft !== undefined),
    busy: saving ? 'saving' : syncing ? 'syncing' : undefined,
    asking: conflicts.length > 0 && !later && !waits,
    edit: (next) => put(edited(drafts, standing, { content: next, now: systemClock() }), base),
    discard: (parts) => put(without(drafts, parts), base),
    askLater: setLater,
  }
}

/** What waits to be published is saved, as far as its owner is concerned. */
function isDirty({ base, draft }: Standing, queued: ScheduleContent | undefined): boolean {
  if (!queued) return draft !== undefined
  return changedParts(queued, outgoing(draft?.content ?? base.content)).length > 0
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
