/** Delay in browsers without `requestIdleCallback`; milliseconds. */
const MEANWHILE = 2000

/** Resolves once the page has loaded and the main thread is idle. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve, MEANWHILE)
  })
}
