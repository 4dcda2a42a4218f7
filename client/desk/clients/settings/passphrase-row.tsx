import { useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { onLock } from '#client/encryption/lock-state.ts'
import { isSealedHere } from '#client/encryption/sealed-flag.ts'
import { Switch } from '#client/ui/controls/switch.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { PassphraseDialog } from './passphrase-dialog.tsx'
import styles from './passphrase-row.module.css'
import type { Wish } from './use-passphrase.ts'

export function useSealed(userId: string): boolean {
  return useSyncExternalStore(onLock, () => isSealedHere(userId))
}

/** The lock of this device: on or off, and what opens it. */
export function PassphraseRow({ userId, ready }: { userId: string; ready: boolean }) {
  const sealed = useSealed(userId)
  const dialog = useRef<HTMLDialogElement>(null)
  const [wish, setWish] = useState<Wish>('set')
  const ask = (next: Wish) => {
    setWish(next)
    dialog.current?.showModal()
  }
  return (
    <div>
      <div className={styles.row}>
        <div>
          <b>Lock with a passphrase</b>
          <p>{sealed ? LOCKS : WOULD}</p>
          {sealed ? (
            <TextAction onClick={() => ask('change')}>Change the passphrase</TextAction>
          ) : null}
        </div>
        <Switch checked={sealed} disabled={!ready} onChange={() => ask(sealed ? 'remove' : 'set')}>
          <VisuallyHidden>Lock with a passphrase</VisuallyHidden>
        </Switch>
      </div>
      {createPortal(<PassphraseDialog ref={dialog} userId={userId} wish={wish} />, document.body)}
    </div>
  )
}

const LOCKS =
  'Everything stored here is encrypted. It locks after 15 minutes without use, and when the browser closes.'
const WOULD = 'Everything stored here is encrypted then, and locked while you are away.'
