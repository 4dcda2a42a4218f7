import { Suspense, useRef, useState } from 'react'
import * as v from 'valibot'
import { formatShortDateTime, getFirstName } from '#client/desk/bookings/bookings-text.tsx'
import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog, DialogFoot } from '#client/desk/kit/dialogs/dialog.tsx'
import { MailIcon, VideoIcon } from '#client/desk/kit/icons.tsx'
import { type LocationDraft, LocationFields } from '#client/desk/kit/location-fields.tsx'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import type { FormatNotice } from '#client/desk/queries/use-guest-notice.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useForm, useFormValues } from '#client/lib/use-form.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type from '#client/ui/type.module.css'
import {
  acceptBooking,
  completeBooking,
  type DeskBooking,
  dismissClash,
  markBookingNoShow,
  resendConfirmation,
  setBookingLocation,
} from '#shared/booking/desk-api.ts'
import { isLinkMissing } from '#shared/booking/meeting-location.ts'
import { BookingLocation } from '#shared/booking/meeting-location-api.ts'
import {
  allowedStatuses,
  getRefusalReason,
  type OwnerCommand,
} from '#shared/booking/owner-commands.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { getSiteState } from '#shared/desk/site-state.ts'
import { toPhoneLink } from '#shared/lib/phone/phone-link.ts'
import styles from './booking-actions.module.css'
import { CancelBooking, RefundBooking } from './cancel-and-refund.tsx'
import { MoveBooking } from './move-booking.tsx'
import { type ActionProps, type CommandProps, FormDialog } from './use-booking-command.tsx'

const HOUR = 3_600_000

// Loaded on demand: it needs a connection anyway, and it shares much code with the visitors'
// booking page.
const OfferTimes = lazyNamed(
  () => import('./offer-times.tsx'),
  (module) => module.OfferTimes,
)

interface BookingActionsProps extends CommandProps {
  /** Why no command is available, for example while offline. */
  offlineReason: string | undefined
}

/**
 * The owner's commands for this booking. A command that its status allows only later is barred,
 * with the reason.
 */
