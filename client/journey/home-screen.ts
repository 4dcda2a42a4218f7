import type { Device } from './device.ts'
import type { OpenPass } from './pass/pass.ts'
import type { InstallWay } from './view/state.ts'

/** Chromium's event, which TypeScript's library does not have; only what is used here. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

/** Openings after which the hint is shown. */
const ENOUGH_OPENINGS = 2

/** Puts the journey on the home screen. */
export class HomeScreen {
  private prompt: InstallPromptEvent | undefined

  constructor(
    private readonly device: Device,
    changed: () => void,
  ) {
    addEventListener('beforeinstallprompt', (event) => {
      // The browser's own banner would come at the first opening.
      event.preventDefault()
      this.prompt = event as InstallPromptEvent
      changed()
    })
    this.describeApp()
  }

  /**
   * On iOS an installed page has no access to what the browser has saved, and a manifest would replace
   * its address, and with it the key. There the icon opens the whole link.
   */
  private describeApp(): void {
    const { head } = document
    if (this.device.isIos)
      head.append(createElement('meta', { name: 'apple-mobile-web-app-capable', content: 'yes' }))
    else head.append(createElement('link', { rel: 'manifest', href: '/journey.webmanifest' }))
  }

  /** How the hint can be followed; undefined if it is not shown. */
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
