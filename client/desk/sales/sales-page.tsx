import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import { SaveIcon } from '#client/desk/kit/icons.tsx'
import { AmountList, type AmountListRow } from '#client/desk/kit/lists/amount-list.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { KeyFigures } from '#client/desk/kit/lists/key-figures.tsx'
import {
  DeskConnectionBar,
  LoadErrorBanner,
  StaleBadge,
  useIsDisconnected,
} from '#client/desk/kit/page/data-state.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useOwnerZone } from '#client/desk/queries/use-records.ts'
import { useSales } from '#client/desk/queries/use-sales.ts'
import { systemClock } from '#client/lib/clock.ts'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import {
  ExportErrorBanner,
  type SignInAgainComponent,
} from '#client/ui/controls/export-error-banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import type from '#client/ui/type.module.css'
import { isPlainDate, type PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatFigure } from '#shared/lib/money.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import type { SalesAnswer, SalesSummary } from '#shared/sales/api.ts'
import { exportSales } from '#shared/sales/api.ts'
import {
  getPeriod,
  isValidPeriod,
  type Period,
  type PeriodId,
  periodChoices,
} from '#shared/sales/periods.ts'
import { RevenueBox } from './revenue-box.tsx'
import styles from './sales-page.module.css'
import { formatPeriod, formatShortDate } from './sales-text.ts'

const DEFAULT_PERIOD: Exclude<PeriodId, 'dates'> = 'twelve'

interface PeriodState {
  choice: PeriodId
  /** The period that is shown: the default one while the typed dates are invalid. */
  period: Period
  /** The dates as typed, and the problem with them. */
  typedDates: Period
  error: string | undefined
  setChoice: (choice: PeriodId) => void
  setDates: (dates: Period) => void
}

/** The chosen period, kept in the address, so that it survives a reload and a bookmark. */
function usePeriod(today: PlainDate): PeriodState {
  const [search, setSearch] = useSearchParams()
  // Local state, because the router updates the address with a delay.
  const [params, setParams] = useState<PeriodParams>(() => Object.fromEntries(search))
  const choice = periodChoices.find(({ id }) => id === params.period)?.id ?? DEFAULT_PERIOD
  const usual = getPeriod(choice === 'dates' ? DEFAULT_PERIOD : choice, today)
  const { from = usual.from, to = usual.to } = params
  const dates = { from, to }
  const chosen = choice === 'dates'
  const problem = chosen ? validateDates(dates) : undefined
  const write = (next: PeriodParams) => {
    setParams(next)
    setSearch(new URLSearchParams({ ...next }), { replace: true, preventScrollReset: true })
  }
  return {
    choice,
    typedDates: dates,
    error: problem,
    period: chosen && !problem ? dates : usual,
    setChoice: (id) => write(id === 'dates' ? { period: id, ...usual } : { period: id }),
    setDates: (typed) => write({ period: 'dates', ...typed }),
  }
}

/** The search parameters as strings, not validated. */
interface PeriodParams {
  period?: string
  from?: string
  to?: string
}

function validateDates({ from, to }: Period): string | undefined {
  if (!isPlainDate(from) || !isPlainDate(to)) return 'Please enter both dates.'
  if (to < from) return 'The first date must not be after the last.'
  return isValidPeriod({ from, to }) ? undefined : 'Please choose at most twenty years.'
}

/** `45 Bespoke Planning, 39 Business Consultancy; cancelled ones included` */
function formatByService({ services }: SalesSummary): string {
  const sold = services.filter(({ bookings }) => bookings > 0)
  if (sold.length === 0) return 'No payments in this period'
  return sold
    .map(({ serviceTitle, bookings }) => `${bookings} ${serviceTitle}`)
    .join(', ')
    .concat('; cancelled ones included')
}

const OFFLINE_REASON = 'Exporting needs a connection.'

/** The revenue of a period; only verified payments count. */
export function SalesPage({ SignIn }: { SignIn: SignInAgainComponent }) {
  const file = useExport(exportSales)
  const timeZone = useOwnerZone() ?? getDeviceZone()
  const today = toWallTime(systemClock(), timeZone).date
  const chosen = usePeriod(today)
  const { from, to } = chosen.period
  const desk = useSales(chosen.period, today)
  const { data } = desk
  const cut = useIsDisconnected(desk)
  return (
    <>
      <DeskConnectionBar subject="Sales are" desk={desk} />
      <DeskPage
        title="Sales"
        lead={`${formatDate(from, 'long')} to ${formatDate(to, 'long')}`}
        aside={
          <>
            <div className={styles.period}>
              <SegmentedControl
                label="Period"
                options={options}
                value={chosen.choice}
                onChange={chosen.setChoice}
              />
            </div>
            <DeskButton
              variant="ghost"
              busy={file.busy}
              disabledReason={cut ? OFFLINE_REASON : undefined}
              onClick={() => file.start({ from, to })}
            >
              <IconLabel>
                <SaveIcon />
                Export
              </IconLabel>
            </DeskButton>
          </>
        }
      >
        <div className={`${type.fine} ${kit.warning} ${styles.status}`}>
          <StaleBadge desk={desk} />
          {cut ? <p>{OFFLINE_REASON}</p> : null}
        </div>
        <ExportErrorBanner title={exportSales.failure} exportState={file} SignIn={SignIn} />
        <LoadErrorBanner failure="Failed to load sales data" desk={desk} />
        {data?.demo ? (
          <div className={styles.note}>
            <Banner tone="info" title="A demonstration">
              These sales are invented. No money has moved.
            </Banner>
          </div>
        ) : null}
        {chosen.choice !== 'dates' ? null : (
          <div className={styles.dates}>
            <TextField
              label="First date"
              type="date"
              value={chosen.typedDates.from}
              error={chosen.error}
              onChange={({ target }) =>
                chosen.setDates({ ...chosen.typedDates, from: target.value })
              }
            />
            <TextField
              label="Last date"
              type="date"
              value={chosen.typedDates.to}
              onChange={({ target }) => chosen.setDates({ ...chosen.typedDates, to: target.value })}
            />
          </div>
        )}
        {data ? (
          <Summary sales={data} choice={chosen.choice} />
        ) : desk.state === 'opening' ? (
          <Skeleton className={styles.skeleton} />
        ) : null}
      </DeskPage>
    </>
  )
}