export function BookingActions({ offlineReason, ...props }: BookingActionsProps) {
  const { booking, now } = props
  const [offering, setOffering] = useState(false)
  const [showsRest, setShowsRest] = useState(false)
  const visibleCommands = listVisibleCommands(booking, now)
  const reason = (command: OwnerCommand) =>
    offlineReason ??
    getMoneyReason(command, booking) ??
    getRefusalReason(command, toCommandSubject(booking), now)
  const reasons = new Set(visibleCommands.map(reason).filter((one) => one !== undefined))
  const over = Date.parse(booking.end) <= now
  const location = visibleCommands.includes('setLocation') ? (
    <ChangeLocation {...props} disabledReason={reason('setLocation')} />
  ) : null
  return (
    <div className="stack gap-2">
      <div className={`row wrap gap-2 ${styles.row}`}>
        <MeetingLinks {...{ booking, over }} />
        {simpleCommands
          .filter((command) => command !== 'resend' && visibleCommands.includes(command))
          .map((command) => (
            <ConfirmCommand
              key={command}
              {...props}
              kind={command}
              disabledReason={reason(command)}
            />
          ))}
        {visibleCommands.includes('move') ? (
          <MoveBooking {...props} disabledReason={reason('move')} />
        ) : null}
        {isLinkMissing(booking) ? location : null}
        {visibleCommands.some((command) => restCommands.has(command)) ? (
          <span className={styles.more}>
            <Button
              small
              variant="ghost"
              aria-expanded={showsRest}
              onClick={() => setShowsRest(!showsRest)}
            >
              More
            </Button>
          </span>
        ) : null}
        <div className={`${styles.rest} ${showsRest ? styles.isShown : ''}`}>
          {visibleCommands.includes('offer') ? (
            <DeskButton
              variant="ghost"
              disabledReason={reason('offer')}
              aria-expanded={offering}
              onClick={() => setOffering(!offering)}
            >
              Offer other times
            </DeskButton>
          ) : null}
          {isLinkMissing(booking) ? null : location}
          {visibleCommands.includes('resend') ? (
            <ConfirmCommand {...props} kind="resend" disabledReason={reason('resend')} />
          ) : null}
          {visibleCommands.includes('refund') ? (
            <RefundBooking {...props} disabledReason={reason('refund')} />
          ) : null}
          {visibleCommands.includes('cancel') ? (
            <CancelBooking {...props} disabledReason={reason('cancel')} />
          ) : null}
        </div>
      </div>
      {offlineReason && visibleCommands.length > 0 ? (
        <p className={type.note}>Changes and mails need a connection. You can read everything.</p>
      ) : (
        [...reasons].map((one) => (
          <p key={one} className={type.note}>
            {one}
          </p>
        ))
      )}
      {visibleCommands.length === 0 ? (
        <p className={type.note}>{getEndedReason(booking, now)}</p>
      ) : null}
      {offering && visibleCommands.includes('offer') && !offlineReason ? (
        <Suspense fallback={null}>
          <OfferTimes {...props} close={() => setOffering(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The commands that a phone shows once *More* is pressed. */
const restCommands = new Set<OwnerCommand>(['offer', 'setLocation', 'resend', 'refund', 'cancel'])

/** Opens the meeting link or calls the guest, while the booking is confirmed and not over. */
function MeetingLinks({ booking, over }: { booking: DeskBooking; over: boolean }) {
  const stands = booking.status === 'confirmed' && !over
  const meeting = stands ? booking.meetingUrl : null
  const calls = stands && booking.locationKind === 'phone'
  return (
    <>
      {meeting ? (
        <ButtonLink small href={meeting} target="_blank" rel="noopener noreferrer">
          <IconLabel>
            <VideoIcon />
            Open meeting
          </IconLabel>
        </ButtonLink>
      ) : null}
      {calls ? (
        <ButtonLink small href={toPhoneLink(booking.clientPhone)}>
          Call {booking.clientPhone}
        </ButtonLink>
      ) : null}
    </>
  )
}

function toCommandSubject({ status, start, end, clash }: DeskBooking) {
  return { status, start: Date.parse(start), end: Date.parse(end), hasClash: clash !== null }
}

/** Why a command is barred whose dialog tells or asks about the payment. */
function getMoneyReason(command: OwnerCommand, { amount }: DeskBooking): string | undefined {
  const isBarred = amount === null && (command === 'accept' || command === 'cancel')
  return isBarred ? 'The payment of this booking is not known on this device yet.' : undefined
}

const commandOrder: readonly OwnerCommand[] = [
  'accept',
  'complete',
  'markNoShow',
  'dismissClash',
  'resend',
  'move',
  'offer',
  'setLocation',
  'refund',
  'cancel',
]

/**
 * The commands for the status; for a confirmed booking also depending on whether it is near or
 * over.
 */
function listVisibleCommands(booking: DeskBooking, now: number): OwnerCommand[] {
  const { status, start, end, clash } = booking
  const over = status === 'confirmed' && Date.parse(end) <= now
  const near = status !== 'confirmed' || Date.parse(start) - now < HOUR
  return commandOrder.filter((command) => {
    if (!allowedStatuses[command].includes(status)) return false
    if (command === 'dismissClash') return clash !== null
    if (command === 'refund') return booking.refundable > 0
    if (command === 'complete' || command === 'markNoShow') return near
    return !over || command === 'cancel'
  })
}

function getEndedReason(booking: DeskBooking, now: number): string {
  return getRefusalReason('cancel', toCommandSubject(booking), now) ?? ''
}

/** The commands that need only a confirmation, in the order of their buttons. */
const simpleCommands = ['accept', 'complete', 'markNoShow', 'dismissClash', 'resend'] as const

type SimpleCommand = (typeof simpleCommands)[number]

interface CommandText {
  button: (booking: DeskBooking) => string
  title: string
  /** What the command will do. */
  text: (booking: DeskBooking, formatNotice: FormatNotice) => string
  /** What the command has done. */
  done: (booking: DeskBooking, formatNotice: FormatNotice) => string
}

const commandTexts: Record<SimpleCommand, CommandText> = {
  accept: {
    button: () => 'Accept this time',
    title: 'Accept this time?',
    text: (booking, formatNotice) =>
      booking.amount !== 0 && booking.payment !== 'paid'
        ? `${formatNotice('gets a link to pay by email.')} The time is reserved for two days and confirmed once it is paid.`
        : `${formatStart(booking)} is confirmed. ${formatNotice('gets the meeting details by email.')}`,
    done: (_booking, formatNotice) => `Accepted. ${formatNotice('is notified by email.')}`,
  },
  complete: {
    button: ({ status }) => (status === 'no_show' ? 'Mark completed after all' : 'Mark completed'),
    title: 'Mark this meeting completed?',
    text: () => 'No one is notified. You can mark it as a no-show later, if it was a mistake.',
    done: () => 'Marked completed.',
  },
  markNoShow: {
    button: ({ status }) =>
      status === 'completed' ? 'Mark as no-show after all' : 'Mark as no-show',
    title: 'Mark this meeting as a no-show?',
    text: (booking) =>
      `You waited, and ${getFirstName(booking)} did not come. No one is notified, and the payment stays with you. You can mark it as completed later, if it was a mistake.`,
    done: () => 'Marked as a no-show.',
  },
  dismissClash: {
    button: ({ start, ownerZone }) =>
      `Keep ${formatClockTime(Date.parse(start), ownerZone)} anyway`,
    title: 'Keep this time?',
    text: () =>
      'The meeting stays, next to what is in your calendar. You will not be reminded again unless something new comes up.',
    done: () => 'The time stays as it is.',
  },
  resend: {
    button: () => 'Send confirmation again',
    title: 'Send the confirmation again?',
    text: ({ clientEmail }, formatNotice) =>
      formatNotice(
        `gets it by email at ${clientEmail}, with the meeting details and the calendar file.`,
      ),
    done: ({ clientEmail }, formatNotice) =>
      formatNotice(`gets the confirmation again by email, at ${clientEmail}.`),
  },
}

const endpoints = {
  accept: acceptBooking,
  complete: completeBooking,
  markNoShow: markBookingNoShow,
  dismissClash: dismissClash,
  resend: resendConfirmation,
}

function formatStart({ start, ownerZone }: DeskBooking): string {
  return formatShortDateTime(Date.parse(start), ownerZone)
}

interface ConfirmCommandProps extends ActionProps {
  kind: SimpleCommand
}

function ConfirmCommand({ booking, command, kind, disabledReason }: ConfirmCommandProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { button, title, text, done } = commandTexts[kind]
  const label = button(booking)
  const give = async () => {
    const { formatNotice } = command
    await command.run((given) => callEndpoint(endpoints[kind], given), done(booking, formatNotice))
    dialog.current?.close()
  }
  return (
    <>
      <DeskButton
        variant={kind === 'accept' || kind === 'complete' ? 'primary' : 'ghost'}
        disabledReason={disabledReason}
        onClick={() => dialog.current?.showModal()}
      >
        <IconLabel>
          {kind === 'resend' ? <MailIcon /> : null}
          {label}
        </IconLabel>
      </DeskButton>
      <ConfirmDialog
        ref={dialog}
        title={title}
        confirmLabel={label}
        cancelLabel="Not now"
        busy={command.busy}
        onConfirm={() => void give()}
      >
        <p>{text(booking, command.formatNotice)}</p>
      </ConfirmDialog>
    </>
  )
}

/** Changes the meeting location of this booking, or gives the guest the promised link. */
function ChangeLocation(props: ActionProps) {
  return (
    <FormDialog
      title={isLinkMissing(props.booking) ? 'Give a link' : 'Change meeting location'}
      disabledReason={props.disabledReason}
      renderForm={(close) => <LocationForm {...props} close={close} />}
    />
  )
}

function LocationForm({ booking, command, close }: CommandProps & { close: () => void }) {
  const { locationKind, meetingUrl, address } = booking
  const site = useDeskData(getSiteState, {})
  const name = getFirstName(booking)
  const isNotified = booking.status === 'confirmed'
  const form = useForm({
    values: useFormValues<LocationDraft>({
      kind: isLinkMissing(booking) ? 'link' : locationKind,
      url: locationKind === 'link' ? (meetingUrl ?? '') : '',
      address,
    }),
    rules: BookingLocation,
    async submit(entered) {
      const location = v.parse(BookingLocation, entered)
      const done = isNotified ? `Saved. ${command.formatNotice('is notified by email.')}` : 'Saved.'
      await command.run((now) => callEndpoint(setBookingLocation, { ...now, location }), done)
      close()
      return undefined
    },
  })
  return (
    <form {...form.props} className="stack gap-4">
      <LocationFields
        label="Where you meet"
        form={form}
        canCreateRooms={site.data?.createsRooms ?? locationKind === 'video_room'}
      />
      <p className={type.note}>
        {isNotified
          ? command.formatNotice('is notified by email, with an updated calendar file.')
          : `${name} will see it in the confirmation.`}
      </p>
      <DialogFoot>
        <Button small variant="ghost" onClick={close}>
          Cancel
        </Button>
        <Button small type="submit" busy={command.busy}>
          Save
        </Button>
      </DialogFoot>
    </form>
  )
}
