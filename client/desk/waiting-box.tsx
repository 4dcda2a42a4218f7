import type { ReactNode } from 'react'
import type { Dashboard, WaitingMail } from '../../shared/desk/api.ts'
import { useSomethingWaits } from '../lib/use-something-waits.ts'
import { ClockIcon, DiamondIcon } from '../ui/more-icons.tsx'
import { Box } from './box.tsx'
import { MailIcon, ReturnIcon } from './desk-icons.tsx'
import { SendAgain } from './send-again.tsx'
import { TextAction } from './text-action.tsx'
import type { DeskData } from './use-desk-data.ts'
import { useMinute } from './use-minute.ts'
import styles from './waiting-box.module.css'
import { bookingWords, type ItemWords, mailWords, refundWords } from './waiting-words.ts'

interface WaitingBoxProps {
  shown: Dashboard
  desk: Pick<DeskData<unknown>, 'trouble' | 'reload'>
  className: string | undefined
}

/** Whatever does not go on without the owner. */
export function WaitingBox({ shown, desk, className }: WaitingBoxProps) {
  const now = useMinute()
  const waitsHere = useSomethingWaits()
  const { mails, refunds, bookings } = shown.waiting
  const count = mails.length + refunds.length + bookings.length + (waitsHere ? 1 : 0)
  const aside = count === 0 ? undefined : count === 1 ? '1 item' : `${count} items`
  return (
    <Box title="Waiting for you" aside={aside} flush className={className}>
      {count === 0 ? <p className={styles.none}>Nothing waits for you.</p> : null}
      <ul className={styles.list}>
        {bookings.map((booking) => {
          const { action, ...words } = bookingWords(booking, shown.timeZone)
          const look = booking.why === 'requested' ? 'wait' : 'trouble'
          return (
            <Item key={`${booking.id}-${booking.why}`} look={look} {...words}>
              <TextAction to={bookingPath(booking.id)}>{action}</TextAction>
            </Item>
          )
        })}
        {mails.map((mail) => (
          <MailItem key={mail.id} mail={mail} now={now} desk={desk} />
        ))}
        {refunds.map((refund) => (
          <Item key={refund.id} look="refund" {...refundWords(refund, now)}>
            <TextAction to={bookingPath(refund.bookingId)}>Look at the booking</TextAction>
          </Item>
        ))}
        {waitsHere ? (
          <Item
            look="wait"
            title="A form waits on this device"
            text="It was filled in here and has not been sent."
          >
            <TextAction to="/on-this-device">See what waits</TextAction>
          </Item>
        ) : null}
      </ul>
    </Box>
  )
}

function bookingPath(id: string): string {
  return `/admin/bookings/${id}`
}

interface MailItemProps {
  mail: WaitingMail
  now: number
  desk: WaitingBoxProps['desk']
}

function MailItem({ mail, now, desk }: MailItemProps) {
  return (
    <Item look="mail" {...mailWords(mail, now)}>
      {mail.bookingId ? (
        <TextAction to={bookingPath(mail.bookingId)}>Check the address</TextAction>
      ) : null}
      <SendAgain id={mail.id} desk={desk} />
    </Item>
  )
}

const looks = {
  mail: { Icon: MailIcon, className: styles.trouble },
  trouble: { Icon: DiamondIcon, className: styles.trouble },
  refund: { Icon: ReturnIcon, className: styles.refund },
  wait: { Icon: ClockIcon, className: styles.wait },
}

interface ItemProps extends ItemWords {
  look: keyof typeof looks
  children: ReactNode
}

function Item({ look, title, text, children }: ItemProps) {
  const { Icon, className } = looks[look]
  return (
    <li>
      <Icon className={className} />
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
        <div className={styles.actions}>{children}</div>
      </div>
    </li>
  )
}
