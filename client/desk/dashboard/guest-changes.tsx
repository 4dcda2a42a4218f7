import { Box } from '#client/desk/kit/box.tsx'
import { longDay } from '#client/desk/kit/day-words.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { Dashboard, GuestChange } from '#shared/desk/api.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { WaitingItem } from './waiting-item.tsx'
import type { ItemWords } from './waiting-words.ts'

interface GuestChangesProps {
  shown: Dashboard
  now: number
}

/** What guests did to their bookings, each until the owner has opened it; nothing where there is none. */
export function GuestChanges({ shown, now }: GuestChangesProps) {
  const { guestChanges, timeZone } = shown
  if (guestChanges.length === 0) return null
  return (
    <Box title="What happened" aside={countWords(guestChanges)} flush>
      <ul>
        {guestChanges.map((change) => (
          <WaitingItem
            key={change.id}
            look={change.kind}
            {...changeWords(change, { zone: timeZone, now })}
          >
            <TextAction to={`/admin/bookings/${change.bookingId}`}>Look at the booking</TextAction>
          </WaitingItem>
        ))}
      </ul>
    </Box>
  )
}

function countWords({ length }: readonly GuestChange[]): string {
  return length === 1 ? '1 change by a guest' : `${length} changes by guests`
}

interface Here {
  /** The owner's zone. */
  zone: string
  now: number
}

/** `Moved from Tuesday 24 November, 10:00 to Wednesday 25 November, 11:30.` */
function changeWords(change: GuestChange, { zone, now }: Here): ItemWords {
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
