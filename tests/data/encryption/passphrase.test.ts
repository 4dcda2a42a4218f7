import { expect, it } from 'vitest'
import { createKeyEnvelope, unwrapKey } from '#client/data/encryption/passphrase.ts'

const OURS = 'a lamp in the blue hour'

it('The passphrase unlocks the key in every Unicode form of it, and a different one does not', async () => {
  const { envelope, key } = await createKeyEnvelope('Ångström ﬁnds a lamp')
  expect(await unwrapKey(envelope, 'A\u030angstro\u0308m finds a lamp')).toEqual(key)
  expect(await unwrapKey(envelope, 'Angstrom finds a lamp')).toBeUndefined()
  expect(envelope.iterations).toBeGreaterThanOrEqual(600_000)
})

it('After a passphrase change, the new one unlocks the same key and the old one unlocks nothing', async () => {
  const first = await createKeyEnvelope(OURS)
  const next = await createKeyEnvelope('another lamp entirely', first)
  expect(await unwrapKey(next.envelope, 'another lamp entirely')).toEqual(first.key)
  expect(await unwrapKey(next.envelope, OURS)).toBeUndefined()
  expect(next.envelope.id).toBe(first.envelope.id)
})

it('Two devices with the same passphrase share no key, salt or envelope', async () => {
  const [one, other] = await Promise.all([createKeyEnvelope(OURS), createKeyEnvelope(OURS)])
  expect(one.key).not.toEqual(other.key)
  expect(one.envelope.salt).not.toEqual(other.envelope.salt)
  expect(await unwrapKey({ ...one.envelope, id: other.envelope.id }, OURS)).toBeUndefined()
})
