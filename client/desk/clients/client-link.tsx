import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { type Likely, likelyClient } from '#client/book/index/likely-client.ts'
import { bookNews, onBookNews } from '#client/book/page-book.ts'
import type { Person } from '#client/desk/queries/person.ts'
import styles from './client-link.module.css'

/** Whether somebody who booked or wrote is in the book already; if not, the way to put them there. */
export function ClientLink({ person }: { person: Person }) {
  const likely = useLikelyClient(person)
  if (likely === 'opening') return <span className={styles.opening}>Looking in the book</span>
  const add = (
    <Link to="/admin/crm/new" state={{ fields: person }}>
      Add as client
    </Link>
  )
  if (!likely) return add
  const path = `/admin/crm/${likely.id}`
  return likely.sure ? (
    <Link to={path}>Open {likely.name}</Link>
  ) : (
    <span className={styles.choice}>
      <span>
        May be <Link to={path}>{likely.name}</Link>
      </span>
      {add}
    </span>
  )
}

/** Who of the book somebody is; undefined where they are nobody yet. */
export function useLikelyClient(person: Person): Likely | 'opening' | undefined {
  const { name, email, phone } = person
  const [held, setHeld] = useState<{ about: string; likely: Likely | undefined }>()
  const version = useSyncExternalStore(onBookNews, () => bookNews().version)
  const about = [email, phone, name].join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the book is another answer.
  useEffect(() => {
    let left = false
    const take = (likely: Likely | undefined) => {
      if (!left) setHeld({ about, likely })
    }
    // A book that cannot answer says so by its state.
    if (bookNews().state.phase === 'ready') likelyClient(person).then(take, () => undefined)
    return () => {
      left = true
    }
  }, [about, version])
  return held?.about === about ? held.likely : 'opening'
}
