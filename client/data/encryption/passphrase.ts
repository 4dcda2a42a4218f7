import { randomBytes } from '@noble/ciphers/utils.js'
import { randomKey } from '#client/lib/data/ids.ts'
import type { KeyEnvelope } from './tables.ts'

/** Minimum length of a passphrase, in code points after `normalizePassphrase`. */
export const MIN_PASSPHRASE_LENGTH = 12

/**
 * PBKDF2 iteration count. One derivation takes part of a second, for the owner and for each guess
 * of a thief.
 */
const ITERATIONS = 600_000
/** Lengths in bytes: data key, salt, AES-GCM nonce. */
const KEY = 32
const SALT = 16
const NONCE = 12

/** A key envelope together with the data key that it wraps. */
export interface UnlockedKey {
  envelope: KeyEnvelope
  key: Uint8Array<ArrayBuffer>
}

/** Whether this browser can encrypt the store. WebCrypto exists in secure contexts only. */
export function canEncrypt(): boolean {
  return globalThis.crypto?.subtle !== undefined && 'BroadcastChannel' in globalThis
}

/** Normalises a passphrase (NFKC), so that it is the same bytes on every keyboard. */
export function normalizePassphrase(passphrase: string): string {
  return passphrase.normalize('NFKC')
}

/**
 * Creates an envelope around a new random data key, or around the data key of `before`, wrapped
 * with this passphrase.
 */
export async function createKeyEnvelope(
  passphrase: string,
  before?: UnlockedKey,
): Promise<UnlockedKey> {
  const key = before?.key ?? randomBytes(KEY)
  const id = before?.envelope.id ?? randomKey()
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)]
  const locked = { id, salt, iterations: ITERATIONS, nonce }
  const by = await deriveKey(passphrase, locked)
  const wrapped = new Uint8Array(await crypto.subtle.encrypt(toAesParams(locked), by, key))
  return { envelope: { name: 'seal', ...locked, wrappedKey: wrapped }, key }
}

/** Returns the data key, or undefined if the passphrase is wrong. */
export async function unwrapKey(
  envelope: KeyEnvelope,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const by = await deriveKey(passphrase, envelope)
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt(toAesParams(envelope), by, envelope.wrappedKey),
    )
  } catch {
    return undefined
  }
}

function toAesParams({ id, nonce }: Pick<KeyEnvelope, 'id' | 'nonce'>): AesGcmParams {
  return { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(id) }
}

async function deriveKey(
  passphrase: string,
  { salt, iterations }: Pick<KeyEnvelope, 'salt' | 'iterations'>,
): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(normalizePassphrase(passphrase))
  const from = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const by = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  const to = { name: 'AES-GCM', length: KEY * 8 }
  return crypto.subtle.deriveKey(by, from, to, false, ['encrypt', 'decrypt'])
}