function Summary({ sales, choice }: { sales: SalesAnswer; choice: PeriodId }) {
  const { currency, received, refunded, pendingRefundTotal } = sales
  const periodText = `${formatPeriod(choice)}, ${currency.toUpperCase()}`
  const unit = currency.toUpperCase()
  return (
    <>
      <KeyFigures
        figures={[
          {
            term: 'Total revenue',
            unit,
            value: formatFigure(sales.totalRevenue),
            note: 'After refunds, VAT included',
          },
          {
            term: 'Paid bookings',
            value: String(sales.totalBookings),
            note: formatByService(sales),
          },
          {
            term: 'Average booking value',
            unit,
            value: formatFigure(Math.round(sales.averageBookingValue / 100) * 100),
            note: 'Paid bookings only, before refunds',
          },
        ]}
      />
      {received + refunded + pendingRefundTotal === 0 ? (
        <Box title="Revenue by month" flush>
          <EmptyState object="scales" title="No sales in this period">
            Sales appear here once the payment is confirmed.
          </EmptyState>
        </Box>
      ) : (
        <>
          <RevenueBox summary={sales} currency={currency} choice={choice} />
          <div className={styles.two}>
            <RecentSales sales={sales} />
            {/* From the payments received to the total revenue, and the VAT that it contains. */}
            <Box title="Refunds and VAT" aside={periodText}>
              <AmountList lines={toAmountRows(sales)} />
              <p className={`${type.fine} ${styles.fees}`}>
                {formatPendingRefunds(sales.pendingRefundTotal, currency)}Card processing fees are
                not deducted here.
              </p>
            </Box>
          </div>
        </>
      )}
    </>
  )
}

const options = periodChoices.map(({ id, label }) => ({ value: id, label }))

/** The latest sales of the period; on a phone each takes up two lines. */
function RecentSales({ sales: { recentSales, timeZone, today } }: { sales: SalesAnswer }) {
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
          {recentSales.map((sale) => {
            const notes = [
              ...(sale.refunded === sale.amount ? ['Refunded'] : []),
              ...(sale.refunded > 0 && sale.refunded < sale.amount
                ? [`Refunded ${formatFigure(sale.refunded)}`]
                : []),
              ...(sale.hasPendingRefund ? ['Refund waiting'] : []),
            ]
            return (
              <tr key={sale.id}>
                <td className={styles.date}>
                  {formatShortDate(toWallTime(Date.parse(sale.date), timeZone).date, today)}
                </td>
                <th scope="row">
                  <Link to={`/admin/bookings/${sale.id}`}>
                    <b>{sale.client}</b>
                  </Link>
                  {notes.length > 0 ? (
                    <small className={table.neg}>{notes.join(', ')}</small>
                  ) : null}
                </th>
                <td>{sale.service}</td>
                <td className={table.num}>{formatFigure(sale.amount)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Box>
  )
}

function toAmountRows({ received, refunded, refundCount, ...rest }: SalesSummary): AmountListRow[] {
  return [
    { term: 'Received', amount: formatFigure(received) },
    {
      term: 'Refunded',
      amount: formatFigure(-refunded),
      ...(refundCount > 0
        ? { note: pluralize(refundCount, 'payment'), look: 'minus' as const }
        : {}),
    },
    { term: 'Total revenue', amount: formatFigure(rest.totalRevenue), look: 'sum' },
    ...rest.vatByRate
      .filter(({ rate }) => rate > 0)
      .map(({ rate, vat }) => ({
        term: `of which ${rate}% VAT`,
        amount: formatFigure(vat),
        look: 'part' as const,
      })),
    { term: 'without VAT', amount: formatFigure(rest.withoutVat), look: 'part' },
  ]
}

function formatPendingRefunds(pendingTotal: number, currency: string): string {
  if (pendingTotal === 0) return ''
  return `Refunds of ${currency.toUpperCase()} ${formatFigure(pendingTotal)} are under way and not counted yet. `
}
