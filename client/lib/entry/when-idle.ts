/** For browsers that do not tell when they have nothing to do; milliseconds. */
const MEANWHILE = 2000

/** Resolves once the page has all it asked for and nothing to do. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve, MEANWHILE)
  })
}
