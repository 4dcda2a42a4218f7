import { useEffect, useState } from 'react'
import { type ChapterId, chapters } from '../../shared/inquiry/questions.ts'

/** The chapter that one is reading: the last one begun in the upper part of the window. */
export function useCurrentChapter(): ChapterId {
  const [current, setCurrent] = useState<ChapterId>(chapters[0].id)
  useEffect(() => {
    const look = () => {
      const begun = chapters.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top < innerHeight * 0.4
      })
      setCurrent(begun.at(-1)?.id ?? chapters[0].id)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return current
}
