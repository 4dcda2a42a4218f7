import { Box } from '#client/desk/kit/box.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { Dashboard, GuestChange } from '#shared/desk/api.ts'
import { changeWords } from './guest-change-words.ts'
import { WaitingItem } from './waiting-item.tsx'

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
