import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  chooseIdempotencyKey,
  TERMS_MESSAGE,
  toWireFields,
  validateBooking,
} from '#client/booking/booking-fields.ts'
import {
  createEmptyDraft,
  type Draft,
  nothingTyped,
  type Typed,
  type WireFields,
} from '#client/booking/flow.ts'
import { submitBooking } from '#client/booking/submit/use-submit.ts'
import { formatDestinations } from '#shared/content/destinations.ts'
import { getService } from '#shared/content/services.ts'

let keyCount = 0
const newKey = () => `00000000-0000-4000-8000-${String(++keyCount).padStart(12, '0')}`

const NOW = Date.parse('2026-11-21T12:00:00Z')

const draft = (over: Partial<Typed> = {}): Draft => ({
  ...createEmptyDraft(newKey),
  start: Date.parse('2026-11-25T09:30:00Z'),
  typed: {
    ...nothingTyped,
    first_name: 'Elisabeth',
    last_name: 'Sørbø',
    email: 'elisabeth@example.com',
    phone: '412 09 877',
    destinations: 'Norway,Other Nordic Country',
    other_destination: 'Faroe Islands',
    ...over,
  },
  terms: true,
})

const service = getService('initial-consultation')
const fieldsOf = (of: Draft) => toWireFields(of, { service, version: 0 }, 'Asia/Kathmandu')
const validate = (fields: WireFields, of: Draft) =>
  validateBooking(fields, { draft: of, service }, NOW)

describe('The fields that a booking form sends', () => {
  test('contain the instant, and the date and time as the visitor saw them', () => {
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

  test('contain no destinations if the service has no question about them', () => {
    const fields = toWireFields(
      draft(),
      { service: getService('business-consultancy'), version: 0 },
      'Europe/Oslo',
    )
    expect(fields).toMatchObject({ destinations: '', other_destination: '' })
  })

  test('are validated by the server’s rules, with an error message for each invalid field', () => {
    expect(validate(fieldsOf(draft()), draft())).toEqual({})
    const typed = draft({ first_name: ' ', email: 'nobody', phone: '412 09 8' })
    const wrong = { ...typed, terms: false }
    expect(validate(fieldsOf(wrong), wrong)).toEqual({
      first_name: 'Please enter your first name.',
      email: 'Please enter an email address such as name@example.com.',
      phone: 'Phone number must have at least 8 digits',
      terms: TERMS_MESSAGE,
    })
    expect(validate(fieldsOf(draft({ country: '??' })), draft()).phone).toBe('Invalid country code')
  })

  test('show the typed country in place of the choice “Other Nordic Country”', () => {
    expect(formatDestinations(['Norway', 'Other Nordic Country'], ' Faroe Islands ')).toBe(
      'Norway, Faroe Islands',
    )
  })
})

describe('The idempotency key of a submission', () => {
  const of = draft()
  const fields = fieldsOf(of)
  const changed = { ...fields, message: 'other' }

  test('is the draft’s own for the first attempt, and stays the same while no answer has arrived', () => {
    expect(chooseIdempotencyKey(of, fields, newKey)).toBe(of.key)
    const open = { ...of, attempt: { fields, state: 'open' as const } }
    expect(chooseIdempotencyKey(open, fields, newKey)).toBe(of.key)
    expect(chooseIdempotencyKey(open, changed, newKey)).toBe(of.key)
  })

  test('is new after an answer if the content has changed, or if the answer was a refusal', () => {
    const accepted = { ...of, attempt: { fields, state: 'accepted' as const } }
    expect(chooseIdempotencyKey(accepted, fields, newKey)).toBe(of.key)
    expect(chooseIdempotencyKey(accepted, changed, newKey)).not.toBe(of.key)
    const refused = { ...of, attempt: { fields, state: 'refused' as const } }
    expect(chooseIdempotencyKey(refused, fields, newKey)).not.toBe(of.key)
  })
})

describe('Sending a booking', () => {
  afterEach(() => vi.unstubAllGlobals())

  const accepted = (key: string) => ({
    key,
    bookingId: 'abcdefghijklmnopqrstuv',
    status: 'confirmed',
    start: '2026-11-25T09:30:00.000Z',
    end: '2026-11-25T10:00:00.000Z',
    holdExpiresAt: null,
    serviceTitle: 'Initial Consultation',
    price: { amount: 0, currency: 'nok', vat: null },
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
    submitBooking({
      key: of.key,
      fields: { ...fields, message: 'new' },
      previousAttempt: before,
      newKey,
    })

  test('keeps the attempt open if no answer arrives or the server fails', async () => {
    answering(undefined)
    expect(await once()).toMatchObject({
      outcome: { kind: 'no answer' },
      attempt: { state: 'open' },
    })
    answering({ status: 500, body: {} })
    expect(await once()).toMatchObject({
      outcome: { kind: 'failed', message: 'Failed to submit booking form: 500' },
      attempt: { state: 'open' },
    })
  })

  test('distinguishes a lost slot and field errors from other failures', async () => {
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

  test('retrieves the first answer if the same key already arrived with other content', async () => {
    const keys = answering(
      { status: 422, body: { code: 'key_reuse', error: 'x' } },
      { status: 201, body: accepted(of.key) },
    )
    const { outcome } = await once({ fields, state: 'open' })
    expect(outcome).toMatchObject({ kind: 'received', isEarlierVersion: true, fields })
    expect(keys).toEqual([of.key, of.key])
  })

  test('retries with a new key if the first answer to the reused key was a refusal', async () => {
    const keys = answering(
      { status: 422, body: { code: 'key_reuse', error: 'x' } },
      { status: 409, body: { code: 'taken', error: 'x' } },
      { status: 201, body: accepted('k') },
    )
    const { outcome, key } = await once({ fields, state: 'open' })
    expect(outcome).toMatchObject({ kind: 'received', isEarlierVersion: false })
    expect(key).not.toBe(of.key)
    expect(keys[2]).toBe(key)
  })

  test('treats an answer in an unexpected format as a failure, never as a booking', async () => {
    answering({ status: 201, body: { ok: true } })
    expect((await once()).outcome.kind).toBe('failed')
  })
})
