import type { FormEvent } from 'react'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { changePassword, PASSWORD_LENGTH } from '#shared/account/api.ts'
import type { Role } from '#shared/account/session-api.ts'
import styles from './account-page.module.css'
import { ask } from './commands.ts'
import { Trouble } from './trouble.tsx'
import { typedIn, useAsking } from './use-asking.ts'

export function PasswordForm({ role }: { role: Role }) {
  const asking = useAsking()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const input = { current: typedIn(event, 'current'), password: typedIn(event, 'password') }
    const form = event.currentTarget
    void asking.ask(async () => {
      const answer = await ask('Sign in error:', changePassword, input)
      if (answer.kind === 'done') {
        form.reset()
        announce('Your password is changed, and every other place is signed out.')
      }
      return answer
    })
  }
  const weak = asking.failed?.fields.password
  return (
    <section className={styles.section}>
      <h2>Password</h2>
      <form onSubmit={submit}>
        {weak ? null : <Trouble failed={asking.failed} title="The password was not changed" />}
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_LENGTH[role]} characters`}
          error={weak}
          required
        />
        <div>
          <Button type="submit" small busy={asking.busy}>
            Change the password
          </Button>
        </div>
      </form>
    </section>
  )
}
