interface JourneyLink {
  id: string
  key: string
}

/** The part of an address after the site's own: `/journey/<id>#<key>`. */
export function toJourneyPath({ id, key }: JourneyLink): string {
  return `/journey/${id}#${key}`
}

export interface JourneyAddress {
  /** Undefined: the journey opened last. */
  id?: string
  /** Undefined: the key that is saved on this device. */
  key?: string
  /** The day or item that is shown, by its id; empty: the journey. */
  place: string
  /** Part of the id or key is missing. */
  isIncomplete: boolean
}

/** `#` as mail protection, chat programs and HTML write it, also encoded several times. */
const ENCODED_HASH = /%(?:25)*23|%(?:25)*EF%(?:25)*BC%(?:25)*83|&(?:amp;)?#(?:35|x23);|&num;|＃/i
/** Line breaks that a mail program put into the link, with the indent of the next line. */
const LINE_BREAKS = /=?(?:[\r\n]|%(?:25)*0[AD])(?:\s|%(?:25)*(?:0[AD9]|20))*/gi
/** Characters that are never part of a key: spaces, and invisible ones. */
const SPACES =
  /(?:\s|%(?:25)*(?:20|09|C2%(?:25)*A0|E2%(?:25)*80%(?:25)*8B)|[\u00ad\u200b\u2060\ufeff])+/gi

/**
 * The path and hash of a link that a mail or chat program has changed on its way; the same text if
 * it is whole.
 */
export function repairJourneyAddress(address: string): string {
  const joined = address.replaceAll(LINE_BREAKS, '')
  const begins = joined.search(/\/journey\//)
  const hash = ENCODED_HASH.exec(joined)
  const at = joined.indexOf('#')
  const isEncoded = hash !== null && (at < 0 || hash.index <= at) && begins === 0
  const whole = isEncoded
    ? `${joined.slice(0, hash.index)}#${joined.slice(hash.index + hash[0].length)}`
    : joined
  const start = whole.indexOf('#')
  if (start < 0) return whole
  const key = whole
    .slice(start)
    .replaceAll(SPACES, '')
    .replaceAll(/%(?:25)*2F/gi, '/')
    .replace(/^(#[\w-]{43})[_-]+$/, '$1')
  return whole.slice(0, start) + key
}

/** Reads `#<key>`, `#<key>/<place>` or, for a saved journey, `#/<place>`. */
export function readJourneyAddress(path: string, hash: string): JourneyAddress {
  const [whole = '', ...rest] = repairJourneyAddress(path + hash).split('#')
  const [, id = ''] = /^\/journey\/([^/]*)/.exec(whole) ?? []
  const [, key = '', place = ''] = /^([\w-]*)[^\w/-]*(?:\/([\w-]*))?/.exec(rest.join('#')) ?? []
  const isId = /^[A-Za-z0-9]{1,40}$/.test(id)
  const isKey = /^[\w-]{43}$/.test(key)
  return {
    ...(isId ? { id } : {}),
    ...(isKey ? { key } : {}),
    place,
    isIncomplete: (id !== '' && !isId) || (key !== '' && !isKey) || (id === '' && key !== ''),
  }
}

const LINK = /\/journey\/([A-Za-z0-9]{1,40})\/?#([\w-]{43})(?![\w-])/

/** Finds a link in pasted text, also if it was broken into lines; undefined if there is none. */
export function findJourneyLink(text: string): JourneyLink | undefined {
  const plain = text.replaceAll(new RegExp(ENCODED_HASH, 'gi'), '#')
  const [, id, key] = LINK.exec(plain) ?? LINK.exec(plain.replaceAll(/\s/g, '')) ?? []
  return id !== undefined && key !== undefined ? { id, key } : undefined
}

/**
 * The context with which a guest's copy, and a document, are encrypted (`client/lib/encrypt.ts`):
 * the owner's device and the guest's must use the same.
 */
export const toPassContext = (passId: string) => `pass:${passId}`
export const toDocumentContext = (documentId: string) => `document:${documentId}`
