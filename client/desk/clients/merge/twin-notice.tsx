import { Link } from 'react-router-dom'
import type { ClientView } from '#client/book/store/types.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { likenessWords, matchWords } from './merge-words.ts'
import { useTwin } from './use-twin.ts'

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
