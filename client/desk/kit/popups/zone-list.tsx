import * as Ariakit from '@ariakit/react/combobox'
import { useDeferredValue, useMemo, useState } from 'react'
import fieldStyles from '#client/ui/controls/field.module.css'
import { ChevronDownIcon } from '#client/ui/icons.tsx'
import type from '#client/ui/type.module.css'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import { formatZone } from '#shared/lib/time-zone.ts'
import { getFormerZone, listZones } from '#shared/lib/zones/zone-names.ts'
import styles from './zone-combobox.module.css'
import { isPrinted, type ZoneListProps } from './zone-combobox.tsx'

const NO_ZONES: readonly string[] = []

/** Rendering all 420 zones would take a phone a second. */
const MAX_SHOWN = 50

/** The field with its list, which is open when first rendered. */
export function ZoneList(props: ZoneListProps) {
  const { control, typed, value, near = NO_ZONES, findZone, disabled = false, onChange } = props
  const [isOpen, setOpen] = useState(true)
  const [text, setText] = useState(typed)
  const search = useDeferredValue(text)
  const groups = useMemo(
    () => addTownZone(findZones(search, near, value), findZone?.(search)),
    [search, near, value, findZone],
  )
  return (
    <Ariakit.ComboboxProvider
      open={isOpen}
      setOpen={(open) => {
        setOpen(open)
        if (!open) setText('')
      }}
      inputValue={text}
      setInputValue={setText}
      selectedValue={value}
      setSelectedValue={onChange}
    >
      <span className={fieldStyles.selectFrame}>
        <Ariakit.ComboboxSelect
          {...control}
          className={`${fieldStyles.control} ${fieldStyles.select} ${styles.closed}`}
          disabled={disabled}
          onKeyDown={(event) => {
            if (isOpen || !isPrinted(event)) return
            event.preventDefault()
            setText(event.key)
            setOpen(true)
          }}
        >
          {formatZone(value)}
        </Ariakit.ComboboxSelect>
        <ChevronDownIcon className={fieldStyles.arrow} />
      </span>
      <Ariakit.ComboboxPopover
        sameWidth
        fitViewport
        unmountOnHide
        gutter={6}
        className={styles.popup}
        aria-label="Time zones"
      >
        <div className={styles.search}>
          <Ariakit.ComboboxInput
            autoSelect
            className={fieldStyles.control}
            aria-label="Search time zones"
            placeholder="City or region"
            spellCheck={false}
          />
        </div>
        <Ariakit.ComboboxList aria-label="Time zones">
          {groups.map(({ label, zones }) => (
            <Ariakit.ComboboxGroup key={label}>
              {near.length > 0 || label === TOWN ? (
                <Ariakit.ComboboxGroupLabel className={styles.group}>
                  {label}
                </Ariakit.ComboboxGroupLabel>
              ) : null}
              {zones.slice(0, MAX_SHOWN).map((zone) => (
                <Ariakit.ComboboxItem key={zone} value={zone} className={styles.option}>
                  {formatZone(zone)}
                </Ariakit.ComboboxItem>
              ))}
            </Ariakit.ComboboxGroup>
          ))}
        </Ariakit.ComboboxList>
        <p role="status" className={`${type.fine} ${styles.note}`}>
          {getNote(groups)}
        </p>
      </Ariakit.ComboboxPopover>
    </Ariakit.ComboboxProvider>
  )
}

type ZoneGroups = { label: string; zones: readonly string[] }[]

function getNote(groups: ZoneGroups): string | null {
  if (groups.length === 0) return 'No time zone matches. Try a city such as Oslo.'
  return groups.some(({ zones }) => zones.length > MAX_SHOWN)
    ? 'Type a city or region to find any other.'
    : null
}

const TOWN = 'That town’s time'

/** Puts the zone of a town first, unless the search found it by its name. */
export function addTownZone(groups: ZoneGroups, zone: string | undefined): ZoneGroups {
  const isListed = groups.some(({ zones }) => zone !== undefined && zones.includes(zone))
  return zone === undefined || isListed ? groups : [{ label: TOWN, zones: [zone] }, ...groups]
}

/**
 * Zones that contain every word of the search, such as `new york` or `oslo europe`, by their present or former
 * names; without a search all zones, those nearby first.
 */
export function findZones(search: string, near: readonly string[], chosen: string): ZoneGroups {
  const words = normalizeForSearch(search).split(' ').filter(Boolean)
  const first = near.length === 0 || near.includes(chosen) ? near : [chosen, ...near]
  const all = new Set([...first, chosen, ...listZones()])
  const others = [...all].filter((zone) => !first.includes(zone))
  return [
    { label: 'Near', zones: first },
    { label: 'All', zones: others },
  ].flatMap(({ label, zones }) => {
    const found = zones.filter((zone) => words.every((word) => toSearchText(zone).includes(word)))
    return found.length > 0 ? [{ label, zones: found }] : []
  })
}

const searchTexts = new Map<string, string>()

function toSearchText(zone: string): string {
  let text = searchTexts.get(zone)
  if (text === undefined) {
    const names = `${formatZone(zone)} ${getFormerZone(zone) ?? ''}`
    text = normalizeForSearch(names.replaceAll(/[/_]/g, ' '))
    searchTexts.set(zone, text)
  }
  return text
}
