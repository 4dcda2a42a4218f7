import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import fieldStyles from '#client/ui/controls/field.module.css'
import { Field } from '#client/ui/controls/field.tsx'
import { ChevronDownIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import { formatZoneWithOffset } from '#shared/booking/zoned-time.ts'
import { getFormerZone, isZone, listZones } from '#shared/lib/zones/zone-names.ts'
import styles from './zone-picker.module.css'

interface ZonePickerProps {
  zone: string
  /** UTC milliseconds: the list shows the zones' offsets at this instant. */
  at: number
  onChange(zone: string): void
}

/** Combobox: search by city, region or offset. Leaving it without a choice changes nothing. */
export function ZonePicker({ zone, at, onChange }: ZonePickerProps) {
  const list = useZoneList(at)
  const listId = useId()
  const optionId = (option: ZoneOption) => `${listId}-${option.zone}`
  const choose = (option: ZoneOption | undefined) => {
    if (option) onChange(option.zone)
    list.close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) list.move(step)
    else if (event.key === 'Enter' && list.isOpen) choose(list.active)
    else if (event.key === 'Escape' && list.isOpen) list.close()
    else return
    event.preventDefault()
  }
  const label = formatZoneWithOffset(at, zone)
  return (
    <Field label="Time zone">
      {(control) => (
        <div className={styles.frame}>
          <input
            {...control}
            role="combobox"
            aria-expanded={list.isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={list.isOpen && list.active ? optionId(list.active) : undefined}
            autoComplete="off"
            spellCheck={false}
            className={`${fieldStyles.control} ${styles.input}`}
            value={list.isOpen ? list.search : label}
            placeholder={label}
            onClick={() => list.open()}
            onChange={(event) => list.searchFor(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => list.close()}
          />
          <ChevronDownIcon className={styles.arrow} />
          <div className={styles.popup} hidden={!list.isOpen}>
            <div role="listbox" id={listId} aria-label="Time zones">
              <ZoneOptions
                options={list.found}
                active={list.active}
                chosen={zone}
                getOptionId={optionId}
                onChoose={choose}
              />
            </div>
            {list.found.length === 0 ? (
              <p role="status" className={`${text.note} ${styles.noMatch}`}>
                No time zone matches. Try a city such as Oslo, or GMT+1.
              </p>
            ) : null}
          </div>
        </div>
      )}
    </Field>
  )
}

interface ZoneOptionsProps {
  options: readonly ZoneOption[]
  active: ZoneOption | undefined
  chosen: string
  getOptionId(option: ZoneOption): string
  onChoose(option: ZoneOption): void
}

function ZoneOptions({ options, active, chosen, getOptionId, onChoose }: ZoneOptionsProps) {
  const current = useRef<HTMLDivElement>(null)
  useEffectOn(active, () => {
    // Not returned: newer browsers return a promise, which React would take for a clean-up.
    current.current?.scrollIntoView({ block: 'nearest' })
  })
  return options.map((option) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus and points here
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the text field chooses
    <div
      key={option.zone}
      ref={option === active ? current : undefined}
      id={getOptionId(option)}
      role="option"
      aria-selected={option.zone === chosen}
      data-active={option === active || undefined}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
    >
      {option.label}
    </div>
  ))
}

/** State of the list. The labels of some 420 zones are made only while it is open. */
function useZoneList(at: number) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [index, setIndex] = useState(0)
  const options = useMemo(
    () => (isOpen ? listZoneOptions(getDetectedZone(), at) : []),
    [isOpen, at],
  )
  const found = useMemo(() => searchZones(options, search), [options, search])
  const open = () => {
    setOpen(true)
    setSearch('')
    setIndex(0)
  }
  const move = (step: number) => {
    if (!isOpen) open()
    else setIndex(Math.max(0, Math.min(found.length - 1, index + step)))
  }
  const searchFor = (text: string) => {
    setOpen(true)
    setSearch(text)
    setIndex(0)
  }
  return {
    isOpen,
    search,
    found,
    active: found[index],
    open,
    close: () => setOpen(false),
    move,
    searchFor,
  }
}

export function getDetectedZone(): string {
  const zone = getDeviceZone()
  return isZone(zone) ? zone : 'UTC'
}

/** All zones that the browser supports, plus UTC; the detected one first. */
export function listZonesDetectedFirst(detected: string): string[] {
  const rest = new Set(listZones())
  rest.delete(detected)
  return [detected, ...rest]
}

interface ZoneOption {
  zone: string
  label: string
  /** Search text in lower case, with the zone's former name if it was renamed. */
  searchText: string
}

export function listZoneOptions(detected: string, at: number): ZoneOption[] {
  return listZonesDetectedFirst(detected).map((zone) => {
    const label = formatZoneWithOffset(at, zone)
    return { zone, label, searchText: normalizeSearch(`${label} ${getFormerZone(zone) ?? ''}`) }
  })
}

/** Zones that contain every word of the search, such as `new york`, `gmt+5:45` or `oslo`. */
export function searchZones(options: readonly ZoneOption[], search: string): ZoneOption[] {
  const words = normalizeSearch(search).split(/\s+/).filter(Boolean)
  return options.filter((option) => words.every((word) => option.searchText.includes(word)))
}

function normalizeSearch(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('−', '-')
    .replace(/[/_()]/g, ' ')
}
