const plainLetters: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ß: 'ss',
}

/** Text for comparing in a search: lower case, without accents, with single spaces. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[øæđðþłß]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Bytes examined to detect UTF-16. */
const SAMPLE_LENGTH = 4096

/** The label of the UTF-16 encoding that a file has; undefined if it has another. */
export function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return detectUnmarked(bytes.subarray(0, SAMPLE_LENGTH))
}

/** Without a byte order mark: in European text every other byte is zero. */
function detectUnmarked(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Files of other kinds have zeros at even and odd places.
  if (Math.max(even, odd) < sample.length / 8 || Math.min(even, odd) > sample.length / 16)
    return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** How many programs one after the other may have encoded a link, at most. */
const MAX_ENCODINGS = 4

/** Undoes percent-encoding, also several times; what cannot be decoded stays. */
export function decodeRepeatedly(text: string): string {
  let plain = text
  for (let round = 0; round < MAX_ENCODINGS; round++)
    plain = plain.replace(/(?:%[\da-f]{2})+/gi, (encoded) => decode(encoded))
  return plain
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
