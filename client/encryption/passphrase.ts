import { randomBytes } from '@noble/ciphers/utils.js'
import { randomKey } from '#client/lib/data/ids.ts'
import type { Seal } from './tables.ts'

/** Minimum length of a passphrase, in code points after `asUsed`. */
export const SHORTEST = 12

/**
 * PBKDF2 iteration count. One derivation takes part of a second, for the owner and for each guess
 * of a thief.
 */
const ROUNDS = 600_000
/** Lengths in bytes: data key, salt, AES-GCM nonce. */
const KEY = 32
const SALT = 16
const NONCE = 12

/** A key envelope together with the data key that it wraps. */
export interface Unsealed {
  seal: Seal
  key: Uint8Array<ArrayBuffer>
}

/** Whether this browser can encrypt the store. WebCrypto exists in secure contexts only. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined && 'BroadcastChannel' in globalThis
}

/** Normalises a passphrase (NFKC), so that it is the same bytes on every keyboard. */
export function asUsed(passphrase: string): string {
  return passphrase.normalize('NFKC')
}

/**
 * Creates an envelope around a new random data key, or around the data key of `before`, wrapped
 * with this passphrase.
 */
export async function makeSeal(passphrase: string, before?: Unsealed): Promise<Unsealed> {
  const key = before?.key ?? randomBytes(KEY)
  const id = before?.seal.id ?? randomKey()
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)]
  const locked = { id, salt, rounds: ROUNDS, nonce }
  const by = await derived(passphrase, locked)
  const wrapped = new Uint8Array(await crypto.subtle.encrypt(cipher(locked), by, key))
  return { seal: { name: 'seal', ...locked, wrapped }, key }
}

/** Returns the data key, or undefined if the passphrase is wrong. */
export async function keyOf(
  seal: Seal,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const by = await derived(passphrase, seal)
  try {
    return new Uint8Array(await crypto.subtle.decrypt(cipher(seal), by, seal.wrapped))
  } catch {
    return undefined
  }
}

function cipher({ id, nonce }: Pick<Seal, 'id' | 'nonce'>): AesGcmParams {
  return { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(id) }
}

async function derived(
  passphrase: string,
  { salt, rounds }: Pick<Seal, 'salt' | 'rounds'>,
): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(asUsed(passphrase))
  const from = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const by = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  const to = { name: 'AES-GCM', length: KEY * 8 }
  return crypto.subtle.deriveKey(by, from, to, false, ['encrypt', 'decrypt'])
}
