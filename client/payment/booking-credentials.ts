import { useMemo } from 'react'
import { MANAGE_PATH, toManagePath } from '#shared/booking/api.ts'

/** What gives access to a booking: its id, and the link's signature if there is no cookie. */
export interface BookingCredentials {
  id: string
  sig?: string | undefined
}

/** The same object for the same booking, so that React effects can depend on it. */
export function useBookingCredentials(id: string, sig: string | undefined): BookingCredentials {
  return useMemo(() => ({ id, sig }), [id, sig])
}

/** Path of the page to see, move or cancel a booking. */
export function toManageBookingPath({ id, sig }: BookingCredentials): string {
  return sig ? toManagePath(id, sig) : `${MANAGE_PATH}?id=${id}`
}

const getStorageKey = (id: string) => `booking-sig:${id}`

/**
 * Stores the signature in this tab for the way to the bank's page and back. It is not put in the
 * return address, because the provider sees that address and must not get the signature.
 */
export function storeSignature({ id, sig }: BookingCredentials): void {
  if (!sig) return
  try {
    sessionStorage.setItem(getStorageKey(id), sig)
  } catch {
    // Storage is off: the return page then learns only of success, for which it needs no signature.
  }
}

/** The key of the booking that a return address names, with the stored signature. */
export function readReturnCredentials(id: string): BookingCredentials {
  return { id, sig: readSignature(id) }
}

function readSignature(id: string): string | undefined {
  try {
    return sessionStorage.getItem(getStorageKey(id)) ?? undefined
  } catch {
    return undefined
  }
}

/** Path of the page that resumes a booking with everything that was typed. */
export function toRetryPath(id: string | undefined): string {
  return id ? `/meeting?retry=${encodeURIComponent(id)}` : '/meeting'
}
