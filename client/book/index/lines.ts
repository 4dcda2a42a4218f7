import { dayOf, headFlags } from '#client/book/store/heads.ts'
import type { ClientLine, ClientMark } from '#client/book/store/types.ts'
import type { Kept } from './kept.ts'
import { hasTwin } from './twins.ts'

/** A client's line in a list. */
export function lineAt(kept: Kept, place: number): ClientLine {
  const { segment, i } = kept.memory.at(place)
  const id = segment.id(i)
  const mark = markOf(kept, place, id)
  return {
    id,
    name: segment.name(i),
    location: segment.location(i),
    lastContact: dayOf(segment.head.lastContacts[i] ?? 0),
    ...(mark ? { mark } : {}),
  }
}

/** The gravest. */
function markOf(kept: Kept, place: number, id: string): ClientMark | undefined {
  if (kept.refused.has(id)) return 'refused'
  if ((kept.memory.columns.flags[place] ?? 0) & headFlags.conflict) return 'conflict'
  if (kept.waiting.has(id)) return 'waiting'
  return hasTwin(kept.memory, place) ? 'duplicate' : undefined
}
