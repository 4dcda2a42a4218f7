import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookingFields } from '../support/forms.ts'
import { contactSubmission, Device } from '../support/outbox.ts'
import { type Fault, World } from '../support/outbox-world.ts'
import { propertyRuns } from '../support/runs.ts'

const MINUTE = 60_000
const VISITORS = 3
const STARTS = ['09:00', '09:30', '10:00'].map((time) => `2026-11-24T${time}:00.000Z`)

type Step =
  | { do: 'contact'; visitor: number }
  | { do: 'book'; visitor: number; start: number }
  | { do: 'replay'; visitor: number; replayers: number; faults: Fault[]; crashAt: number }
  | { do: 'wait'; minutes: number }

const visitor = fc.nat({ max: VISITORS - 1 })
const fault = fc.constantFrom<Fault>(
  'none',
  'lost request',
  'lost answer',
  'portal',
  'error before',
  'error after',
  'twice',
  'restart before',
  'restart after',
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('contact' as const), visitor }),
  fc.record({
    do: fc.constant('book' as const),
    visitor,
    start: fc.nat({ max: STARTS.length - 1 }),
  }),
  fc.record({
    do: fc.constant('replay' as const),
    visitor,
    replayers: fc.integer({ min: 1, max: 3 }),
    faults: fc.array(fault, { maxLength: 6 }),
    /** The page dies at this request of the round; 9 is never. */
    crashAt: fc.constantFrom(0, 1, 2, 9, 9, 9),
  }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0, 1, 5, 20) }),
)

it(
  'every submission has exactly one effect, or stands in attention with its text',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const world = new World()
        const devices = Array.from({ length: VISITORS }, () => new Device())
        try {
          const marks = await run(world, devices, steps)
          await settleAll(world, devices)
          await expectOneEach(world, devices, marks)
        } finally {
          world.close()
        }
      }),
      propertyRuns(500),
    )
  },
  40 * MINUTE,
)

/** Plays the steps; answers with each submission's mark and its device. */
async function run(world: World, devices: Device[], steps: Step[]): Promise<Map<string, Device>> {
  const marks = new Map<string, Device>()
  for (const [index, step] of steps.entries()) {
    if (step.do === 'wait') {
      world.time.now += step.minutes * MINUTE
      for (const device of devices) device.time.now = world.time.now
      continue
    }
    const device = devices[step.visitor]
    if (!device) continue
    if (step.do === 'replay') await replay(world, device, step)
    else marks.set(await queue(device, step, index), device)
  }
  return marks
}

async function queue(device: Device, step: Step, index: number): Promise<string> {
  const mark = `step ${index}`
  const submission = contactSubmission(randomUUID())
  if (step.do === 'book') {
    const start = STARTS[step.start] ?? ''
    const { 'form-name': _form, ...fields } = bookingFields({ start, message: mark })
    await device.outbox.queue({
      ...submission,
      form: 'booking',
      fields,
      slotStart: Date.parse(start),
    })
  } else
    await device.outbox.queue({ ...submission, fields: { ...submission.fields, message: mark } })
  return mark
}

async function replay(world: World, device: Device, step: Step & { do: 'replay' }): Promise<void> {
  let requests = 0
  const faults = [...step.faults]
  const reach = world.reach(String(step.visitor), () => faults.shift() ?? 'none')
  const rounds = Array.from({ length: step.replayers }, () =>
    device.replay(async (address, init) => {
      const dies = requests++ === step.crashAt
      const response = await reach(address, init)
      if (dies) device.crash()
      return response
    }),
  )
  // A page that dies leaves its rounds unfinished.
  await Promise.allSettled(rounds)
}

/** Without faults any more, all queues empty themselves. */
async function settleAll(world: World, devices: Device[]): Promise<void> {
  for (const [index, device] of devices.entries()) {
    const reach = world.reach(String(index), () => 'none')
    for (let rounds = 0; (await device.outbox.nextAt()) !== undefined; rounds++) {
      if (rounds > 50) throw new Error('A queue does not empty itself')
      world.time.now += 16 * MINUTE
      for (const other of devices) other.time.now = world.time.now
      await device.replay(reach)
    }
  }
}

async function expectOneEach(
  world: World,
  devices: Device[],
  marks: Map<string, Device>,
): Promise<void> {
  const effects = world.effects()
  const waiting = new Map<string, string | undefined>()
  let sent = 0
  for (const device of devices)
    for (const entry of await device.outbox.list())
      if (entry.state === 'sent') sent++
      else waiting.set(entry.fields?.message ?? '', entry.state)
  for (const mark of marks.keys()) {
    const inAttention = waiting.get(mark) === 'attention'
    expect(effects.get(mark) ?? 0, mark).toBe(inAttention ? 0 : 1)
  }
  expect(sent + waiting.size).toBe(marks.size)
  const starts = world.bookedStarts()
  expect(new Set(starts).size).toBe(starts.length)
}
