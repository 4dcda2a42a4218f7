import type { Tx } from '#server/db/database.ts'
import type { PushedChanges } from '#server/sync/ports.ts'
import { writeServerEdits } from '#server/sync/server-edits.ts'
import type { ContentChange } from '#shared/content/collections.ts'
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
    const today = toWallTime(source.now, await parts.readOwnerZone(tx)).date
    const outcome = await publish(tx, after.data.changes as ContentChange[], { ...source, today })
    await writeServerEdits(tx, [{ coll: 'publication', id: after.id, set: outcome }], source)
  }
}

async function publish(
  tx: Tx,
  changes: readonly ContentChange[],
  { now, today, deviceName }: Omit<PushedChanges, 'changes'> & { today: PlainDate },
) {
  const latest = await readLatestVersion(tx)
  const judged = judgePublication(latest.content, changes)
  if ('problem' in judged) return { state: 'refused', problem: judged.problem }
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
  return uses.length > 0
    ? `Visitors see this photograph: ${uses.join(', ')}. Publish another there first.`
    : undefined
}
