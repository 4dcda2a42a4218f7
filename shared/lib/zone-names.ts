/**
 * Zones that were renamed, by the names that ICU still lists and answers with: CLDR never changes the
 * name that it gave first. The right side is what CLDR calls the zone's IANA name.
 */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const former = new Map(Object.entries(renamed).map(([before, name]) => [name, before]))

/** The name that a zone has today; any other name stays as it is. */
export function currentZone(name: string): string {
  return Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name
}

/** The name that a zone had before, which older programs know; undefined where it was not renamed. */
export function formerZone(name: string): string | undefined {
  return former.get(name)
}

/** `America/New York`, for people. */
export function zoneWords(zone: string): string {
  return currentZone(zone).replaceAll('_', ' ')
}

/** `New York`, `Ho Chi Minh` */
export function zoneCity(zone: string): string {
  return zoneWords(zone).split('/').at(-1) ?? zone
}

/** Every zone that this machine knows, by today's names, with UTC. */
export function listZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone').map(currentZone), 'UTC'])].sort()
}
