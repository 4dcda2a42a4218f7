import { useMemo } from 'react'
import { MANAGE_PATH, managePath } from '#shared/booking/api.ts'

/** What opens a booking at the server: its id, and the link's signature where the cookie is missing. */
export interface BookingKey {
  id: string
  sig?: string | undefined
}

/** The same object for the same booking, so that effects may depend on it. */
export function useBookingKey(id: string, sig: string | undefined): BookingKey {
  return useMemo(() => ({ id, sig }), [id, sig])
}

/** The page to see, move or cancel it. */
export function bookingPath({ id, sig }: BookingKey): string {
  return sig ? managePath(id, sig) : `${MANAGE_PATH}?id=${id}`
}

const nameOf = (id: string) => `booking-sig:${id}`

/**
 * Kept for the way over the bank's page and back: in this tab only, because the return address is
 * told to the provider, and the signature is not for it.
 */
export function rememberSignature({ id, sig }: BookingKey): void {
  if (!sig) return
  try {
    sessionStorage.setItem(nameOf(id), sig)
  } catch {
    // Storage is off: the return page then learns of success only, which it does without.
  }
}

/** The booking that a return address names, with what was kept for it. */
export function returnKey(id: string): BookingKey {
  return { id, sig: rememberedSignature(id) }
}

function rememberedSignature(id: string): string | undefined {
  try {
    return sessionStorage.getItem(nameOf(id)) ?? undefined
  } catch {
    return undefined
  }
}

/** The page that takes a booking up again with all that was typed. */
export function retryPath(id: string | undefined): string {
  return id ? `/meeting?retry=${encodeURIComponent(id)}` : '/meeting'
}
