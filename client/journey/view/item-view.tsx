import { findMark, type ItemMark, type JourneyProps } from '#client/journey/state.ts'
import button from '#client/ui/button.module.css'
import { KindIcon } from '#client/ui/journey-icons.tsx'
import text from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { describeChanges, getLength } from '#shared/journeys/change-text.ts'
import { getEnd, getEndZone, getStart, getZone } from '#shared/journeys/days.ts'
import type { GuestItem } from '#shared/journeys/guest-copy.ts'
import { type GuestDay, getEndDate } from '#shared/journeys/guest-days.ts'
import { kindLabels } from '#shared/journeys/journey-fields.ts'
import { formatDate, formatTimeOfDay } from '#shared/lib/format-date.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'
import { toPhoneLink } from '#shared/lib/phone/phone-link.ts'
import { formatZoneCity, getOffset, toWallTime } from '#shared/lib/time-zone.ts'
import { ChangeNote, ContactButtons } from './day-rows.tsx'
import { DocumentList } from './documents-section.tsx'
import { CopyIcon } from './icons.tsx'
import styles from './items.module.css'
import { JourneyPlatePlace } from './plate-place.tsx'
import {
  findStops,
  formatItemTitle,
  formatMoment,
  formatStayHours,
  nameClockPlace,
  nameZones,
} from './view-text.ts'

interface ItemViewProps extends JourneyProps {
  item: GuestItem
  day: GuestDay
  days: readonly GuestDay[]
}

/** Everything that guests need to know about one item. */
export function ItemView({ item, day, days, ...props }: ItemViewProps) {
  const { state } = props
  const { open } = state
  const mark = findMark(state, item)
  const times = listTimes(item)
  const host = open.copy.host.name.split(' ')[0]
  const near = findStops(days, item)
  return (
    <>
      <p className={`row gap-2 ${styles.itemKind}`}>
        <KindIcon kind={item.kind} />
        {kindLabels[item.kind]}
      </p>
      <h1 className={styles.title}>{formatItemTitle(item)}</h1>
      {hasOtherBegin(item, mark) ? null : <ChangeNote mark={mark} now={state.now} />}
      <ItemTimes item={item} day={day} mark={mark} />
      {times ? <ClockNote {...{ item, day, days, state, mark }} /> : null}
      {mark?.before ? <ItemChanges item={item} before={mark.before} state={state} /> : null}
      {item.kind === 'note' ? null : (
        <JourneyPlatePlace inks="day" state={state} days={days} current={near[0]} near={near} />
      )}
      <ContactButtons {...props} item={item} large />
      <ItemFacts {...props} item={item} mark={mark} />
      {item.guestText ? (
        <section className={styles.itemWords} aria-labelledby="words-title">
          <h2 id="words-title" className={text.kicker}>
            From {host || 'me'}
          </h2>
          <p>{item.guestText}</p>
        </section>
      ) : null}
      {item.documents.length > 0 ? (
        <section aria-labelledby="papers-title">
          <h2 id="papers-title" className={styles.heading}>
            Papers
          </h2>
          <DocumentList {...props} documents={item.documents} />
        </section>
      ) : null}
    </>
  )
}

/** The note below the times then says what they were. */
const hasOtherBegin = ({ begins }: GuestItem, mark: ItemMark | undefined) =>
  Boolean(mark?.before?.begins) && mark?.before?.begins !== begins

const listTimes = ({ begins, ends }: GuestItem) => begins || ends

interface ItemChangesProps extends Pick<JourneyProps, 'state'> {
  item: GuestItem
  before: GuestItem
}

