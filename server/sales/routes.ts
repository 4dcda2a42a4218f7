import type { Tx } from '#server/db/database.ts'
import { answer, decline } from '#server/http/answer.ts'
import type { Audit } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { sendChanges, sendCsvParts, sendRefusal } from '#server/http/responses.ts'
import { exportSales, getSaleChanges, getSales } from '#shared/sales/api.ts'
import {
  periodAsked,
  readSales,
  type SalesParts,
  saleChanges,
  salesCurrency,
  salesFile,
  salesWithin,
} from './queries.ts'

interface SalesRouteParts extends SalesParts {
  audit: Audit
  /** The epoch of the database. */
  epoch(tx: Tx): string
}

export function salesRoutes(routes: FunctionRoutes, parts: SalesRouteParts): void {
  routes.on(getSales, (asked) => {
    const sales = readSales(parts, asked)
    return sales ? answer(sales) : decline(400, 'period', getSales.failure)
  })
  routes.custom(getSaleChanges, (asked, _caller, res) =>
    sendChanges(res, saleChanges(parts, asked), getSaleChanges.failure),
  )
  routes.custom(exportSales, async (asked, caller, res) => {
    const period = periodAsked(parts, asked)
    if (!period) return sendRefusal(res, 400, { code: 'period', error: exportSales.failure })
    const name = `sales-${period.from}-to-${period.to}.csv`
    const details = `Sales from ${period.from} to ${period.to} exported as csv`
    await parts.db.write((tx) => parts.audit(tx, caller, { action: 'Data Export', details }))
    await sendCsvParts(res, name, salesFile(salesWithin(parts, period), salesCurrency))
  })
}
