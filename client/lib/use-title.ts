import { useEffect } from 'react'
import { documentTitle } from '../../shared/site/titles.ts'

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
}
