import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Submission } from '#client/outbox/entry.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { contactSubmission, type Device } from '#tests/support/outbox.ts'
import {
  inWorld,
  pass,
  type Replaying,
  replay,
  replaying,
  settleAll,
} from '#tests/support/outbox-visitors.ts'
import type { World } from '#tests/support/outbox-world.ts'
import { assertProperty } from '#tests/support/runs.ts'

const MINUTE = 60_000
const VISITORS = 3
/** Few enough that some are requested twice, many enough that most requests succeed. */
const STARTS = Array.from({ length: 8 }, (_, half) =>
  new Date(Date.parse('2026-11-24T09:00:00Z') + half * 30 * MINUTE).toISOString(),
)

type Step =
  | { do: 'contact'; visitor: number }
  | { do: 'book'; visitor: number; start: number }
  /** Replaces an entry that is not sent yet. */
  | { do: 'change'; visitor: number; which: number; start: number }
  | ({ do: 'replay' } & Replaying)
  | { do: 'wait'; minutes: number }

const visitor = fc.nat({ max: VISITORS - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('contact' as const), visitor }),
  fc.record({
    do: fc.constant('book' as const),
    visitor,
    start: fc.nat({ max: STARTS.length - 1 }),
  }),
  replaying(VISITORS).map((how) => ({ do: 'replay' as const, ...how })),
  fc.record({
    do: fc.constant('change' as const),
    visitor,
    which: fc.nat({ max: 9 }),
    start: fc.nat({ max: STARTS.length - 1 }),
  }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0, 1, 5, 20) }),
)

/** One submission of a visitor, with all its versions. */
interface Wish {
  visitor: number
  form: 'contact' | 'booking'
  /** The messages of the versions; the last one counts. */
  marks: string[]
  key: string
}

it(
  'every submission has exactly one effect, or stands in attention with its text, also where it was changed on its way',
  async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25, size: 'medium' }), (steps) =>
        inWorld(VISITORS, async (world, devices) => {
          const wishes = await run(world, devices, steps)
          await settleAll(world, devices)
          await expectOneEach(world, devices, wishes)
        }),
      ),
    )
  },
  40 * MINUTE,
)

/** Plays the steps; returns the submissions that were queued. */
async function run(world: World, devices: Device[], steps: Step[]): Promise<Wish[]> {
  const wishes: Wish[] = []
  for (const [index, step] of steps.entries()) {
    if (step.do === 'wait') {
      pass(world, devices, step.minutes)
      continue
    }
    const device = devices[step.visitor]
    if (!device) continue
    if (step.do === 'replay') await replay(world, device, step)
    else if (step.do === 'change') await change(device, step, { wishes, mark: `step ${index}` })
    else wishes.push(await queue(device, step, `step ${index}`))
  }
  return wishes
}

type Queued = Extract<Step, { do: 'contact' | 'book' }>

async function queue(device: Device, step: Queued, mark: string): Promise<Wish> {
  const form = step.do === 'book' ? 'booking' : 'contact'
  const submission = submissionOf(form, mark, step.do === 'book' ? step.start : 0)
  await device.outbox.queue(submission)
  return { visitor: step.visitor, form, marks: [mark], key: submission.key }
}

async function change(
  device: Device,
  step: Step & { do: 'change' },
  { wishes, mark }: { wishes: Wish[]; mark: string },
): Promise<void> {
  const mine = wishes.filter(({ visitor }) => visitor === step.visitor)
  const wish = mine[step.which % Math.max(mine.length, 1)]
  const entry = wish && (await device.outbox.get(wish.key))
  if (!wish || !entry || entry.state === 'sent') return
  const submission = submissionOf(wish.form, mark, step.start)
  await device.outbox.replace(wish.key, submission)
  wish.key = submission.key
  wish.marks.push(mark)
}

function submissionOf(form: Wish['form'], mark: string, which: number): Submission {
  const submission = contactSubmission(randomUUID())
  if (form === 'contact') return { ...submission, fields: { ...submission.fields, message: mark } }
  const start = STARTS[which] ?? ''
  const { 'form-name': _form, ...fields } = bookingFields({ start, message: mark })
  return { ...submission, form, fields, slotStart: Date.parse(start) }
}

async function expectOneEach(world: World, devices: Device[], wishes: Wish[]): Promise<void> {
  const effects = world.effects()
  const count = (mark: string) => effects.get(mark) ?? 0
  const entries = (await Promise.all(devices.map((device) => device.outbox.list()))).flat()
  expect(entries.map(({ key }) => key).sort()).toEqual(wishes.map(({ key }) => key).sort())
  for (const { key, marks, form } of wishes) {
    const entry = entries.find((found) => found.key === key)
    const last = marks.at(-1) ?? ''
    const due = entry?.state === 'sent' ? 1 : 0
    if (due === 0) {
      expect(entry).toMatchObject({ state: 'attention', fields: { message: last } })
    }
    // A booking is made once, whichever version arrived. A message that was changed after an
    // earlier version arrived (its answer lost) is another message.
    const before = marks.slice(0, -1)
    if (form === 'booking') expect(sum(marks.map(count)), last).toBe(due)
    else expect(count(last), last).toBe(due)
    for (const mark of before) expect(count(mark), mark).toBeLessThanOrEqual(1)
  }
  const starts = world.bookedStarts()
  expect(new Set(starts).size).toBe(starts.length)
  expectOneMailEach(world)
}

/** Expects exactly one mail for each effect, whatever was lost or repeated. */
function expectOneMailEach(world: World): void {
  const booked = world.bookedStarts().length
  const messages = sum([...world.effects().values()]) - booked
  for (const [kind, effects] of [
    ['confirmed', booked],
    ['contact-message', messages],
  ] as const) {
    const mails = world.mails(kind)
    expect(mails, kind).toHaveLength(effects)
    expect(new Set(mails).size, kind).toBe(effects)
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
