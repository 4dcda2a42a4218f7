import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Fetch } from '#client/outbox/drain.ts'
import type { SubmissionAttempt, SubmissionContent } from '#client/outbox/entry.ts'
import { enqueueSubmission } from '#client/outbox/page-outbox.ts'
import { buildContactSubmission, type OutboxDevice } from '#tests/support/outbox/outbox-device.ts'
import {
  advanceTime,
  type ReplayRun,
  replayRuns,
  runWithServer,
} from '#tests/support/outbox/outbox-replays.ts'
import type { OutboxServer } from '#tests/support/outbox/outbox-server.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'

const MINUTE = 60_000
const KEY = '11111111-1111-4111-8111-111111111111'

const text = fc.constantFrom('a', 'b', 'c')

it(
  'An idempotency key belongs to its first content: a repeat gets the same answer, other content is refused without effect',
  async () => {
    const posts = fc.array(fc.record({ text, restart: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    })
    await assertProperty(
      fc.asyncProperty(fc.constantFrom('contact', 'booking'), posts, (form, sequence) =>
        runWithServer(0, async (world) => {
          const first = sequence[0]?.text ?? ''
          const answers = new Set<string>()
          for (const { text, restart } of sequence) {
            if (restart) await world.restart()
            const answer = await world.createFetch('someone', () => 'none')(
              '/',
              toRequest(KEY, form, text),
            )
            const body = await answer.text()
            expect(answer.status).toBe(text === first ? 201 : 422)
            if (text === first) answers.add(body)
            else expect(JSON.parse(body).code).toBe('key_reuse')
          }
          expect(answers.size).toBe(1)
          expect([...(await world.countMessages())]).toEqual([[first, 1]])
        }),
      ),
    )
  },
  40 * MINUTE,
)

type Step =
  | { do: 'write'; text: string }
  | { do: 'send' }
  /** The same key enqueued again, as by a second press or an older tab. */
  | { do: 'repeat'; which: number }
  | { do: 'take up'; which: number }
  | { do: 'retry'; which: number }
  | { do: 'wait'; minutes: number }
  | ({ do: 'replay' } & ReplayRun)

const which = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), text }),
  fc.record({ do: fc.constant('send' as const) }),
  fc.record({
    do: fc.constantFrom('repeat' as const, 'take up' as const, 'retry' as const),
    which,
  }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 5, 20) }),
  replayRuns(1).map((how) => ({ do: 'replay' as const, ...how })),
)

it(
  'A device never sends two contents under one idempotency key, whatever is edited, repeated or lost',
  async () => {
    const forms = fc.constantFrom('contact' as const, 'booking' as const)
    await assertProperty(
      fc.asyncProperty(forms, fc.array(step, { maxLength: 25, size: 'medium' }), (form, steps) =>
        runWithServer(1, async (world, [device]) => {
          if (!device) return
          const person = new Person(form, device)
          for (const step of steps) await person.perform(step, world)
          for (const [key, contents] of person.sent) expect([...contents], key).toHaveLength(1)
        }),
      ),
    )
  },
  40 * MINUTE,
)

/** A person with one form, which remembers its last submission. */
class Person {
  /** Every content that left the device, by key. */
  readonly sent = new Map<string, Set<string>>()
  private text = 'a'
  private before: SubmissionAttempt | undefined
  private readonly form: 'contact' | 'booking'
  private readonly device: OutboxDevice

  constructor(form: 'contact' | 'booking', device: OutboxDevice) {
    this.form = form
    this.device = device
  }

  async perform(step: Step, world: OutboxServer): Promise<void> {
    const { outbox } = this.device
    if (step.do === 'wait') return advanceTime(world, [this.device], step.minutes)
    if (step.do === 'replay') return this.replay(step, world)
    if (step.do === 'send') return this.send()
    if (step.do === 'write') {
      this.text = step.text
      return
    }
    const entries = await outbox.list()
    const key = entries[step.which % Math.max(entries.length, 1)]?.key
    if (key === undefined) return
    if (step.do === 'retry') await outbox.retry(key)
    else if (step.do === 'repeat')
      await outbox.enqueue({ ...createContent(this.form, this.text), key })
    else {
      const { fields } = (await outbox.startEditing(key)) ?? {}
      if (fields) this.before = { key, fields }
    }
  }

  private async send(): Promise<void> {
    const content = createContent(this.form, this.text)
    const { before } = this
    const entry = await enqueueSubmission(this.device.outbox, {
      content,
      previous: before,
      newKey: randomUUID,
    })
    this.before = { key: entry.key, fields: content.fields }
  }

  private async replay(
    { replayerCount: replayers, faults }: ReplayRun,
    world: OutboxServer,
  ): Promise<void> {
    const remaining = [...faults]
    const reach = world.createFetch('someone', () => remaining.shift() ?? 'none')
    const fetch: Fetch = (address, init) => {
      const key = new Headers(init.headers).get('Idempotency-Key') ?? ''
      this.sent.set(key, (this.sent.get(key) ?? new Set()).add(String(init.body)))
      return reach(address, init)
    }
    await Promise.all(Array.from({ length: replayers }, () => this.device.replay(fetch)))
  }
}

function createContent(form: string, message: string): SubmissionContent {
  const { key: _key, ...contact } = buildContactSubmission(KEY)
  if (form === 'contact') return { ...contact, fields: { ...contact.fields, message } }
  const { 'form-name': _form, ...fields } = buildBookingFields({ message })
  return { ...contact, form: 'booking', fields, slotStart: Date.parse(fields.start ?? '') }
}

function toRequest(key: string, form: string, message: string): RequestInit {
  const { fields } = createContent(form, message)
  return {
    headers: { 'Idempotency-Key': key },
    body: new URLSearchParams({ 'form-name': form, ...fields }),
  }
}
