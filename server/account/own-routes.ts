import type { Response } from 'express'
import * as v from 'valibot'
import { answer } from '#server/http/answer.ts'
import type { Account, Caller } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import * as api from '#shared/account/api.ts'
import type { Accounts } from './accounts.ts'
import { passwordFault } from './passwords.ts'
import { finish, headersOf, refuse, relay, weak } from './relay.ts'
import type { Try } from './throttle.ts'

const Begun = v.object({ totpURI: v.string(), backupCodes: v.array(v.string()) })
const Passkeys = v.array(
  v.object({
    id: v.string(),
    name: v.nullish(v.string(), ''),
    createdAt: v.nullish(v.string(), ''),
  }),
)

/** What whoever is signed in may do with their own account. */
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

function trying({ devices }: Accounts, caller: Caller, res: Response): Try {
  const account = own(caller).email
  return { ip: caller.ip, account, device: devices.find(res.req, account) }
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
    if (refused) return refuse(res, refused)
    const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true }
    const headers = headersOf(res.req)
    finish(res, await relay(res, auth.api.changePassword({ body, headers, asResponse: true })))
  })
}

function secondFactor(routes: FunctionRoutes, accounts: Accounts): void {
  const { auth, throttle } = accounts
  routes.custom(api.beginSecondFactor, async ({ password }, caller, res) => {
    const refused = await throttle.count('password', trying(accounts, caller, res))
    if (refused) return refuse(res, refused)
    const headers = headersOf(res.req)
    const asked = auth.api.enableTwoFactor({ body: { password }, headers, asResponse: true })
    const answered = await relay(res, asked)
    if (!answered.ok) return refuse(res, answered)
    const { totpURI, backupCodes } = v.parse(Begun, answered.body)
    res.json({ uri: totpURI, backupCodes })
  })

  routes.custom(api.confirmSecondFactor, async ({ code }, caller, res) => {
    const refused = await throttle.count('second-factor', trying(accounts, caller, res))
    if (refused) return refuse(res, refused)
    const headers = headersOf(res.req)
    finish(
      res,
      await relay(res, auth.api.verifyTOTP({ body: { code }, headers, asResponse: true })),
    )
  })

  routes.custom(api.endSecondFactor, async ({ password }, caller, res) => {
    const refused = await throttle.count('password', trying(accounts, caller, res))
    if (refused) return refuse(res, refused)
    const headers = headersOf(res.req)
    const asked = auth.api.disableTwoFactor({ body: { password }, headers, asResponse: true })
    finish(res, await relay(res, asked))
  })
}

function passkeys(routes: FunctionRoutes, { auth }: Accounts): void {
  routes.custom(api.passkeyNewOptions, async (_input, _caller, res) => {
    const headers = headersOf(res.req)
    const asked = auth.api.generatePasskeyRegistrationOptions({ headers, asResponse: true })
    const answered = await relay(res, asked)
    if (answered.ok) res.json(answered.body)
    else refuse(res, answered)
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
    finish(
      res,
      await relay(res, auth.api.deletePasskey({ body: { id }, headers, asResponse: true })),
    )
  })
}
