import type { Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, refuse } from '#server/http/http-result.ts'
import type { Audit } from '#server/http/request-context.ts'
import { sendChanges, sendCsvParts, sendRefusal } from '#server/http/responses.ts'
import { exportSales, getSaleChanges, getSales } from '#shared/sales/api.ts'
import {
  formatSalesCsv,
  readPeriod,
  readSaleChanges,
  readSales,
  readSalesPages,
  type SalesParts,
  salesCurrency,
} from './queries.ts'

interface SalesRouteParts extends SalesParts {
  audit: Audit
  /** The epoch of the database. */
  readEpoch(tx: Tx): Promise<string>
}

export function registerSalesRoutes(routes: FunctionRoutes, parts: SalesRouteParts): void {
  routes.on(getSales, async (request) => {
    const sales = await readSales(parts, request)
    return sales ? answer(sales) : refuse(400, 'period', getSales.failure)
  })
  routes.custom(getSaleChanges, async (request, _caller, res) =>
    sendChanges(
      res,
      await parts.db.read.transaction().execute((tx) => readSaleChanges(tx, parts, request)),
      getSaleChanges.failure,
    ),
  )
  routes.custom(exportSales, async (request, caller, res) => {
    const period = await readPeriod(parts.db.read, parts, request)
    if (!period) return sendRefusal(res, 400, { code: 'period', error: exportSales.failure })
    const name = `sales-${period.from}-to-${period.to}.csv`
    const details = `Sales from ${period.from} to ${period.to} exported as csv`
    await parts.db.write((tx) => parts.audit(tx, caller, { action: 'Data Export', details }))
    await sendCsvParts(res, name, formatSalesCsv(readSalesPages(parts, period), salesCurrency))
  })
}
