import { dictionary } from '@zxcvbn-ts/language-common'
import * as v from 'valibot'
import type { Database } from '#server/db/database.ts'
import { type Account, type FindAccount, KnownDevices, readCookie } from '#server/http/caller.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { PASSWORD_LENGTH, type SessionView } from '#shared/account/api.ts'
import { type AccountView, type Role, roles } from '#shared/account/session-api.ts'
import { isoTime } from '#shared/lib/date.ts'
import { business } from '#shared/site/business.ts'
import { type AccountParts, type Auth, createAuth } from './auth.ts'
import { alarmMail } from './mails.ts'
import { headersOf, passCookies } from './relay.ts'
import { findAlarm, findOwnerByEmail, hasOwner, ownersBeside, saveAlarm } from './store.ts'
import { Throttle } from './throttle.ts'

const DAY = 24 * 3_600_000

/** Longest time that the owner's account page shows an alarm, milliseconds. */
const SHOWN_FOR = 14 * DAY

const Data = v.object({ email: v.string(), name: v.string() })

/** Tells the owner that somebody keeps trying to get into their account. */
export class SignInAlarm {
  constructor(private readonly parts: AccountParts) {
    parts.mails.on({
      kind: 'account-alarm',
      data: Data,
      render: async ({ email, name }) => ({
        to: { name, address: email },
        content: alarmMail(`${parts.siteUrl}/account`),
      }),
    })
  }

  /** Somebody has used up the tries at this account. Visitors are not told: their tries are few. */
  async raise(account: string): Promise<void> {
    const { db, mails, clock } = this.parts
    const now = clock()
    await db.write((tx) => {
      const owner = findOwnerByEmail(tx, normalizeEmail(account))
      if (!owner) return
      const { id, email, name } = owner
      const mailedAt = findAlarm(tx, id)?.mailed_at ?? Number.NEGATIVE_INFINITY
      const mailsNow = now - mailedAt >= DAY
      saveAlarm(tx, { user_id: id, last_at: now, mailed_at: mailsNow ? now : mailedAt })
      if (mailsNow) {
        const once = `${id}:${now}`
        mails.add(tx, { kind: 'account-alarm', once, bookingId: null, data: { email, name } })
      }
    })
  }

  /** When it was last raised, where that is not long ago. */
  lastAt(userId: string): string | null {
    const at = findAlarm(this.parts.db.read, userId)?.last_at
    const isShown = at !== undefined && this.parts.clock() - at < SHOWN_FOR
    return isShown ? isoTime(at) : null
  }
}

interface NewOwner {
  email: string
  name: string
  password: string
  replace?: boolean
}

export class Accounts {
  readonly auth: Auth
  readonly alarm: SignInAlarm
  readonly throttle: Throttle
  readonly devices: KnownDevices
  readonly sessions: Sessions

  constructor(private readonly parts: AccountParts) {
    this.auth = createAuth(parts)
    this.alarm = new SignInAlarm(parts)
    this.throttle = new Throttle(parts.throttled, (account) => this.alarm.raise(account))
    this.devices = new KnownDevices({ ...parts, secure: parts.siteUrl.startsWith('https:') })
    this.sessions = new Sessions(this.auth)
  }

  /** Who is signed in, by the session's cookie; renews it where it is due. */
  readonly find: FindAccount = async (req, res) => {
    const asked = { headers: headersOf(req), returnHeaders: true } as const
    const { headers, response } = await this.auth.api.getSession(asked)
    passCookies(res, headers)
    if (!response) return undefined
    const { user, session } = response
    return {
      userId: user.id,
      role: roleOf(user.role),
      email: user.email,
      name: user.name,
      sessionId: session.id,
      signedInAt: session.signedInAt ?? 0,
    }
  }

  /** Who the session of these cookies belongs to. */
  async view(headers: Headers): Promise<AccountView | null> {
    const found = await this.auth.api.getSession({ headers })
    if (!found) return null
    const { id, name, email, role, twoFactorEnabled } = found.user
    return { id, name, email, role: roleOf(role), secondFactor: twoFactorEnabled ?? false }
  }

  /** Whether anybody owns this site yet. */
  hasOwner(): boolean {
    return hasOwner(this.parts.db.read)
  }

  /**
   * Whose second factor is due, by the cookies that came with the right password: the e-mail address.
   * The cookie's signature is the library's to check, its id is not guessed.
   */
  async ofChallenge(headers: Headers): Promise<string | undefined> {
    const { internalAdapter, createAuthCookie } = await this.auth.$context
    const sent = readCookie(headers.get('cookie') ?? undefined, createAuthCookie('two_factor').name)
    const [id] = decodeURIComponent(sent ?? '').split('.')
    const found = id ? await internalAdapter.findVerificationValue(id) : undefined
    const user = found && (await internalAdapter.findUserById(found.value))
    return user?.email
  }

