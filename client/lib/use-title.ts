import { useEffect } from 'react'
import { business } from '../../shared/site/business.ts'

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${business.name}`
  }, [title])
}
