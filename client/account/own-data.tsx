import { useCall } from '#client/lib/data/use-call.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ConsentList, useConsents } from '#client/ui/controls/consent-list.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import layout from '#client/ui/layout.module.css'
import { exportFormats, exportOwnData, getConsents, OWN_SUBJECT } from '#shared/privacy/api.ts'
import styles from './account-page.module.css'

/** Consents of the signed-in person, and the export of their data. */
export function OwnData({ SignIn }: { SignIn: SignInAgain }) {
  return (
    <>
      <OwnConsents />
      <OwnExport SignIn={SignIn} />
    </>
  )
}

function OwnConsents() {
  const { value: known, refusal } = useCall(getConsents, { userId: OWN_SUBJECT })
  const { consents, trouble, toggle } = useConsents(known, () => undefined)
  return (
    <section className={styles.part}>
      <h2>What you allow</h2>
      {refusal ? <Banner tone="error" title="Failed to load consent settings" /> : null}
      {trouble ? <Banner tone="error" title="Failed to update consent settings" /> : null}
      {consents ? (
        <div className={styles.consents}>
          <ConsentList consents={consents} onToggle={toggle} />
        </div>
      ) : null}
    </section>
  )
}

function OwnExport({ SignIn }: { SignIn: SignInAgain }) {
  const { done, busy, start, ...rest } = useExport(exportOwnData)
  return (
    <section className={styles.part}>
      <h2>Your data</h2>
      <p>A copy of everything we hold about you. To have it erased, please write to us.</p>
      <ExportTrouble failure="Failed to export data" of={rest} SignIn={SignIn} />
      {done ? (
        <Banner tone="ok" title="Export Complete - Your data export is ready for download" />
      ) : null}
      <div className={layout.row}>
        {exportFormats.map((format) => (
          <Button
            key={format}
            small
            variant="ghost"
            busy={busy}
            onClick={() => start({ userId: OWN_SUBJECT, format })}
          >
            Export as {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </section>
  )
}
