import { dictionary } from '@zxcvbn-ts/language-common'
import * as v from 'valibot'
import type { Database } from '#server/db/database.ts'
import {
  type Account,
  type FindAccount,
  KnownDevices,
  readCookie,
} from '#server/http/request-context.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { MIN_PASSWORD_LENGTH, type SessionView } from '#shared/account/api.ts'
import { type AccountView, type Role, roles } from '#shared/account/session-api.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { business } from '#shared/site/owner/business.ts'
import { type AccountParts, type Auth, createAuth } from './auth.ts'
import { forwardCookies, toAuthHeaders } from './auth-relay.ts'
import { alarmMail } from './mails.ts'
import {
  type AccountAccess,
  deleteSignInMethods,
  endAllAccess,
  findAlarm,
  findOtherOwners,
  findOwnerByEmail,
  hasOwner,
  readAccountAccess,
  saveAlarm,
} from './store.ts'
import { Throttle } from './throttle.ts'

const DAY = 24 * 3_600_000

/** How long the owner's account page shows an alarm after its last raise, ms. */
const ALARM_DISPLAY_PERIOD = 14 * DAY

const AlarmMailData = v.object({ email: v.string(), name: v.string() })

/**
 * Tells the owner that an account is being attacked: by mail, at most once a day, and on the
 * account page.
 */
export class SignInAlarm {
  constructor(private readonly parts: AccountParts) {
    parts.mails.on({
      kind: 'account-alarm',
      data: AlarmMailData,
      render: async ({ email, name }) => ({
        to: { name, address: email },
        content: alarmMail(`${parts.siteUrl}/account`),
      }),
    })
  }

  /**
   * Records too many attempts at the account with this email address, and mails its owner. Does
   * nothing if the address is not an owner's.
   */
  async raise(account: string): Promise<void> {
    const { db, mails, clock } = this.parts
    const now = clock()
    await db.write(async (tx) => {
      const owner = await findOwnerByEmail(tx, normalizeEmail(account))
      if (!owner) return
      const { id, email, name } = owner
      const mailedAt = (await findAlarm(tx, id))?.mailed_at ?? Number.NEGATIVE_INFINITY
      const mailsNow = now - mailedAt >= DAY
      await saveAlarm(tx, { user_id: id, last_at: now, mailed_at: mailsNow ? now : mailedAt })
      if (mailsNow) {
        const once = `${id}:${now}`
        await mails.add(tx, {
          kind: 'account-alarm',
          dedupeKey: once,
          bookingId: null,
          data: { email, name },
        })
      }
    })
  }

  /** When the alarm was last raised, ISO 8601; null if never or more than `ALARM_DISPLAY_PERIOD` ago. */
  async readLastRaisedAt(userId: string): Promise<string | null> {
    const at = (await findAlarm(this.parts.db.read, userId))?.last_at
    const isRecent = at !== undefined && this.parts.clock() - at < ALARM_DISPLAY_PERIOD
    return isRecent ? toIsoTime(at) : null
  }
}

interface NewOwner {
  email: string
  name: string
  password: string
  replace?: boolean
  /** Leaves passkeys and second factor of an existing account as they are. */
  keep?: boolean
}

/**
 * `another`: a different owner exists, and nothing was changed. `found`: what else let somebody sign in to
 * the account before.
 */
type OwnerOutcome = { status: 'made' | 'another' } | { status: 'changed'; found: AccountAccess }

export class Accounts {
  readonly auth: Auth
  readonly alarm: SignInAlarm
  readonly throttle: Throttle
  readonly devices: KnownDevices
  readonly sessions: Sessions

  constructor(private readonly parts: AccountParts) {
    this.auth = createAuth(parts)
    this.alarm = new SignInAlarm(parts)
    this.throttle = new Throttle({
      ...parts,
      isEnabled: parts.isThrottled,
      onLimitReached: (account) => this.alarm.raise(account),
    })
    this.devices = new KnownDevices({ ...parts, secure: parts.siteUrl.startsWith('https:') })
    this.sessions = new Sessions(this.auth)
  }

  /** Finds the account by the session cookie, and sends a renewed cookie if one is due. */
  readonly find: FindAccount = async (req, res) => {
    const request = { headers: toAuthHeaders(req), returnHeaders: true } as const
    const { headers, response } = await this.auth.api.getSession(request)
    forwardCookies(res, headers)
    if (!response) return undefined
    const { user, session } = response
    return {
      userId: user.id,
      role: parseRole(user.role),
      email: user.email,
      name: user.name,
      sessionId: session.id,
      signedInAt: session.signedInAt ?? 0,
    }
  }

  /** The account that the session in these cookies belongs to; null if there is none. */
  async view(headers: Headers): Promise<AccountView | null> {
    const found = await this.auth.api.getSession({ headers })
    if (!found) return null
    const { id, name, email, role, twoFactorEnabled } = found.user
    return { id, name, email, role: parseRole(role), hasSecondFactor: twoFactorEnabled ?? false }
  }

  async hasOwner(): Promise<boolean> {
    return hasOwner(this.parts.db.read)
  }

  /**
   * The email address of the account that has given the right password and still owes a second
   * factor, by the challenge cookie. The cookie's signature is not checked here: the library checks
   * it when the code is verified, and the id in the cookie cannot be guessed.
   */
  async findChallengedEmail(headers: Headers): Promise<string | undefined> {
    const { internalAdapter, createAuthCookie } = await this.auth.$context
    const sent = readCookie(headers.get('cookie') ?? undefined, createAuthCookie('two_factor').name)
    const [id] = decodeURIComponent(sent ?? '').split('.')
    const found = id ? await internalAdapter.findVerificationValue(id) : undefined
    const user = found && (await internalAdapter.findUserById(found.value))
    return user?.email
  }

