/** For browsers that do not tell; a first drawing takes less. Milliseconds. */
const AT_MOST = 1000

/** Resolves once something of the page is to be seen; at once where nobody looks. */
export function afterFirstPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, AT_MOST)
  })
}
