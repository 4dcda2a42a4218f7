import { useEffect, useMemo, useRef, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { RecordDecision } from '#client/data/edits/types.ts'
import type { PartEdit, RejectedPartEdit, ScheduleView } from '#client/data/schedule/types.ts'
import { refetchAll } from '#client/desk/queries/sync-state.ts'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint, isNetworkError } from '#client/lib/data/api.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import {
  type OwnerSchedule,
  scheduleRefusals,
  toScheduleContent,
  toWireSchedule,
  updateSchedule,
} from '#shared/schedule/desk-api.ts'
import { syncIcal } from '#shared/schedule/feed-api.ts'
import { replaceParts, type ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { validateSchedule } from '#shared/schedule/schedule-validation.ts'
import {
  applyDrafts,
  type DraftParts,
  dropSaved,
  listDraftedParts,
  toPartEdits,
  updateDrafts,
} from './schedule-draft.ts'
import { toPublishable } from './schedule-edits.ts'
import { type SavedSchedule, useSavedSchedule } from './use-saved-schedule.ts'
import { NO_DRAFTS, storeDrafts, useDraft } from './use-schedule-draft.ts'

export interface ScheduleEditor {
  saved: SavedSchedule
  /** The schedule as shown: saved, with what was typed. */
  content: ScheduleContent
  isDirty: boolean
  isReady: boolean
  isNotStored: boolean
  /** Saved on this device; the server does not have it yet. */
  isWaiting: boolean
  busy: 'saving' | 'syncing' | undefined
  notice: NoticeState
  /** Whether the page asks the owner to resolve conflicts. */
  isConflictOpen: boolean
  edit: (content: ScheduleContent) => void
  save: () => Promise<void>
  sync: () => Promise<void>
  resolve: (decisions: RecordDecision[]) => Promise<void>
  openConflict: () => void
  postponeConflict: () => void
}

/** The saved schedule, what was typed on top of it, and the commands for both. */
export function useSchedule(): ScheduleEditor {
  const saved = useSavedSchedule()
  const { drafts: storedDrafts, isNotStored, setDrafts, clearDrafts } = useDraft()
  const [later, setLater] = useState(false)
  /** The server's schedule when the first unsaved change was typed: the base of a save without the queue. */
  const typedOn = useRef<OwnerSchedule>(undefined)
  const notice = useNotice()
  const drafts = storedDrafts ?? NO_DRAFTS
  const content = useMemo(() => applyDrafts(saved.content, drafts), [saved.content, drafts])
  const isDirty = listDraftedParts(drafts, saved.content).length > 0
  const { syncing, sync } = useCalendarSync(notice)
  const openConflict = () => setLater(false)
  const { isWaiting, saving, run, send } = useSending(saved, { notice, openConflict })
  useEffectOn(storedDrafts && saved.content, () => {
    const unsaved = dropSaved(drafts, saved.content)
    if (Object.keys(unsaved).length < Object.keys(drafts).length) setDrafts(unsaved)
  })
  useRejectedEdits(storedDrafts && saved.view, (edits) => {
    const isTyped = edits.some(({ edit }) => edit)
    notice.fail(edits[0]?.reason || 'Failed to update schedule', isTyped ? STORED_NOTE : undefined)
    const typed = { ...toDrafts(edits), ...drafts }
    setDrafts(typed)
    return typed
  })
  const save = async () => {
    if (hasErrors(content)) return focusError()
    const storageNote = isNotStored ? NOT_STORED_NOTE : STORED_NOTE
    if (saved.asOf === undefined) return notice.fail('Failed to save changes', storageNote)
    const edits = toPartEdits(drafts, saved.content, toOutgoingContent(content))
    await run(async () => {
      const isQueued = await send({
        queue: () => getData().schedule.save(edits),
        onQueued: () => clearDrafts(drafts),
      })
      if (isQueued) return
      const base = typedOn.current ?? saved.desk.data
      const isDecided = await saveOnline({ saved, edits, base }, { notice, storageNote })
      if (isDecided) typedOn.current = undefined
    })
  }
  const isDisputed = (saved.view?.disputed ?? []).length > 0
  return {
    ...{ saved, content, isNotStored, isWaiting, notice, save, sync, openConflict },
    isDirty,
    isReady: storedDrafts !== undefined && !saved.isLoading,
    busy: saving ? 'saving' : syncing ? 'syncing' : undefined,
    isConflictOpen: isDisputed && !later,
    edit: (next) => {
      if (!isDirty) typedOn.current = saved.desk.data
      setDrafts(updateDrafts(drafts, saved.content, next))
    },
    resolve: async (decisions) => {
      await run(async () => {
        if (!(await send({ queue: () => getData().records.resolveConflicts(decisions) })))
          notice.fail('Failed to save changes')
      })
    },
    postponeConflict: () => setLater(true),
  }
}

function toDrafts(rejected: readonly RejectedPartEdit[]): DraftParts {
  const typed = rejected.flatMap(({ edit }) => edit ?? [])
  return Object.fromEntries(typed.map(({ part, base, value }) => [part, { base, value }]))
}

function hasErrors({ weekly, exceptions }: ScheduleContent): boolean {
  return Object.keys(validateSchedule(weekly, exceptions)).length > 0
}

/** Moves the focus to the first invalid slot, which already shows its message. */
function focusError(): void {
  document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus()
}

const STORED_NOTE = 'Your changes are kept on this device.'
const NOT_STORED_NOTE = 'This browser does not keep your changes; leave the page open.'

/** How long a success message is shown, milliseconds. */
const SUCCESS_DURATION = 3000

interface Notice {
  kind: 'ok' | 'error'
  title: string
  detail?: string | undefined
}

interface NoticeState {
  current: Notice | undefined
  succeed: (title: string) => void
  fail: (title: string, detail?: string) => void
  clear: () => void
}

/**
 * The message about the last command: a success disappears by itself, a failure stays until the
 * next.
 */
function useNotice(): NoticeState {
  const [current, setCurrent] = useState<Notice>()
  useEffect(() => {
    if (current?.kind !== 'ok') return
    const timer = setTimeout(() => setCurrent(undefined), SUCCESS_DURATION)
    return () => clearTimeout(timer)
  }, [current])
  return {
    current,
    succeed: (title) => setCurrent({ kind: 'ok', title }),
    fail: (title, detail) => setCurrent({ kind: 'error', title, detail }),
    clear: () => setCurrent(undefined),
  }
}

/** Lets the server read the owner's external calendar now, then fetches everything again. */
function useCalendarSync(notice: NoticeState) {
  const { busy: syncing, run } = useOneAtATime()
  const sync = async () => {
    notice.clear()
    const answer = await callEndpoint(syncIcal, {})
    if (answer.ok) notice.succeed('Calendar synced successfully')
    else notice.fail('Failed to sync calendar', getDetail(answer.refusal.error))
    refetchAll()
  }
  return { syncing, sync: () => run(sync) }
}

function getDetail(error: string): string | undefined {
  return error === syncIcal.failure ? undefined : error
}

interface SendingParts {
  notice: NoticeState
  /** Asks about the conflicts, also after they were postponed. */
  openConflict: () => void
}

interface QueuedEdits {
  queue: () => Promise<void>
  onQueued?: () => void
}

/** Queues edits, sends them, and reports once the server has answered, however late. */
function useSending({ view, refresh }: SavedSchedule, { notice, openConflict }: SendingParts) {
  const [isWaiting, setIsWaiting] = useState(false)
  const { busy: saving, run } = useOneAtATime()
  const report = ({ rejected, disputed }: ScheduleView) => {
    if (rejected.length > 0) return
    if (disputed.length > 0) openConflict()
    else notice.succeed('Schedule saved successfully')
  }
  useEffectOn(view?.isPending, (isPending) => {
    if (isPending && !saving) setIsWaiting(true)
    if (isPending !== false || !isWaiting) return
    setIsWaiting(false)
    if (view) report(view)
  })
  /** Resolves after the first try to send; to false if this device cannot store the edits. */
  const send = async ({ queue, onQueued }: QueuedEdits): Promise<boolean> => {
    try {
      await queue()
    } catch {
      return false
    }
    await refresh().catch(() => undefined)
    onQueued?.()
    // After a failure the edits stay queued, and the next sync sends them.
    await getData()
      .sync.run()
      .catch(() => undefined)
    const answered = await refresh().catch(() => undefined)
    if (answered && !answered.isPending) report(answered)
    else setIsWaiting(true)
    return true
  }
  return {
    isWaiting: isWaiting && view?.isPending === true && !saving,
    saving,
    send,
    run: (work: () => Promise<void>) =>
      run(async () => {
        notice.clear()
        await work()
      }),
  }
}

/** Gives back what the server has rejected, to be corrected: `takeBack` returns it as drafts. */
function useRejectedEdits(
  view: ScheduleView | undefined,
  takeBack: (edits: readonly RejectedPartEdit[]) => DraftParts,
): void {
  const rejected = view?.rejected ?? []
  useEffectOn(rejected.map(({ n }) => n).join(), () => {
    // If they cannot be discarded, they are given back again the next time.
    if (rejected.length > 0) discardOnceStored(rejected, takeBack(rejected)).catch(() => undefined)
  })
}

async function discardOnceStored(
  rejected: readonly RejectedPartEdit[],
  drafts: DraftParts,
): Promise<void> {
  if (!(await storeDrafts(drafts))) return
  for (const { n } of rejected) await getData().records.discardRejected(n)
}

/** The schedule to save, as of today in its time zone. */
function toOutgoingContent(content: ScheduleContent): ScheduleContent {
  return toPublishable(content, toWallTime(systemClock(), content.timeZone).date)
}

interface OnlineSave {
  saved: SavedSchedule
  edits: readonly PartEdit[]
  base: OwnerSchedule | undefined
}

/**
 * Saves without the queue, in a browser that cannot store anything. Resolves to false if the server has neither
 * saved the edits nor said that another device has changed the same parts, so that the base stays as it is.
 */
async function saveOnline(
  { saved: { desk, content }, edits, base }: OnlineSave,
  { notice, storageNote }: { notice: NoticeState; storageNote: string },
): Promise<boolean> {
  const { version, epoch } = base ?? {}
  const newest = desk.data ? toScheduleContent(desk.data) : content
  const edited = replaceParts(
    newest,
    edits.map(({ part, value }) => [part, value]),
  )
  const answer = await callEndpoint(updateSchedule, {
    ...toWireSchedule(edited),
    ...(version !== undefined && { version, epoch }),
  })
  if (answer.ok) notice.succeed('Schedule saved successfully')
  else
    notice.fail(
      isNetworkError(answer.refusal) ? 'Failed to save changes' : answer.refusal.error,
      storageNote,
    )
  desk.reload()
  return answer.ok || answer.refusal.status === scheduleRefusals.changed.status
}
