import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { listDocuments } from '#client/journey/state.ts'
import { systemClock } from '#client/lib/clock.ts'
import layout from '#client/ui/layout.module.css'
import { toDocumentTitle } from '#shared/content/pages/page-titles.ts'
import type { JourneyDocument } from '#shared/journeys/journey-fields.ts'
import {
  findJourneyLink,
  type JourneyAddress,
  readJourneyAddress,
  repairJourneyAddress,
  toJourneyPath,
} from '#shared/journeys/link.ts'
import { type Device, readDevice } from './device.ts'
import { HomeScreen } from './home-screen.ts'
import { GuestDocuments } from './pass/guest-documents.ts'
import type { OpenPass } from './pass/pass.ts'
import { SavedJourneys } from './pass/saved-journeys.ts'
import { Session } from './pass/session.ts'
import { PlateFrames } from './plates.ts'
import type { JourneyActions, JourneyState, Message, Storage } from './state.ts'
import { JourneyView } from './view/journey-view.tsx'
import { MessageView } from './view/message-view.tsx'
import { PrintSheet } from './view/print-sheet.tsx'
import { formatItemTitle } from './view/view-text.ts'

const MINUTE = 60_000
/** How often an open page checks for a newer copy, ms. */
const CHECK_INTERVAL = 5 * MINUTE
/**
 * After these messages the link is tried again. `closed` is one of them, because a link may be sent before the
 * owner's device could publish its journey.
 */
const MAY_OPEN_LATER: Message['kind'][] = ['offline', 'trouble', 'not yet', 'closed']
/** A page that becomes visible again checks at once, unless its last check is more recent than this, ms. */
const CHECK_PAUSE = MINUTE / 2

/**
 * Opens the guests' page. `keptOnDevice` resolves to whether the service worker can open the page without a
 * connection. Resolves when the journey, or the reason why there is none, is shown.
 */
export function openJourneyPage(root: HTMLElement, keptOnDevice: Promise<boolean>): Promise<void> {
  const page = new JourneyPage(root)
  void keptOnDevice.then((isKept) => page.setKept(isKept))
  return page.start()
}

class JourneyPage {
  private readonly device: Device = readDevice()
  private readonly journeys = new SavedJourneys()
  private readonly session: Session
  private readonly documents: GuestDocuments
  private readonly homeScreen: HomeScreen
  private readonly frames = new PlateFrames(() => this.draw())
  private address: JourneyAddress = { place: '', isIncomplete: false }
  /** Whether the page itself opens without a connection; undefined until that is known. */
  private isKept: boolean | undefined
  private copied: string | undefined
  private asksRemoval = false
  private isPrinting = false
  private pasteError: string | undefined
  /** What screen readers announce. */
  private spoken = ''
  private notice: string | undefined
  private checkedAt = systemClock()
  /** The pass and version whose documents have been looked up on this device. */
  private loadedDocuments = ''
  /** Scroll position of the journey when a day or item was opened. */
  private scrollPosition = 0
  private readonly actions: JourneyActions = this.createActions()
  private readonly mounted: Root

  constructor(private readonly root: HTMLElement) {
    this.mounted = createRoot(root)
    const changed = () => this.draw()
    this.documents = new GuestDocuments(this.journeys, changed)
    this.homeScreen = new HomeScreen(this.device, changed)
    this.session = new Session({
      journeys: this.journeys,
      clock: systemClock,
      device: this.device,
      isOnline: () => navigator.onLine,
      isVisible: () => document.visibilityState === 'visible',
      changed,
    })
    this.listen()
  }

  async start(): Promise<void> {
    const address = location.pathname + location.search + location.hash
    const repaired = repairJourneyAddress(address)
    // First of all, so that the key is out of the path before anything is requested.
    if (repaired !== address) history.replaceState(null, '', repaired)
    this.address = readJourneyAddress(location.pathname, location.hash)
    this.checkedAt = systemClock()
    await this.session.start(this.address)
  }

  setKept(isKept: boolean): void {
    this.isKept = isKept
    this.draw()
  }

