import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { safeParse } from 'valibot'
import { parseContent } from '#client/book/schedule/rebase-schedule.ts'
import type { UnpublishedSchedule } from '#client/book/schedule/schedule-drafts.ts'
import { loadScheduleDrafts, syncBookNow } from '#client/book/schedule/schedule-sync.ts'
import type { PublishResult } from '#client/book/sync/apply-push.ts'
import { type DeskData, useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { refetchAll } from '#client/desk/shell/sync-state.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type ApiRefusal, callEndpoint, isNetworkError } from '#client/lib/data/api.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import {
  getScheduleSettings,
  type OwnerSchedule,
  toWireSchedule,
  updateSchedule,
} from '#shared/schedule/desk-api.ts'
import { syncIcal } from '#shared/schedule/feed-api.ts'
import {
  diffSchedules,
  type PartName,
  type ScheduleContent,
} from '#shared/schedule/merge-schedules.ts'
import type { DraftParts } from '#shared/schedule/schedule-drafts.ts'
import { validateSchedule } from '#shared/schedule/schedule-validation.ts'
import {
  type DraftBase,
  type DraftState,
  discardDrafts,
  getDraftState,
  recoverLostDrafts,
  resolveConflicts,
  toBase,
  updateDrafts,
} from './schedule-draft.ts'
import { toPublishable } from './schedule-edits.ts'
import { useDraft } from './use-draft.ts'

export interface ScheduleEditor {
  desk: DeskData<OwnerSchedule>
  serverSchedule: OwnerSchedule | undefined
  draftState: DraftState
  content: ScheduleContent
  /** The drafts and the publish queue as stored on this device; undefined if it stores nothing. */
  unpublished: UnpublishedSchedule | undefined
  isDirty: boolean
  isReady: boolean
  isNotStored: boolean
  busy: 'saving' | 'syncing' | undefined
  notice: NoticeState
  /** Whether the page asks the owner to resolve conflicts. */
  isConflictOpen: boolean
  edit: (content: ScheduleContent) => void
  save: () => Promise<void>
  sync: () => Promise<void>
  /** Resolves the conflicts with the owner's choice, or with the server's schedule if undefined. */
  resolveConflict: (content: ScheduleContent | undefined) => Promise<void>
  /** Deletes the drafts of these parts. */
  discard: (parts: readonly PartName[]) => void
  openConflict: () => void
  postponeConflict: () => void
}

/** The server's schedule, the drafts based on it, and the commands for both. */
export function useSchedule(): ScheduleEditor {
  const { desk, serverSchedule, setSavedSchedule } = useServerSchedule()
  const { drafts, base: storedBase, unpublished, isReady, isNotStored, setDrafts } = useDraft()
  const [later, setLater] = useState(false)
  const notice = useNotice()
  const draftState = useMemo(
    () => getDraftState({ drafts, base: storedBase }, serverSchedule),
    [drafts, storedBase, serverSchedule],
  )
  const { base, draft, conflicts } = draftState
  const content = draft?.content ?? base.content
  const { syncing, sync } = useCalendarSync(notice)
  const handleSaved = (schedule: OwnerSchedule, at: number) => {
    setSavedSchedule(schedule, at)
    setDrafts({}, base)
  }
  const isQueued = unpublished?.queuedPublish !== undefined
  const shared = { notice, onConflict: () => setLater(false), reload: desk.reload }
  const { saving, publish } = usePublish({
    ...shared,
    unpublished,
    storageNote: getStorageNote(isNotStored),
    onSaved: handleSaved,
  })
  usePublishResult({
    ...shared,
    unpublished,
    desk,
    serverSchedule,
    setSavedSchedule,
    setDrafts: (lost) => setDrafts(lost, base),
  })
  const save = async () => {
    if (hasErrors(content)) focusError()
    else if (conflicts.length > 0) setLater(false)
    else if (!serverSchedule) notice.fail('Failed to save changes', getStorageNote(isNotStored))
    else await publish(content, base)
  }
  return {
    ...{ desk, serverSchedule, draftState, content, unpublished, isNotStored, notice, save, sync },
    resolveConflict: async (chosen) => {
      setLater(false)
      setDrafts(chosen ? resolveConflicts(base, chosen, systemClock()) : {}, base)
      if (chosen) await publish(chosen, base)
    },
    isDirty: isDirty(draftState, unpublished?.queuedPublish),
    isReady: isReady && (desk.state !== 'opening' || draft !== undefined),
    busy: saving ? 'saving' : syncing ? 'syncing' : undefined,
    isConflictOpen: conflicts.length > 0 && !later && !isQueued,
    edit: (next) =>
      setDrafts(updateDrafts(drafts, draftState, { content: next, now: systemClock() }), base),
    discard: (parts) => setDrafts(discardDrafts(drafts, parts), base),
    openConflict: () => setLater(false),
    postponeConflict: () => setLater(true),
  }
}

