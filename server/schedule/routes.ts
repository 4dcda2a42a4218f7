import { getSchedule, publishedDays } from '../../shared/schedule/api.ts'
import type { Database } from '../db/database.ts'
import { answer } from '../http/answer.ts'
import type { FunctionRoutes } from '../http/functions.ts'
import { readSchedule } from './store.ts'

export function scheduleRoutes(routes: FunctionRoutes, db: Database): void {
  routes.on(getSchedule, () => {
    const { weekly, version, timeZone } = readSchedule(db.read)
    return answer({ schedule: publishedDays(weekly), version, timeZone })
  })
}
