import { type RefObject, useRef, useState } from 'react'
import { book } from '#client/book/page-book.ts'
import { countUnsent } from '#client/book/store/raw-store.ts'
import { unsentFile } from '#client/book/unsent.ts'
import { systemClock } from '#client/lib/clock.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useOnline } from '#client/lib/use-online.ts'

export interface Leave {
  ref: RefObject<HTMLDialogElement | null>
  /** Edits that only this device has; undefined until they were counted. */
  unsent: number | undefined
  busy: 'syncing' | 'leaving' | undefined
  online: boolean
  /** The last try did not bring all of them to the server. */
  failed: boolean
  /** Leaves where nothing would be lost, and asks where something would. */
  start: () => void
  /** Asks in any case. */
  ask: () => void
  sync: () => void
  download: () => void
  leave: () => void
}

/** The way off this device: nothing that was typed goes without a word. */
export function useLeave(signOut: () => Promise<void>): Leave {
  const ref = useRef<HTMLDialogElement>(null)
  const [unsent, setUnsent] = useState<number>()
  const [busy, setBusy] = useState<Leave['busy']>()
  const [failed, setFailed] = useState(false)
  const online = useOnline()
  // What was tried over another connection says nothing of this one.
  useEffectOn(online, () => setFailed(false))
  const leave = async () => {
    setBusy('leaving')
    await signOut()
  }
  /** Where nothing would be lost, `sure` needs no question. */
  const begin = async (sure: boolean) => {
    setFailed(false)
    const left = await countHere()
    if (sure && left === 0) return leave()
    setUnsent(left)
    ref.current?.showModal()
  }
  const sync = async () => {
    setBusy('syncing')
    const left = await syncAndCount()
    setUnsent(left)
    setFailed(left > 0)
    setBusy(undefined)
  }
  return {
    ...{ ref, unsent, busy, online, failed },
    start: () => void begin(true),
    ask: () => void begin(false),
    sync: () => void sync(),
    download: () => void download(),
    leave: () => void leave(),
  }
}

async function syncAndCount(): Promise<number> {
  await book()
    .sync()
    .catch(() => undefined)
  return countHere()
}

async function countHere(): Promise<number> {
  const owner = ownerHere()
  return owner ? countUnsent(owner.userId) : 0
}

async function download(): Promise<void> {
  const owner = ownerHere()
  if (!owner) return
  const day = new Date(systemClock()).toISOString().slice(0, 10)
  await saveFile({ blob: await unsentFile(owner.userId), name: `unsynced-changes-${day}.json` })
}
