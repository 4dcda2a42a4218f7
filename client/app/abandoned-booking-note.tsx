import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useOnline } from '#client/lib/browser.ts'
import {
  type AbandonedBooking,
  clearAbandonedBooking,
  readAbandonedBooking,
} from '#client/lib/device/abandoned-booking.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import styles from './root-layout.module.css'

/** While online, links back to a booking that could not continue to its payment. */
export function AbandonedBookingNote() {
  const { abandoned, forget } = useAbandonedBooking()
  return abandoned ? <Note {...abandoned} onDismiss={forget} /> : null
}

interface NoteProps extends AbandonedBooking {
  onDismiss: () => void
}

function Note({ path, service, onDismiss }: NoteProps) {
  const text = `You are back online. Your booking of ${service} is saved here.`
  useEffect(() => announce(text), [text])
  return (
    <section
      className={`split ${styles.note}`}
      aria-label="Unfinished booking"
      data-ground="dark"
      data-print="off"
    >
      <p>{text}</p>
      <div className={styles.actions}>
        <ButtonLink variant="cream" small to={path}>
          Continue
        </ButtonLink>
        <Button variant="ghost" small onClick={onDismiss}>
          Not now
        </Button>
      </div>
    </section>
  )
}

/** The abandoned booking, if the browser is online and its page is not open. */
function useAbandonedBooking() {
  const { pathname } = useLocation()
  const online = useOnline()
  const [abandoned, setAbandoned] = useState<AbandonedBooking>()
  useEffect(() => setAbandoned(online ? readAbandonedBooking() : undefined), [online])
  const forget = () => {
    clearAbandonedBooking()
    setAbandoned(undefined)
  }
  return { abandoned: abandoned?.path.startsWith(`${pathname}?`) ? undefined : abandoned, forget }
}
