import type { Request, Response } from 'express'
import type { Tx } from '#server/db/database.ts'
import { fingerprint, type NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'

/** The sender of a request, as far as the request shows it. */
export interface RequestContext {
  /** Secret from this browser's cookie; bookings are bound to the browser that made them. */
  browserToken: string | undefined
  ip: string
  requestId: string
  /** The signed-in account; looked up only for endpoints whose access requires one. */
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

/** Finds the signed-in account by the session cookie. */
export type FindAccount = (req: Request, res: Response) => Promise<Account | undefined>

/** Lifetime of the cookies, ms: the longest that browsers accept. */
const MAX_AGE = 400 * 24 * 3_600_000

export interface CookiePolicy {
  secure: boolean
}

/**
 * The prefix `__Host-` stops other hosts of the domain from setting the cookie; it requires TLS.
 */
function getCookieName(policy: CookiePolicy): string {
  return policy.secure ? '__Host-browser' : 'browser'
}

export function readRequestContext(req: Request, policy: CookiePolicy): RequestContext {
  return {
    browserToken: readBrowserToken(req.headers.cookie, getCookieName(policy)),
    ip: req.ip ?? '',
    requestId: String(req.id ?? ''),
  }
}

export function setBrowserCookie(res: Response, value: string, policy: CookiePolicy): void {
  res.cookie(getCookieName(policy), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: policy.secure,
    path: '/',
    maxAge: MAX_AGE,
  })
}

function readBrowserToken(header: string | undefined, name: string): string | undefined {
  const found = readCookie(header, name)
  return found && /^[A-Za-z0-9_-]{22,64}$/.test(found) ? found : undefined
}

/** The cookie's value as it was sent, still encoded. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return readCookies(header).get(name)
}

/** A cookie as browsers send it (RFC 6265): a name without spaces, and a value without quotes. */
const COOKIE = /^([\w!#$%&'*+.^`|~-]+)=([!#-+\--:<-[\]-~]*)$/

/**
 * The cookies of a request, the first of each name. One that only some programs read, or that
 * cannot be decoded, counts as not sent.
 */
function readCookies(header = ''): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const [, name, value] = COOKIE.exec(pair.trim()) ?? []
    if (name === undefined || value === undefined || cookies.has(name)) continue
    if (isDecodable(value)) cookies.set(name, value)
  }
  return cookies
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

/**
 * The header with the cookies as we read them, for a library that reads it by rules of its own: what
 * we limit and what the library checks must be the same.
 */
export function toPlainCookies(header: string | undefined): string {
  return [...readCookies(header)].map((pair) => pair.join('=')).join('; ')
}

interface Parts {
  keys: Keys
  newId: NewId
  /** Whether the site is only reached over TLS. */
  secure: boolean
}

/**
 * Devices on which an account was signed in before, recognised by a signed cookie for each account.
 * The cookie gives no access: it only lets the throttle count attempts from known devices
 * separately.
 */
export class KnownDevices {
  constructor(private readonly parts: Parts) {}

  /** The device's id, if this account was signed in on it before. */
  find(req: Request, account: string): string | undefined {
    const { keys } = this.parts
    for (const name of this.cookieNames(account)) {
      const [id, signature] = readCookie(req.headers.cookie, name)?.split('.') ?? []
      if (id && signature && keys.isSignature(signedText(account, id), signature)) return id
    }
    return undefined
  }

  remember(res: Response, account: string): void {
    const id = this.find(res.req, account) ?? this.parts.newId()
    const [name = ''] = this.cookieNames(account)
    res.cookie(name, `${id}.${this.parts.keys.sign(signedText(account, id))}`, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.parts.secure,
      path: '/',
      maxAge: MAX_AGE,
    })
  }

  /**
   * Names of the account's cookie, one for each key, the newest first. Each account has its own
   * cookie, because several accounts may use one browser.
   */
  private cookieNames(account: string): string[] {
    const { keys, secure } = this.parts
    return keys
      .signatures(`device-cookie ${account.toLowerCase()}`)
      .map((text) => `${secure ? '__Host-' : ''}device-${fingerprint(text).slice(0, 12)}`)
  }
}

function signedText(account: string, id: string): string {
  return `known-device ${account.toLowerCase()} ${id}`
}

interface NewAuditEntry {
  action: string
  /** Must not name any person: the audit log outlives an erasure. */
  details: string
}

/** Adds an entry about the caller's action to the audit log, in the transaction of the action. */
export type Audit = (tx: Tx, caller: RequestContext, entry: NewAuditEntry) => Promise<void>
