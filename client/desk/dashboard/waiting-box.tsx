import { useRef } from 'react'
import { FloodItem } from '#client/desk/bookings/flood-item.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useKeptFocus } from '#client/desk/kit/use-kept-focus.ts'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useSomethingWaits } from '#client/lib/use-something-waits.ts'
import type { Dashboard, WaitingMail } from '#shared/desk/api.ts'
import { GiveLink } from './give-link.tsx'
import { NewcomerItem } from './newcomer-item.tsx'
import { SendAgain } from './send-again.tsx'
import { useNewcomer } from './use-newcomer.ts'
import styles from './waiting-box.module.css'
import { useBookItems } from './waiting-in-book.tsx'
import { WaitingItem } from './waiting-item.tsx'
import { bookingWords, mailWords, refundWords } from './waiting-words.ts'

interface WaitingBoxProps {
  shown: Dashboard
  desk: Pick<DeskData<unknown>, 'trouble' | 'reload'>
}

/** Whatever does not go on without the owner. */
export function WaitingBox({ shown, desk }: WaitingBoxProps) {
  const now = useMinute()
  const waitsHere = useSomethingWaits()
  const { mails, refunds, bookings } = shown.waiting
  const inBook = useBookItems()
  const { floods } = shown
  const onServer = mails.length + refunds.length + bookings.length + floods.length
  const { newcomer, pressed, leave } = useNewcomer(shown.senders)
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus(list, pressed)
  const count = onServer + inBook.length + (newcomer ? 1 : 0) + (waitsHere ? 1 : 0)
  const aside = count === 0 ? undefined : count === 1 ? '1 item' : `${count} items`
  return (
    <Box title="Waiting for you" aside={aside} flush>
      <div ref={list} tabIndex={-1}>
        {count === 0 ? <p className={styles.none}>Nothing waits for you.</p> : null}
        <ul>
          {floods.map((flood) => (
            <FloodItem
              key={flood.sender}
              lookAt="/admin/bookings"
              timeZone={shown.timeZone}
              {...{ flood, now, desk }}
            />
          ))}
          {bookings.map((booking) => {
            const { action, ...words } = bookingWords(booking, shown.timeZone)
            const look = ['requested', 'link'].includes(booking.why) ? 'wait' : 'trouble'
            return (
              <WaitingItem key={`${booking.id}-${booking.why}`} look={look} {...words}>
                {booking.why === 'link' || booking.why === 'room' ? (
                  <GiveLink booking={booking} desk={desk} />
                ) : null}
                <TextAction to={bookingPath(booking.id)}>{action}</TextAction>
              </WaitingItem>
            )
          })}
          {mails.map((mail) => (
            <MailItem key={mail.id} mail={mail} now={now} desk={desk} />
          ))}
          {refunds.map((refund) => (
            <WaitingItem key={refund.id} look="refund" {...refundWords(refund, now)}>
              <TextAction to={bookingPath(refund.bookingId)}>Look at the booking</TextAction>
            </WaitingItem>
          ))}
          {inBook}
          {newcomer ? (
            <NewcomerItem
              key={newcomer.sender.id}
              newcomer={newcomer}
              now={now}
              onLeave={() => leave(newcomer.sender)}
            />
          ) : null}
          {waitsHere ? (
            <WaitingItem
              look="wait"
              title="A form waits on this device"
              text="It was filled in here and has not been sent."
            >
              <TextAction to="/on-this-device">See what waits</TextAction>
            </WaitingItem>
          ) : null}
        </ul>
      </div>
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
    <WaitingItem look="mail" {...mailWords(mail, now)}>
      {mail.bookingId ? (
        <TextAction to={bookingPath(mail.bookingId)}>Check the address</TextAction>
      ) : null}
      <SendAgain id={mail.id} desk={desk} />
    </WaitingItem>
  )
}
