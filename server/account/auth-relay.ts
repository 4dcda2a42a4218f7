import { APIError } from 'better-auth/api'
import { fromNodeHeaders } from 'better-auth/node'
import type { Request, Response as ServerResponse } from 'express'
import { type HttpRefusal, refuse } from '#server/http/http-result.ts'
import { toPlainCookies } from '#server/http/request-context.ts'
import { sendRefusal } from '#server/http/responses.ts'
import { AUTH_FAILED } from '#shared/account/session-api.ts'
import { CLIENT_ADDRESS_HEADER } from './auth.ts'
import { CODE_USED } from './auth-internals.ts'

/** The headers that better-auth gets: cookies, origin, user agent and the client's IP address. */
export function toAuthHeaders(req: Request): Headers {
  const { origin, 'user-agent': agent } = req.headers
  const cookie = toPlainCookies(req.headers.cookie)
  return fromNodeHeaders({ cookie, origin, 'user-agent': agent, [CLIENT_ADDRESS_HEADER]: req.ip })
}

/** A call of better-auth with the caller's headers, whose answer is passed on with `relayAuthResponse`. */
export function toAuthRequest<Input>(res: ServerResponse, input: Input) {
  return { ...input, headers: toAuthHeaders(res.req), asResponse: true as const }
}

/** `session`: the cookies that the answer sets, for further calls in the same request. */
export type AuthResult = { ok: true; body: Record<string, unknown>; session: Headers } | HttpRefusal

/**
 * Awaits better-auth's answer, passes its cookies on and turns its refusals into our codes and
 * sentences. Throws on a status of 500 or more.
 */
export async function relayAuthResponse(
  res: ServerResponse,
  pending: Promise<Response>,
): Promise<AuthResult> {
  const response = await pending.catch(toHookResponse)
  forwardCookies(res, response.headers)
  const body = await readJsonBody(response)
  if (response.ok) return { ok: true, body, session: toSessionHeaders(response.headers) }
  if (response.status >= 500) throw new Error(`better-auth answered with status ${response.status}`)
  return toRefusal(response.status, String(body.code ?? ''))
}

/** better-auth throws the refusals of our own hooks, but answers with its own. */
function toHookResponse(error: unknown): Response {
  if (!(error instanceof APIError)) throw error
  return Response.json(error.body ?? {}, { status: error.statusCode })
}

function toSessionHeaders(headers: Headers): Headers {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return new Headers({ cookie: pairs.join('; ') })
}

export function forwardCookies(res: ServerResponse, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) res.append('Set-Cookie', cookie)
}

async function readJsonBody(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  const body: unknown = text ? JSON.parse(text) : {}
  return typeof body === 'object' && body ? { ...body } : {}
}

function toRefusal(status: number, code: string): HttpRefusal {
  switch (code) {
    case 'EMAIL_NOT_VERIFIED':
      return refuse(403, 'unconfirmed', 'Please confirm your email address first.')
    case 'INVALID_TOKEN':
    case 'TOKEN_EXPIRED':
    case 'USER_NOT_FOUND':
      return refuse(400, 'token', 'This link is no longer valid.')
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return refuse(401, 'code', 'This code is not correct.')
    case 'INVALID_PASSWORD':
      return refuse(400, 'password', 'The current password is not correct.')
    case CODE_USED:
      return refuse(401, 'code', 'This code was used already. Please wait for the next one.')
    default:
      // Two sign-ins used one backup code at the same moment; the other one succeeded.
      if (status === 409) return refuse(401, 'code', 'This code is not correct.')
      return refuse(status === 429 ? 429 : 401, 'credentials', AUTH_FAILED)
  }
}

export function sendRefused(res: ServerResponse, { status, refusal }: HttpRefusal): void {
  sendRefusal(res, status, refusal)
}

/** Sends better-auth's body unchanged, or the refusal. */
export function sendBody(res: ServerResponse, answered: AuthResult): void {
  if (answered.ok) res.json(answered.body)
  else sendRefused(res, answered)
}

/** Sends `{ done: true }` instead of better-auth's body, or the refusal. */
export function sendDone(res: ServerResponse, answered: AuthResult): void {
  if (answered.ok) res.json({ done: true })
  else sendRefused(res, answered)
}

/** The refusal of a new password that is too weak, with `fault` at its field. */
export function refuseWeakPassword(fault: string): HttpRefusal {
  const declined = refuse(422, 'password', fault)
  return { ...declined, refusal: { ...declined.refusal, fields: { password: fault } } }
}
