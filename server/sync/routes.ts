import type { Response } from 'express'
import { answer } from '#server/http/answer.ts'
import type { Account, Caller } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { sendPacked } from '#server/http/responses.ts'
import { deviceState, getDevices, revokeDevice } from '#shared/sync/devices.ts'
import { syncPull, syncPush } from '#shared/sync/protocol.ts'
import { listDevices, revoke } from './devices.ts'
import { answerPull, answerPush, type Exchanged } from './exchange.ts'
import type { SyncParts } from './ports.ts'
import { findDevice } from './store.ts'

/** Endpoints of sync: pull, push, and the list of the owner's devices. */
export function syncRoutes(routes: FunctionRoutes, parts: SyncParts): void {
  const { db, clock } = parts
  routes.custom(syncPull, (asked, caller, res) =>
    send(res, answerPull(parts, asked, accountOf(caller)), syncPull.failure),
  )
  routes.custom(syncPush, async (sent, caller, res) =>
    send(res, await answerPush(parts, sent, accountOf(caller)), syncPush.failure),
  )
  routes.on(deviceState, ({ device }) =>
    answer({ revoked: Boolean(findDevice(db.read, device)?.revoked_at) }),
  )
  routes.on(getDevices, (_input, caller) => answer(listDevices(db.read, accountOf(caller).userId)))
  routes.on(revokeDevice, async ({ id }, caller) => {
    const { userId } = accountOf(caller)
    const session = await db.write((tx) => revoke(tx, { id, userId, now: clock() }))
    if (session) await parts.endSession(userId, session)
    return answer(listDevices(db.read, userId))
  })
}

async function send(res: Response, exchanged: Exchanged, error: string): Promise<void> {
  if ('json' in exchanged) await sendPacked(res.req, res, exchanged.json)
  else res.status(exchanged.status).json({ ...exchanged.refusal, error })
}

function accountOf({ account }: Caller): Account {
  if (!account) throw new Error('The guard let nobody through')
  return account
}
