import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, refuse } from '#server/http/http-result.ts'
import type { RequestContext } from '#server/http/request-context.ts'
import { createMeeting } from '#shared/video/api.ts'
import { testConnection, testRoom } from '#shared/video/desk-api.ts'
import type { Rooms } from './rooms.ts'
import type { VideoTests } from './video-tests.ts'

interface VideoRouteParts {
  rooms: Rooms
  /** Whether this caller's browser made the booking. */
  isBooker(bookingId: string, caller: RequestContext): Promise<boolean>
}

export function registerVideoRoutes(
  routes: FunctionRoutes,
  { rooms, isBooker }: VideoRouteParts,
): void {
  routes.on(createMeeting, async ({ bookingId }, caller) => {
    if (!(await isBooker(bookingId, caller))) return refuse(404, 'not_found', createMeeting.failure)
    return answer({ roomUrl: await rooms.ensureUrl(bookingId, true) })
  })
}

/** The owner's tests of the video provider. */
export function registerVideoDeskRoutes(routes: FunctionRoutes, tests: VideoTests): void {
  routes.on(testConnection, async () => answer(await tests.testConnection()))
  routes.on(testRoom, async () => answer(await tests.testRoom()))
}
