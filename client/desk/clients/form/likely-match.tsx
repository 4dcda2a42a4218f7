import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { dateHere, plainDateWords } from '#client/desk/clients/day-of.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { Client } from '#shared/clients/fields.ts'
import styles from './client-form.module.css'
import { likeness } from './likeness.ts'

interface LikelyMatchProps {
  fields: Client
  /** Undefined for a new client. */
  id: string | undefined
}

/** That this may be somebody who is in the book already; it keeps nobody from saving. */
export function LikelyMatch({ fields, id }: LikelyMatchProps) {
  const match = useMatch(fields, id)
  return (
    <div className={styles.match}>
      {match ? (
        <Banner
          tone="info"
          title="This may be someone you already have"
          action={<Link to={compareAt(id, match.id)}>Compare</Link>}
        >
          {matchWords(fields, match)}
        </Banner>
      ) : null}
    </div>
  )
}

/** Two entries are laid side by side; what is not saved yet has only the other to look at. */
function compareAt(id: string | undefined, other: string): string {
  return id === undefined ? `/admin/crm/${other}` : `/admin/crm/${id}/merge/${other}`
}

/** `Elisabeth Vance, Boston, has the same e-mail address. Added 3 March 2026.` */
function matchWords(fields: Client, { client, createdAt }: ClientView): string {
  const who = [client.name, client.location].filter(Boolean).join(', ')
  const added = createdAt === undefined ? '' : ` Added ${plainDateWords(dateHere(createdAt))}.`
  return `${who}, has ${likeness(fields, client)}.${added}`
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
