import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import {
  type ConsentKind,
  type ConsentSettings,
  consentKinds,
  consentWording,
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
  /** Why nothing can be changed now. */
  barred?: string | undefined
  onToggle: (kind: ConsentKind) => void
}

/** What is always needed, and what may be allowed beyond it, in the words that are kept as proof. */
export function ConsentList({ consents, barred, onToggle }: ConsentListProps) {
  return (
    <ul className={styles.list}>
      <li>
        <div>
          <b>Essential data</b>
          <p>Needed to answer messages, hold bookings and keep accounts.</p>
        </div>
        <div className={styles.choice}>
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
            <p>{consentWording(kind)}</p>
          </div>
          <div className={styles.choice}>
            <Switch
              checked={consents[kind]}
              disabled={barred !== undefined}
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
