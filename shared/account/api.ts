import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { emailAddressField, INVALID_EMAIL_TEXT, isAscii } from '#shared/lib/form-fields.ts'
import { AccountView, AUTH_FAILED, doneOutput, noInput } from './session-api.ts'

/** Least number of characters of a password. */
export const MIN_PASSWORD_LENGTH = { visitor: 6, owner: 12 } as const

const MAX_PASSWORD_LENGTH = 128

const email = emailAddressField(INVALID_EMAIL_TEXT)

/** The local parts that better-auth accepts: ASCII letters, digits and a few signs. */
const ACCOUNT_LOCAL_PART = /^[\w'+.-]*[\w+-]@/

/** The address of a new account, which has stricter rules than other email addresses. */
export const NewAccountEmail = v.pipe(
  email,
  v.check(
    (address) => isAscii(address) && ACCOUNT_LOCAL_PART.test(address),
    'An account needs an email address in plain letters, digits and . _ + - before the @.',
  ),
)
const password = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PASSWORD_LENGTH))
const code = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64))
const token = v.pipe(v.string(), v.nonEmpty(), v.maxLength(2048))

const publicPost = { method: 'POST', access: 'public', failure: AUTH_FAILED } as const
const accountPost = { method: 'POST', access: 'account', failure: AUTH_FAILED } as const
const ownerPost = { method: 'POST', access: 'owner', failure: AUTH_FAILED } as const

/** The answer is the same whether the address has an account or not. */
export const signUp = defineEndpoint({
  ...publicPost,
  name: 'auth/sign-up',
  input: v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200)),
    email: NewAccountEmail,
    password,
  }),
  output: doneOutput,
})

/** `user` is null if the account has a second factor: the code must follow to sign in. */
export const SignInResult = v.object({ user: v.nullable(AccountView) })

export type SignInResult = v.InferOutput<typeof SignInResult>

export const signIn = defineEndpoint({
  ...publicPost,
  name: 'auth/sign-in',
  input: v.object({ email, password }),
  output: SignInResult,
})

export const verifySecondFactor = defineEndpoint({
  ...publicPost,
  name: 'auth/second-factor',
  input: v.object({ code, kind: v.picklist(['app', 'backup']) }),
  output: SignInResult,
})

/** Confirms the address with the token from the mail, and signs in. A token works once. */
export const confirmEmail = defineEndpoint({
  ...publicPost,
  name: 'auth/confirm-email',
  input: v.object({ token }),
  output: SignInResult,
})

export const resendEmailConfirmation = defineEndpoint({
  ...publicPost,
  name: 'auth/send-confirmation',
  input: v.object({ email }),
  output: doneOutput,
})

export const requestPasswordReset = defineEndpoint({
  ...publicPost,
  name: 'auth/request-reset',
  input: v.object({ email }),
  output: doneOutput,
})

/** Sets a new password with the token from the mail, and ends every session of the account. */
export const resetPassword = defineEndpoint({
  ...publicPost,
  name: 'auth/reset-password',
  input: v.object({ token, password }),
  output: doneOutput,
})

/** Changes the password, and ends every other session of the account. */
export const changePassword = defineEndpoint({
  ...accountPost,
  name: 'auth/change-password',
  input: v.object({ current: password, password }),
  output: doneOutput,
})

export const SessionView = v.object({
  id: v.string(),
  /** ISO 8601. */
  createdAt: v.string(),
  lastSeen: v.string(),
  /** The browser's user agent; empty if it sent none. */
  browser: v.string(),
  /** Whether this is the caller's own session. */
  isCurrent: v.boolean(),
})

export type SessionView = v.InferOutput<typeof SessionView>

export const listSessions = defineEndpoint({
  ...accountPost,
  method: 'GET',
  name: 'auth/sessions',
  input: noInput,
  output: v.array(SessionView),
})

/** Ends one session of the account; without an id, all except the caller's. */
export const endSession = defineEndpoint({
  ...accountPost,
  name: 'auth/end-session',
  input: v.object({ id: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
  output: doneOutput,
})

/**
 * When sign-in attempts on the owner's account last exceeded the limit, ISO 8601; null if never, or more
 * than two weeks ago.
 */
export const getSignInAlarm = defineEndpoint({
  ...ownerPost,
  method: 'GET',
  name: 'auth/sign-in-alarm',
  input: noInput,
  output: v.object({ lastAt: v.nullable(v.string()) }),
})

/**
 * Begins two-step verification: returns the `otpauth` URI for the authenticator app and the backup
 * codes. It takes effect with `confirmSecondFactor`.
 */
export const beginSecondFactor = defineEndpoint({
  ...ownerPost,
  name: 'auth/begin-second-factor',
  input: v.object({ password }),
  output: v.object({ uri: v.string(), backupCodes: v.array(v.string()) }),
})

/** Confirms the app with its first code; from then on a code is required at sign-in. */
export const confirmSecondFactor = defineEndpoint({
  ...ownerPost,
  name: 'auth/confirm-second-factor',
  input: v.object({ code }),
  output: doneOutput,
})

export const disableSecondFactor = defineEndpoint({
  ...ownerPost,
  name: 'auth/end-second-factor',
  input: v.object({ password }),
  output: doneOutput,
})

/** Options and results of `navigator.credentials`, as JSON. */
const WebAuthn = v.record(v.string(), v.unknown())

export const getPasskeySignInOptions = defineEndpoint({
  ...publicPost,
  name: 'auth/passkey-options',
  input: noInput,
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

export const passkeySignIn = defineEndpoint({
  ...publicPost,
  name: 'auth/passkey-sign-in',
  input: v.object({ response: Assertion }),
  output: SignInResult,
})

export const getNewPasskeyOptions = defineEndpoint({
  ...ownerPost,
  needsRecentSignIn: true,
  name: 'auth/new-passkey-options',
  input: noInput,
  output: WebAuthn,
})

export const addPasskey = defineEndpoint({
  ...ownerPost,
  needsRecentSignIn: true,
  name: 'auth/add-passkey',
  input: v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100)),
    response: WebAuthn,
  }),
  output: doneOutput,
})

export const PasskeyView = v.object({ id: v.string(), name: v.string(), createdAt: v.string() })

export type PasskeyView = v.InferOutput<typeof PasskeyView>

export const listPasskeys = defineEndpoint({
  ...ownerPost,
  method: 'GET',
  name: 'auth/passkeys',
  input: noInput,
  output: v.array(PasskeyView),
})

export const removePasskey = defineEndpoint({
  ...ownerPost,
  name: 'auth/remove-passkey',
  input: v.object({ id: v.pipe(v.string(), v.maxLength(64)) }),
  output: doneOutput,
})
