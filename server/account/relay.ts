import { APIError } from 'better-auth/api'
import { fromNodeHeaders } from 'better-auth/node'
import type { Request, Response as ServerResponse } from 'express'
import { type Declined, decline } from '#server/http/answer.ts'
import { sendRefusal } from '#server/http/responses.ts'
import { AUTH_FAILED } from '#shared/account/session-api.ts'
import { CLIENT_ADDRESS } from './auth.ts'
import { CODE_USED } from './second-factor.ts'

/** The headers that better-auth gets: cookies, origin, user agent and the client's IP address. */
export function headersOf(req: Request): Headers {
  const { cookie, origin, 'user-agent': agent } = req.headers
  return fromNodeHeaders({ cookie, origin, 'user-agent': agent, [CLIENT_ADDRESS]: req.ip })
}

/** `session`: the cookies that the answer sets, for further calls in the same request. */
export type Relayed = { ok: true; body: Record<string, unknown>; session: Headers } | Declined

/**
 * Awaits better-auth's answer, passes its cookies on and turns its refusals into our codes and
 * sentences. Throws on a status of 500 or more.
 */
export async function relay(res: ServerResponse, asked: Promise<Response>): Promise<Relayed> {
  const response = await asked.catch(refusalOfHook)
  passCookies(res, response.headers)
  const body = await bodyOf(response)
  if (response.ok) return { ok: true, body, session: sessionOf(response.headers) }
  if (response.status >= 500) throw new Error(`The accounts answered ${response.status}`)
  return refusalFor(response.status, String(body.code ?? ''))
}

/** better-auth throws the refusals of our own hooks, but answers with its own. */
function refusalOfHook(error: unknown): Response {
  if (!(error instanceof APIError)) throw error
  return Response.json(error.body ?? {}, { status: error.statusCode })
}

function sessionOf(headers: Headers): Headers {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return new Headers({ cookie: pairs.join('; ') })
}

export function passCookies(res: ServerResponse, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) res.append('Set-Cookie', cookie)
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  const body: unknown = text ? JSON.parse(text) : {}
  return typeof body === 'object' && body ? { ...body } : {}
}

function refusalFor(status: number, code: string): Declined {
  switch (code) {
    case 'EMAIL_NOT_VERIFIED':
      return decline(403, 'unconfirmed', 'Please confirm your email address first.')
    case 'INVALID_TOKEN':
    case 'TOKEN_EXPIRED':
    case 'USER_NOT_FOUND':
      return decline(400, 'token', 'This link is no longer valid.')
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return decline(401, 'code', 'This code is not correct.')
    case 'INVALID_PASSWORD':
      return decline(400, 'password', 'The current password is not correct.')
    case CODE_USED:
      return decline(401, 'code', 'This code was used already. Please wait for the next one.')
    default:
      // Two sign-ins used one backup code at the same moment; the other one succeeded.
      if (status === 409) return decline(401, 'code', 'This code is not correct.')
      return decline(status === 429 ? 429 : 401, 'credentials', AUTH_FAILED)
  }
}

export function refuse(res: ServerResponse, { status, refusal }: Declined): void {
  sendRefusal(res, status, refusal)
}

/** Sends better-auth's body unchanged, or the refusal. */
export function passOn(res: ServerResponse, answered: Relayed): void {
  if (answered.ok) res.json(answered.body)
  else refuse(res, answered)
}

/** Sends `{ done: true }` instead of better-auth's body, or the refusal. */
export function finish(res: ServerResponse, answered: Relayed): void {
  if (answered.ok) res.json({ done: true })
  else refuse(res, answered)
}

/** The refusal of a new password that is too weak, with `fault` at its field. */
export function weak(fault: string): Declined {
  const declined = decline(422, 'password', fault)
  return { ...declined, refusal: { ...declined.refusal, fields: { password: fault } } }
}
