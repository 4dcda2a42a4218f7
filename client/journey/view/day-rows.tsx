import { findMark, type ItemMark, type JourneyProps } from '#client/journey/state.ts'
import button from '#client/ui/button.module.css'
import { CallIcon, KindIcon } from '#client/ui/journey-icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { toMapLink } from '#shared/journeys/contact-links.ts'
import type { GuestItem } from '#shared/journeys/guest-copy.ts'
import type { DayRow } from '#shared/journeys/guest-days.ts'
import { toPhoneLink } from '#shared/lib/phone/phone-link.ts'
import { ChangedIcon, CopyIcon, PlaceIcon } from './icons.tsx'
import styles from './items.module.css'
import { formatChanged, formatItemTitle, formatLine, formatRowState } from './view-text.ts'

interface DayRowsProps extends JourneyProps {
  rows: readonly DayRow[]
}

/** The items of a day: past ones dimmed, the current or next one highlighted. */
export function DayRows({ rows, ...props }: DayRowsProps) {
  if (rows.length === 0) return <p className={styles.nothing}>Nothing planned. The day is yours.</p>
  return (
    <ol className={styles.rows}>
      {rows.map((row) => (
        <Row key={`${row.role} ${row.item.id}`} {...props} row={row} />
      ))}
    </ol>
  )
}

function Row({ row, ...props }: JourneyProps & { row: DayRow }) {
  const { state, toHref } = props
  const { item } = row
  const mark = findMark(state, item)
  const isRaised = row.state === 'now' || row.state === 'next'
  const progress = formatRowState(row, state.now)
  return (
    <li
      className={`${styles.row} ${row.state === 'past' ? styles.past : ''} ${isRaised ? styles.next : ''}`}
    >
      <RowTime row={row} mark={mark} />
      <div className={styles.body}>
        {progress ? <span className={styles.progress}>{progress}</span> : null}
        <ChangeNote mark={mark} now={state.now} />
        <a className={styles.link} href={toHref(item.id)}>
          <b>{formatItemTitle(item)}</b>
        </a>
        {isRaised && item.guestText ? (
          <p className={styles.words}>{item.guestText}</p>
        ) : (
          <p>{formatLine(row)}</p>
        )}
        {isRaised ? <ContactButtons item={item} {...props} /> : null}
      </div>
      <span className={styles.kind}>
        <KindIcon kind={item.kind} />
      </span>
    </li>
  )
}

function RowTime({ row, mark }: { row: DayRow; mark: ItemMark | undefined }) {
  const { item, role } = row
  if (role === 'night') return <div className={styles.time}>Night</div>
  const field = role === 'arrival' ? 'ends' : 'begins'
  const was = mark?.before && mark.before[field] !== item[field] ? mark.before[field] : undefined
  return (
    <div className={styles.time}>
      {was === undefined ? <time>{item[field]}</time> : null}
      {was !== undefined && item[field] ? (
        <time>
          <mark>{item[field]}</mark>
        </time>
      ) : null}
      {was ? (
        <small>
          <VisuallyHidden>Was </VisuallyHidden>
          <s>{was}</s>
        </small>
      ) : null}
    </div>
  )
}

/** `Changed at 14:02`, until the guest has noted it. */
export function ChangeNote({ mark, now }: { mark: ItemMark | undefined; now: number }) {
  if (!mark) return null
  return (
    <span className={styles.changed}>
      <ChangedIcon />
      {mark.before ? formatChanged(mark.at, now) : 'New'}
    </span>
  )
}

interface ContactButtonsProps extends JourneyProps {
  item: GuestItem
  /** Stacked, as wide as the page. */
  large?: boolean
}

/** Call and Directions. */
export function ContactButtons({ item, large, ...props }: ContactButtonsProps) {
  const phone = toPhoneLink(item.phone)
  const address = item.address || item.place
  const size = large ? styles.large : button.small
  if (!phone && !address) return null
  return (
    <div className={`row wrap gap-2 ${styles.contact} ${large ? styles.wide : ''}`}>
      {phone ? (
        <a
          className={`${button.button} ${button.primary} ${size}`}
          href={phone}
          aria-label={`Call ${item.contact || item.phone}`}
        >
          <CallIcon />
          {large && isShort(item.contact) ? `Call ${item.contact}` : 'Call'}
        </a>
      ) : null}
      {address ? (
        <Directions
          {...props}
          address={address}
          className={`${button.button} ${button.ghost} ${size}`}
        />
      ) : null}
    </div>
  )
}

/** Whether a contact's name fits on a button on a phone. */
const isShort = (name: string) => name.length > 0 && name.length <= 24

interface DirectionsProps extends JourneyProps {
  address: string
  className: string
}

/** Opens the device's maps app; on a computer, which may have none, copies the address. */
function Directions({ state, actions, address, className }: DirectionsProps) {
  const { map } = state.device
  if (map)
    return (
      <a
        className={className}
        href={toMapLink(address, map)}
        aria-label={`Directions to ${address}`}
      >
        <PlaceIcon />
        Directions
      </a>
    )
  return (
    <button type="button" className={className} onClick={() => actions.copy(address)}>
      <CopyIcon />
      {state.copied === address ? 'Copied' : 'Copy the address'}
    </button>
  )
}
