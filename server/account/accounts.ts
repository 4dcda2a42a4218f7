import type { Database } from '#server/db/database.ts'
import { type Account, type FindAccount, readCookie } from '#server/http/caller.ts'
import { KnownDevices } from '#server/http/known-devices.ts'
import { type AccountView, type Role, roles } from '#shared/account/session-api.ts'
import { SignInAlarm } from './alarm.ts'
import { type Auth, createAuth } from './auth.ts'
import { createAccountMails } from './mails.ts'
import type { AccountParts } from './ports.ts'
import { headersOf, passCookies } from './relay.ts'
import { Sessions } from './sessions.ts'
import { hasOwner, ownersBeside } from './store.ts'
import { Throttle } from './throttle.ts'

export interface Accounts {
  auth: Auth
  throttle: Throttle
  sessions: Sessions
  devices: KnownDevices
  alarm: SignInAlarm
  /** Who is signed in, by the session's cookie; renews it where it is due. */
  find: FindAccount
  /** Who the session of these cookies belongs to. */
  view(headers: Headers): Promise<AccountView | null>
  /** Whether anybody owns this site yet. */
  hasOwner(): boolean
  /** Whose second factor is due, by the cookies that came with the right password. */
  ofChallenge(headers: Headers): Promise<string | undefined>
  /** Whose password a code from a mail may change. */
  ofResetToken(token: string): Promise<{ id: string; email: string; role: Role } | undefined>
  /** Whoever followed a link of a mail to it reads that mailbox. */
  confirm(id: string): Promise<void>
  /**
   * Makes the owner's account, or gives an existing one the role and the password. Another owner than
   * this one stands in the way, unless it is to be replaced.
   */
  makeOwner(owner: NewOwner): Promise<'made' | 'changed' | 'another'>
}

interface NewOwner {
  email: string
  name: string
  password: string
  replace?: boolean
}

export function createAccounts(parts: AccountParts): Accounts {
  const auth = createAuth(parts, createAccountMails(parts))
  const alarm = new SignInAlarm(parts)
  return {
    auth,
    alarm,
    throttle: new Throttle(parts.throttled, (account) => alarm.raise(account)),
    devices: new KnownDevices({ ...parts, secure: parts.siteUrl.startsWith('https:') }),
    sessions: new Sessions(auth),
    find: async (req, res) => {
      const { account, headers } = await findAccount(auth, headersOf(req))
      passCookies(res, headers)
      return account
    },
    view: (headers) => view(auth, headers),
    hasOwner: () => hasOwner(parts.db.read),
    ofChallenge: (headers) => ofChallenge(auth, headers),
    ofResetToken: (token) => ofResetToken(auth, token),
    confirm: async (id) => {
      const { internalAdapter } = await auth.$context
      await internalAdapter.updateUser(id, { emailVerified: true })
    },
    makeOwner: (owner) => makeOwner(auth, parts.db, owner),
  }
}

async function findAccount(auth: Auth, asking: Headers) {
  const { headers, response } = await auth.api.getSession({ headers: asking, returnHeaders: true })
  if (!response) return { account: undefined, headers }
  const { user, session } = response
  const account: Account = {
    userId: user.id,
    role: roleOf(user.role),
    email: user.email,
    name: user.name,
    sessionId: session.id,
    signedInAt: session.signedInAt ?? 0,
  }
  return { account, headers }
}

async function view(auth: Auth, headers: Headers): Promise<AccountView | null> {
  const found = await auth.api.getSession({ headers })
  if (!found) return null
  const { id, name, email, role, twoFactorEnabled } = found.user
  return { id, name, email, role: roleOf(role), secondFactor: twoFactorEnabled ?? false }
}

/** Anything but the owner's exact word is a visitor. */
function roleOf(text: unknown): Role {
  return roles.find((role) => role === text) ?? 'visitor'
}

/** The e-mail address; the cookie's signature is the library's to check, its id is not guessed. */
async function ofChallenge(auth: Auth, headers: Headers): Promise<string | undefined> {
  const { internalAdapter, createAuthCookie } = await auth.$context
  const sent = readCookie(headers.get('cookie') ?? undefined, createAuthCookie('two_factor').name)
  const [id] = decodeURIComponent(sent ?? '').split('.')
  const found = id ? await internalAdapter.findVerificationValue(id) : undefined
  const user = found && (await internalAdapter.findUserById(found.value))
  return user?.email
}

async function ofResetToken(auth: Auth, token: string) {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  const user = found && (await internalAdapter.findUserById(found.value))
  return user
    ? { id: user.id, email: user.email, role: roleOf(Reflect.get(user, 'role')) }
    : undefined
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