  /** Whose password a code from a mail may change. */
  async ofResetToken(
    token: string,
  ): Promise<{ id: string; email: string; role: Role } | undefined> {
    const { internalAdapter } = await this.auth.$context
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    const user = found && (await internalAdapter.findUserById(found.value))
    return user
      ? { id: user.id, email: user.email, role: roleOf(Reflect.get(user, 'role')) }
      : undefined
  }

  /** Marks the address as confirmed: a link that was only mailed to it was opened. */
  async confirm(id: string): Promise<void> {
    const { internalAdapter } = await this.auth.$context
    await internalAdapter.updateUser(id, { emailVerified: true })
  }

  /**
   * Makes the owner's account, or gives an existing one the role and the password. Another owner than
   * this one stands in the way, unless it is to be replaced.
   */
  makeOwner(owner: NewOwner): Promise<'made' | 'changed' | 'another'> {
    return makeOwner(this.auth, this.parts.db, owner)
  }
}

/** Anything but the owner's exact word is a visitor. */
function roleOf(text: unknown): Role {
  return roles.find((role) => role === text) ?? 'visitor'
}

async function makeOwner(
  auth: Auth,
  db: Database,
  { replace = false, ...owner }: NewOwner,
): Promise<'made' | 'changed' | 'another'> {
  const email = owner.email.toLowerCase()
  const others = ownersBeside(db.read, email)
  if (others.length > 0 && !replace) return 'another'
  const done = await giveOwnership(auth, { ...owner, email })
  // Last: whatever goes wrong before, somebody owns the site.
  const { internalAdapter } = await auth.$context
  for (const id of others) {
    await internalAdapter.updateUser(id, { role: 'visitor' })
    await internalAdapter.deleteUserSessions(id)
  }
  return done
}

async function giveOwnership(
  auth: Auth,
  { email, name, password }: Omit<NewOwner, 'replace'>,
): Promise<'made' | 'changed'> {
  const { internalAdapter, password: passwords } = await auth.$context
  const hash = await passwords.hash(password)
  const known = await internalAdapter.findUserByEmail(email)
  if (known) {
    const { id } = known.user
    await internalAdapter.updateUser(id, { role: 'owner', emailVerified: true })
    await internalAdapter.updatePassword(id, hash)
    await internalAdapter.deleteUserSessions(id)
    return 'changed'
  }
  const user = { email, name, role: 'owner', emailVerified: true }
  const { id } = await internalAdapter.createUser(user, { method: 'email-password' })
  await internalAdapter.linkAccount({
    userId: id,
    providerId: 'credential',
    accountId: id,
    password: hash,
  })
  return 'made'
}

/** The places where an account is signed in. */
export class Sessions {
  constructor(private readonly auth: Auth) {}

  /** The newest first. */
  async list({ userId, sessionId }: Account): Promise<SessionView[]> {
    const { internalAdapter } = await this.auth.$context
    const open = await internalAdapter.listSessions(userId)
    return open
      .map(({ id, createdAt, updatedAt, userAgent }) => ({
        id,
        since: createdAt.toISOString(),
        lastSeen: updatedAt.toISOString(),
        browser: userAgent ?? '',
        here: id === sessionId,
      }))
      .sort((a, b) => b.lastSeen.localeCompare(a.lastSeen))
  }

  /** Ends one of the account's sessions, or all but the one that asks; others' ids end nothing. */
  async end(
    { userId, sessionId }: Pick<Account, 'userId' | 'sessionId'>,
    id: string | undefined,
  ): Promise<void> {
    const { internalAdapter, adapter } = await this.auth.$context
    const open = await internalAdapter.listSessions(userId)
    const ended = open.filter((session) =>
      id === undefined ? session.id !== sessionId : session.id === id,
    )
    // By their ids: their tokens are not known here, only to their browsers.
    const ids = ended.map((session) => session.id)
    if (ids.length > 0)
      await adapter.deleteMany({
        model: 'session',
        where: [{ field: 'id', operator: 'in', value: ids }],
      })
  }
}

const common = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))

/** Why a password is not taken, as a sentence for its field; undefined where it is. */
export function passwordFault(
  password: string,
  { email, role }: { email: string; role: Role },
): string | undefined {
  const least = PASSWORD_LENGTH[role]
  if ([...password].length < least) return `At least ${least} characters, please.`
  const folded = password.toLowerCase()
  const own = [email.toLowerCase(), email.split('@')[0]?.toLowerCase(), business.name.toLowerCase()]
  if (common.has(folded) || own.includes(folded) || new Set(folded).size < 3)
    return 'Many people use this password, or it is easy to guess. Please choose another.'
  return undefined
}
