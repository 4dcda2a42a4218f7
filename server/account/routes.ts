import type { Response } from 'express'
import * as v from 'valibot'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, refuse } from '#server/http/http-result.ts'
import type { Account, RequestContext } from '#server/http/request-context.ts'
import * as api from '#shared/account/api.ts'
import { getSession, signOut } from '#shared/account/session-api.ts'
import { type Accounts, validatePassword } from './accounts.ts'
import {
  type AuthResult,
  refuseWeakPassword,
  relayAuthResponse,
  sendBody,
  sendDone,
  sendRefused,
  toAuthHeaders,
  toAuthRequest,
} from './auth-relay.ts'
import type { Attempt } from './throttle.ts'

/**
 * Sent only while the site has no owner. Afterwards an answer like this would tell a stranger
 * whether an address belongs to the owner.
 */
const NO_OWNER_REFUSAL = refuse(
  401,
  'no_owner',
  'Make one on the server, with: npm run owner -- --email you@example.com',
)

/** The public endpoints: sign-in, sign-out, sign-up, confirmation and password reset. */
export function registerAccountRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  registerSignInRoutes(routes, accounts)
  registerPasskeySignInRoutes(routes, accounts)
  registerSignUpRoutes(routes, accounts)
  registerPasswordResetRoutes(routes, accounts)
}

/** An attempt at an account for `Throttle`; the account need not exist. */
function createAttempt(
  { devices }: Accounts,
  account: string,
  { res, ip }: { res: Response; ip: string },
) {
  return { ip, account, device: devices.find(res.req, account) }
}

function registerSignInRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle, devices } = accounts

  routes.custom(getSession, async (_input, _caller, res) => {
    res.json({ user: await accounts.view(toAuthHeaders(res.req)) })
  })

  routes.custom(api.signIn, async ({ email, password }, { ip }, res) => {
    const tried = createAttempt(accounts, email, { res, ip })
    const refused = await throttle.consume('sign-in', tried)
    if (refused) return sendRefused(res, refused)
    const body = { email, password }
    const headers = toAuthHeaders(res.req)
    const answered = await relayAuthResponse(
      res,
      auth.api.signInEmail({ body, headers, asResponse: true }),
    )
    if (answered.ok) await throttle.clear('sign-in', tried)
    else if (answered.refusal.code === 'credentials' && !(await accounts.hasOwner()))
      return sendRefused(res, NO_OWNER_REFUSAL)
    await sendSignedIn(accounts, res, answered)
  })

  routes.custom(api.verifySecondFactor, async ({ code, kind }, { ip }, res) => {
    const headers = toAuthHeaders(res.req)
    const account = await accounts.findChallengedEmail(headers)
    const device = account && devices.find(res.req, account)
    const refused = await throttle.consume('second-factor', { ip, account, device })
    if (refused) return sendRefused(res, refused)
    const request = { body: { code }, headers, asResponse: true } as const
    const answer =
      kind === 'app' ? auth.api.verifyTOTP(request) : auth.api.verifyBackupCode(request)
    const answered = await relayAuthResponse(res, answer)
    if (answered.ok && account) await throttle.clear('second-factor', { ip, account, device })
    await sendSignedIn(accounts, res, answered)
  })

  routes.custom(signOut, async (_input, _caller, res) => {
    const headers = toAuthHeaders(res.req)
    sendDone(res, await relayAuthResponse(res, auth.api.signOut({ headers, asResponse: true })))
  })
}

function registerPasskeySignInRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle } = accounts

  routes.custom(api.getPasskeySignInOptions, async (_input, { ip }, res) => {
    const refused = await throttle.consume('passkey-challenge', { ip })
    if (refused) return sendRefused(res, refused)
    const headers = toAuthHeaders(res.req)
    const pending = auth.api.generatePasskeyAuthenticationOptions({ headers, asResponse: true })
    sendBody(res, await relayAuthResponse(res, pending))
  })

  // Not limited: a passkey cannot be guessed, and the owner needs it while passwords are attacked.
  routes.custom(api.passkeySignIn, async ({ response }, _caller, res) => {
    const request = toAuthRequest(res, { body: { response } })
    await sendSignedIn(
      accounts,
      res,
      await relayAuthResponse(res, auth.api.verifyPasskeyAuthentication(request)),
    )
  })
}

function registerSignUpRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle } = accounts

  routes.custom(api.signUp, async ({ name, email, password }, { ip }, res) => {
    const fault = validatePassword(password, { email, role: 'visitor' })
    const refused = fault
      ? refuseWeakPassword(fault)
      : ((await throttle.consume('sign-up', { ip, account: email })) ??
        (await throttle.consumeMail({ ip, account: email })))
    const request = { body: { name, email, password }, asResponse: true } as const
    sendDone(res, refused ?? (await relayAuthResponse(res, auth.api.signUpEmail(request))))
  })

  routes.custom(api.confirmEmail, async ({ token }, { ip }, res) => {
    const request = toAuthRequest(res, { query: { token } })
    const answered = await relayAuthResponse(res, auth.api.verifyEmail(request))
    // Only wrong codes count: a stranger must not close the links of others behind this address.
    const refused = answered.ok ? undefined : await throttle.consume('mailed-code', { ip })
    await sendSignedIn(accounts, res, refused ?? answered)
  })

  routes.custom(api.resendEmailConfirmation, async ({ email }, { ip }, res) => {
    const tried = createAttempt(accounts, email, { res, ip })
    const request = { body: { email }, asResponse: true } as const
    const refused =
      (await throttle.consume('confirmation-mail', tried)) ?? (await throttle.consumeMail(tried))
    sendDone(
      res,
      refused ?? (await relayAuthResponse(res, auth.api.sendVerificationEmail(request))),
    )
  })
}

function registerPasswordResetRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle } = accounts

  routes.custom(api.requestPasswordReset, async ({ email }, { ip }, res) => {
    const tried = createAttempt(accounts, email, { res, ip })
    const request = { body: { email }, asResponse: true } as const
    const refused =
      (await throttle.consume('reset-mail', tried)) ?? (await throttle.consumeMail(tried))
    sendDone(res, refused ?? (await relayAuthResponse(res, auth.api.requestPasswordReset(request))))
  })

  routes.custom(api.resetPassword, async ({ token, password }, { ip }, res) => {
    const whose = await accounts.findUserByResetToken(token)
    if (!whose) {
      const refused = await throttle.consume('mailed-code', { ip })
      return sendRefused(res, refused ?? refuse(400, 'token', 'This link is no longer valid.'))
    }
    const fault = validatePassword(password, whose)
    if (fault) return sendRefused(res, refuseWeakPassword(fault))
    const body = { token, newPassword: password }
    const answered = await relayAuthResponse(
      res,
      auth.api.resetPassword({ body, asResponse: true }),
    )
    if (answered.ok) await accounts.completePasswordReset(whose)
    sendDone(res, answered)
  })
}

/** Answers with the account that is signed in now; null while a second factor is still due. */
async function sendSignedIn(
  accounts: Accounts,
  res: Response,
  answered: AuthResult,
): Promise<void> {
  if (!answered.ok) return sendRefused(res, answered)
  const user = await accounts.view(answered.session)
  if (user) accounts.devices.remember(res, user.email)
  res.json({ user })
}

const SecondFactorSetup = v.object({ totpURI: v.string(), backupCodes: v.array(v.string()) })
const Passkeys = v.array(
  v.object({
    id: v.string(),
    name: v.nullish(v.string(), ''),
    createdAt: v.nullish(v.string(), ''),
  }),
)

/** What a signed-in person may do with their own account. */
export function registerOwnAccountRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  registerSessionRoutes(routes, accounts)
  registerSecondFactorRoutes(routes, accounts)
  registerPasskeyRoutes(routes, accounts)
}

