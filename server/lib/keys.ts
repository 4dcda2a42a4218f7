import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { fingerprint, isSameSecret, newNonce } from './ids.ts'

/** A key as read from its file. */
export interface StoredKey {
  version: number
  secret: string
}

interface Key {
  version: number
  /** Identifies the key without revealing it. */
  id: string
  signing: Buffer
  encryption: Buffer
  accounts: string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The server's keys for signatures and encryption. They are stored outside the database, so that a
 * copy of the database does not reveal encrypted values. One key signs and encrypts, the newest unless
 * another is named; all verify and decrypt.
 */
export class Keys {
  private readonly keys: readonly Key[]
  private readonly used: Key

  /** `usedId`: the key that signs and encrypts, if it is one of them. */
  constructor(stored: readonly StoredKey[], usedId?: string) {
    const all = [...stored].sort((a, b) => b.version - a.version).map(derive)
    const used = all.find(({ id }) => id === usedId) ?? all[0]
    if (!used) throw new Error('At least one key is required to sign and encrypt')
    this.used = used
    this.keys = [used, ...all.filter((key) => key !== used)]
  }

  /** Id of the key that signs and encrypts. */
  get id(): string {
    return this.used.id
  }

  has(id: string): boolean {
    return this.keys.some((key) => key.id === id)
  }

  /**
   * HMAC-SHA-256 of a text with the key in use, base64url. The text must begin with its purpose.
   */
  sign(text: string): string {
    return hmac(this.used, text)
  }

  /** The signature of a text with each key, that of `sign` first. */
  signatures(text: string): string[] {
    return this.keys.map((key) => hmac(key, text))
  }

  isSignature(text: string, signature: string): boolean {
    return this.signatures(text).some((one) => isSameSecret(one, signature))
  }

  /**
   * Encrypts with AES-256-GCM and the key in use. `purpose` is authenticated: decrypting for
   * another purpose fails. Returns the key's id, a dot, and nonce, ciphertext and tag in base64url.
   */
  encrypt(purpose: string, text: string): string {
    const nonce = newNonce(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.used.encryption, nonce)
    cipher.setAAD(Buffer.from(purpose))
    const bytes = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return `${this.used.id}.${Buffer.concat(bytes).toString('base64url')}`
  }

  /** Undefined if the key is missing; throws if the text was altered or has another purpose. */
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

  /** Secrets for better-auth, which encrypts in its own format; that of the key in use first. */
  get accountSecrets(): { version: number; value: string }[] {
    return this.keys.map(({ version, accounts }) => ({ version, value: accounts }))
  }
}

/** Derives a separate key for each use (HKDF-SHA-256), so that no value of one use fits another. */
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
