import { describe, expect, test } from 'vitest'
import {
  formatCardNumber,
  formatExpiry,
  getDemoOutcome,
  passesLuhn,
  validateCard,
} from '#client/payment/card/demo-card.tsx'

const now = Date.parse('2026-11-21T12:00:00Z')
const good = { number: '4242 4242 4242 4242', expiry: '04 / 29', cvc: '314', name: 'A Guest' }

describe('The demonstration card form', () => {
  test('groups digits as they are printed on a card', () => {
    expect(formatCardNumber('42424242-42424242')).toBe('4242 4242 4242 4242')
    expect(formatCardNumber('37828224631')).toBe('3782 8224 631')
    expect(formatExpiry('429')).toBe('04 / 29')
    expect(formatExpiry('1129')).toBe('11 / 29')
  })

  test('allows an expiry date to be deleted from its end, one key at a time', () => {
    expect(formatExpiry('11 / 2')).toBe('11 / 2')
    expect(formatExpiry('11 / ')).toBe('11')
  })

  test('detects any single wrong digit in a card number', () => {
    const number = '4242424242424242'
    expect(passesLuhn(number)).toBe(true)
    for (let index = 0; index < number.length; index++) {
      const wrong = `${number.slice(0, index)}${(Number(number[index]) + 1) % 10}${number.slice(index + 1)}`
      expect(passesLuhn(wrong), wrong).toBe(false)
    }
  })

  test('reports no problem for valid card details', () => {
    expect(validateCard(good, now)).toEqual({})
  })

  test('reports the first problem of each field, in the order of the form', () => {
    const empty = { number: '', expiry: '', cvc: '', name: ' ' }
    expect(Object.keys(validateCard(empty, now))).toEqual(['number', 'expiry', 'cvc', 'name'])
    expect(validateCard({ ...good, number: '4242 4242 4242 4243' }, now).number).toMatch(
      /not valid/,
    )
    expect(validateCard({ ...good, expiry: '13 / 29' }, now).expiry).toMatch(/01 and 12/)
    expect(validateCard({ ...good, cvc: '31' }, now).cvc).toMatch(/incomplete/)
  })

  test('accepts a card through the last day of its expiry month', () => {
    const card = { ...good, expiry: '11 / 26' }
    expect(validateCard(card, Date.parse('2026-11-30T23:59:00Z')).expiry).toBeUndefined()
    expect(validateCard(card, Date.parse('2026-12-02T00:00:00Z')).expiry).toMatch(/expired/)
  })

  test('accepts the provider’s test card numbers and no others', () => {
    expect(getDemoOutcome('4242 4242 4242 4242')).toBe('succeed')
    expect(getDemoOutcome('4000 0000 0000 0002')).toBe('decline')
    expect(getDemoOutcome('4000 0025 0000 3155')).toBe('authenticate')
    expect(getDemoOutcome('4111 1111 1111 1111')).toBeUndefined()
  })
})
