import type { ScheduleBase } from '#client/book/schedule/schedule-drafts.ts'
import { type OwnerSchedule, toScheduleContent } from '#shared/schedule/desk-api.ts'
import {
  diffSchedules,
  type PartName,
  type ScheduleContent,
  setPart,
} from '#shared/schedule/merge-schedules.ts'
import {
  type DraftParts,
  getPart,
  hasDraftConflict,
  hasPartValue,
  listDraftedParts,
} from '#shared/schedule/schedule-drafts.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'

export type DraftBase = ScheduleBase

const { version: _version, ...defaults } = defaultSchedule

/** The base before anything was loaded: the default schedule. */
const NOTHING_LOADED: DraftBase = { content: defaults, version: 0, epoch: '' }

export function toBase(server: OwnerSchedule | undefined): DraftBase {
  if (!server) return NOTHING_LOADED
  return { content: toScheduleContent(server), version: server.version, epoch: server.epoch }
}

/** The schedule with the drafts applied. */
export interface ScheduleDraft {
  content: ScheduleContent
  /**
   * When each part was last changed, UTC milliseconds by the clock of the device that changed it.
   */
  editedAt: Record<string, number>
}

export interface DraftState {
  /** The published schedule, as far as this device knows. */
  base: DraftBase
  /** Undefined if no draft differs from `base`. */
  draft: ScheduleDraft | undefined
  /** Parts that both the drafts and the server have changed, so that the owner has to choose. */
  conflicts: PartName[]
}

interface StoredDrafts {
  drafts: DraftParts
  base: ScheduleBase | undefined
}

/**
 * Rebases the drafts onto the server's schedule: parts that only the server has changed are taken
 * over.
 */
export function getDraftState(
  { drafts, base: since }: StoredDrafts,
  server: OwnerSchedule | undefined,
): DraftState {
  // Without an answer from the server, the drafts keep the base that they were made from.
  const base = server || !since ? toBase(server) : since
  const changedParts = listDraftedParts(drafts).filter(
    (part) => !hasPartValue(base.content, part, drafts[part]?.value ?? null),
  )
  if (changedParts.length === 0) return { base, draft: undefined, conflicts: [] }
  const conflicts = server
    ? changedParts.filter((part) => hasDraftConflict(drafts[part], part, base))
    : []
  const under = conflicts.length > 0 && since ? since.content : base.content
  const draft = { content: applyDrafts(under, drafts), editedAt: getEditTimes(drafts) }
  return { base, draft, conflicts }
}

function applyDrafts(content: ScheduleContent, drafts: DraftParts): ScheduleContent {
  return listDraftedParts(drafts).reduce(
    (done, part) => setPart(done, part, drafts[part]?.value ?? null),
    content,
  )
}

function getEditTimes(drafts: DraftParts): Record<string, number> {
  return Object.fromEntries(
    listDraftedParts(drafts).map((part) => [part, Date.parse(drafts[part]?.at ?? '')]),
  )
}

/** Returns the drafts after an edit, part by part. A part that equals the base has no draft. */
export function updateDrafts(
  drafts: DraftParts,
  { base, draft, conflicts }: DraftState,
  { content, now }: { content: ScheduleContent; now: number },
): DraftParts {
  const next: DraftParts = { ...drafts }
  for (const part of diffSchedules(draft?.content ?? base.content, content)) {
    const from = next[part] ?? startDraft(base, part)
    next[part] = { ...from, value: getPart(content, part), at: new Date(now).toISOString() }
  }
  // During a conflict, a draft that equals the base is kept: it is still an answer to the conflict.
  if (conflicts.length > 0) return next
  for (const part of listDraftedParts(next))
    if (hasPartValue(base.content, part, next[part]?.value ?? null)) delete next[part]
  return next
}

export function discardDrafts(drafts: DraftParts, parts: readonly PartName[]): DraftParts {
  const remaining = { ...drafts }
  for (const part of parts) delete remaining[part]
  return remaining
}

/** The drafts for the owner's answer to a conflict, based on the server's schedule. */
export function resolveConflicts(
  base: DraftBase,
  content: ScheduleContent,
  now: number,
): DraftParts {
  const draftState = { base, draft: undefined, conflicts: [] }
  return updateDrafts({}, draftState, { content, now })
}

function startDraft({ content, version, epoch }: DraftBase, part: PartName) {
  const base = getPart(content, part)
  return { base, baseVersion: version, baseEpoch: epoch, deviceId: '', device: '' }
}

/**
 * Drafts for a schedule that was published to a database with another `epoch`, whose changes the
 * server has lost.
 */
export function recoverLostDrafts(
  update: ScheduleContent,
  { base, epoch, now }: { base: DraftBase; epoch: string; now: number },
): DraftParts {
  const at = new Date(now).toISOString()
  const about = { base: null, baseVersion: 0, baseEpoch: epoch, deviceId: '', device: '', at }
  return Object.fromEntries(
    diffSchedules(base.content, update).map((part) => [
      part,
      { ...about, value: getPart(update, part) },
    ]),
  )
}
