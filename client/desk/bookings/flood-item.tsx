import { useRef, useState } from 'react'
import { WaitingItem } from '#client/desk/dashboard/waiting-item.tsx'
import { useIsCutOff } from '#client/desk/kit/as-of.tsx'
import { ConfirmDialog } from '#client/desk/kit/confirm-dialog.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { call, isNoAnswer } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { cancelFlood, type Flood } from '#shared/booking/flood-api.ts'
import styles from './flood-item.module.css'
import { floodWords } from './flood-words.ts'

interface FloodItemProps {
  flood: Flood
  /** The owner's. */
  timeZone: string
  now: number
  desk: Pick<DeskData<unknown>, 'trouble' | 'reload'>
  /** Where they are looked at one by one, if that is another page. */
  lookAt?: string
}

/** Bookings from one sender beyond the cap, as one thing that waits. */
export function FloodItem({ flood, timeZone, now, desk, lookAt }: FloodItemProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<'idle' | 'busy' | { failed: string }>('idle')
  const cut = useIsCutOff(desk)
  const words = floodWords(flood, { now, timeZone })
  const cancelAll = async () => {
    setState('busy')
    const { sender, until } = flood
    const answer = await call(cancelFlood, { sender, until })
    dialog.current?.close()
    if (answer.ok) {
      const { cancelled } = answer.value
      announce(cancelled === 1 ? '1 booking is cancelled.' : `${cancelled} bookings are cancelled.`)
      setState('idle')
    } else
      setState({
        failed: isNoAnswer(answer.refusal)
          ? 'No answer came. Whether they were cancelled shows once this has loaded again.'
          : answer.refusal.error,
      })
    desk.reload()
  }
  return (
    <>
      <WaitingItem look="trouble" title={words.title} text={words.text}>
        {lookAt ? <TextAction to={lookAt}>Look at them</TextAction> : null}
        <TextAction
          onClick={() => dialog.current?.showModal()}
          barred={cut ? 'Cancelling needs a connection.' : undefined}
        >
          Cancel all {flood.count}
        </TextAction>
        {typeof state === 'object' ? <p className={styles.failed}>{state.failed}</p> : null}
      </WaitingItem>
      <ConfirmDialog
        ref={dialog}
        title={`Cancel all ${flood.count}?`}
        confirm={`Cancel all ${flood.count}`}
        keep="Keep them"
        danger
        busy={state === 'busy'}
        onConfirm={() => void cancelAll()}
      >
        {words.question.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </ConfirmDialog>
    </>
  )
}
