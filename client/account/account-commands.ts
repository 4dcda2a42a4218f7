import { type ApiRefusal, callEndpoint, isNetworkError } from '#client/lib/data/api.ts'
import {
  setDeviceRemoved,
  setSignOutPending,
  storeAccount,
} from '#client/lib/data/stored-account.ts'
import * as api from '#shared/account/api.ts'
import type { AccountView } from '#shared/account/session-api.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'

/** Result of an attempt to sign in. */
export type SignInOutcome =
  | { kind: 'in'; user: AccountView }
  /** The password was right, and the code of the second factor is needed. */
  | { kind: 'code needed' }
  | RequestFailure

export interface RequestFailure {
  kind: 'failed'
  /** The refusal's error code. */
  code: string
  /** Sentence to show. */
  text: string
  fields: Record<string, string>
}

type RequestOutcome = { kind: 'done' } | RequestFailure

/** The failure among the outcomes of a request; undefined for any other. */
export function getFailure<Outcome extends { kind: string }>(
  outcome: Outcome | RequestFailure | undefined,
): RequestFailure | undefined {
  return outcome && 'text' in outcome ? outcome : undefined
}

export const WRONG_CREDENTIALS_TEXT = 'Check the address and the password, then try again.'

const ERROR_TEXTS: Record<string, string> = {
  credentials: WRONG_CREDENTIALS_TEXT,
  fields: 'Check what you entered, then try again.',
  failed: 'Something went wrong. Please try again.',
}

const CODE_EXPIRED_TEXT = 'Too much time has passed since your password. Please start again.'

const UNKNOWN_PASSKEY_TEXT =
  'This passkey is not registered here. Please sign in with your password.'

/** Browsers do not say whether the person cancelled or the browser refused. */
export const PASSKEY_TURNED_DOWN: RequestFailure = {
  kind: 'failed',
  code: 'turned down',
  text: 'Your browser gave no passkey. Unless you cancelled, try again, or another browser or key.',
  fields: {},
}

const CONNECT_FIRST_TEXT = 'You are offline. Please connect to the internet first.'

export const signIn = (input: { email: string; password: string }): Promise<SignInOutcome> =>
  submitSignIn('Sign in error:', api.signIn, input)

/** The second step of a sign-in: the code of the authenticator app, or a backup code. */
export async function enterCode(input: {
  code: string
  kind: 'app' | 'backup'
}): Promise<SignInOutcome> {
  const entered = await submitSignIn('Sign in error:', api.verifySecondFactor, input)
  const isExpired = entered.kind === 'failed' && entered.code === 'credentials'
  return isExpired ? { ...entered, text: CODE_EXPIRED_TEXT } : entered
}

export async function confirmEmail(token: string): Promise<SignInOutcome> {
  const entered = await submitSignIn('Sign up error:', api.confirmEmail, { token })
  const isInvalidLink = entered.kind === 'failed' && entered.code === 'fields'
  return isInvalidLink ? { ...entered, text: 'This link is no longer valid.' } : entered
}

/** Signs in with a passkey of this or another device. */
export async function signInWithPasskey(): Promise<SignInOutcome> {
  const options = await callEndpoint(api.getPasskeySignInOptions, {})
  if (!options.ok) return toFailure('Sign in error:', options.refusal)
  const credential = await navigator.credentials
    .get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(toRequestOptions(options.value)),
    })
    .catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) return PASSKEY_TURNED_DOWN
  const response = JSON.parse(JSON.stringify(credential))
  const entered = await submitSignIn('Sign in error:', api.passkeySignIn, { response })
  const unknown = entered.kind === 'failed' && entered.code === 'credentials'
  return unknown ? { ...entered, text: UNKNOWN_PASSKEY_TEXT } : entered
}

export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  )
}

export const signUp = (input: {
  name: string
  email: string
  password: string
}): Promise<RequestOutcome> => submitRequest('Sign up error:', api.signUp, input)

export const resendEmailConfirmation = (email: string): Promise<RequestOutcome> =>
  submitRequest('Sign up error:', api.resendEmailConfirmation, { email })

export const requestPasswordReset = (email: string): Promise<RequestOutcome> =>
  submitRequest('Sign in error:', api.requestPasswordReset, { email })

export const resetPassword = (input: {
  token: string
  password: string
}): Promise<RequestOutcome> => submitRequest('Sign in error:', api.resetPassword, input)

async function submitSignIn<Input>(
  logLabel: string,
  endpoint: Endpoint<Input, api.SignInResult>,
  input: Input,
): Promise<SignInOutcome> {
  const answer = await callEndpoint(endpoint, input)
  if (!answer.ok) return toFailure(logLabel, answer.refusal)
  const { user } = answer.value
  if (!user) return { kind: 'code needed' }
  // The new session replaces the one that a sign-out had still to end, and this device, if it was
  // removed, is in use again.
  setSignOutPending(false)
  setDeviceRemoved(false)
  storeAccount(user)
  return { kind: 'in', user }
}

export async function submitRequest<Input, Output>(
  logLabel: string,
  endpoint: Endpoint<Input, Output>,
  input: Input,
): Promise<RequestOutcome> {
  const answer = await callEndpoint(endpoint, input)
  return answer.ok ? { kind: 'done' } : toFailure(logLabel, answer.refusal)
}

/** A refusal with a text to show. If there was no answer, logs that under `logLabel`. */
export function toFailure(logLabel: string, refusal: ApiRefusal): RequestFailure {
  const { code, error, fields = {} } = refusal
  if (!isNetworkError(refusal))
    return { kind: 'failed', code, text: fields.email ?? ERROR_TEXTS[code] ?? error, fields }
  // biome-ignore lint/suspicious/noConsole: the specification asks for this log line.
  console.error(logLabel, CONNECT_FIRST_TEXT)
  return { kind: 'failed', code, text: CONNECT_FIRST_TEXT, fields }
}

/** Only adjusts the type: the browser's parser validates the server's JSON. */
function toRequestOptions(options: Record<string, unknown>): PublicKeyCredentialRequestOptionsJSON {
  return { challenge: '', ...options }
}