/** Whether there are changes that are neither published nor queued for publishing. */
function isDirty({ base, draft }: DraftState, queued: ScheduleContent | undefined): boolean {
  if (!queued) return draft !== undefined
  return diffSchedules(queued, toOutgoingContent(draft?.content ?? base.content)).length > 0
}

/** The server's latest schedule, from a fetch or from the answer to a save. */
function useServerSchedule() {
  const desk = useDeskData(getScheduleSettings, {})
  const [saved, setSaved] = useState<{ schedule: OwnerSchedule; at: number }>()
  const serverSchedule = saved && saved.at >= (desk.asOf ?? 0) ? saved.schedule : desk.data
  const setSavedSchedule = (schedule: OwnerSchedule, at: number) => setSaved({ schedule, at })
  return { desk, serverSchedule, setSavedSchedule }
}

function hasErrors({ weekly, exceptions }: ScheduleContent): boolean {
  return Object.keys(validateSchedule(weekly, exceptions)).length > 0
}

/** Moves the focus to the first invalid slot, which already shows its message. */
function focusError(): void {
  document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus()
}

const STORED_NOTE = 'Your changes are kept on this device.'

function getStorageNote(isNotStored: boolean): string {
  return isNotStored ? 'This browser does not keep your changes; leave the page open.' : STORED_NOTE
}

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

interface PublishResultParts {
  unpublished: UnpublishedSchedule | undefined
  desk: DeskData<OwnerSchedule>
  serverSchedule: OwnerSchedule | undefined
  notice: NoticeState
  setSavedSchedule: (schedule: OwnerSchedule, at: number) => void
  /** Lets the page ask about the conflicts again. */
  onConflict: () => void
  setDrafts: (drafts: DraftParts) => void
}

/** Reports, once, the server's answer to a schedule that was queued for publishing. */
function usePublishResult(parts: PublishResultParts): void {
  const { unpublished, desk, serverSchedule } = parts
  const answer = unpublished?.publishResult
  const reloadedFor = useRef<PublishResult>(undefined)
  const done = useRef<PublishResult>(undefined)
  const reloadedAt = useRef(0)
  const { state, asOf = 0, reload } = desk
  const report = useEffectEvent((answer: PublishResult) => {
    done.current = answer
    showPublishResult(parts, answer)
  })
  useEffect(() => {
    // An answer that was reported stays in `unpublished` until its deletion is stored.
    if (!answer || done.current === answer) return
    if (answer.status === 'applied') return report(answer)
    // A conflict or refusal is reported only beside a server schedule at least as new as the
    // answer.
    if (reloadedFor.current !== answer) {
      reloadedFor.current = answer
      reloadedAt.current = systemClock()
      reload()
      return
    }
    if (serverSchedule && state === 'fresh' && asOf >= reloadedAt.current) report(answer)
  }, [answer, serverSchedule, state, asOf, reload])
}

