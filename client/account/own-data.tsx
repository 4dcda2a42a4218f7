import { useOnline } from '#client/lib/browser.ts'
import { isNetworkError } from '#client/lib/data/api.ts'
import { useEndpoint } from '#client/lib/data/use-endpoint.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ConsentList, useConsents } from '#client/ui/controls/consent-list.tsx'
import {
  ExportErrorBanner,
  type SignInAgainComponent,
} from '#client/ui/controls/export-error-banner.tsx'
import { dataExportFormats, exportOwnData, getConsents, OWN_USER_ID } from '#shared/privacy/api.ts'
import styles from './account-page.module.css'

/** Consents of the signed-in person, and the export of their data. */
export function OwnData({ SignIn }: { SignIn: SignInAgainComponent }) {
  return (
    <>
      <OwnConsents />
      <OwnExport SignIn={SignIn} />
    </>
  )
}

function OwnConsents() {
  const { value: known, refusal } = useEndpoint(
    getConsents,
    { userId: OWN_USER_ID },
    Number(useOnline()),
  )
  const { consents, saveRefusal, toggle } = useConsents(known, () => undefined)
  return (
    <section className={styles.plainSection}>
      <h2>What you allow</h2>
      {refusal && !consents && isNetworkError(refusal) ? (
        <p>This list needs a connection.</p>
      ) : null}
      {refusal && !isNetworkError(refusal) ? (
        <Banner tone="error" title="Failed to load consent settings" />
      ) : null}
      {saveRefusal ? <Banner tone="error" title="Failed to update consent settings" /> : null}
      {consents ? (
        <div className={styles.consents}>
          <ConsentList consents={consents} onToggle={toggle} />
        </div>
      ) : null}
    </section>
  )
}

function OwnExport({ SignIn }: { SignIn: SignInAgainComponent }) {
  const { lastFile, busy, start, ...rest } = useExport(exportOwnData)
  return (
    <section className={styles.plainSection}>
      <h2>Your data</h2>
      <p>A copy of everything I hold about you. To have it erased, please write to me.</p>
      <ExportErrorBanner title="Failed to export data" exportState={rest} SignIn={SignIn} />
      {lastFile ? (
        <Banner tone="ok" title="Export Complete - Your data export is ready for download" />
      ) : null}
      <div className="row wrap gap-2">
        {dataExportFormats.map((format) => (
          <Button
            key={format}
            small
            variant="ghost"
            busy={busy}
            onClick={() => start({ userId: OWN_USER_ID, format })}
          >
            Export as {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </section>
  )
}
