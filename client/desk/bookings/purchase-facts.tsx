import { formatOrganizationNumber } from '#shared/lib/values/organization-number.ts'
import { formatAddressLines, getCountryName, type Purchase } from '#shared/payment/purchase.ts'
import { explainVat } from '#shared/payment/vat.ts'

/** Who buys, and under which VAT rule, as on the receipt. */
export function PurchaseFacts({ purchase: { buyer, vat } }: { purchase: Purchase }) {
  const isCompany = buyer.kind === 'company'
  const lines = [
    ...(isCompany ? [buyer.company, formatOrganizationNumber(buyer.organizationNumber)] : []),
    ...formatAddressLines(buyer),
  ]
  return (
    <>
      <div>
        <dt>{isCompany ? 'Company' : 'Private buyer'}</dt>
        <dd>{lines.filter(Boolean).join(', ')}</dd>
      </div>
      <div>
        <dt>VAT</dt>
        <dd>{explainVat(vat, { isCompany, country: getCountryName(buyer.country) })}</dd>
      </div>
    </>
  )
}
