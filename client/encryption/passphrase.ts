import { randomBytes } from '@noble/ciphers/utils.js'
import { randomKey } from '#client/lib/data/ids.ts'
import type { Seal } from './tables.ts'

/** Characters. */
export const SHORTEST = 12

/** So many that a guess costs a thief's computer as much as it costs the owner's: part of a second. */
const ROUNDS = 600_000
/** Bytes. */
const KEY = 32
const SALT = 16
const NONCE = 12

export interface Unsealed {
  seal: Seal
  key: Uint8Array<ArrayBuffer>
}

/** Whether this browser has the means: they are there on secure origins only. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined && 'BroadcastChannel' in globalThis
}

/** As it is counted and used: alike however it was typed. */
export function asUsed(passphrase: string): string {
  return passphrase.normalize('NFKC')
}

/** A new data key under a passphrase, or the one that there is under another. */
export async function makeSeal(passphrase: string, before?: Unsealed): Promise<Unsealed> {
  const key = before?.key ?? randomBytes(KEY)
  const id = before?.seal.id ?? randomKey()
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)]
  const locked = { id, salt, rounds: ROUNDS, nonce }
  const by = await derived(passphrase, locked)
  const wrapped = new Uint8Array(await crypto.subtle.encrypt(cipher(locked), by, key))
  return { seal: { name: 'seal', ...locked, wrapped }, key }
}

/** The data key; undefined where it is another passphrase. */
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
