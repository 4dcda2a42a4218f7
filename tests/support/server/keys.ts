import { Keys } from '#server/lib/keys.ts'

/** The server keys of sites that tests start in their own process. */
export const testKeys = new Keys([{ version: 1, secret: 'a secret of the tests' }])

/** The same keys after a rotation. */
export const rotatedKeys = new Keys([
  { version: 1, secret: 'a secret of the tests' },
  { version: 2, secret: 'a newer secret of the tests' },
])
