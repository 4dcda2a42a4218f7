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
