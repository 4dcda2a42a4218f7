import { useMemo } from 'react'
import { AsOf, DeskNetBar, useIsCutOff } from '#client/desk/kit/as-of.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { EmptyState } from '#client/desk/kit/empty-state.tsx'
import { Iconed } from '#client/desk/kit/iconed.tsx'
import { SaveIcon } from '#client/desk/kit/icons.tsx'
import { LoadTrouble } from '#client/desk/kit/load-trouble.tsx'
import { DeskPage } from '#client/desk/kit/page.tsx'
import { type SalesRecords, useSales } from '#client/desk/queries/sale-records.ts'
import { systemClock } from '#client/lib/clock.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { dateWords } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { exportSales } from '#shared/sales/api.ts'
import { summarise } from '#shared/sales/sums.ts'
import { PeriodChoice, PeriodDates } from './period-choice.tsx'
import { RecentSales } from './recent-sales.tsx'
import { RevenueBox } from './revenue-box.tsx'
import { SalesFigures } from './sales-figures.tsx'
import { SalesLedger } from './sales-ledger.tsx'
import styles from './sales-page.module.css'
import { type ChosenPeriod, usePeriod } from './use-period.ts'

const OFFLINE = 'Exporting needs a connection.'

/** What was earned, by the money that was verified. */
export function SalesPage({ SignIn }: { SignIn: SignInAgain }) {
  const file = useExport(exportSales)
  const desk = useSales()
  const { data } = desk
  const timeZone = data?.timeZone ?? deviceZone()
  const today = wallOf(systemClock(), timeZone).date
  const chosen = usePeriod(today)
  const { from, to } = chosen.period
  const cut = useIsCutOff(desk)
  return (
    <>
      <DeskNetBar what="Sales are" desk={desk} />
      <DeskPage
        title="Sales"
        lead={`${dateWords(from, 'long')} to ${dateWords(to, 'long')}`}
        aside={
          <>
            <PeriodChoice {...chosen} />
            <DeskButton
              variant="ghost"
              busy={file.busy}
              barred={cut ? OFFLINE : undefined}
              onClick={() => file.start({ from, to })}
            >
              <Iconed>
                <SaveIcon />
                Export
              </Iconed>
            </DeskButton>
          </>
        }
      >
        <div className={styles.now}>
          <AsOf desk={desk} />
          {cut ? <p>{OFFLINE}</p> : null}
        </div>
        <ExportTrouble failure={exportSales.failure} of={file} SignIn={SignIn} />
        <LoadTrouble failure="Failed to load sales data" desk={desk} />
        {data?.demonstration ? <Invented /> : null}
        <PeriodDates {...chosen} />
        {data ? (
          <Summary sales={data} today={today} chosen={chosen} />
        ) : desk.state === 'opening' ? (
          <Skeleton className={styles.opening} />
        ) : null}
      </DeskPage>
    </>
  )
}

function Invented() {
  return (
    <div className={styles.note}>
      <Banner tone="info" title="A demonstration">
        Every sale here is invented, and no money moved.
      </Banner>
    </div>
  )
}

interface SummaryProps {
  sales: SalesRecords
  today: string
  chosen: ChosenPeriod
}

function Summary({ sales, today, chosen: { period, choice } }: SummaryProps) {
  const { books, currency } = sales
  const { from, to } = period
  const summary = useMemo(() => summarise(books, { from, to }), [books, from, to])
  const { received, refunded, waiting } = summary
  return (
    <>
      <SalesFigures summary={summary} currency={currency} />
      {received + refunded + waiting === 0 ? (
        <Box title="Revenue by month" flush>
          <EmptyState title="No sales in this period">
            A sale stands here once its payment was verified.
          </EmptyState>
        </Box>
      ) : (
        <>
          <RevenueBox summary={summary} currency={currency} choice={choice} />
          <div className={styles.two}>
            <RecentSales summary={summary} timeZone={sales.timeZone} today={today} />
            <SalesLedger summary={summary} currency={currency} choice={choice} />
          </div>
        </>
      )}
    </>
  )
}
