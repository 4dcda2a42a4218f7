import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

// The session's endpoints. They have a file of their own, because an open desk needs only these of
// the account's endpoints.

export const AUTH_FAILED = 'Authentication failed'

export const roles = ['visitor', 'owner'] as const

export type Role = (typeof roles)[number]

/** The part of the signed-in account that is sent to the browser. */
export const AccountView = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  role: v.picklist(roles),
  /** Whether two-step verification is on. */
  hasSecondFactor: v.boolean(),
})

export type AccountView = v.InferOutput<typeof AccountView>

export const noInput = v.object({})
export const doneOutput = v.object({ done: v.literal(true) })

export const getSession = defineEndpoint({
  name: 'auth/session',
  method: 'GET',
  access: 'public',
  input: noInput,
  output: v.object({ user: v.nullable(AccountView) }),
  failure: AUTH_FAILED,
})

export const signOut = defineEndpoint({
  name: 'auth/sign-out',
  method: 'POST',
  access: 'public',
  input: noInput,
  output: doneOutput,
  failure: AUTH_FAILED,
})
