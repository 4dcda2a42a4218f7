import { type ReactNode, useCallback, useRef, useState } from 'react'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { type ApiRefusal, type ApiResult, isNoAnswer } from '#client/lib/data/api.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'

/** Which booking, and the state of it that the owner sees. */
interface Given {
  id: string
  seen: string
}

type Send = (given: Given) => Promise<ApiResult<DeskBooking>>

export interface Commanding {
  busy: boolean
  /** How many commands were given so far. */
  given: number
  /** What was done last, as a sentence. */
  done: string | undefined
  /** Why the last command was not done. */
  failed: string | undefined
  /** Resolves to whether it was done. */
  give: (send: Send, done: string) => Promise<boolean>
}

interface CommandOptions {
  booking: DeskBooking
  answered: (booking: DeskBooking) => void
  reload: () => void
}

/** Gives commands for one booking, one at a time, each for the state that is on the screen. */
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
  /** Why it cannot be done now. */
  barred: string | undefined
}

interface FormDialogProps {
  title: string
  barred: string | undefined
  /** The button's words, where they are more than the title. */
  label?: ReactNode
  form: (close: () => void) => ReactNode
}

/** A button and the dialog that it opens; the form in it begins anew each time. */
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
