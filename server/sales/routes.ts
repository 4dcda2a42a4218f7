import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, refuse } from '#server/http/http-result.ts'
import type { Audit } from '#server/http/request-context.ts'
import { sendCsvParts, sendRefusal } from '#server/http/responses.ts'
import { exportSales, getSales, salesCurrency } from '#shared/sales/api.ts'
import {
  formatSalesCsv,
  readPeriod,
  readSales,
  readSalesPages,
  type SalesParts,
} from './queries.ts'

interface SalesRouteParts extends SalesParts {
  audit: Audit
}

export function registerSalesRoutes(routes: FunctionRoutes, parts: SalesRouteParts): void {
  routes.on(getSales, async (request) => {
    const sales = await readSales(parts, request)
    return sales ? answer(sales) : refuse(400, 'period', getSales.failure)
  })
  routes.custom(exportSales, async (request, caller, res) => {
    const period = await readPeriod(parts.db.read, parts, request)
    if (!period) return sendRefusal(res, 400, { code: 'period', error: exportSales.failure })
    const name = `sales-${period.from}-to-${period.to}.csv`
    const details = `Sales from ${period.from} to ${period.to} exported as csv`
    await parts.db.write((tx) => parts.audit(tx, caller, { action: 'Data Export', details }))
    await sendCsvParts(res, name, formatSalesCsv(readSalesPages(parts, period), salesCurrency))
  })
}
