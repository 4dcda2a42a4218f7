import type { Tx } from '#server/db/database.ts'
import { mailsSince, type TroubledMail, troubledMails } from '#server/mail/store.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type { Connections, Dashboard, DeskDay, WaitingMail } from '#shared/desk/api.ts'
import { weekOf } from '#shared/desk/today.ts'
import { addDays, eachDate, type PlainDate } from '#shared/lib/date.ts'
import { firstInstantFrom, lastInstantFrom } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { rangesOn } from '#shared/schedule/opening.ts'
import type { Schedule } from '#shared/schedule/schema.ts'
import { endMinuteOf, minuteOf } from '#shared/schedule/time-of-day.ts'
import type { DashboardParts } from './ports.ts'

const DAYS = 14

/** Whoever wrote earlier was put into the client book, or was not; milliseconds. */
const SENDERS_FOR = 14 * 86_400_000

/** A booking that was not opened for so long after its guest changed it is old news; milliseconds. */
export const GUEST_CHANGES_FOR = 30 * 86_400_000

export function readDashboard(parts: DashboardParts): Dashboard {
  const { db, clock } = parts
  const tx = db.read
  const now = clock()
  const schedule = parts.readSchedule(tx)
  const { timeZone } = schedule
  const today = wallOf(now, timeZone).date
  const [monday = today] = weekOf(today)
  const within = {
    start: firstInstantFrom(monday, 0, timeZone),
    end: firstInstantFrom(addDays(monday, DAYS), 0, timeZone),
  }
  const mails = waitingMails(tx, parts)
  return {
    checkedAt: iso(now),
    timeZone,
    days: eachDate(monday, addDays(monday, DAYS - 1)).map((date) => deskDay(schedule, date)),
    calls: parts.readCalls(tx, within),
    busy: parts.readBusy(tx, within).map(stretch),
    waiting: {
      mails,
      refunds: parts.waitingRefunds(tx),
      bookings: parts.waitingBookings(tx),
    },
    floods: parts.readFloods(tx),
    guestChanges: parts.guestChanges(tx, now - GUEST_CHANGES_FOR),
    senders: parts.readSenders(tx, now - SENDERS_FOR),
    month: parts.readMonth(),
    connections: {
      ...parts.readConnections(tx),
      mail: mailState(tx, parts, { mails, since: firstInstantFrom(today, 0, timeZone) }),
    },
  }
}

function deskDay(schedule: Schedule, date: PlainDate): DeskDay {
  const { timeZone } = schedule
  const open = rangesOn(schedule, date).map(({ start, end }) =>
    stretch({
      start: firstInstantFrom(date, minuteOf(start), timeZone),
      end: lastInstantFrom(date, endMinuteOf(end), timeZone),
    }),
  )
  return { date, open }
}

function waitingMails(tx: Tx, { clientName }: DashboardParts): WaitingMail[] {
  return troubledMails(tx).map(({ id, kind, bookingId, askedAt, error, final }: TroubledMail) => ({
    id,
    kind,
    bookingId,
    clientName: (bookingId && clientName(tx, bookingId)) ?? null,
    askedAt: iso(askedAt),
    error,
    final,
  }))
}

function mailState(
  tx: Tx,
  { mails }: DashboardParts,
  asked: { mails: readonly WaitingMail[]; since: number },
): Connections['mail'] {
  return {
    delivers: mails.delivers,
    sentToday: mailsSince(tx, asked.since),
    troubledToday: asked.mails.filter(({ askedAt }) => Date.parse(askedAt) >= asked.since).length,
  }
}

function stretch({ start, end }: Interval) {
  return { start: iso(start), end: iso(end) }
}

const iso = (instant: number) => new Date(instant).toISOString()
