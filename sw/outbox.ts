import { OutboxDatabase } from '#client/outbox/store/database.ts'
import { replay } from '#client/outbox/store/replay.ts'
import { Outbox } from '#client/outbox/store/store.ts'
import { systemClock } from './lib/clock.ts'
import { random, randomKey } from './lib/ids.ts'
import { announce } from './notifications.ts'

const outbox = new Outbox({ db: new OutboxDatabase(), clock: systemClock, random })

/** Sends what is due; resolves with when something next wants sending. */
export async function replayOutbox({ hurry }: { hurry: boolean }): Promise<number | null> {
  if (hurry) await outbox.hurry()
  await replay({
    outbox,
    fetch: (address, init) => fetch(address, init),
    newId: randomKey,
    locks: navigator.locks,
    onSettled: announce,
  })
  return (await outbox.nextAt()) ?? null
}

/** For the browser's own tries: it makes another where this one rejects. */
export async function replayAll(): Promise<void> {
  if ((await replayOutbox({ hurry: true })) !== null)
    throw new Error('Something still waits to be sent')
}