function showPublishResult(parts: PublishResultParts, answer: PublishResult): void {
  const { notice, setSavedSchedule, onConflict } = parts
  if (answer.status === 'applied') {
    const saved = safeParse(updateSchedule.output, answer.answer)
    // It is saved even if this version cannot read the answer; the next fetch then shows it.
    if (saved.success) setSavedSchedule(saved.output, systemClock())
    notice.succeed('Schedule saved successfully')
  } else if (answer.status === 'conflict') {
    restoreLostDrafts(parts, answer)
    onConflict()
  } else notice.fail(answer.reason || 'Failed to update schedule', STORED_NOTE)
  const userId = getStoredOwner()?.userId
  if (!userId) return
  // The deletion may fail: reporting an answer twice does no harm.
  void loadScheduleDrafts()
    .then(({ clearPublishResult }) => clearPublishResult(userId))
    .catch(() => undefined)
}

/**
 * After a restore from a backup, the server has neither the changes that were published before nor
 * their drafts. Turns them into drafts again.
 */
function restoreLostDrafts(
  { unpublished, serverSchedule, setDrafts }: PublishResultParts,
  answer: PublishResult,
): void {
  const update = parseContent(answer.update)
  // In the same epoch it is an ordinary conflict, and nothing was lost.
  if (!unpublished || !serverSchedule || !update || answer.baseEpoch === serverSchedule.epoch)
    return
  const about = { base: toBase(serverSchedule), epoch: answer.baseEpoch, now: systemClock() }
  setDrafts({ ...recoverLostDrafts(update, about), ...unpublished.drafts })
}

interface PublishParts {
  notice: NoticeState
  unpublished: UnpublishedSchedule | undefined
  /** Added to a failure message: whether the changes are stored. */
  storageNote: string
  onSaved: (schedule: OwnerSchedule, at: number) => void
  /** The server's schedule has changed in a way that conflicts with the update. */
  onConflict: () => void
  reload: () => void
}

/** Publishes the schedule. The server merges it with changes that other devices made meanwhile. */
function usePublish(parts: PublishParts) {
  const { notice, unpublished, storageNote, onSaved, onConflict, reload } = parts
  const { busy: saving, run } = useOneAtATime()

  const send = async (content: ScheduleContent, base: DraftBase) => {
    const { version, epoch } = base
    const deviceName = unpublished?.deviceName
    const update = {
      ...toWireSchedule(toOutgoingContent(content)),
      ...(deviceName && { deviceName }),
    }
    // Sent at once, it could overtake an update that is queued already, so it joins the queue.
    if (unpublished?.queuedPublish && (await tryEnqueuePublish(update, base))) return
    const answer = await callEndpoint(updateSchedule, { ...update, version, epoch })
    if (answer.ok) {
      onSaved(answer.value, systemClock())
      notice.succeed('Schedule saved successfully')
      return
    }
    // Without an answer the update may have arrived or not; publishing it again changes nothing.
    if (isNetworkError(answer.refusal) && (await tryEnqueuePublish(update, base))) return
    if (answer.refusal.code === 'changed') onConflict()
    else notice.fail(getFailureText(answer.refusal), storageNote)
    reload()
  }

  const publish = (content: ScheduleContent, base: DraftBase) =>
    run(async () => {
      notice.clear()
      await send(content, base)
    })
  return { saving, publish }
}

/** The publishable form of a schedule, as of today in its time zone. */
function toOutgoingContent(content: ScheduleContent): ScheduleContent {
  return toPublishable(content, toWallTime(systemClock(), content.timeZone).date)
}

/**
 * Stores the update in the publish queue and starts a sync. Resolves to whether it could be stored.
 */
async function tryEnqueuePublish(
  update: ReturnType<typeof toWireSchedule>,
  from: DraftBase,
): Promise<boolean> {
  const userId = getStoredOwner()?.userId
  if (!userId) return false
  try {
    const { enqueuePublish } = await loadScheduleDrafts()
    await enqueuePublish(userId, update, from)
  } catch {
    return false
  }
  void syncBookNow().catch(() => undefined)
  return true
}

function getFailureText(refusal: ApiRefusal): string {
  return isNetworkError(refusal) ? 'Failed to save changes' : refusal.error
}
