import { useTitle } from '#client/lib/use-title.ts'
import { pageTitles } from '#shared/site/page-titles.ts'
import { terms } from '#shared/site/terms.ts'
import { LegalPage } from './legal-page.tsx'

export function TermsPage() {
  useTitle(pageTitles['/terms'])
  return <LegalPage content={terms} />
}
