import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { safeParse } from 'valibot'
import { contentIn } from '#client/book/schedule/republish.ts'
import { exchangeNow, scheduleWork } from '#client/book/schedule/sync.ts'
import type { ScheduleWork } from '#client/book/schedule/work.ts'
import type { ScheduleAnswer } from '#client/book/sync/push.ts'
import { type DeskData, useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { syncNow } from '#client/desk/shell/sync-state.ts'
import { systemClock } from '#client/lib/clock.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { type ApiRefusal, call, isNoAnswer } from '#client/lib/data/api.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { scheduleProblems } from '#shared/schedule/checks.ts'
import {
  getScheduleSettings,
  type OwnerSchedule,
  updateSchedule,
  wireOf,
} from '#shared/schedule/desk-api.ts'
import type { DraftParts } from '#shared/schedule/drafts.ts'
import { syncIcal } from '#shared/schedule/feed-api.ts'
import { changedParts, type PartName, type ScheduleContent } from '#shared/schedule/merge.ts'
import {
  type Base,
  baseOf,
  decided,
  edited,
  lostWork,
  type Standing,
  standingOf,
  without,
} from './draft.ts'
import { publishable } from './edits.ts'
import { useDraft } from './use-draft.ts'

export interface ScheduleEditor {
  desk: DeskData<OwnerSchedule>
  server: OwnerSchedule | undefined
  standing: Standing
  content: ScheduleContent
  /** The drafts and the publish queue as stored on this device; undefined if it stores nothing. */
  work: ScheduleWork | undefined
  dirty: boolean
  ready: boolean
  unkept: boolean
  busy: 'saving' | 'syncing' | undefined
  notice: NoticeState
  /** Whether the page asks the owner to resolve conflicts. */
  asking: boolean
  edit: (content: ScheduleContent) => void
  save: () => Promise<void>
  sync: () => Promise<void>
  /** Resolves the conflicts with the owner's choice, or with the server's schedule if undefined. */
  settle: (content: ScheduleContent | undefined) => Promise<void>
  /** Deletes the drafts of these parts. */
  discard: (parts: readonly PartName[]) => void
  askLater: (later: boolean) => void
}

/** The server's schedule, the drafts based on it, and the commands for both. */
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

/** Whether there are changes that are neither published nor queued for publishing. */
function isDirty({ base, draft }: Standing, queued: ScheduleContent | undefined): boolean {
  if (!queued) return draft !== undefined
  return changedParts(queued, outgoing(draft?.content ?? base.content)).length > 0
}

/** The server's latest schedule, from a fetch or from the answer to a save. */
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

/** Moves the focus to the first invalid slot, which already shows its message. */
function focusProblem(): void {
  document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus()
}

function keptWords(unkept: boolean): string {
  return unkept
    ? 'This browser does not keep your changes; leave the page open.'
    : 'Your changes are kept on this device.'
}

/** How long a success message is shown, milliseconds. */
const SUCCESS = 3000

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
    const timer = setTimeout(() => setCurrent(undefined), SUCCESS)
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
function useSync(notice: NoticeState) {
  const [syncing, setSyncing] = useState(false)
  const sync = async () => {
    setSyncing(true)
    notice.clear()
    const answer = await call(syncIcal, {})
    setSyncing(false)
    if (answer.ok) notice.succeed('Calendar synced successfully')
    else notice.fail('Failed to sync calendar', detailOf(answer.refusal.error))
    syncNow()
  }
  return { syncing, sync }
}

function detailOf(error: string): string | undefined {
  return error === syncIcal.failure ? undefined : error
}

interface AnsweredParts {
  work: ScheduleWork | undefined
  desk: DeskData<OwnerSchedule>
  server: OwnerSchedule | undefined
  notice: NoticeState
  take: (schedule: OwnerSchedule, at: number) => void
  /** Lets the page ask about the conflicts again. */
  changed: () => void
  put: (drafts: DraftParts) => void
}

/** Reports, once, the server's answer to a schedule that was queued for publishing. */
function useAnswered(parts: AnsweredParts): void {
  const { work, desk, server } = parts
  const answer = work?.answer
  const asked = useRef<ScheduleAnswer>(undefined)
  const done = useRef<ScheduleAnswer>(undefined)
  const since = useRef(0)
  const { state, asOf = 0, reload } = desk
  const tell = useEffectEvent((answer: ScheduleAnswer) => {
    done.current = answer
    shown(parts, answer)
  })
  useEffect(() => {
    // An answer that was reported stays in `work` until its deletion is stored.
    if (!answer || done.current === answer) return
    if (answer.status === 'applied') return tell(answer)
    // A conflict or refusal is reported only beside a server schedule at least as new as the
    // answer.
    if (asked.current !== answer) {
      asked.current = answer
      since.current = systemClock()
      reload()
      return
    }
    if (server && state === 'fresh' && asOf >= since.current) tell(answer)
  }, [answer, server, state, asOf, reload])
}

function shown(parts: AnsweredParts, answer: ScheduleAnswer): void {
  const { notice, take, changed } = parts
  if (answer.status === 'applied') {
    const saved = safeParse(updateSchedule.output, answer.answer)
    if (saved.success) take(saved.output, systemClock())
    notice.succeed('Schedule saved successfully')
  } else if (answer.status === 'conflict') {
    findLost(parts, answer)
    changed()
  } else notice.fail(answer.reason || 'Failed to update schedule', KEPT)
  const userId = ownerHere()?.userId
  if (!userId) return
  // The deletion may fail: reporting an answer twice does no harm.
  void scheduleWork()
    .then(({ dropAnswer }) => dropAnswer(userId))
    .catch(() => undefined)
}

const KEPT = 'Your changes are kept on this device.'

/**
 * After a restore from a backup, the server has neither the changes that were published before nor
 * their drafts. Turns them into drafts again.
 */
function findLost({ work, server, put }: AnsweredParts, answer: ScheduleAnswer): void {
  const update = contentIn(answer.update)
  if (!work || !server || !update || answer.baseEpoch === server.epoch) return
  const about = { base: baseOf(server), epoch: answer.baseEpoch, now: systemClock() }
  put({ ...lostWork(update, about), ...work.drafts })
}

interface PublishParts {
  notice: NoticeState
  work: ScheduleWork | undefined
  /** Added to a failure message: whether the changes are stored. */
  keptWords: string
  saved: (schedule: OwnerSchedule, at: number) => void
  /** The server's schedule has changed in a way that conflicts with the update. */
  changed: () => void
  reload: () => void
}

/** Publishes the schedule. The server merges it with changes that other devices made meanwhile. */
function usePublish(parts: PublishParts) {
  const { notice, work, keptWords, saved, changed, reload } = parts
  const [saving, setSaving] = useState(false)

  const send = async (wanted: ScheduleContent, base: Base) => {
    const { version, epoch } = base
    const device = work?.deviceName
    const update = { ...wireOf(outgoing(wanted)), ...(device && { device }) }
    // If an earlier update is queued, this one must come after it.
    if (work?.queued && (await isKept(update, base))) return
    const answer = await call(updateSchedule, { ...update, version, epoch })
    if (answer.ok) {
      saved(answer.value, systemClock())
      notice.succeed('Schedule saved successfully')
      return
    }
    // Without an answer the update may have arrived or not; publishing it again changes nothing.
    if (isNoAnswer(answer.refusal) && (await isKept(update, base))) return
    if (answer.refusal.code === 'changed') changed()
    else notice.fail(failureOf(answer.refusal), keptWords)
    reload()
  }

  const publish = async (wanted: ScheduleContent, base: Base) => {
    setSaving(true)
    notice.clear()
    await send(wanted, base).finally(() => setSaving(false))
  }
  return { saving, publish }
}

/** The publishable form of a schedule, as of today in its time zone. */
function outgoing(content: ScheduleContent): ScheduleContent {
  return publishable(content, wallOf(systemClock(), content.timeZone).date)
}

/**
 * Stores the update in the publish queue and starts a sync. Resolves to whether it could be stored.
 */
async function isKept(update: ReturnType<typeof wireOf>, from: Base): Promise<boolean> {
  const userId = ownerHere()?.userId
  if (!userId) return false
  try {
    const { queuePublish } = await scheduleWork()
    await queuePublish(userId, update, from)
  } catch {
    return false
  }
  void exchangeNow().catch(() => undefined)
  return true
}

function failureOf(refusal: ApiRefusal): string {
  return isNoAnswer(refusal) ? 'Failed to save changes' : refusal.error
}
