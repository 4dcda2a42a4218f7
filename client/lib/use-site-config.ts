import { useEffect, useState } from 'react'
import { getConfig, type SiteConfig } from '../../shared/site/api.ts'
import { call } from './api.ts'

/** What this installation can do; undefined until known, and then nothing may be claimed. */
export function useSiteConfig(): SiteConfig | undefined {
  const [config, setConfig] = useState<SiteConfig>()
  useEffect(() => {
    let current = true
    void call(getConfig, {}).then((answer) => {
      if (current && answer.ok) setConfig(answer.value)
    })
    return () => {
      current = false
    }
  }, [])
  return config
}
