import { useMemo } from 'react'
import { useAllBookings } from '#client/desk/queries/use-all-bookings.ts'
import { useBusyTimes, useCalendarFeed } from '#client/desk/queries/use-calendar-feed.ts'
import { type DeskData, useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useForms } from '#client/desk/queries/use-forms.ts'
import { useRecordData, useRecords } from '#client/desk/queries/use-records.ts'
import { useSales, useSalesLedger } from '#client/desk/queries/use-sales.ts'
import { useSchedule } from '#client/desk/queries/use-stored-schedule.ts'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { type Flood, getFloods } from '#shared/booking/flood-api.ts'
import { buildDashboard, type Dashboard } from '#shared/desk/dashboard.ts'
import { type FailingJob, getFailingJobs } from '#shared/desk/failing-jobs.ts'
import { getSiteState, type SiteState } from '#shared/desk/site-state.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import type { SalesAnswer } from '#shared/sales/api.ts'
import type { FeedView } from '#shared/schedule/feed-api.ts'

/** The sums of this month up to today, and its payments. */
export interface MonthIncome {
  sales: SalesAnswer
  /** Undefined where the device can store no records. */
  payments: { date: string; amount: number }[] | undefined
}

export interface DashboardView {
  /** Undefined until everything is read that it is derived from. */
  dashboard: Dashboard | undefined
  income: MonthIncome | undefined
  /** When the last payment was received, in any month, ISO 8601. */
  lastPaidAt: string | undefined
  site: DeskData<SiteState>
  floods: DeskData<FloodsAnswer>
  /** The state of this device's records. */
  desk: DeskData<Dashboard>
  feed: FeedView | undefined
}

type FloodsAnswer = { floods: readonly Flood[] }

export function useDashboard(now: number): DashboardView {
  const bookings = useAllBookings()
  const schedule = useSchedule()
  const today = toWallTime(now, schedule.data?.timeZone ?? getDeviceZone()).date
  const busy = useBusyTimes(today)
  const forms = useForms()
  const jobs = useFailingJobs()
  const feed = useCalendarFeed()
  const site = useDeskData(getSiteState, {})
  const floods = useDeskData(getFloods, {})
  const dashboard = useMemo(() => {
    if (!bookings.data || !schedule.data || !busy.data || !forms.data || !jobs.data)
      return undefined
    return buildDashboard({
      bookings: bookings.data,
      ...{ schedule: schedule.data, busy: busy.data, now },
      failingJobs: jobs.data,
      floods: floods.data?.floods ?? [],
      submissions: forms.data.flatMap(({ name, submissions }) =>
        submissions.map((submission) => ({ ...submission, form: name })),
      ),
      // Until the server has said so, no room counts as missing.
      canCreateRooms: site.data?.createsRooms ?? true,
    })
  }, [bookings.data, schedule.data, busy.data, forms.data, jobs.data, floods.data, site.data, now])
  const sources = [bookings, schedule, busy, forms, jobs, feed]
  const missing = sources.find(({ data, refusal }) => data === undefined && refusal)
  const desk = {
    ...bookings,
    data: dashboard,
    refusal: bookings.refusal ?? missing?.refusal,
    state: missing && !dashboard ? ('none' as const) : bookings.state,
    reload: () => {
      for (const { reload } of sources) reload()
    },
  }
  return { dashboard, site, floods, desk, feed: feed.data, ...useIncome(today) }
}

function useIncome(today: string): Pick<DashboardView, 'income' | 'lastPaidAt'> {
  const month = { from: `${today.slice(0, 7)}-01`, to: today }
  const sales = useSales(month, today).data
  const ledger = useSalesLedger()
  return useMemo(() => {
    const receipts = ledger?.sales.filter(({ kind }) => kind === 'receipt')
    const payments = receipts?.filter(({ date }) => date >= month.from && date <= month.to)
    return {
      income: sales && { sales, payments },
      lastPaidAt: receipts?.at(-1)?.issuedAt ?? sales?.recentSales[0]?.date,
    }
  }, [sales, ledger, month.from, month.to])
}

const jobsQuery = { endpoint: getFailingJobs, input: {} }

function useFailingJobs(): DeskData<readonly FailingJob[]> {
  const records = useRecords('failing-job')
  const jobs = useMemo(
    () => records && [...records].map(([id, record]) => ({ id: Number(id), ...record })),
    [records],
  )
  const data = { derived: jobs, from: ['failing-job'] } as const
  return useRecordData<object, readonly FailingJob[]>(data, jobsQuery)
}
