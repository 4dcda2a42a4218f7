import { useEffect, useState, useSyncExternalStore } from 'react'
import { isAddressOf } from '../../shared/crm/addresses.ts'
import type { Person } from '../desk/person.ts'
import { book, bookNews, onBookNews } from '../offline/crm/page-book.ts'

interface Likely {
  id: string
  name: string
  /** They wrote from an address of this client. */
  sure: boolean
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
    if (bookNews().state.phase === 'ready') find({ name, email, phone }).then(take, () => undefined)
    return () => {
      left = true
    }
  }, [about, version])
  return held?.about === about ? held.likely : 'opening'
}

async function find(person: Person): Promise<Likely | undefined> {
  const [line] = await book().matches(person)
  const view = line && (await book().client(line.id))
  if (!view) return undefined
  const { id, client } = view
  return { id, name: client.name, sure: isAddressOf(client, person.email) }
}
