import { useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { urlOf } from '#client/lib/data/api.ts'
import { useSiteConfig } from '#client/lib/data/use-site-config.ts'
import { useOnline } from '#client/lib/use-online.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import { NetBar } from '#client/ui/net-bar.tsx'
import { type BookingView, bookingCalendar } from '#shared/booking/api.ts'
import styles from './manage-booking.module.css'
import { ManageCancel } from './manage-cancel.tsx'
import { ManageFacts } from './manage-facts.tsx'
import { ManageFrame } from './manage-frame.tsx'
import { ManageMove } from './manage-move.tsx'
import { chooseAgainPath, mailAbout } from './manage-ways-on.ts'
import { type ManageWords, manageWords } from './manage-words.ts'
import type { BookingKey, ManagedBooking } from './use-managed-booking.ts'

interface ManageBookingProps {
  booking: BookingView
  managed: ManagedBooking
  access: BookingKey
  /** Opens the payment of a held time. */
  pay: () => void
  /** The payment was made a moment ago. */
  paid: boolean
}

type Notice = 'moved' | 'agreed' | 'cancelled' | 'paid'

export function ManageBooking({ booking, managed, paid, ...rest }: ManageBookingProps) {
  const [moving, setMoving] = useState(false)
  const [notice, setNotice] = useState<Notice | undefined>(paid ? 'paid' : undefined)
  const online = useOnline()
  const words = manageWords(booking, systemClock())
  const heading = useRef<HTMLHeadingElement>(null)
  const ended = (end: Notice | undefined) => {
    setMoving(false)
    setNotice(end)
    // The button that was pressed is gone.
    heading.current?.focus()
  }
  return (
    <>
      <NetBar offline={!online}>
        You are offline. You can read this page; changes need a connection.
      </NetBar>
      <ManageFrame booking={booking} status={words.status}>
        <div className={styles.stack}>
          <header>
            <h2 ref={heading} tabIndex={-1} className={styles.title}>
              {words.title}
            </h2>
            <p className={styles.lead}>{words.lead}</p>
          </header>
          {notice ? <Noticed notice={notice} /> : null}
          {booking.demo ? <DemoMark /> : null}
          <ManageFacts booking={booking} />
          {moving && words.mayMove ? (
            <ManageMove
              booking={booking}
              managed={managed}
              close={() => ended(undefined)}
              done={() => ended(booking.status === 'confirmed' ? 'moved' : 'agreed')}
            />
          ) : (
            <Choices
              {...{ booking, managed, words, online, ...rest }}
              startMoving={() => {
                setNotice(undefined)
                setMoving(true)
              }}
              cancelled={() => ended('cancelled')}
            />
          )}
        </div>
      </ManageFrame>
    </>
  )
}

const notices: Record<Notice, string> = {
  moved: 'Your booking was moved.',
  agreed: 'Your time is set.',
  cancelled: 'Your booking was cancelled.',
  paid: 'Payment Successful!',
}

/** What was just done; whether a mail tells of it too depends on the installation. */
function Noticed({ notice }: { notice: Notice }) {
  const config = useSiteConfig()
  return (
    <Banner tone="ok" title={notices[notice]}>
      {config?.mail ? 'We write to you about it, with a calendar file.' : null}
    </Banner>
  )
}

interface ChoicesProps extends Omit<ManageBookingProps, 'paid'> {
  words: ManageWords
  online: boolean
  startMoving: () => void
  cancelled: () => void
}

function Choices({ booking, managed, access, words, online, ...on }: ChoicesProps) {
  const untimed = booking.status === 'needs_new_time'
  const stands = !untimed && (words.mayMove || (words.byMail && booking.status === 'confirmed'))
  return (
    <div className={styles.choices} data-print="off">
      {words.again === 'pay' ? (
        <Button onClick={on.pay} disabled={!online} arrow>
          Continue to payment
        </Button>
      ) : null}
      {words.again === 'choose' ? (
        <ButtonLink to={chooseAgainPath(booking)} arrow>
          Choose another time
        </ButtonLink>
      ) : null}
      {words.mayMove ? (
        <Button onClick={on.startMoving} disabled={!online} arrow>
          {untimed ? 'Choose a time' : 'Move to another time'}
        </Button>
      ) : null}
      {words.byMail ? (
        <ButtonLink href={mailAbout(booking)} variant={untimed ? 'ghost' : 'primary'}>
          Write to us
        </ButtonLink>
      ) : null}
      {stands ? (
        <ButtonLink variant="ghost" href={urlOf(bookingCalendar, access)} download>
          Add to calendar
        </ButtonLink>
      ) : null}
      {words.mayCancel ? (
        <ManageCancel booking={booking} managed={managed} disabled={!online} done={on.cancelled} />
      ) : null}
    </div>
  )
}
