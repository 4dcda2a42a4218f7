import {
  BinIcon,
  CalendarIcon,
  CardIcon,
  drawn,
  MailIcon,
  PencilIcon,
} from '#client/desk/kit/icons.tsx'
import { ClockIcon } from '#client/ui/controls/more-icons.tsx'
import type { HeldRow } from './person-words.ts'

const PeopleIcon = drawn(
  'M6 7.500a2.600 2.600 0 1 0 0-5.200 2.600 2.600 0 0 0 0 5.200M1.500 13.700c.3-2.700 2-4.200 4.500-4.200s4.200 1.500 4.500 4.200M10.500 2.500a2.600 2.600 0 0 1 0 4.900M12 9.900c1.500.6 2.300 1.900 2.500 3.800',
)

const PaperIcon = drawn(
  'M3.500 1.800h6l3 3v9.400h-9zM9.500 1.800v3h3M5.800 8h4.400M5.800 10.800h4.400',
)

const LockIcon = drawn('M3.500 7h9v6.500h-9zM5.500 7V4.800a2.500 2.500 0 0 1 5 0V7M8 9.500v1.500')

export const kindIcons: Record<HeldRow['kind'], typeof BinIcon> = {
  clients: PeopleIcon,
  accounts: PencilIcon,
  bookings: CalendarIcon,
  submissions: PaperIcon,
  mails: MailIcon,
  newsletterConsents: MailIcon,
  receipts: CardIcon,
  waiting: ClockIcon,
}

/** What becomes of it in an erasure. */
export function FateIcon({ kept }: Pick<HeldRow, 'kept'>) {
  return kept ? <LockIcon /> : <BinIcon />
}
