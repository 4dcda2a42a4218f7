import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { SaveIcon } from '#client/desk/kit/icons.tsx'
import { Ledger, type LedgerLine } from '#client/desk/kit/lists/amount-list.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { KeyFigures } from '#client/desk/kit/lists/key-figures.tsx'
import { AsOf, DeskNetBar, LoadTrouble, useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { Segmented } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { type SalesRecords, useSales } from '#client/desk/queries/sale-records.ts'
import { systemClock } from '#client/lib/clock.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import type from '#client/ui/type.module.css'
import { catalogue } from '#shared/booking/catalogue.ts'
import { isPlainDate, type PlainDate } from '#shared/lib/date.ts'
import { dateWords } from '#shared/lib/date-words.ts'
import { formatFigure, VAT_RATE } from '#shared/lib/money.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { RecentSale, SalesSummary } from '#shared/sales/api.ts'
import { exportSales } from '#shared/sales/api.ts'
import {
  isPeriod,
  type Period,
  type PeriodId,
  periodChoices,
  periodOf,
} from '#shared/sales/periods.ts'
import { summarise } from '#shared/sales/sums.ts'
import { RevenueBox } from './revenue-box.tsx'
import styles from './sales-page.module.css'
import { counted, periodWords, shortDate } from './sales-words.ts'

const USUAL: Exclude<PeriodId, 'dates'> = 'twelve'

interface ChosenPeriod {
  choice: PeriodId
  /** The period that is shown: the default one while the typed dates are invalid. */
  period: Period
  /** The dates as typed, and the problem with them. */
  dates: Period
  problem: string | undefined
  choose: (choice: PeriodId) => void
  chooseDates: (dates: Period) => void
}

/** The chosen period, kept in the address, so that it survives a reload and a bookmark. */
function usePeriod(today: PlainDate): ChosenPeriod {
  const [search, setSearch] = useSearchParams()
  // Local state, because the router updates the address with a delay.
  const [asked, setAsked] = useState<Asked>(() => Object.fromEntries(search))
  const choice = periodChoices.find(({ id }) => id === asked.period)?.id ?? USUAL
  const usual = periodOf(choice === 'dates' ? USUAL : choice, today)
  const { from = usual.from, to = usual.to } = asked
  const dates = { from, to }
  const chosen = choice === 'dates'
  const problem = chosen ? problemWith(dates) : undefined
  const write = (next: Asked) => {
    setAsked(next)
    setSearch(new URLSearchParams({ ...next }), { replace: true, preventScrollReset: true })
  }
  return {
    choice,
    dates,
    problem,
    period: chosen && !problem ? dates : usual,
    choose: (id) => write(id === 'dates' ? { period: id, ...usual } : { period: id }),
    chooseDates: (typed) => write({ period: 'dates', ...typed }),
  }
}

/** The search parameters as strings, not validated. */
interface Asked {
  period?: string
  from?: string
  to?: string
}

function problemWith({ from, to }: Period): string | undefined {
  if (!isPlainDate(from) || !isPlainDate(to)) return 'Please enter both dates.'
  if (to < from) return 'The first date must not be after the last.'
  return isPeriod({ from, to }) ? undefined : 'Please choose at most twenty years.'
}

function SalesFigures({ summary, currency }: { summary: SalesSummary; currency: string }) {
  const unit = currency.toUpperCase()
  return (
    <KeyFigures
      figures={[
        {
          term: 'Total revenue',
          unit,
          value: formatFigure(summary.totalRevenue),
          note: 'After refunds, VAT included',
        },
        { term: 'Paid bookings', value: String(summary.totalBookings), note: byService(summary) },
        {
          term: 'Average booking value',
          unit,
          value: formatFigure(Math.round(summary.averageBookingValue / 100) * 100),
          note: 'Paid bookings only, before refunds',
        },
      ]}
    />
  )
}

/** `45 Bespoke Planning, 39 Business Consultancy; cancelled ones included` */
function byService({ services }: SalesSummary): string {
  const sold = services.filter(({ bookings }) => bookings > 0)
  if (sold.length === 0) return 'No payments in this period'
  return sold
    .map(({ serviceType, bookings }) => `${bookings} ${catalogue[serviceType].title}`)
    .join(', ')
    .concat('; cancelled ones included')
}

const OFFLINE = 'Exporting needs a connection.'

/** The revenue of a period; only verified payments count. */
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
        <div className={`${type.fine} ${kit.warning} ${styles.now}`}>
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
        These sales are invented. No money has moved.
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
            Sales appear here once the payment is confirmed.
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

const options = periodChoices.map(({ id, label }) => ({ value: id, label }))

function PeriodChoice({ choice, choose }: Pick<ChosenPeriod, 'choice' | 'choose'>) {
  return (
    <div className={styles.period}>
      <Segmented label="Period" options={options} value={choice} onChange={choose} />
    </div>
  )
}

/** The date fields of a custom period. */
function PeriodDates({ choice, dates, problem, chooseDates }: ChosenPeriod) {
  if (choice !== 'dates') return null
  return (
    <div className={styles.dates}>
      <TextField
        label="First date"
        type="date"
        value={dates.from}
        error={problem}
        onChange={({ target }) => chooseDates({ ...dates, from: target.value })}
      />
      <TextField
        label="Last date"
        type="date"
        value={dates.to}
        onChange={({ target }) => chooseDates({ ...dates, to: target.value })}
      />
    </div>
  )
}

interface RecentSalesProps {
  summary: SalesSummary
  timeZone: string
  today: string
}

/** The latest sales of the period; on a phone each takes up two lines. */
function RecentSales({ summary: { recentSales }, timeZone, today }: RecentSalesProps) {
  if (recentSales.length === 0)
    return (
      <Box title="Recent sales">
        <p>No payments in this period.</p>
      </Box>
    )
  return (
    <Box title="Recent sales" aside={`Latest ${recentSales.length}`} flush>
      <table className={`${table.table} ${kit.stacked} ${styles.rows}`}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Client</th>
            <th scope="col">Service</th>
            <th scope="col" className={table.num}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {recentSales.map((sale) => (
            <tr key={sale.id}>
              <td className={styles.date}>
                {shortDate(wallOf(Date.parse(sale.date), timeZone).date, today)}
              </td>
              <th scope="row">
                <b>{sale.client}</b>
                <Refund sale={sale} />
              </th>
              <td>{sale.service}</td>
              <td className={table.num}>{formatFigure(sale.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

function Refund({ sale: { amount, refunded, refundWaiting } }: { sale: RecentSale }) {
  const words = [
    ...(refunded === amount ? ['Refunded'] : []),
    ...(refunded > 0 && refunded < amount ? [`Refunded ${formatFigure(refunded)}`] : []),
    ...(refundWaiting ? ['Refund waiting'] : []),
  ]
  return words.length > 0 ? <small className={table.neg}>{words.join(', ')}</small> : null
}

interface SalesLedgerProps {
  summary: SalesSummary
  currency: string
  choice: PeriodId
}

/** From the payments received to the total revenue, and the VAT that it contains. */
function SalesLedger({ summary, currency, choice }: SalesLedgerProps) {
  const aside = `${periodWords(choice)}, ${currency.toUpperCase()}`
  return (
    <Box title="Refunds and VAT" aside={aside}>
      <Ledger lines={linesOf(summary)} />
      <p className={`${type.fine} ${styles.fees}`}>
        {waitingWords(summary.waiting, currency)}Card processing fees are not deducted here.
      </p>
    </Box>
  )
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
  return `Refunds of ${currency.toUpperCase()} ${formatFigure(waiting)} are under way and not counted yet. `
}
