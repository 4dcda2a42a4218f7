import type { Response } from 'express'
import type { Tx } from '#server/db/database.ts'
import { personData, rowsOfPerson } from '#server/db/privacy/person.ts'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { Account, Caller } from '#server/http/caller.ts'
import { type FunctionRoutes, sendRefusal } from '#server/http/functions.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import * as api from '#shared/privacy/api.ts'
import { getRetention, updateRetention } from '#shared/privacy/api.ts'
import { auditEntries, changeConsents, consentsOf } from './consents.ts'
import { erasePerson, exportedPerson, exportFile, holdingsOf, type PersonParts } from './persons.ts'
import { findUser, insertAudit, readRetention, writeRetention } from './store.ts'

export function privacyRoutes(routes: FunctionRoutes, parts: PersonParts): void {
  ownRoutes(routes, parts)
  personRoutes(routes, parts)
}

/** The guard has let nobody else through. */
function own({ account }: Caller): Account {
  if (!account) throw new Error('An endpoint of privacy was called without an account')
  return account
}

/** Whose data is asked for: the caller's own, or, for the owner, any account's. */
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

/** What was sent from a mailbox belongs to an account only once its person has shown that they read it. */
function accountFile(
  tx: Tx,
  { subject, format, by }: { subject: string; format: api.ExportFormat; by: string },
  now: number,
): string {
  const user = findUser(tx, subject)
  const email = user?.email ?? ''
  // Of clients none: see below.
  const all = rowsOfPerson(tx, normalizeEmail(email), { upTo: Number.MAX_SAFE_INTEGER, found: [] })
  const only = {
    bookings: [],
    submissions: [],
    consents: [],
    mails: [],
    jobs: [],
    users: [subject],
    clients: [],
  }
  // What the owner notes of a client is given out by the owner: it may speak of others too.
  const rows = user?.email_verified ? { ...all, users: [subject], clients: [] } : only
  const details = `Personal data exported as ${format}`
  insertAudit(tx, { subject: by, action: 'Data Export', details, at: now })
  return exportFile({ email, data: personData(tx, rows), now }, format)
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

  routes.on(getRetention, () => answer(readRetention(db.read)))
  routes.on(updateRetention, (retention) =>
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
