import type Dexie from 'dexie'

/** Whether an older tab keeps a database from being opened, in the form that React reads stores. */
export class Blocked {
  private held = false
  private readonly listeners = new Set<() => void>()

  constructor(db: Dexie) {
    db.on('blocked', () => this.become(true))
    // Each time it is opened, not only the first.
    db.on('ready', () => this.become(false), true)
  }

  readonly now = () => this.held

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private become(held: boolean): void {
    this.held = held
    for (const listener of this.listeners) listener()
  }
}
