import { useEffect, useRef, useState } from 'react'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { isNetworkError, toUrl } from '#client/lib/data/api.ts'
import { keepTogether } from '#client/lib/data/keep-together.ts'
import { toLocationFact } from '#client/lib/data/location-fact.tsx'
import { wordByMail } from '#client/lib/data/mail-wording.ts'
import { useSiteConfig } from '#client/lib/data/use-endpoint.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ConnectionBar } from '#client/ui/connection-bar.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DemoNotice } from '#client/ui/controls/demo-notice.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import layout from '#client/ui/layout.module.css'
import { type Fact, Facts } from '#client/ui/page/facts.tsx'
import step from '#client/ui/page/step-head.module.css'
import text from '#client/ui/type.module.css'
import { type BookingView, getBookingCalendar } from '#shared/booking/api.ts'
import { toReference } from '#shared/booking/booking-id.ts'
import { findService, toServicePath } from '#shared/content/services.ts'
import { formatZone } from '#shared/lib/time-zone.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'
import styles from './manage.module.css'
import { ManageLayout } from './manage-layout.tsx'
import {
  formatGuestAndOwnerTimes,
  formatRefund,
  formatWithdrawalEnd,
  formatWithdrawalRefund,
  getManageText,
  type ManageText,
} from './manage-text.ts'
import { MoveForm } from './move-form.tsx'
import type { BookingCredentials, ChangeResult, ManagedBooking } from './use-managed-booking.ts'

interface ManageBookingProps {
  booking: BookingView
  managed: ManagedBooking
  credentials: BookingCredentials
  /** Opens the payment for a hold. */
  onPay: () => void
  /** The payment has just been made. */
  hasJustPaid: boolean
}

type Notice = 'moved' | 'agreed' | 'cancelled' | 'withdrawn' | 'paid'

export function ManageBooking({ booking, managed, hasJustPaid, ...rest }: ManageBookingProps) {
  const offered = booking.status === 'needs_new_time' && booking.offers.length > 0
  const [open, setOpen] = useState<'move' | 'withdraw' | 'offers' | undefined>(
    offered ? 'offers' : undefined,
  )
  const [notice, setNotice] = useState<Notice | undefined>(hasJustPaid ? 'paid' : undefined)
  const online = useOnline()
  const texts = getManageText(booking, systemClock())
  const heading = useRef<HTMLHeadingElement>(null)
  const ended = (end: Notice | undefined) => {
    setOpen(undefined)
    setNotice(end)
    // The pressed button is gone, so the focus needs another place.
    heading.current?.focus()
  }
  return (
    <>
      <ConnectionBar offline={!online}>
        You are offline. You can read this page; changes need a connection.
      </ConnectionBar>
      <ManageLayout booking={booking} status={texts.status} isLine={open === 'offers'}>
        <div className={styles.stack}>
          <header>
            <h2 ref={heading} tabIndex={-1} className={step.title}>
              {texts.title}
            </h2>
            <p className={styles.lead}>{texts.lead}</p>
          </header>
          {notice ? <ChangeNotice notice={notice} /> : null}
          {booking.demo ? <DemoNotice /> : null}
          {open === 'offers' ? null : <Facts facts={listManageFacts(booking)} />}
          {open === 'withdraw' && booking.withdrawal?.open ? (
            <WithdrawForm
              {...{ booking, managed, online }}
              onClose={() => ended(undefined)}
              onDone={() => ended('withdrawn')}
            />
          ) : (open === 'move' || open === 'offers') && texts.canMove ? (
            <MoveForm
              booking={booking}
              managed={managed}
              takesFocus={open === 'move'}
              onClose={() => ended(undefined)}
              onDone={() => ended(booking.status === 'confirmed' ? 'moved' : 'agreed')}
            />
          ) : (
            <ManageActions
              {...{ booking, managed, texts, online, ...rest }}
              onOpen={(form) => {
                setNotice(undefined)
                setOpen(form)
              }}
              onCancelled={() => ended('cancelled')}
            />
          )}
        </div>
      </ManageLayout>
    </>
  )
}

const noticeTitles: Record<Notice, string> = {
  moved: 'Your booking was moved.',
  agreed: 'Your time is reserved.',
  cancelled: 'Your booking was cancelled.',
  withdrawn: 'You have withdrawn from this purchase.',
  paid: 'Payment Successful!',
}

