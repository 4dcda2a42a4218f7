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

/** Reads `#<key>`, `#<key>/<place>` or, for a saved journey, `#/<place>`. */
export function readJourneyAddress(path: string, hash: string): JourneyAddress {
  const [, id = ''] = /^\/journey\/([^/]*)/.exec(path) ?? []
  const [, key = '', place = ''] = /^#?([\w-]*)[^\w/-]*(?:\/([\w-]*))?/.exec(hash) ?? []
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
  const plain = text.replaceAll('%23', '#')
  const [, id, key] = LINK.exec(plain) ?? LINK.exec(plain.replaceAll(/\s/g, '')) ?? []
  return id !== undefined && key !== undefined ? { id, key } : undefined
}

/**
 * The context with which a guest's copy, and a document, are encrypted (`client/lib/encrypt.ts`):
 * the owner's device and the guest's must use the same.
 */
export const toPassContext = (passId: string) => `pass:${passId}`
export const toDocumentContext = (documentId: string) => `document:${documentId}`
