/** How far below the view something counts as near. */
const AHEAD = '800px'

/** Somebody is at the page; what they do next may need all of it. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'popstate']

/**
 * Waits until the part of the page with this id comes near the view, or somebody stirs: the router
 * cannot go anywhere while a part still waits for its code. A part that is not there yet is about
 * to be drawn, and waits for nothing.
 */
export function whenWanted(id: string): Promise<void> {
  const part = typeof document === 'undefined' ? null : document.getElementById(id)
  if (!part) return Promise.resolve()
  return new Promise((resolve) => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) arrive()
      },
      { rootMargin: AHEAD },
    )
    const arrive = () => {
      watch.disconnect()
      for (const sign of SIGNS) removeEventListener(sign, arrive)
      resolve()
    }
    watch.observe(part)
    for (const sign of SIGNS) addEventListener(sign, arrive, { passive: true })
  })
}
