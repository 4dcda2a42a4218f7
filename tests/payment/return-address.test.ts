import { describe, expect, test } from 'vitest'
import { cleanedAddress, readReturnAddress, viewOf } from '#client/payment/return/return-view.ts'

const id = 'AbCdEfGhIjKlMnOpQrStUv'
const provider = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2'

describe('the address of the return page', () => {
  test('keeps the booking and loses everything of the provider’s', () => {
    const href = `https://site.example/booking/success?id=${id}&${provider}&redirect_status=succeeded`
    expect(cleanedAddress(href)).toBe(`/booking/success?id=${id}`)
  })

  test('is left alone where there is nothing to take out', () => {
    expect(cleanedAddress(`https://site.example/booking/success?id=${id}`)).toBeUndefined()
  })

  test('names no booking when the id is missing or of another form', () => {
    expect(readReturnAddress('').bookingId).toBeUndefined()
    expect(readReturnAddress('?id=1').bookingId).toBeUndefined()
    expect(readReturnAddress(`?id=${id}`).bookingId).toBe(id)
  })
})

describe('what the return page shows', () => {
  test('never believes the address about success', () => {
    const address = readReturnAddress(`?id=${id}&redirect_status=succeeded`)
    expect(viewOf(address, undefined)).toBe('verifying')
    expect(viewOf(address, 'unpaid')).toBe('unpaid')
  })

  test('believes the server over an address that says the bank refused', () => {
    const address = readReturnAddress(`?id=${id}&redirect_status=failed`)
    expect(viewOf(address, 'paid')).toBe('paid')
    expect(viewOf(address, 'processing')).toBe('refused')
  })
})
