import { type FormEvent, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { LoadTrouble } from '#client/desk/kit/page/data-state.tsx'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { type ApiRefusal, call } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { getRetention, type Retention, updateRetention } from '#shared/privacy/api.ts'
import styles from './retention-box.module.css'

const labels: Record<keyof Retention, { label: string; hint: string }> = {
  submissionDays: { label: 'Form submissions', hint: 'What visitors wrote' },
  mailDays: { label: 'E-mails', hint: 'What was sent, with its text' },
  answerDays: {
    label: 'Receipts of forms',
    hint: 'So that a form sent twice counts once, even when a device comes back late',
  },
  jobDays: {
    label: 'Finished tasks',
    hint: 'That a mail went out, a room was made, money was returned',
  },
}

const names = Object.keys(labels) as (keyof Retention)[]

/** For how many days things are kept, before they go by themselves. */
export function RetentionBox({ barred }: { barred: string | undefined }) {
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
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>
        In days; then they are removed by themselves. A lawyer should check these periods for your
        business.
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
