import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { book, bookNews, onBookNews } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { likenessWords, matchWords } from './merge-words.ts'

/** That somebody may be in the book twice; it keeps nobody from anything. */
export function TwinNotice({ view }: { view: ClientView }) {
  const twin = useTwin(view)
  if (!twin) return null
  return (
    <Banner
      tone="info"
      title={likenessWords(view, twin)}
      action={<Link to={`/admin/crm/${view.id}/merge/${twin.id}`}>Compare</Link>}
    >
      {matchWords(twin)}
    </Banner>
  )
}

/** Another entry that may be the same person, and was not said to be somebody else. */
function useTwin(view: ClientView): ClientView | undefined {
  const [held, setHeld] = useState<{ of: string; twin: ClientView | undefined }>()
  const version = useSyncExternalStore(onBookNews, () => bookNews().version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the book is another answer.
  useEffect(() => {
    let left = false
    const take = (twin: ClientView | undefined) => {
      if (!left) setHeld({ of: view.id, twin })
    }
    // Without an answer there is no notice; nothing else depends on it.
    find(view).then(take, () => undefined)
    return () => {
      left = true
    }
  }, [view, version])
  return held?.of === view.id ? held.twin : undefined
}

async function find({ id, client }: ClientView): Promise<ClientView | undefined> {
  const { name, email, phone, location, distinctFrom } = client
  for (const line of await book().matches({ name, email, phone, location })) {
    if (line.id === id || distinctFrom.includes(line.id)) continue
    const twin = await book().client(line.id)
    if (twin && !twin.deleted && !twin.client.distinctFrom.includes(id)) return twin
  }
  return undefined
}
