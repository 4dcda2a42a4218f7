import { type ReactNode, useCallback, useRef, useState } from 'react'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { type ApiRefusal, type ApiResult, isNoAnswer } from '#client/lib/data/api.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'

/** The booking, and the `version` of it that the owner sees. */
interface Given {
  id: string
  seen: string
}

type Send = (given: Given) => Promise<ApiResult<DeskBooking>>

export interface Commanding {
  busy: boolean
  /** The number of commands given so far. */
  given: number
  /** A sentence on the last command, if it succeeded. */
  done: string | undefined
  /** Why the last command failed. */
  failed: string | undefined
  /** Sends a command and resolves to whether it succeeded; `done` is the sentence for success. */
  give: (send: Send, done: string) => Promise<boolean>
}

interface CommandOptions {
  booking: DeskBooking
  answered: (booking: DeskBooking) => void
  reload: () => void
}

/**
 * Sends commands for one booking, one at a time. Each carries the version on the screen, so that
 * the server can refuse it if the booking has changed.
 */
export function useCommand({ booking, answered, reload }: CommandOptions): Commanding {
  const [state, setState] = useState<Pick<Commanding, 'busy' | 'given' | 'done' | 'failed'>>({
    busy: false,
    given: 0,
    done: undefined,
    failed: undefined,
  })
  const running = useRef(false)
  const { id, version: seen } = booking

  const give = useCallback<Commanding['give']>(
    async (send, done) => {
      if (running.current) return false
      running.current = true
      setState(({ given }) => ({
        busy: true,
        given: given + 1,
        done: undefined,
        failed: undefined,
      }))
      const answer = await send({ id, seen })
      running.current = false
      if (answer.ok) answered(answer.value)
      else reload()
      setState(({ given }) => ({
        busy: false,
        given,
        done: answer.ok ? done : undefined,
        failed: answer.ok ? undefined : sentenceOf(answer.refusal),
      }))
      return answer.ok
    },
    [id, seen, answered, reload],
  )
  return { ...state, give }
}

function sentenceOf(refusal: ApiRefusal): string {
  return isNoAnswer(refusal)
    ? 'The server did not answer. Reload the bookings to see whether it was done.'
    : refusal.error
}

export interface CommandProps {
  booking: DeskBooking
  command: Commanding
  /** UTC milliseconds. */
  now: number
}

export interface ActionProps extends CommandProps {
  /** Why the command is unavailable now. */
  barred: string | undefined
}

interface FormDialogProps {
  title: string
  barred: string | undefined
  /** The label of the button, if it differs from the title. */
  label?: ReactNode
  form: (close: () => void) => ReactNode
}

/** A button and the dialog that it opens. The form is mounted anew each time. */
export function FormDialog({ title, barred, label = title, form }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <DeskButton
        variant="ghost"
        barred={barred}
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        {label}
      </DeskButton>
      <DeskDialog ref={dialog} title={title} onClose={() => setOpen(false)}>
        {open ? form(() => dialog.current?.close()) : null}
      </DeskDialog>
    </>
  )
}
