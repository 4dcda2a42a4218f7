import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

/** 128 random bits, URL-safe. */
export type NewId = () => string

export const randomId: NewId = () => randomBytes(16).toString('base64url')

/** 256 random bits, to sign with. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Bytes that are used once with a key. */
export function newNonce(bytes: number): Buffer {
  return randomBytes(bytes)
}

export const newUuid: NewId = () => randomUUID()

/** SHA-256, base64url: what is stored in place of a bearer's secret. */
export function fingerprint(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** Compares two secrets in the same time whatever they hold. */
export function sameSecret(a: string, b: string): boolean {
  const left = Buffer.from(fingerprint(a))
  return timingSafeEqual(left, Buffer.from(fingerprint(b)))
}
