import { zoneLabel } from '../../shared/booking/times.ts'
import { isZone } from '../../shared/lib/zone.ts'
import { deviceZone } from '../lib/device-zone.ts'

export function detectedZone(): string {
  const zone = deviceZone()
  return isZone(zone) ? zone : 'UTC'
}

/** All that the browser supports plus UTC, the detected zone first. */
export function allZones(detected: string): string[] {
  const rest = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
  rest.delete(detected)
  return [detected, ...rest]
}

/** Browsers list some zones under names that their cities have given up; both are searched. */
const newNames: Partial<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
}

export interface ZoneOption {
  zone: string
  label: string
  /** Lower case, for the search. */
  words: string
}

export function zoneOptions(detected: string, at: number): ZoneOption[] {
  return allZones(detected).map((zone) => {
    const label = zoneLabel(at, zone)
    return { zone, label, words: plain(`${label} ${newNames[zone] ?? ''}`) }
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
