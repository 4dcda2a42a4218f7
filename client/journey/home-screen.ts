import type { Device } from './device.ts'
import type { OpenPass } from './pass/pass.ts'
import type { InstallWay } from './state.ts'

/** The part of Chromium's event that is used here; TypeScript's library lacks it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

/** The hint is shown from this opening on. */
const ENOUGH_OPENINGS = 2

/** The hint about the home screen, and the installation. */
export class HomeScreen {
  private prompt: InstallPromptEvent | undefined

  constructor(
    private readonly device: Device,
    changed: () => void,
  ) {
    addEventListener('beforeinstallprompt', (event) => {
      // The browser's own banner would appear at the first opening.
      event.preventDefault()
      this.prompt = event as InstallPromptEvent
      changed()
    })
    this.describeApp()
  }

  /**
   * On iOS an installed page cannot read what the browser has saved, and a manifest would replace its
   * address and so remove the key. So there is no manifest, and the icon opens the whole link.
   */
  private describeApp(): void {
    const { head } = document
    if (this.device.isIos)
      head.append(createElement('meta', { name: 'apple-mobile-web-app-capable', content: 'yes' }))
    else head.append(createElement('link', { rel: 'manifest', href: '/journey.webmanifest' }))
  }

  /** How guests can install the page; undefined if the hint is not shown. */
  findWay({ pass }: OpenPass, hasKeyInAddress: boolean): InstallWay | undefined {
    const { kind, isIos, isInstalled } = this.device
    const opens = isIos ? hasKeyInAddress : pass.key !== undefined
    const isAnswered = pass.hasSeenHint || pass.openings < ENOUGH_OPENINGS
    if (kind === 'computer' || isInstalled || isAnswered || !opens) return undefined
    if (this.prompt) return 'prompt'
    return isIos ? 'ios' : 'menu'
  }

  async install(): Promise<void> {
    await this.prompt?.prompt()
  }
}

function createElement(tag: string, attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
