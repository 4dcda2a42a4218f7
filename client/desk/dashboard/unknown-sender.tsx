import { useState } from 'react'
import { readDraft, storeDraft } from '#client/data/data-client.ts'
import { matchPerson, type PersonMatch } from '#client/data/index/match-person.ts'
import { useDataState, useDataVersion } from '#client/data/use-data.ts'
import type { ItemText } from '#client/desk/kit/lists/dashboard-item.tsx'
import { DashboardItem } from '#client/desk/kit/lists/dashboard-item.tsx'
import { toFilterQuery } from '#client/desk/kit/page/use-filter.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { announce } from '#client/ui/announcer.tsx'
import type { Sender } from '#shared/desk/dashboard.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import type { SubmissionFilter } from '#shared/submissions/marks.ts'

const TO_ANSWER: SubmissionFilter = 'to-answer'

/** The key of the stored list of dismissed submissions, by their ids. */
const DISMISSED_KEY = 'senders-left'

interface UnknownSender {
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
  return { dismissedIds, pressed, leave }
}

interface UnknownSenderItemProps {
  unknownSender: UnknownSender
  now: number
  onDismiss: () => void
}

/** An unknown sender: add as a client, open the client that it may be, or dismiss. If there are others, their list. */
export function UnknownSenderItem({ unknownSender, now, onDismiss }: UnknownSenderItemProps) {
  const { sender, match, others } = unknownSender
  const { id, form, name, email, phone } = sender
  const dismissSender = () => {
    onDismiss()
    announce(`${name} is left as is.`)
  }
  return (
    <DashboardItem look="wait" {...formatUnknownSender(unknownSender, now)}>
      <TextAction to={`/admin/forms/${form}/${id}`}>Read it</TextAction>
      {match ? <TextAction to={`/admin/crm/${match.id}`}>Open {match.name}</TextAction> : null}
      {/* An enquiry says more than these fields; its page takes over all of it. */}
      {form === 'inquiry' ? null : (
        <TextAction to="/admin/crm/new" state={{ fields: { name, email, phone } }}>
          Add as client
        </TextAction>
      )}
      <TextAction onClick={dismissSender}>Dismiss</TextAction>
      {others[0] ? (
        <TextAction to={`/admin/forms/${others[0].form}${toFilterQuery(TO_ANSWER)}`}>
          Show all to answer
        </TextAction>
      ) : null}
    </DashboardItem>
  )
}

const formVerbs = { booking: 'Booked', contact: 'Wrote', inquiry: 'Sent an enquiry' }

/** `Elisabeth Sørbø is not in your clients`; if others wait, `And 2 more senders may be new to you.` */
function formatUnknownSender({ sender, match, others }: UnknownSender, now: number): ItemText {
  const { name, form, sentAt } = sender
  const title = match
    ? `${name} may be ${match.name === name ? 'in your clients' : match.name}`
    : `${name} is not in your clients`
  const sentences = [
    `${formVerbs[form]} ${formatRelativeTime(Date.parse(sentAt), now)}.`,
    ...(match ? ['The email address is different.'] : []),
    ...(others.length > 0
      ? [`And ${pluralize(others.length, 'more sender')} may be new to you.`]
      : []),
  ]
  return { title, text: sentences.join(' ') }
}
