import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { useBookAnswer } from '#client/book/use-book.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { Client } from '#shared/clients/fields.ts'
import { addedWords, likeness, likenessWords } from './merge-words.ts'

/** A notice that a client may have a duplicate; it blocks nothing. */
export function TwinNotice({ view }: { view: ClientView }) {
  const twin = useBookAnswer(view.id, () => findTwin(view.id))?.answer
  if (!twin) return null
  return (
    <Banner
      tone="info"
      title={likenessWords(view, twin)}
      action={<Link to={`/admin/crm/${view.id}/merge/${twin.id}`}>Compare</Link>}
    >
      {nameWords(twin)}. {addedWords(twin)}.
    </Banner>
  )
}

/**
 * Another entry that may be the same person, unless the owner has said that they are two people.
 */
async function findTwin(id: string): Promise<ClientView | undefined> {
  const view = await book().client(id)
  if (!view) return undefined
  const { name, email, phone, location, distinctFrom } = view.client
  for (const line of await book().matches({ name, email, phone, location })) {
    if (line.id === id || distinctFrom.includes(line.id)) continue
    const twin = await book().client(line.id)
    if (twin && !twin.deleted && !twin.client.distinctFrom.includes(id)) return twin
  }
  return undefined
}

interface LikelyMatchProps {
  fields: Client
  /** Undefined for a new client. */
  id: string | undefined
}

/** A notice in the form that the client may already exist; it does not prevent saving. */
export function LikelyMatch({ fields, id }: LikelyMatchProps) {
  const match = useMatch(fields, id)
  if (!match) return null
  return (
    <Banner
      tone="info"
      title="You may already have this client"
      action={<Link to={compareAt(id, match.id)}>Compare</Link>}
    >
      {matchWords(fields, match)}
    </Banner>
  )
}

/** A saved client is compared with the other; for a new one, the link opens the other. */
function compareAt(id: string | undefined, other: string): string {
  return id === undefined ? `/admin/crm/${other}` : `/admin/crm/${id}/merge/${other}`
}

/** `Elisabeth Vance, Boston, has the same e-mail address. Added 3 March 2026.` */
function matchWords(fields: Client, match: ClientView): string {
  const added = match.createdAt === undefined ? '' : ` ${addedWords(match)}.`
  return `${nameWords(match)}, has ${likeness(fields, match.client)}.${added}`
}

/** `Elisabeth Vance, Boston` */
function nameWords({ client: { name, location } }: ClientView): string {
  return [name, location].filter(Boolean).join(', ')
}

/** Wait after the last key press, milliseconds. */
const PAUSE = 300

/** The likeliest other client that may be this person. */
function useMatch(fields: Client, id: string | undefined): ClientView | undefined {
  const { email, phone, name, distinctFrom } = fields
  const [match, setMatch] = useState<ClientView>()
  useEffect(() => {
    let left = false
    const look = async () => {
      const others = await book().matches({ email, phone, name })
      const other = others.find((one) => one.id !== id && !distinctFrom.includes(one.id))
      const found = other && (await book().client(other.id))
      if (!left) setMatch(found)
    }
    // If the lookup fails, there is no notice; nothing else depends on it.
    const timer = setTimeout(() => void look().catch(() => undefined), PAUSE)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [email, phone, name, distinctFrom, id])
  return match
}
