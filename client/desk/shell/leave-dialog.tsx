import { type RefObject, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { book } from '#client/book/page-book.ts'
import { countUnsent } from '#client/book/store/raw-store.ts'
import { unsentFile } from '#client/book/unsent.ts'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './leave-dialog.module.css'

/**
 * Rendered into the body: inside the sync panel it would close together with the panel, which
 * closes when a dialog opens.
 */
export function LeaveDialog({ of: leaving }: { of: Leave }) {
  return createPortal(<Question of={leaving} />, document.body)
}

/** Asks what to do with unsynced mutations before everything on this device is removed. */
function Question({ of: leaving }: { of: Leave }) {
  const { ref, unsent = 0, busy, online, failed } = leaving
  const changes = unsent === 1 ? '1 change' : `${unsent} changes`
  if (unsent === 0)
    return (
      <DeskDialog ref={ref} title="Remove all data from this device?">
        <p className={styles.words}>
          You will be signed out, and clients, bookings and forms will be removed from this device.
          All changes are synced, so nothing is lost.
        </p>
        <div className={`${kit.rowEnd} ${styles.actions}`}>
          <Button small variant="ghost" onClick={() => ref.current?.close()}>
            Cancel
          </Button>
          <Button small variant="danger" busy={busy === 'leaving'} onClick={leaving.leave}>
            Sign out and remove
          </Button>
        </div>
      </DeskDialog>
    )
  const are = unsent === 1 ? 'is' : 'are'
  return (
    <DeskDialog ref={ref} title={`${changes} ${are} only on this device`}>
      <p className={styles.words}>
        Signing out removes everything from this device. Unsynced changes would be lost.
      </p>
      <p className={styles.failed} role="status">
        {failed ? `${changes} could not be synced: the server did not answer.` : null}
      </p>
      <div className={`${kit.rowEnd} ${styles.actions}`}>
        {online ? (
          <Button small busy={busy === 'syncing'} onClick={leaving.sync}>
            Sync now
          </Button>
        ) : (
          <Button small aria-disabled="true">
            Sync when online
          </Button>
        )}
        <Button small variant="ghost" onClick={leaving.download}>
          Download a copy
        </Button>
        <Button small variant="danger" busy={busy === 'leaving'} onClick={leaving.leave}>
          {`Discard ${changes}`}
        </Button>
      </div>
    </DeskDialog>
  )
}

export interface Leave {
  ref: RefObject<HTMLDialogElement | null>
  /** Mutations that only this device has; undefined until they are counted. */
  unsent: number | undefined
  busy: 'syncing' | 'leaving' | undefined
  online: boolean
  /** The last sync did not bring all mutations to the server. */
  failed: boolean
  /** Signs out at once if nothing would be lost, otherwise asks. */
  start: () => void
  /** Asks in any case. */
  ask: () => void
  sync: () => void
  download: () => void
  leave: () => void
}

/** Signing out of this device without losing mutations silently. */
export function useLeave(signOut: () => Promise<void>): Leave {
  const ref = useRef<HTMLDialogElement>(null)
  const [unsent, setUnsent] = useState<number>()
  const [busy, setBusy] = useState<Leave['busy']>()
  const [failed, setFailed] = useState(false)
  const online = useOnline()
  // A failure over the previous connection says nothing about this one.
  useEffectOn(online, () => setFailed(false))
  const leave = async () => {
    setBusy('leaving')
    await signOut()
  }
  /** With `sure`, signs out without a question if nothing would be lost. */
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
