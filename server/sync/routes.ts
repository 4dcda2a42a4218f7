import type { Response } from 'express'
import {
  deviceState,
  getDevices,
  LARGEST_PAGE,
  OLDEST_SCHEMA,
  revokeDevice,
  SCHEMA,
  syncPull,
  syncPush,
} from '../../shared/sync/protocol.ts'
import { answer } from '../http/answer.ts'
import type { Account, Caller } from '../http/caller.ts'
import { type FunctionRoutes, sendRefusal } from '../http/functions.ts'
import { sendPacked } from '../http/packed.ts'
import { type Calling, isNews, listDevices, noteDevice, revoke, verdictOn } from './devices.ts'
import type { SyncParts } from './ports.ts'
import { pullPage } from './pull.ts'
import { push, readMutations } from './push.ts'
import { epochOf, findDevice, syncClock } from './store.ts'

/** What the owner's devices exchange with the server. */
export function syncRoutes(routes: FunctionRoutes, parts: SyncParts): void {
  const { db, clock } = parts
  pullRoute(routes, parts)
  pushRoute(routes, parts)
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

function pullRoute(routes: FunctionRoutes, parts: SyncParts): void {
  const { db, clock } = parts
  routes.custom(syncPull, async (asked, caller, res) => {
    const { device: id, deviceName: name, seq, schema } = asked
    const { userId, sessionId } = accountOf(caller)
    const calling = { id, name, userId, sessionId, cursor: seq }
    const epoch = epochOf(db.read)
    const known = findDevice(db.read, id)
    const lastMid = known?.last_mid ?? 0
    if (refusedDevice(res, parts, calling) || refusedSchema(res, schema)) return
    const now = clock()
    // Nobody waits for the note of when a device was here.
    if (isNews(known, calling, now))
      void db.write((tx) => noteDevice(tx, calling, now)).catch(() => undefined)
    if (asked.epoch !== epoch && (asked.epoch !== '' || seq > 0)) {
      res.status(409).json({ code: 'epoch', error: syncPull.failure, epoch, lastMid })
      return
    }
    if (seq > 0 && seq < syncClock(db.read).horizon) {
      sendRefusal(res, 410, { code: 'resync', error: syncPull.failure })
      return
    }
    const limit = Math.min(Math.max(asked.limit, 1), LARGEST_PAGE)
    await sendPacked(res.req, res, pullPage(db.read, { epoch, seq, limit, lastMid, now }))
  })
}

function pushRoute(routes: FunctionRoutes, parts: SyncParts): void {
  const { db, clock } = parts
  routes.custom(syncPush, async (sent, caller, res) => {
    const { deviceId, deviceName, epoch, schema } = sent
    const { userId, sessionId } = accountOf(caller)
    const calling: Calling = { id: deviceId, name: deviceName, userId, sessionId }
    if (refusedDevice(res, parts, calling) || refusedSchema(res, schema)) return
    const mutations = readMutations(sent.mutations)
    if (!mutations) {
      sendRefusal(res, 400, { code: 'fields', error: syncPush.failure })
      return
    }
    const current = epochOf(db.read)
    if (epoch !== current) {
      const lastMid = findDevice(db.read, deviceId)?.last_mid ?? 0
      res.status(409).json({ code: 'epoch', error: syncPush.failure, epoch: current, lastMid })
      return
    }
    const outcome = await db.write((tx) => {
      const { last_mid: lastMid } = noteDevice(tx, calling, clock())
      return push(tx, parts, { deviceId, deviceName, epoch, lastMid, mutations })
    })
    if (outcome.ok) await sendPacked(res.req, res, JSON.stringify(outcome.answer))
    else {
      const { code, lastMid } = outcome
      res.status(409).json({ code, error: syncPush.failure, lastMid })
    }
  })
}

function refusedDevice(res: Response, { db }: SyncParts, calling: Calling): boolean {
  const verdict = verdictOn(findDevice(db.read, calling.id), calling)
  if (verdict === 'revoked')
    sendRefusal(res, 403, { code: 'revoked', error: 'This device was removed.' })
  else if (verdict === 'foreign') sendRefusal(res, 400, { code: 'fields', error: syncPush.failure })
  return verdict !== 'ok'
}

function refusedSchema(res: Response, schema: number): boolean {
  const known = schema >= OLDEST_SCHEMA && schema <= SCHEMA
  if (!known)
    sendRefusal(res, 409, { code: 'schema', error: 'This version of the desk is too old.' })
  return !known
}

function accountOf({ account }: Caller): Account {
  if (!account) throw new Error('The guard let nobody through')
  return account
}
