/**
 * Constants of the protocol, apart from its schemas so that these stay out of the client's bundle.
 */
export const endpointNames = {
  pull: 'sync-pull',
  push: 'sync-push',
  deviceState: 'device-state',
} as const

/** Version of the records on the wire; the server accepts `OLDEST_SCHEMA` to `SCHEMA`. */
export const SCHEMA = 1
export const OLDEST_SCHEMA = 1

/** Most mutations in one push. */
export const MOST_MUTATIONS = 1000
/** Largest push in bytes, before compression. */
export const LARGEST_PUSH = 512 * 1024
/** Most changes in one page of a pull. */
export const LARGEST_PAGE = 1000
