import { dictionary } from '@zxcvbn-ts/language-common'
import * as v from 'valibot'
import type { Tx } from '#server/db/database.ts'
import { type Account, type FindAccount, KnownDevices } from '#server/http/request-context.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { MIN_PASSWORD_LENGTH, type SessionView } from '#shared/account/api.ts'
import { type AccountView, type Role, roles } from '#shared/account/session-api.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { type AccountParts, type Auth, createAuth } from './auth.ts'
import { findChallengedUserId, findResettableUserId, hashPassword } from './auth-internals.ts'
import { forwardCookies, toAuthHeaders } from './auth-relay.ts'
import { alarmMail } from './mails.ts'
import {
  type AccountAccess,
  deleteSignInMethods,
  endAllAccess,
  endSessions,
  findAlarm,
  findOtherOwners,
  findUser,
  findUserByEmail,
  hasOwner,
  insertOwner,
  readAccountAccess,
  readSessions,
  saveAlarm,
  type User,
  updatePassword,
  updateUser,
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
      const owner = await findUserByEmail(tx, normalizeEmail(account))
      if (owner?.role !== 'owner') return
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
    this.sessions = new Sessions(parts)
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

  /** The email address of the account that has given the right password and still owes a code. */
  async findChallengedEmail(headers: Headers): Promise<string | undefined> {
    const id = await findChallengedUserId(this.auth, headers)
    return id === undefined ? undefined : (await findUser(this.parts.db.read, id))?.email
  }

  /** The account whose password this token from a reset mail may change; undefined if none. */
  async findUserByResetToken(token: string): Promise<User | undefined> {
    const id = await findResettableUserId(this.auth, token)
    return id === undefined ? undefined : findUser(this.parts.db.read, id)
  }

  /**
   * After a reset by mail: the address is confirmed, every session and code ends, and a mail lists what
   * else can sign in. Passkeys and second factor stay: the mailbox alone must not remove them, since
   * they protect an account whose mailbox is in other hands.
   */
  async completePasswordReset({ id, email, name }: User): Promise<void> {
    const { db, mails, newId, clock } = this.parts
    await db.write(async (tx) => {
      const { passkeys, hasSecondFactor } = await readAccountAccess(tx, id)
      await updateUser(tx, id, { email_verified: 1, now: clock() })
      await endAllAccess(tx, id)
      await mails.add(tx, {
        kind: 'account-password-changed',
        dedupeKey: newId(),
        bookingId: null,
        data: { email, name, passkeys, hasSecondFactor },
      })
    })
  }

  /**
   * Creates the owner's account, or gives an existing account the owner role and this password. Who
   * recovers an account may not be the only one who can sign in to it, so its sessions end, and its
   * passkeys and second factor are removed unless `keep` is set.
   */
  async assignOwner(owner: NewOwner): Promise<OwnerOutcome> {
    const password = await hashPassword(this.auth, owner.password)
    return this.parts.db.write((tx) => assignOwner(tx, this.parts, { ...owner, password }))
  }
}

/** Any text that is not a known role counts as `visitor`. */
function parseRole(text: unknown): Role {
  return roles.find((role) => role === text) ?? 'visitor'
}

/** `password` is hashed. */
async function assignOwner(
  tx: Tx,
  { clock, newId }: AccountParts,
  { name, password, replace = false, keep = false, ...owner }: NewOwner,
): Promise<OwnerOutcome> {
  const now = clock()
  const email = owner.email.toLowerCase()
  const others = await findOtherOwners(tx, email)
  if (others.length > 0 && !replace) return { status: 'another' }
  for (const id of others) {
    await updateUser(tx, id, { role: 'visitor', now })
    await endSessions(tx, id)
  }
  const known = await findUserByEmail(tx, email)
  if (!known) {
    await insertOwner(tx, { id: newId(), email, name, password, now })
    return { status: 'made' }
  }
  await updateUser(tx, known.id, { role: 'owner', email_verified: 1, now })
  await updatePassword(tx, known.id, { password, now })
  const found = await readAccountAccess(tx, known.id)
  await endAllAccess(tx, known.id)
  if (!keep) await deleteSignInMethods(tx, known.id)
  return { status: 'changed', found }
}

/** Lists and ends the sessions of one account. */
export class Sessions {
  constructor(private readonly parts: Pick<AccountParts, 'db' | 'clock'>) {}

  /** The session that was used last comes first. */
  async list({ userId, sessionId }: Account): Promise<SessionView[]> {
    const open = await readSessions(this.parts.db.read, userId, this.parts.clock())
    return open.map(({ id, created_at, updated_at, user_agent }) => ({
      id,
      createdAt: created_at,
      lastSeen: updated_at,
      browser: user_agent ?? '',
      isCurrent: id === sessionId,
    }))
  }

  /**
   * Ends the account's session with this id; without an id, ends all of them except the caller's.
   * The id of another account's session has no effect.
   */
  async end(
    { userId, sessionId }: Pick<Account, 'userId' | 'sessionId'>,
    id: string | undefined,
  ): Promise<void> {
    const which = id === undefined ? { except: sessionId } : { only: id }
    await this.parts.db.write((tx) => endSessions(tx, userId, which))
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
  const own = [
    email.toLowerCase(),
    email.split('@')[0]?.toLowerCase(),
    getBusiness().name.toLowerCase(),
  ]
  if (commonPasswords.has(folded) || own.includes(folded) || new Set(folded).size < 3)
    return 'Many people use this password, or it is easy to guess. Please choose another.'
  return undefined
}
