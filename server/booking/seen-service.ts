import type { Tx } from '#server/db/database.ts'
import { findVersion } from '#server/site/store.ts'
import {
  type ChangedService,
  describeChanges,
  toVisibleService,
} from '#shared/booking/changed-service.ts'
import type { Service, ServiceType } from '#shared/content/service.ts'
import { findService } from '#shared/content/services.ts'
import { siteContent } from '#shared/content/site-content.ts'

/** How long what a page showed is honoured after the owner has published something else, ms. */
const HONOURED_FOR = 24 * 3_600_000

interface SeenPage {
  type: ServiceType
  /** The version that the visitor saw; undefined means the current one. */
  version: number | undefined
  now: number
}

/** The service that a visitor books. */
export type SeenService =
  | { state: 'offered'; service: Service }
  /** The page is too old, and what it showed of the service is no longer so. `seen`: as it was; undefined if nobody knows. */
  | { state: 'changed'; seen: Service | undefined; current: ChangedService }
  /** No longer offered: no version of a page makes a service bookable that the owner has taken back. */
  | { state: 'gone'; seen: Service | undefined }
  /** The site never had it. */
  | { state: 'unknown' }

/**
 * The service by the version that a visitor saw: only the number comes from the browser. A version that was current
 * within the last 24 hours is honoured.
 */
export async function findSeenService(
  tx: Tx,
  { type, version, now }: SeenPage,
  { isVatRegistered }: { isVatRegistered: boolean },
): Promise<SeenService> {
  const { version: currentVersion, services } = siteContent()
  const current = findService(type)
  if (current && (version === undefined || version === currentVersion))
    return { state: 'offered', service: current }
  const page = version === undefined ? undefined : await findVersion(tx, version)
  const seen = page?.content.services.find((service) => service.type === type && service.isShown)
  if (!current) {
    const isKnown = seen !== undefined || services.some((service) => service.type === type)
    return isKnown ? { state: 'gone', seen } : { state: 'unknown' }
  }
  const { supersededAt = 0 } = page ?? {}
  if (seen && (supersededAt === null || now - supersededAt < HONOURED_FOR))
    return { state: 'offered', service: seen }
  const changes = seen && describeChanges(seen, current, { isVatRegistered })
  if (changes?.length === 0) return { state: 'offered', service: current }
  return {
    state: 'changed',
    seen,
    current: {
      version: currentVersion,
      service: toVisibleService(current),
      changes: changes ?? [],
    },
  }
}
