import { Box } from '#client/desk/kit/box.tsx'
import { Ledger, type LedgerLine } from '#client/desk/kit/lists/amount-list.tsx'
import { formatFigure, VAT_RATE } from '#shared/lib/money.ts'
import type { SalesSummary } from '#shared/sales/api.ts'
import { type PeriodId, periodChoices } from '#shared/sales/periods.ts'
import { counted } from './month-parts.ts'
import styles from './sales-ledger.module.css'

interface SalesLedgerProps {
  summary: SalesSummary
  currency: string
  choice: PeriodId
}

/** From what came in to what is kept, with the part of it that is the state's. */
export function SalesLedger({ summary, currency, choice }: SalesLedgerProps) {
  const aside = `${periodWords(choice)}, ${currency.toUpperCase()}`
  return (
    <Box title="Refunds and VAT" aside={aside}>
      <Ledger lines={linesOf(summary)} />
      <p className={styles.note}>
        {waitingWords(summary.waiting, currency)}Card processing fees are not deducted here.
      </p>
    </Box>
  )
}

export function periodWords(choice: PeriodId): string {
  if (choice === 'dates') return 'Chosen dates'
  return periodChoices.find(({ id }) => id === choice)?.label ?? ''
}

function linesOf({ received, refunded, refunds, ...rest }: SalesSummary): LedgerLine[] {
  return [
    { term: 'Received', amount: formatFigure(received) },
    {
      term: 'Refunded',
      amount: formatFigure(-refunded),
      ...(refunds > 0 ? { note: counted(refunds, 'payment'), look: 'minus' as const } : {}),
    },
    { term: 'Total revenue', amount: formatFigure(rest.totalRevenue), look: 'sum' },
    { term: `of which ${VAT_RATE * 100}% VAT`, amount: formatFigure(rest.vat), look: 'part' },
    { term: 'without VAT', amount: formatFigure(rest.withoutVat), look: 'part' },
  ]
}

function waitingWords(waiting: number, currency: string): string {
  if (waiting === 0) return ''
  return `Refunds of ${currency.toUpperCase()} ${formatFigure(waiting)} are on their way and not counted yet. `
}
