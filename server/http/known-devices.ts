import type { Request, Response } from 'express'
import { fingerprint, type NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { readCookie } from './caller.ts'

/** Milliseconds; the longest that browsers keep a cookie. */
const MAX_AGE = 400 * 24 * 3_600_000

interface Parts {
  keys: Keys
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

  /** One for each account, as several may use one browser; as each key names it, the newest first. */
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
