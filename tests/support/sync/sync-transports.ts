import type { Answer, Transport } from '#client/data/sync/transport.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { Intent, PullAnswer } from '#shared/sync/protocol.ts'
import type { SyncDevice } from './sync-device.ts'
import { type SyncServer, toAnswer } from './sync-server.ts'

export const DAY = 86_400_000

/** A transport's answer when the connection was lost. */
export const NO_ANSWER: Answer = { status: 0, body: undefined, text: '' }

export const toClientRef = (id: string) => ({ coll: 'client', id }) as const

/** The body of a push. */
interface SentPush {
  deviceId: string
  epoch: string
  mutations: (Intent & { mid: number })[]
}

/** A transport to the server. A test may replace some of its calls; the others go through. */
export function createTestTransport(
  world: SyncServer,
  {
    push = (body) => world.push(body).then(toAnswer),
    pull = async (query) => toAnswer(await world.pull(query)),
    isRevoked = async () => false,
  }: Partial<Transport>,
): Transport {
  return { push, pull, isRevoked }
}

/** A transport whose pulls return at most `limit` changes. */
export function createPagedTransport(world: SyncServer, limit: number): Transport {
  return createTestTransport(world, {
    pull: async (query) => toAnswer(await world.pull({ ...query, limit })),
  })
}

/** A transport that records each push in `sent`. */
export function createRecordingTransport(world: SyncServer): {
  transport: Transport
  sent: SentPush[]
} {
  const sent: SentPush[] = []
  const transport = createTestTransport(world, {
    push: async (body) => {
      sent.push(structuredClone(body) as unknown as SentPush)
      return toAnswer(await world.push(body))
    },
  })
  return { transport, sent }
}

export async function createClient(device: SyncDevice, id: string, set: RecordData): Promise<void> {
  await device.edits.patch(toClientRef(id), { base: {}, set })
}

/** Creates `count` clients (`c0`, `c1`, …) on this device and syncs them to the server. */
export async function createClients(
  world: SyncServer,
  device: SyncDevice,
  count: number,
): Promise<void> {
  for (let i = 0; i < count; i++)
    await createClient(device, `c${i}`, { name: `Client ${i}`, phone: `+47 ${i}` })
  await device.sync(world.createTransport())
}

export function getChanges({ body }: Answer): PullAnswer['changes'] {
  return (body as PullAnswer).changes
}
