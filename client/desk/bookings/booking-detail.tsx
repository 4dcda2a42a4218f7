import { type RefObject, useEffect, useRef, useState } from 'react'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useKeptFocus } from '#client/desk/kit/dialogs/use-kept-focus.ts'
import { useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import type { ClientOf } from '#client/desk/queries/person.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { call } from '#client/lib/data/api.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import { type DeskBooking, settleRefund } from '#shared/booking/desk-api.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { formatPrice } from '#shared/lib/money.ts'
import styles from './booking-detail.module.css'
import { BookingFacts } from './booking-facts.tsx'
import { BookingHistory } from './booking-history.tsx'
import { BookingStatus } from './booking-status.tsx'
import { firstName, momentIn } from './booking-words.ts'
import { BookingActions } from './commands/booking-actions.tsx'
import { type Commanding, useCommand } from './commands/use-command.ts'
import { useReadBooking } from './use-looks.ts'
import { ZoneRulers } from './zone-rulers.tsx'

interface BookingDetailProps {
  booking: DeskBooking
  desk: Pick<DeskData<DeskBooking[]>, 'trouble' | 'reload'>
  /** UTC milliseconds. */
  now: number
  answered: (booking: DeskBooking) => void
  Client: ClientOf
}

const OFFLINE = 'This needs a connection.'

/** One booking, whole, and what can be done about it. */
export function BookingDetail(props: BookingDetailProps) {
  const { booking: latest, desk, now, answered, Client } = props
  const frame = useRef<HTMLElement>(null)
  const still = useHeld(frame, latest)
  const seen = still.held?.booking ?? latest
  const command = useCommand({ booking: seen, answered, reload: desk.reload })
  const booking = useShown(still, latest, command)
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, command.done)
  const offline = useIsCutOff(desk) ? OFFLINE : undefined
  useReadBooking(latest, offline === undefined)
  const { serviceType, start, end, ownerZone, message, clientName, demo } = booking
  const time = { start: Date.parse(start), end: Date.parse(end) }
  return (
    <article ref={frame} className={styles.detail} aria-label={clientName}>
      <header className={styles.head}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {clientName}
          </h2>
          <p>
            {catalogue[serviceType].title}, {longDate(time.start, ownerZone)}
          </p>
        </div>
        <BookingStatus booking={booking} />
      </header>
      {demo ? <DemoMark /> : null}
      {command.done ? <Banner tone="ok" title={command.done} /> : null}
      {command.failed ? <Banner tone="error" title={command.failed} /> : null}
      <BookingNotice booking={booking} />
      {booking.failedRefunds.map((refund) => (
        <FailedRefund key={refund.id} {...{ booking, refund, command, offline }} />
      ))}
      <div>
        <ZoneRulers booking={booking} time={time} />
      </div>
      <BookingActions {...{ booking, command, now, offline }} />
      <div className={styles.columns}>
        <BookingFacts booking={booking} Client={Client} />
        <section>
          <h3>Message</h3>
          {message ? (
            <blockquote className={styles.message}>{message}</blockquote>
          ) : (
            <p className={styles.silent}>They left the message empty.</p>
          )}
        </section>
      </div>
      <BookingHistory {...{ booking, command, offline }} />
    </article>
  )
}

