import { useEffect, useState } from 'react'

/**
 * Which of these sections one is reading: the last one begun in the upper part of the window. `ids`
 * in the order of the page, and the same array at each call.
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  useEffect(() => {
    const look = () => {
      const begun = ids.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top < innerHeight * 0.4
      })
      setCurrent(begun.at(-1) ?? ids[0])
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [ids])
  return current
}

/**
 * Lets the router's next jump to a section glide. Not a rule for the whole page: then every new
 * page would glide to its top, and going back would roll through what was already read.
 */
export function glideOnce(): void {
  document.documentElement.dataset.glide = ''
}

/** A glide that has begun goes on. */
export function endGlide(): void {
  delete document.documentElement.dataset.glide
}
