import type { JourneyView } from '#client/data/journeys/types.ts'
import type { CopyState } from '#client/desk/journeys/share/copy-state.ts'
import type { Reorder } from '#client/desk/kit/lists/reorder.tsx'
import type { JourneyDay } from '#shared/journeys/days.ts'
import type { JourneyStops } from '#shared/journeys/places/stops.ts'
import type { EditorCommands, ShowPlace } from './editor-commands.ts'
import type { JourneySession, SaveState } from './journey-session.ts'

/** An open journey, with what the parts of the editor need. */
export interface Editor {
  id: string
  view: JourneyView
  days: readonly JourneyDay[]
  /** Index of today; -1 unless the journey is under way. */
  today: number
  /** Undefined while the journey has no days. */
  shownDay: JourneyDay | undefined
  /** By item id; one warning per line. */
  warnings: ReadonlyMap<string, string>
  /** Ids of the items with an open conflict. */
  conflicted: ReadonlySet<string>
  copy: CopyState
  stops: JourneyStops
  saving: SaveState
  session: JourneySession
  commands: EditorCommands
  reorder: Reorder
  show: ShowPlace
  /** The address of a day, or of one of its items. */
  toAddress: (day: string, item?: string) => string
  /** UTC milliseconds. */
  now: number
}
