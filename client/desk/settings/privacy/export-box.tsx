import { useEffect } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { Iconed } from '#client/desk/kit/iconed.tsx'
import { SaveIcon } from '#client/desk/kit/icons.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/moment-words.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import { exportFormats, exportOwnData, OWN_SUBJECT } from '#shared/privacy/api.ts'
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
