import { defaultSchedule } from '../../shared/schedule/default-schedule.ts'
import { contentOf, type OwnerSchedule } from '../../shared/schedule/desk-api.ts'
import {
  changedParts,
  mergeSchedules,
  type PartName,
  type ScheduleContent,
} from '../../shared/schedule/merge.ts'
import type { ScheduleDraft } from '../offline/schedule-draft.ts'

export interface Base {
  content: ScheduleContent
  version: number
}

const { version: _version, ...defaults } = defaultSchedule

/** Where nothing was ever loaded. */
const NOTHING_LOADED: Base = { content: defaults, version: 0 }

export function baseOf(server: OwnerSchedule | undefined): Base {
  return server ? { content: contentOf(server), version: server.version } : NOTHING_LOADED
}

export interface Standing {
  /** What is in force, as far as this device knows. */
  base: Base
  /** What is being edited; undefined where nothing differs. */
  draft: ScheduleDraft | undefined
  /** Parts that were changed here and on the server, so that their owner has to choose. */
  conflicts: PartName[]
}

/** The draft on what the server has now: what was changed there alone is taken over. */
export function standingOf(
  draft: ScheduleDraft | undefined,
  server: OwnerSchedule | undefined,
): Standing {
  const base = baseOf(server)
  if (!draft) return { base, draft, conflicts: [] }
  // Without an answer the draft stands on what it began from.
  if (!server || draft.base.version === base.version)
    return { base: server ? base : draft.base, draft: ifAny(draft), conflicts: [] }
  const sides = { base: draft.base.content, theirs: base.content, mine: draft.content }
  const { content, conflicts } = mergeSchedules(sides)
  if (conflicts.length > 0) return { base, draft, conflicts }
  return { base, draft: ifAny({ ...draft, content, base }), conflicts }
}

function ifAny(draft: ScheduleDraft): ScheduleDraft | undefined {
  return changedParts(draft.base.content, draft.content).length > 0 ? draft : undefined
}

/** The next draft; undefined where all is as it was. */
export function edited(
  { base, draft, conflicts }: Standing,
  content: ScheduleContent,
  now: number,
): ScheduleDraft | undefined {
  const before = draft ?? { content: base.content, base, editedAt: {} }
  const editedAt = { ...before.editedAt }
  for (const part of changedParts(before.content, content)) editedAt[part] = now
  const next = { content, base: before.base, editedAt }
  // An edit back to where a conflict began is still an answer to it.
  return conflicts.length > 0 ? next : ifAny(next)
}
