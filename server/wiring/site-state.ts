import type { Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, refuse } from '#server/http/http-result.ts'
import { findAllFailingJobs, findFailingJobs, type Job } from '#server/jobs/store.ts'
import { countMailsSince } from '#server/mail/store.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { listUnfinished } from '#server/site/content.ts'
import {
  type FailingJob,
  type FailingJobRecord,
  getFailingJobs,
  retryMail,
} from '#shared/desk/failing-jobs.ts'
import { getSiteState, type SiteState } from '#shared/desk/site-state.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import { listOldZones } from '#shared/lib/zones/zone-law.ts'
import type { FeatureParts, Features } from './features.ts'

/** Endpoints of the dashboard for what is in no record, and for failed mails. */
export function registerSiteStateRoutes(
  routes: FunctionRoutes,
  parts: FeatureParts,
  features: Features,
): void {
  routes.on(getSiteState, async () => answer(await readSiteState(parts, features)))
  routes.on(getFailingJobs, async () =>
    answer((await findAllFailingJobs(parts.db.read)).map(toFailingJob)),
  )
  routes.on(retryMail, async ({ id }) => {
    const tried = await features.mails.retry(id)
    if (!tried) return refuse(404, 'not_found', retryMail.failure)
    return answer({ sent: tried.error === undefined, error: tried.error ?? null })
  })
}

async function readSiteState(
  { db, clock, settings }: FeatureParts,
  { mails, mailLacks, getPaymentKind }: Features,
): Promise<SiteState> {
  const now = clock()
  const { timeZone } = await readSchedule(db.read)
  const midnight = getFirstInstant(toWallTime(now, timeZone).date, 0, timeZone)
  return {
    checkedAt: toIsoTime(now),
    mail: {
      delivers: mails.isDelivering,
      lacks: mailLacks,
      sentToday: await countMailsSince(db.read, midnight),
    },
    payment: getPaymentKind(),
    createsRooms: settings.video !== undefined,
    samples: listUnfinished(mailLacks !== 'sender'),
    oldZones: listOldZones(),
  }
}

/** The jobs among these ids that have failed or keep failing, for the devices. */
export async function readFailingJobRecords(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, FailingJobRecord>> {
  const jobs = (await findFailingJobs(tx, ids.map(Number))).map(toFailingJob)
  return new Map(jobs.map(({ id, ...record }) => [String(id), record]))
}

function toFailingJob({ id, kind, payload, created_at, last_error, state }: Job): FailingJob {
  const { mail = null, bookingId = null } = JSON.parse(payload) as {
    mail?: string
    bookingId?: string | null
  }
  return {
    ...{ id, kind, bookingId },
    mail: kind === 'mail' ? mail : null,
    requestedAt: toIsoTime(created_at),
    error: last_error ?? '',
    isGivenUp: state === 'failed',
  }
}
