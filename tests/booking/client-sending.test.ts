import { afterEach, describe, expect, test, vi } from 'vitest'
import { keyFor, problemsOf, TERMS_MESSAGE, wireFields } from '#client/booking/content.ts'
import { type Draft, emptyDraft } from '#client/booking/flow.ts'
import { submitBooking } from '#client/booking/submit/use-submit.ts'
import { destinationWords } from '#shared/booking/catalogue.ts'

let made = 0
const newKey = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

const draft = (over: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(newKey),
  start: Date.parse('2026-11-25T09:30:00Z'),
  firstName: 'Elisabeth',
  lastName: 'Sørbø',
  email: 'elisabeth@example.com',
  phone: '412 09 877',
  destinations: ['Norway', 'Other Nordic Country'],
  otherDestination: 'Faroe Islands',
  terms: true,
  ...over,
})

const fieldsOf = (of: Draft) => wireFields(of, 'initial-consultation', 'Asia/Kathmandu')

describe('a booking form on its way out', () => {
  test('carries the instant, and date and time as the visitor saw them', () => {
    expect(fieldsOf(draft())).toMatchObject({
      service_type: 'initial_consultation',
      start: '2026-11-25T09:30:00.000Z',
      date: '2026-11-25',
      time: '15:15',
      timezone: 'Asia/Kathmandu',
      phone: '+47 41209877',
      destinations: 'Norway,Other Nordic Country',
      other_destination: 'Faroe Islands',
    })
  })

  test('leaves destinations out where the service does not ask for them', () => {
    const fields = wireFields(draft(), 'business-consultancy', 'Europe/Oslo')
    expect(fields).toMatchObject({ destinations: '', other_destination: '' })
  })

  test('is judged by the server’s rules, with the texts beside their fields', () => {
    expect(problemsOf(fieldsOf(draft()), true)).toEqual({})
    const wrong = draft({ firstName: ' ', email: 'nobody', phone: '412 09 8' })
    expect(problemsOf(fieldsOf(wrong), false)).toEqual({
      first_name: 'Please enter your first name.',
      email: 'Please enter an email address such as name@example.com.',
      phone: 'Phone number must have at least 8 digits',
      terms: TERMS_MESSAGE,
    })
    expect(problemsOf(fieldsOf(draft({ country: '??' })), true).phone).toBe('Invalid country code')
  })

  test('shows the free text in place of the choice that asked for it', () => {
    expect(destinationWords(['Norway', 'Other Nordic Country'], ' Faroe Islands ')).toBe(
      'Norway, Faroe Islands',
    )
  })
})

describe('the submission key', () => {
  const of = draft()
  const fields = fieldsOf(of)
  const changed = { ...fields, message: 'other' }

  test('is the draft’s own for the first sending, and stays while no answer came', () => {
    expect(keyFor(of, fields, newKey)).toBe(of.key)
    const open = { ...of, attempt: { fields, state: 'open' as const } }
    expect(keyFor(open, fields, newKey)).toBe(of.key)
    expect(keyFor(open, changed, newKey)).toBe(of.key)
  })

  test('is fresh once an answer came and the content changed, or the answer was no', () => {
    const accepted = { ...of, attempt: { fields, state: 'accepted' as const } }
    expect(keyFor(accepted, fields, newKey)).toBe(of.key)
    expect(keyFor(accepted, changed, newKey)).not.toBe(of.key)
    const refused = { ...of, attempt: { fields, state: 'refused' as const } }
    expect(keyFor(refused, fields, newKey)).not.toBe(of.key)
  })
})

describe('sending', () => {
  afterEach(() => vi.unstubAllGlobals())

  const accepted = (key: string) => ({
    key,
    bookingId: 'abcdefghijklmnopqrstuv',
    status: 'confirmed',
    start: '2026-11-25T09:30:00.000Z',
    end: '2026-11-25T10:00:00.000Z',
    holdExpiresAt: null,
    manageUrl: '/booking/manage?id=abcdefghijklmnopqrstuv&sig=x',
  })

  /** Answers requests in turn; undefined is a lost connection. Returns the keys of the requests. */
  function answering(...answers: ({ status: number; body: object } | undefined)[]) {
    const keys: (string | null)[] = []
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get('Idempotency-Key'))
      const answer = answers.shift()
      if (!answer) throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify(answer.body), { status: answer.status })
    })
    return keys
  }

  const of = draft()
  const fields = fieldsOf(of)
  const once = (before: Draft['attempt'] = null) =>
    submitBooking({ key: of.key, fields: { ...fields, message: 'new' }, before, newKey })

  test('keeps the try open where no answer came, and where the server broke', async () => {
    answering(undefined)
    expect(await once()).toMatchObject({ outcome: { kind: 'unsent' }, attempt: { state: 'open' } })
    answering({ status: 500, body: {} })
    expect(await once()).toMatchObject({
      outcome: { kind: 'failed', message: 'Failed to submit booking form: 500' },
      attempt: { state: 'open' },
    })
  })

  test('tells a lost time, and faults at their fields, from other failures', async () => {
    answering({ status: 409, body: { code: 'taken', error: 'x' } })
    expect((await once()).outcome).toEqual({ kind: 'lost', reason: 'taken' })
    answering({ status: 422, body: { code: 'fields', error: 'x', fields: { email: 'Bad.' } } })
    expect((await once()).outcome).toEqual({ kind: 'fields', fields: { email: 'Bad.' } })
    answering({ status: 429, body: { code: 'holds', error: 'You already hold other times.' } })
    expect((await once()).outcome).toEqual({
      kind: 'failed',
      message: 'You already hold other times.',
    })
  })

  test('finds the first answer again where the same key had arrived with other content', async () => {
    const keys = answering(
      { status: 422, body: { code: 'key_reuse', error: 'x' } },
      { status: 201, body: accepted(of.key) },
    )
    const { outcome } = await once({ fields, state: 'open' })
    expect(outcome).toMatchObject({ kind: 'received', earlier: true, fields })
    expect(keys).toEqual([of.key, of.key])
  })

  test('sends under a fresh key where that first answer had been a refusal', async () => {
    const keys = answering(
      { status: 422, body: { code: 'key_reuse', error: 'x' } },
      { status: 409, body: { code: 'taken', error: 'x' } },
      { status: 201, body: accepted('k') },
    )
    const { outcome, key } = await once({ fields, state: 'open' })
    expect(outcome).toMatchObject({ kind: 'received', earlier: false })
    expect(key).not.toBe(of.key)
    expect(keys[2]).toBe(key)
  })

  test('takes an answer that is not what was agreed for a failure, never for a booking', async () => {
    answering({ status: 201, body: { ok: true } })
    expect((await once()).outcome.kind).toBe('failed')
  })
})