/** Confirms the last action. */
function ChangeNotice({ notice }: { notice: Notice }) {
  const config = useSiteConfig()
  return (
    <Banner tone="ok" title={noticeTitles[notice]}>
      {wordByMail(config, { sent: getMailNote(notice), notSent: '' }) || null}
    </Banner>
  )
}

function getMailNote(notice: Notice): string {
  return notice === 'withdrawn'
    ? 'I will email you a receipt for your withdrawal.'
    : 'I will email you a confirmation with a calendar file.'
}

interface ManageActionsProps extends Omit<ManageBookingProps, 'hasJustPaid'> {
  texts: ManageText
  online: boolean
  onOpen: (form: 'move' | 'withdraw') => void
  onCancelled: () => void
}

function ManageActions({
  booking,
  managed,
  credentials,
  texts,
  online,
  ...on
}: ManageActionsProps) {
  const untimed = booking.status === 'needs_new_time'
  const stands =
    !untimed && (texts.canMove || (texts.showsMailLink && booking.status === 'confirmed'))
  return (
    <div className={`${layout.buttons} ${styles.actions}`} data-print="off">
      {texts.nextAction === 'pay' ? (
        <Button onClick={on.onPay} disabled={!online} arrow>
          Continue to payment
        </Button>
      ) : null}
      {texts.nextAction === 'choose' ? (
        <ButtonLink to={toRebookPath(booking)} arrow>
          Choose another time
        </ButtonLink>
      ) : null}
      {texts.canMove ? (
        <Button onClick={() => on.onOpen('move')} disabled={!online} arrow>
          {untimed ? 'Choose a time' : 'Move to another time'}
        </Button>
      ) : null}
      {texts.showsMailLink ? (
        <ButtonLink href={toBookingWriteLink(booking)} variant={untimed ? 'ghost' : 'primary'}>
          Write to me
        </ButtonLink>
      ) : null}
      {stands ? (
        <ButtonLink variant="ghost" href={toUrl(getBookingCalendar, credentials)} download>
          Add to calendar
        </ButtonLink>
      ) : null}
      {texts.canCancel ? (
        <ManageCancel
          booking={booking}
          managed={managed}
          disabled={!online}
          onDone={on.onCancelled}
        />
      ) : null}
      {booking.withdrawal?.open ? (
        <Button variant="ghost" onClick={() => on.onOpen('withdraw')} disabled={!online}>
          Withdraw from this purchase
        </Button>
      ) : null}
    </div>
  )
}

/** `retry` restores the details in the browser that booked; other browsers use `service` only. */
function toRebookPath({ id, serviceType }: BookingView): string {
  if (!findService(serviceType)) return toServicePath(serviceType)
  return `/meeting?retry=${id}&service=${serviceType}`
}

/** Link for writing to the owner that identifies the booking, without the secret signature. */
function toBookingWriteLink(booking: BookingView): string {
  const { yours } = formatGuestAndOwnerTimes(booking)
  const subject = `${booking.service.title}, ${yours.date}`
  const body = `Booking ${booking.id}\n${yours.date}, ${yours.time}, ${yours.zone}\n\n`
  return toWriteLink({ about: 'booking', subject, body })
}

function listManageFacts(booking: BookingView): Fact[] {
  const { yours, ours } = formatGuestAndOwnerTimes(booking)
  const stands = booking.status === 'confirmed'
  const isTimeLost = ['cancelled', 'expired', 'needs_new_time'].includes(booking.status)
  const when = (date: string, time: string) => {
    const text = keepTogether(`${date}, ${time}`)
    return isTimeLost ? <s>{text}</s> : text
  }
  return [
    {
      term: 'Your time',
      value: <TimeWithZone main={when(yours.date, yours.time)} zone={yours.zone} />,
    },
    ...(ours
      ? [
          {
            term: 'My time',
            value: <TimeWithZone main={when(ours.date, ours.time)} zone={ours.zone} />,
          },
        ]
      : []),
    ...(stands ? [toLocationFact(booking)] : []),
    { term: 'Email', value: booking.email },
    { term: 'Reference', value: toReference(booking.id) },
  ]
}

