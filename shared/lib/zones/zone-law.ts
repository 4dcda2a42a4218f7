import { getOffset } from '#shared/lib/time-zone.ts'
import { getCurrentZone } from '#shared/lib/zones/zone-names.ts'

const MINUTE = 60_000
const DAY = 86_400_000

interface LegalOffset {
  /** Zones under this law by their current and other names; messages to the owner name the first. */
  zones: readonly [string, ...string[]]
  /** From this instant on, clocks no longer change. */
  since: string
  /** Minutes. */
  offset: number
}

/**
 * Laws since 2022 that stopped the change of clocks or moved them for good, according to release
 * 2026d of the IANA time zone database. Zone data that says otherwise is older than the law. For
 * another one, add a line.
 */
const legalOffsets: readonly LegalOffset[] = [
  { zones: ['America/Vancouver', 'Canada/Pacific'], since: '2026-03-08T10:00Z', offset: -420 },
  {
    zones: ['America/Edmonton', 'America/Yellowknife', 'America/Inuvik', 'Canada/Mountain'],
    since: '2026-03-08T09:00Z',
    offset: -360,
  },
  { zones: ['Africa/Casablanca', 'Africa/El_Aaiun'], since: '2026-09-20T01:00Z', offset: 0 },
  { zones: ['America/Asuncion'], since: '2024-10-06T04:00Z', offset: -180 },
  { zones: ['America/Coyhaique'], since: '2024-09-08T04:00Z', offset: -180 },
  { zones: ['Asia/Almaty', 'Asia/Qostanay'], since: '2024-02-29T19:00Z', offset: 300 },
  { zones: ['America/Mexico_City'], since: '2022-10-30T07:00Z', offset: -360 },
  { zones: ['America/Chihuahua'], since: '2022-04-03T09:00Z', offset: -360 },
  { zones: ['Asia/Amman'], since: '2022-02-24T22:00Z', offset: 180 },
  { zones: ['Asia/Damascus'], since: '2022-03-24T22:00Z', offset: 180 },
]

/** The offset (minutes) that a known law sets for a zone at an instant; undefined without one. */
export function findLegalOffset(instant: number, zone: string): number | undefined {
  const name = getCurrentZone(zone)
  return legalOffsets.find(
    ({ zones, since }) => zones.includes(name) && instant >= Date.parse(since),
  )?.offset
}

/** Half a year apart, so that one of them is in summer and one in winter. */
const PROBES = [0, 0.5, 1].map((years) => years * 365 * DAY)

type OffsetReader = (instant: number, zone: string) => number

/** The zones in which this runtime's data is older than the law, the latest law first. */
export function listOldZones(readOffset: OffsetReader = getOffset): string[] {
  return legalOffsets
    .filter(({ zones: [zone], since, offset }) =>
      PROBES.some((later) => isOther(readOffset, { zone, at: Date.parse(since) + later, offset })),
    )
    .map(({ zones: [zone] }) => zone)
}

function isOther(
  readOffset: OffsetReader,
  { zone, at, offset }: { zone: string; at: number; offset: number },
): boolean {
  try {
    return readOffset(at, zone) !== offset * MINUTE
  } catch {
    // A runtime that does not know the zone is older than its law.
    return true
  }
}
