import { useState } from 'react'
import { book } from '#client/book/page-book.ts'
import type { ClientEdit, ConflictChoice } from '#client/book/store/types.ts'
import { announce } from '#client/ui/announcer.tsx'

/** Stores what was chosen on this device, from where it is synced like every edit. */
export function useResolve(id: string) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const resolve = async (choices: ConflictChoice[], edit?: ClientEdit) => {
    setBusy(true)
    setFailed(false)
    try {
      await book().resolve(id, choices, edit)
      announce('Saved on this device.')
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  return {
    busy,
    failed,
    resolve: (choices: ConflictChoice[], edit?: ClientEdit) => void resolve(choices, edit),
  }
}
