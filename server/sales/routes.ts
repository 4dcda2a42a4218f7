import { exportSales, getSales } from '../../shared/sales/api.ts'
import { answer, decline } from '../http/answer.ts'
import type { Audit } from '../http/audit.ts'
import { sendCsv } from '../http/download.ts'
import { type FunctionRoutes, sendRefusal } from '../http/functions.ts'
import { readSales, type SalesParts, salesWithin } from './queries.ts'
import { salesFile } from './sales-file.ts'

export function salesRoutes(routes: FunctionRoutes, parts: SalesParts & { audit: Audit }): void {
  routes.on(getSales, (asked) => {
    const sales = readSales(parts, asked)
    return sales ? answer(sales) : decline(400, 'period', getSales.failure)
  })
  routes.custom(exportSales, async (asked, caller, res) => {
    const sales = readSales(parts, asked)
    if (!sales) return sendRefusal(res, 400, { code: 'period', error: exportSales.failure })
    const name = `sales-${sales.from}-to-${sales.to}.csv`
    const details = `Sales from ${sales.from} to ${sales.to} exported as csv`
    await parts.db.write((tx) => parts.audit(tx, caller, { action: 'Data Export', details }))
    sendCsv(res, name, salesFile(salesWithin(sales), sales.currency))
  })
}
