import { expect, it } from 'vitest'
import { keyOf, makeSeal } from '#client/encryption/passphrase.ts'

const OURS = 'a lamp in the blue hour'

it('the passphrase gives the key, however it was typed, and another gives none', async () => {
  const { seal, key } = await makeSeal('Ångström ﬁnds a lamp')
  expect(await keyOf(seal, 'A\u030angstro\u0308m finds a lamp')).toEqual(key)
  expect(await keyOf(seal, 'Angstrom finds a lamp')).toBeUndefined()
  expect(seal.rounds).toBeGreaterThanOrEqual(600_000)
})

it('a changed passphrase gives the same key, and the old one none', async () => {
  const first = await makeSeal(OURS)
  const next = await makeSeal('another lamp entirely', first)
  expect(await keyOf(next.seal, 'another lamp entirely')).toEqual(first.key)
  expect(await keyOf(next.seal, OURS)).toBeUndefined()
  expect(next.seal.id).toBe(first.seal.id)
})

it('two devices with one passphrase have nothing in common', async () => {
  const [one, other] = await Promise.all([makeSeal(OURS), makeSeal(OURS)])
  expect(one.key).not.toEqual(other.key)
  expect(one.seal.salt).not.toEqual(other.seal.salt)
  expect(await keyOf({ ...one.seal, id: other.seal.id }, OURS)).toBeUndefined()
})
