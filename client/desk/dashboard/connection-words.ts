import type { StatusTone } from '#client/desk/kit/status.tsx'
import { momentWords } from '#client/lib/data/moment-words.ts'
import type { Dashboard } from '#shared/desk/api.ts'
import { feedFaultWords } from '#shared/schedule/calendar-state.ts'

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
  if (!delivers) return absent('Mails are kept as files on the server')
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
    troubledRooms === 1 ? '1 room could not be made' : `${troubledRooms} rooms could not be made`,
  )
}

export function calendarState({ connections }: Dashboard, now: number): ConnectionState {
  const { state, syncedAt, failure } = connections.calendar
  const read = syncedAt ? `Read ${momentOf(syncedAt, now)}` : 'Never read yet'
  if (state === 'none') return absent('No calendar of yours is read')
  if (state === 'fresh') return working(read)
  return problem(failure ? feedFaultWords[failure] : read)
}
