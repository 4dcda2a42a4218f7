import { liveQuery } from 'dexie'
import { Edits } from '#client/book/edits/edits.ts'
import { type OwnerDatabase, openOwnerDatabase } from '#client/book/store/database.ts'
import { readDevice } from '#client/book/store/device.ts'
import type { PageHints } from '#client/book/store/pages.ts'
import { getOpenConflicts, getOptimistic, readPending } from '#client/book/store/record.ts'
import { SCHEDULE, toRecordKey } from '#client/book/store/schema.ts'
import { PUBLISH_RESULT_KEY, type PublishResult } from '#client/book/sync/apply-push.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { ScheduleUpdate } from '#shared/schedule/desk-api.ts'
import type { PartName, ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import {
  type DraftPart,
  type DraftParts,
  listDraftedParts,
  parseDraftField,
  parseDraftPart,
  parseDrafts,
  toDraftField,
} from '#shared/schedule/schedule-drafts.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { parseContent } from './rebase-schedule.ts'

/** Another device's draft of a part that already has a draft. */
export interface DraftConflict {
  part: PartName
  draft: DraftPart | undefined
  conflict: OpenConflict
}

/** The server's schedule that a draft was made from. */
export interface ScheduleBase {
  content: ScheduleContent
  version: number
  epoch: string
}

/** The owner's unpublished drafts of the schedule, as stored on this device. */
export interface UnpublishedSchedule {
  drafts: DraftParts
  /** The schedule that this device's own drafts were made from. */
  base: ScheduleBase | undefined
  conflicts: DraftConflict[]
  /** The schedule in the last queued publish. */
  queuedPublish: ScheduleContent | undefined
  /** Outcome of the last publish; kept until `clearPublishResult`. */
  publishResult: PublishResult | undefined
  deviceId: string
  deviceName: string
}

const BASE_KEY = 'schedule-since'

/**
 * Calls `listener` now and at each change, also from other tabs or the service worker. Returns the
 * unsubscribe function.
 */
export function watchUnpublishedSchedule(
  userId: string,
  listener: (work: UnpublishedSchedule) => void,
): () => void {
  const subscription = liveQuery(() => readUnpublishedSchedule(userId)).subscribe(listener)
  return () => subscription.unsubscribe()
}

export function readUnpublishedSchedule(userId: string): Promise<UnpublishedSchedule> {
  const db = openOwnerDatabase(userId)
  const key = toRecordKey(SCHEDULE)
  return db.transaction('r', [db.records, db.queue, db.drafts, db.device], async () => {
    const row = await db.records.get(key)
    const pending = await readPending(db, key)
    const { data } = row ? getOptimistic(row) : { data: {} }
    const published = pending.flatMap(({ intent }) => (intent.op === 'publish' ? [intent] : []))
    const device = await db.device.get('device')
    return {
      drafts: parseDrafts(data),
      base: (await db.drafts.get(BASE_KEY))?.data as ScheduleBase | undefined,
      conflicts: (row ? getOpenConflicts(row, pending) : []).flatMap((open) => {
        const part = parseDraftField(open.field)
        return part ? [{ part, draft: parseDraftPart(open.value), conflict: open }] : []
      }),
      queuedPublish: parseContent(published.at(-1)?.update),
      publishResult: (await db.drafts.get(PUBLISH_RESULT_KEY))?.data as PublishResult | undefined,
      deviceId: device?.deviceId ?? '',
      deviceName: device?.deviceName ?? '',
    }
  })
}

export interface DraftsChange {
  before: DraftParts
  after: DraftParts
  /** The schedule that the drafts were made from. */
  base: ScheduleBase | undefined
}

/**
 * Stores the drafts and queues their changes for the owner's other devices; a finished draft
 * becomes null.
 */
export async function saveDrafts(userId: string, change: DraftsChange): Promise<void> {
  const { before, after, base: since } = change
  const db = openOwnerDatabase(userId)
  if (since && listDraftedParts(after).length > 0)
    await db.drafts.put({ key: BASE_KEY, data: since })
  else await db.drafts.delete(BASE_KEY)
  const { deviceId, deviceName } = await readDevice(db, randomKey)
  const row = await db.records.get(toRecordKey(SCHEDULE))
  const stored = row ? getOptimistic(row).data : {}
  const base: Record<string, unknown> = {}
  const set: Record<string, unknown> = {}
  for (const part of new Set([...listDraftedParts(before), ...listDraftedParts(after)])) {
    const [was, is] = [before[part], after[part]]
    if (was === is) continue
    base[toDraftField(part)] = toStoredDraft(was, stored[toDraftField(part)])
    set[toDraftField(part)] = is ? { ...is, deviceId, device: deviceName } : null
  }
  if (Object.keys(set).length > 0) await createEdits(db).patch(SCHEDULE, { base, set })
}

/**
 * The stored form of a draft, which also has the device's name. The page may not have read it back
 * yet.
 */
function toStoredDraft(seen: DraftPart | undefined, stored: unknown): unknown {
  const storedPart = parseDraftPart(stored)
  return storedPart && seen && storedPart.at === seen.at ? stored : (seen ?? null)
}

/** Queues the schedule for publishing. Replaces a publish that was not sent yet. */
export function enqueuePublish(
  userId: string,
  update: ScheduleUpdate,
  from: { version: number; epoch: string },
): Promise<void> {
  return createEdits(openOwnerDatabase(userId)).publish(update, from)
}

/** Takes another device's draft of a part, or discards it. */
export function resolveDraftConflict(
  userId: string,
  { conflict, part }: DraftConflict,
  { choice, drafts }: { choice: 'keep' | 'take'; drafts: DraftParts },
): Promise<void> {
  const seen = drafts[part] ?? null
  return createEdits(openOwnerDatabase(userId)).resolve(SCHEDULE, {
    cid: conflict.cid,
    choice,
    seen,
  })
}

/** Deletes the outcome of the last publish once it was shown. */
export async function clearPublishResult(userId: string): Promise<void> {
  await openOwnerDatabase(userId).drafts.delete(PUBLISH_RESULT_KEY)
}

function createEdits(db: OwnerDatabase): Edits {
  return new Edits({ db, clock: systemClock, newId: randomKey, hints: noPageHints })
}

/** The schedule's record is never packed into a page. */
const noPageHints: PageHints = () => ({ knownThrough: Number.POSITIVE_INFINITY, pageNo: undefined })
