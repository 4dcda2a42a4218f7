import { detectUtf16 } from '#shared/lib/normalize-text.ts'
import type { Encoding } from './types.ts'

/** How the bytes of a file are decoded. */
export interface FileEncoding {
  /** For bytes that are not UTF-8. */
  fallback: Encoding
  /** The file has such bytes, so the owner is asked to check the letters. */
  isGuessed: boolean
}

/** Letters from 0x80 of code page 850, which `TextDecoder` lacks; Excel writes it as “CSV (MS-DOS)”. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** The encodings of one byte per letter that programs in Northern Europe write. */
const GUESSED: readonly Encoding[] = ['windows-1252', 'macintosh', 'ibm850']

/** Letters that are likely in European names. */
const LIKELY = /[åäæéèëêøöóòôüúçñáàâãíïßðþýÅÄÆÉØÖÜÓÁÞÐŠŽšž]/
/** Punctuation that programs write by themselves. */
const NEUTRAL = /[\u00a0‘’“”–—…•€]/

/** Bytes that are examined to guess an encoding. */
const MAX_EXAMINED_BYTES = 1_000_000

/** Detects the encoding of a file that is not UTF-16; `chosen` is the owner's choice. */
export function detectEncoding(bytes: Uint8Array, chosen?: Encoding): FileEncoding {
  const odd: number[] = []
  const sample = bytes.subarray(0, MAX_EXAMINED_BYTES)
  if (isUtf8(bytes)) return { fallback: chosen ?? 'utf-8', isGuessed: false }
  for (let at = 0; at < sample.length; at++) {
    const length = getSequenceLength(sample, at)
    if (length === 0) odd.push(sample[at] ?? 0)
    else at += length - 1
  }
  const [best = 'windows-1252'] = GUESSED.toSorted(
    (a, b) => scoreLetters(odd, b) - scoreLetters(odd, a),
  )
  return { fallback: chosen ?? best, isGuessed: true }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictUtf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

function scoreLetters(odd: readonly number[], encoding: Encoding): number {
  const score = (letter: string) => (LIKELY.test(letter) ? 2 : NEUTRAL.test(letter) ? 0 : -1)
  return odd.reduce((sum, byte) => sum + score(decodeSingle(Uint8Array.of(byte), encoding)), 0)
}

const decoders = new Map<Encoding, TextDecoder>()

function decodeSingle(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'ibm850')
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_850.charAt(byte - 0x80),
    ).join('')
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding, { ignoreBOM: true })
  decoders.set(encoding, decoder)
  return decoder.decode(bytes)
}

/**
 * Decodes bytes as UTF-8. What is not UTF-8 is decoded with the fallback, byte by byte, so that one
 * damaged letter does not change the others.
 */
export function decodeBytes(bytes: Uint8Array, fallback: Encoding): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return decodeMixed(bytes, fallback)
  }
}

function decodeMixed(bytes: Uint8Array, fallback: Encoding): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const isValid = getSequenceLength(bytes, at) > 0
    let end = at
    while (end < bytes.length) {
      const length = getSequenceLength(bytes, end)
      if (length > 0 !== isValid) break
      end += isValid ? length : 1
    }
    const run = bytes.subarray(at, end)
    // Encodings of two bytes per letter also use the bytes of ASCII, so the whole text is theirs.
    if (!isValid && isMultiByte(fallback)) return decodeSingle(bytes, fallback)
    text += isValid ? strictUtf8.decode(run) : decodeSingle(run, fallback)
    at = end
  }
  return text
}

function isMultiByte(encoding: Encoding): boolean {
  return encoding === 'shift_jis' || encoding === 'gb18030' || encoding === 'euc-kr'
}

/** Length of the valid UTF-8 sequence at an offset; 0 if there is none. */
function getSequenceLength(bytes: Uint8Array, at: number): number {
  const length = getLengthByLead(bytes[at] ?? 0)
  return length < 2 || isUtf8(bytes.subarray(at, at + length)) ? length : 0
}

/** The length of a sequence by its first byte; 0 for a byte that begins none. */
function getLengthByLead(lead: number): number {
  if (lead < 0x80) return 1
  if (lead < 0xc2) return 0
  if (lead < 0xe0) return 2
  if (lead < 0xf0) return 3
  return lead < 0xf5 ? 4 : 0
}

/** Bytes per slice between two pauses. */
const SLICE = 1_000_000

/**
 * Decodes a file line by line where it is not UTF-8 throughout. A letter that the end of the file
 * cuts in two becomes U+FFFD.
 */
export async function decodeText(
  bytes: Uint8Array,
  { fallback }: FileEncoding,
  pause: () => Promise<void>,
): Promise<string> {
  const whole = cutTruncatedLetter(bytes)
  const end = whole.length < bytes.length ? '\ufffd' : ''
  if (isUtf8(whole)) return new TextDecoder('utf-8').decode(whole) + end
  const texts: string[] = []
  for (let from = 0; from < bytes.length; ) {
    const lineEnd = bytes.indexOf(0x0a, Math.min(from + SLICE, bytes.length - 1))
    const to = lineEnd < 0 ? bytes.length : lineEnd + 1
    texts.push(decodeLines(bytes.subarray(from, to), fallback))
    from = to
    await pause()
  }
  return texts.join('').replace(/^\ufeff/, '')
}

function decodeLines(bytes: Uint8Array, fallback: Encoding): string {
  if (!isMultiByte(fallback)) return decodeBytes(bytes, fallback)
  const lines: string[] = []
  for (let from = 0; from < bytes.length; ) {
    const lineEnd = bytes.indexOf(0x0a, from)
    const to = lineEnd < 0 ? bytes.length : lineEnd + 1
    lines.push(decodeBytes(bytes.subarray(from, to), fallback))
    from = to
  }
  return lines.join('')
}

/** The bytes without a last letter that is incomplete. */
function cutTruncatedLetter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    return getLengthByLead(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

/** The text of a UTF-16 file as UTF-8; other files unchanged, without their byte order mark. */
export function toUtf8(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3)
  const encoding = detectUtf16(bytes)
  return encoding ? new TextEncoder().encode(new TextDecoder(encoding).decode(bytes)) : bytes
}
