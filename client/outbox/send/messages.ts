/** What a page asks of the service worker. */
export type WorkerRequest =
  /**
   * Send what is due, answered on the message's port with a `ReplayReply`; with `hurry` also what
   * only pauses because the connection was lost.
   */
  | { type: 'replay'; hurry: boolean }
  /** Take over now, with the new version. */
  | { type: 'take over' }
  /** This is the owner's device: keep the files of the desk as well. */
  | { type: 'keep desk' }

/** When something next wants sending, UTC milliseconds; null where nothing waits. */
export interface ReplayReply {
  nextAt: number | null
}
