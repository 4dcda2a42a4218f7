import { useEffect, useState } from 'react'
import { inTurn } from '#client/desk/clients/form/in-turn.ts'
import { keepOrDrop, keptDraft } from '#client/desk/clients/kept-draft.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import type { JournalNote } from '#shared/clients/fields.ts'

interface NoteDraft {
  /** As it was; a new one has none. */
  note?: JournalNote
  text: string
}

export interface KeptNote {
  /** Undefined while none is written. */
  draft: NoteDraft | undefined
  /** It was begun earlier. */
  resumed: boolean
  change: (draft: NoteDraft | undefined) => void
}

/** A note as it is typed, kept on this device with each letter: there again after a reload. */
export function useNoteDraft(key: string): KeptNote {
  const [draft, setDraft] = useState<NoteDraft>()
  const [resumed, setResumed] = useState(false)
  const [write] = useState(() =>
    inTurn((next: NoteDraft | undefined) =>
      keepOrDrop(key, next && isChanged(next) ? next : undefined),
    ),
  )
  useTypingLock(draft !== undefined && isChanged(draft))
  useEffect(() => {
    let left = false
    void keptDraft(key).then((found) => {
      if (left || !isNoteDraft(found)) return
      setResumed(true)
      setDraft((before) => before ?? found)
    })
    return () => {
      left = true
    }
  }, [key])
  const change = (next: NoteDraft | undefined) => {
    if (!next) setResumed(false)
    setDraft(next)
    write(next)
  }
  return { draft, resumed, change }
}

function isChanged({ note, text }: NoteDraft): boolean {
  return text !== (note?.text ?? '')
}

/** As any version of the site kept it. */
function isNoteDraft(found: unknown): found is NoteDraft {
  return typeof found === 'object' && found !== null && 'text' in found
}
