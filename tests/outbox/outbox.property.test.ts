import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Submission } from '#client/outbox/entry.ts'
import { buildContactSubmission, type OutboxDevice } from '#tests/support/outbox/outbox-device.ts'
import {
  advanceTime,
  drainAll,
  type ReplayRun,
  replay,
  replayRuns,
  runWithServer,
} from '#tests/support/outbox/outbox-replays.ts'
import type { OutboxServer } from '#tests/support/outbox/outbox-server.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'

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
  | ({ do: 'replay' } & ReplayRun)
  | { do: 'wait'; minutes: number }

const visitor = fc.nat({ max: VISITORS - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('contact' as const), visitor }),
  fc.record({
    do: fc.constant('book' as const),
    visitor,
    start: fc.nat({ max: STARTS.length - 1 }),
  }),
  replayRuns(VISITORS).map((how) => ({ do: 'replay' as const, ...how })),
  fc.record({
    do: fc.constant('change' as const),
    visitor,
    which: fc.nat({ max: 9 }),
    start: fc.nat({ max: STARTS.length - 1 }),
  }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0, 1, 5, 20) }),
)

/** One submission of a visitor, with all its versions. */
interface ExpectedSubmission {
  visitor: number
  form: 'contact' | 'booking'
  /** The messages of the versions; the last one counts. */
  marks: string[]
  key: string
}

it(
  'Every submission has exactly one effect, or needs attention with its text preserved, even if it was edited meanwhile',
  async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25, size: 'medium' }), (steps) =>
        runWithServer(VISITORS, async (world, devices) => {
          const wishes = await playSteps(world, devices, steps)
          await drainAll(world, devices)
          await expectOneEffectEach(world, devices, wishes)
        }),
      ),
    )
  },
  40 * MINUTE,
)

/** Plays the steps; returns the submissions that were queued. */
async function playSteps(
  world: OutboxServer,
  devices: OutboxDevice[],
  steps: Step[],
): Promise<ExpectedSubmission[]> {
  const wishes: ExpectedSubmission[] = []
  for (const [index, step] of steps.entries()) {
    if (step.do === 'wait') {
      advanceTime(world, devices, step.minutes)
      continue
    }
    const device = devices[step.visitor]
    if (!device) continue
    if (step.do === 'replay') await replay(world, device, step)
    else if (step.do === 'change') await supersede(device, step, { wishes, mark: `step ${index}` })
    else wishes.push(await enqueue(device, step, `step ${index}`))
  }
  return wishes
}

type EnqueueStep = Extract<Step, { do: 'contact' | 'book' }>

async function enqueue(
  device: OutboxDevice,
  step: EnqueueStep,
  mark: string,
): Promise<ExpectedSubmission> {
  const form = step.do === 'book' ? 'booking' : 'contact'
  const submission = createSubmission(form, mark, step.do === 'book' ? step.start : 0)
  await device.outbox.enqueue(submission)
  return { visitor: step.visitor, form, marks: [mark], key: submission.key }
}

async function supersede(
  device: OutboxDevice,
  step: Step & { do: 'change' },
  { wishes, mark }: { wishes: ExpectedSubmission[]; mark: string },
): Promise<void> {
  const mine = wishes.filter(({ visitor }) => visitor === step.visitor)
  const expected = mine[step.which % Math.max(mine.length, 1)]
  const entry = expected && (await device.outbox.get(expected.key))
  if (!expected || !entry || entry.state === 'sent') return
  const submission = createSubmission(expected.form, mark, step.start)
  await device.outbox.supersede(expected.key, submission)
  expected.key = submission.key
  expected.marks.push(mark)
}

function createSubmission(
  form: ExpectedSubmission['form'],
  mark: string,
  which: number,
): Submission {
  const submission = buildContactSubmission(randomUUID())
  if (form === 'contact') return { ...submission, fields: { ...submission.fields, message: mark } }
  const start = STARTS[which] ?? ''
  const { 'form-name': _form, ...fields } = buildBookingFields({ start, message: mark })
  return { ...submission, form, fields, slotStart: Date.parse(start) }
}

async function expectOneEffectEach(
  world: OutboxServer,
  devices: OutboxDevice[],
  wishes: ExpectedSubmission[],
): Promise<void> {
  const effects = await world.countMessages()
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
  const starts = await world.listBookedStarts()
  expect(new Set(starts).size).toBe(starts.length)
  await expectOneMailEach(world)
}

/** Expects exactly one mail for each effect, whatever was lost or repeated. */
async function expectOneMailEach(world: OutboxServer): Promise<void> {
  const booked = (await world.listBookedStarts()).length
  const messages = sum([...(await world.countMessages()).values()]) - booked
  for (const [kind, effects] of [
    ['confirmed', booked],
    ['contact-message', messages],
  ] as const) {
    const mails = await world.listMails(kind)
    expect(mails, kind).toHaveLength(effects)
    expect(new Set(mails).size, kind).toBe(effects)
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
