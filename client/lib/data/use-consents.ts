import { useRef, useState } from 'react'
import { announce } from '#client/ui/announcer.tsx'
import { noteAudit, OWN_SUBJECT, saveConsents } from '#shared/privacy/api.ts'
import { type ConsentKind, type ConsentSettings, consentVersion } from '#shared/privacy/consents.ts'
import { type ApiRefusal, call } from './api.ts'

const userId = OWN_SUBJECT

/** Sends the full new set; what is shown changes only once the server has it. */
export function useConsents(known: ConsentSettings | undefined, saved: () => void) {
  const [current, setCurrent] = useState<ConsentSettings>()
  const busy = useRef(false)
  const [trouble, setTrouble] = useState<ApiRefusal>()
  const consents = current ?? known
  const toggle = async (type: ConsentKind) => {
    if (!consents || busy.current) return
    busy.current = true
    setTrouble(undefined)
    const wanted = { ...consents, [type]: !consents[type] }
    const answer = await call(saveConsents, {
      userId,
      consents: wanted,
      type,
      textVersion: consentVersion,
    })
    busy.current = false
    if (!answer.ok) return setTrouble(answer.refusal)
    setCurrent(answer.value)
    announce('Your choice is saved.')
    await call(noteAudit, {
      userId,
      action: 'Consent Update',
      details: 'Privacy settings updated',
    })
    saved()
  }
  return { consents, trouble, toggle: (kind: ConsentKind) => void toggle(kind) }
}