/** What this booking waits for, where it does. */
export function BookingNotice({ booking }: { booking: DeskBooking }) {
  const { status, clash, offers, holdExpiresAt, keepsTime, ownerZone, start } = booking
  const name = firstName(booking)
  if (clash) {
    const at = (instant: string) => clockTime(Date.parse(instant), ownerZone)
    return (
      <Banner tone="conflict" title={`Your calendar now has something else at ${at(start)}`}>
        It shows you as busy from {at(clash.start)} to {at(clash.end)}. Nothing was changed, and{' '}
        {name} has not been told.
      </Banner>
    )
  }
  if (status === 'requested')
    return (
      <Banner tone="warn" title={`${name} asks for this time`}>
        {keepsTime
          ? 'It is kept until you answer. Accept it, or offer others.'
          : 'Its sender has many bookings already, so it keeps no time: others may still book it. Accept it to take the time, or cancel it.'}
      </Banner>
    )
  if (status === 'awaiting_payment' && holdExpiresAt)
    return (
      <Banner tone="warn" title="Not paid yet">
        The time is kept until {momentIn(Date.parse(holdExpiresAt), ownerZone)}.
      </Banner>
    )
  if (status !== 'needs_new_time') return null
  return offers.length > 0 ? (
    <Banner tone="info" title={`${name} is to choose one of these`}>
      {offers.map((offer) => momentIn(Date.parse(offer), ownerZone)).join('; ')}. They are not held.
    </Banner>
  ) : (
    <Banner tone="warn" title="This booking has no time">
      None of the times that were offered is free any more. Offer others, or move it yourself.
    </Banner>
  )
}

/** The booking as it was when a dialog over it was opened, and how many commands had been given. */
interface Held {
  booking: DeskBooking
  given: number
}

type Command = Pick<Commanding, 'given' | 'failed'>

/**
 * What the owner saw when she opened a dialog, for as long as it is open: a command from it is
 * refused where the booking has changed since. `useShown` keeps the dialog itself from going.
 */
export function useHeld(frame: RefObject<HTMLElement | null>, latest: DeskBooking) {
  const [held, setHeld] = useState<Held>()
  const now = useRef({ booking: latest, given: 0 })
  now.current.booking = latest
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = new MutationObserver(() => {
      const isOpen = element.querySelector('dialog[open]') !== null
      setHeld((before) => (isOpen ? (before ?? { ...now.current }) : undefined))
    })
    watch.observe(element, { subtree: true, attributes: true, attributeFilter: ['open'] })
    return () => watch.disconnect()
  }, [frame])
  return { held, now, letGo: () => setHeld(undefined) }
}

/** Held until a command is given: what comes of it is shown at once, also behind the dialog. */
export function useShown(
  { held, now, letGo }: ReturnType<typeof useHeld>,
  latest: DeskBooking,
  { given, failed }: Command,
): DeskBooking {
  now.current.given = given
  useEffectOn(failed, () => {
    if (failed) letGo()
  })
  return held?.given === given ? held.booking : latest
}

interface FailedRefundProps {
  booking: DeskBooking
  refund: DeskBooking['failedRefunds'][number]
  command: Commanding
  offline: string | undefined
}

/** Money that the bank would not take back: it has to go another way, and that is written down. */
export function FailedRefund({ booking, refund, command, offline }: FailedRefundProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const price = formatPrice(refund.amount, booking.currency)
  const settle = async () => {
    if (!text.trim()) return setWrong('Please say how it went back.')
    const { id: refundId } = refund
    const done = `${price} is marked as given back in another way.`
    await command.give((given) => call(settleRefund, { ...given, refundId, text }), done)
    dialog.current?.close()
  }
  return (
    <>
      <Banner
        tone="warn"
        title={`The refund of ${price} failed`}
        action={
          <DeskButton variant="ghost" barred={offline} onClick={() => dialog.current?.showModal()}>
            Settled another way
          </DeskButton>
        }
      >
        The bank sent it back, so {firstName(booking)} does not have it. Send it another way, then
        mark it here.
      </Banner>
      <ConfirmDialog
        ref={dialog}
        title="Settled another way?"
        confirm="Mark as settled"
        keep="Not yet"
        busy={command.busy}
        onConfirm={() => void settle()}
      >
        <p>
          {price} counts as given back today, and your books are corrected by it. This cannot be
          taken back.
        </p>
        <TextField
          label="How it went back"
          hint="Only you see it, for instance: bank transfer, 21 November."
          maxLength={2000}
          autoComplete="off"
          value={text}
          error={wrong}
          onChange={({ target }) => {
            setText(target.value)
            setWrong(undefined)
          }}
        />
      </ConfirmDialog>
    </>
  )
}
