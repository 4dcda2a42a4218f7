import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { fingerprint, newNonce, sameSecret } from './ids.ts'

/** A key as its file holds it. Versions count up; the highest is the newest. */
export interface StoredKey {
  version: number
  secret: string
}

interface Key {
  version: number
  /** Names the key without giving it away. */
  id: string
  signing: Buffer
  encryption: Buffer
  accounts: string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * What the server signs and encrypts with. It lies outside the database, so that a copy of the
 * database opens nothing. The newest key signs and encrypts; older ones still verify and decrypt.
 */
export class Keys {
  private readonly keys: readonly Key[]
  private readonly newest: Key

  constructor(stored: readonly StoredKey[]) {
    this.keys = [...stored].sort((a, b) => b.version - a.version).map(derive)
    const [newest] = this.keys
    if (!newest) throw new Error('There is no key')
    this.newest = newest
  }

  /** Names the newest key. */
  get id(): string {
    return this.newest.id
  }

  has(id: string): boolean {
    return this.keys.some((key) => key.id === id)
  }

  /** Keyed hash of a text whose beginning says what it is for; base64url. */
  sign(text: string): string {
    return hmac(this.newest, text)
  }

  /** What `sign` gives now, and what it gave while each of the older keys was the newest. */
  signatures(text: string): string[] {
    return this.keys.map((key) => hmac(key, text))
  }

  isSignature(text: string, signature: string): boolean {
    return this.signatures(text).some((one) => sameSecret(one, signature))
  }

  /** AES-256-GCM, for one purpose: what was encrypted for another does not decrypt. */
  encrypt(purpose: string, text: string): string {
    const nonce = newNonce(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.newest.encryption, nonce)
    cipher.setAAD(Buffer.from(purpose))
    const bytes = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return `${this.newest.id}.${Buffer.concat(bytes).toString('base64url')}`
  }

  /** Undefined where the key is not among these; throws where the text was altered. */
  decrypt(purpose: string, encrypted: string): string | undefined {
    const [id, encoded = ''] = encrypted.split('.')
    const key = this.keys.find((one) => one.id === id)
    if (!key) return undefined
    const bytes = Buffer.from(encoded, 'base64url')
    const end = bytes.length - TAG_BYTES
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv('aes-256-gcm', key.encryption, nonce, options)
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(end))
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, end), undefined, 'utf8') + decipher.final('utf8')
    )
  }

  /** For the library of accounts, which has a format of its own; the newest first. */
  get accountSecrets(): { version: number; value: string }[] {
    return this.keys.map(({ version, accounts }) => ({ version, value: accounts }))
  }
}

/** Each use has a key of its own, so that nothing made for one means anything to another. */
function derive({ version, secret }: StoredKey): Key {
  const part = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  return {
    version,
    id: fingerprint(secret).slice(0, 8),
    signing: part('signatures'),
    encryption: part('encryption'),
    accounts: part('accounts').toString('base64url'),
  }
}

function hmac({ signing }: Key, text: string): string {
  return createHmac('sha256', signing).update(text).digest('base64url')
}
