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

/** How long a success is told, milliseconds. */
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

/** What came of the last press: a success goes by itself, a failure stays until the next. */
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

/** Has the server read the owner's calendar now; then everything is loaded anew. */
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
  /** Both sides are to be shown. */
  changed: () => void
  put: (drafts: DraftParts) => void
}

/** Shows, once, what came of a schedule that was saved without a connection. */
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
    // The disk takes a moment to let go of it.
    if (!answer || done.current === answer) return
    if (answer.status === 'applied') return tell(answer)
    // What it is shown beside has to be as new as the answer.
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
  // What is shown twice does no harm.
  void scheduleWork()
    .then(({ dropAnswer }) => dropAnswer(userId))
    .catch(() => undefined)
}

const KEPT = 'Your changes are kept on this device.'

/** A restored server does not know the work that had been published, nor does the record of drafts. */
function findLost({ work, server, put }: AnsweredParts, answer: ScheduleAnswer): void {
  const update = contentIn(answer.update)
  if (!work || !server || !update || answer.baseEpoch === server.epoch) return
  const about = { base: baseOf(server), epoch: answer.baseEpoch, now: systemClock() }
  put({ ...lostWork(update, about), ...work.drafts })
}

interface PublishParts {
  notice: NoticeState
  work: ScheduleWork | undefined
  /** Said beside a failure: what has become of the changes. */
  keptWords: string
  saved: (schedule: OwnerSchedule, at: number) => void
  /** The server has an answer that was not known here. */
  changed: () => void
  reload: () => void
}

/** Sends the week and its settings; what was changed there meanwhile is the server's to merge. */
function usePublish(parts: PublishParts) {
  const { notice, work, keptWords, saved, changed, reload } = parts
  const [saving, setSaving] = useState(false)

  const send = async (wanted: ScheduleContent, base: Base) => {
    const { version, epoch } = base
    const device = work?.deviceName
    const update = { ...wireOf(outgoing(wanted)), ...(device && { device }) }
    // What comes now has to come after what waits to be published.
    if (work?.queued && (await isKept(update, base))) return
    const answer = await call(updateSchedule, { ...update, version, epoch })
    if (answer.ok) {
      saved(answer.value, systemClock())
      notice.succeed('Schedule saved successfully')
      return
    }
    // Whether it arrived or not: published again, the same changes nothing.
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

/** What of the owner's schedule goes out. */
function outgoing(content: ScheduleContent): ScheduleContent {
  return publishable(content, wallOf(systemClock(), content.timeZone).date)
}

/** Whether this device keeps it, to be published when it can be. */
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
