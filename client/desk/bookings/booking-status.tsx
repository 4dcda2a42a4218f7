import { Status } from '#client/desk/kit/page/status.tsx'
import { TickIcon } from '#client/ui/controls/more-icons.tsx'
import { type IconProps, Line } from '#client/ui/icons.tsx'
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

function CardIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M1.500 3.500h13v9h-13zM1.500 6.500h13M4 10h3" />
    </Line>
  )
}

function HourglassIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M4 2h8M4 14h8M5 2c0 4 6 4 6 12M11 2c0 4-6 4-6 12" />
    </Line>
  )
}

function ReturnIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M6 3 2.500 6.500 6 10M2.500 6.500H10a3.500 3.500 0 0 1 0 7H6" />
    </Line>
  )
}
