import { useState } from 'react'
import { keepDraft, readDraft } from '#client/book/desk-data.ts'
import { type Likely, likelyClient } from '#client/book/index/likely-client.ts'
import { useBookState, useBookVersion } from '#client/book/use-book.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { useAsync } from '#client/lib/use-async.ts'
import type { Sender } from '#shared/desk/api.ts'

/** The numbers of forms whose senders were left as they are. */
const KEY = 'senders-left'

export interface Newcomer {
  sender: Sender
  /** Whom of the book they may be. */
  likely: Likely | undefined
}

interface Newcomers {
  /** The latest who is not surely in the book, and was not left as they are on this device. */
  newcomer: Newcomer | undefined
  /** How many were left while this is shown. */
  pressed: number
  leave: (sender: Sender) => void
}

/** Who sent a form and may be a client from now on: each that is settled leads to the next. */
export function useNewcomer(senders: readonly Sender[]): Newcomers {
  const { left, pressed, leave } = useLeftOnes(senders)
  const version = useBookVersion()
  // Until all was fetched, nobody can be said not to be in it.
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
    // Whoever is no longer told of needs no leaving.
    const told = (left ?? []).filter((one) => senders.some((sender) => sender.id === one))
    setLeft([...told, id])
    setPressed((count) => count + 1)
    if (userId) void keepDraft(userId, KEY, [...told, id])
  }
  return { left, pressed, leave }
}
