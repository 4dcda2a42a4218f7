/** Makes a new id or idempotency key at each call; tests pass one that counts. */
export type KeyGenerator = () => string

/**
 * Returns a version 4 UUID. `crypto.randomUUID` exists in secure contexts only, and a test site on
 * a local network without TLS is not one.
 */
export const randomKey: KeyGenerator = () => {
  const bytes = randomBytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Returns a random number in [0, 1), for spreading retries over time. Not cryptographically secure.
 */
export const random = (): number => Math.random()

export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count))
}
