import { useMemo } from 'react'
import type { Books } from '#shared/sales/api.ts'
import { getSaleChanges } from '#shared/sales/api.ts'
import { RecordList, useRecordList } from './record-list.ts'
import type { DeskData } from './use-desk-data.ts'

const saleRecords = new RecordList('sale', getSaleChanges)

type About = NonNullable<ReturnType<typeof saleRecords.view.get>>['data']['about']

/** All sales that this device has, so that any period can be summed up without a request. */
export type SalesRecords = Omit<About, 'waiting'> & { books: Books }

/** The sales documents, in the order of their issue. */
export function useSales(): DeskData<SalesRecords> {
  const desk = useRecordList(saleRecords)
  const sales = useMemo(() => desk.data && salesOf(desk.data), [desk.data])
  return { ...desk, data: sales }
}

function salesOf({
  records,
  about: { waiting, ...settings },
}: {
  records: readonly Books['sales'][number][]
  about: About
}): SalesRecords {
  const sales = [...records].sort((a, b) => (a.issuedAt < b.issuedAt ? -1 : 1))
  return { ...settings, books: { sales, waiting } }
}
