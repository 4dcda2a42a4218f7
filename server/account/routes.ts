import type { Response } from 'express'
import * as v from 'valibot'
import { answer, decline } from '#server/http/answer.ts'
import type { Account, Caller } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import * as api from '#shared/account/api.ts'
import { getSession, signOut } from '#shared/account/session-api.ts'
import { type Accounts, passwordFault } from './accounts.ts'
import { finish, headersOf, passOn, type Relayed, refuse, relay, weak } from './relay.ts'
import type { Try } from './throttle.ts'

/**
 * Sent only while the site has no owner. Afterwards an answer like this would tell a stranger
 * whether an address belongs to the owner.
 */
const NO_OWNER = decline(
  401,
  'no_owner',
  'Make one on the server, with: npm run owner -- --email you@example.com',
)

/** The public endpoints: sign-in, sign-out, sign-up, confirmation and password reset. */
export function accountRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  signingIn(routes, accounts)
  byPasskey(routes, accounts)
  signingUp(routes, accounts)
  resetting(routes, accounts)
}

/** An attempt at an account for `Throttle`; the account need not exist. */
function tryAt({ devices }: Accounts, account: string, { res, ip }: { res: Response; ip: string }) {
  return { ip, account, device: devices.find(res.req, account) }
}

function signingIn(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle, devices } = accounts

  routes.custom(getSession, async (_input, _caller, res) => {
    res.json({ user: await accounts.view(headersOf(res.req)) })
  })

  routes.custom(api.signIn, async ({ email, password }, { ip }, res) => {
    const tried = tryAt(accounts, email, { res, ip })
    const refused = await throttle.count('sign-in', tried)
    if (refused) return refuse(res, refused)
    const body = { email, password }
    const headers = headersOf(res.req)
    const answered = await relay(res, auth.api.signInEmail({ body, headers, asResponse: true }))
    if (answered.ok) await throttle.forgive('sign-in', tried)
    else if (answered.refusal.code === 'credentials' && !accounts.hasOwner())
      return refuse(res, NO_OWNER)
    await welcome(accounts, res, answered)
  })

  routes.custom(api.secondFactor, async ({ code, kind }, { ip }, res) => {
    const headers = headersOf(res.req)
    const account = await accounts.ofChallenge(headers)
    const device = account && devices.find(res.req, account)
    const refused = await throttle.count('second-factor', { ip, account, device })
    if (refused) return refuse(res, refused)
    const asked = { body: { code }, headers, asResponse: true } as const
    const answer = kind === 'app' ? auth.api.verifyTOTP(asked) : auth.api.verifyBackupCode(asked)
    const answered = await relay(res, answer)
    if (answered.ok && account) await throttle.forgive('second-factor', { ip, account, device })
    await welcome(accounts, res, answered)
  })

  routes.custom(signOut, async (_input, _caller, res) => {
    const headers = headersOf(res.req)
    finish(res, await relay(res, auth.api.signOut({ headers, asResponse: true })))
  })
}

function byPasskey(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth } = accounts

  routes.custom(api.passkeySignInOptions, async (_input, _caller, res) => {
    const headers = headersOf(res.req)
    const asked = auth.api.generatePasskeyAuthenticationOptions({ headers, asResponse: true })
    passOn(res, await relay(res, asked))
  })

  // Not limited: a passkey cannot be guessed, and the owner needs it while passwords are attacked.
  routes.custom(api.passkeySignIn, async ({ response }, _caller, res) => {
    const asked = { body: { response }, headers: headersOf(res.req), asResponse: true } as const
    await welcome(accounts, res, await relay(res, auth.api.verifyPasskeyAuthentication(asked)))
  })
}

function signingUp(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle } = accounts

  routes.custom(api.signUp, async ({ name, email, password }, { ip }, res) => {
    const fault = passwordFault(password, { email, role: 'visitor' })
    const refused = fault ? weak(fault) : await throttle.count('sign-up', { ip, account: email })
    const asked = { body: { name, email, password }, asResponse: true } as const
    finish(res, refused ?? (await relay(res, auth.api.signUpEmail(asked))))
  })

  routes.custom(api.confirmEmail, async ({ token }, { ip }, res) => {
    const asked = { query: { token }, headers: headersOf(res.req), asResponse: true } as const
    const refused = await throttle.count('mailed-code', { ip })
    await welcome(accounts, res, refused ?? (await relay(res, auth.api.verifyEmail(asked))))
  })

  routes.custom(api.sendConfirmationAgain, async ({ email }, { ip }, res) => {
    const tried = tryAt(accounts, email, { res, ip })
    const asked = { body: { email }, asResponse: true } as const
    const refused = await throttle.count('confirmation-mail', tried)
    finish(res, refused ?? (await relay(res, auth.api.sendVerificationEmail(asked))))
  })
}

