import { answer, decline } from '#server/http/answer.ts'
import type { Caller } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { createMeeting, getVideoSettings, testConnection, testRoom } from '#shared/video/api.ts'
import type { Rooms } from './rooms.ts'
import type { VideoTests } from './tests.ts'

interface VideoRouteParts {
  rooms: Rooms
  /** Whether this caller's browser made the booking. */
  isAllowed(bookingId: string, caller: Caller): boolean
}

export function videoRoutes(routes: FunctionRoutes, { rooms, isAllowed }: VideoRouteParts): void {
  routes.on(createMeeting, async ({ bookingId }, caller) => {
    if (!isAllowed(bookingId, caller)) return decline(404, 'not_found', createMeeting.failure)
    return answer({ roomUrl: await rooms.ensure(bookingId, true) })
  })
}

/** The owner's endpoints for the video settings and tests. */
export function videoDeskRoutes(routes: FunctionRoutes, tests: VideoTests): void {
  routes.on(getVideoSettings, () => answer({ configured: tests.configured }))
  routes.on(testConnection, async () => answer(await tests.connection()))
  routes.on(testRoom, async () => answer(await tests.room()))
}
