/** Zones that were found; what is not one is not kept, because it may come from a stranger. */
const found = new Set<string>()

/** Whether this machine has the zone's data, also if only under its former name. */
export function isZone(name: string): boolean {
  if (!found.has(name) && (hasFormat(name) || hasFormat(getFormerZone(name) ?? name)))
    found.add(name)
  return found.has(name)
}

function hasFormat(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }))
  } catch {
    return false
  }
}

/**
 * Renamed zones. Keys are the names that ICU still lists and returns, because CLDR never changes
 * the name it gave first; values are the current IANA names according to CLDR.
 */
const renamedZones: Readonly<Record<string, string>> = {
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

const formerNames = new Map(Object.entries(renamedZones).map(([before, name]) => [name, before]))

/** The current name of a renamed zone; any other name is returned unchanged. */
export function getCurrentZone(name: string): string {
  return Object.hasOwn(renamedZones, name) ? (renamedZones[name] ?? name) : name
}

/** The former name of a zone, which older runtimes know; undefined if it was not renamed. */
export function getFormerZone(name: string): string | undefined {
  return formerNames.get(name)
}

/** Every zone that this machine knows, by current names and sorted, and UTC. */
export function listZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone').map(getCurrentZone), 'UTC'])].sort()
}
