import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
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

/** The content of a version: devices have that of the newest alone. */
export const getSiteVersion = defineEndpoint({
  name: 'get-site-version',
  method: 'GET',
  access: 'owner',
  input: v.object({
    version: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger()),
  }),
  output: v.object({
    content: v.custom<StoredContent>((content) => typeof content === 'object' && content !== null),
  }),
  failure: 'This version cannot be read',
})
