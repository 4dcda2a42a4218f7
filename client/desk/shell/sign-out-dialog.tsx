import { type RefObject, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { getData, getDataSnapshot, subscribeToData } from '#client/data/data-client.ts'
import { exportUnsynced } from '#client/data/export-unsynced.ts'
import { countUnsynced, type UnsyncedCount } from '#client/data/raw-store.ts'
import { DeskDialog, DialogFoot } from '#client/desk/kit/dialogs/dialog.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './shell.module.css'
import {
  countUnits,
  formatUnsynced,
  formatUnsyncedVerb,
  NOTHING_UNSYNCED,
  withoutDrafts,
} from './shell-text.ts'

/**
 * Rendered into the body: inside the sync panel it would close together with the panel, which
 * closes when a dialog opens.
 */
export function SignOutDialog({ of: leaving }: { of: SignOutState }) {
  return createPortal(<SignOutPrompt of={leaving} />, document.body)
}

/** Asks what to do with unsynced mutations before everything on this device is removed. */
function SignOutPrompt({ of: leaving }: { of: SignOutState }) {
  const { ref, unsynced = NOTHING_UNSYNCED, busy, isOnline, hasSyncFailed } = leaving
  const changes = formatUnsynced(unsynced)
  const sendable = withoutDrafts(unsynced)
  if (countUnits(unsynced) === 0)
    return (
      <DeskDialog ref={ref} title="Remove all data from this device?">
        <p className={styles.text}>
          You will be signed out, and clients, journeys, bookings and forms will be removed from
          this device. All changes are synced, so nothing is lost.
        </p>
        <DialogFoot>
          <Button small variant="ghost" onClick={() => ref.current?.close()}>
            Cancel
          </Button>
          <Button small variant="danger" busy={busy === 'leaving'} onClick={leaving.signOut}>
            Sign out and remove
          </Button>
        </DialogFoot>
      </DeskDialog>
    )
  return (
    <DeskDialog ref={ref} title={`${formatUnsyncedVerb(unsynced)} only on this device`}>
      <p className={styles.text}>
        Signing out removes everything from this device. Unsynced changes would be lost.
        {unsynced.documents > 0 ? ' A downloaded copy has no documents in it.' : null}
        {unsynced.drafts > 0
          ? ' Drafts were never saved and are on no other device. Save them first.'
          : null}
      </p>
      <p className={styles.failed} role="status">
        {hasSyncFailed
          ? `${formatUnsynced(sendable)} could not be synced: the server did not answer.`
          : null}
      </p>
      <DialogFoot>
        {countUnits(sendable) === 0 ? (
          <Button small onClick={() => ref.current?.close()}>
            Stay signed in
          </Button>
        ) : isOnline ? (
          <Button small busy={busy === 'syncing'} onClick={leaving.sync}>
            Sync now
          </Button>
        ) : (
          <Button small aria-disabled="true">
            Sync when online
          </Button>
        )}
        <Button small variant="ghost" onClick={leaving.downloadUnsynced}>
          Download a copy
        </Button>
        <Button small variant="danger" busy={busy === 'leaving'} onClick={leaving.signOut}>
          {`Discard ${changes}`}
        </Button>
      </DialogFoot>
    </DeskDialog>
  )
}

export interface SignOutState {
  ref: RefObject<HTMLDialogElement | null>
  /** What only this device has; undefined until it is counted. */
  unsynced: UnsyncedCount | undefined
  busy: 'syncing' | 'leaving' | undefined
  isOnline: boolean
  /** The last sync did not bring all mutations to the server. */
  hasSyncFailed: boolean
  /** Signs out at once if nothing would be lost, otherwise asks. */
  signOutOrConfirm: () => void
  /** Asks in any case. */
  confirm: () => void
  sync: () => void
  downloadUnsynced: () => void
  signOut: () => void
}

/** Signing out of this device without losing mutations silently. */
export function useSignOut(signOut: () => Promise<void>): SignOutState {
  const ref = useRef<HTMLDialogElement>(null)
  const [unsent, setUnsent] = useState<UnsyncedCount>()
  const [busy, setBusy] = useState<SignOutState['busy']>()
  const [failed, setFailed] = useState(false)
  const online = useOnline()
  // A failure over the previous connection says nothing about this one.
  useEffectOn(online, () => setFailed(false))
  const { version, state } = useSyncExternalStore(subscribeToData, getDataSnapshot)
  // A sync may have sent in the meantime what the open dialog counts.
  useEffectOn(`${version} ${state.pending} ${state.sync}`, () => {
    if (ref.current?.open && busy === undefined) void countOwnerUnsynced().then(setUnsent)
  })
  const { run } = useOneAtATime()
  const leave = async () => {
    setBusy('leaving')
    await signOut()
  }
  /** With `sure`, signs out without a question if nothing would be lost. */
  const begin = async (sure: boolean) => {
    setFailed(false)
    const unsynced = await countOwnerUnsynced()
    if (sure && countUnits(unsynced) === 0) return leave()
    setUnsent(unsynced)
    ref.current?.showModal()
  }
  const sync = async () => {
    setBusy('syncing')
    const unsynced = await syncAndCountUnsynced()
    setUnsent(unsynced)
    setFailed(countUnits(withoutDrafts(unsynced)) > 0)
    setBusy(undefined)
  }
  return {
    ...{ ref, unsynced: unsent, busy, isOnline: online, hasSyncFailed: failed },
    signOutOrConfirm: () => void run(() => begin(true)),
    confirm: () => void run(() => begin(false)),
    sync: () => void run(sync),
    downloadUnsynced: () => void downloadUnsynced(),
    signOut: () => void run(leave),
  }
}

async function syncAndCountUnsynced(): Promise<UnsyncedCount> {
  await getData()
    .sync.run()
    .catch(() => undefined)
  return countOwnerUnsynced()
}

async function countOwnerUnsynced(): Promise<UnsyncedCount> {
  const owner = getStoredOwner()
  return owner ? countUnsynced(owner.userId) : NOTHING_UNSYNCED
}

async function downloadUnsynced(): Promise<void> {
  const owner = getStoredOwner()
  if (!owner) return
  const day = new Date(systemClock()).toISOString().slice(0, 10)
  await saveFile({ blob: await exportUnsynced(owner.userId), name: `unsynced-changes-${day}.json` })
}
