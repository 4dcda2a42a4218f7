import { type ComponentType, Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { MailIcon, SaveIcon } from '#client/desk/kit/icons.tsx'
import { DeskNetBar, LoadTrouble, useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { MissingPage } from '#client/desk/kit/page/page.tsx'
import { SubTabs } from '#client/desk/kit/page/tabs.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useForms } from '#client/desk/queries/form-records.ts'
import type { ClientOf } from '#client/desk/queries/person.ts'
import { useOwnerHere } from '#client/lib/data/account-here.ts'
import { call } from '#client/lib/data/api.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { clockTime } from '#shared/booking/times.ts'
import { exportForms, type FormGroup, sendNotification } from '#shared/submissions/api.ts'
import { type FormName, formNames } from '#shared/submissions/form-post.ts'
import { formWords } from './form-words.ts'
import { FormsBody, useReadMarks } from './forms-body.tsx'
import styles from './forms-page.module.css'

const OFFLINE = 'This needs a connection.'
const NONE: FormGroup[] = []

interface FormsPageProps {
  SignIn: SignInAgain
  /** The newsletter list, at an address beside those of the forms. */
  Newsletter: ComponentType<{ SignIn: SignInAgain }>
  Client: ClientOf
}

/** The visitors' submissions, one tab per form. */
export function FormsPage({ SignIn, Newsletter, Client }: FormsPageProps) {
  const { form: part = '', id } = useParams()
  const form = formNames.find((name) => name === part)
  const desk = useForms()
  const marks = useReadMarks(desk.data ?? NONE, desk.reload)
  const test = useTestEmail()
  const file = useExport(exportForms)
  const cut = useIsCutOff(desk)
  useTitle('Forms')
  if (!form && part !== 'newsletter') return <MissingPage />
  const group = marks.groups.find(({ name }) => name === form)
  const zone = marks.groups[0]?.timeZone ?? deviceZone()
  const offline = cut ? OFFLINE : undefined
  const empty = group?.total === 0 ? 'There is nothing to export.' : undefined
  return (
    <>
      <DeskNetBar what="Submissions are" desk={desk} />
      <div className={`${styles.head} ${id ? styles.reads : ''}`}>
        <div className={`${kit.spaced} ${styles.title}`}>
          <h1>Forms</h1>
          <div className={`${layout.row} ${styles.actions}`}>
            <DeskButton variant="ghost" busy={test.busy} barred={offline} onClick={test.send}>
              <Iconed>
                <MailIcon />
                Test Email
              </Iconed>
            </DeskButton>
            {form ? (
              <DeskButton
                variant="ghost"
                busy={file.busy}
                barred={offline ?? empty}
                onClick={() => file.start({ formName: form })}
              >
                <Iconed>
                  <SaveIcon />
                  Export
                </Iconed>
              </DeskButton>
            ) : null}
          </div>
        </div>
        {offline ? (
          <p className={`${type.fine} ${kit.warning}`}>Exports and tests need a connection.</p>
        ) : null}
        <TestEmailBanner test={test} zone={zone} />
        <ExportTrouble failure={exportForms.failure} of={file} SignIn={SignIn} />
        <LoadTrouble failure="Failed to load form submissions" desk={desk} />
        <SubTabs label="Forms" tabs={tabsOf(marks.groups)} />
      </div>
      {form ? (
        <FormsBody key={form} {...{ desk, marks, group, Client }} barred={offline} />
      ) : (
        <Suspense fallback={null}>
          <Newsletter SignIn={SignIn} />
        </Suspense>
      )}
    </>
  )
}

function tabsOf(groups: FormGroup[]) {
  const unread = (name: FormName) => groups.find((group) => group.name === name)?.unread ?? 0
  return [
    ...formNames.map((name) => ({
      to: `/admin/forms/${name}`,
      label: formWords[name].tab,
      count: { number: unread(name), meaning: 'unread' },
    })),
    { to: '/admin/forms/newsletter', label: 'Newsletter' },
  ]
}

/** The result of the test e-mail. */
function TestEmailBanner({ test: { result, send }, zone }: { test: TestEmail; zone: string }) {
  if (!result) return null
  if (result.sent)
    return (
      <Banner tone="ok" title="Test email sent successfully!">
        {whereTo(result, zone)}
      </Banner>
    )
  return (
    <Banner
      tone="error"
      title={sendNotification.failure}
      action={<BannerButton onClick={send}>Try again</BannerButton>}
    >
      {result.reason} Submissions are still saved.
    </Banner>
  )
}

function whereTo(
  { email, delivers, sentAt }: TestEmailResult & { sent: true },
  zone: string,
): string {
  const at = clockTime(sentAt, zone)
  return delivers
    ? `Sent to ${email} at ${at}. It should arrive within a minute.`
    : `No mail server is set up, so it was saved as a file at ${at}, like every email of this site.`
}

type TestEmailResult =
  | { sent: true; email: string; delivers: boolean; sentAt: number }
  | { sent: false; reason: string }

interface TestEmail {
  busy: boolean
  result: TestEmailResult | undefined
  send: () => void
}

function useTestEmail(): TestEmail {
  const owner = useOwnerHere()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<TestEmailResult>()
  const send = async () => {
    setBusy(true)
    setResult(undefined)
    const answer = await call(sendNotification, { email: owner?.email ?? '', type: 'test' })
    setBusy(false)
    if (answer.ok) {
      const { email, delivers, sentAt } = answer.value
      setResult({ sent: true, email, delivers, sentAt: Date.parse(sentAt) })
    } else {
      const { fields, status } = answer.refusal
      setResult({ sent: false, reason: fields?.email ?? reasonOf(status) })
    }
  }
  return { busy, result, send: () => void send() }
}

function reasonOf(status: number): string {
  if (status === 0) return 'The server did not answer.'
  return status === 401 ? 'Please sign in.' : 'The server could not do this right now.'
}
