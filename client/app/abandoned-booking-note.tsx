import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  type AbandonedBooking,
  clearAbandonedBooking,
  readAbandonedBooking,
} from '#client/lib/device/abandoned-booking.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import styles from './update-note.module.css'

/** Once online again, links back to a booking that could not continue to its payment. */
export function AbandonedBookingNote() {
  const unfinished = useAbandonedBooking()
  return unfinished ? <Note {...unfinished} /> : null
}

function Note({ path, service }: AbandonedBooking) {
  const [closed, setClosed] = useState(false)
  const text = `You are back online. Your booking of ${service} is saved here.`
  useEffect(() => announce(text), [text])
  if (closed) return null
  const forget = () => {
    clearAbandonedBooking()
    setClosed(true)
  }
  return (
    <section
      className={`${layout.spaceBetween} ${styles.note}`}
      aria-label="Unfinished booking"
      data-ground="dark"
      data-print="off"
    >
      <p>{text}</p>
      <div className={styles.actions}>
        <ButtonLink variant="cream" small to={path}>
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
function useAbandonedBooking(): AbandonedBooking | undefined {
  const { pathname } = useLocation()
  const [unfinished, setUnfinished] = useState<AbandonedBooking>()
  useEffect(() => {
    const look = () => setUnfinished(navigator.onLine ? readAbandonedBooking() : undefined)
    look()
    addEventListener('online', look)
    return () => removeEventListener('online', look)
  }, [])
  return unfinished?.path.startsWith(`${pathname}?`) ? undefined : unfinished
}
