import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'

// Who is signed in, and the way out: apart, because a desk that is open needs no more of the account.

export const AUTH_FAILED = 'Authentication failed'

export const roles = ['visitor', 'owner'] as const

export type Role = (typeof roles)[number]

/** What the browser may know of the account that is signed in. */
export const AccountView = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  role: v.picklist(roles),
  /** Whether a second factor is asked for at sign-in. */
  secondFactor: v.boolean(),
})

export type AccountView = v.InferOutput<typeof AccountView>

export const nothing = v.object({})
export const done = v.object({ done: v.literal(true) })

export const getSession = endpoint({
  name: 'auth/session',
  method: 'GET',
  access: 'public',
  input: nothing,
  output: v.object({ user: v.nullable(AccountView) }),
  failure: AUTH_FAILED,
})

export const signOut = endpoint({
  name: 'auth/sign-out',
  method: 'POST',
  access: 'public',
  input: nothing,
  output: done,
  failure: AUTH_FAILED,
})
