import type { CachedAnswer } from '#client/data/store/schema.ts'
import { callData } from './data-client.ts'

/*
 * The desk's cached data and drafts, read and written through the worker that owns the database.
 * None of these reject: without storage, or while this device is locked, the desk still works
 * online.
 */

export function readCached(userId: string, key: string): Promise<CachedAnswer | undefined> {
  return callData(userId, (data) => data.getCached(key)).catch(nothing)
}

/** Resolves with whether the answer was stored. */
export function storeCached(userId: string, answer: CachedAnswer): Promise<boolean> {
  return callData(userId, (data) => data.putCached(answer)).then(yes, no)
}

export function readDraft(userId: string, key: string): Promise<unknown> {
  return callData(userId, (data) => data.getDraft(key)).catch(nothing)
}

/** Resolves with whether the draft was stored. */
export function saveDraft(userId: string, key: string, data: unknown): Promise<boolean> {
  return callData(userId, (local) => local.putDraft({ key, data })).then(yes, no)
}

/** Resolves with whether the draft was deleted. */
export function deleteDraft(userId: string, key: string): Promise<boolean> {
  return callData(userId, (data) => data.deleteDraft(key)).then(yes, no)
}

/** Returns the id under which the server knows this device; undefined without a database. */
export function readDeviceId(userId: string): Promise<string | undefined> {
  return callData(userId, async (data) => (await data.getDevice()).id).catch(nothing)
}

const nothing = () => undefined

const yes = () => true

const no = () => false
