import { useState } from 'react'
import { book } from '#client/book/page-book.ts'
import { useBookState } from '#client/book/use-book.ts'
import { CrmFrame } from '#client/desk/clients/crm-frame.tsx'
import { ImportBox } from '#client/desk/clients/import/box.tsx'
import { ImportSheet } from '#client/desk/clients/import/sheet.tsx'
import { useImport } from '#client/desk/clients/import/use-import.ts'
import { countWords } from '#client/desk/clients/value-words.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { SaveIcon } from '#client/desk/kit/icons.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import type { ExportFormat } from '#shared/clients/export.ts'
import { OtherDevices } from './other-devices.tsx'
import styles from './settings-page.module.css'
import { ThisDevice, useDevice } from './this-device.tsx'

/** This and other devices, import and export. */
export function CrmSettingsPage({ signOut }: { signOut: () => Promise<void> }) {
  const state = useBookState()
  const device = useDevice()
  const importing = useImport()
  const { file } = importing
  return (
    <CrmFrame>
      <DeskPage title="CRM Settings" width="narrow">
        {file ? <ImportSheet file={file} importing={importing} /> : null}
        <div className={styles.columns} hidden={file !== undefined}>
          <div>
            <ThisDevice state={state} device={device} signOut={signOut} />
            <ExportBox clients={state.clients} ready={state.phase === 'ready'} />
          </div>
          <div>
            <OtherDevices
              here={device.view?.id}
              known={device.view !== undefined || state.phase === 'unavailable'}
            />
            <ImportBox importing={importing} />
          </div>
        </div>
      </DeskPage>
    </CrmFrame>
  )
}

const formats: [ExportFormat, string][] = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['vcf', 'vCard'],
]

/** Exports all clients as a file, without a request to the server. */
function ExportBox({ clients, ready }: { clients: number; ready: boolean }) {
  const [busy, setBusy] = useState<ExportFormat>()
  const [failed, setFailed] = useState(false)
  const save = async (format: ExportFormat) => {
    setBusy(format)
    setFailed(false)
    try {
      const day = new Date(systemClock()).toISOString().slice(0, 10)
      await saveFile({ blob: await book().exportFile(format), name: `clients-${day}.${format}` })
    } catch {
      setFailed(true)
    }
    setBusy(undefined)
  }
  const barred = ready ? undefined : 'Your client list is not open yet.'
  return (
    <Box title="Export" aside={`${countWords(clients, 'client')}, with notes and trips`}>
      <div className={`${layout.row} ${styles.formats}`}>
        {formats.map(([format, name]) => (
          <DeskButton
            key={format}
            variant="ghost"
            busy={busy === format}
            barred={barred}
            onClick={() => void save(format)}
          >
            <Iconed>
              <SaveIcon />
              Export as {name}
            </Iconed>
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
