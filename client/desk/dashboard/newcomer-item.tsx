import { TextAction } from '#client/desk/kit/text-action.tsx'
import { announce } from '#client/ui/announcer.tsx'
import type { Newcomer } from './use-newcomer.ts'
import { WaitingItem } from './waiting-item.tsx'
import { newcomerWords } from './waiting-words.ts'

interface NewcomerItemProps {
  newcomer: Newcomer
  now: number
  onLeave: () => void
}

/** Somebody who booked or wrote: into the client book, to whom they may be in it, or neither. */
export function NewcomerItem({ newcomer, now, onLeave }: NewcomerItemProps) {
  const { sender, likely } = newcomer
  const { id, form, name, email, phone } = sender
  const leave = () => {
    onLeave()
    announce(`${name} is left as is.`)
  }
  return (
    <WaitingItem look="wait" {...newcomerWords(newcomer, now)}>
      <TextAction to={`/admin/forms/${form}/${id}`}>Read it</TextAction>
      {likely ? <TextAction to={`/admin/crm/${likely.id}`}>Open {likely.name}</TextAction> : null}
      <TextAction to="/admin/crm/new" state={{ fields: { name, email, phone } }}>
        Add as client
      </TextAction>
      <TextAction onClick={leave}>Leave as is</TextAction>
    </WaitingItem>
  )
}
