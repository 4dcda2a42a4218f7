import { useState } from 'react'
import { exchangeNow } from '#client/book/schedule/sync.ts'
import type { ScheduleWork } from '#client/book/schedule/work.ts'
import { scheduleWork } from '#client/book/schedule/work-later.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type ApiRefusal, call, isNoAnswer } from '#client/lib/data/api.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { type OwnerSchedule, updateSchedule, wireOf } from '#shared/schedule/desk-api.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import type { Base } from './draft.ts'
import { publishable } from './edits.ts'
import type { NoticeState } from './use-notice.ts'

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
export function usePublish(parts: PublishParts) {
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
export function outgoing(content: ScheduleContent): ScheduleContent {
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
