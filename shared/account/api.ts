import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { emailAddress, isAscii, NOT_AN_ADDRESS } from '#shared/lib/fields.ts'
import { AccountView, AUTH_FAILED, done, nothing } from './session-api.ts'

/** Least lengths of a password. */
export const PASSWORD_LENGTH = { visitor: 6, owner: 12 } as const

const MOST = 128

const email = emailAddress(NOT_AN_ADDRESS)

/** better-auth knows addresses by ASCII letters, digits and a few signs alone. */
const ACCOUNT_LOCAL_PART = /^[\w'+.-]*[\w+-]@/

/** An address for a new account. */
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

/** With a second factor nobody is signed in yet: `user` is null, and the code comes next. */
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

/** With the code from the mail; signs in, once. */
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

/** Ends every session of the account. */
export const resetPassword = endpoint({
  ...open,
  name: 'auth/reset-password',
  input: v.object({ token, password }),
  output: done,
})

/** Ends every other session of the account. */
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
  /** As the browser calls itself; empty where it does not. */
  browser: v.string(),
  /** This very one. */
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

/** All others, where no id is given. */
export const endSession = endpoint({
  ...own,
  name: 'auth/end-session',
  input: v.object({ id: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
  output: done,
})

/** When somebody last used up the tries at the owner's account; null where that is long ago. */
export const getSignInAlarm = endpoint({
  ...owners,
  method: 'GET',
  name: 'auth/sign-in-alarm',
  input: nothing,
  output: v.object({ lastAt: v.nullable(v.string()) }),
})

/** Begins a second factor: the address for the authenticator app, and the codes for its loss. */
export const beginSecondFactor = endpoint({
  ...owners,
  name: 'auth/begin-second-factor',
  input: v.object({ password }),
  output: v.object({ uri: v.string(), backupCodes: v.array(v.string()) }),
})

/** The first code of the app; only then it is asked for at sign-in. */
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

/** What `navigator.credentials` is given, and gives back, in its JSON form. */
const WebAuthn = v.record(v.string(), v.unknown())

export const passkeySignInOptions = endpoint({
  ...open,
  name: 'auth/passkey-options',
  input: nothing,
  output: WebAuthn,
})

/** What a passkey says to a challenge: an assertion, in its JSON form. */
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
