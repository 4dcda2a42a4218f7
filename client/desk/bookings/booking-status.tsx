import { Status } from '#client/desk/kit/page/status.tsx'
import { CardIcon, HourglassIcon, ReturnIcon, TickIcon } from '#client/ui/icons.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { statusWords } from './booking-words.ts'

/** A booking's state in a word, with a mark of its own where the tone's would not tell it apart. */
export function BookingStatus({ booking }: { booking: DeskBooking }) {
  const { tone, words } = statusWords(booking)
  const icon = iconOf(booking, tone)
  return (
    <Status tone={tone} {...(icon && { icon })}>
      {words}
    </Status>
  )
}

function iconOf({ status }: DeskBooking, tone: string) {
  if (tone === 'back') return ReturnIcon
  if (tone === 'conflict') return undefined
  if (status === 'awaiting_payment') return CardIcon
  if (status === 'expired') return HourglassIcon
  return status === 'completed' ? TickIcon : undefined
}
