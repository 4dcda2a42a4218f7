/** How many numbers a sort key has, of five characters each. */
export const KEY_WIDTH = 4
const CHARACTERS = 5
const RANKS = 64

/** The first 20 characters of a folded text as numbers that sort alike. */
export function writeSortKey(keys: Uint32Array, at: number, text: string): void {
  for (let k = 0; k < KEY_WIDTH; k++) {
    let number = 0
    for (let c = k * CHARACTERS; c < (k + 1) * CHARACTERS; c++)
      number = number * RANKS + (c < text.length ? rankOf(text.charCodeAt(c)) : 0)
    keys[at * KEY_WIDTH + k] = number
  }
}

/** As characters sort, from the space on; rare signs share a rank, as do letters that are not folded. */
function rankOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97 + 28
  if (code >= 48 && code <= 57) return code - 48 + 18
  if (code >= 32 && code <= 47) return code - 32 + 1
  return code < 128 ? 17 : 54
}

/** What an order by name compares: numbers first, and texts only where these do not tell. */
interface Names {
  byName: Uint32Array
  nameHashes: Uint32Array
  /** Of the ids: nobody sees an order among the same names, but it must not change with each edit. */
  hashes: Uint32Array
}

export function compareNames(
  { byName, nameHashes, hashes }: Names,
  nameOf: (at: number) => string,
): (a: number, b: number) => number {
  return (a, b) => {
    for (let k = 0; k < KEY_WIDTH; k++) {
      const apart = (byName[a * KEY_WIDTH + k] ?? 0) - (byName[b * KEY_WIDTH + k] ?? 0)
      if (apart !== 0) return apart
    }
    const apart = nameHashes[a] === nameHashes[b] ? 0 : compareTexts(nameOf(a), nameOf(b))
    return apart || (hashes[a] ?? 0) - (hashes[b] ?? 0)
  }
}

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
