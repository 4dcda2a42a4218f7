import { Box } from '#client/desk/kit/box.tsx'
import { BUSINESS_ID } from '#shared/content/collections.ts'
import { getWantedValue } from '#shared/content/drafts.ts'
import { ContentInput } from './fields/content-input.tsx'
import { DraftBar } from './publish/draft-bar.tsx'
import styles from './site.module.css'
import { SitePage } from './site-page.tsx'
import { type Site, useSite } from './use-site.ts'

const roleField = { coll: 'business', id: BUSINESS_ID, field: 'travelRole' } as const

/** Names, addresses and numbers of the business. */
export function BusinessPage() {
  const site = useSite()
  return (
    <SitePage
      title="Business"
      lead="For the site, mails, receipts and terms. What you leave empty is not shown."
      coll="business"
      site={site}
    >
      {site ? <BusinessForm site={site} /> : null}
    </SitePage>
  )
}

function BusinessForm({ site }: { site: Site }) {
  const changes = site.drafts.filter(({ coll }) => coll === 'business')
  const input = (field: string) => (
    <ContentInput site={site} at={{ coll: 'business', id: BUSINESS_ID, field }} />
  )
  return (
    <>
      <div className={styles.parts}>
        <Box title="On the site">
          <div className="stack gap-5">
            {input('name')}
            {input('nameMeaning')}
            {input('founder')}
          </div>
        </Box>
        <Box
          title="On receipts and in the terms"
          lead="Without these, a public site sells nothing."
        >
          <div className="stack gap-5">
            <div className={styles.pair}>
              {input('legalName')}
              {input('organizationNumber')}
            </div>
            {input('address')}
            {input('vatRegistered')}
            {input('inForetaksregisteret')}
          </div>
        </Box>
        <Box
          title="Whole journeys"
          lead="An adviser is paid a fee, and shows no price of a whole journey. An organiser names who guarantees the travellers’ money, in the footer, in the terms and to guests; until both are written, no price is shown."
        >
          <div className="stack gap-5">
            {input('travelRole')}
            {getWantedValue(site.expected, site.records, roleField) === 'organiser' ? (
              <div className={styles.pair}>
                {input('guarantor')}
                {input('guaranteeNumber')}
              </div>
            ) : null}
          </div>
        </Box>
        <Box title="How visitors reach you">
          <div className="stack gap-5">
            <div className={styles.pair}>
              {input('email')}
              {input('phone')}
            </div>
            {input('social')}
          </div>
        </Box>
      </div>
      <DraftBar site={site} subject="Business" changes={changes} />
    </>
  )
}
