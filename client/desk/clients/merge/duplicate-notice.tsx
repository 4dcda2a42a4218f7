import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { ClientView } from '#client/data/store/types.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { Client } from '#shared/clients/client-fields.ts'
import { formatAdded, formatLikeness, formatLikenessTitle } from './merge-text.ts'

/** A notice that a client may have a duplicate; it blocks nothing. */
export function DuplicateNotice({ view }: { view: ClientView }) {
  const duplicate = useDataQuery(view.id, () => findDuplicate(view.id))?.answer
  if (!duplicate) return null
  return (
    <Banner
      tone="info"
      title={formatLikenessTitle(view, duplicate)}
      action={<Link to={`/admin/crm/${view.id}/merge/${duplicate.id}`}>Compare</Link>}
    >
      {formatNameAndLocation(duplicate)}. {formatAdded(duplicate)}.
    </Banner>
  )
}

/**
 * Another entry that may be the same person, unless the owner has said that they are two people.
 */
async function findDuplicate(id: string): Promise<ClientView | undefined> {
  const view = await getData().clients.get(id)
  if (!view) return undefined
  const { name, email, phone, location, distinctFrom } = view.client
  for (const line of await getData().clients.match({ name, email, phone, location })) {
    if (line.id === id || distinctFrom.includes(line.id)) continue
    const candidate = await getData().clients.get(line.id)
    if (candidate && !candidate.deleted && !candidate.client.distinctFrom.includes(id))
      return candidate
  }
  return undefined
}

interface MatchNoticeProps {
  fields: Client
  /** Undefined for a new client. */
  id: string | undefined
}

/** A notice in the form that the client may already exist; it does not prevent saving. */
export function MatchNotice({ fields, id }: MatchNoticeProps) {
  const match = useDraftMatch(fields, id)
  if (!match) return null
  return (
    <Banner
      tone="info"
      title="You may already have this client"
      action={<Link to={getComparePath(id, match.id)}>Compare</Link>}
    >
      {formatMatch(fields, match)}
    </Banner>
  )
}

/** A saved client is compared with the other; for a new one, the link opens the other. */
function getComparePath(id: string | undefined, other: string): string {
  return id === undefined ? `/admin/crm/${other}` : `/admin/crm/${id}/merge/${other}`
}

/** `Elisabeth Vance, Boston, has the same email address. Added 3 March 2026.` */
function formatMatch(fields: Client, match: ClientView): string {
  const added = match.createdAt === undefined ? '' : ` ${formatAdded(match)}.`
  return `${formatNameAndLocation(match)}, has ${formatLikeness(fields, match.client)}.${added}`
}

/** `Elisabeth Vance, Boston` */
function formatNameAndLocation({ client: { name, location } }: ClientView): string {
  return [name, location].filter(Boolean).join(', ')
}

/** Wait after the last key press, milliseconds. */
const DEBOUNCE = 300

/** The likeliest other client that may be this person. */
function useDraftMatch(fields: Client, id: string | undefined): ClientView | undefined {
  const { email, phone, name, distinctFrom } = fields
  const [match, setMatch] = useState<ClientView>()
  useEffect(() => {
    let isCancelled = false
    const look = async () => {
      const others = await getData().clients.match({ email, phone, name })
      const other = others.find((one) => one.id !== id && !distinctFrom.includes(one.id))
      const found = other && (await getData().clients.get(other.id))
      if (!isCancelled) setMatch(found)
    }
    // If the lookup fails, there is no notice; nothing else depends on it.
    const timer = setTimeout(() => void look().catch(() => undefined), DEBOUNCE)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [email, phone, name, distinctFrom, id])
  return match
}
