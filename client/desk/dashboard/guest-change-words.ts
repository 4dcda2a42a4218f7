import { longDay } from '#client/desk/kit/day-words.ts'
import { momentWords } from '#client/lib/data/moment-words.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { GuestChange } from '#shared/desk/api.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { ItemWords } from './waiting-words.ts'

interface Here {
  /** The owner's zone. */
  zone: string
  now: number
}

/** `Moved from Tuesday 24 November, 10:00 to Wednesday 25 November, 11:30.` */
export function changeWords(change: GuestChange, { zone, now }: Here): ItemWords {
  const { clientName, kind, from, to, at } = change
  const when = momentWords(Date.parse(at), now)
  const done = `${when.charAt(0).toUpperCase()}${when.slice(1)}.`
  if (kind === 'cancelled' || !to)
    return {
      title: `${clientName} cancelled`,
      text: `${timeIn(from, zone)} is free again. ${done}`,
    }
  return {
    title: `${clientName} moved a call`,
    text: `From ${timeIn(from, zone)} to ${timeIn(to, zone)}. ${done}`,
  }
}

function timeIn(instant: string, zone: string): string {
  const at = Date.parse(instant)
  return `${longDay(wallOf(at, zone).date)}, ${clockTime(at, zone)}`
}
