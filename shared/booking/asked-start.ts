import { instantsOfWall } from '#shared/lib/wall.ts'
import { minuteOf } from '#shared/schedule/time-of-day.ts'
import type { BookingPost } from './schema.ts'

/** The instant a post asks for; without `start` a wall time that is skipped or doubled has none. */
export function startOf(post: BookingPost): number | undefined {
  if (post.start !== undefined) return post.start
  const instants = instantsOfWall(post.date, minuteOf(post.time), post.timezone)
  return instants.length === 1 ? instants[0] : undefined
}
