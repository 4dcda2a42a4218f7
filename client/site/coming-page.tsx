import { business } from '../../shared/site/business.ts'
import { useTitle } from '../lib/use-title.ts'
import { PageHead } from '../ui/page-head.tsx'

/** Stands at an address whose page is not written yet. */
export function ComingPage() {
  useTitle('In preparation')
  return (
    <PageHead
      title="This page is in preparation."
      lead={
        <>
          Until it is here, write to <a href={`mailto:${business.email}`}>{business.email}</a>.
        </>
      }
    />
  )
}
