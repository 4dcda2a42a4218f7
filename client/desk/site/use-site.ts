import { useMemo, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { RecordEdit } from '#client/data/edits/types.ts'
import { useRecords } from '#client/desk/queries/use-records.ts'
import { createStore, type Store, useStore } from '#client/lib/store.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import type { SiteVersionRecord } from '#shared/content/desk-api.ts'
import {
  addMadePhotographs,
  applyChanges,
  type ContentRecords,
  completeServices,
  isReadable,
  listDraftChanges,
} from '#shared/content/drafts.ts'
import { type ContentProblem, checkContent } from '#shared/content/publishing.ts'
import type { StoredContent } from '#shared/content/registry.ts'
import type { DataOf } from '#shared/sync/collections.ts'

export interface Publication extends DataOf<'publication'> {
  id: string
}

/** A published version, with its number. */
export interface SiteVersion extends SiteVersionRecord {
  version: number
}

/** What the owner has written of the site, on this device. */
export interface Site {
  /** What visitors see. */
  published: StoredContent
  /** What they will see once the queued publications have arrived; drafts are what differs from it. */
  expected: StoredContent
  records: ContentRecords
  drafts: ContentChange[]
  /** What they will see once every draft that a page can show is published. */
  wanted: StoredContent
  /** What stands in the way of publishing all drafts. */
  problems: ContentProblem[]
  /** Publications without an answer, also those that wait for a photograph, in the order in which they were made. */
  queued: Publication[]
  /** Drafts that an earlier version took the place of, the last ones first. */
  kept: Publication[]
  publishedIds: ReadonlySet<string>
  /** The latest one that the server refused, if nothing was published after it. */
  refused: Publication | undefined
  /** The newest first; the last is version 0, before anything was published. */
  versions: SiteVersion[]
  writer: Writer
}

/** Undefined until this device has everything. */
export function useSite(): Site | undefined {
  const [writer] = useState(() => new Writer((edits) => getData().records.edit(edits)))
  const page = useRecords('page')
  const service = useRecords('service')
  const business = useRecords('business')
  const photograph = useRecords('photograph')
  const publication = useRecords('publication')
  const version = useRecords('site-version')
  const content = useMemo(() => {
    if (!page || !service || !business || !photograph || !publication || !version) return undefined
    return buildSite({ page, service, business, photograph }, publication, version)
  }, [page, service, business, photograph, publication, version])
  return useMemo(() => content && { ...content, writer }, [content, writer])
}

export function buildSite(
  records: ContentRecords,
  publication: ReadonlyMap<string, DataOf<'publication'>>,
  version: ReadonlyMap<string, SiteVersionRecord>,
): Omit<Site, 'writer'> | undefined {
  const versions = [...version]
    .map(([id, record]) => ({ version: Number(id), ...record }))
    .sort((a, b) => b.version - a.version)
  const content = versions.find((version) => version.content)?.content
  if (!content) return undefined
  const published = completeServices(content)
  const all = [...publication]
    .map(([id, record]) => ({ id, ...record }))
    .sort((a, b) => toTime(a) - toTime(b))
  const queued = all
    .filter(({ state, changes = [] }) => (!state || state === 'waiting') && changes.length > 0)
    .map(({ changes = [], ...one }) => ({
      ...one,
      changes: addMadePhotographs(changes as ContentChange[], records.photograph),
    }))
  const expected = queued.reduce((before, { changes }) => applyChanges(before, changes), published)
  const drafts = listDraftChanges(expected, records)
  const latest = all.findLast(({ state }) => state === 'published' || state === 'refused')
  return {
    ...{ published, expected, records, drafts, queued, versions },
    kept: all.filter(({ state, changes = [] }) => state === 'kept' && changes.length > 0).reverse(),
    wanted: applyChanges(expected, drafts.filter(isReadable)),
    problems: checkContent(applyChanges(expected, drafts), records.photograph),
    publishedIds: new Set(all.flatMap(({ id, state }) => (state === 'published' ? id : []))),
    refused: latest?.state === 'refused' ? latest : undefined,
  }
}

function toTime({ madeAt = '' }: Publication): number {
  return Date.parse(madeAt) || 0
}

/** Whether everything typed is stored on this device. */
export type WriteState = 'stored' | 'writing' | 'failed'

/** Stores edits one after the other, so that typing never waits. A failed write is repeated with the next one. */
export class Writer {
  readonly state: Store<WriteState> = createStore<WriteState>('stored')
  private edits: RecordEdit[] = []

  constructor(private readonly write: (edits: readonly RecordEdit[]) => Promise<void>) {}

  add(edits: readonly RecordEdit[]): void {
    this.edits.push(...edits)
    if (this.state.get() !== 'writing') void this.run()
  }

  /** Repeats a failed write. */
  retry(): void {
    this.add([])
  }

  private async run(): Promise<void> {
    this.state.set('writing')
    while (this.edits.length > 0) {
      const batch = this.edits
      this.edits = []
      try {
        await this.write(batch)
      } catch {
        this.edits = [...batch, ...this.edits]
        this.state.set('failed')
        return
      }
    }
    this.state.set('stored')
  }
}

export function useWriteState({ writer }: Pick<Site, 'writer'>): WriteState {
  return useStore(writer.state)
}
