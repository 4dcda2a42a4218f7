import { deviceZone } from '#client/lib/data/device-zone.ts'
import { zoneLabel } from '#shared/booking/times.ts'
import { formerZone, isZone, listZones } from '#shared/lib/zone.ts'

export function detectedZone(): string {
  const zone = deviceZone()
  return isZone(zone) ? zone : 'UTC'
}

/** All that the browser supports plus UTC, the detected zone first. */
export function allZones(detected: string): string[] {
  const rest = new Set(listZones())
  rest.delete(detected)
  return [detected, ...rest]
}

export interface ZoneOption {
  zone: string
  label: string
  /** Lower case, for the search; with the name that it had before. */
  words: string
}

export function zoneOptions(detected: string, at: number): ZoneOption[] {
  return allZones(detected).map((zone) => {
    const label = zoneLabel(at, zone)
    return { zone, label, words: plain(`${label} ${formerZone(zone) ?? ''}`) }
  })
}

/** Every word of the search must occur; `new york`, `gmt+5:45` and `oslo` all find theirs. */
export function searchZones(options: readonly ZoneOption[], search: string): ZoneOption[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  return options.filter((option) => words.every((word) => option.words.includes(word)))
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('−', '-')
    .replace(/[/_()]/g, ' ')
}
