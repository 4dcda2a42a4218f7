import { useMemo } from 'react'
import type { PlainDate } from '#shared/lib/date.ts'
import { getSales, type SalesAnswer, type SalesLedger, salesCurrency } from '#shared/sales/api.ts'
import type { Period } from '#shared/sales/periods.ts'
import { buildLedger, summarizeSales } from '#shared/sales/sales-summary.ts'
import type { DeskData } from './use-desk-data.ts'
import { useOwnerZone, useRecordData, useRecords } from './use-records.ts'

/** The sums of a period; `today` is the date in the owner's time zone. */
export function useSales({ from, to }: Period, today: PlainDate): DeskData<SalesAnswer> {
  const ledger = useSalesLedger()
  const timeZone = useOwnerZone()
  const demo = useHasDemoReceipts()
  const answer = useMemo((): SalesAnswer | undefined => {
    if (!ledger || !timeZone) return undefined
    const settings = { currency: salesCurrency, timeZone, today, demo }
    return { ...summarizeSales(ledger, { from, to }), ...settings }
  }, [ledger, timeZone, demo, today, from, to])
  return useRecordData(
    { derived: answer, from: ['receipt', 'booking-money'] },
    { endpoint: getSales, input: { from, to } },
  )
}

/** All sales on this device, in the order of their issue; undefined until they are read. */
export function useSalesLedger(): SalesLedger | undefined {
  const receipts = useRecords('receipt')
  const money = useRecords('booking-money')
  const timeZone = useOwnerZone()
  return useMemo(() => {
    return receipts && money && timeZone ? buildLedger({ receipts, money }, timeZone) : undefined
  }, [receipts, money, timeZone])
}

/** Only a demonstration has sales of the demo series, and it has no others. */
function useHasDemoReceipts(): boolean {
  const [first] = useRecords('receipt')?.keys() ?? []
  return first?.startsWith('demo:') ?? false
}
