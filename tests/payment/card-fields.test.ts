import { describe, expect, test } from 'vitest'
import {
  cardProblems,
  demoOutcomeOf,
  passesLuhn,
  spacedExpiry,
  spacedNumber,
} from '#client/payment/card/demo-card.tsx'

const now = Date.parse('2026-11-21T12:00:00Z')
const good = { number: '4242 4242 4242 4242', expiry: '04 / 29', cvc: '314', name: 'A Guest' }

describe('the demonstration card form', () => {
  test('writes digits in the groups that stand on a card', () => {
    expect(spacedNumber('42424242-42424242')).toBe('4242 4242 4242 4242')
    expect(spacedNumber('37828224631')).toBe('3782 8224 631')
    expect(spacedExpiry('429')).toBe('04 / 29')
    expect(spacedExpiry('1129')).toBe('11 / 29')
  })

  test('lets an expiry be deleted from its end, one key at a time', () => {
    expect(spacedExpiry('11 / 2')).toBe('11 / 2')
    expect(spacedExpiry('11 / ')).toBe('11')
  })

  test('notices any single wrong digit', () => {
    const number = '4242424242424242'
    expect(passesLuhn(number)).toBe(true)
    for (let index = 0; index < number.length; index++) {
      const wrong = `${number.slice(0, index)}${(Number(number[index]) + 1) % 10}${number.slice(index + 1)}`
      expect(passesLuhn(wrong), wrong).toBe(false)
    }
  })

  test('has nothing to say about a card that is filled in well', () => {
    expect(cardProblems(good, now)).toEqual({})
  })

  test('names the first problem of each field, in the order of the form', () => {
    const empty = { number: '', expiry: '', cvc: '', name: ' ' }
    expect(Object.keys(cardProblems(empty, now))).toEqual(['number', 'expiry', 'cvc', 'name'])
    expect(cardProblems({ ...good, number: '4242 4242 4242 4243' }, now).number).toMatch(
      /not valid/,
    )
    expect(cardProblems({ ...good, expiry: '13 / 29' }, now).expiry).toMatch(/01 and 12/)
    expect(cardProblems({ ...good, cvc: '31' }, now).cvc).toMatch(/incomplete/)
  })

  test('takes a card through the last day of its month', () => {
    const card = { ...good, expiry: '11 / 26' }
    expect(cardProblems(card, Date.parse('2026-11-30T23:59:00Z')).expiry).toBeUndefined()
    expect(cardProblems(card, Date.parse('2026-12-02T00:00:00Z')).expiry).toMatch(/expired/)
  })

  test('knows the provider’s test numbers and takes no other', () => {
    expect(demoOutcomeOf('4242 4242 4242 4242')).toBe('succeed')
    expect(demoOutcomeOf('4000 0000 0000 0002')).toBe('decline')
    expect(demoOutcomeOf('4000 0025 0000 3155')).toBe('authenticate')
    expect(demoOutcomeOf('4111 1111 1111 1111')).toBeUndefined()
  })
})
