import { decodeRepeatedly } from '#shared/lib/normalize-text.ts'

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

/** `#` as HTML and quoted-printable write it, and its wide forms. */
const HASH = /&(?:amp;)*(?:#0*35|#x0*23|num);|=23|[＃﹟]/gi
/** A line break that a program put into a link, with the next line's indent or marks of quotation. */
const LINE_BREAK = String.raw`=?[\r\n][\s>]{0,40}`
/** Characters that nobody sees, and Markdown's escapes. */
const UNSEEN = /[\p{Cf}\\]/gu

/** The text without what mail and chat programs do to a link; white space stays. */
function toPlainLink(text: string): string {
  return decodeRepeatedly(text)
    .replace(HASH, '#')
    .replace(UNSEEN, '')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\u2013\u2014]/g, '--')
}

const LINE_BREAKS = new RegExp(LINE_BREAK, 'g')
const WHOLE = /^\/journey\/[A-Za-z0-9]+\/?#[\w-]{43}(?:\/[\w-]*)?$/
const CHANGED = /^\/journey\/([A-Za-z0-9]{1,40})(?:\s*(\/))?\s*(?:\?[^#]*)?#+(.*)$/s

/**
 * The path and hash of a link that a mail or chat program has changed on its way, without a query
 * that it has added; the same text if the link is whole, or has no key.
 */
export function repairJourneyAddress(address: string): string {
  if (WHOLE.test(address)) return address
  const [, id, slash = '', rest] = CHANGED.exec(toPlainLink(address).replace(LINE_BREAKS, '')) ?? []
  if (id === undefined || rest === undefined) return address
  // A whole key stands for itself: what follows it after a space is the sentence around the link.
  const [whole] = /^[\w-]{43}(?![\w-])\S*/.exec(rest) ?? []
  const key = whole ?? rest.replace(/[\s>]/g, '').replace(/^([\w-]{43})[_-]+$/, '$1')
  return `/journey/${id}${slash}#${key}`
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

/** Repetitions are limited, so that no pasted text takes long. */
const BREAK = `(?:${LINE_BREAK})?`
/** A link that may be broken into lines. A key has 43 characters, so its end is known. */
const LINK = new RegExp(
  String.raw`/journey/((?:[A-Za-z0-9]${BREAK}){1,40})\s{0,40}/?(?:\?[^\s#]{0,500})?#+\s*((?:[\w-]${BREAK}){42}[\w-])[_-]*(?![\w-])`,
)

/** Finds a link in pasted text, also if it was broken into lines; undefined if there is none. */
export function findJourneyLink(text: string): JourneyLink | undefined {
  const plain = toPlainLink(text)
  const found = LINK.exec(plain) ?? LINK.exec(plain.replace(/\s/g, ''))
  const [id, key] = (found ?? []).slice(1).map((part) => part.replace(/[^\w-]/g, ''))
  return id !== undefined && key !== undefined ? { id, key } : undefined
}

/**
 * The context with which a guest's copy, and a document, are encrypted (`client/lib/encrypt.ts`):
 * the owner's device and the guest's must use the same.
 */
export const toPassContext = (passId: string) => `pass:${passId}`
export const toDocumentContext = (documentId: string) => `document:${documentId}`
