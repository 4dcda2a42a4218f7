import { useRef, useState } from 'react'
import item from '#client/desk/dashboard/waiting-item.module.css'
import { WaitingItem } from '#client/desk/dashboard/waiting-item.tsx'
import type { ItemWords } from '#client/desk/dashboard/waiting-words.ts'
import { longDay } from '#client/desk/kit/day-words.ts'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { call, isNoAnswer } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { cancelFlood, type Flood } from '#shared/booking/flood-api.ts'
import { clockTime } from '#shared/booking/times.ts'
import { wallOf } from '#shared/lib/zone.ts'

interface FloodItemProps {
  flood: Flood
  /** The owner's time zone. */
  timeZone: string
  now: number
  desk: Pick<DeskData<unknown>, 'trouble' | 'reload'>
  /** The address of the page that lists the bookings, if it is another page. */
  lookAt?: string
}

/** All bookings of a sender beyond the limit, as one item that waits for the owner. */
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
          ? 'The server did not answer. Reload to see whether they were cancelled.'
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
        {typeof state === 'object' ? <p className={item.problem}>{state.failed}</p> : null}
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

interface FloodWords extends ItemWords {
  /** The confirmation text for cancelling all of them, one string per paragraph. */
  question: string[]
}

/** `41 bookings from one sender since 10:02` */
function floodWords(flood: Flood, at: { now: number; timeZone: string }): FloodWords {
  const { count, kept, mailboxes } = flood
  const since = sinceWords(Date.parse(flood.since), at)
  const over = count - kept
  const addresses = mailboxes === 1 ? 'one email address' : `${mailboxes} email addresses`
  return {
    title: `${count} bookings from one sender since ${since}`,
    text: `By ${nameWords(flood)}, with ${addresses}. ${kept} ${kept === 1 ? 'keeps its time' : 'keep their times'}; ${over} ${over === 1 ? 'is over the limit and keeps' : 'are over the limit and keep'} none until you accept ${over === 1 ? 'it' : 'them'}.`,
    question: [
      `All ${count} are cancelled, and ${kept === 1 ? 'the time that is' : `the ${kept} times that are`} kept ${kept === 1 ? 'goes' : 'go'} back to others. Nothing was paid for any of them, and this cannot be taken back.`,
      'Each email address that we wrote to before gets one email about it; nobody else does.',
    ],
  }
}

function nameWords({ names }: Flood): string {
  return `${names.slice(0, 2).join(', ')}${names.length > 2 ? ' and others' : ''}`
}

function sinceWords(since: number, { now, timeZone }: { now: number; timeZone: string }): string {
  const { date } = wallOf(since, timeZone)
  const time = clockTime(since, timeZone)
  return date === wallOf(now, timeZone).date ? time : `${longDay(date)}, ${time}`
}
