import { useParams } from 'react-router-dom'
import { getBook } from '#client/book/book-client.ts'
import { useBookQuery } from '#client/book/use-book.ts'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'

/** A journey's page. */
export function JourneyEditorPage() {
  const { id = '' } = useParams()
  const view = useBookQuery(`journey ${id}`, () => getBook().getJourney(id))?.answer
  return <DeskPage title={view?.journey.title || UNTITLED}>{null}</DeskPage>
}
