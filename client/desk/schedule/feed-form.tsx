import { type FormEvent, useState } from 'react'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { call } from '#client/lib/data/api.ts'
import { Field, TextField } from '#client/ui/controls/field.tsx'
import { Select } from '#client/ui/controls/select.tsx'
import { type FeedView, setFeed } from '#shared/schedule/feed-api.ts'
import styles from './feed-box.module.css'
import { noticeWords } from './words.ts'

const ages = [30, 60, 120, 360, 720, 1440]

interface FeedFormProps {
  feed: FeedView
  barred: string | undefined
  disabled: boolean
  onSaved: () => void
}

/** The address itself never comes back: it is a key to the owner's whole calendar. */
export function FeedForm({ feed, barred, disabled, onSaved }: FeedFormProps) {
  const [address, setAddress] = useState('')
  const [stale, setStale] = useState(feed.staleMinutes)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (wanted: { address?: string }) => {
    setSaving(true)
    setProblem(undefined)
    const answer = await call(setFeed, { ...wanted, staleMinutes: stale })
    setSaving(false)
    if (answer.ok) onSaved()
    else setProblem(answer.refusal.fields?.address ?? answer.refusal.error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!barred) void save(address.trim() ? { address } : {})
  }
  const ageOptions = [...new Set([...ages, feed.staleMinutes])].sort((a, b) => a - b)
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={feed.shown ? 'New calendar address' : 'Calendar address'}
        type="url"
        inputMode="url"
        placeholder="https://example.com/calendar.ics"
        hint="The private iCal address that your calendar gives you."
        autoComplete="off"
        value={address}
        error={problem}
        disabled={disabled}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Field label="Relied on for" hint="Older than this, new bookings become requests.">
        {(control) => (
          <Select
            {...control}
            value={stale}
            disabled={disabled}
            onChange={(event) => setStale(Number(event.target.value))}
          >
            {ageOptions.map((minutes) => (
              <option key={minutes} value={minutes}>
                {noticeWords(minutes)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className={styles.actions}>
        <DeskButton
          variant="ghost"
          type="submit"
          barred={barred}
          busy={saving}
          disabled={disabled || (!address.trim() && stale === feed.staleMinutes)}
        >
          {saving ? 'Saving...' : 'Save calendar'}
        </DeskButton>
        {feed.shown ? (
          <DeskButton
            variant="quiet"
            barred={barred}
            disabled={disabled || saving}
            onClick={() => void save({ address: '' })}
          >
            Disconnect
          </DeskButton>
        ) : null}
      </div>
    </form>
  )
}
