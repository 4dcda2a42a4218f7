import { type ComponentType, Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import { MailIcon, SaveIcon } from '#client/desk/kit/icons.tsx'
import {
  DeskConnectionBar,
  LoadErrorBanner,
  useIsDisconnected,
} from '#client/desk/kit/page/data-state.tsx'
import { NotFoundPage } from '#client/desk/kit/page/page.tsx'
import { SubTabs } from '#client/desk/kit/page/tabs.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import type { ClientLinkComponent } from '#client/desk/queries/client-link-component.ts'
import { useForms } from '#client/desk/queries/use-forms.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { useStoredOwner } from '#client/lib/data/stored-account.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import {
  ExportErrorBanner,
  type SignInAgainComponent,
} from '#client/ui/controls/export-error-banner.tsx'
import type from '#client/ui/type.module.css'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { exportForms, type FormGroup, sendTestEmail } from '#shared/submissions/api.ts'
import { type FormName, formNames } from '#shared/submissions/form-post.ts'
import styles from './forms-page.module.css'
import { countUnread, formTexts } from './forms-text.ts'
import { SubmissionList } from './submission-list.tsx'

const OFFLINE_REASON = 'This needs a connection.'
const NO_FORMS: FormGroup[] = []

/** Components that belong to other features or are loaded later; the routes pass them. */
interface FormsPageProps {
  SignIn: SignInAgainComponent
  /** The newsletter list, at an address beside those of the forms. */
  Newsletter: ComponentType<{ SignIn: SignInAgainComponent }>
  ClientLink: ClientLinkComponent
}

/** The visitors' submissions, one tab per form. */
export function FormsPage({ SignIn, Newsletter, ClientLink }: FormsPageProps) {
  const { form: tab = '', id } = useParams()
  const form = formNames.find((name) => name === tab)
  const formsQuery = useForms()
  const groups = formsQuery.data ?? NO_FORMS
  const testEmail = useTestEmail()
  const formExport = useExport(exportForms)
  const isDisconnected = useIsDisconnected(formsQuery)
  useTitle('Forms')
  if (!form && tab !== 'newsletter') return <NotFoundPage />
  const group = groups.find(({ name }) => name === form)
  const zone = groups[0]?.timeZone ?? getDeviceZone()
  const offline = isDisconnected ? OFFLINE_REASON : undefined
  const empty = group?.total === 0 ? 'There is nothing to export.' : undefined
  return (
    <>
      <DeskConnectionBar subject="Submissions are" desk={formsQuery} />
      <div className={`stack gap-3 ${styles.head} ${id ? styles.hasDetail : ''}`}>
        <div className={`${kit.spaced} ${styles.title}`}>
          <h1>Forms</h1>
          <div className={`row wrap gap-2 ${styles.actions}`}>
            <DeskButton
              variant="ghost"
              busy={testEmail.busy}
              disabledReason={offline}
              onClick={testEmail.send}
            >
              <IconLabel>
                <MailIcon />
                Test Email
              </IconLabel>
            </DeskButton>
            {form ? (
              <DeskButton
                variant="ghost"
                busy={formExport.busy}
                disabledReason={offline ?? empty}
                onClick={() => formExport.start({ formName: form })}
              >
                <IconLabel>
                  <SaveIcon />
                  Export
                </IconLabel>
              </DeskButton>
            ) : null}
          </div>
        </div>
        {offline ? (
          <p className={`${type.fine} ${kit.warning}`}>Exports and tests need a connection.</p>
        ) : null}
        <TestEmailBanner testEmail={testEmail} zone={zone} />
        <ExportErrorBanner title={exportForms.failure} exportState={formExport} SignIn={SignIn} />
        <LoadErrorBanner failure="Failed to load form submissions" desk={formsQuery} />
        <SubTabs label="Forms" tabs={buildTabs(groups)} />
      </div>
      {form ? (
        <SubmissionList key={form} {...{ group, ClientLink }} desk={formsQuery} />
      ) : (
        <Suspense fallback={null}>
          <Newsletter SignIn={SignIn} />
        </Suspense>
      )}
    </>
  )
}

function buildTabs(groups: FormGroup[]) {
  const unread = (form: FormName) =>
    countUnread(groups.find(({ name }) => name === form)?.submissions ?? [])
  return [
    ...formNames.map((name) => ({
      to: `/admin/forms/${name}`,
      label: formTexts[name].tab,
      count: { number: unread(name), meaning: 'unread' },
    })),
    { to: '/admin/forms/newsletter', label: 'Newsletter' },
  ]
}

interface TestEmailBannerProps {
  testEmail: TestEmail
  zone: string
}

function TestEmailBanner({ testEmail: { result, send }, zone }: TestEmailBannerProps) {
  if (!result) return null
  if (result.sent)
    return (
      <Banner tone="ok" title="Test email sent successfully!">
        {formatTestResult(result, zone)}
      </Banner>
    )
  return (
    <Banner
      tone="error"
      title={sendTestEmail.failure}
      action={<BannerButton onClick={send}>Try again</BannerButton>}
    >
      {result.reason} Submissions are still saved.
    </Banner>
  )
}

function formatTestResult(
  { email, isDelivered, sentAt }: TestEmailResult & { sent: true },
  zone: string,
): string {
  const at = formatClockTime(sentAt, zone)
  return isDelivered
    ? `Sent to ${email} at ${at}. It should arrive within a minute.`
    : `No mail server is set up, so it was saved as a file at ${at}, like every email of this site.`
}

type TestEmailResult =
  | { sent: true; email: string; isDelivered: boolean; sentAt: number }
  | { sent: false; reason: string }

interface TestEmail {
  busy: boolean
  result: TestEmailResult | undefined
  send: () => void
}

function useTestEmail(): TestEmail {
  const owner = useStoredOwner()
  const { busy, run } = useOneAtATime()
  const [result, setResult] = useState<TestEmailResult>()
  const send = async () => {
    setResult(undefined)
    const answer = await callEndpoint(sendTestEmail, { email: owner?.email ?? '', type: 'test' })
    if (answer.ok) {
      const { email, isDelivered, sentAt } = answer.value
      setResult({ sent: true, email, isDelivered, sentAt: Date.parse(sentAt) })
    } else {
      const { fields, status } = answer.refusal
      setResult({ sent: false, reason: fields?.email ?? getFailureReason(status) })
    }
  }
  return { busy, result, send: () => void run(send) }
}

function getFailureReason(status: number): string {
  if (status === 0) return 'The server did not answer.'
  return status === 401 ? 'Please sign in.' : 'The server could not do this right now.'
}
