import { managePath } from '../../shared/booking/api.ts'
import { sameSecret, sign } from '../lib/ids.ts'

/** The signature that lets its bearer see, move or cancel one booking. */
export function linkSignature(secret: string, bookingId: string): string {
  return sign(secret, `booking:${bookingId}`)
}

export function isLinkSignature(secret: string, bookingId: string, sig: string): boolean {
  return sameSecret(linkSignature(secret, bookingId), sig)
}

/** The signed page's path on this site. */
export function manageLink(secret: string, bookingId: string): string {
  return managePath(bookingId, linkSignature(secret, bookingId))
}
