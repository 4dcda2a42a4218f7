import type { Keys } from '#server/lib/keys.ts'
import { toManagePath } from '#shared/booking/api.ts'

/** The signature that lets its bearer see, move or cancel one booking. */
export function linkSignature(keys: Keys, bookingId: string): string {
  return keys.sign(signedText(bookingId))
}

export function isLinkSignature(keys: Keys, bookingId: string, sig: string): boolean {
  return keys.isSignature(signedText(bookingId), sig)
}

const signedText = (bookingId: string) => `booking:${bookingId}`
const mailedText = (bookingId: string) => `mailed-booking:${bookingId}`

/** Path of the signed page for mails; its `mail` parameter proves access to the guest's mailbox. */
export function manageLinkForMail(keys: Keys, bookingId: string): string {
  return `${manageLink(keys, bookingId)}&mail=${keys.sign(mailedText(bookingId))}`
}

export function isMailSignature(keys: Keys, bookingId: string, signature: string): boolean {
  return keys.isSignature(mailedText(bookingId), signature)
}

/** Path of the guest's signed booking page on this site. */
export function manageLink(keys: Keys, bookingId: string): string {
  return toManagePath(bookingId, linkSignature(keys, bookingId))
}
