import { type RefObject, useEffect, useRef, useState } from 'react'
import type {
  DraftsChange,
  ScheduleBase,
  UnpublishedSchedule,
} from '#client/book/schedule/schedule-drafts.ts'
import {
  loadScheduleDrafts,
  syncBookNow,
  syncBookSoon,
} from '#client/book/schedule/schedule-sync.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { type DraftParts, listDraftedParts } from '#shared/schedule/schedule-drafts.ts'

interface DraftStore {
  drafts: DraftParts
  base: ScheduleBase | undefined
  /** The drafts and the publish queue as stored on this device. */
  unpublished: UnpublishedSchedule | undefined
  /** False until the stored work has been read: an edit before that would overwrite it. */
  isReady: boolean
  /** Whether the device fails to store the drafts. */
  isNotStored: boolean
  setDrafts: (drafts: DraftParts, since: ScheduleBase) => void
}

interface LocalDrafts {
  drafts: DraftParts
  base: ScheduleBase | undefined
}

/**
 * The drafts of all the owner's devices, stored on this device. They survive a reload and being
 * offline.
 */
export function useDraft(): DraftStore {
  const { work, failed } = useUnpublishedSchedule()
  const [localDrafts, setLocalDrafts] = useState<LocalDrafts>()
  const [isNotStored, setIsNotStored] = useState(false)
  const writing = useRef(Promise.resolve())
  const isUnmounted = useIsUnmounted()
  const reportResult = (failed: boolean) => {
    if (!isUnmounted.current) setIsNotStored(failed)
  }
  // Edits are shown at once; the stored drafts replace them only after every write has ended.
  const pending = useRef(0)
  useEffectOn(work, () => {
    if (pending.current === 0 && !isNotStored) setLocalDrafts(undefined)
  })
  const { drafts, base } = localDrafts ?? work ?? NO_DRAFTS
  const put = (after: DraftParts, from: ScheduleBase) => {
    const newBase = listDraftedParts(after).length > 0 ? (base ?? from) : undefined
    setLocalDrafts({ drafts: after, base: newBase })
    const userId = getStoredOwner()?.userId
    if (!userId) return
    pending.current += 1
    writing.current = writing.current
      .then(() => storeDrafts(userId, { before: drafts, after, base: newBase }))
      .then(
        () => reportResult(false),
        () => reportResult(true),
      )
      .finally(() => {
        pending.current -= 1
        syncBookSoon()
      })
  }
  return {
    drafts,
    base,
    unpublished: work,
    isReady: work !== undefined || failed,
    isNotStored,
    setDrafts: put,
  }
}

const NO_DRAFTS: LocalDrafts = { drafts: {}, base: undefined }

function useUnpublishedSchedule(): { work: UnpublishedSchedule | undefined; failed: boolean } {
  const [work, setWork] = useState<UnpublishedSchedule>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const userId = getStoredOwner()?.userId
    if (!userId) return setFailed(true)
    let end = () => {}
    let isUnmounted = false
    const watch = async () => {
      const { readUnpublishedSchedule, watchUnpublishedSchedule } = await loadScheduleDrafts()
      const work = await readUnpublishedSchedule(userId)
      if (isUnmounted) return
      setWork(work)
      end = watchUnpublishedSchedule(userId, setWork)
    }
    // If the device cannot store anything, editing still works with a connection.
    watch().catch(() => {
      if (!isUnmounted) setFailed(true)
    })
    // A failed sync is repeated later; nothing here depends on it.
    syncBookNow().catch(() => undefined)
    return () => {
      isUnmounted = true
      end()
    }
  }, [])
  return { work, failed }
}

async function storeDrafts(userId: string, change: DraftsChange): Promise<void> {
  const { saveDrafts } = await loadScheduleDrafts()
  await saveDrafts(userId, change)
}

/** Whether the component is unmounted, so that late results do not set its state. */
function useIsUnmounted(): Readonly<RefObject<boolean>> {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}
