import { Keys } from '#server/lib/keys.ts'

/** The keys of sites that tests make in their own process. */
export const testKeys = new Keys([{ version: 1, secret: 'a secret of the tests' }])

/** The same after a rotation. */
export const rotatedKeys = new Keys([
  { version: 1, secret: 'a secret of the tests' },
  { version: 2, secret: 'a newer secret of the tests' },
])
