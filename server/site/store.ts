import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { SiteVersionTable } from '#server/db/tables.ts'
import type { SiteVersionRecord } from '#shared/content/desk-api.ts'
import { completeServices } from '#shared/content/drafts.ts'
import type { StoredContent } from '#shared/content/registry.ts'
import { initialContent } from './initial-content.ts'

/** A version of the site's content; version 0 is what the site has before the owner publishes. */
export interface SiteVersion {
  version: number
  content: StoredContent
  /** UTC milliseconds. */
  publishedAt: number
  /** Name of the device; empty if it is unknown. */
  publishedBy: string
  /** Why its pages could not be rendered; null otherwise. */
  fault: string | null
}

const UNTOUCHED: SiteVersion = {
  version: 0,
  content: initialContent,
  publishedAt: 0,
  publishedBy: '',
  fault: null,
}

/**
 * Stores version 0, so that the owner's devices have it; again after a release with other initial texts, as long as nothing is
 * published.
 */
export async function storeUntouchedVersion(tx: Tx): Promise<void> {
  const { version, content } = await readLatestVersion(tx)
  const values = toRow(UNTOUCHED, [])
  const isStored = await tx
    .selectFrom('site_version')
    .select('version')
    .where('version', '=', 0)
    .executeTakeFirst()
  if (!isStored) await tx.insertInto('site_version').values(values).execute()
  else if (version === 0 && !isDeepStrictEqual(content, initialContent))
    await tx.updateTable('site_version').set(values).where('version', '=', 0).execute()
}

/** The version that visitors get. */
export async function readLatestVersion(tx: Tx): Promise<SiteVersion> {
  const versions = tx.selectFrom('site_version').selectAll()
  const row = await versions.orderBy('version', 'desc').limit(1).executeTakeFirst()
  return row ? toSiteVersion(row) : UNTOUCHED
}

/** The number of the version that visitors get. */
export async function readLatestVersionNumber(tx: Tx): Promise<number> {
  const { max } = tx.fn
  const row = await tx
    .selectFrom('site_version')
    .select(max('version').as('version'))
    .executeTakeFirst()
  return row?.version ?? 0
}

/** `supersededAt`: when the next version was published; null for the latest one. */
export async function findVersion(
  tx: Tx,
  version: number,
): Promise<(SiteVersion & { supersededAt: number | null }) | undefined> {
  const rows = await tx
    .selectFrom('site_version')
    .selectAll()
    .where('version', 'in', [version, version + 1])
    .execute()
  const find = (number: number) => rows.find((row) => row.version === number)
  const row = find(version)
  const found = row ? toSiteVersion(row) : version === 0 ? UNTOUCHED : undefined
  return found && { ...found, supersededAt: find(version + 1)?.published_at ?? null }
}

/** Fails if another transaction stores this version meanwhile: what is published is applied to the version before it. */
export async function insertVersion(
  tx: Tx,
  published: Omit<SiteVersion, 'fault'>,
  changes: readonly unknown[],
): Promise<void> {
  const made = { ...published, fault: null }
  await tx.insertInto('site_version').values(toRow(made, changes)).execute()
  // A change of the former version, so that devices pull it once more, without its content.
  await tx
    .updateTable('site_version')
    .set({ published_at: sql.ref('published_at') })
    .where('version', '=', made.version - 1)
    .execute()
}

export async function recordFault(tx: Tx, version: number, fault: string | null): Promise<void> {
  await tx.updateTable('site_version').set({ fault }).where('version', '=', version).execute()
}

/** Versions as the owner's devices have them. The content, which is large, is in the newest alone. */
export async function readVersionRecords(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, SiteVersionRecord>> {
  const rows = await tx
    .selectFrom('site_version')
    .select(['version', 'changes', 'published_at', 'published_by', 'fault'])
    .where('version', 'in', ids.map(Number))
    .orderBy('version')
    .execute()
  const newest = await readLatestVersion(tx)
  return new Map(
    rows.map(({ version, changes, published_at, published_by, fault }) => [
      String(version),
      {
        publishedAt: published_at,
        publishedBy: published_by,
        changes: JSON.parse(changes),
        ...(fault !== null && { fault }),
        ...(version === newest.version && { content: newest.content }),
      },
    ]),
  )
}

function toRow(made: SiteVersion, changes: readonly unknown[]): SiteVersionTable {
  return {
    version: made.version,
    content: JSON.stringify(made.content),
    changes: JSON.stringify(changes),
    published_at: made.publishedAt,
    published_by: made.publishedBy,
    fault: made.fault,
  }
}

function toSiteVersion(row: SiteVersionTable): SiteVersion {
  return {
    version: row.version,
    content: completeServices(JSON.parse(row.content)),
    publishedAt: row.published_at,
    publishedBy: row.published_by,
    fault: row.fault,
  }
}
