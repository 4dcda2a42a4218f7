import type { Response } from 'express'
import type { Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, type HttpResult, refuse } from '#server/http/http-result.ts'
import type { Account, RequestContext } from '#server/http/request-context.ts'
import { sendRefusal } from '#server/http/responses.ts'
import * as api from '#shared/privacy/api.ts'
import {
  changeConsents,
  erasePerson,
  exportAccountData,
  exportPersonData,
  type PersonParts,
  readAuditEntries,
  readConsents,
  readPersonSummary,
} from './commands.ts'
import { findUser, readRetention, writeRetention } from './store.ts'

export function registerPrivacyRoutes(routes: FunctionRoutes, parts: PersonParts): void {
  registerOwnRoutes(routes, parts)
  registerPersonRoutes(routes, parts)
}

/** The caller's account. The endpoint guard refuses callers without one. */
function requireAccount({ account }: RequestContext): Account {
  if (!account)
    throw new Error(
      'A privacy endpoint was called without a signed-in account. Its guard must refuse that.',
    )
  return account
}

/** Id of the account that a request is about: the caller's own; for the owner, any account's. */
async function findSubject(
  tx: Tx,
  caller: RequestContext,
  userId: string,
): Promise<HttpResult<string>> {
  const account = requireAccount(caller)
  if (userId === api.OWN_USER_ID || userId === account.userId) return answer(account.userId)
  if (account.role !== 'owner') return refuse(403, 'not_owner', 'This is for the owner only.')
  return (await findUser(tx, userId)) ? answer(userId) : refuse(404, 'not_found', 'Not found')
}

function registerOwnRoutes(routes: FunctionRoutes, { db, clock }: PersonParts): void {
  routes.on(api.getConsents, async ({ userId }, caller) => {
    const subject = await findSubject(db.read, caller, userId)
    return subject.ok ? answer(await readConsents(db.read, subject.value)) : subject
  })

  routes.on(api.saveConsents, ({ userId, consents, textVersion: version }, caller) =>
    db.write(async (tx) => {
      const subject = await findSubject(tx, caller, userId)
      if (!subject.ok) return subject
      const change = { subject: subject.value, consents, version, now: clock() }
      return answer(await changeConsents(tx, change))
    }),
  )

  routes.on(api.getAudit, async ({ userId }, caller) => {
    const subject = await findSubject(db.read, caller, userId)
    return subject.ok ? answer(await readAuditEntries(db.read, subject.value)) : subject
  })

  routes.on(api.recordAudit, async ({ userId }, caller) => {
    const subject = await findSubject(db.read, caller, userId)
    return subject.ok ? answer({ recorded: false }) : subject
  })

  routes.custom(api.exportOwnData, async ({ userId, format }, caller, res) => {
    const file = await db.write(async (tx) => {
      const subject = await findSubject(tx, caller, userId)
      return subject.ok
        ? answer(
            await exportAccountData(
              tx,
              { subject: subject.value, format, by: requireAccount(caller).userId },
              clock(),
            ),
          )
        : subject
    })
    if (file.ok) sendExport(res, file.value, format)
    else sendRefusal(res, file.status, { ...file.refusal, error: api.exportOwnData.failure })
  })
}

function registerPersonRoutes(routes: FunctionRoutes, parts: PersonParts): void {
  const { db } = parts
  routes.on(api.findPerson, async ({ email }) => answer(await readPersonSummary(parts, email)))

  routes.custom(api.exportPerson, async (request, caller, res) => {
    const by = requireAccount(caller).userId
    const file = await exportPersonData(parts, { ...request, by })
    sendExport(res, file, request.format)
  })

  routes.on(api.erasePerson, async ({ email }, caller) => {
    const outcome = await erasePerson(parts, { email, by: requireAccount(caller).userId })
    if (outcome.ok) return answer(outcome.summary)
    return refuse(409, outcome.obstacle, api.obstacleTexts[outcome.obstacle])
  })

  routes.on(api.getRetention, async () => answer(await readRetention(db.read)))
  routes.on(api.updateRetention, (retention) =>
    db.write(async (tx) => {
      await writeRetention(tx, retention)
      return answer(retention)
    }),
  )
}

function sendExport(res: Response, file: string, format: api.DataExportFormat): void {
  res.attachment(api.getExportFileName(format))
  res.type(format === 'json' ? 'application/json' : 'text/csv; charset=utf-8').send(file)
}
