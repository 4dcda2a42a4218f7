import { type KeyGenerator, randomBytes } from './data/ids.ts'

/** Bytes of the nonce before a ciphertext; AES-GCM adds a tag of 16 after it. */
const NONCE_BYTES = 12

/** 256 random bits, base64url: the part of a link after `#`. */
export function createKey(): string {
  return toBase64Url(randomBytes(32))
}

/** A key that encrypts and decrypts, but cannot be read. Rejects if `key` is not one of `createKey`. */
export async function importKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromBase64Url(key), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
}

/**
 * Encrypts `bytes` (AES-256-GCM). `context` names what it is, such as `document:<id>`; it is not
 * stored, and decrypting needs the same, so that nobody can put one ciphertext in place of another.
 */
export async function encrypt(
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer>,
  context: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = randomBytes(NONCE_BYTES)
  const encrypted = await crypto.subtle.encrypt(toParams(nonce, context), key, bytes)
  const whole = new Uint8Array(NONCE_BYTES + encrypted.byteLength)
  whole.set(nonce)
  whole.set(new Uint8Array(encrypted), NONCE_BYTES)
  return whole
}

/** Decrypts what `encrypt` returned; rejects if the key or context is another, or a byte has changed. */
export async function decrypt(
  key: CryptoKey,
  ciphertext: Uint8Array<ArrayBuffer>,
  context: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = ciphertext.subarray(0, NONCE_BYTES)
  const opened = await crypto.subtle.decrypt(
    toParams(nonce, context),
    key,
    ciphertext.subarray(NONCE_BYTES),
  )
  return new Uint8Array(opened)
}

/** Decrypts with the first of the keys that fits; throws like `decrypt` if none does. */
export async function decryptWithAny(
  keys: readonly string[],
  ciphertext: Uint8Array<ArrayBuffer>,
  context: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const [first = '', ...others] = keys
  try {
    return await decrypt(await importKey(first), ciphertext, context)
  } catch (error) {
    if (others.length === 0) throw error
    return decryptWithAny(others, ciphertext, context)
  }
}

function toParams(iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(context) }
}

/** A value as compressed and encrypted JSON, base64url. */
export async function encryptJson(
  key: CryptoKey,
  value: unknown,
  context: string,
): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(value))
  return toBase64Url(
    await encrypt(key, await transform(text, new CompressionStream('deflate-raw')), context),
  )
}

/** Decrypts what `encryptJson` returned; the caller parses the value. */
export async function decryptJson(
  key: CryptoKey,
  ciphertext: string,
  context: string,
): Promise<unknown> {
  const opened = await decrypt(key, fromBase64Url(ciphertext), context)
  const text = await transform(opened, new DecompressionStream('deflate-raw'))
  return JSON.parse(new TextDecoder().decode(text))
}

async function transform(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(through)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** SHA-256, base64url. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

export async function hashText(text: string): Promise<string> {
  return hashBytes(new TextEncoder().encode(text))
}

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // In parts: a call has a limit of arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Throws if the text is not base64url. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** 20 random letters and digits, about 119 bits: an id that is also a name in an address. */
export const randomName: KeyGenerator = () =>
  // 248 is the largest multiple of 62 in a byte; larger bytes would make some characters likelier.
  [...randomBytes(40)]
    .filter((byte) => byte < 248)
    .map((byte) => LETTERS[byte % 62])
    .join('')
    .slice(0, 20)

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