  /** The account whose password this token from a reset mail may change; undefined if none. */
  async findUserByResetToken(
    token: string,
  ): Promise<{ id: string; email: string; role: Role } | undefined> {
    const { internalAdapter } = await this.auth.$context
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    const user = found && (await internalAdapter.findUserById(found.value))
    return user
      ? { id: user.id, email: user.email, role: parseRole(Reflect.get(user, 'role')) }
      : undefined
  }

  /**
   * After a reset by mail: the address is confirmed, every session and code ends, and a mail lists what
   * else can sign in. Passkeys and second factor stay: the mailbox alone must not remove them, since
   * they protect an account whose mailbox is in other hands.
   */
  async completePasswordReset(id: string): Promise<void> {
    const { internalAdapter } = await this.auth.$context
    const user = await internalAdapter.updateUser(id, { emailVerified: true })
    const { db, mails, newId } = this.parts
    await db.write(async (tx) => {
      const { passkeys, hasSecondFactor } = await readAccountAccess(tx, id)
      await endAllAccess(tx, id)
      await mails.add(tx, {
        kind: 'account-password-changed',
        dedupeKey: newId(),
        bookingId: null,
        data: { email: user.email, name: user.name, passkeys, hasSecondFactor },
      })
    })
  }

  /**
   * Creates the owner's account, or gives an existing account the owner role and this password. Who
   * recovers an account may not be the only one who can sign in to it, so its sessions end, and its
   * passkeys and second factor are removed unless `keep` is set.
   */
  assignOwner(owner: NewOwner): Promise<OwnerOutcome> {
    return assignOwner(this.auth, this.parts.db, owner)
  }
}

/** Any text that is not a known role counts as `visitor`. */
function parseRole(text: unknown): Role {
  return roles.find((role) => role === text) ?? 'visitor'
}

async function assignOwner(
  auth: Auth,
  db: Database,
  { replace = false, ...owner }: NewOwner,
): Promise<OwnerOutcome> {
  const email = owner.email.toLowerCase()
  const others = await findOtherOwners(db.read, email)
  if (others.length > 0 && !replace) return { status: 'another' }
  const done = await grantOwnership(auth, db, { ...owner, email })
  // Other owners lose the role last: if a step before this fails, the site still has an owner.
  const { internalAdapter } = await auth.$context
  for (const id of others) {
    await internalAdapter.updateUser(id, { role: 'visitor' })
    await internalAdapter.deleteUserSessions(id)
  }
  return done
}

async function grantOwnership(
  auth: Auth,
  db: Database,
  { email, name, password, keep = false }: Omit<NewOwner, 'replace'>,
): Promise<OwnerOutcome> {
  const { internalAdapter, password: passwords } = await auth.$context
  const hash = await passwords.hash(password)
  const known = await internalAdapter.findUserByEmail(email)
  if (known) {
    const { id } = known.user
    await internalAdapter.updateUser(id, { role: 'owner', emailVerified: true })
    await internalAdapter.updatePassword(id, hash)
    const found = await db.write(async (tx) => {
      const access = await readAccountAccess(tx, id)
      await endAllAccess(tx, id)
      if (!keep) await deleteSignInMethods(tx, id)
      return access
    })
    return { status: 'changed', found }
  }
  const user = { email, name, role: 'owner', emailVerified: true }
  const { id } = await internalAdapter.createUser(user, { method: 'email-password' })
  await internalAdapter.linkAccount({
    userId: id,
    providerId: 'credential',
    accountId: id,
    password: hash,
  })
  return { status: 'made' }
}

/** Lists and ends the sessions of one account. */
export class Sessions {
  constructor(private readonly auth: Auth) {}

  /** The session that was used last comes first. */
  async list({ userId, sessionId }: Account): Promise<SessionView[]> {
    const { internalAdapter } = await this.auth.$context
    const open = await internalAdapter.listSessions(userId)
    return open
      .map(({ id, createdAt, updatedAt, userAgent }) => ({
        id,
        createdAt: createdAt.toISOString(),
        lastSeen: updatedAt.toISOString(),
        browser: userAgent ?? '',
        isCurrent: id === sessionId,
      }))
      .sort((a, b) => b.lastSeen.localeCompare(a.lastSeen))
  }

  /**
   * Ends the account's session with this id; without an id, ends all of them except the caller's.
   * The id of another account's session has no effect.
   */
  async end(
    { userId, sessionId }: Pick<Account, 'userId' | 'sessionId'>,
    id: string | undefined,
  ): Promise<void> {
    const { internalAdapter, adapter } = await this.auth.$context
    const open = await internalAdapter.listSessions(userId)
    const ended = open.filter((session) =>
      id === undefined ? session.id !== sessionId : session.id === id,
    )
    // Deleted by id: the database stores only fingerprints of the tokens.
    const ids = ended.map((session) => session.id)
    if (ids.length > 0)
      await adapter.deleteMany({
        model: 'session',
        where: [{ field: 'id', operator: 'in', value: ids }],
      })
  }
}

const commonPasswords = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))

/** Why a new password is refused, as a sentence for its field; undefined if it is accepted. */
export function validatePassword(
  password: string,
  { email, role }: { email: string; role: Role },
): string | undefined {
  const least = MIN_PASSWORD_LENGTH[role]
  if ([...password].length < least) return `At least ${least} characters, please.`
  const folded = password.toLowerCase()
  const own = [email.toLowerCase(), email.split('@')[0]?.toLowerCase(), business.name.toLowerCase()]
  if (commonPasswords.has(folded) || own.includes(folded) || new Set(folded).size < 3)
    return 'Many people use this password, or it is easy to guess. Please choose another.'
  return undefined
}
