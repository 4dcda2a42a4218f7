import type { Answer, Transport } from '#client/book/sync/transport.ts'
import type { Intent, PullAnswer } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'
import type { SyncDevice } from './sync-device.ts'
import { answerOf, type SyncWorld } from './sync-world.ts'

export const DAY = 86_400_000

/** A transport's answer when the connection was lost. */
export const NO_ANSWER: Answer = { status: 0, body: undefined, text: '' }

export const client = (id: string) => ({ coll: 'client', id }) as const

/** The body of a push. */
interface Sent {
  deviceId: string
  epoch: string
  mutations: (Intent & { mid: number })[]
}

/** A transport to the server. A test may replace some of its calls; the others go through. */
export function way(
  world: SyncWorld,
  {
    push = (body) => world.push(body).then(answerOf),
    pull = async (query) => answerOf(world.pull(query)),
    isRevoked = async () => false,
  }: Partial<Transport>,
): Transport {
  return { push, pull, isRevoked }
}

/** A transport whose pulls return at most `limit` changes. */
export function inPagesOf(world: SyncWorld, limit: number): Transport {
  return way(world, { pull: async (query) => answerOf(world.pull({ ...query, limit })) })
}

/** A transport that records each push in `sent`. */
export function watched(world: SyncWorld): { transport: Transport; sent: Sent[] } {
  const sent: Sent[] = []
  const transport = way(world, {
    push: async (body) => {
      sent.push(structuredClone(body) as Sent)
      return answerOf(await world.push(body))
    },
  })
  return { transport, sent }
}

export async function create(device: SyncDevice, id: string, set: RecordData): Promise<void> {
  await device.edits.patch(client(id), { base: {}, set })
}

/** Creates `count` clients (`c0`, `c1`, …) on this device and syncs them to the server. */
export async function fill(world: SyncWorld, device: SyncDevice, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await create(device, `c${i}`, { name: `Client ${i}`, phone: `+47 ${i}` })
  await device.sync(world.transport())
}

export function changesOf({ body }: Answer): PullAnswer['changes'] {
  return (body as PullAnswer).changes
}
