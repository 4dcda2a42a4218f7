import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { useBookAnswer } from '#client/book/use-book.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { Client } from '#shared/clients/fields.ts'
import { addedWords, likeness, likenessWords } from './merge-words.ts'

/** That somebody may be in the book twice; it keeps nobody from anything. */
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

/** Another entry that may be the same person, and was not said to be somebody else. */
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

/** That this may be somebody who is in the book already; it keeps nobody from saving. */
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

/** Two entries are laid side by side; what is not saved yet has only the other to look at. */
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

/** After the last letter, milliseconds. */
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
    // Without an answer there is no notice; nothing else depends on it.
    const timer = setTimeout(() => void look().catch(() => undefined), PAUSE)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [email, phone, name, distinctFrom, id])
  return match
}
