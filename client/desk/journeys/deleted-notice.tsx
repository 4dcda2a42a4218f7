import { type ReactNode, useState } from 'react'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import { bringBackJourney, removeRest } from './copy-and-delete.ts'

interface DeletedNoticeProps {
  id: string
  title: string
  /** Places that are still in it: `Svolvær, Reine`. */
  rest?: string
  /** Resolves when everything typed is stored. */
  flush?: () => Promise<unknown>
  /** Called after the journey is removed completely. */
  onRemoved?: () => void
  /** Further actions, before the others. */
  children?: ReactNode
}

/** Shown for a journey that another device deleted while something was planned in it. */
export function DeletedNotice(props: DeletedNoticeProps) {
  const { id, title, rest, flush, onRemoved, children } = props
  const [failed, setFailed] = useState(false)
  const { run } = useOneAtATime()
  const act = (command: (id: string) => Promise<void>, after?: () => void) =>
    run(async () => {
      try {
        await flush?.()
        await command(id)
        after?.()
      } catch {
        setFailed(true)
      }
    })
  return (
    <Banner
      tone="conflict"
      title={`${title || UNTITLED} was deleted on another device`}
      action={
        <div className="row wrap gap-2">
          {children}
          <TextAction onClick={() => void act(bringBackJourney)}>Bring it back</TextAction>
          <TextAction danger onClick={() => void act(removeRest, onRemoved)}>
            Delete these too
          </TextAction>
        </div>
      }
    >
      {failed
        ? 'This could not be saved on this device. Free some room, then try again.'
        : `Plans that were made in it meanwhile are still here${rest ? `: ${rest}` : ''}.`}
    </Banner>
  )
}
