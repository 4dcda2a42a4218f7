import { describe, expect, it } from 'vitest'
import { Keys } from '#server/lib/keys.ts'
import { rotatedKeys, testKeys } from '#tests/support/server/keys.ts'

const others = new Keys([{ version: 1, secret: 'a secret of somebody else' }])

describe('Keys', () => {
  it('verify their own signatures and those of an older key, and no others', () => {
    const signature = testKeys.sign('booking:1')
    expect(testKeys.isSignature('booking:1', signature)).toBe(true)
    expect(rotatedKeys.isSignature('booking:1', signature)).toBe(true)
    expect(rotatedKeys.sign('booking:1')).not.toBe(signature)
    expect(testKeys.isSignature('booking:2', signature)).toBe(false)
    expect(others.isSignature('booking:1', signature)).toBe(false)
  })

  it('decrypt what they or older keys encrypted, and only for the same purpose', () => {
    const encrypted = testKeys.encrypt('calendar', 'a private address')
    expect(encrypted).not.toBe(testKeys.encrypt('calendar', 'a private address'))
    expect(testKeys.decrypt('calendar', encrypted)).toBe('a private address')
    expect(rotatedKeys.decrypt('calendar', encrypted)).toBe('a private address')
    expect(() => testKeys.decrypt('payment', encrypted)).toThrow()
  })

  it('report a text from a foreign key, and throw if a text was altered or truncated', () => {
    const encrypted = testKeys.encrypt('calendar', 'a private address')
    expect(others.decrypt('calendar', encrypted)).toBeUndefined()
    expect(testKeys.decrypt('calendar', '')).toBeUndefined()
    const [id = '', text = ''] = encrypted.split('.')
    const altered = Buffer.from(text, 'base64url')
    altered[20] = (altered[20] ?? 0) ^ 1
    for (const wrong of [altered.toString('base64url'), text.slice(0, -4), ''])
      expect(() => testKeys.decrypt('calendar', `${id}.${wrong}`), wrong).toThrow()
  })
})
