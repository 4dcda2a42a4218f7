import type { Tx } from '#server/db/database.ts'
import type { ChangeSource, PushedChanges } from '#server/sync/ports.ts'
import { writeServerEdits } from '#server/sync/server-edits.ts'
import { findRecords, readLivingRecords, type StoredRecord } from '#server/sync/store.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import { addMadePhotographs, listUnready } from '#shared/content/drafts.ts'
import { initialRevisions, legalPages } from '#shared/content/pages/legal-sections.ts'
import { judgePublication } from '#shared/content/publishing.ts'
import { listPhotographUses, type StoredContent } from '#shared/content/registry.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { insertVersion, readLatestVersion } from './store.ts'

export interface PublishParts {
  /** The date of a legal text is the owner's. */
  readOwnerZone(tx: Tx): Promise<string>
}

/**
 * Publishes what new records of the collection `publication` ask for, and notes in them what became of it. Call it in the
 * transaction that added them: each is published once, as a whole or not at all.
 */
export async function publishChanges(
  parts: PublishParts,
  tx: Tx,
  { changes, ...source }: PushedChanges,
): Promise<void> {
  for (const { before, after } of changes) {
    if (before || after.deleted) continue
    if (after.data.state === 'kept') continue
    await carryOut(tx, after, { ...source, ...parts })
  }
}

/**
 * Publishes what waited for photographs. Call it in the transaction that made one of them ready, or found that it is none.
 */
export async function publishAfterPhotograph(
  parts: PublishParts,
  tx: Tx,
  now: number,
): Promise<void> {
  for (const one of await readWaiting(tx))
    await carryOut(tx, one, { ...parts, now, deviceName: String(one.data.madeBy ?? '') })
}

/** The publications that wait, in the order in which they were made. */
async function readWaiting(tx: Tx): Promise<StoredPublication[]> {
  const all = await readLivingRecords(tx, 'publication')
  const madeAt = ({ data }: StoredPublication) => String(data.madeAt ?? '')
  return all
    .filter(({ data }) => data.state === 'waiting')
    .sort((a, b) => (madeAt(a) < madeAt(b) ? -1 : 1))
}

type StoredPublication = Pick<StoredRecord, 'id' | 'data'>

async function carryOut(
  tx: Tx,
  { id, data }: StoredPublication,
  source: ChangeSource & PublishParts,
): Promise<void> {
  const outcome = await publish(tx, data.changes as ContentChange[], source)
  if (outcome.state === data.state) return
  await writeServerEdits(tx, [{ coll: 'publication', id, set: outcome }], source)
}

async function publish(
  tx: Tx,
  asked: readonly ContentChange[],
  { now, deviceName, readOwnerZone }: ChangeSource & PublishParts,
) {
  const latest = await readLatestVersion(tx)
  const unready = await findRecords(tx, 'photograph', listUnready(asked))
  const photographs = new Map(
    unready.flatMap(({ record }) => (record.deleted ? [] : [[record.id, record.data]])),
  )
  const judged = judgePublication(latest.content, asked, photographs)
  if ('problem' in judged) return { state: 'refused', problem: judged.problem }
  if ('waitsFor' in judged) return { state: 'waiting', madeBy: deviceName }
  const changes = addMadePhotographs(asked, photographs)
  const today = toWallTime(now, await readOwnerZone(tx)).date
  const content = noteRevisions(judged.content, changes, today)
  const version = latest.version + 1
  await insertVersion(tx, { version, content, publishedAt: now, publishedBy: deviceName }, changes)
  return { state: 'published', version }
}

/** Dates the legal texts that these changes are of. */
function noteRevisions(
  content: StoredContent,
  changes: readonly ContentChange[],
  today: PlainDate,
): StoredContent {
  const revised = legalPages.filter((page) =>
    changes.some(({ coll, id }) => coll === 'page' && id === page),
  )
  const dates = Object.fromEntries(revised.map((page) => [page, today]))
  return { ...content, revised: { ...initialRevisions, ...content.revised, ...dates } }
}

/** A photograph that visitors see stays: its page would be published without it. */
export async function refusePhotographDelete(tx: Tx, id: string): Promise<string | undefined> {
  const uses = listPhotographUses((await readLatestVersion(tx)).content, id)
  if (uses.length > 0)
    return `Visitors see this photograph: ${uses.join(', ')}. Publish another there first.`
  const waiting = await readWaiting(tx)
  return waiting.some(({ data }) => listUnready(data.changes as ContentChange[]).includes(id))
    ? 'What you published waits for this photograph. Take that back first.'
    : undefined
}
