import { useState } from 'react'
import { keepDraft, readDraft } from '#client/book/desk-data.ts'
import { type Likely, likelyClient } from '#client/book/index/likely-client.ts'
import { useBookState, useBookVersion } from '#client/book/use-book.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { useAsync } from '#client/lib/use-async.ts'
import type { Sender } from '#shared/desk/api.ts'

/** The key of the stored list of dismissed submissions, by their ids. */
const KEY = 'senders-left'

export interface Newcomer {
  sender: Sender
  /** The client that the sender may be. */
  likely: Likely | undefined
}

interface Newcomers {
  /** The latest sender who is not certainly a client and was not dismissed on this device. */
  newcomer: Newcomer | undefined
  /** How many senders were dismissed since this component was mounted. */
  pressed: number
  leave: (sender: Sender) => void
}

/** The sender whom the owner may add to the clients. Settling one moves on to the next. */
export function useNewcomer(senders: readonly Sender[]): Newcomers {
  const { left, pressed, leave } = useLeftOnes(senders)
  const version = useBookVersion()
  // Before the first full sync, nobody can be called unknown.
  const isWhole = useBookState().syncedAt !== undefined
  const asked = senders.filter(({ id }) => !left?.includes(id))
  const { value: held } = useAsync(
    left && isWhole ? 'newcomer' : undefined,
    () => firstOf(asked),
    `${version} ${asked.map(({ id }) => id)}`,
  )
  const newcomer = held && left?.includes(held.sender.id) ? undefined : held
  return { newcomer, pressed, leave }
}

async function firstOf(senders: readonly Sender[]): Promise<Newcomer | undefined> {
  for (const sender of senders) {
    const likely = await likelyClient(sender)
    if (!likely?.sure) return { sender, likely }
  }
  return undefined
}

function useLeftOnes(senders: readonly Sender[]) {
  const [pressed, setPressed] = useState(0)
  const userId = ownerHere()?.userId
  const read = async (): Promise<number[]> => {
    const kept = userId && (await readDraft(userId, KEY))
    return Array.isArray(kept) ? kept : []
  }
  const { value: left, setValue: setLeft } = useAsync(userId ?? 'nobody', read)
  const leave = ({ id }: Sender) => {
    // Ids that the dashboard no longer lists are dropped from the stored list.
    const told = (left ?? []).filter((one) => senders.some((sender) => sender.id === one))
    setLeft([...told, id])
    setPressed((count) => count + 1)
    if (userId) void keepDraft(userId, KEY, [...told, id])
  }
  return { left, pressed, leave }
}
