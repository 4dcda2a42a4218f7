import { createKey, randomName } from '#client/lib/encrypt.ts'

/** Another link for guests, and the key of the documents that are added from now on. */
export function createJourneyKeys() {
  return { link: { id: randomName(), key: createKey() }, documentKey: createKey() }
}
