import { useTitle } from '#client/lib/use-title.ts'
import { terms } from '#shared/site/terms.ts'
import { titles } from '#shared/site/titles.ts'
import { LegalPage } from './legal-page.tsx'

const ids = terms.sections.map(({ id }) => id)

export function TermsPage() {
  useTitle(titles['/terms'])
  return <LegalPage content={terms} ids={ids} />
}
