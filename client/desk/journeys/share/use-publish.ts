import { useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { Editor } from '#client/desk/journeys/detail/editor.ts'
import { useOnline } from '#client/lib/browser.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { getHost } from './copy-state.ts'

export interface Publishing {
  busy: boolean
  /** The last action could not be stored on this device; nothing was changed. */
  failed: boolean
  online: boolean
  /** Shares the journey, or updates the guests' copy. */
  publish: () => Promise<void>
  close: () => Promise<void>
  /** Closes the link and shares the journey under a new one. */
  replace: () => Promise<void>
}

/** Publishes the guests' copy and closes its link. Everything is queued on this device first. */
export function usePublish({ id, session }: Editor): Publishing {
  const online = useOnline()
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const act = (work: () => Promise<void>, done: string) =>
    run(async () => {
      setFailed(false)
      try {
        // The copy must include what was typed last.
        if (!(await session.flush())) throw new Error('The last edit is not stored')
        await work()
        announce(done)
      } catch {
        setFailed(true)
      }
    })
  const publishNow = async () => {
    const view = session.getSnapshot().view
    if (view) await getData().journeys.publish(id, getHost(view.journey))
  }
  const publish = () =>
    act(
      publishNow,
      online ? 'Their copy is being sent.' : 'Their copy is sent when you are online.',
    )
  return {
    ...{ busy, failed, online, publish },
    close: () => act(() => getData().journeys.closeLink(id), 'The link is closed.'),
    replace: () =>
      act(async () => {
        await getData().journeys.replaceLink(id)
        await publishNow()
      }, 'The link is closed, and there is a new one.'),
  }
}
