import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { Flood } from '#shared/booking/flood-api.ts'
import { isLinkMissing } from '#shared/booking/meeting-location.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { isNewChange } from '#shared/desk/booking-marks.ts'
import { addDays, eachDate, type PlainDate, toIsoInterval } from '#shared/lib/date.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getDateInterval } from '#shared/lib/wall-time.ts'
import { type DisputeState, disputeRules } from '#shared/payment/reversals.ts'
import type { ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { getOpenHours } from '#shared/schedule/opening-hours.ts'
import type { FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { isNewSubmission, isOpenSubmission } from '#shared/submissions/marks.ts'
import { listWeekDates } from './day-ruler.ts'
import type { FailingJob } from './failing-jobs.ts'

// What the desk's first page shows, derived from records. Instants are ISO 8601, dates are in the
// owner's zone, amounts are in minor units.

/** Days that the dashboard shows, from Monday of this week. */
const DASHBOARD_DAYS = 14
/** How long senders are shown, ms; older ones were added to the clients or left out. */
const SENDERS_PERIOD = 14 * 86_400_000
/** How long a failed refund is shown, ms; older ones were settled in another way. */
const FAILED_REFUNDS_PERIOD = 90 * 86_400_000
/** How many guests' changes are listed. */
const MAX_GUEST_CHANGES = 30
/** How many bookings without a link are listed; later ones appear once these have one. */
const MAX_WITHOUT_LINK = 8

export interface DashboardSources {
  bookings: readonly DeskBooking[]
  schedule: ScheduleContent
  /** Busy times of the owner's calendar. */
  busy: readonly Interval[]
  failingJobs: readonly FailingJob[]
  floods: readonly Flood[]
  submissions: readonly (FormSubmission & { form: FormName })[]
  /** Whether the video provider creates rooms. */
  canCreateRooms: boolean
  now: number
}

type IsoInterval = ReturnType<typeof toIsoInterval>

export interface DeskDay {
  date: PlainDate
  openHours: IsoInterval[]
}

export interface Dashboard {
  timeZone: string
  /** Two weeks from the Monday of this week. */
  days: DeskDay[]
  /** The bookings on these days that are not cancelled or expired. */
  calls: DeskBooking[]
  /** Busy times of the owner's calendar on these days. */
  busy: IsoInterval[]
  tasks: BookingTask[]
  /** The newest first. */
  mails: FailedMail[]
  /** Number of video rooms that could not be created. */
  failedRooms: number
  refunds: OpenRefund[]
  reversals: ReversalTask[]
  guestChanges: GuestChange[]
  senders: Sender[]
  messages: OpenMessages
}

/** Messages and enquiries that are neither answered nor put aside. */
export interface OpenMessages {
  counts: Record<MessageForm, number>
  unreadCount: number
  /** The latest. */
  latest: Pick<Sender, 'id' | 'form' | 'name' | 'sentAt'> | undefined
}

/** A booking's form is answered as a booking. */
const messageForms = ['contact', 'inquiry'] as const

type MessageForm = (typeof messageForms)[number]

export interface BookingTask {
  booking: DeskBooking
  /**
   * Why the booking needs the owner. `link`: the guest was told that a link follows, and there is
   * none yet; `room`: the video provider has failed to make the room.
   */
  reason: 'requested' | 'needs_new_time' | 'clash' | 'link' | 'room'
}

export interface FailedMail extends FailingJob {
  /** Null for a mail about no booking. */
  clientName: string | null
}

export interface OpenRefund {
  id: string
  booking: DeskBooking
  amount: number
  requestedAt: string
  /** `refused`: never made, because the money was already with the guest or the bank. */
  state: 'waiting' | 'failed' | 'refused'
}

/** Money that goes back to a guest without a decision at the desk. */
export interface ReversalTask {
  booking: DeskBooking
  amount: number
  at: string
  /** Null for refunds in the payment provider's dashboard. */
  dispute: { id: string; state: DisputeState; answerBy: string | null } | null
  /** Whether a meeting is still ahead and the owner has not decided whether it takes place. */
  asksToKeep: boolean
  isAcknowledged: boolean
}

/** A move or a cancellation by a guest that the owner has not seen. */
export type GuestChange = DeskBooking['guestChanges'][number] & {
  bookingId: string
  clientName: string
}

/** Sender of a submission, taken from the last one that they sent. */
export interface Sender {
  /** Id of the submission. */
  id: number
  form: FormName
  name: string
  email: string
  phone: string
  sentAt: string
}

export function buildDashboard(sources: DashboardSources): Dashboard {
  const { schedule, bookings, busy, failingJobs, now } = sources
  const { timeZone } = schedule
  const today = toWallTime(now, timeZone).date
  const [monday = today] = listWeekDates(today)
  const last = addDays(monday, DASHBOARD_DAYS - 1)
  const within = getDateInterval(monday, last, timeZone)
  return {
    timeZone,
    days: eachDate(monday, last).map((date) => ({
      date,
      openHours: getOpenHours(schedule, date).map(toIsoInterval),
    })),
    calls: listCalls(bookings, within),
    busy: busy
      .filter(({ start, end }) => start < within.end && end > within.start)
      .map(toIsoInterval),
    tasks: listTasks(sources),
    mails: listFailedMails(failingJobs, bookings),
    failedRooms: failingJobs.filter(isRoom).length,
    refunds: listOpenRefunds(bookings, now),
    reversals: listReversals(bookings, now),
    guestChanges: listGuestChanges(bookings, now),
    senders: listSenders(sources.submissions, now),
    messages: countMessages(sources.submissions),
  }
}

const ENDED_STATUSES: readonly DeskBooking['status'][] = ['cancelled', 'expired']

function listCalls(bookings: readonly DeskBooking[], { start, end }: Interval): DeskBooking[] {
  return sortByStart(
    bookings.filter((booking) => {
      const at = Date.parse(booking.start)
      return at >= start && at < end && !ENDED_STATUSES.includes(booking.status)
    }),
  )
}

function sortByStart(bookings: readonly DeskBooking[]): DeskBooking[] {
  return bookings.toSorted((a, b) => a.start.localeCompare(b.start))
}

function listTasks(sources: DashboardSources): BookingTask[] {
  const { bookings, floods } = sources
  const list = (reason: BookingTask['reason'], needs: (booking: DeskBooking) => boolean) =>
    bookings.filter(needs).map((booking): BookingTask => ({ booking, reason }))
  return [
    // A flood is one item; see `flood-api.ts`.
    ...list(
      'requested',
      ({ status, blocksSlot, overCapSender }) =>
        status === 'requested' &&
        (blocksSlot || !floods.some(({ sender }) => sender === overCapSender)),
    ),
    ...list('needs_new_time', ({ status }) => status === 'needs_new_time'),
    ...list('clash', ({ clash }) => clash !== null),
    ...listWithoutLink(sources),
  ].sort((a, b) => a.booking.start.localeCompare(b.booking.start))
}

/** Upcoming bookings that get no meeting link unless the owner sets one, the soonest first. */
function listWithoutLink({
  bookings,
  failingJobs,
  canCreateRooms,
  now,
}: DashboardSources): BookingTask[] {
  const roomless = new Set(failingJobs.filter(isRoom).map(({ bookingId }) => bookingId))
  const needsLink = (booking: DeskBooking) =>
    booking.status === 'confirmed' &&
    Date.parse(booking.start) > now &&
    isLinkMissing(booking) &&
    (booking.locationKind === 'link' || !canCreateRooms || roomless.has(booking.id))
  return sortByStart(bookings.filter(needsLink))
    .slice(0, MAX_WITHOUT_LINK)
    .map((booking) => ({ booking, reason: booking.locationKind === 'link' ? 'link' : 'room' }))
}

const isRoom = ({ kind }: FailingJob) => kind === 'room'

function listFailedMails(
  jobs: readonly FailingJob[],
  bookings: readonly DeskBooking[],
): FailedMail[] {
  const findName = (id: string | null) => bookings.find((booking) => booking.id === id)?.clientName
  return jobs
    .filter(({ kind }) => kind === 'mail')
    .map((job) => ({ ...job, clientName: findName(job.bookingId) ?? null }))
    .sort((a, b) => b.id - a.id)
}

function listOpenRefunds(bookings: readonly DeskBooking[], now: number): OpenRefund[] {
  const list = (booking: DeskBooking, state: OpenRefund['state'], refunds: readonly RefundLine[]) =>
    refunds.map(({ id, amount, at }) => ({ id, booking, amount, requestedAt: at, state }))
  return bookings
    .flatMap((booking) => [
      ...list(booking, 'waiting', booking.waitingRefunds),
      ...list(
        booking,
        'failed',
        booking.failedRefunds.filter(({ at }) => Date.parse(at) >= now - FAILED_REFUNDS_PERIOD),
      ),
      ...list(booking, 'refused', booking.refusedRefunds),
    ])
    .sort((a, b) => b.requestedAt.localeCompare(a.requestedAt))
}

type RefundLine = DeskBooking['failedRefunds'][number]

const meetingStatuses: readonly DeskBooking['status'][] = ['confirmed', 'needs_new_time']

/** Disputes, and refunds from the provider's dashboard, one line for each booking; the newest first. */
function listReversals(bookings: readonly DeskBooking[], now: number): ReversalTask[] {
  const asksToKeep = ({ status, end }: DeskBooking) =>
    meetingStatuses.includes(status) && Date.parse(end) > now
  const latestFirst = (tasks: ReversalTask[]) => tasks.sort((a, b) => b.at.localeCompare(a.at))
  const disputes = bookings.flatMap((booking) =>
    booking.disputes
      .filter(({ isAcknowledged, state }) => !isAcknowledged || !disputeRules[state].isClosed)
      .map(({ id, state, answerBy, amount, at, isAcknowledged }) => ({
        ...{ booking, amount, at, isAcknowledged },
        dispute: { id, state, answerBy },
        asksToKeep: asksToKeep(booking) && !isAcknowledged,
      })),
  )
  const refunds = bookings.flatMap((booking): ReversalTask[] => {
    const waiting = new Set(booking.waitingRefunds.map(({ id }) => id))
    const own = booking.refundsElsewhere.filter(({ id }) => !waiting.has(id))
    if (own.length === 0) return []
    return [
      {
        booking,
        amount: own.reduce((sum, { amount }) => sum + amount, 0),
        at: own.map(({ at }) => at).reduce((a, b) => (a > b ? a : b)),
        dispute: null,
        asksToKeep: asksToKeep(booking),
        isAcknowledged: false,
      },
    ]
  })
  return [...latestFirst(disputes), ...latestFirst(refunds)]
}

/** Moves and cancellations by guests until the owner opens the booking, the latest first. */
function listGuestChanges(bookings: readonly DeskBooking[], now: number): GuestChange[] {
  return bookings
    .flatMap(({ id, clientName, guestChanges }) =>
      guestChanges
        .filter(({ isSeen, at }) => !isSeen && isNewChange(Date.parse(at), { seenUntil: 0, now }))
        .map((change) => ({ ...change, bookingId: id, clientName })),
    )
    .sort((a, b) => b.id - a.id)
    .slice(0, MAX_GUEST_CHANGES)
}

function countMessages(submissions: DashboardSources['submissions']): OpenMessages {
  const waiting = submissions.filter(
    (one) => isOpenSubmission(one) && messageForms.some((form) => form === one.form),
  )
  const count = (form: FormName) => waiting.filter((one) => one.form === form).length
  const [latest] = waiting.toSorted((a, b) => b.id - a.id)
  return {
    counts: { contact: count('contact'), inquiry: count('inquiry') },
    unreadCount: waiting.filter(isNewSubmission).length,
    latest: latest && toSender(latest),
  }
}

function toSender({ id, form, created_at, data }: DashboardSources['submissions'][number]): Sender {
  const { first_name = '', last_name = '', email = '', phone = '' } = data
  const name = `${first_name} ${last_name}`.trim()
  return { id, form, name, email, phone, sentAt: created_at }
}

/**
 * Everyone who has sent a form in the last two weeks, with the latest form of each; latest first. A form that was put
 * aside, such as spam, makes nobody a sender.
 */
function listSenders(submissions: DashboardSources['submissions'], now: number): Sender[] {
  const recent = submissions.filter(
    (submission) =>
      isOpenSubmission(submission) && Date.parse(submission.created_at) >= now - SENDERS_PERIOD,
  )
  const senders = recent.sort((a, b) => b.id - a.id).map(toSender)
  const byMailbox = groupBy(senders, ({ email }) => email.trim().toLowerCase())
  return [...byMailbox.values()].flatMap(([latest]) => latest ?? [])
}