function TimeWithZone({ main, zone }: { main: React.ReactNode; zone: string }) {
  return (
    <>
      {main}
      <small className={styles.zone}>{formatZone(zone)}</small>
    </>
  )
}

interface ManageCancelProps {
  booking: BookingView
  managed: ManagedBooking
  disabled: boolean
  onDone: () => void
}

/** Cancels after a dialog that states the exact refund. */
function ManageCancel({ booking, managed, disabled, onDone }: ManageCancelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [failed, setFailed] = useState<string>()
  const { yours } = formatGuestAndOwnerTimes(booking)

  const ask = () => {
    dialog.current?.showModal()
    // Otherwise a second press of Enter would cancel.
    title.current?.focus()
  }

  const cancel = async () => {
    setFailed(undefined)
    const end = await managed.cancel()
    if (!end) return
    if (!end.ok) return setFailed(formatChangeError(end))
    dialog.current?.close()
    onDone()
  }
  return (
    <>
      <Button variant="danger" disabled={disabled} onClick={ask}>
        Cancel booking
      </Button>
      <Dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby="cancel-title"
        onClose={() => setFailed(undefined)}
      >
        <h2 id="cancel-title" ref={title} tabIndex={-1}>
          Cancel this booking?
        </h2>
        {booking.status === 'needs_new_time' ? null : (
          <p className={`${text.sentence} ${styles.releasedTime}`}>
            {keepTogether(`${yours.date}, ${yours.time}`)}, will be released.
          </p>
        )}
        <p className={styles.refund}>{formatRefund(booking)}</p>
        {failed ? <Banner tone="error" title={failed} /> : null}
        <div className={`${layout.buttons} ${styles.dialogActions}`}>
          <Button variant="danger" busy={managed.isChanging} onClick={() => void cancel()}>
            {managed.isChanging ? 'Cancelling...' : 'Cancel booking'}
          </Button>
          <Button
            variant="ghost"
            disabled={managed.isChanging}
            onClick={() => dialog.current?.close()}
          >
            Keep booking
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function formatChangeError(end: ChangeResult & { ok: false }): string {
  return isNetworkError(end.refusal)
    ? 'The server did not answer, and your booking has not changed. Please try again.'
    : end.refusal.error
}

interface WithdrawFormProps {
  booking: BookingView
  managed: ManagedBooking
  online: boolean
  onClose: () => void
  onDone: () => void
}

/** The second step of a withdrawal: says what it does, and does it. */
function WithdrawForm({ booking, managed, online, onClose, onDone }: WithdrawFormProps) {
  const [failed, setFailed] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { yours } = formatGuestAndOwnerTimes(booking)

  const withdraw = async () => {
    setFailed(undefined)
    const end = await managed.withdraw()
    if (!end) return
    if (end.ok) return onDone()
    setFailed(
      isNetworkError(end.refusal)
        ? 'The server did not answer, and your booking has not changed. Please try again.'
        : end.refusal.error,
    )
  }
  return (
    <section className={styles.withdrawal} aria-labelledby="withdraw-title" data-print="off">
      <h3 id="withdraw-title" ref={heading} tabIndex={-1}>
        Withdraw from this purchase
      </h3>
      <p className={text.sentence}>
        As a private buyer you can withdraw until {formatWithdrawalEnd(booking)}, without giving a
        reason.
        {booking.status === 'confirmed' && Date.parse(booking.start) > systemClock()
          ? keepTogether(` The meeting on ${yours.date}, ${yours.time}, will then not take place.`)
          : ''}
      </p>
      <p className={styles.refund}>{formatWithdrawalRefund(booking)}</p>
      {failed ? <Banner tone="error" title={failed} /> : null}
      <div className={layout.buttons}>
        <Button
          variant="danger"
          busy={managed.isChanging}
          disabled={!online}
          onClick={() => void withdraw()}
        >
          {managed.isChanging ? 'Withdrawing...' : 'Confirm withdrawal'}
        </Button>
        <Button variant="ghost" disabled={managed.isChanging} onClick={onClose}>
          {booking.status === 'cancelled' ? 'Back' : 'Keep my booking'}
        </Button>
      </div>
    </section>
  )
}
