import { type ComponentType, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { DeskNetBar, useIsCutOff } from '#client/desk/kit/as-of.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { Iconed } from '#client/desk/kit/iconed.tsx'
import { MailIcon, SaveIcon } from '#client/desk/kit/icons.tsx'
import { LoadTrouble } from '#client/desk/kit/load-trouble.tsx'
import { MissingPage } from '#client/desk/kit/missing-page.tsx'
import { SubTabs } from '#client/desk/kit/sub-tabs.tsx'
import { useForms } from '#client/desk/queries/form-records.ts'
import type { ClientOf } from '#client/desk/queries/person.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import { exportForms, type FormGroup } from '#shared/submissions/api.ts'
import { type FormName, formNames } from '#shared/submissions/form-post.ts'
import { formWords } from './form-words.ts'
import { FormsBody } from './forms-body.tsx'
import styles from './forms-page.module.css'
import { TestEmailBanner } from './test-email-banner.tsx'
import { useReadMarks } from './use-read-marks.ts'
import { useTestEmail } from './use-test-email.ts'

const OFFLINE = 'This needs a connection.'
const NONE: FormGroup[] = []

interface FormsPageProps {
  SignIn: SignInAgain
  /** Who reads the seasonal letter, at an address of its own beside the forms. */
  Newsletter: ComponentType<{ SignIn: SignInAgain }>
  Client: ClientOf
}

/** What visitors sent, by form. */
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
        <div className={styles.title}>
          <h1>Forms</h1>
          <div className={styles.actions}>
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
        {offline ? <p className={styles.why}>Exports and tests need a connection.</p> : null}
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