/** The guard has let nobody else through. */
function requireAccount({ account }: RequestContext): Account {
  if (!account)
    throw new Error(
      'An account endpoint was called without a signed-in account. Its guard must refuse that.',
    )
  return account
}

function createOwnAttempt(accounts: Accounts, caller: RequestContext, res: Response): Attempt {
  return createAttempt(accounts, requireAccount(caller).email, { res, ip: caller.ip })
}

function registerSessionRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle, alarm, sessions: open } = accounts
  routes.on(api.listSessions, async (_input, caller) =>
    answer(await open.list(requireAccount(caller))),
  )

  routes.on(api.endSession, async ({ id }, caller) => {
    await open.end(requireAccount(caller), id)
    return answer({ done: true })
  })

  routes.on(api.getSignInAlarm, async (_input, caller) =>
    answer({ lastAt: await alarm.readLastRaisedAt(requireAccount(caller).userId) }),
  )

  routes.custom(api.changePassword, async ({ current, password }, caller, res) => {
    const account = requireAccount(caller)
    const fault = validatePassword(password, account)
    const refused = fault
      ? refuseWeakPassword(fault)
      : await throttle.consume('password', createOwnAttempt(accounts, caller, res))
    const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true }
    const request = toAuthRequest(res, { body })
    sendDone(res, refused ?? (await relayAuthResponse(res, auth.api.changePassword(request))))
  })
}

function registerSecondFactorRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle } = accounts
  routes.custom(api.beginSecondFactor, async ({ password }, caller, res) => {
    const request = toAuthRequest(res, { body: { password } })
    const refused = await throttle.consume('password', createOwnAttempt(accounts, caller, res))
    const answered = refused ?? (await relayAuthResponse(res, auth.api.enableTwoFactor(request)))
    if (!answered.ok) return sendRefused(res, answered)
    const { totpURI, backupCodes } = v.parse(SecondFactorSetup, answered.body)
    res.json({ uri: totpURI, backupCodes })
  })

  routes.custom(api.confirmSecondFactor, async ({ code }, caller, res) => {
    const request = toAuthRequest(res, { body: { code } })
    const refused = await throttle.consume('second-factor', createOwnAttempt(accounts, caller, res))
    sendDone(res, refused ?? (await relayAuthResponse(res, auth.api.verifyTOTP(request))))
  })

  routes.custom(api.disableSecondFactor, async ({ password }, caller, res) => {
    const request = toAuthRequest(res, { body: { password } })
    const refused = await throttle.consume('password', createOwnAttempt(accounts, caller, res))
    sendDone(res, refused ?? (await relayAuthResponse(res, auth.api.disableTwoFactor(request))))
  })
}

function registerPasskeyRoutes(routes: FunctionRoutes, { auth }: Accounts): void {
  routes.custom(api.getNewPasskeyOptions, async (_input, _caller, res) => {
    const headers = toAuthHeaders(res.req)
    const pending = auth.api.generatePasskeyRegistrationOptions({ headers, asResponse: true })
    sendBody(res, await relayAuthResponse(res, pending))
  })

  routes.custom(api.addPasskey, async ({ name, response }, _caller, res) => {
    const headers = toAuthHeaders(res.req)
    const body = { name, response }
    const pending = auth.api.verifyPasskeyRegistration({ body, headers, asResponse: true })
    sendDone(res, await relayAuthResponse(res, pending))
  })

  routes.custom(api.listPasskeys, async (_input, _caller, res) => {
    const found: unknown = await auth.api.listPasskeys({ headers: toAuthHeaders(res.req) })
    const known = v.parse(Passkeys, JSON.parse(JSON.stringify(found)))
    res.json(known.map(({ id, name, createdAt }) => ({ id, name, createdAt })))
  })

  routes.custom(api.removePasskey, async ({ id }, _caller, res) => {
    const headers = toAuthHeaders(res.req)
    const pending = auth.api.deletePasskey({ body: { id }, headers, asResponse: true })
    sendDone(res, await relayAuthResponse(res, pending))
  })
}
