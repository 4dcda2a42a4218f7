import { decline } from '#server/http/answer.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import * as api from '#shared/account/api.ts'
import { getSession, signOut } from '#shared/account/session-api.ts'
import type { Accounts } from './accounts.ts'
import { passwordFault } from './passwords.ts'
import { finish, headersOf, refuse, relay, weak, welcome } from './relay.ts'

/** Told only while it is true: later it would say whose address is whose. */
const NO_OWNER = decline(
  401,
  'no_owner',
  'Make one on the server, with: npm run owner -- --email you@example.com',
)

/** What anybody may ask: to sign in and out, to make an account, to get back into one. */
export function accountRoutes(routes: FunctionRoutes, accounts: Accounts): void {
  signingIn(routes, accounts)
  byPasskey(routes, accounts)
  signingUp(routes, accounts)
  resetting(routes, accounts)
}

function signingIn(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle, devices } = accounts

  routes.custom(getSession, async (_input, _caller, res) => {
    res.json({ user: await accounts.view(headersOf(res.req)) })
  })

  routes.custom(api.signIn, async ({ email, password }, { ip }, res) => {
    const tried = { ip, account: email, device: devices.find(res.req, email) }
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
    const answered = await relay(res, asked)
    if (answered.ok) res.json(answered.body)
    else refuse(res, answered)
  })

  // Not counted: nobody guesses a passkey, and it is the owner's way in while passwords are guessed.
  routes.custom(api.passkeySignIn, async ({ response }, _caller, res) => {
    const asked = { body: { response }, headers: headersOf(res.req), asResponse: true } as const
    await welcome(accounts, res, await relay(res, auth.api.verifyPasskeyAuthentication(asked)))
  })
}

function signingUp(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle, devices } = accounts

  routes.custom(api.signUp, async ({ name, email, password }, { ip }, res) => {
    const fault = passwordFault(password, { email, role: 'visitor' })
    const refused = fault ? weak(fault) : await throttle.count('sign-up', { ip, account: email })
    if (refused) return refuse(res, refused)
    const body = { name, email, password }
    finish(res, await relay(res, auth.api.signUpEmail({ body, asResponse: true })))
  })

  routes.custom(api.confirmEmail, async ({ token }, { ip }, res) => {
    const refused = await throttle.count('mailed-code', { ip })
    if (refused) return refuse(res, refused)
    const asked = { query: { token }, headers: headersOf(res.req), asResponse: true } as const
    await welcome(accounts, res, await relay(res, auth.api.verifyEmail(asked)))
  })

  routes.custom(api.sendConfirmationAgain, async ({ email }, { ip }, res) => {
    const tried = { ip, account: email, device: devices.find(res.req, email) }
    const refused = await throttle.count('confirmation-mail', tried)
    if (refused) return refuse(res, refused)
    const asked = auth.api.sendVerificationEmail({ body: { email }, asResponse: true })
    finish(res, await relay(res, asked))
  })
}

function resetting(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle, devices } = accounts

  routes.custom(api.requestReset, async ({ email }, { ip }, res) => {
    const tried = { ip, account: email, device: devices.find(res.req, email) }
    const refused = await throttle.count('reset-mail', tried)
    if (refused) return refuse(res, refused)
    const asked = auth.api.requestPasswordReset({ body: { email }, asResponse: true })
    finish(res, await relay(res, asked))
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
