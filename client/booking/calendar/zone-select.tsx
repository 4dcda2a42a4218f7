import { useMemo, useState } from 'react'
import { getDetectedZone } from '#client/lib/data/device-zone.ts'
import { Field, Select } from '#client/ui/controls/field.tsx'
import { formatZoneWithOffset } from '#shared/booking/zoned-time.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { formatOffset, formatZone } from '#shared/lib/time-zone.ts'
import { getCurrentZone, listZones } from '#shared/lib/zones/zone-names.ts'

interface ZoneSelectProps {
  /** A zone that this browser knows. */
  zone: string
  /** UTC milliseconds: the list shows the zones' offsets at this instant. */
  at: number
  onChange(zone: string): void
}

/** The visitor's time zone: the detected one first, then all others by region. */
export function ZoneSelect({ zone, at, onChange }: ZoneSelectProps) {
  // Computing some 420 offsets would delay the page on a slow phone.
  const [hasAll, setHasAll] = useState(false)
  const fill = () => setHasAll(true)
  const chosen = getCurrentZone(zone)
  const groups = useMemo(() => {
    const zones = hasAll ? [chosen, ...listZones()] : [chosen]
    return groupZones(zones, getDetectedZone(), at)
  }, [hasAll, chosen, at])
  return (
    <Field label="Time zone">
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onFocus={fill}
          onPointerDown={fill}
          onChange={({ target }) => onChange(target.value)}
        >
          {groups.map(({ label, options }) => (
            <optgroup key={label} label={label}>
              {options.map((option) => (
                <option key={option.zone} value={option.zone}>
                  {option.text}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface ZoneGroup {
  label: string
  options: { zone: string; text: string }[]
}

/** By the first part of a zone's name, in the order of the list. */
const regionLabels: ReadonlyMap<string, string> = new Map([
  ['Europe', 'Europe'],
  ['Africa', 'Africa'],
  ['America', 'Americas'],
  ['Asia', 'Asia'],
  ['Australia', 'Australia'],
  ['Pacific', 'Pacific Ocean'],
  ['Atlantic', 'Atlantic Ocean'],
  ['Indian', 'Indian Ocean'],
  ['Arctic', 'Arctic'],
  ['Antarctica', 'Antarctica'],
])

/**
 * The detected zone, then each other zone once under its region, by city: typing a city's first letters finds
 * it. What has no region, such as UTC, comes last with its whole name.
 */
export function groupZones(zones: readonly string[], detected: string, at: number): ZoneGroup[] {
  const others = [...new Set(zones)]
    .filter((zone) => zone !== detected)
    .map((zone) => {
      const [region = '', ...places] = formatZone(zone).split('/')
      const label = places.length > 0 ? regionLabels.get(region) : undefined
      const name = label ? places.reverse().join(', ') : formatZone(zone)
      return { label: label ?? 'Other', zone, text: `${name} (${formatOffset(at, zone)})` }
    })
    .sort((a, b) => a.text.localeCompare(b.text, 'en'))
  const byLabel = groupBy(others, ({ label }) => label)
  const own = { zone: detected, text: formatZoneWithOffset(at, detected) }
  return [
    { label: 'Your time zone', options: [own] },
    ...[...regionLabels.values(), 'Other'].flatMap((label) => {
      const options = byLabel.get(label)
      return options ? [{ label, options }] : []
    }),
  ]
}
