import type { BrowserContext } from '@playwright/test'

/**
 * Delays each turn of React's scheduler, as on a slow device: transitions, effects and parts that are
 * hydrated later come late, while presses and keys are handled at once.
 */
export async function slowDownRendering(
  context: BrowserContext,
  milliseconds: number,
): Promise<void> {
  await context.addInitScript((delay) => {
    const wait = globalThis.setTimeout
    globalThis.MessageChannel = class extends MessageChannel {
      constructor() {
        super()
        const { port2 } = this
        const { postMessage } = port2
        // The scheduler takes turns by sending itself `null`; other channels send objects.
        port2.postMessage = (...args: unknown[]) => {
          const send = () => Reflect.apply(postMessage, port2, args)
          if (args[0] === null) wait(send, delay)
          else send()
        }
      }
    }
  }, milliseconds)
}
