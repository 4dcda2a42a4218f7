/**
 * Constants of the protocol, apart from its schemas so that these stay out of the client's bundle.
 */
export const endpointNames = {
  pull: 'sync-pull',
  push: 'sync-push',
  deviceState: 'device-state',
} as const

/** Version of the records on the wire; the server accepts `MIN_SCHEMA_VERSION` to `SCHEMA_VERSION`. */
export const SCHEMA_VERSION = 1
export const MIN_SCHEMA_VERSION = 1

/** Most mutations in one push. */
export const MAX_MUTATIONS = 1000
/** Largest push in bytes, before compression. */
export const MAX_PUSH_BYTES = 512 * 1024
/** Most changes in one page of a pull. */
export const MAX_PAGE_RECORDS = 1000
