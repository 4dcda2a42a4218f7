import { useEffect, useState } from 'react'

/**
 * Id of the section that is being read: the last one that starts in the upper 40 % of the window.
 * `ids` in page order; pass the same array at each call.
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  useEffect(() => {
    const look = () => {
      const reachedIds = ids.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top < innerHeight * 0.4
      })
      setCurrent(reachedIds.at(-1) ?? ids[0])
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [ids])
  return current
}

/**
 * Scrolls smoothly to the next section that the router jumps to. Not set for the whole site: there
 * each new page would scroll to its top, and going back would scroll through the page again.
 */
export function enableSmoothScroll(): void {
  document.documentElement.dataset.glide = ''
}

/** Ends smooth scrolling for later jumps; one that is under way continues. */
export function disableSmoothScroll(): void {
  delete document.documentElement.dataset.glide
}