  private listen(): void {
    history.scrollRestoration = 'manual'
    addEventListener('hashchange', () => this.followAddress())
    addEventListener('online', () => void this.refresh())
    addEventListener('offline', () => void this.session.check())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return
      this.tick()
      this.session.report()
      if (systemClock() - this.checkedAt >= CHECK_PAUSE) void this.refresh()
    })
    const print = matchMedia('print')
    print.addEventListener('change', () => this.setPrinting(print.matches))
    addEventListener('beforeprint', () => this.setPrinting(true))
    addEventListener('afterprint', () => this.setPrinting(false))
    this.journeys.watch((id) => void this.session.reread(id))
    this.scheduleTick()
  }

  /** Ticks each full minute, to update the clocks on the page and to notice the journey's end. */
  private scheduleTick(): void {
    setTimeout(
      () => {
        this.tick()
        this.scheduleTick()
      },
      MINUTE - (systemClock() % MINUTE),
    )
  }

  private tick(): void {
    void this.session.endIfOver()
    if (this.session.open) this.draw()
    const isDue = systemClock() - this.checkedAt >= CHECK_INTERVAL
    if (isDue && document.visibilityState === 'visible') void this.refresh()
  }

  private async refresh(): Promise<void> {
    this.checkedAt = systemClock()
    const { open, message } = this.session
    if (open || message.kind === 'withdrawn') await this.session.check()
    else if (MAY_OPEN_LATER.includes(message.kind)) await this.start()
    this.continueDocuments()
  }

  /** Follows a link on the page, the browser's Back button, or another journey's link in this tab. */
  private followAddress(): void {
    const before = this.address
    this.address = readJourneyAddress(location.pathname, location.hash)
    if (before.key !== this.address.key || before.id !== this.address.id) return void this.start()
    if (before.place === '') this.scrollPosition = scrollY
    this.draw()
    this.spoken = document.title
    const main = document.getElementById('main')
    const link = before.place ? this.root.querySelector(`a[href$="/${before.place}"]`) : null
    const focused = this.address.place === '' && link instanceof HTMLElement ? link : main
    focused?.focus({ preventScroll: true })
    scrollTo(0, this.address.place === '' ? this.scrollPosition : 0)
  }

  private setPrinting(isPrinting: boolean): void {
    if (isPrinting === this.isPrinting) return
    this.isPrinting = isPrinting
    this.draw()
  }

  /** Fetches documents that are not on this device yet, if the guest wants to keep them. */
  private continueDocuments(): void {
    const { open, connection } = this.session
    if (!open?.pass.keepsDocuments || connection === 'offline') return
    if (listDocuments(open.copy).length > 0) void this.documents.keepAll(open)
  }

  private draw(): void {
    const { open } = this.session
    if (open) this.loadDocuments(open)
    else this.dropKey()
    // Synchronously, because moving the focus and printing need the new elements.
    flushSync(() =>
      this.mounted.render(
        <>
          {open ? this.drawJourney(open) : this.drawMessage()}
          <p role="status" className={layout.visuallyHidden}>
            {this.spoken}
          </p>
        </>,
      ),
    )
    if (open) this.frames.follow(this.root)
    document.title = toDocumentTitle(this.nameView(open))
  }

  /** After an erasure, removes the key from the address as well. */
  private dropKey(): void {
    const isErased = ['ended', 'closed by host', 'removed'].includes(this.session.message.kind)
    if (!isErased || this.address.key === undefined) return
    history.replaceState(null, '', location.pathname)
    this.address = readJourneyAddress(location.pathname, location.hash)
  }

  private drawJourney(open: OpenPass) {
    const state = this.readState(open)
    const { actions } = this
    return (
      <>
        <JourneyView state={state} actions={actions} toHref={(id) => this.toHref(id)} />
        {this.isPrinting ? <PrintSheet state={state} /> : null}
      </>
    )
  }

  private drawMessage() {
    return (
      <MessageView
        message={this.session.message}
        device={this.device}
        pasteError={this.pasteError}
        onTryAgain={() => void this.start()}
        onPaste={(text) => this.paste(text)}
      />
    )
  }

  private readState(open: OpenPass): JourneyState {
    return {
      open,
      device: this.device,
      now: this.session.now,
      place: this.address.place,
      connection: this.session.connection,
      storage: this.getStorage(),
      documentState: this.documents.state,
      asksRemoval: this.asksRemoval,
      install: this.homeScreen.findWay(open, this.address.key !== undefined),
      plates: this.frames.plates,
      copied: this.copied,
      notice: this.notice,
    }
  }

  private getStorage(): Storage {
    const { saved } = this.session
    if (saved !== undefined && saved !== 'saved') return saved
    if (this.isKept === false) return 'unavailable'
    return saved && this.isKept ? 'saved' : 'saving'
  }

  private nameView(open: OpenPass | undefined): string {
    if (!open) return 'Your journey'
    const { copy } = open
    const title = copy.title || 'Your journey'
    const item = copy.items.find(({ id }) => id === this.address.place)
    return item ? `${formatItemTitle(item)} · ${title}` : title
  }

  private loadDocuments(open: OpenPass): void {
    const { pass, copy } = open
    const current = `${pass.id} ${pass.version}`
    // Documents that the owner has removed may still be here, if the guest has ever kept any.
    const mayHaveAny = listDocuments(copy).length > 0 || pass.keepsDocuments !== undefined
    if (current === this.loadedDocuments || !mayHaveAny) return
    this.loadedDocuments = current
    void this.documents.load(open).then(() => this.continueDocuments())
  }

  /** Keeps the key in the address, so that reloads and bookmarks open the journey. */
  private toHref(place = ''): string {
    const { key } = this.address
    if (key === undefined) return `#/${place}`
    return place ? `#${key}/${place}` : `#${key}`
  }

  private paste(text: string): void {
    const link = findJourneyLink(text)
    this.pasteError = link
      ? undefined
      : 'This is not a whole link yet. It has a # sign, and many letters after it.'
    if (link) {
      history.replaceState(null, '', toJourneyPath(link))
      void this.start()
    } else this.draw()
  }

  private say(text: string): void {
    // Screen readers ignore an unchanged text; a no-break space changes it.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text
    this.draw()
  }

  private createActions(): JourneyActions {
    return {
      note: () => {
        this.session.note()
        this.say('Noted.')
        document.getElementById('main')?.focus({ preventScroll: true })
      },
      tryAgain: () => void this.refresh(),
      copy: (text) => void this.copyText(text),
      keepDocuments: (keepsDocuments) => {
        this.session.change({ keepsDocuments })
        if (!keepsDocuments) return
        // Otherwise the browser may delete the documents when storage runs out.
        void navigator.storage?.persist?.()
        this.continueDocuments()
      },
      openDocument: (document) => this.openDocument(document),
      install: () => void this.install(),
      answerHint: () => this.session.change({ hasSeenHint: true }),
      setTelling: (tellsOwner) => this.session.change({ tellsOwner }),
      print: () => {
        this.setPrinting(true)
        print()
      },
      saveCalendar: () => void this.saveCalendar(),
      askRemoval: (asks) => {
        this.asksRemoval = asks
        this.draw()
      },
      remove: () => void this.remove(),
    }
  }

  private openDocument(document: JourneyDocument): void {
    const { open } = this.session
    if (open) void this.documents.open(open, document)
  }

  private async install(): Promise<void> {
    await this.homeScreen.install()
    this.session.change({ hasSeenHint: true })
  }

  private async copyText(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      this.copied = text
      this.say(`Copied: ${text}`)
    } catch {
      this.say(`It could not be copied. It is ${text}`)
    }
  }

  private async saveCalendar(): Promise<void> {
    const { open } = this.session
    if (!open) return
    try {
      const { saveCalendar } = await import('./calendar.ts')
      this.notice = undefined
      await saveCalendar(open.copy)
      this.say('The calendar file is ready.')
    } catch {
      this.notice =
        'The calendar file could not be made just now. Please try again with a connection.'
      this.draw()
    }
  }

  private async remove(): Promise<void> {
    this.asksRemoval = false
    await this.session.remove()
  }
}
