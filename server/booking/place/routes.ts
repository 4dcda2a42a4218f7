import type { Database } from '#server/db/database.ts'
import { answer, decline } from '#server/http/answer.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { getServicePlaces, setServicePlace } from '#shared/booking/desk-place-api.ts'
import { servicePlaces } from './queries.ts'
import { writeServicePlace } from './store.ts'

interface PlaceRouteParts {
  db: Database
  /** Whether a video provider is set. */
  rooms: boolean
}

/** The owner's default for each service. */
export function placeRoutes(routes: FunctionRoutes, { db, rooms }: PlaceRouteParts): void {
  routes.on(getServicePlaces, () => answer(servicePlaces(db.read, rooms)))
  routes.on(setServicePlace, ({ serviceType, place }) =>
    db.write((tx) => {
      if (place.kind === 'video_room' && !rooms)
        return decline(409, 'no_rooms', 'No video provider is set, so no room can be made.')
      writeServicePlace(tx, serviceType, place)
      return answer(servicePlaces(tx, rooms))
    }),
  )
}
