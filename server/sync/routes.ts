import type { Response } from 'express'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer } from '#server/http/http-result.ts'
import type { Account, RequestContext } from '#server/http/request-context.ts'
import { sendCompressedJson } from '#server/http/responses.ts'
import { getDeviceState, getDevices, revokeDevice } from '#shared/sync/devices.ts'
import { syncPull, syncPush } from '#shared/sync/protocol.ts'
import { listDevices, markDeviceRevoked } from './devices.ts'
import type { SyncParts } from './ports.ts'
import { findDevice } from './store.ts'
import { handlePull, handlePush, type SyncResponse } from './sync-requests.ts'

/** Endpoints of sync: pull, push, and the list of the owner's devices. */
export function registerSyncRoutes(routes: FunctionRoutes, parts: SyncParts): void {
  const { db, clock } = parts
  routes.custom(syncPull, async (request, caller, res) =>
    sendSyncResponse(
      res,
      await handlePull(parts, request, requireAccount(caller)),
      syncPull.failure,
    ),
  )
  routes.custom(syncPush, async (sent, caller, res) =>
    sendSyncResponse(res, await handlePush(parts, sent, requireAccount(caller)), syncPush.failure),
  )
  routes.on(getDeviceState, async ({ deviceId }) =>
    answer({ revoked: Boolean((await findDevice(db.read, deviceId))?.revoked_at) }),
  )
  routes.on(getDevices, async (_input, caller) =>
    answer(await listDevices(db.read, requireAccount(caller).userId)),
  )
  routes.on(revokeDevice, async ({ id }, caller) => {
    const { userId } = requireAccount(caller)
    const session = await db.write((tx) => markDeviceRevoked(tx, { id, userId, now: clock() }))
    if (session) await parts.endSession(userId, session)
    return answer(await listDevices(db.read, userId))
  })
}

async function sendSyncResponse(
  res: Response,
  exchanged: SyncResponse,
  error: string,
): Promise<void> {
  if ('json' in exchanged) await sendCompressedJson(res.req, res, exchanged.json)
  else res.status(exchanged.status).json({ ...exchanged.refusal, error })
}

function requireAccount({ account }: RequestContext): Account {
  if (!account)
    throw new Error(
      'A sync endpoint was called without a signed-in account. Its guard must refuse that.',
    )
  return account
}
