import type { ItemWords } from '#client/desk/dashboard/waiting-words.ts'
import { longDay } from '#client/desk/kit/day-words.ts'
import type { Flood } from '#shared/booking/flood-api.ts'
import { clockTime } from '#shared/booking/times.ts'
import { wallOf } from '#shared/lib/zone.ts'

interface FloodWords extends ItemWords {
  /** What cancelling all of them means, a paragraph each. */
  question: string[]
}

/** `41 bookings from one sender since 10:02` */
export function floodWords(flood: Flood, at: { now: number; timeZone: string }): FloodWords {
  const { count, kept, mailboxes } = flood
  const since = sinceWords(Date.parse(flood.since), at)
  const over = count - kept
  const addresses = mailboxes === 1 ? 'one e-mail address' : `${mailboxes} e-mail addresses`
  return {
    title: `${count} bookings from one sender since ${since}`,
    text: `By ${nameWords(flood)}, with ${addresses}. ${kept} ${kept === 1 ? 'keeps its time' : 'keep their times'}; ${over} ${over === 1 ? 'is over the limit and keeps' : 'are over the limit and keep'} none until you accept ${over === 1 ? 'it' : 'them'}.`,
    question: [
      `All ${count} are cancelled, and ${kept === 1 ? 'the time that is' : `the ${kept} times that are`} kept ${kept === 1 ? 'goes' : 'go'} back to others. Nothing was paid for any of them, and this cannot be taken back.`,
      'Each e-mail address that we wrote to before gets one e-mail about it; nobody else does.',
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
