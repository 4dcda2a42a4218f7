import { useState } from 'react'
import { wallOf } from '../../shared/lib/zone.ts'
import { type OwnerSchedule, updateSchedule, wireOf } from '../../shared/schedule/desk-api.ts'
import type { ScheduleContent } from '../../shared/schedule/merge.ts'
import { type ApiRefusal, call, isNoAnswer } from '../lib/api.ts'
import { systemClock } from '../lib/clock.ts'
import { publishable } from './edits.ts'
import type { NoticeState } from './use-notice.ts'

interface PublishParts {
  notice: NoticeState
  /** Said beside a failure: what has become of the changes. */
  keptWords: string
  saved: (schedule: OwnerSchedule, at: number) => void
  /** The server has an answer that was not known here. */
  changed: () => void
  reload: () => void
}

/** Sends the week and its settings; what was changed there meanwhile is the server's to merge. */
export function usePublish({ notice, keptWords, saved, changed, reload }: PublishParts) {
  const [saving, setSaving] = useState(false)
  const publish = async (wanted: ScheduleContent, version: number) => {
    setSaving(true)
    notice.clear()
    const today = wallOf(systemClock(), wanted.timeZone).date
    const answer = await call(updateSchedule, { ...wireOf(publishable(wanted, today)), version })
    setSaving(false)
    if (answer.ok) {
      saved(answer.value, systemClock())
      notice.succeed('Schedule saved successfully')
      return
    }
    if (answer.refusal.code === 'changed') changed()
    else notice.fail(failureOf(answer.refusal), keptWords)
    reload()
  }
  return { saving, publish }
}

function failureOf(refusal: ApiRefusal): string {
  return isNoAnswer(refusal) ? 'Failed to save changes' : refusal.error
}
