import { useEffect, useMemo, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import { SaveIcon } from '#client/desk/kit/icons.tsx'
import { DeskConnectionBar, LoadErrorBanner } from '#client/desk/kit/page/data-state.tsx'
import { SettingsPage } from '#client/desk/kit/page/page.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useRecordData, useRecords, useSetting } from '#client/desk/queries/use-records.ts'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { listFieldErrors, useForm, useFormValues } from '#client/lib/use-form.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { ConsentList, useConsents } from '#client/ui/controls/consent-list.tsx'
import {
  ExportErrorBanner,
  type SignInAgainComponent,
} from '#client/ui/controls/export-error-banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { parse } from '#shared/lib/result.ts'
import {
  type AuditEntry,
  dataExportFormats,
  defaultRetention,
  exportOwnData,
  getAudit,
  getConsents,
  getRetention,
  MAX_AUDIT_ENTRIES,
  OWN_USER_ID,
  Retention,
  updateRetention,
} from '#shared/privacy/api.ts'
import { type ConsentSettings, noConsents } from '#shared/privacy/consents.ts'
import { PersonDetail } from './person-detail.tsx'
import styles from './privacy-page.module.css'

const OFFLINE_REASON = 'This needs a connection.'

/** Personal data: consents, export, audit log, a person's data, and retention. */
export function PrivacyPage({ SignIn }: { SignIn: SignInAgainComponent }) {
  const disabledReason = useOnline() ? undefined : OFFLINE_REASON
  const audit = useAuditLog()
  // Every command here adds an entry to the audit log, so the log is fetched again.
  const common = { disabledReason, onDone: audit.reload }
  return (
    <>
      <DeskConnectionBar subject="Privacy settings are" desk={audit} />
      <SettingsPage title="Privacy & Data Settings">
        <div className={`stack gap-6 ${styles.boxes}`}>
          <div className={styles.columns}>
            <div className={`stack gap-6 ${styles.boxes}`}>
              <ConsentBox {...common} />
              <ExportBox {...common} SignIn={SignIn} />
            </div>
            <AuditBox desk={audit} disabledReason={disabledReason} />
          </div>
          <PersonDetail {...common} SignIn={SignIn} />
          <RetentionBox disabledReason={disabledReason} />
        </div>
      </SettingsPage>
    </>
  )
}

interface ConsentBoxProps {
  disabledReason: string | undefined
  onDone: () => void
}

function ConsentBox({ disabledReason, onDone }: ConsentBoxProps) {
  const desk = useOwnConsents()
  const { consents, saveRefusal, toggle } = useConsents(desk.data, onDone)
  return (
    <Box title="Consent settings" flush>
      <LoadErrorBanner failure="Failed to load consent settings" desk={desk} />
      {saveRefusal ? <Banner tone="error" title="Failed to update consent settings" /> : null}
      {consents ? (
        <ConsentList consents={consents} disabledReason={disabledReason} onToggle={toggle} />
      ) : null}
      {disabledReason && (consents || desk.state === 'none') ? (
        <p className={`${kit.inset} ${styles.disabledReason} ${styles.flush}`}>{disabledReason}</p>
      ) : null}
    </Box>
  )
}

const INITIAL_ENTRIES = 8

interface AuditBoxProps {
  desk: DeskData<AuditEntry[]>
  disabledReason: string | undefined
}

/** The audit log: changes, exports and erasures of personal data. */
function AuditBox({ desk, disabledReason }: AuditBoxProps) {
  const [all, setAll] = useState(false)
  const entries = all ? desk.data : desk.data?.slice(0, INITIAL_ENTRIES)
  const more = !all && desk.data !== undefined && desk.data.length > INITIAL_ENTRIES
  return (
    <Box
      title="Processing audit log"
      aside="Newest first"
      flush
      foot={more ? <TextAction onClick={() => setAll(true)}>Show older entries</TextAction> : null}
    >
      <LoadErrorBanner failure="Failed to load audit logs" desk={desk} />
      {disabledReason && desk.state === 'none' ? (
        <p className={`${kit.inset} ${styles.none}`}>{disabledReason}</p>
      ) : null}
      {entries?.length === 0 ? (
        <p className={`${kit.inset} ${styles.none}`}>No audit logs available</p>
      ) : null}
      {entries && entries.length > 0 ? (
        <ol className={styles.log}>
          {entries.map(({ id, action, details, timestamp }) => (
            <li key={id} className={kit.inset}>
              <time dateTime={timestamp}>
                {formatRelativeTime(Date.parse(timestamp), systemClock())}
              </time>
              <div>
                <b className={kit.rowTitle}>{action}</b>
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
  disabledReason: string | undefined
  onDone: () => void
  SignIn: SignInAgainComponent
}

/** Exports all data of this account as a file. */
function ExportBox({ disabledReason, onDone, SignIn }: ExportBoxProps) {
  const { lastFile, ...exporting } = useExport(exportOwnData)
  useEffect(() => {
    if (lastFile) onDone()
  }, [lastFile, onDone])
  const last = lastFile && `Last export ${formatRelativeTime(lastFile.at, systemClock())}`
  return (
    <Box title="Export Your Data" aside={last}>
      <p>A copy of everything stored for this account: its consents, bookings, messages and log.</p>
      <ExportErrorBanner title="Failed to export data" exportState={exporting} SignIn={SignIn} />
      {lastFile ? (
        <div className={styles.done}>
          <Banner
            tone="ok"
            title="Export Complete - Your data export is ready for download"
            action={
              <BannerButton onClick={() => void saveFile(lastFile.file)}>Download</BannerButton>
            }
          />
        </div>
      ) : null}
      <div className={`row wrap gap-2 ${styles.actions}`}>
        {dataExportFormats.map((format) => (
          <DeskButton
            key={format}
            variant="ghost"
            busy={exporting.busy}
            disabledReason={disabledReason}
            onClick={() => exporting.start({ userId: OWN_USER_ID, format })}
          >
            <IconLabel>
              <SaveIcon />
              Export as {format.toUpperCase()}
            </IconLabel>
          </DeskButton>
        ))}
      </div>
      {disabledReason ? <p className={styles.disabledReason}>{disabledReason}</p> : null}
    </Box>
  )
}

const labels: Record<keyof Retention, { label: string; hint: string }> = {
  submissionDays: { label: 'Form submissions', hint: 'What visitors wrote' },
  mailDays: { label: 'Emails', hint: 'Sent emails, including text' },
  idempotencyKeyDays: {
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
function RetentionBox({ disabledReason }: { disabledReason: string | undefined }) {
  const desk = useRetention()
  return (
    <Box title="How long things are kept">
      <LoadErrorBanner failure="Failed to load retention settings" desk={desk} />
      {disabledReason && desk.state === 'none' ? <p>{disabledReason}</p> : null}
      {desk.data ? (
        <RetentionForm
          key={JSON.stringify(desk.data)}
          retention={desk.data}
          disabledReason={disabledReason}
          onSaved={desk.reload}
        />
      ) : null}
    </Box>
  )
}

interface RetentionFormProps {
  retention: Retention
  disabledReason: string | undefined
  onSaved: () => void
}

type RetentionTexts = { [Name in keyof Retention]: string }

const toDays = (entered: RetentionTexts) =>
  Object.fromEntries(names.map((name) => [name, Number(entered[name])])) as Retention

function RetentionForm({ retention, disabledReason, onSaved }: RetentionFormProps) {
  const form = useForm({
    values: useFormValues(
      () => Object.fromEntries(names.map((name) => [name, `${retention[name]}`])) as RetentionTexts,
    ),
    rules: (entered) => listFieldErrors(parse(Retention, toDays(entered))),
    async submit(entered) {
      if (disabledReason) return undefined
      const answer = await callEndpoint(updateRetention, toDays(entered))
      if (!answer.ok) return answer.refusal
      announce('The periods are saved.')
      onSaved()
      return undefined
    },
  })
  return (
    <form {...form.props} className={`${kit.column} ${styles.form}`}>
      <p>
        In days, then deleted automatically. A lawyer should check these periods for your business.
      </p>
      {form.refusal ? (
        <Banner tone="error" title="Failed to save retention settings">
          {Object.values(form.refusal.fields ?? {}).join(' ')}
        </Banner>
      ) : null}
      <div className={styles.fields}>
        {names.map((name) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={labels[name].label}
            hint={labels[name].hint}
            type="number"
            inputMode="numeric"
          />
        ))}
      </div>
      <div>
        <DeskButton type="submit" variant="ghost" busy={form.busy} disabledReason={disabledReason}>
          Save periods
        </DeskButton>
      </div>
    </form>
  )
}

const own = { userId: OWN_USER_ID }

function useOwnConsents(): DeskData<ConsentSettings> {
  const derived = useSetting('consents', noConsents)
  return useRecordData({ derived, from: ['setting'] }, { endpoint: getConsents, input: own })
}

function useRetention(): DeskData<Retention> {
  const derived = useSetting('retention', defaultRetention)
  return useRecordData({ derived, from: ['setting'] }, { endpoint: getRetention, input: {} })
}

/** The owner's audit log, the latest entry first. */
function useAuditLog(): DeskData<AuditEntry[]> {
  const days = useRecords('audit-day')
  const derived = useMemo(() => {
    const entries = days && [...days.values()].flat()
    return entries?.sort((a, b) => Number(b.id) - Number(a.id)).slice(0, MAX_AUDIT_ENTRIES)
  }, [days])
  return useRecordData({ derived, from: ['audit-day'] }, { endpoint: getAudit, input: own })
}
