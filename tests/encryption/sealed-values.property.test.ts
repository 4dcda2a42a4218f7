import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decode, encode, Sealer } from '#client/encryption/sealer.ts'
import { assertProperty } from '#tests/support/runs.ts'

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

it('whatever a store holds comes back as it was', async () => {
  await assertProperty(
    fc.asyncProperty(value, async (given) => {
      expect(decode(encode(given))).toStrictEqual(given)
    }),
  )
})

it('a value comes back from where it was sealed, and from nowhere else, nor after any change', async () => {
  const sealer = new Sealer(key)
  const someday = new Sealer(new Uint8Array(32).fill(8))
  await assertProperty(
    fc.asyncProperty(value, fc.string(), fc.nat(), async (data, name, at) => {
      const given = { key: name, data }
      const stored = sealer.seal('drafts', given)
      expect(sealer.open('drafts', stored)).toStrictEqual(given)
      const sealed = stored.sealed as Uint8Array
      const bent = sealed.slice()
      bent[at % bent.length] = (bent[at % bent.length] ?? 0) ^ 1
      expect(() => sealer.open('drafts', { ...stored, sealed: bent })).toThrow()
      expect(() => sealer.open('drafts', { ...stored, key: `${name}'` })).toThrow()
      expect(() => sealer.open('copies', stored)).toThrow()
      expect(() => someday.open('drafts', stored)).toThrow()
      expect(() => sealer.open('drafts', given)).toThrow('not sealed')
    }),
  )
})

it('a queued edit opens in its own place of the queue alone', () => {
  const sealer = new Sealer(key)
  const stored = sealer.seal('queue', { n: 5, key: 'client:1', data: 'Likes tea' })
  expect(sealer.open('queue', stored)).toMatchObject({ n: 5, data: 'Likes tea' })
  expect(() => sealer.open('queue', { ...stored, n: 6 })).toThrow('moved')
})

it('the same is sealed anew each time', () => {
  const sealer = new Sealer(key)
  const given = { key: 'note:1', data: 'Likes tea' }
  expect(sealer.seal('drafts', given)).not.toEqual(sealer.seal('drafts', given))
})

it('what it could not bring back is not taken', () => {
  expect(() => encode({ at: new Date(0) })).toThrow(TypeError)
})
