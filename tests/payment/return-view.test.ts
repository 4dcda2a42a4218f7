import { describe, expect, test } from 'vitest'
import {
  getReturnView,
  parseReturnParams,
  removeProviderParams,
} from '#client/payment/return/return-view.ts'

const id = 'AbCdEfGhIjKlMnOpQrStUv'
const providerParams = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2'

describe('The address of the return page', () => {
  test('retains the booking and drops all of the provider’s parameters', () => {
    const href = `https://site.example/booking/success?id=${id}&${providerParams}&redirect_status=succeeded`
    expect(removeProviderParams(href)).toBe(`/booking/success?id=${id}`)
  })

  test('does not change if there is nothing to remove', () => {
    expect(removeProviderParams(`https://site.example/booking/success?id=${id}`)).toBeUndefined()
  })

  test('names no booking if the id is missing or malformed', () => {
    expect(parseReturnParams('').bookingId).toBeUndefined()
    expect(parseReturnParams('?id=1').bookingId).toBeUndefined()
    expect(parseReturnParams(`?id=${id}`).bookingId).toBe(id)
  })
})

describe('The result shown on the return page', () => {
  test('is never success because of the address alone', () => {
    const address = parseReturnParams(`?id=${id}&redirect_status=succeeded`)
    expect(getReturnView(address, undefined)).toBe('verifying')
    expect(getReturnView(address, 'unpaid')).toBe('unpaid')
  })

  test('is paid if the server reports so, even if the address reports a refusal by the bank', () => {
    const address = parseReturnParams(`?id=${id}&redirect_status=failed`)
    expect(getReturnView(address, 'paid')).toBe('paid')
    expect(getReturnView(address, 'processing')).toBe('refused')
  })
})
