import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Attempt, Content } from '#client/outbox/entry.ts'
import { placed } from '#client/outbox/page-outbox.ts'
import type { Fetch } from '#client/outbox/send.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { contactSubmission, type Device } from '#tests/support/outbox.ts'
import { inWorld, pass, type Replaying, replaying } from '#tests/support/outbox-visitors.ts'
import type { World } from '#tests/support/outbox-world.ts'
import { assertProperty } from '#tests/support/runs.ts'

const MINUTE = 60_000
const KEY = '11111111-1111-4111-8111-111111111111'

const text = fc.constantFrom('a', 'b', 'c')

it(
  'a key belongs to the content that came first: the same again has the same answer, anything else is refused and has no effect',
  async () => {
    const posts = fc.array(fc.record({ text, restart: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    })
    await assertProperty(
      fc.asyncProperty(fc.constantFrom('contact', 'booking'), posts, (form, sequence) =>
        inWorld(0, async (world) => {
          const first = sequence[0]?.text ?? ''
          const answers = new Set<string>()
          for (const { text, restart } of sequence) {
            if (restart) world.restart()
            const answer = await world.reach('someone', () => 'none')('/', under(KEY, form, text))
            const body = await answer.text()
            expect(answer.status).toBe(text === first ? 201 : 422)
            if (text === first) answers.add(body)
            else expect(JSON.parse(body).code).toBe('key_reuse')
          }
          expect(answers.size).toBe(1)
          expect([...world.effects()]).toEqual([[first, 1]])
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
  | ({ do: 'replay' } & Replaying)

const which = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), text }),
  fc.record({ do: fc.constant('send' as const) }),
  fc.record({
    do: fc.constantFrom('repeat' as const, 'take up' as const, 'retry' as const),
    which,
  }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 5, 20) }),
  replaying(1).map((how) => ({ do: 'replay' as const, ...how })),
)

it(
  'a device never sends two contents under one key, whatever its person changes and repeats and whatever is lost',
  async () => {
    const forms = fc.constantFrom('contact' as const, 'booking' as const)
    await assertProperty(
      fc.asyncProperty(forms, fc.array(step, { maxLength: 25, size: 'medium' }), (form, steps) =>
        inWorld(1, async (world, [device]) => {
          if (!device) return
          const person = new Person(form, device)
          for (const step of steps) await person.take(step, world)
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
  private before: Attempt | undefined
  private readonly form: 'contact' | 'booking'
  private readonly device: Device

  constructor(form: 'contact' | 'booking', device: Device) {
    this.form = form
    this.device = device
  }

  async take(step: Step, world: World): Promise<void> {
    const { outbox } = this.device
    if (step.do === 'wait') return pass(world, [this.device], step.minutes)
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
    else if (step.do === 'repeat') await outbox.queue({ ...contentOf(this.form, this.text), key })
    else {
      const { fields } = (await outbox.edit(key)) ?? {}
      if (fields) this.before = { key, fields }
    }
  }

  private async send(): Promise<void> {
    const content = contentOf(this.form, this.text)
    const { before } = this
    const entry = await placed(this.device.outbox, { content, before, newKey: randomUUID })
    this.before = { key: entry.key, fields: content.fields }
  }

  private async replay({ replayers, faults }: Replaying, world: World): Promise<void> {
    const left = [...faults]
    const reach = world.reach('someone', () => left.shift() ?? 'none')
    const fetch: Fetch = (address, init) => {
      const key = new Headers(init.headers).get('Idempotency-Key') ?? ''
      this.sent.set(key, (this.sent.get(key) ?? new Set()).add(String(init.body)))
      return reach(address, init)
    }
    await Promise.all(Array.from({ length: replayers }, () => this.device.replay(fetch)))
  }
}

function contentOf(form: string, message: string): Content {
  const { key: _key, ...contact } = contactSubmission(KEY)
  if (form === 'contact') return { ...contact, fields: { ...contact.fields, message } }
  const { 'form-name': _form, ...fields } = bookingFields({ message })
  return { ...contact, form: 'booking', fields, slotStart: Date.parse(fields.start ?? '') }
}

function under(key: string, form: string, message: string): RequestInit {
  const { fields } = contentOf(form, message)
  return {
    headers: { 'Idempotency-Key': key },
    body: new URLSearchParams({ 'form-name': form, ...fields }),
  }
}
