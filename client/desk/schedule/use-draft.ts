import { type RefObject, useEffect, useRef, useState } from 'react'
import { exchangeNow, exchangeSoon, scheduleWork } from '#client/book/schedule/sync.ts'
import type { DraftsChange, ScheduleWork, Since } from '#client/book/schedule/work.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { type DraftParts, namesOf } from '#shared/schedule/drafts.ts'

interface KeptDraft {
  drafts: DraftParts
  since: Since | undefined
  /** The drafts and the publish queue as stored on this device. */
  work: ScheduleWork | undefined
  /** False until the stored work has been read: an edit before that would overwrite it. */
  ready: boolean
  /** Whether the device fails to store the drafts. */
  unkept: boolean
  put: (drafts: DraftParts, since: Since) => void
}

interface Held {
  drafts: DraftParts
  since: Since | undefined
}

/**
 * The drafts of all the owner's devices, stored on this device. They survive a reload and being
 * offline.
 */
export function useDraft(): KeptDraft {
  const { work, failed } = useWork()
  const [held, setHeld] = useState<Held>()
  const [unkept, setUnkept] = useState(false)
  const writing = useRef(Promise.resolve())
  const left = useLeft()
  const tell = (failed: boolean) => {
    if (!left.current) setUnkept(failed)
  }
  // Edits are shown at once; the stored drafts replace them only after every write has ended.
  const pending = useRef(0)
  useEffectOn(work, () => {
    if (pending.current === 0 && !unkept) setHeld(undefined)
  })
  const { drafts, since } = held ?? work ?? NOTHING
  const put = (after: DraftParts, from: Since) => {
    const kept = namesOf(after).length > 0 ? (since ?? from) : undefined
    setHeld({ drafts: after, since: kept })
    const userId = ownerHere()?.userId
    if (!userId) return
    pending.current += 1
    writing.current = writing.current
      .then(() => keep(userId, { before: drafts, after, since: kept }))
      .then(
        () => tell(false),
        () => tell(true),
      )
      .finally(() => {
        pending.current -= 1
        exchangeSoon()
      })
  }
  return { drafts, since, work, ready: work !== undefined || failed, unkept, put }
}

const NOTHING: Held = { drafts: {}, since: undefined }

function useWork(): { work: ScheduleWork | undefined; failed: boolean } {
  const [work, setWork] = useState<ScheduleWork>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const userId = ownerHere()?.userId
    if (!userId) return setFailed(true)
    let end = () => {}
    let left = false
    const watch = async () => {
      const { readScheduleWork, watchScheduleWork } = await scheduleWork()
      const work = await readScheduleWork(userId)
      if (left) return
      setWork(work)
      end = watchScheduleWork(userId, setWork)
    }
    // If the device cannot store anything, editing still works with a connection.
    watch().catch(() => {
      if (!left) setFailed(true)
    })
    // A failed sync is repeated later; nothing here depends on it.
    exchangeNow().catch(() => undefined)
    return () => {
      left = true
      end()
    }
  }, [])
  return { work, failed }
}

async function keep(userId: string, change: DraftsChange): Promise<void> {
  const { keepDrafts } = await scheduleWork()
  await keepDrafts(userId, change)
}

/** Whether the component is unmounted, so that late results do not set its state. */
function useLeft(): Readonly<RefObject<boolean>> {
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return left
}
