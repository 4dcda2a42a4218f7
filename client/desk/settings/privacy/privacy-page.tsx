import { DeskNetBar } from '#client/desk/kit/as-of.tsx'
import { SettingsPage } from '#client/desk/kit/settings-page.tsx'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useOnline } from '#client/lib/use-online.ts'
import type { SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import { getAudit, OWN_SUBJECT } from '#shared/privacy/api.ts'
import { AuditBox } from './audit-box.tsx'
import { ConsentBox } from './consent-box.tsx'
import { ExportBox } from './export-box.tsx'
import { PersonBox } from './person-box.tsx'
import styles from './privacy-page.module.css'
import { RetentionBox } from './retention-box.tsx'

const NEEDS_CONNECTION = 'This needs a connection.'

/** What is kept, about whom and for how long, and what was done with it. */
export function PrivacyPage({ SignIn }: { SignIn: SignInAgain }) {
  const barred = useOnline() ? undefined : NEEDS_CONNECTION
  const audit = useDeskData(getAudit, { userId: OWN_SUBJECT })
  // Whatever is done here the server writes down.
  const common = { barred, onDone: audit.reload }
  return (
    <>
      <DeskNetBar what="Privacy settings are" desk={audit} />
      <SettingsPage title="Privacy & Data Settings">
        <div className={styles.boxes}>
          <div className={styles.columns}>
            <div className={styles.boxes}>
              <ConsentBox {...common} />
              <ExportBox {...common} SignIn={SignIn} />
            </div>
            <AuditBox desk={audit} barred={barred} />
          </div>
          <PersonBox {...common} SignIn={SignIn} />
          <RetentionBox barred={barred} />
        </div>
      </SettingsPage>
    </>
  )
}
