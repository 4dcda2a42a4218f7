import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Cipher, decode, encode } from '#client/data/encryption/cipher.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

const key = new Uint8Array(32).fill(9)

const bytes = fc.oneof(
  fc.uint8Array(),
  // A view of part of a larger buffer.
  fc.uint8Array({ minLength: 8 }).map((bytes) => bytes.subarray(3, 7)),
)

/** Any value that a store may contain: nested objects, any text, all kinds of numbers, bytes. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constantFrom(undefined, null, true, -0, Number.NaN, Number.POSITIVE_INFINITY),
    bytes,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', '__proto__', 'sealed')),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}))

it('Any value that a store may contain is identical after encoding and decoding', async () => {
  await assertProperty(
    fc.asyncProperty(value, async (given) => {
      expect(decode(encode(given))).toStrictEqual(given)
    }),
  )
})

it('An encrypted value decrypts only in the place where it was stored, and not after any change', async () => {
  const cipher = new Cipher(key)
  const someday = new Cipher(new Uint8Array(32).fill(8))
  await assertProperty(
    fc.asyncProperty(value, fc.string(), fc.nat(), async (data, name, at) => {
      const given = { key: name, data }
      const stored = cipher.encrypt('drafts', given)
      expect(cipher.decrypt('drafts', stored)).toStrictEqual(given)
      const encrypted = stored.sealed as Uint8Array
      const bent = encrypted.slice()
      bent[at % bent.length] = (bent[at % bent.length] ?? 0) ^ 1
      expect(() => cipher.decrypt('drafts', { ...stored, sealed: bent })).toThrow()
      expect(() => cipher.decrypt('drafts', { ...stored, key: `${name}'` })).toThrow()
      expect(() => cipher.decrypt('queryCache', stored)).toThrow()
      expect(() => someday.decrypt('drafts', stored)).toThrow()
      expect(() => cipher.decrypt('drafts', given)).toThrow('not encrypted')
    }),
  )
})

it('A queued edit decrypts only at its own position in the queue', () => {
  const cipher = new Cipher(key)
  const stored = cipher.encrypt('queue', { n: 5, key: 'client:1', data: 'Likes tea' })
  expect(cipher.decrypt('queue', stored)).toMatchObject({ n: 5, data: 'Likes tea' })
  expect(() => cipher.decrypt('queue', { ...stored, n: 6 })).toThrow('moved')
})

it('The same value is encrypted differently each time', () => {
  const cipher = new Cipher(key)
  const given = { key: 'note:1', data: 'Likes tea' }
  expect(cipher.encrypt('drafts', given)).not.toEqual(cipher.encrypt('drafts', given))
})

it('A value that could not be decoded again is refused', () => {
  expect(() => encode({ at: new Date(0) })).toThrow(TypeError)
})
