import { systemClock } from '../lib/clock.ts'
import { randomKey } from '../lib/ids.ts'
import { ownerDatabase } from './crm/database.ts'
import { book } from './crm/page-book.ts'
import { Syncer } from './crm/syncer.ts'
import { httpTransport } from './crm/transport.ts'

/** After the last of a row of edits, milliseconds. */
const PAUSE = 1000

let timer: ReturnType<typeof setTimeout> | undefined

/** Exchanges with the server what waits; resolves whether or not it answered. */
export async function exchangeNow(userId: string): Promise<void> {
  clearTimeout(timer)
  if (typeof Worker === 'function') return book().sync()
  const parts = { db: ownerDatabase(userId), userId, clock: systemClock, newId: randomKey }
  const transport = httpTransport((address, init) => fetch(address, init))
  await new Syncer({ ...parts, transport, locks: navigator.locks }).run()
}

/** The same, once nothing was edited for a moment. */
export function exchangeSoon(userId: string): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    // The next occasion is as good: nothing that waits is lost.
    exchangeNow(userId).catch(() => undefined)
  }, PAUSE)
}
