import type { Response } from 'express'
import type { Tx } from '#server/db/database.ts'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { Account, Caller } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { sendRefusal } from '#server/http/responses.ts'
import * as api from '#shared/privacy/api.ts'
import {
  accountFile,
  auditEntries,
  changeConsents,
  consentsOf,
  erasePerson,
  exportedPerson,
  holdingsOf,
  type PersonParts,
} from './commands.ts'
import { findUser, readRetention, writeRetention } from './store.ts'

export function privacyRoutes(routes: FunctionRoutes, parts: PersonParts): void {
  ownRoutes(routes, parts)
  personRoutes(routes, parts)
}

/** The caller's account. The endpoint guard refuses callers without one. */
function own({ account }: Caller): Account {
  if (!account) throw new Error('An endpoint of privacy was called without an account')
  return account
}

/** Id of the account that a request is about: the caller's own; for the owner, any account's. */
function subjectOf(tx: Tx, caller: Caller, userId: string): HttpResult<string> {
  const account = own(caller)
  if (userId === api.OWN_SUBJECT || userId === account.userId) return answer(account.userId)
  if (account.role !== 'owner') return decline(403, 'not_owner', 'This is for the owner only.')
  return findUser(tx, userId) ? answer(userId) : decline(404, 'not_found', 'Not found')
}

function ownRoutes(routes: FunctionRoutes, { db, clock }: PersonParts): void {
  routes.on(api.getConsents, ({ userId }, caller) => {
    const subject = subjectOf(db.read, caller, userId)
    return subject.ok ? answer(consentsOf(db.read, subject.value)) : subject
  })

  routes.on(api.saveConsents, ({ userId, consents, textVersion: version }, caller) =>
    db.write((tx) => {
      const subject = subjectOf(tx, caller, userId)
      if (!subject.ok) return subject
      const change = { subject: subject.value, consents, version, now: clock() }
      return answer(changeConsents(tx, change))
    }),
  )

  routes.on(api.getAudit, ({ userId }, caller) => {
    const subject = subjectOf(db.read, caller, userId)
    return subject.ok ? answer(auditEntries(db.read, subject.value)) : subject
  })

  routes.on(api.noteAudit, ({ userId }, caller) => {
    const subject = subjectOf(db.read, caller, userId)
    return subject.ok ? answer({ recorded: false }) : subject
  })

  routes.custom(api.exportOwnData, async ({ userId, format }, caller, res) => {
    const file = await db.write((tx) => {
      const subject = subjectOf(tx, caller, userId)
      return subject.ok
        ? answer(
            accountFile(tx, { subject: subject.value, format, by: own(caller).userId }, clock()),
          )
        : subject
    })
    if (file.ok) sendFile(res, file.value, format)
    else sendRefusal(res, file.status, { ...file.refusal, error: api.exportOwnData.failure })
  })
}

function personRoutes(routes: FunctionRoutes, parts: PersonParts): void {
  const { db } = parts
  routes.on(api.findPerson, async ({ email }) => answer(await holdingsOf(parts, email)))

  routes.custom(api.exportPerson, async (asked, caller, res) => {
    const by = own(caller).userId
    const file = await exportedPerson(parts, { ...asked, by })
    sendFile(res, file, asked.format)
  })

  routes.on(api.erasePerson, async ({ email }, caller) => {
    const outcome = await erasePerson(parts, { email, by: own(caller).userId })
    if (outcome.ok) return answer(outcome.holdings)
    return decline(409, outcome.obstacle, api.obstacleWords[outcome.obstacle])
  })

  routes.on(api.getRetention, () => answer(readRetention(db.read)))
  routes.on(api.updateRetention, (retention) =>
    db.write((tx) => {
      writeRetention(tx, retention)
      return answer(retention)
    }),
  )
}

function sendFile(res: Response, file: string, format: api.ExportFormat): void {
  res.attachment(api.exportFileName(format))
  res.type(format === 'json' ? 'application/json' : 'text/csv; charset=utf-8').send(file)
}
