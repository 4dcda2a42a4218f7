import { useTitle } from '#client/lib/use-title.ts'
import { pageTitles } from '#shared/site/page-titles.ts'
import { privacyPolicy } from '#shared/site/privacy.ts'
import { LegalPage } from './legal-page.tsx'

export function PrivacyPage() {
  useTitle(pageTitles['/privacy-policy'])
  return <LegalPage content={privacyPolicy} />
}
