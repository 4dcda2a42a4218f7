import { useRef, useState } from 'react'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { formatLongDay } from '#client/desk/kit/format-date.ts'
import item from '#client/desk/kit/lists/dashboard-item.module.css'
import { DashboardItem, type ItemText } from '#client/desk/kit/lists/dashboard-item.tsx'
import { useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { TimeInput } from '#client/desk/kit/time-input.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { callEndpoint, isNetworkError } from '#client/lib/data/api.ts'
import { wordByMail } from '#client/lib/data/mail-wording.ts'
import { useSiteConfig } from '#client/lib/data/use-endpoint.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Field, TextField } from '#client/ui/controls/field.tsx'
import { cancelFlood, type Flood } from '#shared/booking/flood-api.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { formatZone, toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant, getLastInstant } from '#shared/lib/wall-time.ts'
import { parseMinute } from '#shared/schedule/time-ranges.ts'
import styles from './commands/commands.module.css'

interface FloodItemProps {
  flood: Flood
  timeZone: string
  now: number
  desk: Pick<DeskData<unknown>, 'refusal' | 'reload'>
  /** The address of the page that lists the bookings, if it is another page. */
  listPath?: string
}

/**
 * All bookings of a sender beyond the limit, or of a surge, as one item that waits for the owner. Of a surge
 * the owner may cancel a time window, because guests who mean it may have booked in it as well.
 */
export function FloodItem({ flood, timeZone, now, desk, listPath }: FloodItemProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { busy, run } = useOneAtATime()
  const [failure, setFailure] = useState<string>()
  const cut = useIsDisconnected(desk)
  const [chosen, setChosen] = useState(() => toWindowFields(flood, timeZone))
  const window = flood.madeAt ? parseWindow(chosen, { flood, timeZone }) : undefined
  const chosenCount = window ? countWithin(flood, window) : flood.count
  const notice = wordByMail(useSiteConfig(), {
    sent: 'Each address that already received an email gets one cancellation email; no one else is notified.',
    notSent: 'This site sends no email, so no one is notified.',
    unknown: '',
  })
  const texts = formatFlood(flood, { now, timeZone, notice })
  const label = flood.madeAt ? `Cancel ${chosenCount}` : `Cancel all ${flood.count}`
  const cancelAll = async () => {
    setFailure(undefined)
    const { from, until } = window ?? { from: flood.since, until: flood.until }
    const answer = await callEndpoint(cancelFlood, { sender: flood.sender, from, until })
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
  const zone = formatZone(timeZone)
  return (
    <>
      <DashboardItem look="warning" title={texts.title} text={texts.text}>
        {listPath ? <TextAction to={listPath}>View bookings</TextAction> : null}
        <TextAction
          onClick={() => {
            setChosen(toWindowFields(flood, timeZone))
            dialog.current?.showModal()
          }}
          disabledReason={cut ? 'You need a connection to cancel.' : undefined}
        >
          {flood.madeAt ? 'Cancel bookings of this time' : `Cancel all ${flood.count}`}
        </TextAction>
        {failure ? <p className={item.problem}>{failure}</p> : null}
      </DashboardItem>
      <ConfirmDialog
        ref={dialog}
        title={flood.madeAt ? 'Cancel bookings of this time?' : `${label}?`}
        confirmLabel={label}
        cancelLabel="Keep them"
        danger
        busy={busy}
        disabled={chosenCount === 0}
        onConfirm={() => void run(cancelAll)}
      >
        {flood.madeAt ? (
          <div className="stack gap-4">
            <MomentFields
              label="Made from"
              zone={zone}
              value={chosen.from}
              onChange={(from) => setChosen({ ...chosen, from })}
            />
            <MomentFields
              label="Made until"
              zone={zone}
              value={chosen.until}
              onChange={(until) => setChosen({ ...chosen, until })}
            />
            <p role="status">
              {chosenCount === 1 ? '1 booking was' : `${chosenCount} bookings were`} made in this
              time.
            </p>
          </div>
        ) : null}
        {texts.paragraphs.filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </ConfirmDialog>
    </>
  )
}

/** `2026-11-25T09:30`, in the owner's zone. */
type Moment = string

interface WindowChoice {
  from: Moment
  until: Moment
}

interface MomentFieldsProps {
  label: string
  zone: string
  value: Moment
  onChange: (value: Moment) => void
}

function MomentFields({ label, zone, value, onChange }: MomentFieldsProps) {
  const [date = '', time = ''] = value.split('T')
  return (
    <div className={styles.fields}>
      <TextField
        label={`${label}, date`}
        type="date"
        value={date}
        onChange={({ target }) => onChange(`${target.value}T${time}`)}
      />
      <Field label={`${label}, time in ${zone}`}>
        {(control) => (
          <TimeInput {...control} value={time} onChange={(next) => onChange(`${date}T${next}`)} />
        )}
      </Field>
    </div>
  )
}

function toWindowFields({ since, until }: Flood, timeZone: string): WindowChoice {
  const toField = (iso: string) => {
    const at = Date.parse(iso)
    return `${toWallTime(at, timeZone).date}T${formatClockTime(at, timeZone)}`
  }
  return { from: toField(since), until: toField(until) }
}

const MINUTE = 60_000

/** Whole minutes, both included, but nothing later than what the owner saw; empty without both. */
function parseWindow(
  { from, until }: WindowChoice,
  { flood, timeZone }: { flood: Flood; timeZone: string },
): WindowChoice {
  const [start, end] = [parseField(from), parseField(until)]
  if (!start || !end) return { from: '', until: '' }
  const first = getFirstInstant(start.date, start.minute, timeZone)
  const last = getLastInstant(end.date, end.minute, timeZone) + MINUTE - 1
  return { from: toIsoTime(first), until: toIsoTime(Math.min(last, Date.parse(flood.until))) }
}

function parseField(value: string) {
  const [date, time] = value.split('T')
  return date && time ? { date, minute: parseMinute(time) } : undefined
}

function countWithin({ madeAt = [] }: Flood, { from, until }: WindowChoice): number {
  return madeAt.filter((at) => at >= from && at <= until).length
}

interface FloodText extends ItemText {
  /** The confirmation text for cancelling them, one string per paragraph. */
  paragraphs: string[]
}

/** `41 bookings from one sender since 10:02` */
function formatFlood(
  flood: Flood,
  { notice, ...at }: { now: number; timeZone: string; notice: string },
): FloodText {
  const { count, blockingCount, mailboxCount } = flood
  const since = formatFloodStart(Date.parse(flood.since), at)
  const over = count - blockingCount
  const addresses = mailboxCount === 1 ? 'one email address' : `${mailboxCount} email addresses`
  const overText =
    over === 0
      ? ''
      : `; ${over} ${over === 1 ? 'is over the limit and holds' : 'are over the limit and hold'} none until you accept ${over === 1 ? 'it' : 'them'}`
  const held =
    blockingCount === 1 ? 'the held time becomes' : `the ${blockingCount} held times become`
  if (flood.madeAt)
    return {
      title: `${count} bookings from new email addresses since ${since}`,
      text: `By ${formatSenderNames(flood)}. New email addresses took more than a quarter of the free times of two weeks within an hour. ${blockingCount} ${blockingCount === 1 ? 'holds its time' : 'hold their times'}${overText}.`,
      paragraphs: [
        'Bookings of guests who booked before are left as they are. Cancelled times become available again; nothing was paid for them. This cannot be undone.',
        notice,
      ],
    }
  return {
    title: `${count} bookings from one sender since ${since}`,
    text: `By ${formatSenderNames(flood)}, with ${addresses}. ${blockingCount} ${blockingCount === 1 ? 'holds its time' : 'hold their times'}${overText}.`,
    paragraphs: [
      `All ${count} will be cancelled, and ${held} available again. Nothing was paid for any of them. This cannot be undone.`,
      notice,
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
