import { useState } from 'react'
import { readDraft, storeDraft } from '#client/data/data-client.ts'
import { matchPerson, type PersonMatch } from '#client/data/index/match-person.ts'
import { useDataState, useDataVersion } from '#client/data/use-data.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useAsync } from '#client/lib/use-async.ts'
import type { Sender } from '#shared/desk/dashboard.ts'

/** The key of the stored list of dismissed submissions, by their ids. */
const DISMISSED_KEY = 'senders-left'

export interface UnknownSender {
  sender: Sender
  /** The client that the sender may be. */
  match: PersonMatch | undefined
  /** The other unknown senders, the latest first. */
  others: readonly Sender[]
}

interface UnknownSenderState {
  /** The latest sender who is not certainly a client and was not dismissed on this device. */
  unknownSender: UnknownSender | undefined
  /** How many senders were dismissed since this component was mounted. */
  dismissCount: number
  dismiss: (sender: Sender) => void
}

/** The sender whom the owner may add to the clients. Settling one moves on to the next. */
export function useUnknownSender(senders: readonly Sender[]): UnknownSenderState {
  const { dismissedIds, pressed, leave } = useDismissedSenders(senders)
  const version = useDataVersion()
  // Before the first full sync, nobody can be called unknown.
  const isWhole = useDataState().syncedAt !== undefined
  const candidates = senders.filter(({ id }) => !dismissedIds?.includes(id))
  const { value: found } = useAsync(
    dismissedIds && isWhole ? 'newcomer' : undefined,
    () => findUnknownSender(candidates),
    `${version} ${candidates.map(({ id }) => id)}`,
  )
  const unknownSender = found && dismissedIds?.includes(found.sender.id) ? undefined : found
  return { unknownSender, dismissCount: pressed, dismiss: leave }
}

async function findUnknownSender(senders: readonly Sender[]): Promise<UnknownSender | undefined> {
  const unknown: Omit<UnknownSender, 'others'>[] = []
  for (const sender of senders) {
    const likely = await matchPerson(sender)
    if (!likely?.isCertain) unknown.push({ sender, match: likely })
  }
  const [latest, ...others] = unknown
  return latest && { ...latest, others: others.map(({ sender }) => sender) }
}

function useDismissedSenders(senders: readonly Sender[]) {
  const [pressed, setPressed] = useState(0)
  const userId = getStoredOwner()?.userId
  const read = async (): Promise<number[]> => {
    const stored = userId && (await readDraft(DISMISSED_KEY))
    return Array.isArray(stored) ? stored : []
  }
  const { value: dismissedIds, setValue: setDismissedIds } = useAsync(userId ?? 'nobody', read)
  const leave = ({ id }: Sender) => {
    // Ids that the dashboard no longer lists are dropped from the stored list.
    const stillListed = (dismissedIds ?? []).filter((one) =>
      senders.some((sender) => sender.id === one),
    )
    setDismissedIds([...stillListed, id])
    setPressed((count) => count + 1)
    void storeDraft(DISMISSED_KEY, [...stillListed, id])
  }
  return { dismissedIds: dismissedIds, pressed, leave }
}
