import { DeskPage } from '../../desk/desk-page.tsx'
import { useBookState } from '../../offline/crm/use-book.ts'
import { CrmFrame } from '../crm-frame.tsx'
import { ExportBox } from './export-box.tsx'
import { ImportBox } from './import-box.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { OtherDevices } from './other-devices.tsx'
import styles from './settings-page.module.css'
import { ThisDevice } from './this-device.tsx'
import { useDevice } from './use-device.ts'
import { useImport } from './use-import.ts'

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
