import { useRef } from 'react'
import { firstName, momentIn } from '#client/desk/bookings/booking-words.ts'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { call } from '#client/lib/data/api.ts'
import { MailIcon } from '#client/ui/icons.tsx'
import {
  acceptBooking,
  completeBooking,
  type DeskBooking,
  keepBooking,
  missBooking,
  resendConfirmation,
} from '#shared/booking/desk-api.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { ActionProps } from './use-command.ts'

/** The commands that need nothing but a yes, in the order of their buttons. */
export const plainCommands = ['accept', 'complete', 'miss', 'keep', 'resend'] as const

type PlainCommand = (typeof plainCommands)[number]

interface Words {
  button: (booking: DeskBooking) => string
  title: string
  /** What will happen. */
  text: (booking: DeskBooking) => string
  /** What has happened. */
  done: (booking: DeskBooking) => string
}

const told = (booking: DeskBooking) => `${firstName(booking)} is told by e-mail.`

const words: Record<PlainCommand, Words> = {
  accept: {
    button: () => 'Accept this time',
    title: 'Accept this time?',
    text: (booking) =>
      booking.amount > 0 && booking.payment !== 'paid'
        ? `${firstName(booking)} gets a link to pay by e-mail. The time is kept for two days, and is confirmed once it is paid.`
        : `${whenOf(booking)} is confirmed. ${firstName(booking)} gets the meeting details by e-mail.`,
    done: (booking) => `Accepted. ${told(booking)}`,
  },
  complete: {
    button: ({ status }) => (status === 'no_show' ? 'Mark completed after all' : 'Mark completed'),
    title: 'Mark this meeting completed?',
    text: () => 'Nobody is told. It can be marked as a no-show later, if it was a mistake.',
    done: () => 'Marked completed.',
  },
  miss: {
    button: ({ status }) =>
      status === 'completed' ? 'Mark as no-show after all' : 'Mark as no-show',
    title: 'Mark this meeting as a no-show?',
    text: (booking) =>
      `You waited, and ${firstName(booking)} did not come. Nobody is told, and what was paid stays with you. It can be marked completed later, if it was a mistake.`,
    done: () => 'Marked as a no-show.',
  },
  keep: {
    button: ({ start, ownerZone }) => `Keep ${clockTime(Date.parse(start), ownerZone)} anyway`,
    title: 'Keep this time?',
    text: () =>
      'The meeting stands beside what your calendar has. You are not reminded of it again, unless something further comes up there.',
    done: () => 'The time is kept.',
  },
  resend: {
    button: () => 'Send confirmation again',
    title: 'Send the confirmation again?',
    text: ({ clientEmail }) =>
      `It goes to ${clientEmail}, with the meeting details and the calendar file.`,
    done: ({ clientEmail }) => `The confirmation goes to ${clientEmail} once more.`,
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
  barred: string | undefined
}

export function ConfirmCommand({ booking, command, kind, barred }: ConfirmCommandProps) {
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
