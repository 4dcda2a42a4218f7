import type { Since } from '#client/book/schedule/work.ts'
import { contentOf, type OwnerSchedule } from '#shared/schedule/desk-api.ts'
import { type DraftParts, isMet, isSaid, namesOf, valueIn } from '#shared/schedule/drafts.ts'
import {
  changedParts,
  type PartName,
  type ScheduleContent,
  withPart,
} from '#shared/schedule/merge.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'

export type Base = Since

const { version: _version, ...defaults } = defaultSchedule

/** The base before anything was loaded: the default schedule. */
const NOTHING_LOADED: Base = { content: defaults, version: 0, epoch: '' }

export function baseOf(server: OwnerSchedule | undefined): Base {
  if (!server) return NOTHING_LOADED
  return { content: contentOf(server), version: server.version, epoch: server.epoch }
}

/** The schedule with the drafts applied. */
export interface ScheduleDraft {
  content: ScheduleContent
  /**
   * When each part was last changed, UTC milliseconds by the clock of the device that changed it.
   */
  editedAt: Record<string, number>
}

export interface Standing {
  /** The published schedule, as far as this device knows. */
  base: Base
  /** Undefined if no draft differs from `base`. */
  draft: ScheduleDraft | undefined
  /** Parts that both the drafts and the server have changed, so that the owner has to choose. */
  conflicts: PartName[]
}

interface Work {
  drafts: DraftParts
  since: Since | undefined
}

/**
 * Rebases the drafts onto the server's schedule: parts that only the server has changed are taken
 * over.
 */
export function standingOf({ drafts, since }: Work, server: OwnerSchedule | undefined): Standing {
  // Without an answer from the server, the drafts keep the base that they were made from.
  const base = server || !since ? baseOf(server) : since
  const differing = namesOf(drafts).filter(
    (part) => !isSaid(base.content, part, drafts[part]?.value ?? null),
  )
  if (differing.length === 0) return { base, draft: undefined, conflicts: [] }
  const conflicts = server ? differing.filter((part) => isMet(drafts[part], part, base)) : []
  const under = conflicts.length > 0 && since ? since.content : base.content
  const draft = { content: withDrafts(under, drafts), editedAt: editedAt(drafts) }
  return { base, draft, conflicts }
}

function withDrafts(content: ScheduleContent, drafts: DraftParts): ScheduleContent {
  return namesOf(drafts).reduce(
    (done, part) => withPart(done, part, drafts[part]?.value ?? null),
    content,
  )
}

function editedAt(drafts: DraftParts): Record<string, number> {
  return Object.fromEntries(
    namesOf(drafts).map((part) => [part, Date.parse(drafts[part]?.at ?? '')]),
  )
}

/** Returns the drafts after an edit, part by part. A part that equals the base has no draft. */
export function edited(
  drafts: DraftParts,
  { base, draft, conflicts }: Standing,
  { content, now }: { content: ScheduleContent; now: number },
): DraftParts {
  const next: DraftParts = { ...drafts }
  for (const part of changedParts(draft?.content ?? base.content, content)) {
    const from = next[part] ?? begun(base, part)
    next[part] = { ...from, value: valueIn(content, part), at: new Date(now).toISOString() }
  }
  // During a conflict, a draft that equals the base is kept: it is still an answer to the conflict.
  if (conflicts.length > 0) return next
  for (const part of namesOf(next))
    if (isSaid(base.content, part, next[part]?.value ?? null)) delete next[part]
  return next
}

export function without(drafts: DraftParts, parts: readonly PartName[]): DraftParts {
  const left = { ...drafts }
  for (const part of parts) delete left[part]
  return left
}

/** The drafts for the owner's answer to a conflict, based on the server's schedule. */
export function decided(base: Base, content: ScheduleContent, now: number): DraftParts {
  const standing = { base, draft: undefined, conflicts: [] }
  return edited({}, standing, { content, now })
}

function begun({ content, version, epoch }: Base, part: PartName) {
  const base = valueIn(content, part)
  return { base, baseVersion: version, baseEpoch: epoch, deviceId: '', device: '' }
}

/**
 * Drafts for a schedule that was published to a database with another `epoch`, whose changes the
 * server has lost.
 */
export function lostWork(
  update: ScheduleContent,
  { base, epoch, now }: { base: Base; epoch: string; now: number },
): DraftParts {
  const at = new Date(now).toISOString()
  const about = { base: null, baseVersion: 0, baseEpoch: epoch, deviceId: '', device: '', at }
  return Object.fromEntries(
    changedParts(base.content, update).map((part) => [
      part,
      { ...about, value: valueIn(update, part) },
    ]),
  )
}
