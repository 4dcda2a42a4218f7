import { type FormEvent, useEffect, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { SaveIcon } from '#client/desk/kit/icons.tsx'
import { DeskNetBar, LoadTrouble } from '#client/desk/kit/page/data-state.tsx'
import { SettingsPage } from '#client/desk/kit/page/page.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { type DeskData, useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type ApiRefusal, call } from '#client/lib/data/api.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { ConsentList, useConsents } from '#client/ui/controls/consent-list.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import {
  type AuditEntry,
  exportFormats,
  exportOwnData,
  getAudit,
  getConsents,
  getRetention,
  OWN_SUBJECT,
  type Retention,
  updateRetention,
} from '#shared/privacy/api.ts'
import { PersonBox } from './person-box.tsx'
import styles from './privacy-page.module.css'

const NEEDS_CONNECTION = 'This needs a connection.'

/** Personal data: consents, export, audit log, a person's data, and retention. */
export function PrivacyPage({ SignIn }: { SignIn: SignInAgain }) {
  const barred = useOnline() ? undefined : NEEDS_CONNECTION
  const audit = useDeskData(getAudit, { userId: OWN_SUBJECT })
  // Every command here adds an entry to the audit log, so the log is fetched again.
  const common = { barred, onDone: audit.reload }
  return (
    <>
      <DeskNetBar what="Privacy settings are" desk={audit} />
      <SettingsPage title="Privacy & Data Settings">
        <div className={`${kit.boxes} ${styles.boxes}`}>
          <div className={styles.columns}>
            <div className={`${kit.boxes} ${styles.boxes}`}>
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

interface ConsentBoxProps {
  barred: string | undefined
  onDone: () => void
}

function ConsentBox({ barred, onDone }: ConsentBoxProps) {
  const desk = useDeskData(getConsents, { userId: OWN_SUBJECT })
  const { consents, trouble, toggle } = useConsents(desk.data, onDone)
  return (
    <Box title="Consent settings" flush>
      <LoadTrouble failure="Failed to load consent settings" desk={desk} />
      {trouble ? <Banner tone="error" title="Failed to update consent settings" /> : null}
      {consents ? <ConsentList consents={consents} barred={barred} onToggle={toggle} /> : null}
      {barred && (consents || desk.state === 'none') ? (
        <p className={`${kit.inset} ${styles.barred} ${styles.flush}`}>{barred}</p>
      ) : null}
    </Box>
  )
}

const AT_FIRST = 8

interface AuditBoxProps {
  desk: DeskData<AuditEntry[]>
  barred: string | undefined
}

/** The audit log: changes, exports and erasures of personal data. */
function AuditBox({ desk, barred }: AuditBoxProps) {
  const [all, setAll] = useState(false)
  const entries = all ? desk.data : desk.data?.slice(0, AT_FIRST)
  const more = !all && desk.data !== undefined && desk.data.length > AT_FIRST
  return (
    <Box
      title="Processing audit log"
      aside="Newest first"
      flush
      foot={more ? <TextAction onClick={() => setAll(true)}>Show older entries</TextAction> : null}
    >
      <LoadTrouble failure="Failed to load audit logs" desk={desk} />
      {barred && desk.state === 'none' ? (
        <p className={`${kit.inset} ${styles.none}`}>{barred}</p>
      ) : null}
      {entries?.length === 0 ? (
        <p className={`${kit.inset} ${styles.none}`}>No audit logs available</p>
      ) : null}
      {entries && entries.length > 0 ? (
        <ol className={styles.log}>
          {entries.map(({ id, action, details, timestamp }) => (
            <li key={id} className={kit.inset}>
              <time dateTime={timestamp}>{momentWords(Date.parse(timestamp), systemClock())}</time>
              <div>
                <b className={kit.entry}>{action}</b>
                <p>{details}</p>
              </div>
            </li>
          ))}
        </ol>
      ) : null}
    </Box>
  )
}

interface ExportBoxProps {
  barred: string | undefined
  onDone: () => void
  SignIn: SignInAgain
}

/** Exports all data of this account as a file. */
function ExportBox({ barred, onDone, SignIn }: ExportBoxProps) {
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
      <div className={`${layout.row} ${styles.actions}`}>
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

const labels: Record<keyof Retention, { label: string; hint: string }> = {
  submissionDays: { label: 'Form submissions', hint: 'What visitors wrote' },
  mailDays: { label: 'Emails', hint: 'Sent emails, including text' },
  answerDays: {
    label: 'Delivery records',
    hint: 'Prevent duplicates when a device reconnects late',
  },
  jobDays: {
    label: 'Task history',
    hint: 'Emails sent, rooms created, refunds made',
  },
}

const names = Object.keys(labels) as (keyof Retention)[]

/** Retention periods in days; older data is deleted automatically. */
function RetentionBox({ barred }: { barred: string | undefined }) {
  const desk = useDeskData(getRetention, {})
  return (
    <Box title="How long things are kept">
      <LoadTrouble failure="Failed to load retention settings" desk={desk} />
      {barred && desk.state === 'none' ? <p>{barred}</p> : null}
      {desk.data ? (
        <RetentionForm
          key={JSON.stringify(desk.data)}
          known={desk.data}
          barred={barred}
          onSaved={desk.reload}
        />
      ) : null}
    </Box>
  )
}

interface RetentionFormProps {
  known: Retention
  barred: string | undefined
  onSaved: () => void
}

function RetentionForm({ known, barred, onSaved }: RetentionFormProps) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<ApiRefusal>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (barred || busy) return
    const form = new FormData(event.currentTarget)
    const days = (name: keyof Retention) => Number(form.get(name))
    setBusy(true)
    const answer = await call(updateRetention, {
      submissionDays: days('submissionDays'),
      mailDays: days('mailDays'),
      answerDays: days('answerDays'),
      jobDays: days('jobDays'),
    })
    setBusy(false)
    setTrouble(answer.ok ? undefined : answer.refusal)
    if (!answer.ok) return
    announce('The periods are saved.')
    onSaved()
  }
  return (
    <form className={`${kit.column} ${styles.form}`} onSubmit={submit} noValidate>
      <p>
        In days, then deleted automatically. A lawyer should check these periods for your business.
      </p>
      {trouble ? (
        <Banner tone="error" title="Failed to save retention settings">
          {Object.values(trouble.fields ?? {}).join(' ')}
        </Banner>
      ) : null}
      <div className={styles.fields}>
        {names.map((name) => (
          <TextField
            key={name}
            name={name}
            label={labels[name].label}
            hint={labels[name].hint}
            error={trouble?.fields?.[name]}
            type="number"
            inputMode="numeric"
            defaultValue={known[name]}
          />
        ))}
      </div>
      <div>
        <DeskButton type="submit" variant="ghost" busy={busy} barred={barred}>
          Save periods
        </DeskButton>
      </div>
    </form>
  )
}
