import { useState } from 'react'
import { type BookingView, bookingCalendar } from '../../shared/booking/api.ts'
import { urlOf } from '../lib/api.ts'
import { systemClock } from '../lib/clock.ts'
import { useOnline } from '../lib/use-online.ts'
import { useSiteConfig } from '../lib/use-site-config.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { DemoMark } from '../ui/demo-mark.tsx'
import { NetBar } from '../ui/net-bar.tsx'
import styles from './manage-booking.module.css'
import { ManageCancel } from './manage-cancel.tsx'
import { ManageFacts } from './manage-facts.tsx'
import { ManagedBookingFrame } from './manage-frame.tsx'
import { ManageMove } from './manage-move.tsx'
import { ManageAgain, ManageByMail } from './manage-ways-on.tsx'
import { type ManageWords, manageWords } from './manage-words.ts'
import type { BookingKey, ManagedBooking } from './use-managed-booking.ts'

interface ManageBookingProps {
  booking: BookingView
  managed: ManagedBooking
  access: BookingKey
}

type Notice = 'moved' | 'cancelled'

export function ManageBooking({ booking, managed, access }: ManageBookingProps) {
  const [moving, setMoving] = useState(false)
  const [notice, setNotice] = useState<Notice>()
  const online = useOnline()
  const words = manageWords(booking, systemClock())
  return (
    <>
      <NetBar offline={!online}>
        You are offline. You can read this page; changes need a connection.
      </NetBar>
      <ManagedBookingFrame booking={booking} status={words.status}>
        <header className={styles.head}>
          <h2 className={styles.title}>{words.title}</h2>
          <p className={styles.lead}>{words.lead}</p>
        </header>
        {notice ? <Noticed notice={notice} /> : null}
        {booking.demo ? <DemoMark /> : null}
        <ManageFacts booking={booking} />
        {moving && words.mayMove ? (
          <ManageMove
            booking={booking}
            managed={managed}
            close={() => setMoving(false)}
            done={() => {
              setMoving(false)
              setNotice('moved')
            }}
          />
        ) : (
          <Choices
            {...{ booking, managed, access, words, online }}
            startMoving={() => {
              setNotice(undefined)
              setMoving(true)
            }}
            cancelled={() => setNotice('cancelled')}
          />
        )}
      </ManagedBookingFrame>
    </>
  )
}

/** What was just done; whether a mail tells of it too depends on the installation. */
function Noticed({ notice }: { notice: Notice }) {
  const config = useSiteConfig()
  const title = notice === 'moved' ? 'Your booking was moved.' : 'Your booking was cancelled.'
  return (
    <Banner tone="ok" title={title}>
      {config?.mail ? 'We write to you about it, with a calendar file.' : null}
    </Banner>
  )
}

interface ChoicesProps extends ManageBookingProps {
  words: ManageWords
  online: boolean
  startMoving: () => void
  cancelled: () => void
}

function Choices({ booking, managed, access, words, online, ...on }: ChoicesProps) {
  const stands = words.mayMove || (words.byMail && booking.status === 'confirmed')
  return (
    <div className={styles.choices} data-print="off">
      {words.again ? <ManageAgain booking={booking} again={words.again} /> : null}
      {words.byMail ? <ManageByMail booking={booking} /> : null}
      {words.mayMove ? (
        <Button onClick={on.startMoving} disabled={!online} arrow>
          Move to another time
        </Button>
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
