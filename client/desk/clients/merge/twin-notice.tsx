import { Link } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { useBookAnswer } from '#client/book/use-book.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { likenessWords, matchWords } from './merge-words.ts'

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
      {matchWords(twin)}
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
