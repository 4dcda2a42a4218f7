import { useState } from 'react'
import { DeskButton } from '../desk/desk-button.tsx'
import { EmptyState } from '../desk/empty-state.tsx'
import { announce } from '../ui/announcer.tsx'
import { rescueToFile } from './rescue.ts'

/** In the place of the list where the book does not open: what was typed can be taken along. */
export function ShutBook() {
  const [outcome, setOutcome] = useState('')
  const rescue = async () => {
    const said = await rescueToFile()
    setOutcome(said)
    announce(said)
  }
  return (
    <EmptyState
      title="The client book cannot be opened here"
      action={<DeskButton onClick={() => void rescue()}>Save a copy of unsent changes</DeskButton>}
    >
      {outcome ||
        'Close other tabs of this site, leave private browsing or free some room, then reload.'}
    </EmptyState>
  )
}
