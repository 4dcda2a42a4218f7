import { useEffect, useRef, useState } from 'react'
import type { ItemView } from '#client/data/journeys/types.ts'
import type { EditorCommands } from '#client/desk/journeys/detail/editor-commands.ts'
import type { SaveState } from '#client/desk/journeys/detail/journey-session.ts'
import { formatDay, getItemName, kindOrder } from '#client/desk/journeys/journeys-text.ts'
import type { ItemChange } from '#client/desk/journeys/share/copy-state.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { Field, Select } from '#client/ui/controls/field.tsx'
import { AlertIcon, CloseIcon, TickIcon } from '#client/ui/icons.tsx'
import { KindIcon } from '#client/ui/journey-icons.tsx'
import layout from '#client/ui/layout.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { HOME_ZONE, type JourneyDay } from '#shared/journeys/days.ts'
import {
  END_DAYS,
  emptyItem,
  getItemLabel,
  type ItemData,
  kindLabels,
  travelKinds,
} from '#shared/journeys/journey-fields.ts'
import { addDays } from '#shared/lib/date.ts'
import { DocumentsField } from './documents-field.tsx'
import styles from './item-form.module.css'
import { type ItemMark, ItemTag, Warnings } from './item-row.tsx'
import {
  AreaField,
  findZoneOf,
  type ItemFieldProps,
  LineField,
  NightsField,
  TimeField,
  ZoneField,
} from './typed-fields.tsx'

interface ItemFormProps {
  one: ItemView
  day: JourneyDay
  days: readonly JourneyDay[]
  commands: EditorCommands
  mark: ItemMark
  /** The change that is not on the guests' copy yet. */
  change: ItemChange | undefined
  warnings: string
  /** Ids of the documents on this device, and of those not sent yet. */
  documents: { here: readonly string[]; waiting: readonly string[] }
  saving: SaveState
  /** CSS `order` while an item is moved. */
  place: number | undefined
  onRetry: () => void
  onClose: () => void
  /** Resolves when everything typed is stored; to false if that failed. */
  flush: () => Promise<boolean>
}

