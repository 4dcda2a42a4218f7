import fc from 'fast-check'
import { OutboxDevice } from './outbox-device.ts'
import { type Fault, OutboxServer } from './outbox-server.ts'

const MINUTE = 60_000

/** One replay: a visitor's device tries to send its queued entries. */
export interface ReplayRun {
  visitor: number
  /** How many tabs and workers replay at the same time. */
  replayerCount: number
  /** The faults of the requests in order; later requests have none. */
  faults: Fault[]
  /** Index of the request at whose answer the page dies. */
  crashAt: number
}

const NEVER = 9

const fault = fc.constantFrom<Fault>(
  'none',
  'lost request',
  'lost answer',
  'late request',
  'portal',
  'error before',
  'error after',
  'twice',
  'restart before',
  'restart after',
)

export function replayRuns(visitors: number): fc.Arbitrary<ReplayRun> {
  return fc.record({
    visitor: fc.nat({ max: visitors - 1 }),
    replayerCount: fc.integer({ min: 1, max: 3 }),
    faults: fc.array(fault, { maxLength: 6 }),
    crashAt: fc.constantFrom(0, 1, 2, NEVER, NEVER, NEVER),
  })
}

/** Runs `act` with a new server and this many visitors' devices, then closes the server. */
export async function runWithServer(
  visitors: number,
  act: (world: OutboxServer, devices: OutboxDevice[]) => Promise<void>,
): Promise<void> {
  const world = await OutboxServer.open()
  try {
    await act(
      world,
      Array.from({ length: visitors }, () => new OutboxDevice()),
    )
  } finally {
    await world.close()
  }
}

/** Replays a device's due entries under the given faults. */
export async function replay(
  world: OutboxServer,
  device: OutboxDevice,
  { visitor, replayerCount: replayers, faults, crashAt }: ReplayRun,
): Promise<void> {
  let requests = 0
  const remaining = [...faults]
  const reach = world.createFetch(String(visitor), () => remaining.shift() ?? 'none')
  const rounds = Array.from({ length: replayers }, () =>
    device.replay(async (address, init) => {
      const dies = requests++ === crashAt
      const response = await reach(address, init)
      if (dies) device.crash()
      return response
    }),
  )
  // A page that dies leaves its replays unfinished; that is no failure.
  await Promise.allSettled(rounds)
}

/** Moves the clocks of the server and of all devices on. */
export function advanceTime(world: OutboxServer, devices: OutboxDevice[], minutes: number): void {
  world.time.now += minutes * MINUTE
  for (const device of devices) device.time.now = world.time.now
}

/** Replays without faults until every outbox is drained, then delivers the late requests. */
export async function drainAll(world: OutboxServer, devices: OutboxDevice[]): Promise<void> {
  for (const [index, device] of devices.entries()) {
    const reach = world.createFetch(String(index), () => 'none')
    for (let rounds = 0; (await device.outbox.getNextAttemptTime()) !== undefined; rounds++) {
      if (rounds > 50) throw new Error('An outbox was not drained after 50 rounds')
      advanceTime(world, devices, 16)
      await device.replay(reach)
    }
  }
  await world.deliverLate()
}
