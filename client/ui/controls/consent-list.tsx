import { useState } from 'react'
import { type ApiRefusal, callEndpoint } from '#client/lib/data/api.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { OWN_USER_ID, recordAudit, saveConsents } from '#shared/privacy/api.ts'
import {
  type ConsentKind,
  type ConsentSettings,
  consentKinds,
  consentVersion,
  getConsentText,
} from '#shared/privacy/consents.ts'
import styles from './consent-list.module.css'
import { Switch } from './switch.tsx'

const titles: Record<ConsentKind, string> = {
  preferences: 'Preferences',
  marketing: 'Marketing',
  thirdParty: 'Third parties',
}

interface ConsentListProps {
  consents: ConsentSettings
  /** Reason why the consents cannot be changed now. */
  disabledReason?: string | undefined
  onToggle: (kind: ConsentKind) => void
}

/** Essential data and the optional consents. Their text version is stored as proof. */
export function ConsentList({ consents, disabledReason, onToggle }: ConsentListProps) {
  return (
    <ul className={styles.list}>
      <li>
        <div>
          <b>Essential data</b>
          <p>Needed to answer messages, hold bookings and keep accounts.</p>
        </div>
        <div className={`row gap-3 ${styles.choice}`}>
          <span>Always on</span>
          <Switch checked disabled onChange={() => undefined}>
            <VisuallyHidden>Essential data</VisuallyHidden>
          </Switch>
        </div>
      </li>
      {consentKinds.map((kind) => (
        <li key={kind}>
          <div>
            <b>{titles[kind]}</b>
            <p>{getConsentText(kind)}</p>
          </div>
          <div className={`row gap-3 ${styles.choice}`}>
            <Switch
              checked={consents[kind]}
              disabled={disabledReason !== undefined}
              onChange={() => onToggle(kind)}
            >
              <VisuallyHidden>{titles[kind]}</VisuallyHidden>
            </Switch>
          </div>
        </li>
      ))}
    </ul>
  )
}

const userId = OWN_USER_ID

/** Saves all consents at each toggle; the display changes once the server has confirmed. */
export function useConsents(known: ConsentSettings | undefined, saved: () => void) {
  const [current, setCurrent] = useState<ConsentSettings>()
  const { run } = useOneAtATime()
  const [saveRefusal, setSaveRefusal] = useState<ApiRefusal>()
  const consents = current ?? known
  const toggle = async (type: ConsentKind) => {
    if (!consents) return
    setSaveRefusal(undefined)
    const next = { ...consents, [type]: !consents[type] }
    const answer = await callEndpoint(saveConsents, {
      userId,
      consents: next,
      type,
      textVersion: consentVersion,
    })
    if (!answer.ok) return setSaveRefusal(answer.refusal)
    setCurrent(answer.value)
    announce('Your choice is saved.')
    await callEndpoint(recordAudit, {
      userId,
      action: 'Consent Update',
      details: 'Privacy settings updated',
    })
    saved()
  }
  return {
    consents,
    saveRefusal: saveRefusal,
    toggle: (kind: ConsentKind) => void run(() => toggle(kind)),
  }
}
