import type { Endpoint } from '#shared/lib/endpoint.ts'
import { type Declined, decline } from './answer.ts'
import type { Account } from './caller.ts'

/** How long after a sign-in the endpoints marked `fresh` stay open, milliseconds. */
export const FRESH_FOR = 10 * 60_000

/** Whether an endpoint has to know who is signed in before anything else happens. */
export function asksForAccount({ access }: Endpoint): boolean {
  return access === 'account' || access === 'owner'
}

/** Why this account may not call the endpoint; undefined where it may. */
export function refusalOf(
  endpoint: Endpoint,
  account: Account | undefined,
  now: number,
): Declined | undefined {
  if (!asksForAccount(endpoint)) return undefined
  if (!account) return decline(401, 'signed_out', 'Please sign in.')
  if (endpoint.access === 'owner' && account.role !== 'owner')
    return decline(403, 'not_owner', 'This is for the owner only.')
  if (endpoint.fresh && now - account.signedInAt > FRESH_FOR)
    return decline(403, 'not_fresh', 'Please sign in again to do this.')
  return undefined
}