function resetting(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle } = accounts

  routes.custom(api.requestReset, async ({ email }, { ip }, res) => {
    const tried = tryAt(accounts, email, { res, ip })
    const asked = { body: { email }, asResponse: true } as const
    const refused = await throttle.count('reset-mail', tried)
    finish(res, refused ?? (await relay(res, auth.api.requestPasswordReset(asked))))
  })

  routes.custom(api.resetPassword, async ({ token, password }, { ip }, res) => {
    const refused = await throttle.count('mailed-code', { ip })
    if (refused) return refuse(res, refused)
    const whose = await accounts.ofResetToken(token)
    if (!whose) return refuse(res, decline(400, 'token', 'This link is no longer valid.'))
    const fault = passwordFault(password, whose)
    if (fault) return refuse(res, weak(fault))
    const body = { token, newPassword: password }
    const answered = await relay(res, auth.api.resetPassword({ body, asResponse: true }))
    if (answered.ok) await accounts.confirm(whose.id)
    finish(res, answered)
  })
}

/** Answers with the account that is signed in now; null while a second factor is still due. */
async function welcome(accounts: Accounts, res: Response, answered: Relayed): Promise<void> {
  if (!answered.ok) return refuse(res, answered)
  const user = await accounts.view(answered.session)
  if (user) accounts.devices.remember(res, user.email)
  res.json({ user })
}

const Begun = v.object({ totpURI: v.string(), backupCodes: v.array(v.string()) })
const Passkeys = v.array(
  v.object({
    id: v.string(),
    name: v.nullish(v.string(), ''),
    createdAt: v.nullish(v.string(), ''),
  }),
)

/** What a signed-in person may do with their own account. */
export function ownAccountRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  sessions(routes, accounts)
  secondFactor(routes, accounts)
  passkeys(routes, accounts)
}

/** The guard has let nobody else through. */
function own({ account }: Caller): Account {
  if (!account) throw new Error('An endpoint of accounts was called without one')
  return account
}

function trying(accounts: Accounts, caller: Caller, res: Response): Try {
  return tryAt(accounts, own(caller).email, { res, ip: caller.ip })
}

function sessions(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle, alarm, sessions: open } = accounts
  routes.on(api.listSessions, async (_input, caller) => answer(await open.list(own(caller))))

  routes.on(api.endSession, async ({ id }, caller) => {
    await open.end(own(caller), id)
    return answer({ done: true })
  })

  routes.on(api.getSignInAlarm, (_input, caller) =>
    answer({ lastAt: alarm.lastAt(own(caller).userId) }),
  )

  routes.custom(api.changePassword, async ({ current, password }, caller, res) => {
    const account = own(caller)
    const fault = passwordFault(password, account)
    const refused = fault
      ? weak(fault)
      : await throttle.count('password', trying(accounts, caller, res))
    const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true }
    const asked = { body, headers: headersOf(res.req), asResponse: true } as const
    finish(res, refused ?? (await relay(res, auth.api.changePassword(asked))))
  })
}

function secondFactor(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle } = accounts
  routes.custom(api.beginSecondFactor, async ({ password }, caller, res) => {
    const asked = { body: { password }, headers: headersOf(res.req), asResponse: true } as const
    const refused = await throttle.count('password', trying(accounts, caller, res))
    const answered = refused ?? (await relay(res, auth.api.enableTwoFactor(asked)))
    if (!answered.ok) return refuse(res, answered)
    const { totpURI, backupCodes } = v.parse(Begun, answered.body)
    res.json({ uri: totpURI, backupCodes })
  })

  routes.custom(api.confirmSecondFactor, async ({ code }, caller, res) => {
    const asked = { body: { code }, headers: headersOf(res.req), asResponse: true } as const
    const refused = await throttle.count('second-factor', trying(accounts, caller, res))
    finish(res, refused ?? (await relay(res, auth.api.verifyTOTP(asked))))
  })

  routes.custom(api.endSecondFactor, async ({ password }, caller, res) => {
    const asked = { body: { password }, headers: headersOf(res.req), asResponse: true } as const
    const refused = await throttle.count('password', trying(accounts, caller, res))
    finish(res, refused ?? (await relay(res, auth.api.disableTwoFactor(asked))))
  })
}

function passkeys(routes: FunctionRoutes, { auth }: Accounts): void {
  routes.custom(api.passkeyNewOptions, async (_input, _caller, res) => {
    const headers = headersOf(res.req)
    const asked = auth.api.generatePasskeyRegistrationOptions({ headers, asResponse: true })
    passOn(res, await relay(res, asked))
  })

  routes.custom(api.addPasskey, async ({ name, response }, _caller, res) => {
    const headers = headersOf(res.req)
    const body = { name, response }
    const asked = auth.api.verifyPasskeyRegistration({ body, headers, asResponse: true })
    finish(res, await relay(res, asked))
  })

  routes.custom(api.listPasskeys, async (_input, _caller, res) => {
    const found: unknown = await auth.api.listPasskeys({ headers: headersOf(res.req) })
    const known = v.parse(Passkeys, JSON.parse(JSON.stringify(found)))
    res.json(known.map(({ id, name, createdAt }) => ({ id, name, since: createdAt })))
  })

  routes.custom(api.removePasskey, async ({ id }, _caller, res) => {
    const headers = headersOf(res.req)
    const asked = auth.api.deletePasskey({ body: { id }, headers, asResponse: true })
    finish(res, await relay(res, asked))
  })
}
