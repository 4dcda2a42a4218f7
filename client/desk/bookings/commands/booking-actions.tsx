import { Suspense, useRef, useState } from 'react'
import { firstName, momentIn } from '#client/desk/bookings/booking-words.tsx'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { MailIcon, VideoIcon } from '#client/desk/kit/icons.tsx'
import { PlaceFields, placeFrom } from '#client/desk/kit/place-fields.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { call } from '#client/lib/data/api.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import {
  acceptBooking,
  completeBooking,
  type DeskBooking,
  keepBooking,
  missBooking,
  placeBooking,
  resendConfirmation,
} from '#shared/booking/desk-api.ts'
import { GivenPlace, getServicePlaces } from '#shared/booking/desk-place-api.ts'
import { type OwnerCommand, openTo, reasonAgainst } from '#shared/booking/owner-commands.ts'
import { isLinkMissing, phoneHref } from '#shared/booking/place.ts'
import { clockTime } from '#shared/booking/times.ts'
import { parse } from '#shared/lib/result.ts'
import styles from './booking-actions.module.css'
import { CancelBooking, RefundBooking } from './cancel-and-refund.tsx'
import { type ActionProps, type CommandProps, FormDialog } from './command.tsx'
import { MoveBooking } from './move-booking.tsx'

const HOUR = 3_600_000

// Loaded on demand: it needs a connection anyway, and it shares much code with the visitors'
// booking page.
const OfferTimes = lazyNamed(
  () => import('./offer-times.tsx'),
  (module) => module.OfferTimes,
)

interface BookingActionsProps extends CommandProps {
  /** Why no command is available, for example while offline. */
  offline: string | undefined
}

/**
 * The owner's commands for this booking. A command that its status allows only later is barred,
 * with the reason.
 */