/** The form of an open item, among the day's rows. It saves while the owner types. */
export function ItemForm(props: ItemFormProps) {
  const { one, day, commands, mark, change, warnings, documents, place, onClose, flush } = props
  const { item } = one
  const name = getItemName(item)
  const save = (set: Partial<ItemData>, shown: Partial<ItemData>) => {
    const endZone = findArrivalZone({ ...item, ...set })
    const isZoneKnown = 'endZone' in set || !('toPlace' in set || 'zone' in set)
    if (isZoneKnown || endZone === undefined) return commands.setItem(item.id, set, shown)
    return commands.setItem(item.id, { ...set, endZone }, { ...shown, endZone: item.endZone })
  }
  const field = { item, save }
  const afterPress = useAfterPress()
  const placeByTime = () => afterPress(() => commands.placeByTime(item.id))
  const { kind } = field.item
  const travels = travelKinds.includes(kind)
  const optional = { ...field, optional: true }
  const before = change && 'before' in change ? change.before.begins : undefined
  const isMoved = before !== undefined && before !== change?.item.begins
  return (
    <li
      className={styles.form}
      data-item={item.id}
      style={place === undefined ? undefined : { order: place }}
    >
      <div className={styles.bar}>
        <KindIcon kind={item.kind} className={styles.kind} />
        <FormHeading isNew={isUntouched(item)} name={name} />
        <ItemTag mark={mark} />
        <button type="button" className={kit.iconButton} onClick={onClose}>
          <CloseIcon />
          <VisuallyHidden>Close {name}</VisuallyHidden>
        </button>
      </div>
      <div className={styles.fields}>
        <fieldset className={styles.full}>
          <legend className={layout.visuallyHidden}>Kind</legend>
          <div className="row wrap gap-1">
            {kindOrder.map((kind) => (
              <label key={kind} className={styles.chip}>
                <input
                  type="radio"
                  className={layout.inputOverlay}
                  name="kind"
                  checked={field.item.kind === kind}
                  onChange={() => field.save({ kind }, { kind: field.item.kind })}
                />
                <span className={kit.pill}>
                  <KindIcon kind={kind} />
                  {kindLabels[kind]}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className={styles.full} data-title>
          <LineField {...field} name="title" label="Title" max={200} />
        </div>
        <Times {...field} day={day} onLeave={placeByTime} />
        {!isMoved && !warnings ? null : (
          <div className={`${styles.full} stack gap-1 ${styles.notes}`}>
            {isMoved ? (
              <p className={styles.was}>
                {before === '' ? 'They have no time yet.' : `Was ${before}.`} They will see both
                times until they have noted it.
              </p>
            ) : null}
            {warnings ? <Warnings text={warnings} /> : null}
          </div>
        )}

        <LineField {...field} name="place" label={getItemLabel('place', kind)} max={200} />
        {travels ? <LineField {...field} name="toPlace" label="To" max={200} /> : null}
        <div className={travels ? styles.full : undefined}>
          <LineField {...field} name="address" label="Address" max={400} />
        </div>

        <LineField {...optional} name="contact" label="Contact" max={200} />
        <LineField {...optional} name="phone" label="Phone" max={60} type="tel" />
        <LineField {...optional} name="email" label="Email" max={254} type="email" />
        <LineField {...optional} name="confirmation" label="Confirmation number" max={100} />
        <LineField {...optional} name="included" label="Included" max={400} />
        <LineField {...optional} name="price" label="Price" max={100} />

        <DocumentsField item={item} documents={documents} commands={commands} flush={flush} />
        <AreaField {...field} name="guestText" label="A line for the guests" />
        <AreaField
          {...field}
          name="ownerText"
          label="For you only"
          note="never on their copy"
          className={styles.private}
        />
      </div>
      <FormFoot {...props} />
    </li>
  )
}

/**
 * The time zone in which a journey arrives, by its place, if nobody chose one; undefined if it needs
 * no entry.
 */
function findArrivalZone({ kind, zone, endZone, toPlace }: ItemData): string | undefined {
  if (endZone !== '' || !travelKinds.includes(kind)) return undefined
  const own = findZoneOf(toPlace)
  return own === (zone || HOME_ZONE) ? undefined : own
}

/** Whether the item is still empty. The title of an empty item gets the focus. */
function isUntouched(item: ItemData): boolean {
  const { title, place, guestText } = item
  return title === emptyItem.title && place === emptyItem.place && guestText === emptyItem.guestText
}

function FormHeading({ isNew, name }: { isNew: boolean; name: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const startsNew = useRef(isNew)
  useEffect(() => {
    const form = heading.current?.closest('li')
    const title = form?.querySelector<HTMLInputElement>('[data-title] input')
    if (startsNew.current) title?.focus({ preventScroll: true })
    else heading.current?.focus({ preventScroll: true })
    form?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <h3 ref={heading} tabIndex={-1}>
      {name}
    </h3>
  )
}

interface TimesProps extends ItemFieldProps {
  day: JourneyDay
  onLeave: () => void
}

function Times({ day, onLeave, ...field }: TimesProps) {
  const { kind, zone, place, toPlace } = field.item
  const travels = travelKinds.includes(kind)
  const begins = (
    <TimeField {...field} name="begins" label={getItemLabel('begins', kind)} onLeave={onLeave} />
  )
  const ends = <TimeField {...field} name="ends" label={getItemLabel('ends', kind)} optional />
  const zoneField = (
    <ZoneField {...field} name="zone" label="Time zone" emptyZone={HOME_ZONE} place={place} />
  )
  if (!travels)
    return (
      <div className={`${styles.full} ${styles.trio}`}>
        {begins}
        {ends}
        {zoneField}
        {kind === 'stay' ? <NightsField {...field} /> : <EndDay {...field} day={day} />}
      </div>
    )
  return (
    <div className={`${styles.full} ${styles.journeyTimes}`}>
      {begins}
      {zoneField}
      {ends}
      <ZoneField
        {...field}
        name="endZone"
        label="Time zone there"
        emptyZone={zone || HOME_ZONE}
        place={toPlace}
      />
      <EndDay {...field} day={day} />
    </div>
  )
}

/** The day on which an item ends, if it travels or ends after midnight. */
function EndDay({ item, save, day }: ItemFieldProps & { day: JourneyDay }) {
  const { kind, begins, ends, endDay } = item
  const isOvernight = endDay !== 0 || (begins !== '' && ends < begins)
  const travels = travelKinds.includes(kind)
  if (ends === '' || (!isOvernight && !travels)) return null
  const first = travels ? END_DAYS.first : Math.min(0, endDay)
  const options = Array.from({ length: END_DAYS.last - first + 1 }, (_, at) => first + at)
  return (
    <Field label={getItemLabel('endDay', kind)}>
      {(control) => (
        <Select
          {...control}
          value={endDay}
          onChange={({ target }) => save({ endDay: Number(target.value) }, { endDay })}
        >
          {options.map((days) => (
            <option key={days} value={days}>
              {formatEndDay(day, days)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function formatEndDay({ date, number }: JourneyDay, days: number): string {
  const near: Record<number, string> = {
    [-1]: 'the day before',
    0: 'the same day',
    1: 'the next day',
  }
  const relation = near[days] ?? `${days} days later`
  if (!date) return relation.replace(/^t/, 'T')
  return `${formatDay({ date: addDays(date, days), number })}, ${relation}`
}

function FormFoot({ one, day, days, commands, saving, onRetry }: ItemFormProps) {
  const [isMoving, setMoving] = useState(false)
  const { id } = one.item
  return (
    <div className={styles.foot}>
      <div className={`split ${styles.actions}`}>
        <div className={`row wrap gap-2 ${styles.commands}`}>
          <TextAction danger onClick={() => commands.removeItem(id)}>
            Remove from the day
          </TextAction>
          <TextAction onClick={() => commands.duplicateItem(id)}>Duplicate</TextAction>
          {days.length > 1 ? (
            <button
              type="button"
              className={`${layout.linkButton} ${styles.disclose}`}
              aria-expanded={isMoving}
              onClick={() => setMoving(!isMoving)}
            >
              Move to another day
            </button>
          ) : null}
        </div>
        <SavedNote saving={saving} onRetry={onRetry} />
      </div>
      {isMoving ? (
        <ul className={styles.days} aria-label="Move to">
          {days
            .filter((other) => other.id !== day.id)
            .map((other) => (
              <li key={other.id}>
                <button
                  type="button"
                  className={kit.pill}
                  onClick={() => commands.moveToDay(id, other.id, { opens: true })}
                >
                  {formatDay(other)}
                </button>
              </li>
            ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Shows a tick only while everything typed is stored on this device. */
function SavedNote({ saving, onRetry }: { saving: SaveState; onRetry: () => void }) {
  const isSlow = useIsSlow(saving)
  if (saving === 'failed')
    return (
      <div role="alert" className={`row gap-2 ${styles.saved} ${kit.problem}`}>
        <AlertIcon />
        Not saved: this device could not store it.
        <TextAction onClick={onRetry}>Try again</TextAction>
      </div>
    )
  return (
    <p className={`row gap-2 ${styles.saved}`} data-saving={saving}>
      <TickIcon />
      {isSlow ? 'Saving…' : 'Saved as you write'}
    </p>
  )
}

/** A write that takes longer than this is announced as saving, ms. */
const SLOW_WRITE = 400

function useIsSlow(saving: SaveState): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (saving !== 'saving') return setSlow(false)
    const timer = setTimeout(() => setSlow(true), SLOW_WRITE)
    return () => clearTimeout(timer)
  }, [saving])
  return isSlow
}

/**
 * Runs an action at once, or after the press that is under way: a button that moves away from under the
 * pointer, because the field before it lost the focus, would never be clicked.
 */
function useAfterPress(): (act: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const note = ({ type }: MouseEvent) => {
      isPressed.current = type === 'mousedown'
    }
    addEventListener('mousedown', note, true)
    addEventListener('mouseup', note, true)
    return () => {
      removeEventListener('mousedown', note, true)
      removeEventListener('mouseup', note, true)
    }
  }, [])
  return (act) => {
    // The click comes with the end of the press.
    if (isPressed.current) addEventListener('mouseup', () => setTimeout(act), { once: true })
    else act()
  }
}
