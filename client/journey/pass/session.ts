import type { Device } from '#client/journey/device.ts'
import type { JourneyState, Message } from '#client/journey/state.ts'
import type { Clock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { reportPassSeen } from '#shared/journeys/api.ts'
import type { JourneyAddress } from '#shared/journeys/link.ts'
import {
  createPass,
  fetchPass,
  importLinkKey,
  notePass,
  type OpenPass,
  openCopy,
  type PassAnswer,
  updatePass,
} from './pass.ts'
import { type FoundPass, PATIENCE, type SavedJourneys, type SaveOutcome } from './saved-journeys.ts'
import { getTrueTime, hasEnded, toEnded } from './saved-pass.ts'

/** A page that stays open reports again after this time, ms. */
const REPORT_INTERVAL = 10 * 60_000

interface SessionParts {
  journeys: SavedJourneys
  clock: Clock
  device: Device
  isOnline: () => boolean
  isVisible: () => boolean
  changed: () => void
}

type Answer<Kind extends PassAnswer['kind']> = Extract<PassAnswer, { kind: Kind }>

/** Opens one journey from this device and the server, updates, saves and erases it. */
export class Session {
  /** Shown while there is no journey. */
  message: Message = { kind: 'opening' }
  open: OpenPass | undefined
  /** The journey of this page that is saved here and not shown, because the owner has deleted it. */
  private hidden: OpenPass | undefined
  connection: JourneyState['connection'] = 'checking'
  /** Undefined until it was saved for the first time. */
  saved: SaveOutcome | undefined
  private run = 0
  private isChecking = false
  private isAdding = false
  /** Whether it is certain what the guest has answered at earlier openings. */
  private knowsAnswers = false
  private reported = { version: 0, at: Number.NEGATIVE_INFINITY }

  constructor(private readonly parts: SessionParts) {}

  /** The current time by the server's clock. */
  get now(): number {
    const now = this.parts.clock()
    return this.open ? getTrueTime(this.open.pass, now) : now
  }

  async start({ id, key: text, isIncomplete }: JourneyAddress): Promise<void> {
    const { journeys, clock, isOnline } = this.parts
    const run = ++this.run
    this.connection = 'checking'
    this.say({ kind: 'opening' })
    if (isIncomplete) return this.say({ kind: 'incomplete' })
    const key = text === undefined ? undefined : await importLinkKey(text)
    const mayBeSaved = journeys.hasSaved() || !key || !isOnline()
    const found = mayBeSaved ? await journeys.find(id, clock()) : undefined
    if (run !== this.run) return
    if (found && (await this.openFound(found, key))) return this.check()
    if (id !== undefined && key) return this.openFirst({ id, key, found, run })
    if (found?.ended) return this.say(toMessage(found))
    this.say({ kind: id === undefined ? 'nothing saved' : 'incomplete' })
  }

  /** Shows the saved copy; false if there is none or the key is wrong. */
  private async openFound({ pass }: FoundPass, linkKey: CryptoKey | undefined): Promise<boolean> {
    const key = linkKey ?? pass?.key
    const copy = pass && key && (await openCopy(key, pass.id, pass.ciphertext))
    if (!copy) return false
    const { notedCiphertext } = pass
    const noted = notedCiphertext ? await openCopy(key, pass.id, notedCiphertext) : undefined
    this.saved = 'saved'
    this.knowsAnswers = true
    const open = { pass, key, copy, ...(noted ? { noted } : {}) }
    if (pass.hiddenSince === undefined) this.show(open)
    else this.sayWithdrawn(open)
    return true
  }

  private async openFirst(link: {
    id: string
    key: CryptoKey
    found: FoundPass | undefined
    run: number
  }): Promise<void> {
    const { journeys, clock } = this.parts
    const { id, key, run } = link
    const answer = await fetchPass(id, undefined, clock())
    if (run !== this.run) return
    // A saved copy that this link's key does not open is replaced.
    this.knowsAnswers = link.found?.pass !== undefined
    if (answer.kind === 'found') return this.showFirst(answer, id, key)
    const found = link.found ?? (await journeys.find(id, clock()))
    if (answer.kind === 'closed' || answer.kind === 'withdrawn') return this.say(toMessage(found))
    // The flag of `hasSaved` may have been deleted although a journey is saved.
    if (!link.found && (await this.openFound(found, key))) return this.set(answer.kind)
    this.say(found.ended ? toMessage(found) : { kind: answer.kind })
  }

  private async showFirst(answer: Answer<'found'>, id: string, key: CryptoKey): Promise<void> {
    const { ciphertext } = answer
    const copy = ciphertext === undefined ? undefined : await openCopy(key, id, ciphertext)
    if (!copy || ciphertext === undefined) return this.say({ kind: 'closed' })
    const { device, clock } = this.parts
    const facts = { homeZone: device.zone, asksForPrivacy: device.asksForPrivacy, now: clock() }
    this.saved = undefined
    this.connection = 'online'
    this.show(createPass({ ...facts, id, key, copy, answer, ciphertext }))
  }

  /** Shows an opened journey, counts the opening and saves it. */
  private show(open: OpenPass): void {
    const { pass } = open
    this.open = {
      ...open,
      pass: { ...pass, openings: pass.openings + 1, openedAt: this.parts.clock() },
    }
    this.parts.changed()
    void this.save()
  }

  private async save(): Promise<void> {
    const { open, knowsAnswers } = this
    if (!open) return
    const { id } = open.pass
    const late = setTimeout(() => this.showUnsaved(id), PATIENCE)
    // The save that is running calls this again when it ends.
    if (this.isAdding) return
    this.isAdding = !knowsAnswers
    const saved = await this.parts.journeys.save(open.pass, { isFirst: !knowsAnswers })
    clearTimeout(late)
    this.isAdding = false
    if (saved === 'known') return this.showKnown(id)
    if (this.open?.pass.id !== id) return this.save()
    this.saved = saved
    this.knowsAnswers ||= saved !== 'unavailable' || !this.parts.journeys.hasSaved()
    this.parts.changed()
    this.report()
    // A newer copy may have come while the first was saved.
    if (!knowsAnswers && this.knowsAnswers && this.open !== open) await this.save()
  }

  /** Called when the database has not answered for `PATIENCE`. If it answers later, `save` corrects the state. */
  private showUnsaved(id: string): void {
    if (this.open?.pass.id !== id || this.saved !== undefined) return
    this.saved = 'unavailable'
    this.parts.changed()
  }

  /** Shows what was saved at earlier openings after all, which was not found at first. */
  private async showKnown(id: string): Promise<void> {
    const isRead = await this.reread(id)
    if (this.open?.pass.id !== id) return
    this.saved = isRead ? 'saved' : 'unavailable'
    this.knowsAnswers = isRead
    if (!isRead) return this.parts.changed()
    this.show(this.open)
    await this.check()
  }

  /** Asks the server for a newer copy. */
  async check(): Promise<void> {
    const known = this.open ?? this.hidden
    if (!known || this.isChecking) return
    if (!this.parts.isOnline()) return this.set('offline')
    const { id } = known.pass
    this.isChecking = true
    const answer = await fetchPass(id, known, this.parts.clock())
    this.isChecking = false
    if ((this.open ?? this.hidden)?.pass.id === id) await this.take(answer)
  }

  private async take(answer: PassAnswer): Promise<void> {
    if (answer.kind === 'closed') return this.end()
    if (answer.kind === 'withdrawn') return this.hide()
    if (answer.kind !== 'found') return this.set(answer.kind)
    if (this.hidden) this.reveal(this.hidden)
    const { open } = this
    if (!open) return
    const { version, ciphertext, endsAt, clock } = answer
    const isNewer = ciphertext !== undefined && version > open.pass.version
    const copy = isNewer ? await openCopy(open.key, open.pass.id, ciphertext) : undefined
    // The guest may have removed, noted or answered something meanwhile.
    const current = this.open
    if (current?.pass.id !== open.pass.id) return
    if (isNewer && !copy) return this.set('trouble')
    this.connection = 'online'
    const checked: OpenPass = { ...current, pass: { ...current.pass, ...clock, endsAt } }
    this.open =
      copy && isNewer && version > current.pass.version
        ? updatePass(checked, copy, { version, ciphertext })
        : checked
    this.parts.changed()
    this.report()
    await this.save()
  }

  /** Hides the journey until the owner restores it, or cannot any more. */
  private async hide(): Promise<void> {
    const { open } = this
    if (!open) return
    const hiddenSince = getTrueTime(open.pass, this.parts.clock())
    this.sayWithdrawn({ ...open, pass: { ...open.pass, hiddenSince } })
    await this.parts.journeys.change(open.pass.id, { hiddenSince })
  }

  /** Shows a hidden journey as it was. */
  private reveal({ pass: { hiddenSince: _since, ...pass }, ...rest }: OpenPass): void {
    this.hidden = undefined
    this.show({ ...rest, pass })
  }

  /** Reads the saved journey again after another tab has changed it; resolves to whether it is shown. */
  async reread(id: string): Promise<boolean> {
    const { open } = this
    // Another tab may have heard that the journey is restored.
    if (this.hidden?.pass.id === id) await this.check()
    if (open?.pass.id !== id) return false
    const found = await this.parts.journeys.find(id, this.parts.clock())
    if (this.open?.pass.id !== id || found.isUnread) return false
    if (!found.pass) {
      if (this.saved === 'saved') this.say(found.ended ? toMessage(found) : { kind: 'removed' })
      return false
    }
    const copy = await openCopy(open.key, id, found.pass.ciphertext)
    const { notedCiphertext } = found.pass
    const noted = notedCiphertext && (await openCopy(open.key, id, notedCiphertext))
    if (!copy) return false
    // The guest has done something meanwhile, which is saved as well.
    if (this.open !== open) return this.reread(id)
    const reread = { key: open.key, pass: found.pass, copy, ...(noted ? { noted } : {}) }
    if (found.pass.hiddenSince !== undefined) {
      this.sayWithdrawn(reread)
      return false
    }
    this.open = reread
    this.parts.changed()
    return true
  }

  /** Erases the journey if its link has ended, or it was hidden for so long that the owner cannot restore it. */
  async endIfOver(): Promise<void> {
    const known = this.open ?? this.hidden
    if (known && hasEnded(known.pass, this.parts.clock())) await this.end()
  }

  /** Erases the journey after its link has ended or was closed. */
  private async end(): Promise<void> {
    const known = this.open ?? this.hidden
    if (!known) return
    const ended = toEnded(known.pass, this.parts.clock())
    this.say(toMessage({ ended }))
    await this.parts.journeys.remove(ended.id, ended)
  }

  /** Removes the journey because the guest wants it. */
  async remove(): Promise<void> {
    if (!this.open) return
    const { id } = this.open.pass
    this.say({ kind: 'removed' })
    await this.parts.journeys.remove(id)
  }

  /** The guest has read what changed. */
  note(): void {
    if (!this.open) return
    this.open = notePass(this.open, this.parts.clock())
    const { id, notedAt, changedAt } = this.open.pass
    this.parts.changed()
    void this.parts.journeys.change(id, { notedAt, changedAt, notedCiphertext: undefined })
  }

  /** Stores an answer of the guest. */
  change(changes: { tellsOwner?: boolean; keepsDocuments?: boolean; hasSeenHint?: true }): void {
    if (!this.open) return
    this.open = { ...this.open, pass: { ...this.open.pass, ...changes } }
    this.parts.changed()
    void this.parts.journeys.change(this.open.pass.id, changes)
    if (!changes.tellsOwner) return
    this.knowsAnswers ||= this.saved !== undefined
    this.report()
  }

  /** Tells the owner that the copy was opened, if the guest allows it. */
  report(): void {
    const { open, connection, reported } = this
    const { clock, device, isVisible } = this.parts
    if (!this.knowsAnswers || !open?.pass.tellsOwner || connection !== 'online' || !isVisible())
      return
    const { id, version } = open.pass
    const now = clock()
    if (version === reported.version && now - reported.at < REPORT_INTERVAL) return
    this.reported = { version, at: now }
    void callEndpoint(reportPassSeen, {
      id,
      version,
      device: device.kind,
      token: open.copy.seenToken,
    })
  }

  private set(connection: JourneyState['connection'] | 'not yet'): void {
    this.connection = connection === 'not yet' ? 'trouble' : connection
    this.parts.changed()
  }

  private sayWithdrawn(hidden: OpenPass): void {
    this.say({ kind: 'withdrawn' })
    this.hidden = hidden
  }

  private say(message: Message): void {
    this.open = undefined
    this.hidden = undefined
    this.message = message
    this.parts.changed()
  }
}

function toMessage({ ended }: FoundPass): Message {
  if (!ended) return { kind: 'closed' }
  return ended.endedAt === undefined
    ? { kind: 'closed by host' }
    : { kind: 'ended', endedAt: ended.endedAt }
}
