/** How far below the view something counts as near. */
const AHEAD = '800px'

/**
 * Waits until the part of the page with this id comes near the view, or takes the focus. A part
 * that is not there yet is about to be drawn, and waits for nothing.
 */
export function whenNear(id: string): Promise<void> {
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
      resolve()
    }
    watch.observe(part)
    part.addEventListener('focusin', arrive, { once: true })
  })
}
