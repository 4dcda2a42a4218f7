import { useBookState } from '#client/book/use-book.ts'
import { CrmFrame } from '#client/desk/clients/crm-frame.tsx'
import { ImportBox } from '#client/desk/clients/import/box.tsx'
import { ImportSheet } from '#client/desk/clients/import/sheet.tsx'
import { useImport } from '#client/desk/clients/import/use-import.ts'
import { DeskPage } from '#client/desk/kit/page.tsx'
import { ExportBox } from './export-box.tsx'
import { OtherDevices } from './other-devices.tsx'
import styles from './settings-page.module.css'
import { ThisDevice } from './this-device.tsx'
import { useDevice } from './use-device.ts'

/** The devices that have the book, and the ways in and out of it as a file. */
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
