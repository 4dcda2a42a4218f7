import fc from 'fast-check'
import { Device } from './outbox.ts'
import { type Fault, World } from './outbox-world.ts'

const MINUTE = 60_000

/** One replay: a visitor's device tries to send its queued entries. */
export interface Replaying {
  visitor: number
  /** How many tabs and workers replay at the same time. */
  replayers: number
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

export function replaying(visitors: number): fc.Arbitrary<Replaying> {
  return fc.record({
    visitor: fc.nat({ max: visitors - 1 }),
    replayers: fc.integer({ min: 1, max: 3 }),
    faults: fc.array(fault, { maxLength: 6 }),
    crashAt: fc.constantFrom(0, 1, 2, NEVER, NEVER, NEVER),
  })
}

/** Runs `act` with a new server and this many visitors' devices, then closes the server. */
export async function inWorld(
  visitors: number,
  act: (world: World, devices: Device[]) => Promise<void>,
): Promise<void> {
  const world = new World()
  try {
    await act(
      world,
      Array.from({ length: visitors }, () => new Device()),
    )
  } finally {
    world.close()
  }
}

/** Replays a device's due entries under the given faults. */
export async function replay(
  world: World,
  device: Device,
  { visitor, replayers, faults, crashAt }: Replaying,
): Promise<void> {
  let requests = 0
  const left = [...faults]
  const reach = world.reach(String(visitor), () => left.shift() ?? 'none')
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
export function pass(world: World, devices: Device[], minutes: number): void {
  world.time.now += minutes * MINUTE
  for (const device of devices) device.time.now = world.time.now
}

/** Replays without faults until every outbox is drained, then delivers the late requests. */
export async function settleAll(world: World, devices: Device[]): Promise<void> {
  for (const [index, device] of devices.entries()) {
    const reach = world.reach(String(index), () => 'none')
    for (let rounds = 0; (await device.outbox.nextAt()) !== undefined; rounds++) {
      if (rounds > 50) throw new Error('A queue does not empty itself')
      pass(world, devices, 16)
      await device.replay(reach)
    }
  }
  await world.deliverLate()
}
