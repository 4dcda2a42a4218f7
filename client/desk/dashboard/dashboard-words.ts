import { longDay } from '#client/desk/kit/day-words.ts'
import type { StatusTone } from '#client/desk/kit/page/status.tsx'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { Call, Dashboard } from '#shared/desk/api.ts'
import { awayWords, freeGaps } from '#shared/desk/today.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { feedFaultWords } from '#shared/schedule/calendar-state.ts'

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** `Two calls`, `One call`, `12 calls`. */
function countWords(count: number, what: string): string {
  return `${NUMBERS[count] ?? count} ${count === 1 ? what : `${what}s`}`
}

/** The calls of a date in order of time, including those that need a new time. */
export function callsOn({ calls, timeZone }: Dashboard, date: PlainDate): Call[] {
  return calls
    .filter(({ start }) => wallOf(Date.parse(start), timeZone).date === date)
    .sort((a, b) => a.start.localeCompare(b.start))
}

export function isHeld({ status }: Call): boolean {
  return status !== 'needs_new_time'
}

/** `Two calls today. The first begins at 10:30, in 1 hour 40 minutes.` */
export function leadWords(shown: Dashboard, now: number): string {
  const { timeZone } = shown
  const today = wallOf(now, timeZone).date
  const calls = callsOn(shown, today).filter(isHeld)
  const next = nextCall(shown, now)
  const count = `${countWords(calls.length, 'call')} today.`
  if (!next) return count
  const start = Date.parse(next.start)
  const at = clockTime(start, timeZone)
  const on = wallOf(start, timeZone).date
  if (on !== today) return `${count} The next is on ${longDay(on)} at ${at}.`
  if (start <= now) return `${count} The one with ${next.clientName} is under way.`
  const which = calls.length === 1 ? 'It' : calls[0] === next ? 'The first' : 'The next'
  return `${count} ${which} begins at ${at}, ${awayWords(start, now)}.`
}

/** The confirmed call that is running or comes next. */
export function nextCall({ calls }: Dashboard, now: number): Call | undefined {
  return calls.find(({ end, status }) => status === 'confirmed' && Date.parse(end) > now)
}

/** `Free from 11:00 to 12:00 and 13:00 to 15:00` */
export function freeWords(shown: Dashboard, now: number): string {
  const { days, busy, timeZone } = shown
  const today = wallOf(now, timeZone).date
  const open = days.find(({ date }) => date === today)?.open.map(instants) ?? []
  if (open.length === 0) return 'Closed for bookings today'
  const taken = [...callsOn(shown, today).filter(isHeld), ...busy].map(instants)
  const gaps = freeGaps(open, taken, now).map(
    ({ start, end }) => `${clockTime(start, timeZone)} to ${clockTime(end, timeZone)}`,
  )
  return gaps.length === 0 ? 'No free times left today' : `Free from ${listWords(gaps)}`
}

export function instants({ start, end }: { start: string; end: string }) {
  return { start: Date.parse(start), end: Date.parse(end) }
}

function listWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

export interface ConnectionState {
  tone: StatusTone
  word: string
  note: string
}

const working = (note: string): ConnectionState => ({ tone: 'ok', word: 'Working', note })
const problem = (note: string): ConnectionState => ({ tone: 'problem', word: 'Problem', note })
const absent = (note: string): ConnectionState => ({ tone: 'mute', word: 'Not Set', note })

export function momentOf(instant: string, now: number): string {
  return momentWords(Date.parse(instant), now)
}

export function mailState({ connections, waiting }: Dashboard): ConnectionState {
  const { delivers, sentToday, troubledToday } = connections.mail
  if (troubledToday > 0) {
    const asked = sentToday + troubledToday
    return problem(`${troubledToday} of ${asked} not delivered today`)
  }
  const { length } = waiting.mails
  if (length > 0) return problem(`${length} from earlier days not delivered`)
  if (!delivers) return absent('Emails are saved as files on the server')
  return working(sentToday === 0 ? 'None sent today' : `${sentToday} sent today`)
}

export function paymentState(shown: Dashboard, now: number): ConnectionState {
  const { lastAt } = shown.month
  if (shown.waiting.refunds.some(({ state }) => state === 'failed'))
    return problem('A refund failed')
  const last = lastAt ? `Last payment ${momentOf(lastAt, now)}` : 'No payment yet'
  return {
    card: working(last),
    demo: { tone: 'wait', word: 'Demo', note: 'Demo: no card is charged' } as const,
    off: absent('Paid services cannot be booked online'),
  }[shown.connections.payment.kind]
}

export function videoState({ connections }: Dashboard): ConnectionState {
  const { configured, troubledRooms } = connections.video
  if (!configured) return absent('Bookings are made without a room')
  if (troubledRooms === 0) return working('Rooms are created automatically')
  return problem(
    troubledRooms === 1
      ? '1 room could not be created'
      : `${troubledRooms} rooms could not be created`,
  )
}

export function calendarState({ connections }: Dashboard, now: number): ConnectionState {
  const { state, syncedAt, failure } = connections.calendar
  const read = syncedAt ? `Read ${momentOf(syncedAt, now)}` : 'Never read yet'
  if (state === 'none') return absent('No calendar is connected')
  if (state === 'fresh') return working(read)
  return problem(failure ? feedFaultWords[failure] : read)
}
