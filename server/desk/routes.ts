import { answer, decline } from '#server/http/answer.ts'
import { openEventStream } from '#server/http/event-stream.ts'
import { type FunctionRoutes, sendRefusal } from '#server/http/functions.ts'
import { getDashboard, sendMailAgain } from '#shared/desk/api.ts'
import {
  deskEvents,
  getLastChanges,
  getNewsCounts,
  type LastChanges,
  type NewsCounts,
} from '#shared/desk/news-api.ts'
import type { DeskEvents } from './events.ts'
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

interface NewsParts {
  events: DeskEvents
  lastChanges(): LastChanges
  newsCounts(): NewsCounts
}

/** How open desks hear that something changed. */
export function newsRoutes(
  routes: FunctionRoutes,
  { events, lastChanges, newsCounts }: NewsParts,
): void {
  routes.on(getLastChanges, () => answer(lastChanges()))
  routes.on(getNewsCounts, () => answer(newsCounts()))
  routes.custom(deskEvents, (_input, { account }, res) => {
    if (!account) throw new Error('The guard let nobody through')
    const { userId, sessionId } = account
    if (events.makeRoom({ userId, sessionId }))
      events.add({ stream: openEventStream(res), userId, sessionId })
    else sendRefusal(res, 429, { code: 'streams', error: deskEvents.failure })
  })
}
