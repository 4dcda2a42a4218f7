import { type ReactNode, useCallback, useRef, useState } from 'react'
import { getFirstName } from '#client/desk/bookings/bookings-text.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { type FormatNotice, useGuestNotice } from '#client/desk/queries/use-guest-notice.ts'
import { type ApiRefusal, type ApiResult, isNetworkError } from '#client/lib/data/api.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'

/** The booking, and the `version` of it that the owner sees. */
interface CommandTarget {
  id: string
  expectedVersion: string
}

type SendCommand = (given: CommandTarget) => Promise<ApiResult<DeskBooking>>

export interface BookingCommand {
  busy: boolean
  /** The number of commands given so far. */
  commandCount: number
  /** A sentence on the last command, if it succeeded. */
  successText: string | undefined
  /** Why the last command failed. */
  errorText: string | undefined
  /** Sends a command and resolves to whether it succeeded; `done` is the sentence for success. */
  run: (send: SendCommand, done: string) => Promise<boolean>
  formatNotice: FormatNotice
}

interface CommandOptions {
  booking: DeskBooking
  onUpdated: (booking: DeskBooking) => void
  reload: () => void
}

/**
 * Sends commands for one booking, one at a time. Each carries the version on the screen, so that
 * the server can refuse it if the booking has changed.
 */
export function useBookingCommand({ booking, onUpdated, reload }: CommandOptions): BookingCommand {
  const [state, setState] = useState<
    Pick<BookingCommand, 'commandCount' | 'successText' | 'errorText'>
  >({
    commandCount: 0,
    successText: undefined,
    errorText: undefined,
  })
  const { busy, run } = useOneAtATime()
  const { id, version: seen } = booking

  const give = useCallback<BookingCommand['run']>(
    async (send, done) => {
      const hasSucceeded = await run(async () => {
        setState(({ commandCount }) => ({
          commandCount: commandCount + 1,
          successText: undefined,
          errorText: undefined,
        }))
        const answer = await send({ id, expectedVersion: seen })
        if (answer.ok) onUpdated(answer.value)
        else reload()
        setState(({ commandCount }) => ({
          commandCount,
          successText: answer.ok ? done : undefined,
          errorText: answer.ok ? undefined : getErrorText(answer.refusal),
        }))
        return answer.ok
      })
      return hasSucceeded ?? false
    },
    [id, seen, onUpdated, reload, run],
  )
  return { ...state, busy, run: give, formatNotice: useGuestNotice(getFirstName(booking)) }
}

function getErrorText(refusal: ApiRefusal): string {
  return isNetworkError(refusal)
    ? 'The server did not answer. Reload the bookings to see whether it was done.'
    : refusal.error
}

export interface CommandProps {
  booking: DeskBooking
  command: BookingCommand
  /** UTC milliseconds. */
  now: number
}

export interface ActionProps extends CommandProps {
  /** Why the command is unavailable now. */
  disabledReason: string | undefined
}

interface FormDialogProps {
  title: string
  disabledReason: string | undefined
  /** The label of the button, if it differs from the title. */
  label?: ReactNode
  renderForm: (close: () => void) => ReactNode
}

/** A button and the dialog that it opens. The form is mounted again each time. */
export function FormDialog({ title, disabledReason, label = title, renderForm }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <DeskButton
        variant="ghost"
        disabledReason={disabledReason}
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        {label}
      </DeskButton>
      <DeskDialog ref={dialog} title={title} onClose={() => setOpen(false)}>
        {open ? renderForm(() => dialog.current?.close()) : null}
      </DeskDialog>
    </>
  )
}
