import { useEffect, useState } from 'react'
import { getConfig, type SiteConfig } from '#shared/site/api.ts'
import { call, isNoAnswer } from './api.ts'

interface ServerReach {
  /** What this installation can do; undefined until known, and then nothing may be claimed. */
  config: SiteConfig | undefined
  /** The server gave no answer, whatever the browser believes of its connection. */
  unreachable: boolean
}

/** Asks the server once, when the page opens. */
export function useServerReach(): ServerReach {
  const [reach, setReach] = useState<ServerReach>({ config: undefined, unreachable: false })
  useEffect(() => {
    let current = true
    void call(getConfig, {}).then((answer) => {
      if (!current) return
      if (answer.ok) setReach({ config: answer.value, unreachable: false })
      else setReach({ config: undefined, unreachable: isNoAnswer(answer.refusal) })
    })
    return () => {
      current = false
    }
  }, [])
  return reach
}

export function useSiteConfig(): SiteConfig | undefined {
  return useServerReach().config
}
