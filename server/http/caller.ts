import type { Request, Response } from 'express'

/** Who is asking, as far as the server knows it by itself. */
export interface Caller {
  /** The secret cookie of this browser; what it booked is bound to it. */
  browser: string | undefined
  ip: string
  requestId: string
  /** Whoever is signed in; looked up only where an endpoint's access asks for it. */
  account?: Account
}

export interface Account {
  userId: string
  role: 'visitor' | 'owner'
  email: string
  name: string
  sessionId: string
  /** When this session was signed in, UTC milliseconds. */
  signedInAt: number
}

/** Finds the account by the session's cookie. */
export type FindAccount = (req: Request, res: Response) => Promise<Account | undefined>

const MAX_AGE = 400 * 24 * 3_600_000

export interface CookiePolicy {
  secure: boolean
}

/** The `__Host-` prefix keeps other hosts of the domain from setting it; it needs TLS. */
function cookieName(policy: CookiePolicy): string {
  return policy.secure ? '__Host-browser' : 'browser'
}

export function readCaller(req: Request, policy: CookiePolicy): Caller {
  return {
    browser: readSecret(req.headers.cookie, cookieName(policy)),
    ip: req.ip ?? '',
    requestId: String(req.id ?? ''),
  }
}

export function setBrowserCookie(res: Response, value: string, policy: CookiePolicy): void {
  res.cookie(cookieName(policy), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: policy.secure,
    path: '/',
    maxAge: MAX_AGE,
  })
}

function readSecret(header: string | undefined, name: string): string | undefined {
  const found = readCookie(header, name)
  return found && /^[A-Za-z0-9_-]{22,64}$/.test(found) ? found : undefined
}

/** The value as it was sent, still encoded. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}