/** The changes of the item, without a new start time on the same day: its times show that already. */
function ItemChanges({ item, before, state }: ItemChangesProps) {
  const { noted, copy } = state.open
  if (!noted) return null
  const { begins, zone, ends, endDay, endZone } = before
  const isShown = item.day === before.day && item.begins !== begins && item.begins !== ''
  const isShifted = getLength(item) === getLength(before)
  const rest = isShown
    ? { ...item, begins, zone, ...(isShifted && { ends, endDay, endZone }) }
    : item
  const items = copy.items.map((one) => (one.id === item.id ? rest : one))
  const sentences = describeChanges(noted, { ...copy, items }, item.id)
  if (sentences.length === 0) return null
  return (
    <ul className={styles.itemChanges} aria-label="What has changed">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

/** `17:00 to 19:00`, with the end's date and time zone if they differ. */
function ItemTimes({
  item,
  day,
  mark,
}: Pick<ItemViewProps, 'item' | 'day'> & { mark?: ItemMark | undefined }) {
  const { kind, begins, ends, endDay } = item
  if (kind === 'stay') return <StayTimes item={item} day={day} />
  if (!begins && !ends) return null
  const isNew = begins !== mark?.before?.begins && mark?.before !== undefined
  const zones = nameZones(item)
  const date = endDay === 0 ? '' : getEndDate(item, day.date)
  const later =
    endDay !== 0 ? ` on ${date ? formatDate(date, 'weekday') : `day ${day.number + endDay}`}` : ''
  return (
    <p className={styles.times}>
      {begins && isNew ? <mark>{begins}</mark> : begins}
      {begins && ends ? zones.begin : null}
      {ends ? `${begins ? ' to' : 'Until'} ${ends}${zones.end}${later}` : null}
    </p>
  )
}

function StayTimes({ item, day }: Pick<ItemViewProps, 'item' | 'day'>) {
  const { nights } = item
  const count = nights === 1 ? 'One night' : `${nights} nights`
  const from = day.date ? ` from ${formatDate(day.date, 'weekday')}` : ''
  const hours = formatStayHours(item)
  return (
    <p className={styles.times}>
      {count}
      {from}
      {hours ? <small>{hours}.</small> : null}
    </p>
  )
}

/** The time before a change, and what the clocks at home show then. */
function ClockNote({
  item,
  day,
  days,
  state,
  mark,
}: Omit<ItemViewProps, 'actions' | 'toHref'> & { mark?: ItemMark | undefined }) {
  const was = mark?.before?.begins
  const { homeZone } = state.open.pass
  const instant = getStart(item, day.date) ?? getEnd(item, day.date)
  const zone = item.begins ? getZone(item) : getEndZone(item)
  const differs = instant !== undefined && getOffset(instant, zone) !== getOffset(instant, homeZone)
  const home = differs
    ? `${formatTimeOfDay(toWallTime(instant, homeZone).minute)} in ${formatZoneCity(homeZone)}`
    : ''
  const place = nameClockPlace(days, item)
  const local = `Local time${place ? ` in ${place}` : ''}`
  if (!home && !hasOtherBegin(item, mark)) return null
  return (
    <p className={styles.clocks}>
      {mark && hasOtherBegin(item, mark) ? (
        <>
          Was <s>{was}</s> until {formatMoment(mark.at, state.now)}.{' '}
        </>
      ) : null}
      {home ? `${local}; ${home}.` : `${local}.`}
    </p>
  )
}

interface FactsProps extends JourneyProps {
  item: GuestItem
  mark: ItemMark | undefined
}

function ItemFacts({ item, mark, ...props }: FactsProps) {
  const { before } = mark ?? {}
  const facts = [
    {
      term: item.toPlace ? 'From' : 'Where',
      value: <Where item={item} />,
      is: item.place || item.address,
    },
    { term: 'To', value: item.toPlace, is: item.toPlace },
    { term: 'Phone', value: <Phone item={item} />, is: item.phone || item.contact },
    { term: 'Email', value: <a href={toMailtoLink(item.email)}>{item.email}</a>, is: item.email },
    {
      term: 'Confirmation',
      value: <Confirmation {...props} text={item.confirmation} />,
      is: item.confirmation,
    },
    { term: 'Included', value: item.included, is: item.included },
    { term: 'Price', value: item.price, is: item.price },
  ]
  const fields = {
    Phone: 'phone',
    Confirmation: 'confirmation',
    Where: 'place',
    To: 'toPlace',
  } as const
  const getWas = (term: string) => {
    const field = Object.entries(fields).find(([name]) => name === term)?.[1]
    const was = field && before?.[field]
    return was && was !== item[field] ? was : undefined
  }
  const listed = facts.filter(({ is }) => is)
  if (listed.length === 0) return null
  return (
    <dl className={styles.facts}>
      {listed.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {value}
            {getWas(term) ? (
              <small>
                <VisuallyHidden>Was </VisuallyHidden>
                <s>{getWas(term)}</s>
              </small>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Where({ item: { place, address } }: { item: GuestItem }) {
  return (
    <>
      {place}
      {place && address ? <br /> : null}
      {address}
    </>
  )
}

function Phone({ item: { phone, contact } }: { item: GuestItem }) {
  const link = toPhoneLink(phone)
  return (
    <>
      {link ? <a href={link}>{phone}</a> : phone || contact}
      {phone && contact ? <small>{contact}</small> : null}
    </>
  )
}

function Confirmation({ text, state, actions }: JourneyProps & { text: string }) {
  const isCopied = state.copied === text
  return (
    <span className={`split gap-2 ${styles.confirmation}`}>
      <b>{text}</b>
      <button
        type="button"
        className={`${button.button} ${button.ghost} ${button.small}`}
        aria-label={`${isCopied ? 'Copied' : 'Copy'} ${text}`}
        onClick={() => actions.copy(text)}
      >
        <CopyIcon />
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}
