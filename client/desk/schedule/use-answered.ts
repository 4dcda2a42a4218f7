import { useEffect, useRef } from 'react'
import { safeParse } from 'valibot'
import type { ScheduleWork } from '#client/book/schedule/work.ts'
import { scheduleWork } from '#client/book/schedule/work-later.ts'
import type { ScheduleAnswer } from '#client/book/sync/push.ts'
import { contentIn } from '#client/book/sync/republish.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'
import { type OwnerSchedule, updateSchedule } from '#shared/schedule/desk-api.ts'
import type { DraftParts } from '#shared/schedule/drafts.ts'
import { baseOf, lostWork } from './draft.ts'
import type { NoticeState } from './use-notice.ts'

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
export function useAnswered(parts: AnsweredParts): void {
  const { work, desk, server } = parts
  const answer = work?.answer
  const asked = useRef<ScheduleAnswer>(undefined)
  const done = useRef<ScheduleAnswer>(undefined)
  const since = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer and what the server says now are all that counts.
  useEffect(() => {
    // The disk takes a moment to let go of it.
    if (!answer || done.current === answer) return
    const show = () => {
      done.current = answer
      shown(parts, answer)
    }
    if (answer.status === 'applied') return show()
    // What it is shown beside has to be as new as the answer.
    if (asked.current !== answer) {
      asked.current = answer
      since.current = systemClock()
      desk.reload()
      return
    }
    if (desk.state === 'fresh' && (desk.asOf ?? 0) >= since.current) show()
  }, [answer, server, desk.state, desk.asOf])
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
