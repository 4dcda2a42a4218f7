import { useTitle } from '#client/lib/use-title.ts'
import { privacyPolicy } from '#shared/site/privacy.ts'
import { titles } from '#shared/site/titles.ts'
import { LegalPage } from './legal-page.tsx'

const ids = privacyPolicy.sections.map(({ id }) => id)

export function PrivacyPage() {
  useTitle(titles['/privacy-policy'])
  return <LegalPage content={privacyPolicy} ids={ids} />
}
