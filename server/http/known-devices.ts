import type { Request, Response } from 'express'
import { fingerprint, type NewId, sameSecret, sign } from '../lib/ids.ts'
import { readCookie } from './caller.ts'

/** Milliseconds; the longest that browsers keep a cookie. */
const MAX_AGE = 400 * 24 * 3_600_000

interface Parts {
  secret: string
  newId: NewId
  /** Whether the site is reached by TLS alone. */
  secure: boolean
}

/**
 * Devices on which an account was signed in before, by a signed cookie for each account. The cookie
 * signs nobody in: it only sets the device apart from strangers where tries are counted.
 */
export class KnownDevices {
  private readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** The device's id, where this account was signed in on it before. */
  find(req: Request, account: string): string | undefined {
    const [id, signature] =
      readCookie(req.headers.cookie, this.cookieName(account))?.split('.') ?? []
    return id && signature && sameSecret(signature, this.signature(account, id)) ? id : undefined
  }

  remember(res: Response, account: string): void {
    const id = this.find(res.req, account) ?? this.parts.newId()
    res.cookie(this.cookieName(account), `${id}.${this.signature(account, id)}`, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.parts.secure,
      path: '/',
      maxAge: MAX_AGE,
    })
  }

  private signature(account: string, id: string): string {
    return sign(this.parts.secret, `known-device ${account.toLowerCase()} ${id}`)
  }

  /** One for each account: several may use one browser. */
  private cookieName(account: string): string {
    const { secret, secure } = this.parts
    const name = fingerprint(sign(secret, `device-cookie ${account.toLowerCase()}`)).slice(0, 12)
    return `${secure ? '__Host-' : ''}device-${name}`
  }
}
