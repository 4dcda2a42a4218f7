import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { forgetUnfinished, readUnfinished, type Unfinished } from '#client/lib/device/unfinished.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import styles from './update-note.module.css'

/** Once online again, offers the way back to a booking that could not go on to its payment. */
export function BackNote() {
  const unfinished = useUnfinished()
  return unfinished ? <Note {...unfinished} /> : null
}

function Note({ address, service }: Unfinished) {
  const [closed, setClosed] = useState(false)
  const text = `You are back online. Your booking of ${service} is saved here.`
  useEffect(() => announce(text), [text])
  if (closed) return null
  const forget = () => {
    forgetUnfinished()
    setClosed(true)
  }
  return (
    <section
      className={`${layout.between} ${styles.note}`}
      aria-label="Unfinished booking"
      data-ground="dark"
      data-print="off"
    >
      <p>{text}</p>
      <div className={styles.actions}>
        <ButtonLink variant="cream" small to={address}>
          Continue
        </ButtonLink>
        <Button variant="ghost" small onClick={forget}>
          Not now
        </Button>
      </div>
    </section>
  )
}

/** The unfinished booking, if the browser is online and its page is not open. */
function useUnfinished(): Unfinished | undefined {
  const { pathname } = useLocation()
  const [unfinished, setUnfinished] = useState<Unfinished>()
  useEffect(() => {
    const look = () => setUnfinished(navigator.onLine ? readUnfinished() : undefined)
    look()
    addEventListener('online', look)
    return () => removeEventListener('online', look)
  }, [])
  return unfinished?.address.startsWith(`${pathname}?`) ? undefined : unfinished
}
