import { formatAmount, splitVat, taxNote } from '#shared/lib/money.ts'
import styles from './bill.module.css'

interface BillProps {
  label: string
  /** Minor units, tax included. */
  amount: number
  currency: string
}

/** What is paid and what it is made of. Only prices in NOK carry a tax whose rate is known here. */
export function Bill({ label, amount, currency }: BillProps) {
  const money = (part: number) => formatAmount(part, currency)
  const { net, vat } = splitVat(amount)
  const split = currency.toLowerCase() === 'nok'
  return (
    <dl className={styles.bill}>
      <Row term={label} value={money(split ? net : amount)} />
      {split ? <Row term="VAT, 25%" value={money(vat)} /> : null}
      <div className={styles.total}>
        <dt>
          To pay today
          <small>{taxNote(currency)}</small>
        </dt>
        <dd>{money(amount)}</dd>
      </div>
    </dl>
  )
}

function Row({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
