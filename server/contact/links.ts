import type { Keys } from '#server/lib/keys.ts'

export const newsletterPaths = {
  confirm: '/newsletter/confirm',
  unsubscribe: '/newsletter/unsubscribe',
} as const

export type NewsletterAct = keyof typeof newsletterPaths

const signedText = (act: NewsletterAct, id: string) => `newsletter:${act}:${id}`

export function isNewsletterSignature(
  keys: Keys,
  act: NewsletterAct,
  { id, sig }: { id: string; sig: string },
): boolean {
  return keys.isSignature(signedText(act, id), sig)
}

/** A path on this site that lets its bearer do this one thing to one consent. */
export function newsletterLink(keys: Keys, act: NewsletterAct, id: string): string {
  return `${newsletterPaths[act]}?id=${id}&sig=${keys.sign(signedText(act, id))}`
}

/**
 * The header fields by which mail programs offer to unsubscribe, and do it with one POST (RFC 8058);
 * every letter must carry them. `url` is absolute.
 */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
