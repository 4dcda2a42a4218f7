import { useRef, useState } from 'react'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { isNoAnswer, urlOf } from '#client/lib/data/api.ts'
import { placeFact } from '#client/lib/data/place-fact.tsx'
import { useSiteConfig } from '#client/lib/data/use-call.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import layout from '#client/ui/layout.module.css'
import { NetBar } from '#client/ui/net-bar.tsx'
import { type Fact, Facts } from '#client/ui/page/facts.tsx'
import step from '#client/ui/page/step-head.module.css'
import text from '#client/ui/type.module.css'
import { type BookingView, bookingCalendar } from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { zoneWords } from '#shared/lib/zone.ts'
import { business } from '#shared/site/business.ts'
import styles from './manage.module.css'
import { ManageFrame } from './manage-frame.tsx'
import { ManageMove } from './manage-move.tsx'
import { type ManageWords, manageWords, meetingTimes, refundSentence } from './manage-words.ts'
import type { BookingKey, ChangeEnd, ManagedBooking } from './use-managed-booking.ts'

interface ManageBookingProps {
  booking: BookingView
  managed: ManagedBooking
  access: BookingKey
  /** Opens the payment for a hold. */
  pay: () => void
  /** The payment has just been made. */
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
    // The pressed button is gone, so the focus needs another place.
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
            <h2 ref={heading} tabIndex={-1} className={step.title}>
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
  agreed: 'Your time is reserved.',
  cancelled: 'Your booking was cancelled.',
  paid: 'Payment Successful!',
}

/** Confirms the last action; mentions e-mail only if this installation sends it. */
function Noticed({ notice }: { notice: Notice }) {
  const config = useSiteConfig()
  return (
    <Banner tone="ok" title={notices[notice]}>
      {config?.mail ? 'We will email you a confirmation with a calendar file.' : null}
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
    <div className={`${layout.buttons} ${styles.choices}`} data-print="off">
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

/** `retry` restores the details in the browser that booked; other browsers use `service` only. */
function chooseAgainPath({ id, serviceType }: BookingView): string {
  return `/meeting?retry=${id}&service=${serviceType}`
}

/** `mailto:` link that identifies the booking for the owner, without the secret signature. */
function mailAbout(booking: BookingView): string {
  const { yours } = meetingTimes(booking)
  const subject = `${catalogue[booking.serviceType].title}, ${yours.date}`
  const body = `Booking ${booking.id}\n${yours.date}, ${yours.time}, ${yours.zone}\n\n`
  return `mailto:${business.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

function ManageFacts({ booking }: { booking: BookingView }) {
  return <Facts facts={factsOf(booking)} />
}

function factsOf(booking: BookingView): Fact[] {
  const { yours, ours } = meetingTimes(booking)
  const stands = booking.status === 'confirmed'
  const gone = ['cancelled', 'expired', 'needs_new_time'].includes(booking.status)
  const when = (date: string, time: string) =>
    gone ? <s>{`${date}, ${time}`}</s> : `${date}, ${time}`
  return [
    { term: 'Your time', value: <Time main={when(yours.date, yours.time)} zone={yours.zone} /> },
    ...(ours
      ? [{ term: 'Our time', value: <Time main={when(ours.date, ours.time)} zone={ours.zone} /> }]
      : []),
    ...(stands ? [placeFact(booking)] : []),
    { term: 'Email', value: booking.email },
    { term: 'Reference', value: booking.id },
  ]
}

function Time({ main, zone }: { main: React.ReactNode; zone: string }) {
  return (
    <>
      {main}
      <small className={styles.zone}>{zoneWords(zone)}</small>
    </>
  )
}

interface ManageCancelProps {
  booking: BookingView
  managed: ManagedBooking
  disabled: boolean
  done: () => void
}

/** Cancels after a dialog that states the exact refund. */
function ManageCancel({ booking, managed, disabled, done }: ManageCancelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failed, setFailed] = useState<string>()
  const { yours } = meetingTimes(booking)

  const cancel = async () => {
    setFailed(undefined)
    const end = await managed.cancel()
    if (!end) return
    if (!end.ok) return setFailed(sentenceOf(end))
    dialog.current?.close()
    done()
  }
  return (
    <>
      <Button variant="danger" disabled={disabled} onClick={() => dialog.current?.showModal()}>
        Cancel booking
      </Button>
      <Dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby="cancel-title"
        onClose={() => setFailed(undefined)}
      >
        <h2 id="cancel-title">Cancel this booking?</h2>
        {booking.status === 'needs_new_time' ? null : (
          <p className={`${text.sentence} ${styles.givenUp}`}>
            {yours.date}, {yours.time}, will be released.
          </p>
        )}
        <p className={styles.refund}>{refundSentence(booking)}</p>
        {failed ? <Banner tone="error" title={failed} /> : null}
        <div className={`${layout.buttons} ${styles.answers}`}>
          <Button variant="danger" busy={managed.changing} onClick={() => void cancel()}>
            {managed.changing ? 'Cancelling...' : 'Cancel booking'}
          </Button>
          <Button
            variant="ghost"
            disabled={managed.changing}
            onClick={() => dialog.current?.close()}
          >
            Keep booking
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function sentenceOf(end: ChangeEnd & { ok: false }): string {
  return isNoAnswer(end.refusal)
    ? 'The server did not answer, and your booking has not changed. Please try again.'
    : end.refusal.error
}
