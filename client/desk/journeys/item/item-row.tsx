import { memo } from 'react'
import { formatEnd, getItemName, summarizeItem } from '#client/desk/journeys/journeys-text.ts'
import { PaperIcon, PencilIcon } from '#client/desk/kit/icons.tsx'
import { DetailLink } from '#client/desk/kit/lists/list-row.tsx'
import { Grip, type Reorder } from '#client/desk/kit/lists/reorder.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { AlertIcon, ClockIcon, createIcon, DiamondIcon } from '#client/ui/icons.tsx'
import { CallIcon, KindIcon } from '#client/ui/journey-icons.tsx'
import type from '#client/ui/type.module.css'
import type { JourneyItem } from '#shared/journeys/days.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import styles from './item-row.module.css'

/** The state that an item's tag shows. */
export type ItemMark = 'conflict' | 'changed' | 'waiting' | undefined

const marks = {
  conflict: { Icon: DiamondIcon, text: 'Changed on two devices' },
  changed: { Icon: PencilIcon, text: 'Not on their copy yet' },
  waiting: { Icon: ClockIcon, text: 'Waiting' },
}

export function ItemTag({ mark }: { mark: ItemMark }) {
  if (!mark) return null
  const { Icon, text } = marks[mark]
  return (
    <span className={`${styles.tag} ${mark === 'conflict' ? kit.problem : ''}`}>
      <Icon />
      {text}
    </span>
  )
}

interface ItemRowProps {
  item: JourneyItem
  /** The address that opens the item. */
  to: string
  /** The number of this night, for a stay that began earlier. */
  night?: number
  mark: ItemMark
  /** One line for each warning. */
  warnings: string
  isLifted?: boolean
  /** CSS `order` while an item is moved. */
  place?: number | undefined
  /** Absent for a row that cannot be moved. */
  reorder?: Reorder
}

/** A closed item of a day. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, to, night, mark, warnings, isLifted, place, reorder } = props
  const name = getItemName(item)
  const summary = summarizeItem(item)
  return (
    <li
      className={`${styles.row} ${isLifted ? styles.lifted : ''}`}
      style={place === undefined ? undefined : { order: place }}
      data-item={reorder ? item.id : undefined}
    >
      {reorder ? (
        <Grip
          reorder={reorder}
          id={item.id}
          name={name}
          isLifted={isLifted ?? false}
          className={styles.grip}
        />
      ) : (
        <i />
      )}
      <KindIcon kind={item.kind} className={styles.kind} />
      <ItemTime item={item} night={night} />
      <div className={styles.body}>
        <DetailLink to={to} className={styles.link}>
          {name}
        </DetailLink>
        <p title={summary}>{summary}</p>
        <ItemFacts item={item} />
        {warnings ? <Warnings text={warnings} /> : null}
      </div>
      <span className={styles.state}>
        <ItemTag mark={mark} />
      </span>
    </li>
  )
})

/** `10:00 to 14:00`, or the night of a stay. */
function ItemTime({ item, night = 1 }: { item: JourneyItem; night?: number | undefined }) {
  const { kind, begins, nights } = item
  if (kind === 'stay')
    return (
      <p className={styles.time}>
        {night === 1 && begins ? begins : 'Night'}
        {nights > 1 ? (
          <small className={type.subline}>
            {night === 1 && begins ? 'night ' : ''}
            {night} of {nights}
          </small>
        ) : null}
      </p>
    )
  const end = formatEnd(item)
  return (
    <p className={styles.time}>
      {begins}
      {end ? <small className={type.subline}>{end}</small> : null}
    </p>
  )
}

function ItemFacts({ item: { phone, confirmation, documents } }: { item: JourneyItem }) {
  if (!phone && !confirmation && documents.length === 0) return null
  return (
    <ul className={styles.facts}>
      {phone ? (
        <li>
          <CallIcon />
          {phone}
        </li>
      ) : null}
      {confirmation ? (
        <li>
          <TicketIcon />
          {confirmation}
        </li>
      ) : null}
      {documents.length > 0 ? (
        <li>
          <PaperIcon />
          {pluralize(documents.length, 'document')}
        </li>
      ) : null}
    </ul>
  )
}

/** The warnings of an item, one per line. */
export function Warnings({ text }: { text: string }) {
  return (
    <p className={`row wrap gap-2 ${styles.warning} ${kit.warning}`}>
      <AlertIcon />
      <span>{text}</span>
    </p>
  )
}

// Icons of the tab Journeys, apart from the desk's, so that other tabs do not load them.

const TicketIcon = createIcon(
  'M1.500 4.500h13V7a1.300 1.300 0 0 0 0 2.600v2.400h-13V9.600a1.300 1.300 0 0 0 0-2.600zM10 4.500v1M10 7.500v1M10 10.500v1',
)
