import { useState } from 'react'
import { parseTime } from '#client/desk/journeys/journeys-text.ts'
import { ZoneCombobox } from '#client/desk/kit/popups/zone-combobox.tsx'
import field from '#client/ui/controls/field.module.css'
import { Field, TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { HOME_ZONE } from '#shared/journeys/days.ts'
import type { ItemData } from '#shared/journeys/journey-fields.ts'
import { findPlace } from '#shared/journeys/places/places.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import { formatZone, formatZoneCity } from '#shared/lib/time-zone.ts'
import { listZones } from '#shared/lib/zones/zone-names.ts'
import styles from './item-form.module.css'

/**
 * A value while it is typed. A newer value from another device does not replace it under the cursor, and
 * each edit is based on the value that the field showed.
 */
export function useTyped<T>(value: T, save: (next: T, shown: T) => void) {
  const [typed, setTyped] = useState<{ value: T }>()
  const shown = typed ? typed.value : value
  return {
    shown,
    change: (next: T) => {
      setTyped({ value: next })
      save(next, shown)
    },
    end: () => setTyped(undefined),
  }
}

type TextName = {
  [Name in keyof ItemData]: ItemData[Name] extends string ? Name : never
}[keyof ItemData]

export interface ItemFieldProps {
  item: ItemData
  /** `shown` has the values that the fields showed before. */
  save: (set: Partial<ItemData>, shown: Partial<ItemData>) => void
}

interface LineFieldProps extends ItemFieldProps {
  name: TextName
  label: string
  max: number
  optional?: boolean
  type?: 'text' | 'tel' | 'email'
}

/** A line of text, saved as it is typed. */
export function LineField({ item, save, name, label, max, optional, type }: LineFieldProps) {
  const { shown, change, end } = useTyped(item[name], (next, before) =>
    save({ [name]: next }, { [name]: before }),
  )
  return (
    <TextField
      {...{ label }}
      {...(optional && { optional })}
      {...(type && { type })}
      maxLength={max}
      autoComplete="off"
      value={shown}
      // Pasted text may have tabs and line breaks.
      onChange={({ target }) => change(target.value.replaceAll(/\p{Cc}+/gu, ' '))}
      onBlur={end}
    />
  )
}

interface TimeFieldProps extends ItemFieldProps {
  name: 'begins' | 'ends'
  label: string
  optional?: boolean
  onLeave?: () => void
}

/**
 * A wall time on the 24-hour clock: `17:00`, `1700`, `17.00` or `17`. It is saved once it is complete;
 * an invalid text stays in the field with an error.
 */
export function TimeField({ item, save, name, label, optional, onLeave }: TimeFieldProps) {
  const [text, setText] = useState<string>()
  const [hasLeft, setHasLeft] = useState(false)
  const { change, end } = useTyped(item[name], (next, before) =>
    save({ [name]: next }, { [name]: before }),
  )
  const put = (time: string | undefined) => {
    if (time !== undefined && time !== item[name]) change(time)
  }
  const leave = () => {
    const time = text === undefined ? item[name] : parseTime(text)
    put(time)
    setHasLeft(time === undefined)
    if (time !== undefined) setText(undefined)
    end()
    onLeave?.()
  }
  return (
    <TextField
      {...{ label }}
      {...(optional && { optional })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      value={text ?? item[name]}
      error={hasLeft ? 'Please enter a time such as 17:00.' : undefined}
      onChange={({ target: { value } }) => {
        setText(value)
        setHasLeft(false)
        // A shorter text may be an incomplete time.
        if (value.trim() === '' || value.replaceAll(/\D/g, '').length > 2) put(parseTime(value))
      }}
      onBlur={leave}
    />
  )
}

interface AreaFieldProps extends ItemFieldProps {
  name: 'guestText' | 'ownerText'
  label: string
  note?: string
  className?: string | undefined
}

export function AreaField({ item, save, name, label, note, className }: AreaFieldProps) {
  const { shown, change, end } = useTyped(item[name], (next, before) =>
    save({ [name]: next }, { [name]: before }),
  )
  return (
    <div className={`${styles.full} ${className ?? ''}`}>
      <Field label={label} note={note}>
        {(control) => (
          <textarea
            {...control}
            className={field.control}
            rows={2}
            maxLength={4000}
            value={shown}
            onChange={({ target }) => change(target.value)}
            onBlur={end}
          />
        )}
      </Field>
    </div>
  )
}

/** A number of nights; an invalid text stays in the field and is not saved. */
export function NightsField({ item, save }: ItemFieldProps) {
  const [text, setText] = useState<string>()
  const { change, end } = useTyped(item.nights, (nights, before) =>
    save({ nights }, { nights: before }),
  )
  const isValid = text === undefined || isNights(text)
  return (
    <TextField
      label="Nights"
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={text ?? String(item.nights)}
      error={isValid ? undefined : 'Please enter a number from 1 to 90.'}
      onChange={({ target }) => {
        setText(target.value)
        if (isNights(target.value)) change(Number(target.value))
      }}
      onBlur={() => {
        if (isValid) setText(undefined)
        end()
      }}
    />
  )
}

function isNights(text: string): boolean {
  return /^\d{1,2}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 90
}

interface ZoneFieldProps extends ItemFieldProps {
  name: 'zone' | 'endZone'
  label: string
  /** The zone that an empty value stands for. */
  emptyZone: string
  /** A place whose time zone is suggested. */
  place: string
}

/** The time zone of a time, with a suggestion if the place has another one. */
export function ZoneField({ item, save, name, label, emptyZone, place }: ZoneFieldProps) {
  const value = item[name] || emptyZone
  const change = (zone: string) => save({ [name]: zone }, { [name]: item[name] })
  const own = findZoneOf(place)
  return (
    <div className={styles.zone}>
      <ZoneCombobox
        label={label}
        value={value}
        near={nearZones}
        findZone={findZoneOf}
        onChange={change}
      />
      {own && own !== value ? (
        <p className={type.fine}>
          {place} keeps the time of {formatZone(own)}.{' '}
          <button type="button" className={layout.linkButton} onClick={() => change(own)}>
            Use it
          </button>
        </p>
      ) : null}
      {name === 'endZone' && !own && item.endZone === '' && item.ends ? (
        <p className={type.fine}>
          {place
            ? `The map does not know ${place}. Until you choose, `
            : 'Please choose where it arrives: until then, '}
          {item.ends} is {formatZoneCity(value)} time, as where it leaves.
        </p>
      ) : null}
    </div>
  )
}

/** Northern time zones, listed first. */
const nearZones = [
  HOME_ZONE,
  'Europe/Stockholm',
  'Europe/Copenhagen',
  'Europe/Helsinki',
  'Atlantic/Reykjavik',
  'Atlantic/Faroe',
  'America/Nuuk',
  'Europe/London',
]

let zonesByCity: ReadonlyMap<string, string> | undefined

/**
 * The time zone of a place: of a town that a zone is named after (`Europe/Helsinki`), or of a place in
 * the North; undefined if it is not known.
 */
export function findZoneOf(place: string): string | undefined {
  zonesByCity ??= new Map(
    listZones().map((zone) => [normalizeForSearch(formatZoneCity(zone)), zone]),
  )
  const named = zonesByCity.get(normalizeForSearch(place).trim())
  return named ?? (place.trim() === '' ? undefined : findPlace(place)?.zone || undefined)
}
