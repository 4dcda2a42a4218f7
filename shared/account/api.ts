import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { emailAddress, isAscii, NOT_AN_ADDRESS } from '#shared/lib/fields.ts'
import { AccountView, AUTH_FAILED, done, nothing } from './session-api.ts'

/** Least number of characters of a password. */
export const PASSWORD_LENGTH = { visitor: 6, owner: 12 } as const

const MOST = 128

const email = emailAddress(NOT_AN_ADDRESS)

/** The local parts that better-auth accepts: ASCII letters, digits and a few signs. */
const ACCOUNT_LOCAL_PART = /^[\w'+.-]*[\w+-]@/

/** The address of a new account, which has stricter rules than other e-mail addresses. */
export const NewAccountEmail = v.pipe(
  email,
  v.check(
    (address) => isAscii(address) && ACCOUNT_LOCAL_PART.test(address),
    'An account needs an email address in plain letters, digits and . _ + - before the @.',
  ),
)
const password = v.pipe(v.string(), v.minLength(1), v.maxLength(MOST))
const code = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64))
const token = v.pipe(v.string(), v.nonEmpty(), v.maxLength(2048))

const open = { method: 'POST', access: 'public', failure: AUTH_FAILED } as const
const own = { method: 'POST', access: 'account', failure: AUTH_FAILED } as const
const owners = { method: 'POST', access: 'owner', failure: AUTH_FAILED } as const

/** The answer is the same whether the address has an account or not. */
export const signUp = endpoint({
  ...open,
  name: 'auth/sign-up',
  input: v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200)),
    email: NewAccountEmail,
    password,
  }),
  output: done,
})

/** `user` is null if the account has a second factor: the code must follow to sign in. */
export const SignedIn = v.object({ user: v.nullable(AccountView) })

export type SignedIn = v.InferOutput<typeof SignedIn>

export const signIn = endpoint({
  ...open,
  name: 'auth/sign-in',
  input: v.object({ email, password }),
  output: SignedIn,
})

export const secondFactor = endpoint({
  ...open,
  name: 'auth/second-factor',
  input: v.object({ code, kind: v.picklist(['app', 'backup']) }),
  output: SignedIn,
})

/** Confirms the address with the token from the mail, and signs in. A token works once. */
export const confirmEmail = endpoint({
  ...open,
  name: 'auth/confirm-email',
  input: v.object({ token }),
  output: SignedIn,
})

export const sendConfirmationAgain = endpoint({
  ...open,
  name: 'auth/send-confirmation',
  input: v.object({ email }),
  output: done,
})

export const requestReset = endpoint({
  ...open,
  name: 'auth/request-reset',
  input: v.object({ email }),
  output: done,
})

/** Sets a new password with the token from the mail, and ends every session of the account. */
export const resetPassword = endpoint({
  ...open,
  name: 'auth/reset-password',
  input: v.object({ token, password }),
  output: done,
})

/** Changes the password, and ends every other session of the account. */
export const changePassword = endpoint({
  ...own,
  name: 'auth/change-password',
  input: v.object({ current: password, password }),
  output: done,
})

export const SessionView = v.object({
  id: v.string(),
  /** ISO 8601. */
  since: v.string(),
  lastSeen: v.string(),
  /** The browser's user agent; empty if it sent none. */
  browser: v.string(),
  /** Whether this is the caller's own session. */
  here: v.boolean(),
})

export type SessionView = v.InferOutput<typeof SessionView>

export const listSessions = endpoint({
  ...own,
  method: 'GET',
  name: 'auth/sessions',
  input: nothing,
  output: v.array(SessionView),
})

/** Ends one session of the account; without an id, all except the caller's. */
export const endSession = endpoint({
  ...own,
  name: 'auth/end-session',
  input: v.object({ id: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
  output: done,
})

/**
 * When too many attempts were last made at the owner's account, ISO 8601; null if never, or more
 * than two weeks ago.
 */
export const getSignInAlarm = endpoint({
  ...owners,
  method: 'GET',
  name: 'auth/sign-in-alarm',
  input: nothing,
  output: v.object({ lastAt: v.nullable(v.string()) }),
})

/**
 * Begins two-step verification: returns the `otpauth` URI for the authenticator app and the backup
 * codes. It takes effect with `confirmSecondFactor`.
 */
export const beginSecondFactor = endpoint({
  ...owners,
  name: 'auth/begin-second-factor',
  input: v.object({ password }),
  output: v.object({ uri: v.string(), backupCodes: v.array(v.string()) }),
})

/** Confirms the app with its first code; from then on a code is required at sign-in. */
export const confirmSecondFactor = endpoint({
  ...owners,
  name: 'auth/confirm-second-factor',
  input: v.object({ code }),
  output: done,
})

export const endSecondFactor = endpoint({
  ...owners,
  name: 'auth/end-second-factor',
  input: v.object({ password }),
  output: done,
})

/** Options and results of `navigator.credentials`, as JSON. */
const WebAuthn = v.record(v.string(), v.unknown())

export const passkeySignInOptions = endpoint({
  ...open,
  name: 'auth/passkey-options',
  input: nothing,
  output: WebAuthn,
})

/** A passkey's answer to a challenge (a WebAuthn assertion), as JSON. */
const Assertion = v.looseObject({
  id: v.string(),
  rawId: v.string(),
  type: v.literal('public-key'),
  clientExtensionResults: v.looseObject({}),
  response: v.looseObject({
    clientDataJSON: v.string(),
    authenticatorData: v.string(),
    signature: v.string(),
  }),
})

export const passkeySignIn = endpoint({
  ...open,
  name: 'auth/passkey-sign-in',
  input: v.object({ response: Assertion }),
  output: SignedIn,
})

export const passkeyNewOptions = endpoint({
  ...owners,
  fresh: true,
  name: 'auth/new-passkey-options',
  input: nothing,
  output: WebAuthn,
})

export const addPasskey = endpoint({
  ...owners,
  fresh: true,
  name: 'auth/add-passkey',
  input: v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100)),
    response: WebAuthn,
  }),
  output: done,
})

export const PasskeyView = v.object({ id: v.string(), name: v.string(), since: v.string() })

export type PasskeyView = v.InferOutput<typeof PasskeyView>

export const listPasskeys = endpoint({
  ...owners,
  method: 'GET',
  name: 'auth/passkeys',
  input: nothing,
  output: v.array(PasskeyView),
})

export const removePasskey = endpoint({
  ...owners,
  name: 'auth/remove-passkey',
  input: v.object({ id: v.pipe(v.string(), v.maxLength(64)) }),
  output: done,
})