export function BookingActions({ offline, ...props }: BookingActionsProps) {
  const { booking, now } = props
  const [offering, setOffering] = useState(false)
  const shown = shownCommands(booking, now)
  const reason = (command: OwnerCommand) => offline ?? reasonAgainst(command, judged(booking), now)
  const reasons = new Set(shown.map(reason).filter((one) => one !== undefined))
  const over = Date.parse(booking.end) <= now
  return (
    <div className={styles.actions}>
      <div className={`${layout.row} ${styles.row}`}>
        <MeetingLinks {...{ booking, over }} />
        {plainCommands
          .filter((command) => command !== 'resend' && shown.includes(command))
          .map((command) => (
            <ConfirmCommand key={command} {...props} kind={command} barred={reason(command)} />
          ))}
        {shown.includes('move') ? <MoveBooking {...props} barred={reason('move')} /> : null}
        {shown.includes('offer') ? (
          <DeskButton
            variant="ghost"
            barred={reason('offer')}
            aria-expanded={offering}
            onClick={() => setOffering(!offering)}
          >
            Offer other times
          </DeskButton>
        ) : null}
        {shown.includes('place') ? <PlaceBooking {...props} barred={reason('place')} /> : null}
        {shown.includes('resend') ? (
          <ConfirmCommand {...props} kind="resend" barred={reason('resend')} />
        ) : null}
        {shown.includes('refund') ? <RefundBooking {...props} barred={reason('refund')} /> : null}
        {shown.includes('cancel') ? <CancelBooking {...props} barred={reason('cancel')} /> : null}
      </div>
      {offline && shown.length > 0 ? (
        <p className={type.note}>Changes and mails need a connection. You can read everything.</p>
      ) : (
        [...reasons].map((one) => (
          <p key={one} className={type.note}>
            {one}
          </p>
        ))
      )}
      {shown.length === 0 ? <p className={type.note}>{ended(booking, now)}</p> : null}
      {offering && shown.includes('offer') && !offline ? (
        <Suspense fallback={null}>
          <OfferTimes {...props} close={() => setOffering(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Opens the meeting link or calls the guest, while the booking is confirmed and not over. */
function MeetingLinks({ booking, over }: { booking: DeskBooking; over: boolean }) {
  const stands = booking.status === 'confirmed' && !over
  const meeting = stands ? booking.meetingUrl : null
  const calls = stands && booking.place === 'phone'
  return (
    <>
      {meeting ? (
        <ButtonLink small href={meeting} target="_blank" rel="noopener noreferrer">
          <Iconed>
            <VideoIcon />
            Open meeting
          </Iconed>
        </ButtonLink>
      ) : null}
      {calls ? (
        <ButtonLink small href={phoneHref(booking.clientPhone)}>
          Call {booking.clientPhone}
        </ButtonLink>
      ) : null}
    </>
  )
}

function judged({ status, start, end, clash }: DeskBooking) {
  return { status, start: Date.parse(start), end: Date.parse(end), clash: clash !== null }
}

const buttons: readonly OwnerCommand[] = [
  'accept',
  'complete',
  'miss',
  'keep',
  'resend',
  'move',
  'offer',
  'place',
  'refund',
  'cancel',
]

/**
 * The commands for the status; for a confirmed booking also depending on whether it is near or
 * over.
 */
function shownCommands(booking: DeskBooking, now: number): OwnerCommand[] {
  const { status, start, end, clash } = booking
  const over = status === 'confirmed' && Date.parse(end) <= now
  const near = status !== 'confirmed' || Date.parse(start) - now < HOUR
  return buttons.filter((command) => {
    if (!openTo[command].includes(status)) return false
    if (command === 'keep') return clash !== null
    if (command === 'refund') return booking.refundable > 0
    if (command === 'complete' || command === 'miss') return near
    return !over || command === 'cancel'
  })
}

function ended(booking: DeskBooking, now: number): string {
  return reasonAgainst('cancel', judged(booking), now) ?? ''
}

/** The commands that need only a confirmation, in the order of their buttons. */
const plainCommands = ['accept', 'complete', 'miss', 'keep', 'resend'] as const

type PlainCommand = (typeof plainCommands)[number]

interface Words {
  button: (booking: DeskBooking) => string
  title: string
  /** What the command will do. */
  text: (booking: DeskBooking) => string
  /** What the command has done. */
  done: (booking: DeskBooking) => string
}

const told = (booking: DeskBooking) => `${firstName(booking)} is notified by email.`

const words: Record<PlainCommand, Words> = {
  accept: {
    button: () => 'Accept this time',
    title: 'Accept this time?',
    text: (booking) =>
      booking.amount > 0 && booking.payment !== 'paid'
        ? `${firstName(booking)} gets a link to pay by email. The time is reserved for two days and confirmed once it is paid.`
        : `${whenOf(booking)} is confirmed. ${firstName(booking)} gets the meeting details by email.`,
    done: (booking) => `Accepted. ${told(booking)}`,
  },
  complete: {
    button: ({ status }) => (status === 'no_show' ? 'Mark completed after all' : 'Mark completed'),
    title: 'Mark this meeting completed?',
    text: () => 'No one is notified. You can mark it as a no-show later, if it was a mistake.',
    done: () => 'Marked completed.',
  },
  miss: {
    button: ({ status }) =>
      status === 'completed' ? 'Mark as no-show after all' : 'Mark as no-show',
    title: 'Mark this meeting as a no-show?',
    text: (booking) =>
      `You waited, and ${firstName(booking)} did not come. No one is notified, and the payment stays with you. You can mark it as completed later, if it was a mistake.`,
    done: () => 'Marked as a no-show.',
  },
  keep: {
    button: ({ start, ownerZone }) => `Keep ${clockTime(Date.parse(start), ownerZone)} anyway`,
    title: 'Keep this time?',
    text: () =>
      'The meeting stays, next to what is in your calendar. You will not be reminded again unless something new comes up.',
    done: () => 'The time stays as it is.',
  },
  resend: {
    button: () => 'Send confirmation again',
    title: 'Send the confirmation again?',
    text: ({ clientEmail }) =>
      `It goes to ${clientEmail}, with the meeting details and the calendar file.`,
    done: ({ clientEmail }) => `The confirmation was sent to ${clientEmail} again.`,
  },
}

const endpoints = {
  accept: acceptBooking,
  complete: completeBooking,
  miss: missBooking,
  keep: keepBooking,
  resend: resendConfirmation,
}

function whenOf({ start, ownerZone }: DeskBooking): string {
  return momentIn(Date.parse(start), ownerZone)
}

interface ConfirmCommandProps extends ActionProps {
  kind: PlainCommand
}

function ConfirmCommand({ booking, command, kind, barred }: ConfirmCommandProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { button, title, text, done } = words[kind]
  const label = button(booking)
  const give = async () => {
    await command.give((given) => call(endpoints[kind], given), done(booking))
    dialog.current?.close()
  }
  return (
    <>
      <DeskButton
        variant={kind === 'accept' || kind === 'complete' ? 'primary' : 'ghost'}
        barred={barred}
        onClick={() => dialog.current?.showModal()}
      >
        <Iconed>
          {kind === 'resend' ? <MailIcon /> : null}
          {label}
        </Iconed>
      </DeskButton>
      <ConfirmDialog
        ref={dialog}
        title={title}
        confirm={label}
        keep="Not now"
        busy={command.busy}
        onConfirm={() => void give()}
      >
        <p>{text(booking)}</p>
      </ConfirmDialog>
    </>
  )
}

/** Changes the meeting location of this booking, or gives the guest the promised link. */
function PlaceBooking(props: ActionProps) {
  return (
    <FormDialog
      title={isLinkMissing(props.booking) ? 'Give a link' : 'Change meeting place'}
      barred={props.barred}
      form={(close) => <PlaceForm {...props} close={close} />}
    />
  )
}

function PlaceForm({ booking, command, close }: CommandProps & { close: () => void }) {
  const { place, meetingUrl, address } = booking
  const settings = useDeskData(getServicePlaces, {})
  const [draft, setDraft] = useState({
    kind: isLinkMissing(booking) ? ('link' as const) : place,
    url: place === 'link' ? (meetingUrl ?? '') : '',
    address,
  })
  const [wrong, setWrong] = useState<string>()
  const name = firstName(booking)
  const told = booking.status === 'confirmed'
  const give = async () => {
    const given = parse(GivenPlace, { ...placeFrom(draft), url: draft.url })
    if (!given.ok) return setWrong(Object.values(given.refusal.fields ?? {})[0])
    const done = told ? `Saved. ${name} is notified by email.` : 'Saved.'
    await command.give((now) => call(placeBooking, { ...now, place: given.value }), done)
    close()
  }
  return (
    <form
      className={kit.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void give()
      }}
    >
      <PlaceFields
        label="Where you meet"
        draft={draft}
        rooms={settings.data?.rooms ?? place === 'video_room'}
        error={wrong}
        onChange={(next) => {
          setDraft(next)
          setWrong(undefined)
        }}
      />
      <p className={type.note}>
        {told
          ? `${name} is notified by email, with an updated calendar file.`
          : `${name} will see it in the confirmation.`}
      </p>
      <div className={kit.rowEnd}>
        <Button small variant="ghost" onClick={close}>
          Cancel
        </Button>
        <Button small type="submit" busy={command.busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
