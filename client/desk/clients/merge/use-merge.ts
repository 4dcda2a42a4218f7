import { useState } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import {
  type MergeChoice,
  mergedClient,
  mergeProblem,
  type Side,
} from '#shared/clients/merge-clients.ts'
import { type Merged, mergeInto, tellApart } from './merge-commands.ts'

export interface Merge {
  choice: MergeChoice
  choose: (field: string, side: Side) => void
  /** Ticks or unticks one of a list, as `canonical` writes it. */
  tick: (field: string, item: string) => void
  /** Why it cannot be done, or was not. */
  problem: string | undefined
  busy: boolean
  merge: () => void
  /** Both stay, and are not taken for one again. */
  part: () => void
}

interface Ends {
  onMerged: (merged: Merged) => void
  onParted: () => void
}

/** What the owner makes of two entries; the first is the one that stays. */
export function useMerge(first: ClientView, second: ClientView, ends: Ends): Merge {
  const [choice, setChoice] = useState<MergeChoice>({ sides: {}, left: {} })
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)
  const after = mergedClient(first, second, choice)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch {
      setFailed('This device could not save it. Free some room, then try again.')
    }
    setBusy(false)
  }
  return {
    choice,
    choose: (field, side) =>
      setChoice(({ sides, left }) => ({ sides: { ...sides, [field]: side }, left })),
    tick: (field, item) =>
      setChoice(({ sides, left }) => ({
        sides,
        left: { ...left, [field]: toggled(left[field], item) },
      })),
    problem: openQuestion([first, second]) ?? mergeProblem(after) ?? failed,
    busy,
    merge: () => void attempt(async () => ends.onMerged(await mergeInto(first, second, after))),
    part: () =>
      void attempt(async () => {
        await tellApart(first, second)
        ends.onParted()
      }),
  }
}

function toggled(items: readonly string[] = [], item: string): readonly string[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item]
}

/** What is not settled about an entry would be lost with it. */
function openQuestion(views: readonly ClientView[]): string | undefined {
  const asks = views.find(({ conflicts, refused }) => conflicts.length + refused.length > 0)
  return asks && 'One of the two still has something to decide. Settle that first.'
}
