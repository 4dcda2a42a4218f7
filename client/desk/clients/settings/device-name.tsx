import { type FormEvent, useState } from 'react'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import styles from './device-name.module.css'

const LONGEST = 60

interface DeviceNameProps {
  name: string
  onRename: (name: string) => Promise<void>
}

/** How this device is called beside its edits, on all devices. */
export function DeviceName({ name, onRename }: DeviceNameProps) {
  const [typed, setTyped] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const next = typed?.trim()
    if (next && next !== name) {
      await onRename(next)
      announce(`This device is called ${next}.`)
    }
    setTyped(undefined)
  }
  if (typed === undefined)
    return (
      <div>
        <div>
          <b>Called “{name}”</b>
          <p>Shown beside what is edited here</p>
        </div>
        <Button small variant="ghost" onClick={() => setTyped(name)}>
          Rename
        </Button>
      </div>
    )
  return (
    <div>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name of this device"
          value={typed}
          maxLength={LONGEST}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          required
          ref={(input) => input?.focus()}
        />
        <Button small type="submit">
          Save
        </Button>
        <Button small variant="ghost" onClick={() => setTyped(undefined)}>
          Cancel
        </Button>
      </form>
    </div>
  )
}
