import { liveQuery } from 'dexie'
import { Edits } from '#client/book/edits/edits.ts'
import { type OwnerDatabase, ownerDatabase } from '#client/book/store/database.ts'
import { readDevice } from '#client/book/store/device.ts'
import type { Hints } from '#client/book/store/pages.ts'
import { asShown, undecided, waitingFor } from '#client/book/store/row.ts'
import { keyOf, SCHEDULE } from '#client/book/store/schema.ts'
import { SCHEDULE_ANSWER, type ScheduleAnswer } from '#client/book/sync/push.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { ScheduleUpdate } from '#shared/schedule/desk-api.ts'
import {
  type DraftPart,
  type DraftParts,
  draftsIn,
  fieldOf,
  namesOf,
  partOf,
  readDraft,
} from '#shared/schedule/drafts.ts'
import type { PartName, ScheduleContent } from '#shared/schedule/merge.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { contentIn } from './republish.ts'

/** Another device's draft of a part that already has a draft. */
export interface Alternative {
  part: PartName
  draft: DraftPart | undefined
  open: OpenConflict
}

/** The server's schedule that a draft was made from. */
export interface Since {
  content: ScheduleContent
  version: number
  epoch: string
}

/** The owner's unpublished drafts of the schedule, as stored on this device. */
export interface ScheduleWork {
  drafts: DraftParts
  /** The schedule that this device's own drafts were made from. */
  since: Since | undefined
  alternatives: Alternative[]
  /** The schedule in the last queued publish. */
  queued: ScheduleContent | undefined
  /** Outcome of the last publish; kept until `dropAnswer`. */
  answer: ScheduleAnswer | undefined
  deviceId: string
  deviceName: string
}

const SINCE = 'schedule-since'

/**
 * Calls `told` now and at each change, also from other tabs or the service worker. Returns the
 * unsubscribe function.
 */
export function watchScheduleWork(userId: string, told: (work: ScheduleWork) => void): () => void {
  const subscription = liveQuery(() => readScheduleWork(userId)).subscribe(told)
  return () => subscription.unsubscribe()
}

export function readScheduleWork(userId: string): Promise<ScheduleWork> {
  const db = ownerDatabase(userId)
  const key = keyOf(SCHEDULE)
  return db.transaction('r', [db.rows, db.queue, db.drafts, db.device], async () => {
    const row = await db.rows.get(key)
    const waiting = await waitingFor(db, key)
    const { data } = row ? asShown(row) : { data: {} }
    const published = waiting.flatMap(({ intent }) => (intent.op === 'publish' ? [intent] : []))
    const device = await db.device.get('device')
    return {
      drafts: draftsIn(data),
      since: (await db.drafts.get(SINCE))?.data as Since | undefined,
      alternatives: (row ? undecided(row, waiting) : []).flatMap((open) => {
        const part = partOf(open.field)
        return part ? [{ part, draft: readDraft(open.value), open }] : []
      }),
      queued: contentIn(published.at(-1)?.update),
      answer: (await db.drafts.get(SCHEDULE_ANSWER))?.data as ScheduleAnswer | undefined,
      deviceId: device?.deviceId ?? '',
      deviceName: device?.deviceName ?? '',
    }
  })
}

export interface DraftsChange {
  before: DraftParts
  after: DraftParts
  /** The schedule that the drafts were made from. */
  since: Since | undefined
}

/**
 * Stores the drafts and queues their changes for the owner's other devices; a finished draft
 * becomes null.
 */
export async function keepDrafts(userId: string, change: DraftsChange): Promise<void> {
  const { before, after, since } = change
  const db = ownerDatabase(userId)
  if (since && namesOf(after).length > 0) await db.drafts.put({ key: SINCE, data: since })
  else await db.drafts.delete(SINCE)
  const { deviceId, deviceName } = await readDevice(db, randomKey)
  const row = await db.rows.get(keyOf(SCHEDULE))
  const stored = row ? asShown(row).data : {}
  const base: Record<string, unknown> = {}
  const set: Record<string, unknown> = {}
  for (const part of new Set([...namesOf(before), ...namesOf(after)])) {
    const [was, is] = [before[part], after[part]]
    if (was === is) continue
    base[fieldOf(part)] = asStored(was, stored[fieldOf(part)])
    set[fieldOf(part)] = is ? { ...is, deviceId, device: deviceName } : null
  }
  if (Object.keys(set).length > 0) await edits(db).patch(SCHEDULE, { base, set })
}

/**
 * The stored form of a draft, which also has the device's name. The page may not have read it back
 * yet.
 */
function asStored(seen: DraftPart | undefined, stored: unknown): unknown {
  const kept = readDraft(stored)
  return kept && seen && kept.at === seen.at ? stored : (seen ?? null)
}

/** Queues the schedule for publishing. Replaces a publish that was not sent yet. */
export function queuePublish(
  userId: string,
  update: ScheduleUpdate,
  from: { version: number; epoch: string },
): Promise<void> {
  return edits(ownerDatabase(userId)).publish(update, from)
}

/** Takes another device's draft of a part, or discards it. */
export function chooseDraft(
  userId: string,
  { open, part }: Alternative,
  { choice, drafts }: { choice: 'keep' | 'take'; drafts: DraftParts },
): Promise<void> {
  const seen = drafts[part] ?? null
  return edits(ownerDatabase(userId)).resolve(SCHEDULE, { cid: open.cid, choice, seen })
}

/** Deletes the outcome of the last publish once it was shown. */
export async function dropAnswer(userId: string): Promise<void> {
  await ownerDatabase(userId).drafts.delete(SCHEDULE_ANSWER)
}

function edits(db: OwnerDatabase): Edits {
  return new Edits({ db, clock: systemClock, newId: randomKey, hints: inNoPage })
}

/** The schedule's record is never packed into a page. */
const inNoPage: Hints = () => ({ through: Number.POSITIVE_INFINITY, page: undefined })
