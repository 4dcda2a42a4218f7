/** What a device has to know of the protocol without its schemas, which its book would carry for nothing. */
export const endpointNames = {
  pull: 'sync-pull',
  push: 'sync-push',
  deviceState: 'device-state',
} as const

/** Of the records on the wire; the server takes this one and the three before it. */
export const SCHEMA = 1
export const OLDEST_SCHEMA = 1

export const MOST_MUTATIONS = 1000
/** Of a push, before it is packed; bytes. */
export const LARGEST_PUSH = 512 * 1024
export const LARGEST_PAGE = 1000
