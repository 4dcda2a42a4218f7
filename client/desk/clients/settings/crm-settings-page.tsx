import { useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import { useDataState } from '#client/data/use-data.ts'
import { CrmLayout } from '#client/desk/clients/crm-layout.tsx'
import { ImportBox } from '#client/desk/clients/import/import-box.tsx'
import { ImportPreview } from '#client/desk/clients/import/import-preview.tsx'
import { useImport } from '#client/desk/clients/import/use-import.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import { SaveIcon } from '#client/desk/kit/icons.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import type from '#client/ui/type.module.css'
import type { ClientExportFormat } from '#shared/clients/client-export.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import styles from './crm-settings-page.module.css'
import { OtherDevices } from './other-devices.tsx'
import { ThisDevice, useThisDevice } from './this-device.tsx'

/** This and other devices, import and export. */
export function CrmSettingsPage({ signOut }: { signOut: () => Promise<void> }) {
  const state = useDataState()
  const device = useThisDevice()
  const importing = useImport()
  const { file } = importing
  return (
    <CrmLayout>
      <DeskPage title="CRM Settings" width="narrow">
        {file ? <ImportPreview file={file} importing={importing} /> : null}
        <div className={styles.columns} hidden={file !== undefined}>
          <div>
            <ThisDevice state={state} device={device} signOut={signOut} />
            <ExportBox clients={state.clients} ready={state.phase === 'ready'} />
          </div>
          <div>
            <OtherDevices
              deviceId={device.view?.id}
              isDeviceKnown={device.view !== undefined || state.phase === 'unavailable'}
            />
            <ImportBox importing={importing} />
          </div>
        </div>
      </DeskPage>
    </CrmLayout>
  )
}

const formats: [ClientExportFormat, string][] = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['vcf', 'vCard'],
]

/** Exports all clients as a file, without a request to the server. */
function ExportBox({ clients, ready }: { clients: number; ready: boolean }) {
  const [busy, setBusy] = useState<ClientExportFormat>()
  const [failed, setFailed] = useState(false)
  const save = async (format: ClientExportFormat) => {
    setBusy(format)
    setFailed(false)
    try {
      const day = new Date(systemClock()).toISOString().slice(0, 10)
      await saveFile({
        blob: await getData().files.exportFile(format),
        name: `clients-${day}.${format}`,
      })
    } catch {
      setFailed(true)
    }
    setBusy(undefined)
  }
  const disabledReason = ready ? undefined : 'Your client list is not open yet.'
  return (
    <Box title="Export" aside={`${pluralize(clients, 'client')}, with notes and trips`}>
      <div className={`row wrap gap-2 ${styles.formats}`}>
        {formats.map(([format, name]) => (
          <DeskButton
            key={format}
            variant="ghost"
            busy={busy === format}
            disabledReason={disabledReason}
            onClick={() => void save(format)}
          >
            <IconLabel>
              <SaveIcon />
              Export as {name}
            </IconLabel>
          </DeskButton>
        ))}
      </div>
      {failed ? (
        <div className={styles.below}>
          <Banner tone="error" title="Failed to export clients">
            Your client list could not be read on this device.
          </Banner>
        </div>
      ) : null}
      <p className={`${type.fine} ${styles.below}`}>
        Made on this device, so it also works offline. Unsynced changes are included.
      </p>
    </Box>
  )
}
