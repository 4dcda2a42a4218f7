import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toReference } from '#shared/booking/booking-id.ts'

const ids = fc.stringMatching(/^[A-Za-z0-9_-]{22,64}$/)

test('A booking’s reference is always the same, short, and without letters that look alike', () => {
  fc.assert(
    fc.property(ids, (id) => {
      expect(toReference(id)).toMatch(/^LYS-[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(toReference(id)).toBe(toReference(id))
    }),
  )
})

test('Ten thousand bookings share few references', () => {
  const references = Array.from({ length: 10_000 }, (_, number) =>
    toReference(`booking-${String(number).padStart(14, '0')}`),
  )
  // Of a million names, chance gives about 50 pairs.
  expect(new Set(references).size).toBeGreaterThan(9_850)
})
