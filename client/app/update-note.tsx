import { useEffect, useState } from 'react'
import { hasUnsentInput } from '#client/lib/device/use-typing-lock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import styles from './root-layout.module.css'

const stateTexts = {
  later: { text: '', action: '' },
  offered: { text: 'A new version of this site is ready.', action: 'Reload' },
  typed: {
    text: 'You have an unfinished form. It is saved on this device.',
    action: 'Reload now',
  },
  taking: { text: 'Anything being sent is finished first.', action: 'Reloading...' },
}

/** Offers the new version; asks again if a tab has unsent text. */
export function UpdateNote({ activate }: { activate: () => Promise<void> }) {
  const [state, setState] = useState<keyof typeof stateTexts>('offered')
  const { text, action } = stateTexts[state]
  useEffect(() => announce(text), [text])
  if (state === 'later') return null
  const reload = async () => {
    if (state === 'offered' && (await hasUnsentInput())) return setState('typed')
    setState('taking')
    // Its script may be gone from the server and not be precached.
    await activate().catch(() => location.reload())
  }
  return (
    <section
      className={`split ${styles.note}`}
      aria-label="New version"
      data-ground="dark"
      data-print="off"
    >
      <p>{text}</p>
      <div className={styles.actions}>
        <Button variant="cream" small busy={state === 'taking'} onClick={() => void reload()}>
          {action}
        </Button>
        {state === 'taking' ? null : (
          <Button variant="ghost" small onClick={() => setState('later')}>
            Later
          </Button>
        )}
      </div>
    </section>
  )
}
