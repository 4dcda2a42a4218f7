import { somethingWaits } from './waiting-flag.ts'

/**
 * Sends what waits on this device whenever there may be a way: now, when the page is seen again,
 * when the browser is online. What it takes to send is fetched only where something waits.
 */
export function watchWaiting(): void {
  const ask = () => {
    if (document.visibilityState === 'visible' && somethingWaits()) void send()
  }
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', ask)
  ask()
}

async function send(): Promise<void> {
  try {
    const { sendWaiting } = await import('./waiting.ts')
    await sendWaiting(true)
  } catch {
    // The code could not be had; the next occasion comes.
  }
}
