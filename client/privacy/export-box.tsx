import { useEffect } from 'react'
import { exportFormats, exportOwnData, OWN_SUBJECT } from '../../shared/privacy/api.ts'
import { Box } from '../desk/box.tsx'
import { DeskButton } from '../desk/desk-button.tsx'
import { SaveIcon } from '../desk/desk-icons.tsx'
import { ExportTrouble, type SignInAgain } from '../desk/export-trouble.tsx'
import { Iconed } from '../desk/iconed.tsx'
import { useExport } from '../desk/use-export.ts'
import { systemClock } from '../lib/clock.ts'
import { momentWords } from '../lib/moment-words.ts'
import { saveFile } from '../lib/save-file.ts'
import { Banner, BannerButton } from '../ui/banner.tsx'
import styles from './export-box.module.css'

interface ExportBoxProps {
  barred: string | undefined
  onDone: () => void
  SignIn: SignInAgain
}

/** Everything that is held for this account, as a file. */
export function ExportBox({ barred, onDone, SignIn }: ExportBoxProps) {
  const { done, ...exporting } = useExport(exportOwnData)
  useEffect(() => {
    if (done) onDone()
  }, [done, onDone])
  const last = done && `Last export ${momentWords(done.at, systemClock())}`
  return (
    <Box title="Export Your Data" aside={last}>
      <p>A copy of everything stored for this account: its consents, bookings, messages and log.</p>
      <ExportTrouble failure="Failed to export data" of={exporting} SignIn={SignIn} />
      {done ? (
        <div className={styles.done}>
          <Banner
            tone="ok"
            title="Export Complete - Your data export is ready for download"
            action={<BannerButton onClick={() => void saveFile(done.file)}>Download</BannerButton>}
          />
        </div>
      ) : null}
      <div className={styles.actions}>
        {exportFormats.map((format) => (
          <DeskButton
            key={format}
            variant="ghost"
            busy={exporting.busy}
            barred={barred}
            onClick={() => exporting.start({ userId: OWN_SUBJECT, format })}
          >
            <Iconed>
              <SaveIcon />
              Export as {format.toUpperCase()}
            </Iconed>
          </DeskButton>
        ))}
      </div>
      {barred ? <p className={styles.barred}>{barred}</p> : null}
    </Box>
  )
}
