import type { ContentChange } from './collections.ts'
import type { StoredContent } from './registry.ts'

/** A published version, as the owner's devices have it. */
export interface SiteVersionRecord {
  /** UTC milliseconds. */
  publishedAt: number
  /** Name of the device; empty if it is unknown. */
  publishedBy: string
  changes: readonly ContentChange[]
  /** Why its pages could not be made: visitors see the version before it. */
  fault?: string
  /** Only in the newest version when the device fetched it. */
  content?: StoredContent
}
