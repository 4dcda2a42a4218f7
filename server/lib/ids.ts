import { hash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'

/** Returns a new random id; its characters are URL-safe. */
export type NewId = () => string

/** 128 random bits, base64url. */
export const randomId: NewId = () => randomBytes(16).toString('base64url')

/** 256 random bits, base64url; for keys. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Random bytes to be used only once with a key. */
export function newNonce(bytes: number): Buffer {
  return randomBytes(bytes)
}

export const newUuid: NewId = () => randomUUID()

/** A random whole number from 0 to less than `limit`. */
export const randomBelow = (limit: number): number => randomInt(limit)

/** SHA-256, base64url; stored instead of a secret that gives access to its bearer. */
export function fingerprint(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** Compares two secrets in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(fingerprint(a))
  return timingSafeEqual(left, Buffer.from(fingerprint(b)))
}
