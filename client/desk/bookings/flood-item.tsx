import { useRef, useState } from 'react'
import type { ItemText } from '#client/desk/dashboard/attention-text.ts'
import item from '#client/desk/dashboard/dashboard-item.module.css'
import { DashboardItem } from '#client/desk/dashboard/dashboard-item.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { formatLongDay } from '#client/desk/kit/format-day.ts'
import { useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { callEndpoint, isNetworkError } from '#client/lib/data/api.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { cancelFlood, type Flood } from '#shared/booking/flood-api.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'

interface FloodItemProps {
  flood: Flood
  /** The owner's time zone. */
  timeZone: string
  now: number
  desk: Pick<DeskData<unknown>, 'refusal' | 'reload'>
  /** The address of the page that lists the bookings, if it is another page. */
  listPath?: string
}

/** All bookings of a sender beyond the limit, as one item that waits for the owner. */
export function FloodItem({ flood, timeZone, now, desk, listPath }: FloodItemProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { busy, run } = useOneAtATime()
  const [failure, setFailure] = useState<string>()
  const cut = useIsDisconnected(desk)
  const texts = formatFlood(flood, { now, timeZone })
  const cancelAll = async () => {
    setFailure(undefined)
    const { sender, until } = flood
    const answer = await callEndpoint(cancelFlood, { sender, until })
    dialog.current?.close()
    if (answer.ok) {
      const { cancelled } = answer.value
      announce(cancelled === 1 ? '1 booking is cancelled.' : `${cancelled} bookings are cancelled.`)
    } else
      setFailure(
        isNetworkError(answer.refusal)
          ? 'The server did not answer. Reload to see whether they were cancelled.'
          : answer.refusal.error,
      )
    desk.reload()
  }
  return (
    <>
      <DashboardItem look="warning" title={texts.title} text={texts.text}>
        {listPath ? <TextAction to={listPath}>View bookings</TextAction> : null}
        <TextAction
          onClick={() => dialog.current?.showModal()}
          disabledReason={cut ? 'You need a connection to cancel.' : undefined}
        >
          Cancel all {flood.count}
        </TextAction>
        {failure ? <p className={item.problem}>{failure}</p> : null}
      </DashboardItem>
      <ConfirmDialog
        ref={dialog}
        title={`Cancel all ${flood.count}?`}
        confirmLabel={`Cancel all ${flood.count}`}
        cancelLabel="Keep them"
        danger
        busy={busy}
        onConfirm={() => void run(cancelAll)}
      >
        {texts.paragraphs.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </ConfirmDialog>
    </>
  )
}

interface FloodText extends ItemText {
  /** The confirmation text for cancelling all of them, one string per paragraph. */
  paragraphs: string[]
}

/** `41 bookings from one sender since 10:02` */
function formatFlood(flood: Flood, at: { now: number; timeZone: string }): FloodText {
  const { count, blockingCount, mailboxCount } = flood
  const since = formatFloodStart(Date.parse(flood.since), at)
  const over = count - blockingCount
  const addresses = mailboxCount === 1 ? 'one email address' : `${mailboxCount} email addresses`
  return {
    title: `${count} bookings from one sender since ${since}`,
    text: `By ${formatSenderNames(flood)}, with ${addresses}. ${blockingCount} ${blockingCount === 1 ? 'holds its time' : 'hold their times'}; ${over} ${over === 1 ? 'is over the limit and holds' : 'are over the limit and hold'} none until you accept ${over === 1 ? 'it' : 'them'}.`,
    paragraphs: [
      `All ${count} will be cancelled, and ${blockingCount === 1 ? 'the held time becomes' : `the ${blockingCount} held times become`} available again. Nothing was paid for any of them. This cannot be undone.`,
      'Each address that already received an email from us gets one cancellation email; no one else is notified.',
    ],
  }
}

function formatSenderNames({ names }: Flood): string {
  return `${names.slice(0, 2).join(', ')}${names.length > 2 ? ' and others' : ''}`
}

function formatFloodStart(
  since: number,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  const { date } = toWallTime(since, timeZone)
  const time = formatClockTime(since, timeZone)
  return date === toWallTime(now, timeZone).date ? time : `${formatLongDay(date)}, ${time}`
}
