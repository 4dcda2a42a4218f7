import { useMemo } from 'react'
import type { SalesLedger } from '#shared/sales/api.ts'
import { getSaleChanges } from '#shared/sales/api.ts'
import { SyncedList, useSyncedList } from './synced-list.ts'
import type { DeskData } from './use-desk-data.ts'

const syncedSales = new SyncedList('sale', getSaleChanges)

type SalesMeta = NonNullable<ReturnType<typeof syncedSales.view.get>>['data']['meta']

/** All sales that this device has, so that any period can be summed up without a request. */
export type SalesData = Omit<SalesMeta, 'pendingRefunds'> & { ledger: SalesLedger }

/** The sales documents, in the order of their issue. */
export function useSales(): DeskData<SalesData> {
  const desk = useSyncedList(syncedSales)
  const sales = useMemo(() => desk.data && toSalesData(desk.data), [desk.data])
  return { ...desk, data: sales }
}

function toSalesData({
  records,
  meta: { pendingRefunds, ...settings },
}: {
  records: readonly SalesLedger['sales'][number][]
  meta: SalesMeta
}): SalesData {
  const sales = [...records].sort((a, b) => (a.issuedAt < b.issuedAt ? -1 : 1))
  return { ...settings, ledger: { sales, pendingRefunds } }
}
