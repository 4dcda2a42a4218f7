import { getDashboard, sendMailAgain } from '../../shared/desk/api.ts'
import { answer, decline } from '../http/answer.ts'
import type { FunctionRoutes } from '../http/functions.ts'
import type { DashboardParts } from './ports.ts'
import { readDashboard } from './queries.ts'

export function dashboardRoutes(routes: FunctionRoutes, parts: DashboardParts): void {
  routes.on(getDashboard, () => answer(readDashboard(parts)))
  routes.on(sendMailAgain, async ({ id }) => {
    const tried = await parts.mails.sendAgain(id)
    if (!tried) return decline(404, 'not_found', sendMailAgain.failure)
    return answer({ sent: tried.error === undefined, error: tried.error ?? null })
  })
}
