import { noteLeft, noteRemovedHere, rememberAccount } from '#client/lib/data/account-here.ts'
import { type ApiRefusal, call, isNoAnswer } from '#client/lib/data/api.ts'
import * as api from '#shared/account/api.ts'
import type { AccountView } from '#shared/account/session-api.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'

/** Result of an attempt to sign in. */
export type Entered =
  | { kind: 'in'; user: AccountView }
  /** The password was right, and the second factor is needed. */
  | { kind: 'code' }
  | Failed

export interface Failed {
  kind: 'failed'
  code: string
  /** Sentence to show. */
  text: string
  fields: Record<string, string>
}

type Asked = { kind: 'done' } | Failed

export const WRONG = 'Check the address and the password, then try again.'

const TEXTS: Record<string, string> = {
  credentials: WRONG,
  fields: WRONG,
  failed: 'Something went wrong. Please try again.',
}

const UNKNOWN_PASSKEY = 'This passkey is not registered here. Please sign in with your password.'

const CONNECT_FIRST = 'You are offline. Please connect to the internet first.'

export const signIn = (input: { email: string; password: string }): Promise<Entered> =>
  enter('Sign in error:', api.signIn, input)

export const enterCode = (input: { code: string; kind: 'app' | 'backup' }): Promise<Entered> =>
  enter('Sign in error:', api.secondFactor, input)

export async function confirmEmail(token: string): Promise<Entered> {
  const entered = await enter('Sign up error:', api.confirmEmail, { token })
  const unreadable = entered.kind === 'failed' && entered.code === 'fields'
  return unreadable ? { ...entered, text: 'This link is no longer valid.' } : entered
}

/** Signs in with a passkey of this or another device; undefined if the person cancelled. */
export async function signInWithPasskey(): Promise<Entered | undefined> {
  const options = await call(api.passkeySignInOptions, {})
  if (!options.ok) return failed('Sign in error:', options.refusal)
  const credential = await navigator.credentials
    .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(readable(options.value)) })
    .catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) return undefined
  const response = JSON.parse(JSON.stringify(credential))
  const entered = await enter('Sign in error:', api.passkeySignIn, { response })
  const unknown = entered.kind === 'failed' && entered.code === 'credentials'
  return unknown ? { ...entered, text: UNKNOWN_PASSKEY } : entered
}

export function passkeysWork(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  )
}

export const signUp = (input: { name: string; email: string; password: string }): Promise<Asked> =>
  ask('Sign up error:', api.signUp, input)

export const sendConfirmationAgain = (email: string): Promise<Asked> =>
  ask('Sign up error:', api.sendConfirmationAgain, { email })

export const requestReset = (email: string): Promise<Asked> =>
  ask('Sign in error:', api.requestReset, { email })

export const resetPassword = (input: { token: string; password: string }): Promise<Asked> =>
  ask('Sign in error:', api.resetPassword, input)

async function enter<Input>(
  label: string,
  endpoint: Endpoint<Input, api.SignedIn>,
  input: Input,
): Promise<Entered> {
  const answer = await call(endpoint, input)
  if (!answer.ok) return failed(label, answer.refusal)
  const { user } = answer.value
  if (!user) return { kind: 'code' }
  noteLeft(false)
  noteRemovedHere(false)
  rememberAccount(user)
  return { kind: 'in', user }
}

export async function ask<Input, Output>(
  label: string,
  endpoint: Endpoint<Input, Output>,
  input: Input,
): Promise<Asked> {
  const answer = await call(endpoint, input)
  return answer.ok ? { kind: 'done' } : failed(label, answer.refusal)
}

/** A refusal with a text to show. If there was no answer, logs that under `label`. */
export function failed(label: string, refusal: ApiRefusal): Failed {
  const { code, error, fields = {} } = refusal
  if (!isNoAnswer(refusal)) return { kind: 'failed', code, text: TEXTS[code] ?? error, fields }
  // biome-ignore lint/suspicious/noConsole: so it is specified.
  console.error(label, CONNECT_FIRST)
  return { kind: 'failed', code, text: CONNECT_FIRST, fields }
}

/** Only adjusts the type: the browser's parser validates the server's JSON. */
function readable(options: Record<string, unknown>): PublicKeyCredentialRequestOptionsJSON {
  return { challenge: '', ...options }
}
